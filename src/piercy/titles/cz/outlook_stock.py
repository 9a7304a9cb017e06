"""Stock rounds: what to start, to buy and to sell."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.actions import Action, Pass
from piercy.core.offers import Offer
from piercy.core.title import POINT
from piercy.rail.actions import BuyShare, RepayLoans, SellShares, StartCompany
from piercy.rail.outlook import Advice, Reason, best_first
from piercy.titles.cz.book import Book
from piercy.titles.cz.outlook_judge import Judge
from piercy.titles.cz.outlook_starts import Start, possible_starts
from piercy.titles.cz.outlook_view import headed_by, opened, to_open
from piercy.titles.cz.state import bank_shares, certificates, price_of

FIRST = 100_000
"""What must be done before all else is worth so much more."""
CONFIDENCE = 60
"""How far a company that others have yet to open is trusted: per cent."""
CLOSE = 25
"""Values that differ by less are alike."""
LATE = 3
"""Rounds left in which a new company must bring as much as a running one."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Shares of one company that could be sold."""

    company: str
    count: int
    brings: int
    loses: int
    """What they would have brought beyond their price."""


def nearly(value: int) -> int:
    """A value as closely as it can be told."""
    return value // CLOSE * CLOSE


class Stock:
    """A turn of a stock round."""

    def __init__(self, judge: Judge, offers: list[Offer]) -> None:
        self.judge = judge
        self.facts: Book = judge.facts
        self.state = judge.state
        self.actions: list[Action] = [action for offer in offers for action in offer.actions()]
        self.reserve = sum(
            judge.future(judge.firm(name)).soon for name in headed_by(self.state, judge.player)
        )
        limit = self.facts.tables[len(self.state.players)].certificates
        self.room = limit - certificates(self.state, judge.player)
        self.lots = self._lots()

    def advice(self) -> list[Advice]:
        player = self.judge.player
        found = [Advice(Pass(player), 0, Reason("nothing_to_buy", {"player": player}))]
        found += [
            Advice(action, FIRST * POINT * 10, Reason("repay"))
            for action in self.actions
            if isinstance(action, RepayLoans) and action.amount == self._most_repaid()
        ]
        found += self._openings() or self._new_companies()
        found += self._purchases()
        found += self._sales()
        return best_first(found)

    def _most_repaid(self) -> int:
        return max(action.amount for action in self.actions if isinstance(action, RepayLoans))

    # --- companies of one's own

    def _unopened(self) -> list[str]:
        """The companies that the player has begun to sell and must open."""
        return [
            name
            for name, company in self.state.companies.items()
            if company.president == self.judge.player and not company.open and not company.closed
        ]

    def _bill(self) -> int:
        """What is still to be paid for the shares that open the player's companies."""
        return sum(
            to_open(self.facts, self.state, name) * price_of(self.facts, self.state.companies[name])
            for name in self._unopened()
        )

    def _openings(self) -> list[Advice]:
        unopened = self._unopened()
        if not unopened:
            return []
        buys = [
            Advice(action, FIRST * POINT, Reason("opens", {"company": action.company}))
            for action in self.actions
            if isinstance(action, BuyShare) and action.company in unopened
        ]
        if buys and self.judge.cash >= self._bill():
            return buys
        lots = [lot for lot in self.lots if lot.company not in unopened]
        if lots and self.judge.cash < self._bill():
            return [self._raises_money(lots[0], unopened[0], FIRST * 2)]
        return buys

    def _new_companies(self) -> list[Advice]:
        """The best company to open, or the sale that gets its money and its room."""
        lots: dict[str, Lot] = {}
        for lot in self.lots:
            if lot.company not in lots or lot.count > lots[lot.company].count:
                lots[lot.company] = lot
        raised = sum(lot.brings for lot in lots.values())
        freed = sum(lot.count for lot in lots.values())
        starts = [start for start in possible_starts(self.judge) if self._within(start, raised, freed)]
        if self.judge.rounds < LATE:
            # little time is left for what has yet to buy a train: shares of others may bring more
            least = self._best_share()
            starts = [start for start in starts if start.gain * 100 >= start.cost * least]
        if not starts:
            return []
        best = max(starts, key=lambda start: (self._total(start, starts), -start.cost))
        if self._within(best):
            return self._begun(best, starts)
        sold = self._enough(best.cost - self._free, self._papers(best.company) - self.room)
        if best.gain * 10 > sum(lot.loses for lot in sold) * 12:
            return [self._raises_money(sold[0], best.company, FIRST)]
        affordable = [start for start in starts if self._within(start)]
        if not affordable:
            return []
        return self._begun(max(affordable, key=lambda one: (self._total(one, starts), -one.cost)), starts)

    def _best_share(self) -> int:
        """What the best share that can be bought brings beyond its price: per cent."""
        gains = [
            self._value(action.company) * 100 // price_of(self.facts, self.state.companies[action.company])
            for action in self.actions
            if isinstance(action, BuyShare)
        ]
        return max(gains, default=0)

    @property
    def _free(self) -> int:
        return self.judge.cash - self.reserve

    def _within(self, start: Start, raised: int = 0, freed: int = 0) -> bool:
        """Whether there is money and room for it."""
        return start.cost <= self._free + raised and self._papers(start.company) <= self.room + freed

    def _begun(self, best: Start, starts: list[Start]) -> list[Advice]:
        """To start the best company, or what is as good."""
        total = nearly(self._total(best, starts))
        alike = {
            (start.company, start.par): start
            for start in starts
            if self._within(start) and start.gain > 0 and nearly(self._total(start, starts)) == total
        }
        found = []
        for action in self.actions:
            start = alike.get((action.company, action.par)) if isinstance(action, StartCompany) else None
            if start is not None:
                fields = {"company": start.company, "par": start.par, "total": start.gain}
                found.append(Advice(action, (FIRST + nearly(best.gain)) * POINT, Reason("starts", fields)))
        return found

    def _total(self, start: Start, starts: list[Start]) -> int:
        """What it brings with what can be had for the rest of the money."""
        left = self._free - start.cost
        others = [other.gain for other in starts if other.company != start.company and other.cost <= left]
        return start.gain + max(others, default=max(0, left) // 4)

    # --- shares

    def _value(self, name: str) -> int:
        """What one share brings beyond its price."""
        company, judge = self.state.companies[name], self.judge
        price = price_of(self.facts, company)
        if company.open:
            return judge.future(judge.firm(name)).share - price
        return (judge.future(opened(self.facts, self.state, name)).share - price) * CONFIDENCE // 100

    def _purchases(self) -> list[Advice]:
        found = []
        free = self._free - self._bill()
        room = self.room
        for action in self.actions:
            if not isinstance(action, BuyShare):
                continue
            price = price_of(self.facts, self.state.companies[action.company])
            gain = self._value(action.company)
            if price > free or gain <= 0:
                continue
            # with room for all that money can buy, what counts is what money brings
            value = gain * 100 // price if free < room * price else gain
            reason = Reason("share", {"company": action.company, "total": gain})
            found.append(Advice(action, nearly(value) * POINT, reason))
        return found

    def _in_place(self) -> list[Advice]:
        """At the limit: sell what brings least for what brings most."""
        singles = [lot for lot in self.lots if lot.count == 1]
        if not singles:
            return []
        worst = min(singles, key=lambda lot: lot.loses)
        free = self._free + worst.brings
        gains = [
            self._value(name)
            for name, company in self.state.companies.items()
            if name != worst.company and self._on_sale(name) and price_of(self.facts, company) <= free
        ]
        more = max(gains, default=0) - worst.loses
        if more <= CLOSE:
            return []
        reason = Reason("sells_for_better", {"company": worst.company, "total": more})
        return [Advice(SellShares(self.judge.player, worst.company, 1), more * POINT, reason)]

    def _on_sale(self, name: str) -> bool:
        """Whether the bank has a share that the player may buy but for the limit of certificates."""
        company, player = self.state.companies[name], self.judge.player
        if company.closed or company.president is None or name in self.state.stock.barred.get(player, ()):
            return False
        holds = company.shares.get(player, 0)
        return bank_shares(self.facts, name, company) > 0 and holds < self.facts.size(name).holding

    def _lots(self) -> list[Lot]:
        """What could be sold, what is missed least first."""
        found = []
        for action in self.actions:
            if isinstance(action, SellShares):
                company = self.state.companies[action.company]
                if self.judge.rounds < LATE and not company.operated:
                    continue
                price, count = price_of(self.facts, company), action.count
                loses = count * self._value(action.company)
                found.append(Lot(action.company, count, count * price, loses))
        return sorted(found, key=lambda lot: (lot.loses * 1000 // max(1, lot.brings), -lot.brings))

    def _papers(self, name: str) -> int:
        """Certificates that open a company."""
        return self.facts.size(name).opens - 1

    def _enough(self, short: int, papers: int) -> list[Lot]:
        """The lots to sell for a sum and for room: one if it is enough, else what is missed least."""
        single = [lot for lot in self.lots if lot.brings >= short and lot.count >= papers]
        if single:
            return [min(single, key=lambda lot: (lot.loses, lot.brings))]
        found: dict[str, Lot] = {}
        for lot in self.lots:
            if (
                sum(one.brings for one in found.values()) >= short
                and sum(one.count for one in found.values()) >= papers
            ):
                break
            if lot.company not in found or lot.brings > found[lot.company].brings:
                found[lot.company] = lot
        return list(found.values())

    def _raises_money(self, lot: Lot, company: str, value: int) -> Advice:
        reason = Reason("sells_to_open", {"company": lot.company, "target": company})
        return Advice(SellShares(self.judge.player, lot.company, lot.count), value * POINT, reason)

    def _sales(self) -> list[Advice]:
        """Shares that bring less than their price, or than what could be had in their place."""
        better = self._in_place() if self.room <= 0 else []
        return better + [
            Advice(
                SellShares(self.judge.player, lot.company, lot.count),
                -lot.loses * POINT,
                Reason("sells", {"company": lot.company, "total": -lot.loses}),
            )
            for lot in self.lots
            if lot.loses < 0
        ]

"""The rest of the game on paper, company by company.

Money of a company is worth nothing to anybody in the end. What counts are dividends, the last share price,
and what the Director has to add. On paper cards are taken off the stack at an even pace; a company runs in
every round and buys what pays for itself, and its track grows towards what a good route of its trains pays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from piercy.titles.cz.book import MORAVIA, Book
from piercy.titles.cz.outlook_view import Firm
from piercy.titles.cz.state import CzState

PACE = 2
"""Cards that three players buy in a round, about, beside those exported."""
STOP_AT_FIRST, STOP_MORE = 180, 24
"""What a stop of a good route pays in the first round, and more in each later one, in tenths."""
HALF_GROWN = 3
"""Rounds until half of the track that is lacking today will have been laid."""
TILES, EARLY = 7, 2
"""Tiles that three players lay in a round, about, and rounds' worth that is not missed."""
LEAST_BUILT = 55
"""However little there is, so much of the usual track may be hoped for: per cent."""
CROWDED = (100, 85, 40)
"""Of trains that share track the first earns all, each further one less: per cent."""
FRESH = 20
"""Of that, what a company earns on its first run: per cent."""
HELP_GROWS = 12
"""What the Director adds is missing in every later round: per cent."""
LATER_BUYS = 2
"""Trains that a company buys in one turn at most, on paper."""
WORTH_BUYING = 70
"""A train is bought on paper if it brings in so many per cent of its price."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """One operating round to come, as it will be about."""

    number: int
    """From 0, in the whole game."""
    top: str
    """The card on sale."""
    gone: frozenset[str]
    """Types that will be obsolete by then."""
    phase: str
    closes_set: bool


@dataclass(frozen=True, slots=True)
class Future:
    """What becomes of a company on paper."""

    dividends: int
    """Of one share until the end, in hundredths."""
    price: int
    """Of a share at the end."""
    helped: int
    """What it costs the Director to add what is lacking for trains."""
    soon: int
    """How much he has to add in the round at hand and the next."""

    @property
    def share(self) -> int:
        """What a share brings to the end."""
        return self.dividends // 100 + self.price


def rounds_ahead(facts: Book, state: CzState) -> list[Ahead]:
    """The operating rounds to come, the one that is being played included."""
    sets = facts.local_prices
    found: list[Ahead] = []
    number = sum(map(len, sets[: state.set_number])) + max(0, state.round_in_set)
    gone_before, taken, exported = set(state.obsolete), 0, 0
    stack = [*state.depot.stack]
    phase = state.phase
    at = state.set_number
    pace = max(1, PACE * len(state.players) // 3)
    inside = max(0, state.round_in_set)
    while at < len(sets):
        total = min(taken + exported, len(stack))
        sold = stack[: max(0, total - 1)]
        if taken + exported > len(stack):
            sold = [*stack, facts.endless]
        gone = gone_before.union(
            *(facts.scraps[kind] for card in set(sold) for kind in facts.cards[card].types)
        )
        phase = max([phase, *sold])
        top = stack[total] if total < len(stack) else facts.endless
        last = inside + 1 == len(sets[at])
        found.append(Ahead(number, top, frozenset(gone), phase, last))
        number += 1
        inside += 1
        taken += pace
        if last:
            at, inside = at + 1, 0
            exported += state.house.export + sum(gift.called_by <= phase for gift in facts.vaclav.values())
    return found


def hope(facts: Book, kind: str, number: int) -> int:
    """What a train of a type earns in a round of the game on good track."""
    train = facts.trains[kind]
    stop = STOP_AT_FIRST + STOP_MORE * (number + (2 if facts.variant == MORAVIA else 0))
    most = train.stops or len(facts.cards)
    cities = train.cities or most
    stops = cities * 10 + (most - cities) * 4
    bonus = facts.red_bonus if train.skips_towns and facts.variant != MORAVIA else 0
    return stop * stops // 100 + bonus


def built(state: CzState, ahead: list[Ahead]) -> int:
    """How much of the track there is that is usual at this time: per cent."""
    rounds = ahead[0].number + EARLY if ahead else 1
    usual = TILES * len(state.players) * rounds // 3
    return max(LEAST_BUILT, min(100, (len(state.board.tiles) + TILES * EARLY // 2) * 100 // usual))


class Paper:
    """The game on paper from one position on."""

    def __init__(
        self,
        facts: Book,
        ahead: list[Ahead],
        today: Callable[[str, tuple[str, ...]], int],
        share_built: int = 100,
    ) -> None:
        self.facts = facts
        self.ahead = ahead
        self.share_built = share_built
        """How much of the track there is that is usual at this time: per cent."""
        self.today = today
        """What trains of these types would earn for a company on today's board."""
        self._known: dict[Firm, Future] = {}

    def future(self, firm: Firm) -> Future:
        found = self._known.get(firm)
        if found is None:
            found = self._known[firm] = self._play(firm)
        return found

    def income(self, firm: Firm, trains: list[str], later: int) -> int:
        """What trains earn some rounds later: as on the board today, and more with every round."""
        now, good = self.today(firm.name, tuple(sorted(trains))), self._good(trains, later)
        if now >= good:
            return now
        start = now if firm.operated else max(now, good * FRESH // 100)
        return start + (good - start) * later // (later + HALF_GROWN)

    def _good(self, trains: list[str], later: int) -> int:
        """What trains earn on good track, as far as there can be such."""
        number = self.ahead[later].number
        single = sorted((hope(self.facts, kind, number) for kind in trains), reverse=True)
        total = sum(one * CROWDED[min(i, len(CROWDED) - 1)] for i, one in enumerate(single))
        return total * self.share_built // 10_000

    def help_costs(self, added: int, later: int) -> int:
        """What money that the Director adds some rounds later costs him by the end."""
        return added * (100 + HELP_GROWS * (len(self.ahead) - 1 - later)) // 100

    def _play(self, firm: Firm) -> Future:
        facts = self.facts
        size = facts.sizes[firm.size]
        cell, cash, trains, others = firm.cell, firm.cash, list(firm.trains), firm.others
        paid = helped = soon = 0
        for later, ahead in enumerate(self.ahead):
            trains = [kind for kind in trains if kind not in ahead.gone]
            limit = facts.phases[ahead.phase].limits[firm.size]
            if later or not firm.ran:
                income = self.income(firm, trains, later) if firm.operated or later else 0
                paid += income * 100 // size.shares
                cell = moved(facts, cell, size.dividend if income else -1)
            if firm.given:
                if ahead.closes_set:
                    trains = [k for k in facts.cards[ahead.top].types if k in facts.may_run[firm.size]]
            elif later or not firm.done:
                cash, added = self._buy(firm, trains, cash, limit - others, later)
                helped += self.help_costs(added, later)
                soon += added if later < 2 else 0
                others = 0
        return Future(paid, facts.prices[cell], helped, soon)

    def _buy(self, firm: Firm, trains: list[str], cash: int, limit: int, later: int) -> tuple[int, int]:
        """Buy what pays, and what must be; the money left, and what the Director adds."""
        facts, ahead = self.facts, self.ahead[later]
        kinds = facts.may_run[firm.size] - ahead.gone
        kind = next((k for k in facts.cards[ahead.top].types if k in kinds), None)
        if kind is None:
            return cash, 0
        price = facts.trains[kind].price
        for _ in range(LATER_BUYS):
            if not trains:
                added = max(0, price - cash)
                trains.append(kind)
                cash = max(0, cash - price)
                if added:
                    return cash, added
            elif len(trains) < limit and cash >= price and self._pays(firm, trains, kind, price, later):
                trains.append(kind)
                cash -= price
            else:
                break
        return cash, 0

    def _pays(self, firm: Firm, trains: list[str], kind: str, price: int, later: int) -> bool:
        left = [i for i in range(later + 1, len(self.ahead)) if kind not in self.ahead[i].gone]
        if not left:
            return False
        middle = left[len(left) // 2]
        more = self.income(firm, [*trains, kind], middle) - self.income(firm, trains, middle)
        return more * len(left) * 100 >= price * WORTH_BUYING


def moved(facts: Book, cell: int, spaces: int) -> int:
    """A price marker along its row [RCZ-IX.2]."""
    last = len(facts.prices) - 2 + cell % 2
    return max(cell % 2, min(cell + 2 * spaces, last))

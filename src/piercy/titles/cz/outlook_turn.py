"""A company's turn: track, stations, what becomes of the revenue, trains and Locals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from piercy.core.actions import Action, Pass
from piercy.core.offers import Offer
from piercy.core.title import POINT
from piercy.rail.actions import BuyTrain, LayTile, OfferForTrain, PayDividend, PlaceToken, RunTrains
from piercy.rail.outlook import Advice, Reason, best_first
from piercy.titles.cz.actions import BuyLocal, LayPurple, LendTrain, SellLocal
from piercy.titles.cz.book import Book
from piercy.titles.cz.dividends import dividend
from piercy.titles.cz.outlook_judge import HELP_COSTS, Judge, with_train, without_train
from piercy.titles.cz.outlook_paper import moved
from piercy.titles.cz.outlook_track import aims, power, tile_values
from piercy.titles.cz.outlook_view import Firm, Rails, headed_by, tile_with_red, with_tile, with_token
from piercy.titles.cz.state import TURN, CzState, type_of
from piercy.titles.cz.stations import station_price

CLOSE = 8
"""Tiles whose values differ by less are alike."""
LENT = "3E"
LEAST_LENT = 120
"""What the 3E card must earn to be lent while there is time to wait."""


class Turn:
    """A decision in the turn of a company."""

    def __init__(self, judge: Judge, offers: list[Offer]) -> None:
        self.judge = judge
        self.facts: Book = judge.facts
        self.state: CzState = judge.state
        self.offers = offers
        self.name = self.state.turn.company
        self.firm: Firm = judge.firm(self.name)

    @property
    def step(self) -> str:
        """The step of the turn at which the company is."""
        return TURN[min(self.state.flow.step, len(TURN) - 1)]

    def actions(self, *kinds: type[Action]) -> list[Action]:
        return [action for offer in self.offers if offer.action in kinds for action in offer.actions()]

    def passing(self, key: str) -> list[Advice]:
        """Doing nothing, where that is allowed."""
        player = self.judge.player
        return [
            Advice(Pass(player), 0, Reason(key, {"company": self.name}))
            for offer in self.offers
            if offer.action is Pass
        ]

    def advice(self) -> Sequence[Advice]:
        if beside := self._beside():
            return beside
        if any(offer.action in (RunTrains, LendTrain) for offer in self.offers):
            return self._run()
        if any(offer.action is PayDividend for offer in self.offers):
            return self._dividend()
        if self.step == "home":
            return self._home()
        if self.step == "track":
            return self._track()
        if self.step == "token":
            return self._token()
        if self.step == "trains":
            return self._trains()
        return self.passing("waits")

    # --- track and stations

    def _mine(self) -> int:
        """Whether the player gains from what the company earns; Vaclav's may be the other's gain."""
        judge = self.judge
        shares = self.state.companies[self.name].shares
        others = [
            n for holder, n in shares.items() if holder != judge.player and holder in self.state.players
        ]
        return judge.held(self.name) - (0 if judge.heads(self.name) else max(others, default=0))

    def _home(self) -> list[Advice]:
        """The red tile, or the city, from which most can be reached."""
        facts, wanted = self.facts, aims(self.facts, self.firm, self.judge.ahead)
        found = []
        for action in self.actions(LayTile, PlaceToken):
            if isinstance(action, LayTile):
                after = tile_with_red(facts, self.state, self.name, action)
                reason = Reason("home", {"company": self.name, "hex": action.hex})
            else:
                assert isinstance(action, PlaceToken)
                after = with_token(self.state, self.name, action.hex, action.city)
                reason = Reason("home", {"company": self.name, "hex": action.hex})
            found.append(Advice(action, power(facts, after, self.name, wanted) * POINT, reason))
        return best_first(found)

    def _track(self) -> list[Advice]:
        found = self.passing("no_track")
        tiles = [action for action in self.actions(LayTile) if isinstance(action, LayTile)]
        if not tiles or self._mine() <= 0:
            return found
        wanted = aims(self.facts, self.firm, self.judge.ahead)
        values = tile_values(self.facts, self.state, self.name, wanted, tiles)
        rounds = max(1, sum(aim.rounds for aim in wanted))
        for tile, value in values.items():
            reason = Reason("track", {"company": self.name, "hex": tile.hex, "income": value // rounds})
            found.append(Advice(tile, value // CLOSE * CLOSE * POINT, reason))
        return best_first(found)

    def _token(self) -> list[Advice]:
        found = self.passing("no_station")
        places = [action for action in self.actions(PlaceToken) if isinstance(action, PlaceToken)]
        if not places or self._mine() <= 0:
            return found
        wanted = aims(self.facts, self.firm, self.judge.ahead)
        before = power(self.facts, self.state, self.name, wanted)
        cost = station_price(self.facts, self.state, self.name)
        for place in places:
            after = with_token(self.state, self.name, place.hex, place.city)
            gain = power(self.facts, after, self.name, wanted) - before
            reason = Reason("station", {"company": self.name, "hex": place.hex, "total": gain})
            found.append(Advice(place, (gain - cost) * POINT, reason))
        return best_first(found)

    # --- the run and its revenue

    def _run(self) -> list[Advice]:
        judge = self.judge
        found = [
            Advice(action, POINT, Reason("run", {"company": self.name})) for action in self.actions(RunTrains)
        ]
        for action in self.actions(LendTrain):
            value = Rails(self.facts, self.state, self.name).earn((LENT,))
            last = len(judge.ahead) < 2 or self.facts.phases[judge.ahead[1].phase].closes_privates
            lends = value >= LEAST_LENT or (last and value > 0)
            reason = Reason("lends", {"company": self.name, "revenue": value})
            found.append(Advice(action, (2 if lends else -1) * POINT, reason))
        found += self.passing("waits")
        return best_first(found)

    def _dividend(self) -> list[Advice]:
        facts, judge, revenue = self.facts, self.judge, self.state.turn.revenue
        size = facts.size(self.name)
        share = dividend(revenue, judge.held(self.name), size.shares)
        run = replace(self.firm, ran=True)
        paid = judge.worth(replace(run, cell=moved(facts, run.cell, size.dividend))) + judge.in_hand(share)
        kept = judge.worth(replace(run, cell=moved(facts, run.cell, -1), cash=run.cash + revenue))
        fields = {"company": self.name, "revenue": revenue}
        found = []
        for action in self.actions(PayDividend):
            assert isinstance(action, PayDividend)
            value, key = (paid, "pays") if action.pay else (kept, "keeps")
            found.append(Advice(action, (value - kept) * POINT, Reason(key, fields)))
        return best_first(found)

    # --- trains

    def _trains(self) -> list[Advice]:
        judge = self.judge
        here = replace(self.firm, done=True)
        before = judge.worth(here)
        found = self.passing("no_train")
        for action in self.actions(BuyTrain):
            assert isinstance(action, BuyTrain)
            kind = type_of(action.train)
            price = self.facts.trains[kind].price
            value = self._bought(here, kind, price) - before
            reason = Reason("train", {"company": self.name, "train": kind, "total": value})
            found.append(Advice(action, value * POINT, reason))
        found += self._from_sisters(here, before)
        return best_first(found)

    def _bought(self, here: Firm, kind: str, price: int) -> int:
        """What the company and the player's others are worth after the purchase."""
        judge = self.judge
        lacking = max(0, price - here.cash)
        if kind in self.facts.may_run[here.size]:
            total = judge.worth(with_train(here, kind, price)) - self._lent(lacking)
        else:
            poorer = replace(here, others=here.others + 1, cash=here.cash - price)
            total = judge.worth(poorer) + self._for_sisters(kind)
        return total - self._scrapped(kind)

    def _lent(self, lacking: int) -> int:
        """What the Director's help costs him; what he has to borrow costs twice."""
        return lacking * HELP_COSTS // 100 + max(0, lacking - self.judge.cash)

    def _for_sisters(self, kind: str) -> int:
        """The most that one of the player's other companies would gain from the train."""
        judge, best = self.judge, 0
        for name in headed_by(self.state, judge.player):
            sister = judge.firm(name)
            if name == self.name or kind not in self.facts.may_run[sister.size] or not sister.cash:
                continue
            limit = self.facts.phases[self.state.phase].limits[sister.size]
            if len(sister.trains) + sister.others >= limit:
                continue
            best = max(best, judge.worth(with_train(sister, kind, 1)) - judge.worth(sister))
        return best * 3 // 4

    def _scrapped(self, kind: str) -> int:
        """What the player's companies lose by the trains that the purchase makes obsolete."""
        judge, lost = self.judge, 0
        doomed = set(self.facts.scraps[kind]).difference(self.state.obsolete)
        for name in headed_by(self.state, judge.player) if doomed else ():
            one = self.firm if name == self.name else judge.firm(name)
            kept = tuple(train for train in one.trains if train not in doomed)
            if kept != one.trains:
                lost += judge.worth(one) - judge.worth(replace(one, trains=kept))
        return lost

    def _from_sisters(self, here: Firm, before: int) -> list[Advice]:
        """Trains of the player's other companies, at the price that leaves money where it is needed."""
        judge, found = self.judge, []
        for action in self.actions(OfferForTrain):
            assert isinstance(action, OfferForTrain)
            kind = type_of(action.train)
            if not judge.heads(action.seller) or kind not in self.facts.may_run[here.size]:
                continue
            other = judge.firm(action.seller)
            together = judge.worth(with_train(here, kind, action.price))
            together += judge.worth(without_train(other, kind, action.price))
            value = together - before - judge.worth(other)
            fields = {"company": self.name, "seller": action.seller, "train": kind, "total": value}
            found.append(Advice(action, value * POINT, Reason("train_of_sister", fields)))
        return found

    # --- Locals

    def _beside(self) -> list[Advice]:
        """What can be done beside the steps and is worth doing now."""
        if self._mine() <= 0 or not self.judge.heads(self.name):
            return []
        return self._purple() or self._buys_local() or self._sells_local()

    def _purple(self) -> list[Advice]:
        """A tile more by a Local, before the trains run."""
        lays = [action for action in self.actions(LayPurple) if isinstance(action, LayPurple)]
        if not lays or self.step not in ("track", "token"):
            return []
        wanted = aims(self.facts, self.firm, self.judge.ahead)
        before = power(self.facts, self.state, self.name, wanted)
        rounds = max(1, sum(aim.rounds for aim in wanted))
        found = []
        for lay in lays:
            after = with_tile(self.facts, self.state, lay.hex, lay.tile, lay.rotation)
            gain = power(self.facts, after, self.name, wanted) - before
            if gain > rounds * 5:
                fields = {"company": self.name, "local": lay.local, "hex": lay.hex, "income": gain // rounds}
                found.append(Advice(lay, gain * POINT, Reason("purple", fields)))
        return best_first(found)

    def _buys_local(self) -> list[Advice]:
        """The company pays its Director for a Local what the bank will pay it back."""
        judge, found = self.judge, []
        if self.step not in ("track", "trains") or self.firm.cash == 0:
            return []
        for action in self.actions(BuyLocal):
            assert isinstance(action, BuyLocal)
            if self.state.locals[action.local].owner != judge.player:
                continue
            gain = judge.in_hand(action.price) - judge.local(action.local) + judge.paper_costs()
            if gain > 0 and action.price == self._local_price():
                fields = {"company": self.name, "local": action.local, "price": action.price}
                found.append(Advice(action, gain * POINT, Reason("sells_local", fields)))
        return best_first(found)

    def _local_price(self) -> int:
        return self.facts.local_prices[self.state.set_number][self.state.round_in_set]

    def _sells_local(self) -> list[Advice]:
        """The company takes back its money when it can use it."""
        judge = self.judge
        if self.step != "trains" or not judge.rounds:
            return []
        price = self._local_price()
        gain = judge.worth(replace(self.firm, cash=self.firm.cash + price)) - judge.worth(self.firm)
        return [
            Advice(action, gain * POINT, Reason("cashes_local", {"company": self.name, "price": price}))
            for action in self.actions(SellLocal)
            if gain > 0
        ][:1]

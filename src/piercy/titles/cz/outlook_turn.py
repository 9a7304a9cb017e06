"""A company's turn: track, stations, what becomes of the revenue, trains and Locals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from piercy.core.actions import Action, Pass
from piercy.core.flow import standing_at
from piercy.core.offers import Offer
from piercy.core.title import POINT
from piercy.rail.actions import LayTile, PayDividend, PlaceToken, RunTrains
from piercy.rail.outlook import Advice, Reason, best_first
from piercy.titles.cz.actions import LendTrain
from piercy.titles.cz.book import Book
from piercy.titles.cz.dividends import dividend
from piercy.titles.cz.outlook_judge import Judge
from piercy.titles.cz.outlook_paper import moved
from piercy.titles.cz.outlook_track import aims, power, tile_values
from piercy.titles.cz.outlook_view import Firm, Rails, tile_with_red, with_token
from piercy.titles.cz.state import TURN, CzState
from piercy.titles.cz.tokens import token_price

CLOSE = 8
"""Tiles whose values differ by less are alike."""
LENT = "3E"
LEAST_LENT = 120
"""What the 3E card must earn to be lent while there is time to wait."""


class CompanyTurn:
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
        return standing_at(self.state.flow, TURN) or TURN[-1]

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
        return self.passing("waits")

    # --- track and stations

    def mine(self) -> int:
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
        if not tiles or self.mine() <= 0:
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
        if not places or self.mine() <= 0:
            return found
        wanted = aims(self.facts, self.firm, self.judge.ahead)
        before = power(self.facts, self.state, self.name, wanted)
        cost = token_price(self.facts, self.state, self.name)
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

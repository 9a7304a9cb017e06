"""What companies are worth to one player, by the paper."""

from __future__ import annotations

from dataclasses import replace

from piercy.titles.cz.book import Book
from piercy.titles.cz.outlook_paper import Ahead, Future, Paper, built, rounds_ahead
from piercy.titles.cz.outlook_track import LONGEST
from piercy.titles.cz.outlook_view import Firm, Rails, at_home, firm, is_vaclavs
from piercy.titles.cz.state import CzState, certificates

HELP_COSTS = 110
"""What the Director adds costs more than its sum, since he must have it at the wrong time: per cent."""
GROWS, GROWS_EARLY, LATE = 35, 12, 5
"""What money in a hand brings with every round that is left: of so many last ones, and of those before
them: per cent."""
SCARCE = 2
"""Places for certificates are scarce if fewer are left."""
PLACE_BRINGS = 15
"""What such a place brings in a round."""
RUN_OF_CARD = 100
"""What one run of the 3E card brings its owner, about."""
HOME_PAYS = 25
"""What the home of MW pays in a round, about."""


class Judge:
    """One position as one player sees it."""

    def __init__(self, facts: Book, state: CzState, player: str) -> None:
        self.facts = facts
        self.state = state
        self.player = player
        self.ahead: list[Ahead] = rounds_ahead(facts, state)
        self.paper = Paper(facts, self.ahead, self._today, built(state, self.ahead))
        self._rails: dict[str, Rails] = {}
        self._todays: dict[tuple[str, tuple[str, ...]], int] = {}

    @property
    def cash(self) -> int:
        return self.state.players[self.player].cash

    @property
    def rounds(self) -> int:
        """Rounds after the one at hand."""
        return max(0, len(self.ahead) - 1)

    def in_hand(self, amount: int) -> int:
        """What money in the player's hand now brings until the end."""
        rounds = self.rounds_of_use
        late = min(rounds, LATE)
        return amount * (100 + GROWS * late + GROWS_EARLY * (rounds - late)) // 100

    @property
    def rounds_of_use(self) -> int:
        """The rounds after the next stock round: money can be put to use there, and not before."""
        sets, state = self.facts.local_prices, self.state
        trading = state.flow.round not in ("operating", "income", "closing")
        return sum(map(len, sets[state.set_number + (not trading) :]))

    def paper_costs(self) -> int:
        """What a place among the certificates that a player may have is worth."""
        limit = self.facts.tables[len(self.state.players)].certificates
        room = limit - certificates(self.state, self.player)
        return PLACE_BRINGS * self.rounds_of_use if room < SCARCE else 0

    def firm(self, name: str) -> Firm:
        return firm(self.facts, self.state, name)

    def future(self, one: Firm) -> Future:
        return self.paper.future(one)

    def held(self, name: str) -> int:
        return self.state.companies[name].shares.get(self.player, 0)

    def heads(self, name: str) -> bool:
        return self.state.companies[name].president == self.player

    def worth(self, one: Firm) -> int:
        """What a company brings the player until the end."""
        future, held = self.future(one), self.held(one.name)
        brings = held * future.dividends // 100 + held * future.price
        return brings - (future.helped * HELP_COSTS // 100 if self.heads(one.name) else 0)

    def total(self) -> int:
        """What the player may expect to end with."""
        state, facts = self.state, self.facts
        purse = state.players[self.player]
        total = self.in_hand(purse.cash) - purse.loan - purse.penalty
        for name, company in state.companies.items():
            if company.closed or company.cell < 0 or not company.shares.get(self.player):
                continue
            total += (
                self.worth(self.firm(name)) if company.open else self.held(name) * facts.prices[company.cell]
            )
        return total + sum(
            self.local(name)
            for name, local in state.locals.items()
            if local.owner == self.player and not local.with_company and not local.closed
        )

    def local(self, name: str) -> int:
        """What a Local brings who keeps it to the end."""
        facts = self.facts
        paying = [one for one in self.ahead if not facts.phases[one.phase].closes_privates]
        stays = len(paying) == len(self.ahead)
        last = facts.last_local_price if stays and facts.locals[name].kind == "local" else 0
        return facts.locals[name].income * len(paying) + last

    def private(self, name: str) -> int:
        """What a private company brings to a player who bids for it."""
        facts = self.facts
        kind = facts.locals[name].kind
        paying = sum(not facts.phases[one.phase].closes_privates for one in self.ahead)
        if kind == "train":
            return RUN_OF_CARD
        if kind == "railway":
            return paying * HOME_PAYS
        return facts.locals[name].income * paying + facts.local_prices[1][-1]

    def _today(self, name: str, kinds: tuple[str, ...]) -> int:
        found = self._todays.get((name, kinds))
        if found is None:
            rails = self._rails.get(name)
            if rails is None:
                board = at_home(self.facts, self.state, name)
                rails = self._rails[name] = Rails(self.facts, board, name)
            found = rails.earn(kinds)
            if any(kind in LONGEST for kind in kinds):
                found = max(found, rails.earn(tuple(sorted(LONGEST.get(kind, kind) for kind in kinds))))
            self._todays[name, kinds] = found
        return found


def with_train(one: Firm, kind: str, cost: int) -> Firm:
    """A company with a train more of its own colour, the rest of whose price its Director adds."""
    return replace(one, trains=(*one.trains, kind), cash=max(0, one.cash - cost))


def without_train(one: Firm, kind: str, income: int = 0) -> Firm:
    """A company with a train less, of whichever colour."""
    trains = list(one.trains)
    if kind not in trains:
        return replace(one, others=max(0, one.others - 1), cash=one.cash + income)
    trains.remove(kind)
    return replace(one, trains=tuple(trains), cash=one.cash + income)


def is_anybodys(state: CzState, name: str) -> bool:
    """Whether a company is run by somebody who plays."""
    return not is_vaclavs(state, name)

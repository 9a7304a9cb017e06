"""The rest of the game on paper: all run, buy what will pay for itself, until the bank breaks.

Money only moves between the bank and the players, so the game is a race: who has how much when the last
round ends. On paper everybody runs in every turn, track grows a little with every turn, and a train is bought
when the rounds that are left will pay for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from piercy.titles.short1856.book import Book
from piercy.titles.short1856.outlook_view import Side, earns, runs_still, sides
from piercy.titles.short1856.state import ShortState

MOST_ROUNDS = 40
HALF_GROWN = 6
"""After so many turns about half of the track that is lacking today will have been laid."""
PER_STOP = 34
"""What a stop of a good route pays in the end, about."""
AHEAD = 3
"""Turns ahead from which a train is looked at that is to be bought."""
LOST_STOPS = 8


@dataclass(slots=True)
class Race:
    """The race as it stands."""

    facts: Book
    state: ShortState
    bank: int
    phase: int
    stack: list[str]
    market: list[str]
    ending: bool
    sides: list[Side]
    turns: list[int] = field(default_factory=list)
    """Turns that each has had on paper."""
    incomes: dict[tuple[str, tuple[str, ...]], int] = field(default_factory=dict)

    def income(self, place: int, trains: list[str], later: int = 0) -> int:
        """What trains earn by now, or some turns later: as on the board today, and more with every turn."""
        side = self.sides[place]
        key = (side.company, tuple(sorted(trains)))
        today = self.incomes.get(key)
        if today is None:
            today = self.incomes[key] = earns(self.facts, self.state, side.company, trains)
        hope = sum(self._hope(train) for train in trains)
        gone = self.turns[place] + later
        return today + max(0, hope - today) * gone // (gone + HALF_GROWN)

    def _hope(self, train: str) -> int:
        return PER_STOP * (self.facts.trains[train].stops or LOST_STOPS)

    def run(self, place: int) -> None:
        side = self.sides[place]
        if not side.trains:
            return
        income = self.income(place, side.trains)
        side.cash += income
        self.bank -= income
        if self.bank <= 0:
            self._trigger()

    def _trigger(self) -> None:
        if not self.ending:
            self.ending = True
            self.bank += self.facts.reserve

    def rounds_left(self) -> int:
        """About how many more times everybody will run."""
        if self.ending:
            return 0
        together = sum(self.income(i, side.trains) for i, side in enumerate(self.sides))
        return min(MOST_ROUNDS, self.bank // max(together, 60))

    def buy(self, place: int) -> None:
        while (train := self._worth_buying(place)) is not None:
            self._take(place, train)

    def _worth_buying(self, place: int) -> str | None:
        side = self.sides[place]
        limit = self.facts.phases[self.phase].train_limit
        if len(side.trains) >= limit:
            return None
        for train in dict.fromkeys([*self.stack[:1], *self.market]):
            price = self.facts.trains[train].price
            if side.cash < price:
                continue
            more = self.income(place, [*side.trains, train], AHEAD) - self.income(place, side.trains, AHEAD)
            if more * self.rounds_left() >= price or (not side.trains and not self.ending):
                return train
        return None

    def _take(self, place: int, train: str) -> None:
        side = self.sides[place]
        price = self.facts.trains[train].price
        side.cash -= price
        self.bank += price
        if self.stack[:1] == [train]:
            self.stack.pop(0)
            side.trains.append(train)
            self._open_phase(train)
        else:
            self.market.remove(train)
            side.trains.append(train)

    def _open_phase(self, train: str) -> None:
        number = next((i for i, p in enumerate(self.facts.phases) if p.opened_by == train), 0)
        if number <= self.phase:
            return
        self.phase = number
        phase = self.facts.phases[number]
        for side in self.sides:
            kept = sorted(
                (t for t in side.trains if t not in phase.rusts), key=lambda t: -self.facts.trains[t].price
            )
            side.trains = kept[: phase.train_limit]
            self.market += kept[phase.train_limit :]
        self.market = [t for t in self.market if t not in phase.rusts]

    def end_turn(self) -> None:
        prices = [self.facts.trains[train].price for train in [*self.stack[:1], *self.market]]
        if prices and any(not side.trains and side.cash < min(prices) for side in self.sides):
            self._trigger()


def start(facts: Book, state: ShortState) -> Race:
    found = sides(state)
    return Race(
        facts,
        state,
        state.bank.cash,
        state.phase,
        list(state.depot.stack),
        list(state.depot.pool),
        state.ending,
        found,
        [0] * len(found),
    )


def final_cash(facts: Book, state: ShortState) -> dict[str, int]:
    """What each player ends with on paper."""
    race = start(facts, state)
    if not state.flow.over:
        _play(race, state)
    return {side.player: side.cash for side in race.sides}


def _play(race: Race, state: ShortState) -> None:
    place = max(state.turn, 0)
    runs = runs_still(state)
    for _ in range(MOST_ROUNDS * len(race.sides)):
        if runs:
            race.run(place)
        if not race.ending:
            race.buy(place)
            race.end_turn()
        race.turns[place] += 1
        runs = True
        place += 1
        if place == len(race.sides):
            if race.ending:
                return
            place = 0

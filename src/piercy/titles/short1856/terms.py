"""What the offers of the 1856 short game are about, and what their choices cost or bring."""

from __future__ import annotations

from collections.abc import Sequence

from piercy.core.actions import Action
from piercy.core.errors import IllegalAction
from piercy.core.flow import Context, standing_at
from piercy.core.game import Game
from piercy.core.offers import Values
from piercy.rail.actions import BuyTrain, DiscardTrain, LayTile, PlaceToken, RunTrains
from piercy.rail.lay_track import out_of_reach
from piercy.rail.lines import Lines
from piercy.rail.terms import OfferTerms, Stage, Term, costs, term
from piercy.rail.trains import DEPOT
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.running import priced
from piercy.titles.short1856.state import TURN, ShortState, company_on_turn, player_on_turn
from piercy.titles.short1856.track import terrain_cost
from piercy.titles.short1856.trains import Limits, phase_opened


class Terms(OfferTerms):
    """The terms of all offers of the game."""

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def asked(self, game: Game, kind: type[Action]) -> Term | None:
        state = game.state_as(ShortState)
        company, cash = company_on_turn(state), state.players[player_on_turn(state)].cash
        limit = self._facts.phases[state.phase].train_limit
        if kind is LayTile:
            return term("one_tile", company=company, cash=cash)
        if kind is PlaceToken:
            return term("last_token", company=company, cost=self._facts.token_cost, cash=cash)
        if kind is RunTrains:
            return term("run_for_owner", company=company)
        if kind is BuyTrain:
            owned = len(state.companies[company].trains)
            return term("buy_trains", company=company, owned=owned, limit=limit, cash=cash)
        if kind is DiscardTrain and (over := Limits(self._facts).over(Context(state))):
            owned = len(state.companies[over].trains)
            return term("discard_train", company=over, owned=owned, limit=limit)
        return None

    def of(self, game: Game, kind: type[Action], values: Values) -> Sequence[Term]:
        state = game.state_as(ShortState)
        if kind is LayTile and "hex" in values:
            return (costs(terrain_cost(self._facts, state, values["hex"])),)
        if kind is PlaceToken and "hex" in values:
            return (costs(self._facts.token_cost),)
        if kind is RunTrains and "routes" in values:
            runs = priced(self._facts, state, values["routes"])
            return (term("earns", revenue=sum(run.value for run in runs)),)
        if kind is BuyTrain and "train" in values:
            return self._train(state, values["train"], values.get("source", DEPOT))
        return ()

    def usual(self, game: Game, kind: type[Action], name: str, values: Values) -> int | None:
        """No number is ever asked for."""
        return None

    def out_of_reach(self, game: Game, place: str) -> IllegalAction | None:
        state = game.state_as(ShortState)
        company = company_on_turn(state)
        return out_of_reach(Lines(self._facts.ground, state.board, company), place, "R56-4.15")

    def stage(self, game: Game) -> Stage | None:
        state = game.state_as(ShortState)
        if state.flow.over or (step := standing_at(state.flow, TURN)) is None:
            return None
        return Stage(TURN, step)

    def _train(self, state: ShortState, train: str, source: str) -> tuple[Term, ...]:
        price = costs(self._facts.trains[train].price)
        opened = phase_opened(self._facts, state, train) if source == DEPOT else None
        if opened is None:
            return (price,)
        rusts = self._facts.phases[opened].rusts
        phase = term("opens", phase=self._facts.phases[opened].name)
        return (price, phase, term("rusts", trains=rusts)) if rusts else (price, phase)

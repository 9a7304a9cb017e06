"""Step 3 of a company's turn: its trains run for the greatest revenue [RCZ-VIII.7, RCZ-VIII.8.5].

The best run is a function of the board, the company, its trains and the phase. It is solved once for each
such position and remembered, so that offering, checking and repeating a run cost one search together.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from piercy.core.cache import Cache
from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Open
from piercy.rail.actions import RunTrains
from piercy.rail.board import token_places
from piercy.rail.contract import BestRun, best_run
from piercy.rail.lines import Lines
from piercy.rail.router.answer import Certificate
from piercy.rail.routes import Bonuses, Priced, Route, RouteJudge
from piercy.rail.running import RunAll, Runs
from piercy.titles.cz.actions import LendTrain, RecordedRun
from piercy.titles.cz.book import MORAVIA, ROUTES, Book
from piercy.titles.cz.events import RunRecorded, TrainLent
from piercy.titles.cz.state import (
    CzState,
    company_on_turn,
    president_on_turn,
    runnable,
    track_decider,
    type_of,
    vaclavs,
)

Ctx = Context[CzState]

LENT = "3E"
"""The train of Moravia-Silesia's private card, which no company owns there."""
USUAL_REVENUE = 1000
"""Few companies earn more in one turn."""
_REMEMBERED = 512
_NO_RUN = BestRun((), (), Certificate(0, 0, True, 0))
_known: Cache[Hashable, BestRun] = Cache(_REMEMBERED)


def best(facts: Book, state: CzState) -> BestRun:
    """The most that the company on turn can earn, with the proof; nothing outside operating rounds."""
    name = company_on_turn(state)
    if name not in state.companies:
        return _NO_RUN
    trains = sorted(type_of(train) for train in runnable(facts, state, name))
    if state.turn.lent_train:
        trains.append(LENT)
    if not trains:
        return _NO_RUN
    key = _position(facts, state, name, tuple(trains))
    return _known.get_or_make(key, lambda: _solve(facts, state, name, trains))


def forget() -> None:
    """Forget all positions solved so far, for those who measure."""
    _known.clear()


def _position(facts: Book, state: CzState, name: str, trains: tuple[str, ...]) -> Hashable:
    board = state.board
    tokens = tuple((place, *there) for place, there in sorted(board.tokens.items()))
    band = facts.phases[state.phase].band
    return (
        facts.variant,
        name,
        trains,
        state.turn.lent_train,
        band,
        tokens,
        tuple(sorted(board.tiles.items())),
    )


def _solve(facts: Book, state: CzState, name: str, trains: list[str]) -> BestRun:
    lines = Lines(facts.ground, state.board, name)
    band, extra = facts.phases[state.phase].band, bonuses(facts, state, name)
    owned = trains[:-1] if state.turn.lent_train else trains
    run = best_run(lines, [facts.trains[train] for train in owned], band, extra)
    if not state.turn.lent_train:
        return run
    # the lent train may share track with the others, so it runs as if alone [RCZ-XI.2.35]
    lent = best_run(lines, [facts.trains[LENT]], band, extra)
    a, b = run.certificate, lent.certificate
    proof = Certificate(a.total + b.total, a.bound + b.bound, a.proven and b.proven, a.nodes + b.nodes)
    return BestRun(run.routes + lent.routes, run.stops + lent.stops, proof)


def bonuses(facts: Book, state: CzState, name: str) -> Bonuses:
    """What red places add to their value: for their own company, or for certain trains anywhere."""
    if facts.variant == MORAVIA:
        red = {
            (place.id, 0): facts.red_bonus
            for place in facts.ground.atlas.hexes.values()
            if place.kind == "red"
        }
        return dict.fromkeys(facts.red_bonus_trains, red)
    tile = facts.companies[name].red_tile
    if tile is None:
        return {}
    own = {
        place: facts.red_bonus
        for place in token_places(state.board, name)
        if state.board.tiles.get(place[0], ("", 0))[0] == tile
    }
    return dict.fromkeys(facts.trains, own)


class BestRuns(Runs[CzState]):
    """The best run is compulsory [RCZ-VIII.8.5], unless runs are taken as they were recorded."""

    unnamed = "RCZ-VIII.8.7"

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def must_earn_most(self, state: CzState) -> str:
        return "" if state.house.recorded_runs else "RCZ-VIII.8.5"

    def president(self, state: CzState) -> str | None:
        if state.house.recorded_runs:
            return track_decider(self._facts, state, company_on_turn(state))
        return president_on_turn(state)

    def trains(self, state: CzState) -> list[str]:
        return runnable(self._facts, state, company_on_turn(state))

    def best(self, state: CzState) -> BestRun:
        return best(self._facts, state)

    def judge(self, state: CzState, routes: tuple[Route, ...]) -> list[Priced]:
        return judge(self._facts, state, routes)

    def values(self, state: CzState, runs: Sequence[Priced]) -> list[int]:
        return earnings(self._facts, state, runs)

    def earned(self, ctx: Ctx, revenue: int) -> None:
        ctx.state.turn.revenue = revenue


class RunOrLend(Step[CzState, RunTrains | LendTrain | RecordedRun]):
    """The trains run; before, the Director may lend the 3E card. Vaclav's trains run by themselves."""

    name = "run"
    actions = (RunTrains, LendTrain, RecordedRun)

    def __init__(self, facts: Book) -> None:
        self._runs = BestRuns(facts)
        self._run = RunAll(self._runs)

    def begin(self, ctx: Ctx) -> None:
        """Vaclav's trains run by themselves [RCZ-XI.1.23]."""
        state = ctx.state
        if vaclavs(state.companies[company_on_turn(state)]) and not state.house.recorded_runs:
            if self._runs.best(state).routes:
                self._run.run_best(ctx, None)
            ctx.next_step()

    def actor(self, ctx: Ctx) -> str | None:
        lends = self._lender(ctx.state) is not None and not ctx.state.house.recorded_runs
        return self._runs.president(ctx.state) if lends else self._run.actor(ctx)

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        actor = self._runs.president(state)
        assert actor is not None
        offers = [Offer(LendTrain, actor)] if self._lender(state) else []
        offers += self._run.offers(ctx)
        if state.house.recorded_runs:
            offers.append(Offer(RecordedRun, actor, (Open("revenue", 0, USUAL_REVENUE),)))
        return offers

    def check(self, ctx: Ctx, action: RunTrains | LendTrain | RecordedRun) -> None:
        state = ctx.state
        if isinstance(action, RunTrains):
            self._run.check(ctx, action)
        elif isinstance(action, LendTrain):
            if self._lender(state) is None:
                raise IllegalAction("RCZ-XI.2.34", "{player} has no train card to lend", player=action.player)
        elif not state.house.recorded_runs:
            raise IllegalAction(
                "RCZ-VIII.8.5", "the trains run for the greatest revenue, not for a recorded one"
            )
        elif action.revenue < 0:
            raise InvalidAction("a revenue is not negative")

    def check_pass(self, ctx: Ctx) -> None:
        self._run.check_pass(ctx)

    def apply(self, ctx: Ctx, action: RunTrains | LendTrain | RecordedRun) -> None:
        state = ctx.state
        if isinstance(action, RunTrains):
            self._run.apply(ctx, action)
        elif isinstance(action, LendTrain):
            state.turn.lent_train = True
            card = state.locals[LENT]
            # the card is discarded, and no longer a certificate of his [RCZ-XI.2.36]
            card.owner, card.used, card.closed = None, True, True
            ctx.emit(TrainLent(player=action.player, company=company_on_turn(state), train=LENT))
        else:
            state.turn.revenue = action.revenue
            ctx.emit(RunRecorded(company=company_on_turn(state), revenue=action.revenue))
            ctx.next_step()

    def _lender(self, state: CzState) -> str | None:
        """The Director of the company on turn, if he owns the unused 3E card [RCZ-XI.2.34]."""
        card = state.locals.get(LENT)
        if card is None or card.used or card.closed or card.owner != president_on_turn(state):
            return None
        return card.owner


def judge(facts: Book, state: CzState, routes: tuple[Route, ...]) -> list[Priced]:
    """Check and price a run of the company on turn; the lent train does not collide with the others."""
    name = company_on_turn(state)
    band, extra = facts.phases[state.phase].band, bonuses(facts, state, name)
    lines = Lines(facts.ground, state.board, name)
    judge = RouteJudge(lines, facts.trains, ROUTES, band, extra, _length_rules(facts))
    lent = [route for route in routes if state.turn.lent_train and route.train == LENT]
    owned = [type_of(train) for train in runnable(facts, state, name)]
    judged = iter(judge.judge_all([r for r in routes if r not in lent], owned))
    judged_lent = iter(judge.judge_all(lent, [LENT]))
    return [next(judged_lent) if route in lent else next(judged) for route in routes]


def earnings(facts: Book, state: CzState, runs: Sequence[Priced]) -> list[int]:
    """What each route earns; by the option ``swap_towns_for_cities`` as 18xx.games counts [DCZ-6]."""
    if not state.house.swap_towns_for_cities:
        return [run.value for run in runs]
    return [_swapped(facts, state, run) for run in runs]


def _length_rules(facts: Book) -> dict[str, str]:
    """By type of train, the rule on how far it goes."""
    return {
        kind: "RCZ-VIII.7.10" if train.skips_towns else "RCZ-VIII.7.6" if train.cities else "RCZ-VIII.7.5"
        for kind, train in facts.trains.items()
    }


def _swapped(facts: Book, state: CzState, run: Priced) -> int:
    """The best among all cities and up to three towns, and the bonus of the home tile."""
    kind = facts.trains[run.route.train]
    if not kind.skips_towns or kind.stops is None:
        return run.value
    band = facts.phases[state.phase].band
    stops = [facts.ground.stop(state.board, *place) for place in run.stops]
    cities = [stop.value(band) for stop in stops if stop.city]
    towns = sorted((stop.value(band) for stop in stops if not stop.city), reverse=True)[:3]
    extra = bonuses(facts, state, company_on_turn(state)).get(kind.name, {})
    bonus = sum(extra.get(place, 0) for place in run.stops)
    return sum(sorted(cities + towns, reverse=True)[: kind.stops]) + bonus

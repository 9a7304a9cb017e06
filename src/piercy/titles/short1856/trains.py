"""Step 4 of a turn: buy trains; and giving up trains over a new limit [R56-7, R56-2.4]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Table
from piercy.rail.actions import DEPOT, POOL, BuyTrain
from piercy.rail.events import PhaseOpened, TrainBought, TrainDiscarded, TrainsRusted
from piercy.rail.money import pay
from piercy.rail.trains import rust
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.state import ShortState, company_on_turn, player_on_turn

Ctx = Context[ShortState]


class BuyTrains(Step[ShortState, BuyTrain]):
    """Any number of trains, one after the other, at list price [R56-7.1, R56-7.2]."""

    name = "trains"
    actions = (BuyTrain,)

    def __init__(self, book: Book) -> None:
        self._book = book

    def actor(self, ctx: Ctx) -> str | None:
        return player_on_turn(ctx.state) if self._rows(ctx.state) else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        domain = Table(("train", "source"), self._rows(ctx.state))
        return [Offer(BuyTrain, player_on_turn(ctx.state), (domain,))]

    def check(self, ctx: Ctx, action: BuyTrain) -> None:
        state = ctx.state
        if action.train not in self._book.trains:
            raise InvalidAction("unknown train {train!r}", train=action.train)
        if action.source in state.companies or action.source in state.players:
            raise IllegalAction(
                "R56-7.3", "trains are bought from the bank or the open market, not from {source}",
                source=action.source,
            )  # fmt: skip
        if action.source not in (DEPOT, POOL):
            raise InvalidAction(
                "trains come from 'depot' or 'pool', not from {source!r}", source=action.source
            )
        self._check_on_sale(state, action)
        owned, limit = len(state.companies[company_on_turn(state)].trains), self._limit(state)
        if owned >= limit:
            raise IllegalAction(
                "R56-7.6",
                "the limit is {limit} {limit:train|trains}, and {owned} are owned",
                limit=limit,
                owned=owned,
            )
        price, cash = self._book.trains[action.train].price, state.players[action.player].cash
        if price > cash:
            raise IllegalAction(
                "R56-7.1",
                "a {train}-train costs {price}; {player} has {cash}",
                train=action.train,
                price=price,
                player=action.player,
                cash=cash,
            )

    def apply(self, ctx: Ctx, action: BuyTrain) -> None:
        state = ctx.state
        price = self._book.trains[action.train].price
        pay(state.players[action.player], state.bank, price)
        source = state.depot.stack if action.source == DEPOT else state.depot.market
        source.remove(action.train)
        company = company_on_turn(state)
        state.companies[company].trains.append(action.train)
        state.acted = True
        ctx.emit(TrainBought(company=company, train=action.train, source=action.source, price=price))
        if action.source == DEPOT:
            self._open_phase(ctx, action.train)

    def _check_on_sale(self, state: ShortState, action: BuyTrain) -> None:
        depot = state.depot
        if action.source == POOL:
            if action.train not in depot.market:
                raise IllegalAction("R56-7.5", "no {train}-train is in the open market", train=action.train)
        elif depot.stack[:1] != [action.train]:
            first = depot.stack[0] if depot.stack else None
            if first is None:
                raise IllegalAction("R56-7.4", "the bank has no train left")
            raise IllegalAction(
                "R56-7.4",
                "the bank sells {first}-trains now, not {train}-trains",
                first=first,
                train=action.train,
            )

    def _limit(self, state: ShortState) -> int:
        return self._book.phases[state.phase].train_limit

    def _rows(self, state: ShortState) -> tuple[tuple[str, str], ...]:
        company = state.companies[company_on_turn(state)]
        if len(company.trains) >= self._limit(state):
            return ()
        cash = state.players[company.owner].cash
        rows = [(train, DEPOT) for train in state.depot.stack[:1]]
        rows += [(train, POOL) for train in sorted(set(state.depot.market))]
        return tuple(row for row in rows if self._book.trains[row[0]].price <= cash)

    def _open_phase(self, ctx: Ctx, train: str) -> None:
        """The first train of a kind opens its phase, at once and completely [R56-2.2, R56-2.3]."""
        state = ctx.state
        opened = phase_opened(self._book, state, train)
        if opened is None:
            return
        state.phase = opened
        phase = self._book.phases[opened]
        ctx.emit(PhaseOpened(phase=phase.name, train=train))
        gone = rust(state.depot, (company.trains for company in state.companies.values()), phase.rusts)
        if gone:
            ctx.emit(TrainsRusted(trains=dict(gone)))


def phase_opened(book: Book, state: ShortState, train: str) -> int | None:
    """The phase that a new train of the kind would open; None if it is open."""
    opened = next((i for i, phase in enumerate(book.phases) if phase.opened_by == train), 0)
    return opened if opened > state.phase else None


class Limits:
    """A new limit holds for all companies, the buyer first; the open market takes what goes [R56-2.4]."""

    rule = choice_rule = "R56-2.4"

    def __init__(self, book: Book) -> None:
        self._book = book

    def over(self, ctx: Ctx) -> str | None:
        state = ctx.state
        limit = self._book.phases[state.phase].train_limit
        order = list(state.companies)
        for company in order[state.turn :] + order[: state.turn]:
            if len(state.companies[company].trains) > limit:
                return company
        return None

    def president(self, state: ShortState, company: str) -> str:
        return state.companies[company].owner

    def trains(self, state: ShortState, company: str) -> list[str]:
        return state.companies[company].trains

    def known(self, train: str) -> bool:
        return train in self._book.trains

    def refusal(self, state: ShortState, company: str, train: str) -> IllegalAction | None:
        """Any train may go."""
        return None

    def discard(self, ctx: Ctx, company: str, train: str) -> None:
        ctx.state.companies[company].trains.remove(train)
        ctx.state.depot.market.append(train)
        ctx.emit(TrainDiscarded(company=company, train=train))

"""What a player of the 1856 short game sees."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.core.game import Game
from piercy.rail.board import token_places
from piercy.rail.table import Heading, Ledger, Line, TableModel, cells, depot_for_sale, last_incomes
from piercy.rail.values import Count, Fact, Hexes, InPhase, Money, OfCompany, OfPlayer, Trains
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.state import ShortState, company_on_turn
from piercy.titles.short1856.trains import Limits


def table(facts: Book, game: Game) -> TableModel:
    """All that lies on the table."""
    state = game.state_as(ShortState)
    phase = facts.phases[state.phase]
    acting = None if state.flow.over else Limits(facts).over(Context(state)) or company_on_turn(state)
    costs = {kind.name: kind.price for kind in facts.trains.values()}
    removes = {opening.opened_by: opening.rusts for opening in facts.phases if opening.opened_by}
    return TableModel(
        facts=(
            Fact("round", Count(state.round_number)),
            Fact("phase", InPhase(phase.name)),
            Fact("train_limit", Count(phase.train_limit)),
            Fact("bank", Money(state.bank.cash)),
        ),
        players=_players(state, game.actor),
        companies=_companies(facts, state, acting, last_incomes(game.log)),
        trains=depot_for_sale(state.depot, costs, removes),
        tiles=dict(state.supply),
        company=acting,
        train_prices=costs,
    )


def _players(state: ShortState, actor: str | None) -> Ledger:
    lines = tuple(
        Line(
            name,
            cells(cash=Money(player.cash), company=OfCompany(player.company)),
            acting=name == actor,
        )
        for name, player in state.players.items()
    )
    return Ledger((Heading("cash", Money), Heading("company", OfCompany)), lines)


def _companies(facts: Book, state: ShortState, acting: str | None, incomes: dict[str, int]) -> Ledger:
    lines = []
    for name, company in state.companies.items():
        told = cells(
            owner=OfPlayer(company.president),
            cash=Money(state.players[company.president].cash),
            trains=Trains(tuple(company.trains)),
            tokens=Hexes(tuple(place for place, _ in token_places(state.board, name))),
            tokens_left=Count(company.tokens),
            income=Money(incomes[name]) if name in incomes else None,
        )
        lines.append(Line(name, told, facts.companies[name].name, acting=name == acting))
    columns = (
        Heading("owner", OfPlayer),
        Heading("cash", Money),
        Heading("trains", Trains),
        Heading("tokens", Hexes),
        Heading("tokens_left", Count),
        Heading("income", Money),
    )
    return Ledger(columns, tuple(lines))

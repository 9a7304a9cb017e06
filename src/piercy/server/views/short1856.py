"""The table of the 1856 short game."""

from __future__ import annotations

from piercy.core.game import Game
from piercy.rail.board import token_places
from piercy.server.views.common import badges_of, grouped, last_incomes, trains_left
from piercy.server.views.model import Chip, Column, Row, Sheet, TableView
from piercy.titles.short1856.book import book
from piercy.titles.short1856.state import ShortState, company_on_turn

MONEY = "${}"


def view(game: Game) -> TableView:
    state: ShortState = game.state
    facts = book()
    phase = facts.phases[state.phase]
    acting = None if state.flow.over else company_on_turn(state)
    notes = {
        opening.opened_by: ", ".join(opening.rusts)
        for opening in facts.phases
        if opening.opened_by and opening.rusts
    }
    return TableView(
        money=MONEY,
        chips=(
            Chip("Round", str(state.round_number)),
            Chip("Phase", phase.name),
            Chip("Train limit", str(phase.train_limit)),
            Chip("Bank", MONEY.format(state.bank.cash)),
        ),
        players=_players(game, state),
        companies=_companies(game, state, acting),
        trains=trains_left(state.depot, {kind.name: kind.price for kind in facts.trains.values()}, notes),
        tiles=tuple(state.supply.items()),
        company=acting,
        badges=badges_of(game.title),
        train_prices={kind.name: kind.price for kind in facts.trains.values()},
    )


def _players(game: Game, state: ShortState) -> Sheet:
    rows = tuple(
        Row(name, {"cash": MONEY.format(player.cash), "company": player.company}, acting=name == game.actor)
        for name, player in state.players.items()
    )
    return Sheet((Column("cash", "Cash"), Column("company", "Company", number=False)), rows)


def _companies(game: Game, state: ShortState, acting: str | None) -> Sheet:
    facts = book()
    incomes = last_incomes(game)
    badges = badges_of(game.title)
    rows = []
    for name, company in state.companies.items():
        cells = {
            "owner": company.owner,
            "cash": MONEY.format(state.players[company.owner].cash),
            "trains": grouped(company.trains),
            "stations": " ".join(place for place, _ in token_places(state.board, name)),
            "markers": str(company.markers),
            "income": MONEY.format(incomes[name]) if name in incomes else "–",
        }
        rows.append(Row(name, cells, badges[name], acting=name == acting, name=facts.companies[name].name))
    columns = (
        Column("owner", "Owner", number=False),
        Column("cash", "Cash"),
        Column("trains", "Trains", number=False),
        Column("stations", "Stations", number=False),
        Column("markers", "Markers left"),
        Column("income", "Last income"),
    )
    return Sheet(columns, tuple(rows))

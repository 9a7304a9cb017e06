"""The table of 18CZ and its variants."""

from __future__ import annotations

from collections import Counter
from typing import Any

from piercy.core.game import Game
from piercy.render.charter import draw_charters, draw_revenue_table, draw_round_track
from piercy.render.market import draw_market
from piercy.server.views.common import badges_of, holdings, share_cells
from piercy.server.views.model import Chip, Column, Drawing, Row, Sheet, TableView, TrainStack
from piercy.titles.cz.book import Book
from piercy.titles.cz.state import (
    CzState,
    bank_shares,
    certificates,
    company_on_turn,
    local_price,
    locals_of,
    price_of,
    stations,
    train_limit,
    type_of,
)
from piercy.titles.cz.title import Cz

MONEY = "{} K"
ROUNDS = {
    "prestock": "Sale of Locals",
    "auction": "Auction",
    "stock": "Stock round",
    "income": "Income",
    "operating": "Operating round",
    "closing": "Between the sets",
}
SIZES = {"small": "S", "medium": "M", "large": "L"}


def view(game: Game) -> TableView:
    state: CzState = game.state
    facts = _facts(game)
    operating = state.flow.round == "operating" and not state.flow.over
    return TableView(
        money=MONEY,
        chips=_chips(facts, state),
        players=_players(game, facts, state),
        companies=_companies(game, facts, state, company_on_turn(state) if operating else None),
        trains=_trains(facts, state),
        tiles=tuple(state.supply.items()),
        company=company_on_turn(state) if operating else None,
        badges=badges_of(game.title),
        waiting=tuple(
            badges_of(game.title)[name]
            for name, company in state.companies.items()
            if company.director is None and not company.closed
        ),
        notes=_notes(facts, state),
        train_prices={
            kind + letter: facts.trains[kind].price
            for letter, card in facts.cards.items()
            for kind in card.types
        },
        drawings=_drawings(game, state),
        focus="map" if operating else "market",
    )


def figures(game: Game) -> dict[str, Any]:
    """The share prices of the companies that have one."""
    state: CzState = game.state
    facts = _facts(game)
    prices = {
        name: price_of(facts, company)
        for name, company in state.companies.items()
        if company.director is not None and not company.closed
    }
    return {"prices": prices}


def _facts(game: Game) -> Book:
    title = game.title
    assert isinstance(title, Cz)
    return title.facts


def _chips(facts: Book, state: CzState) -> tuple[Chip, ...]:
    number = f" {state.set_number + 1}"
    if state.round_in_set >= 0:
        number += f".{state.round_in_set + 1}"
    return (
        Chip(ROUNDS.get(state.flow.round, state.flow.round), number.strip()),
        Chip("Phase", state.phase.upper()),
        Chip("Locals", MONEY.format(local_price(facts, state))),
    )


def _notes(facts: Book, state: CzState) -> dict[str, str]:
    """What shares cost, and what private companies cost and pay."""
    notes = {
        name: MONEY.format(price_of(facts, company))
        for name, company in state.companies.items()
        if company.director is not None
    }
    for name, local in facts.locals.items():
        price = MONEY.format(local.price)
        notes[name] = f"{price} +{local.income}" if local.income else price
    return notes


def _players(game: Game, facts: Book, state: CzState) -> Sheet:
    limit = facts.tables[len(state.players)].certificates
    rows = []
    for name in state.order:
        player = state.players[name]
        cells = {
            "cash": MONEY.format(player.cash),
            "certificates": f"{certificates(state, name)}/{limit}",
            "locals": " ".join(locals_of(state, name, company=False)),
            "loan": MONEY.format(player.loan + player.penalty) if player.loan or player.penalty else "",
        }
        rows.append(Row(name, cells, acting=name == game.actor))
    columns = (
        Column("cash", "Cash"),
        Column("certificates", "Certificates"),
        Column("locals", "Locals", number=False),
        Column("loan", "Debt"),
    )
    return Sheet(columns, tuple(rows))


def _companies(game: Game, facts: Book, state: CzState, acting: str | None) -> Sheet:
    badges = badges_of(game.title)
    rows = []
    for name, company in state.companies.items():
        if company.closed or company.director is None:
            continue
        about = facts.companies[name]
        left = company.markers + company.taken_markers
        cells = {
            "size": SIZES[about.size],
            "price": str(price_of(facts, company)) if company.director else "",
            **share_cells(company.shares, company.director),
            "bank": str(bank_shares(facts, name, company)),
            "cash": MONEY.format(company.cash) if company.open else "",
            "trains": " ".join(map(type_of, company.trains)) + f" /{train_limit(facts, state, name)}"
            if company.open
            else "",
            "stations": " ".join(place for place, _ in stations(state, name)) + (f" +{left}" if left else ""),
            "locals": " ".join(locals_of(state, name, company=True)),
            "income": MONEY.format(company.revenue) if company.operated else "",
        }
        rows.append(Row(name, cells, badges[name], acting=name == acting, name=about.name))
    rows.sort(key=lambda row: -int(row.cells["price"] or -1))
    holders = list(state.players)
    if any("Vaclav" in company.shares for company in state.companies.values()):
        holders.append("Vaclav")
    columns = (
        Column("size", "Size", number=False),
        Column("price", "Price"),
        *holdings(holders),
        Column("bank", "Bank"),
        Column("cash", "Treasury"),
        Column("trains", "Trains", number=False),
        Column("stations", "Stations", number=False),
        Column("locals", "Locals", number=False),
        Column("income", "Last income"),
    )
    return Sheet(columns, tuple(rows))


def _trains(facts: Book, state: CzState) -> tuple[TrainStack, ...]:
    """Cards with what each of their types costs; then the pool."""
    stacks = [
        TrainStack(letter.upper(), 0, left, "bank", types=_types(facts, letter))
        for letter, left in Counter(state.depot.stack).items()
    ]
    endless = facts.endless
    stacks.append(TrainStack(endless.upper(), 0, None, "bank", types=_types(facts, endless)))
    pool = [
        TrainStack(type_of(train), facts.trains[type_of(train)].price, left, "market")
        for train, left in sorted(Counter(state.depot.pool).items())
    ]
    return (*pool, *stacks)


def _types(facts: Book, letter: str) -> tuple[tuple[str, int], ...]:
    return tuple((kind, facts.trains[kind].price) for kind in facts.cards[letter].types)


def _drawings(game: Game, state: CzState) -> tuple[Drawing, ...]:
    title = game.title
    assert isinstance(title, Cz)
    colours = title.company_colours

    def market() -> str:
        return draw_market(title.market_sheet(state), colours) + draw_round_track(title.round_track(state))

    def charters() -> str:
        revenues = {name: c.revenue for name, c in state.companies.items() if c.open and not c.closed}
        return draw_charters(title.charters(state)) + draw_revenue_table(revenues, colours)

    return (Drawing("market", "Market", market), Drawing("charters", "Charters", charters))

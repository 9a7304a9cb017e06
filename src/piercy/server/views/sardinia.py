"""The table of 1865 Sardinia and its short game."""

from __future__ import annotations

from typing import Any

from piercy.core.game import Game
from piercy.present.phrases import QUESTIONS
from piercy.rail.board import token_places
from piercy.render.chart import draw_chart
from piercy.render.charter import draw_charters, draw_round_track
from piercy.render.market import draw_market
from piercy.server.views.common import badges_of, grouped, holdings, last_incomes, share_cells, trains_left
from piercy.server.views.model import Chip, Column, Drawing, Question, Row, Sheet, TableView
from piercy.titles.sardinia import market
from piercy.titles.sardinia.absorption_choices import stakes
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.chart import rank, region
from piercy.titles.sardinia.income import coverage
from piercy.titles.sardinia.shares import certificates, shares
from piercy.titles.sardinia.state import SardiniaState, company_on_turn
from piercy.titles.sardinia.title import Sardinia

MONEY = "L.{}"
ROUNDS = {
    "draft": "Draft",
    "prelude": "Before the stock round",
    "stock": "Stock round",
    "operating": "Operating round",
}


def view(game: Game) -> TableView:
    state: SardiniaState = game.state
    title = game.title
    assert isinstance(title, Sardinia)
    facts = title.facts
    acting = company_on_turn(state) if state.turn is not None and not state.flow.over else None
    prices = {kind.name: kind.price for kind in facts.trains.values()}
    scraps: dict[str, str] = {}
    for train in facts.trains.values():
        scraps.setdefault(
            train.name, " ".join(kind.removeprefix("PH") for kind in facts.phases[train.phase].scraps)
        )
    return TableView(
        money=MONEY,
        chips=_chips(state, facts),
        players=_players(game, facts, state),
        companies=_companies(game, facts, state, acting),
        trains=trains_left(state.depot, prices, scraps),
        tiles=tuple(state.supply.items()),
        company=acting,
        badges=badges_of(game.title),
        waiting=tuple(
            badges_of(game.title)[name]
            for name, company in state.companies.items()
            if company.president is None
        ),
        notes={name: card.name for name, card in facts.maritimes.items()}
        | {name: MONEY.format(market.price(facts, state, name)) for name in state.market},
        train_prices=prices,
        drawings=_drawings(title, state),
        question=_question(facts, state),
        forecast=lambda: _forecast(title, state),
    )


def figures(game: Game) -> dict[str, Any]:
    """The share prices of the companies on the market."""
    state: SardiniaState = game.state
    facts = _facts(game)
    return {"prices": {name: market.price(facts, state, name) for name in sorted(state.market)}}


def _facts(game: Game) -> Book:
    title = game.title
    assert isinstance(title, Sardinia)
    return title.facts


def _chips(state: SardiniaState, facts: Book) -> tuple[Chip, ...]:
    number = (
        f"{state.stock_round}.{state.operating_round}" if state.operating_round else str(state.stock_round)
    )
    return (
        Chip(ROUNDS.get(state.flow.round, state.flow.round), number),
        Chip("Phase", str(state.phase)),
        Chip("Train limit", str(facts.phases[max(state.phase, min(facts.phases))].train_limit)),
        Chip("Bank", MONEY.format(state.bank.cash)),
        Chip("Priority", state.priority),
    )


def _players(game: Game, facts: Book, state: SardiniaState) -> Sheet:
    limit = facts.certificates[len(state.players)]
    rows = []
    for name, player in state.players.items():
        cells = {
            "cash": MONEY.format(player.cash),
            "certificates": f"{certificates(state, name)}/{limit}",
            "maritimes": " ".join(player.maritimes),
            "loans": str(player.loans) if player.loans else "",
        }
        rows.append(Row(name, cells, acting=name == game.actor))
    columns = (
        Column("cash", "Cash"),
        Column("certificates", "Certificates"),
        Column("maritimes", "Maritime", number=False),
        Column("loans", "Loans"),
    )
    return Sheet(columns, tuple(rows))


def _companies(game: Game, facts: Book, state: SardiniaState, acting: str | None) -> Sheet:
    badges, incomes = badges_of(game.title), last_incomes(game)
    order = [name for name in state.market if state.companies[name].president is not None]
    rows = []
    for name in order:
        company = state.companies[name]
        owned = {player: shares(state, player, name) for player in state.players}
        where = region(facts, state, name)
        cells = {
            "kind": "10 %" if company.major else "20 %",
            "price": str(market.price(facts, state, name) or ""),
            **share_cells(owned, company.president),
            "offer": str(company.offer or ""),
            "pool": str(company.pool or ""),
            "dragons": str(company.dragons or ""),
            "cash": MONEY.format(company.cash) if company.floated else "",
            "trains": grouped([train.removeprefix("PH") for train in company.trains]),
            "stations": f"{len(token_places(state.board, name))} +{company.tokens}",
            "traffic": f"{company.traffic}/{coverage(facts, state, name)}",
            "rank": f"{rank(facts, state, name)} {where[0].upper()}" if where else "",
            "maritimes": " ".join(company.maritimes),
            "loans": str(company.loans or ""),
            "income": MONEY.format(incomes[name]) if name in incomes else "",
        }
        rows.append(Row(name, cells, badges[name], acting=name == acting, name=facts.companies[name].name))
    return Sheet(_columns(list(state.players)), tuple(rows))


def _columns(players: list[str]) -> tuple[Column, ...]:
    return (
        Column("kind", "Share"),
        Column("price", "Price"),
        *holdings(players),
        Column("offer", "Offer"),
        Column("pool", "Pool"),
        Column("dragons", "Dragons"),
        Column("cash", "Treasury"),
        Column("trains", "Trains", number=False),
        Column("stations", "Stations", number=False),
        Column("traffic", "Traffic/coverage"),
        Column("rank", "Rank", number=False),
        Column("maritimes", "Maritime", number=False),
        Column("loans", "Loans"),
        Column("income", "Last income"),
    )


def _question(facts: Book, state: SardiniaState) -> Question | None:
    """What is asked after an absorption, and what is at stake."""
    absorption = state.absorption
    if absorption is None:
        return None
    fields: dict[str, object] = {"company": absorption.acquirer, "target": absorption.target}
    if not absorption.vacated:
        return Question("vacate_mines", QUESTIONS["leave"], fields)
    at = stakes(facts, state)
    text = QUESTIONS["keep_scarce" if at.scarce else "keep"]
    return Question("replace_tokens", text, {**fields, "tokens": at.left}, at.places)


def _forecast(title: Sardinia, state: SardiniaState) -> list[tuple[str, list[dict[str, Any]]]]:
    """The coming turns of the Dragons if nobody else acts."""
    return [(turn.before, [event.to_dict() for event in turn.events]) for turn in title.forecast(state).turns]


def _drawings(title: Sardinia, state: SardiniaState) -> tuple[Drawing, ...]:
    colours = title.company_colours
    return (
        Drawing("market", "Market", lambda: draw_market(title.market_sheet(state), colours)),
        Drawing("dragons", "Dragons", lambda: draw_chart(title.chart_sheet(state), colours)),
        Drawing(
            "charters",
            "Charters",
            lambda: draw_charters(title.charters(state)) + draw_round_track(title.round_track(state)),
        ),
    )

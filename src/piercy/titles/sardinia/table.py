"""What a player of 1865 sees: the table model, with market, Dragons Chart, charters and round track."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.core.game import Game
from piercy.rail.board import token_places
from piercy.rail.sheets import (
    Card,
    Charter,
    Charters,
    ChartRow,
    ChartSheet,
    MarketSheet,
    PriceRow,
    RoundTrack,
    TrackBox,
)
from piercy.rail.stock.market import all_prices, stacks
from piercy.rail.table import (
    Asked,
    Heading,
    Ledger,
    Line,
    Pane,
    TableModel,
    cells,
    depot_for_sale,
    hands,
    held_by,
    last_incomes,
    some,
)
from piercy.rail.values import (
    Called,
    Cards,
    Count,
    Fact,
    InPhase,
    Money,
    OfPlayer,
    OutOf,
    Percent,
    Price,
    Rank,
    RoundNumber,
    Size,
    Tokens,
    Trains,
    Value,
)
from piercy.titles.sardinia.absorption_choices import stakes
from piercy.titles.sardinia.book import GREEN, WHITE, Book
from piercy.titles.sardinia.chart import rank, ranks, region
from piercy.titles.sardinia.income import coverage
from piercy.titles.sardinia.market import price
from piercy.titles.sardinia.purchase import Limits
from piercy.titles.sardinia.shares import certificates, share_facts, shares
from piercy.titles.sardinia.state import SardiniaState, company_on_turn

_IN_A_LINE = 16
"""Cells of the market side by side: the one row is broken so that it fits a page."""
_PHASE_COLOURS = {2: "yellow", 3: "green", 4: "green", 5: "red", 6: "red", 7: "blue"}


def table(facts: Book, game: Game) -> TableModel:
    """All that lies on the table."""
    state = game.state_as(SardiniaState)
    running = state.turn is not None and not state.flow.over
    acting = Limits(facts).over(Context(state)) or (company_on_turn(state) if running else None)
    costs = {kind.name: kind.price for kind in facts.trains.values()}
    removes = {kind.name: _short(facts.phases[kind.phase].scraps) for kind in facts.trains.values()}
    return TableModel(
        facts=_facts(facts, state),
        players=_players(facts, state, game.actor),
        companies=_companies(facts, state, acting, last_incomes(game.log)),
        trains=depot_for_sale(state.depot, costs, removes),
        tiles=dict(state.supply),
        company=acting,
        waiting=tuple(name for name, company in state.companies.items() if company.president is None),
        notes=_notes(facts, state),
        train_prices=costs,
        panes=(
            Pane("market", (market_sheet(facts, state),)),
            Pane("dragons", (chart_sheet(facts, state),)),
            Pane("charters", (Charters(charters(facts, state)), RoundTrack(round_boxes(state)))),
        ),
        focus="map" if acting or state.flow.over else "market",
        asked=_asked(facts, state),
    )


def _short(trains: tuple[str, ...]) -> tuple[str, ...]:
    """Trains as the table calls them: by number alone."""
    return tuple(train.removeprefix("PH") for train in trains)


def _facts(facts: Book, state: SardiniaState) -> tuple[Fact, ...]:
    return (
        Fact(f"{state.flow.round}_round", RoundNumber(state.stock_round, state.operating_round or None)),
        Fact("phase", InPhase(str(state.phase))),
        Fact("train_limit", Count(facts.phases[max(state.phase, min(facts.phases))].train_limit)),
        Fact("bank", Money(state.bank.cash)),
        Fact("priority", OfPlayer(state.priority)),
    )


def _notes(facts: Book, state: SardiniaState) -> dict[str, Value]:
    """What maritime cards are called, and what shares cost."""
    notes: dict[str, Value] = {name: Called(card.name) for name, card in facts.maritimes.items()}
    return notes | {name: Money(cost) for name, cost in all_prices(facts.prices, state).items()}


def _players(facts: Book, state: SardiniaState, actor: str | None) -> Ledger:
    limit = facts.certificates[len(state.players)]
    lines = []
    for name, player in state.players.items():
        told = cells(
            cash=Money(player.cash),
            certificates=OutOf(certificates(state, name), limit),
            maritimes=Cards(tuple(player.maritimes)),
            loans=some(player.loans),
        )
        lines.append(Line(name, told, acting=name == actor))
    columns = (
        Heading("cash", Money),
        Heading("certificates", OutOf),
        Heading("maritimes", Cards),
        Heading("loans", Count),
    )
    return Ledger(columns, tuple(lines))


def _companies(facts: Book, state: SardiniaState, acting: str | None, incomes: dict[str, int]) -> Ledger:
    """The companies that somebody runs, in operating order."""
    columns = (
        Heading("share", Percent),
        Heading("price", Price),
        *held_by(state.players),
        Heading("offer", Count),
        Heading("pool", Count),
        Heading("dragons", Count),
        Heading("treasury", Money),
        Heading("trains", Trains),
        Heading("tokens", Tokens),
        Heading("traffic", OutOf),
        Heading("rank", Rank),
        Heading("maritimes", Cards),
        Heading("loans", Count),
        Heading("income", Money),
    )
    lines = [
        Line(
            name,
            _company(facts, state, name, incomes.get(name)),
            facts.companies[name].name,
            acting=name == acting,
        )
        for name in state.market
        if state.companies[name].president is not None
    ]
    return Ledger(columns, tuple(lines))


def _company(facts: Book, state: SardiniaState, name: str, income: int | None) -> dict[str, Value]:
    company = state.companies[name]
    cost, where = price(facts, state, name), region(facts, state, name)
    owned = {player: shares(state, player, name) for player in state.players}
    return hands(owned, company.president) | cells(
        share=Percent(share_facts(facts, company).percent),
        price=Price(cost) if cost else None,
        offer=some(company.offer),
        pool=some(company.pool),
        dragons=some(company.dragons),
        treasury=Money(company.cash) if company.floated else None,
        trains=Trains(_short(tuple(company.trains))),
        tokens=Tokens(len(token_places(state.board, name)), company.tokens),
        traffic=OutOf(company.traffic, coverage(facts, state, name)),
        rank=Rank(rank(facts, state, name), where) if where else None,
        maritimes=Cards(tuple(company.maritimes)),
        loans=some(company.loans),
        income=None if income is None else Money(income),
    )


def _asked(facts: Book, state: SardiniaState) -> Asked | None:
    """What is asked after an absorption, and what is at stake."""
    absorption = state.absorption
    if absorption is None:
        return None
    between: dict[str, str | int] = {"company": absorption.acquirer, "target": absorption.target}
    if not absorption.vacated:
        return Asked("vacate_mines", "leave", between)
    at = stakes(facts, state)
    return Asked(
        "replace_tokens", "keep_scarce" if at.scarce else "keep", {**between, "tokens": at.left}, at.places
    )


def market_sheet(facts: Book, state: SardiniaState) -> MarketSheet:
    """The row of prices with the stacks, and what the Dragons ask in white and green [R65-1.5.2]."""
    return MarketSheet(
        rows=[PriceRow(facts.prices[at : at + _IN_A_LINE]) for at in range(0, len(facts.prices), _IN_A_LINE)],
        stacks=stacks(facts.prices, state),
        pars={facts.prices[at]: ("yellow",) for at in facts.starts},
        premiums={cell.price: ((cell.white, WHITE), (cell.green, GREEN)) for cell in facts.cells},
    )


def chart_sheet(facts: Book, state: SardiniaState) -> ChartSheet:
    """The Dragons Chart with the rank markers [R65-1.6.1]."""
    rows = sorted(facts.chart.rows)
    columns = range(1, facts.chart.columns + 1)
    return ChartSheet(
        title="Dragons Chart",
        rows=[ChartRow(f"PH{row}", [facts.chart.region(row, rank) for rank in columns]) for row in rows],
        markers={
            name: (rows.index(state.companies[name].row), rank) for name, rank in ranks(facts, state).items()
        },
    )


def charters(facts: Book, state: SardiniaState) -> list[Charter]:
    """The charters of all launched companies, in operating order."""
    return [_charter(facts, state, name) for name in state.market]


def _charter(facts: Book, state: SardiniaState, name: str) -> Charter:
    company, about = state.companies[name], facts.companies[name]
    limit = facts.phases[state.phase].train_limit if state.phase in facts.phases else None
    kind = "major" if company.major else "minor"
    kind = kind if company.floated else f"{kind}_not_floated"
    return Charter(
        company=name,
        name=about.name,
        colour=about.colour,
        president=company.president,
        price=price(facts, state, name),
        cash=company.cash,
        trains=[Card(train, _PHASE_COLOURS[facts.trains[train].phase]) for train in company.trains],
        train_limit=limit,
        markers=["o"] * company.tokens,
        cards=[Card(card) for card in company.maritimes],
        notes=(
            Fact("carried", Count(company.traffic)),
            Fact("coverage", Count(coverage(facts, state, name))),
            Fact("loans", Count(company.loans)),
            Fact("kind", Size(kind)),
        ),
        cards_key="maritime_cards",
    )


def round_boxes(state: SardiniaState) -> list[TrackBox]:
    """The set of now: a stock round and two operating rounds [R65-2.2.1]."""
    trading = state.flow.round in ("draft", "prelude", "stock")
    boxes = [TrackBox(f"SR{max(1, state.stock_round)}", "stock", trading and not state.flow.over)]
    boxes += [
        TrackBox(f"OR{number}", "operating", not trading and state.operating_round == number)
        for number in (1, 2)
    ]
    return [*boxes, TrackBox("end", "end", state.flow.over)] if state.ending else boxes

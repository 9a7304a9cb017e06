"""What lies beside the map: market with premiums, charters, round track and the Dragons Chart."""

from __future__ import annotations

from piercy.rail.sheets import Card, Charter, ChartRow, ChartSheet, MarketSheet, PriceRow, TrackBox
from piercy.titles.sardinia import market
from piercy.titles.sardinia.book import GREEN, WHITE, Book
from piercy.titles.sardinia.chart import ranks
from piercy.titles.sardinia.income import coverage
from piercy.titles.sardinia.state import SardiniaState

_IN_A_LINE = 16
"""Cells of the market side by side: the one row is broken so that it fits a page."""
_PHASE_COLOURS = {2: "yellow", 3: "green", 4: "green", 5: "red", 6: "red", 7: "blue"}


def market_sheet(facts: Book, state: SardiniaState) -> MarketSheet:
    """The row of prices with the stacks, and what the Dragons ask in white and green [R65-1.5.2]."""
    prices = [cell.price for cell in facts.cells]
    return MarketSheet(
        rows=[PriceRow(prices[at : at + _IN_A_LINE]) for at in range(0, len(prices), _IN_A_LINE)],
        stacks={
            cell.price: stacked for at, cell in enumerate(facts.cells) if (stacked := market.stack(state, at))
        },
        pars={facts.cells[at].price: ("yellow",) for at in facts.starts},
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
    return Charter(
        company=name,
        name=about.name,
        colour=about.colour,
        director=company.president,
        price=market.price(facts, state, name),
        cash=company.cash,
        trains=[Card(train, _PHASE_COLOURS[facts.trains[train].phase]) for train in company.trains],
        train_limit=limit,
        markers=["o"] * company.tokens,
        cards=[Card(card) for card in company.maritimes],
        notes=(
            ("Traffic", str(company.traffic)),
            ("Coverage", str(coverage(facts, state, name))),
            ("Loans", str(company.loans)),
            ("Kind", kind if company.floated else f"{kind}, not floated"),
        ),
        director_title="President",
        cards_title="Maritimes",
    )


def round_track(state: SardiniaState) -> list[TrackBox]:
    """The set of now: a stock round and two operating rounds [R65-2.2.1]."""
    trading = state.flow.round in ("draft", "prelude", "stock")
    boxes = [TrackBox(f"SR{max(1, state.stock_round)}", "stock", trading and not state.flow.over)]
    boxes += [
        TrackBox(f"OR{number}", "operating", not trading and state.operating_round == number)
        for number in (1, 2)
    ]
    return [*boxes, TrackBox("end", "end", state.flow.over)] if state.ending else boxes

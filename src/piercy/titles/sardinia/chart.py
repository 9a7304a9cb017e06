"""Rank and region of a company on the Dragons Chart [R65-3.2]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.titles.sardinia.book import RED, Book
from piercy.titles.sardinia.state import SardiniaState

Ctx = Context[SardiniaState]


def tokens_on_map(state: SardiniaState, company: str) -> int:
    return sum(1 for tokens in state.board.tokens.values() for owner, _ in tokens if owner == company)


def rank(facts: Book, state: SardiniaState, company: str) -> int:
    """The phase numbers of its trains and the number of its tokens on the map [R65-3.2.1]."""
    trains = sum(facts.trains[train].phase for train in state.companies[company].trains)
    return trains + tokens_on_map(state, company)


def ranks(facts: Book, state: SardiniaState) -> dict[str, int]:
    """The ranks of all companies with a marker on the chart, in operating order."""
    found = {name: 0 for name in state.market if state.companies[name].row}
    for tokens in state.board.tokens.values():
        for owner, _ in tokens:
            if owner in found:
                found[owner] += 1
    for name in found:
        for train in state.companies[name].trains:
            found[name] += facts.trains[train].phase
    return found


def regions(facts: Book, state: SardiniaState) -> dict[str, tuple[int, str]]:
    """Rank and region of all companies with a marker on the chart, in operating order."""
    region_of, companies = facts.chart.region, state.companies
    return {name: (r, region_of(companies[name].row, r)) for name, r in ranks(facts, state).items()}


def region(facts: Book, state: SardiniaState, company: str) -> str | None:
    """Red, white or green; None without a rank marker [R65-3.2.5]."""
    row = state.companies[company].row
    return None if row == 0 else facts.chart.region(row, rank(facts, state, company))


def asked_price(facts: Book, state: SardiniaState, company: str) -> int:
    """What a share costs that comes from the Dragons or is absorbed [R65-3.5.4, R65-5.3.3]."""
    cell = facts.cells[state.companies[company].cell]
    return cell.asked(region(facts, state, company) or RED)

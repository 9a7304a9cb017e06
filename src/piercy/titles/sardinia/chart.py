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


def compared_rank(facts: Book, state: SardiniaState, company: str) -> int:
    """The rank that counts in comparisons: the true one, unless the last column caps it [R65-1.6.3]."""
    true = rank(facts, state, company)
    return min(true, facts.chart.columns) if state.rulings.rank_ceiling else true


def region(facts: Book, state: SardiniaState, company: str) -> str | None:
    """Red, white or green; None without a rank marker [R65-3.2.5]."""
    row = state.companies[company].row
    return None if row == 0 else facts.chart.region(row, rank(facts, state, company))


def asked_price(facts: Book, state: SardiniaState, company: str) -> int:
    """What a share costs that comes from the Dragons or is absorbed [R65-3.5.4, R65-5.3.3]."""
    cell = facts.cells[state.companies[company].cell]
    return cell.asked(region(facts, state, company) or RED)

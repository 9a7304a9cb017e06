"""What a player may expect to end with: worth, the dividends to come, and the bills for trains.

An estimate for bots, quick rather than exact.
"""

from __future__ import annotations

from piercy.core.title import POINT
from piercy.rail.stock.market import NOWHERE
from piercy.rail.trains import kinds_on_sale
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.income import coverage
from piercy.titles.sardinia.shares import share_facts, shares, worth
from piercy.titles.sardinia.state import Company, SardiniaState

PERCENT = POINT // 100
ROUND = POINT
"""A round is divided as finely as a point."""
UNSERVED_COUNTS = 30 * PERCENT
"""How far traffic counts that no train serves yet, and coverage that has no traffic."""
CASH_COUNTS = 40 * PERCENT
"""How far a company's money is as good as the president's own."""
CASH_EARNS = 5 * PERCENT
RISE = 6 * PERCENT
"""How much a company that pays dividends gains in price in a round, as a part of it."""
UNFLOATED_RISE = RISE // 5
"""The same for a company that is still to float."""
LEAST_INCOME = 150
"""What all players together take from the bank in a round, at least."""
MOST_ROUNDS = 14


def prospects(facts: Book, state: SardiniaState, player: str) -> int:
    """Worth now, and what it will bring in the operating rounds that are left."""
    total = worth(facts, state, player) * POINT
    if state.flow.over:
        return total
    rounds = _rounds_left(facts, state)
    for name, company in state.companies.items():
        if company.cell == NOWHERE:
            continue
        held = shares(state, player, name)
        if held:
            total += held * _share_brings(facts, state, name, company, rounds)
        if company.president == player and company.floated:
            total += CASH_COUNTS * company.cash - _bill(facts, state, company) * POINT
    maritimes = len(state.players[player].maritimes)
    return total + maritimes * facts.sums.maritime_income * rounds * POINT // ROUND


def _rounds_left(facts: Book, state: SardiniaState) -> int:
    """Operating rounds, in parts, until the bank is empty, or until the set ends in which it broke."""
    if state.ending:
        return ROUND * (2 - state.operating_round + (state.turn is not None))
    income = sum(_income(facts, state, name) for name, c in state.companies.items() if c.floated)
    return min(
        MOST_ROUNDS * ROUND,
        ROUND + max(0, state.bank.cash) * POINT * ROUND // max(LEAST_INCOME * POINT, income),
    )


def _share_brings(facts: Book, state: SardiniaState, name: str, company: Company, rounds: int) -> int:
    """Dividends on one share, and the rise of its price that comes with them."""
    price = facts.prices[company.cell]
    if not company.floated:
        return UNFLOATED_RISE * price * rounds // ROUND
    income = _income(facts, state, name)
    turns = max(0, rounds - ROUND * (name in state.operated))
    dividend = income * share_facts(facts, company).percent // 100
    return turns * (dividend + RISE * price * (income > 0)) // ROUND


def _income(facts: Book, state: SardiniaState, name: str) -> int:
    """What the company may earn in a round, in parts of a point."""
    company = state.companies[name]
    covered = coverage(facts, state, name)
    served = min(company.traffic, covered)
    unserved = max(company.traffic, covered) - served
    counted = served * POINT + UNSERVED_COUNTS * unserved
    return facts.sums.revenue_per_traffic * counted + CASH_EARNS * company.cash


def _bill(facts: Book, state: SardiniaState, company: Company) -> int:
    """What the president may have to add so that the company has a train."""
    if company.trains:
        return 0
    return max(0, min(facts.trains[train].price for train in kinds_on_sale(state.depot)) - company.cash)

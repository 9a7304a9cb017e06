"""What a player may expect to end with: worth, the dividends to come, and the bills for trains.

An estimate for bots, quick rather than exact.
"""

from __future__ import annotations

from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.income import coverage
from piercy.titles.sardinia.shares import share_facts, shares, worth
from piercy.titles.sardinia.state import NOWHERE, Company, SardiniaState

UNSERVED_COUNTS = 0.3
"""How far traffic counts that no train serves yet, and coverage that has no traffic."""
CASH_COUNTS = 0.4
"""How far a company's money is as good as the president's own."""
CASH_EARNS = 0.05
RISE = 0.06
"""How much a company that pays dividends gains in price in a round, as a part of it."""
LEAST_INCOME = 150
"""What all players together take from the bank in a round, at least."""
MOST_ROUNDS = 14.0


def prospects(facts: Book, state: SardiniaState, player: str) -> float:
    """Worth now, and what it will bring in the operating rounds that are left."""
    total = float(worth(facts, state, player))
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
            total += CASH_COUNTS * company.cash - _bill(facts, state, company)
    maritimes = len(state.players[player].maritimes)
    return total + maritimes * facts.sums.maritime_income * rounds


def _rounds_left(facts: Book, state: SardiniaState) -> float:
    """Operating rounds until the bank is empty, or until the set ends in which it broke."""
    if state.ending:
        return float(2 - state.operating_round + (state.turn is not None))
    income = sum(_income(facts, state, name) for name, c in state.companies.items() if c.floated)
    return min(MOST_ROUNDS, 1 + max(0, state.bank.cash) / max(LEAST_INCOME, income))


def _share_brings(facts: Book, state: SardiniaState, name: str, company: Company, rounds: float) -> float:
    """Dividends on one share, and the rise of its price that comes with them."""
    price = facts.cells[company.cell].price
    if not company.floated:
        return 0.2 * RISE * price * rounds
    income = _income(facts, state, name)
    turns = rounds - (name in state.operated)
    return max(0.0, turns) * (
        income * share_facts(facts, company).percent / 100 + RISE * price * (income > 0)
    )


def _income(facts: Book, state: SardiniaState, name: str) -> float:
    company = state.companies[name]
    covered = coverage(facts, state, name)
    served = min(company.traffic, covered)
    unserved = max(company.traffic, covered) - served
    return facts.sums.revenue_per_traffic * (served + UNSERVED_COUNTS * unserved) + CASH_EARNS * company.cash


def _bill(facts: Book, state: SardiniaState, company: Company) -> float:
    """What the president may have to add so that the company has a train."""
    on_sale = state.depot.stack[:1] + state.depot.market
    if company.trains or not on_sale:
        return 0.0
    return max(0, min(facts.trains[train].price for train in on_sale) - company.cash)

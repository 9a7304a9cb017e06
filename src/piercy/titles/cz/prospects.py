"""What a player may expect to end with: wealth, the dividends to come, and the bills for trains.

An estimate for bots, quick rather than exact: only the company on turn is asked for its best run, the others
are guessed from their trains.
"""

from __future__ import annotations

from piercy.core.flow import beyond
from piercy.core.title import POINT
from piercy.rail.trains import kinds_on_sale, new_trains
from piercy.titles.cz import accounts, running
from piercy.titles.cz.book import Book, CompanyFacts
from piercy.titles.cz.state import (
    TURN,
    Company,
    CzState,
    card_of,
    phase_reached,
    price_of,
    runnable,
    type_of,
)

PER_STOP = 14
"""What a stop pays in the first phase, and how much more in each later band of values."""
MORE_PER_BAND = 4
PERCENT = POINT // 100
CASH_EARNS = 6 * PERCENT
"""What a company's money may earn in a round once it is spent on trains."""
CASH_COUNTS = 35 * PERCENT
"""How far a company's money is as good as the Director's own."""
PRICE_STEP = 5 * PERCENT
"""How much a dividend lifts the price, as a part of it."""
UNOPENED_PERCENT = 30
"""How much of that the shares of a company count that is still to open."""
CARDS_PER_ROUND = 2
ASKING = 10_000 * POINT
"""An offer that waits for an answer is worth less than none: who looks no further than that could put off
whatever is unpleasant by asking for ever."""
LOANS_COST = 2
"""A borrowed K costs itself and its penalty [RCZ-VIII.11]."""


def prospects(facts: Book, state: CzState, player: str) -> int:
    """Wealth now and what it will bring in the operating rounds that are left."""
    worth = accounts.wealth(facts, state, player) * POINT
    rounds = rounds_left(facts, state)
    if state.flow.over or rounds == 0:
        return worth
    duties = 0
    for name, company in state.companies.items():
        if company.closed or company.cell < 0:
            continue
        held = company.shares.get(player, 0)
        if held:
            worth += held * _share_brings(facts, state, name, company, rounds)
        if company.president == player and company.open:
            worth += CASH_COUNTS * company.cash
            duties += _bill(facts, state, name, company)
    lacking = max(0, duties - state.players[player].cash)
    worth -= (duties + (LOANS_COST - 1) * lacking) * POINT
    if state.deal is not None:
        worth -= ASKING
    for name, local in state.locals.items():
        if local.owner == player and not local.with_company and not local.closed:
            worth += facts.locals[name].income * rounds * POINT
    return worth


def rounds_left(facts: Book, state: CzState) -> int:
    """Operating rounds that will still be played, the current one included."""
    later = facts.local_prices[state.set_number + 1 :]
    if state.set_number >= len(facts.local_prices):
        return 0
    here = len(facts.local_prices[state.set_number]) - max(0, state.round_in_set)
    return here + sum(map(len, later))


def _share_brings(facts: Book, state: CzState, name: str, company: Company, rounds: int) -> int:
    """Dividends on one share, and the rise of its price that comes with them."""
    size = facts.size(name)
    turns = rounds - (state.turn.company != name and name not in state.queue and state.round_in_set >= 0)
    if state.turn.company == name and beyond(state.flow, TURN, "dividend"):
        turns -= 1
    if turns <= 0:
        return 0
    if not company.open:
        return PRICE_STEP * price_of(facts, company) * turns * UNOPENED_PERCENT // 100
    income = _expected_income(facts, state, name, company, turns)
    rise = PRICE_STEP * size.dividend * price_of(facts, company) * (income > 0)
    return turns * income // size.shares + turns * rise


def _expected_income(facts: Book, state: CzState, name: str, company: Company, turns: int) -> int:
    """What the company may earn in a round, on average until the end, in parts of a point."""
    hoped = CASH_EARNS * company.cash
    trains = runnable(facts, state, name)
    if not trains:
        return hoped
    if state.turn.company == name and state.flow.round == "operating":
        now = running.best(facts, state).certificate.total
    else:
        now = sum(_guess(facts, state, type_of(train)) for train in trains)
    # trains live as long as so many cards are bought
    cards = turns * CARDS_PER_ROUND
    lasting = sum(_cards_until_obsolete(facts, state, type_of(train), cards) for train in trains)
    return now * lasting * POINT // (cards * len(trains)) + hoped


def _guess(facts: Book, state: CzState, kind: str) -> int:
    train = facts.trains[kind]
    stops = train.stops if train.stops is not None else len(facts.cards)
    if train.cities is not None:
        stops = train.cities + (stops - train.cities) // 2
    return stops * (PER_STOP + MORE_PER_BAND * facts.phases[state.phase].band * (1 + train.skips_towns))


def _cards_until_obsolete(facts: Book, state: CzState, kind: str, most: int) -> int:
    """Cards that are still to be bought before the type becomes obsolete, as far as they matter."""
    for ahead, letter in enumerate(new_trains(state.depot)):
        if any(kind in facts.scraps[other] for other in facts.cards[letter].types):
            return min(ahead, most)
    return most


def _bill(facts: Book, state: CzState, name: str, company: Company) -> int:
    """What the Director may have to add so that the company has a train it can run."""
    if runnable(facts, state, name):
        return 0
    return max(0, _cheapest(facts, state, facts.companies[name]) - company.cash)


def _cheapest(facts: Book, state: CzState, company: CompanyFacts) -> int:
    may_run = facts.may_run[company.size]
    letters = set(map(card_of, kinds_on_sale(state.depot)))
    later = [letter for letter in facts.cards if not phase_reached(facts, state, letter)]
    for choice in (letters, later):
        prices = [
            facts.trains[kind].price
            for letter in choice
            for kind in facts.cards[letter].types
            if kind in may_run and kind not in state.obsolete
        ]
        if prices:
            return min(prices)
    return 0

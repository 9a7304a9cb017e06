"""The president's help with a train that must be bought: cash, shares, bankruptcy [R65-4.7 to R65-4.9]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.financing import help_out
from piercy.titles.sardinia.bank import pay_out
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.events import Bankrupt
from piercy.titles.sardinia.market import price
from piercy.titles.sardinia.purchase import complete_purchase
from piercy.titles.sardinia.shares import heir, largest_block
from piercy.titles.sardinia.state import SardiniaState, president_of

Ctx = Context[SardiniaState]


def missing_money(facts: Book, state: SardiniaState) -> int:
    """What the whole treasury and the president's cash leave to pay [R65-4.7.7, R65-4.7.8]."""
    forced = state.forced
    assert forced is not None
    president = state.players[president_of(state, forced.bought.company)]
    return (
        facts.trains[forced.bought.train].price - state.companies[forced.bought.company].cash - president.cash
    )


def largest_blocks(facts: Book, state: SardiniaState) -> dict[str, int]:
    """The most shares that the president may still sell of each company, one block each [R65-4.8.3]."""
    forced = state.forced
    assert forced is not None
    player = president_of(state, forced.bought.company)
    blocks = {}
    for company in state.companies:
        if company in forced.sold:
            continue
        most = largest_block(facts, state, player, company)
        while company == forced.bought.company and most and heir(state, player, company, most) is not None:
            most -= 1
        if most:
            blocks[company] = most
    return blocks


def reach(facts: Book, state: SardiniaState, blocks: dict[str, int]) -> int:
    """The most that selling these blocks would bring [R65-4.9.1]."""
    return sum(count * price(facts, state, company) for company, count in blocks.items())


def seek_money(ctx: Ctx, facts: Book) -> None:
    """Buy the train if the money is there; go bankrupt if nothing is left to sell; else wait for a sale."""
    state = ctx.state
    missing = missing_money(facts, state)
    if missing > 0:
        if largest_blocks(facts, state):
            return
        _go_bankrupt(ctx, facts, missing)
    _buy(ctx, facts)


def _go_bankrupt(ctx: Ctx, facts: Book, missing: int) -> None:
    """As many personal loans as it takes; what is left over is the player's [R65-4.9.2]."""
    state = ctx.state
    assert state.forced is not None
    name = president_of(state, state.forced.bought.company)
    loans = -(-missing // facts.sums.loan)
    state.players[name].loans += loans
    ctx.emit(Bankrupt(player=name, missing=missing, loans=loans))
    pay_out(ctx, state.players[name], loans * facts.sums.loan)


def _buy(ctx: Ctx, facts: Book) -> None:
    state = ctx.state
    forced = state.forced
    assert forced is not None
    name, company = president_of(state, forced.bought.company), state.companies[forced.bought.company]
    amount = facts.trains[forced.bought.train].price - company.cash
    help_out(ctx, name, forced.bought.company, amount)
    state.forced = None
    complete_purchase(ctx, facts, forced.bought)

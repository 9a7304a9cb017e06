"""Vaclav, the automated player of Bohemia: his companies and their cards [RCZ-XI.1]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.stock.market import put_on
from piercy.rail.trains import take_new
from piercy.titles.cz.about import MODULUS
from piercy.titles.cz.book import Book
from piercy.titles.cz.events import VaclavCalled, VaclavCard
from piercy.titles.cz.state import VACLAV, CzState

Ctx = Context[CzState]


def call_company(facts: Book, ctx: Ctx, letter: str) -> str | None:
    """Vaclav's new company, if the first card of the letter calls one [RCZ-XI.1.7 to XI.1.13].

    :return: the train that it received, which comes into play like a bought one.
    """
    size = next((size for size, gift in facts.vaclav.items() if gift.called_by == letter), None)
    if size is None:
        return None
    state = ctx.state
    free = [n for n, c in state.companies.items() if facts.companies[n].size == size and c.president is None]
    name = free[_draw(ctx, len(free))]
    company = state.companies[name]
    company.president = VACLAV
    company.shares[VACLAV] = facts.vaclav[size].shares
    company.par = facts.sizes[size].pars[0]
    company.open = True
    company.tokens = facts.sizes[size].tokens
    put_on(state, name, facts.cell_of[company.par])
    ctx.emit(VaclavCalled(company=name, price=company.par, shares=facts.vaclav[size].shares))
    return hand_card(facts, ctx, name)


def hand_card(facts: Book, ctx: Ctx, name: str) -> str:
    """Give the top card to a company of Vaclav in its own colour; its train is scrapped [RCZ-XI.1.28]."""
    state = ctx.state
    company = state.companies[name]
    state.depot.gone += company.trains
    card = take_new(state.depot)
    kinds = facts.may_run[facts.companies[name].size]
    train = next(kind for kind in facts.cards[card].types if kind in kinds) + card
    company.trains[:] = [train]
    ctx.emit(VaclavCard(company=name, train=train))
    return train


def vaclavs_companies(facts: Book, state: CzState) -> list[str]:
    """His companies, small to large."""
    sizes = list(facts.sizes)
    his = [name for name, company in state.companies.items() if company.president == VACLAV]
    return sorted(his, key=lambda name: sizes.index(facts.companies[name].size))


def _draw(ctx: Ctx, count: int) -> int:
    state = ctx.state
    if not state.house.draw_seed:
        return ctx.chance().below(count)
    # the generator of 18xx.games, so that its games can be followed [DCZ-15]
    state.draws = (1103515245 * state.draws + 12345) % MODULUS
    return state.draws % count

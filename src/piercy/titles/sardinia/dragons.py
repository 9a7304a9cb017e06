"""The Dragons: investors who follow the chart [R65-3.2].

What they do follows from the position alone. Every trade is told with its reason, and every pass too.
"""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.flow import Context
from piercy.titles.sardinia import market
from piercy.titles.sardinia.actions import OFFER, POOL
from piercy.titles.sardinia.bank import pay_out
from piercy.titles.sardinia.book import GREEN, RED, Book
from piercy.titles.sardinia.chart import regions
from piercy.titles.sardinia.events import (
    Compared,
    DragonsBought,
    DragonsBoughtNothing,
    DragonsSold,
)
from piercy.titles.sardinia.shares import dragons_certificates, share_facts
from piercy.titles.sardinia.state import SardiniaState
from piercy.titles.sardinia.trading import take_single

Ctx = Context[SardiniaState]

TIE_BREAKS = ("fewest_certificates", "highest_rank", "lowest_price", "higher_in_stack")
"""What decides between several green companies, in this order [R65-3.2.13 to R65-3.2.15]."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A green company that the Dragons could buy, with what is compared. The least key wins."""

    company: str
    key: tuple[int, int, int, int]

    @property
    def compared(self) -> Compared:
        certificates, negative_rank, price, _ = self.key
        return Compared(self.company, certificates, -negative_rank, price)


Standings = dict[str, tuple[int, str]]
"""Rank and region of the companies on the chart, in operating order. They are fixed in a stock round."""


def take_turn(ctx: Ctx, facts: Book) -> bool:
    """Sell everything red that fits into the pool, then buy at most one certificate; tell whether either
    happened [R65-3.2.6].
    """
    standings = regions(facts, ctx.state)
    sold = _sell_red(ctx, facts, standings)
    bought = _buy_green(ctx, facts, standings)
    return sold or bought


def candidates(facts: Book, state: SardiniaState, standings: Standings) -> list[Candidate]:
    """The green companies that the Dragons could buy, the one that they prefer first."""
    found = []
    highest = facts.chart.columns if state.rulings.rank_ceiling else None
    for height, name in enumerate(state.market):
        points, region = standings.get(name, (0, RED))
        if region == GREEN and hindrance(facts, state, name) is None:
            compared = points if highest is None else min(points, highest)
            key = (state.companies[name].dragons, -compared, market.price(facts, state, name), height)
            found.append(Candidate(name, key))
    return sorted(found, key=lambda candidate: candidate.key)


def hindrance(facts: Book, state: SardiniaState, name: str) -> str | None:
    """Why the Dragons cannot buy a company even if it is green; None: they can [R65-3.2.11, R65-3.2.17]."""
    company = state.companies[name]
    if not company.offer and not company.pool:
        return "none_on_sale"
    return "half_owned" if company.dragons >= share_facts(facts, company).dragons else None


def saleable(facts: Book, state: SardiniaState, name: str) -> int:
    """How many certificates of a red company the Dragons sell: as many as the pool takes [R65-3.2.8]."""
    company = state.companies[name]
    return min(company.dragons, max(0, share_facts(facts, company).pool - company.pool))


def _sell_red(ctx: Ctx, facts: Book, standings: Standings) -> bool:
    """In operating order as it stands at the start, each company as one block [R65-3.2.21]."""
    state = ctx.state
    sold = False
    for name, (points, region) in standings.items():
        company = state.companies[name]
        count = saleable(facts, state, name) if region == RED else 0
        if not count:
            continue
        sold = True
        company.dragons -= count
        company.pool += count
        ctx.emit(DragonsSold(company=name, count=count, kept=company.dragons, rank=points, row=company.row))
        market.move(ctx, facts, name, -count, "dragons_sold")
    return sold


def _buy_green(ctx: Ctx, facts: Book, standings: Standings) -> bool:
    """One certificate of the best green company, from the initial offer first [R65-3.2.10, R65-3.2.16]."""
    state = ctx.state
    owned, limit = dragons_certificates(state), facts.phases[state.phase].dragons_limit
    ranked = candidates(facts, state, standings) if owned < limit else []
    if not ranked:
        _tell_why_not(ctx, facts, standings, owned, limit)
        return False
    name = ranked[0].company
    company = state.companies[name]
    source = OFFER if company.offer else POOL
    price = market.price(facts, state, name)
    ctx.emit(
        DragonsBought(
            company=name,
            source=source,
            price=price,
            reason=_decisive(ranked),
            rank=standings[name][0],
            row=company.row,
            candidates=tuple(c.compared for c in ranked),
        )
    )
    take_single(company, source)
    company.dragons += 1
    if source == OFFER:
        # the Dragons have no money: the bank pays the company [R65-3.2.22]
        pay_out(ctx, company, price)
    return True


def _decisive(ranked: list[Candidate]) -> str:
    """The first comparison by which the chosen company beat the next."""
    if len(ranked) == 1:
        return "only_candidate"
    best, second = ranked[0].key, ranked[1].key
    return next(name for name, a, b in zip(TIE_BREAKS, best, second, strict=True) if a != b)


def _tell_why_not(ctx: Ctx, facts: Book, standings: Standings, owned: int, limit: int) -> None:
    green = [name for name, (_, region) in standings.items() if region == GREEN]
    reason = "at_limit" if owned >= limit else "none_available" if green else "no_green_company"
    hindrances = {name: hindrance(facts, ctx.state, name) for name in green} if owned < limit else {}
    ctx.emit(DragonsBoughtNothing(reason=reason, owned=owned, limit=limit, hindrances=hindrances))

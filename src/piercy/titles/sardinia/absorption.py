"""Who may absorb whom, what it costs and how it is paid [R65-5.2, R65-5.3]."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context
from piercy.rail.board import token_places
from piercy.rail.financing import borrow
from piercy.rail.money import pay
from piercy.rail.stock.market import take_off
from piercy.titles.sardinia import market
from piercy.titles.sardinia.bank import has_paid, pay_in, pay_out
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.chart import asked_price, tokens_on_map
from piercy.titles.sardinia.events import Absorbed, AssetsHandedOver, OwnCertificatesSold, SharesCompensated
from piercy.titles.sardinia.purchase import demand_discards
from piercy.titles.sardinia.shares import share_facts, shares, sold_shares
from piercy.titles.sardinia.state import Company, SardiniaState
from piercy.titles.sardinia.ways import direct_routes

Ctx = Context[SardiniaState]


@dataclass(frozen=True, slots=True)
class Funding:
    """What an absorption costs, and what the acquirer raises beyond the two treasuries."""

    compensation: int
    certificates: int
    """Own certificates sold from the initial offer to the pool."""
    loans: int


def check_pair(facts: Book, state: SardiniaState, acquirer: str, target: str) -> None:
    """Raise the reason why the two companies cannot be merged, money and timing apart."""
    one, other = state.companies[acquirer], state.companies[target]
    if acquirer == target or one.president is None or one.president != other.president:
        raise IllegalAction(
            "R65-5.1.1",
            "{acquirer} and {target} must be two companies with the same president",
            acquirer=acquirer,
            target=target,
        )
    for name in (acquirer, target):
        if not state.companies[name].operated:
            raise IllegalAction("R65-5.2.1", "{company} has not operated yet", company=name)
    if not connected(facts, state, acquirer, target):
        raise IllegalAction(
            "R65-5.2.2", "{acquirer} and {target} are not connected", acquirer=acquirer, target=target
        )


def connected(facts: Book, state: SardiniaState, one: str, other: str) -> bool:
    """Tokens in one city, or in two stations that a direct route joins [R65-5.2.2]."""
    places, others = set(token_places(state.board, one)), set(token_places(state.board, other))
    if places & others:
        return True
    return not others.isdisjoint(direct_routes(facts, state.rulings).on(state.board).reach_of_all(places))


def compensation(facts: Book, state: SardiniaState, target: str) -> int:
    """Every share outside the initial offer, at the price of the target's region [R65-5.3.1 to R65-5.3.4]."""
    return sold_shares(state.companies[target]) * asked_price(facts, state, target)


def funding(facts: Book, state: SardiniaState, acquirer: str, target: str) -> Funding:
    """How the compensation is paid: treasuries, then own certificates, then loans [R65-5.3.5 to R65-5.3.8].

    :raises IllegalAction: it cannot be paid.
    """
    one, other = state.companies[acquirer], state.companies[target]
    most = facts.sums.company_loans
    owed = one.loans + other.loans
    if owed > most:
        raise IllegalAction(
            "R65-5.2.6",
            "{acquirer} and {target} have {owed} {owed:loan|loans} together, more than {most}",
            acquirer=acquirer,
            target=target,
            owed=owed,
            most=most,
        )
    total = compensation(facts, state, target)
    gap = max(0, total - one.cash - other.cash)
    price = market.price(facts, state, acquirer)
    sellable = max(0, min(one.offer, share_facts(facts, one).pool - one.pool))
    sold = min(sellable, -(-gap // price))
    loans = -(-max(0, gap - sold * price) // facts.sums.loan)
    if owed + loans > most:
        raise IllegalAction(
            "R65-5.3.9",
            "{acquirer} cannot pay {total}: it would need {loans} more {loans:loan|loans}",
            acquirer=acquirer,
            total=total,
            loans=loans,
        )
    return Funding(total, sold, loans)


def carry_out(ctx: Ctx, facts: Book, acquirer: str, target: str) -> None:
    """Pay, take the certificates back and hand over all that the target has [R65-5.3, R65-5.4.2].

    Its tokens stay on the map for now.
    """
    state = ctx.state
    paid = funding(facts, state, acquirer, target)
    ctx.emit(
        Absorbed(
            acquirer=acquirer,
            target=target,
            compensation=paid.compensation,
            certificates=paid.certificates,
            loans=paid.loans,
        )
    )
    _raise_money(ctx, facts, acquirer, target, paid)
    _compensate(ctx, facts, acquirer, target)
    _hand_over(ctx, facts, acquirer, target)
    take_off(state, target)
    state.companies[target] = Company(home="", offer=facts.major.singles, major=True)
    one = state.companies[acquirer]
    one.tokens = facts.sums.tokens - tokens_on_map(state, acquirer)
    if state.rulings.limit_after_absorption:
        demand_discards(ctx, facts, [acquirer])


def _raise_money(ctx: Ctx, facts: Book, acquirer: str, target: str, paid: Funding) -> None:
    state = ctx.state
    one, other = state.companies[acquirer], state.companies[target]
    pay(other, one, other.cash)
    if paid.certificates:
        one.offer -= paid.certificates
        one.pool += paid.certificates
        proceeds = paid.certificates * market.price(facts, state, acquirer)
        ctx.emit(OwnCertificatesSold(company=acquirer, count=paid.certificates, proceeds=proceeds))
        pay_out(ctx, one, proceeds)
    if paid.loans:
        one.loans += paid.loans
        amount = paid.loans * facts.sums.loan
        borrow(ctx, acquirer, one, amount)
        has_paid(ctx, amount)


def _compensate(ctx: Ctx, facts: Book, acquirer: str, target: str) -> None:
    """Players in cash; the part of the pool and the Dragons goes to the bank [R65-5.3.1]."""
    state = ctx.state
    one, other, each = state.companies[acquirer], state.companies[target], asked_price(facts, state, target)
    for name, player in state.players.items():
        if owned := shares(state, name, target):
            pay(one, player, owned * each)
            ctx.emit(SharesCompensated(company=target, player=name, shares=owned, amount=owned * each))
    pay_in(ctx, one, (other.pool + other.dragons) * each)


def _hand_over(ctx: Ctx, facts: Book, acquirer: str, target: str) -> None:
    state = ctx.state
    one, other = state.companies[acquirer], state.companies[target]
    if not state.rulings.bonus_after_absorption:
        state.bonus_paid += [card for card in other.maritimes if card not in state.bonus_paid]
    one.traffic += other.traffic
    one.trains += other.trains
    one.maritimes += other.maritimes
    one.loans += other.loans
    ctx.emit(
        AssetsHandedOver(
            acquirer=acquirer,
            target=target,
            traffic=other.traffic,
            trains=tuple(other.trains),
            maritimes=tuple(other.maritimes),
            loans=other.loans,
        )
    )

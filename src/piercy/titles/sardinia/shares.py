"""Who owns what of a company: counting, selling a block, and the change of presidents [R65-3.4, R65-3.10]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context
from piercy.rail.events import PresidentChanged, SharesSold
from piercy.titles.sardinia import market
from piercy.titles.sardinia.bank import pay_out
from piercy.titles.sardinia.book import Book, ShareFacts
from piercy.titles.sardinia.state import Company, SardiniaState, president_of, seats_from

Ctx = Context[SardiniaState]

PRESIDENT = 2
"""The shares of a president's certificate [R65-1.3.3]."""


def share_facts(facts: Book, company: Company) -> ShareFacts:
    return facts.major if company.major else facts.minor


def shares(state: SardiniaState, player: str, company: str) -> int:
    """The player's shares of a company; the president's certificate is two."""
    charter = state.companies[company]
    return charter.singles[player] + (PRESIDENT if charter.president == player else 0)


def certificates(state: SardiniaState, player: str) -> int:
    """The player's certificates; maritime cards are none [R65-1.3.3, R65-2.6.2]."""
    return sum(c.singles[player] + (c.president == player) for c in state.companies.values())


def dragons_certificates(state: SardiniaState) -> int:
    return sum(c.dragons for c in state.companies.values())


def sold_shares(company: Company) -> int:
    """Shares outside the initial offer, wherever they are."""
    singles = company.pool + company.dragons + sum(company.singles.values())
    return singles + (PRESIDENT if company.president is not None else 0)


def worth(facts: Book, state: SardiniaState, player: str) -> int:
    """Cash and shares at their final value, less personal loans [R65-2.7.7 to R65-2.7.9]."""
    total = state.players[player].cash - facts.sums.loan * state.players[player].loans
    for name, company in state.companies.items():
        value = market.price(facts, state, name) - facts.sums.loan_deduction * company.loans
        total += value * shares(state, player, name)
    return total


def largest_block(facts: Book, state: SardiniaState, player: str, company: str) -> int:
    """The most shares of a company that the player may sell in one block now."""
    charter = state.companies[company]
    if not charter.operated:
        return 0
    room = share_facts(facts, charter).pool - charter.pool
    most = min(room, shares(state, player, company))
    while most > 0 and not _keeps_a_president(state, player, company, most):
        most -= 1
    return max(0, most)


def check_block(facts: Book, state: SardiniaState, player: str, company: str, count: int) -> None:
    """Raise the reason why a player may not sell so many shares of a company as one block."""
    charter = state.companies[company]
    owned = shares(state, player, company)
    if count > owned:
        raise IllegalAction(
            "R65-3.4.1", "{player} owns {owned} {owned:share|shares} of {company}, not {count}",
            player=player, owned=owned, company=company, count=count,
        )  # fmt: skip
    if not charter.operated:
        raise IllegalAction("R65-3.4.10", "{company} has not operated yet", company=company)
    room = share_facts(facts, charter).pool - charter.pool
    if count > room:
        raise IllegalAction(
            "R65-3.4.11", "the pool takes {room} more {room:share|shares} of {company}, not {count}",
            room=room, company=company, count=count,
        )  # fmt: skip
    if not _keeps_a_president(state, player, company, count):
        raise IllegalAction(
            "R65-3.4.9", "nobody can take over the president's certificate of {company}", company=company
        )


def heir(state: SardiniaState, player: str, company: str, count: int) -> str | None:
    """Who becomes president if the player sells so many shares; None: nobody [R65-3.10.4 to R65-3.10.7]."""
    charter = state.companies[company]
    if charter.president != player:
        return None
    left = shares(state, player, company) - count
    best: str | None = None
    for other in seats_from(state, player)[1:]:
        owned = charter.singles[other]
        if owned >= PRESIDENT and owned > left and (best is None or owned > charter.singles[best]):
            best = other
    return best


def sell_block(ctx: Ctx, facts: Book, player: str, company: str, count: int) -> int:
    """Sell a checked block: pass on the presidency if need be, pay, move the price [R65-3.10.5]."""
    state = ctx.state
    charter = state.companies[company]
    was_president = charter.president == player
    successor = heir(state, player, company, count)
    if successor is not None:
        change_president(ctx, company, successor)
    price = market.price(facts, state, company)
    proceeds = count * price
    charter.singles[player] -= count
    charter.pool += count
    ctx.emit(SharesSold(player=player, company=company, count=count, price=price))
    pay_out(ctx, state.players[player], proceeds)
    if was_president:
        market.move(ctx, facts, company, -count, "president_sold")
    return proceeds


def change_president(ctx: Ctx, company: str, successor: str) -> None:
    """Exchange the president's certificate for two singles [R65-3.10.3, R65-3.10.9]."""
    charter = ctx.state.companies[company]
    before = president_of(ctx.state, company)
    charter.singles[successor] -= PRESIDENT
    charter.singles[before] += PRESIDENT
    charter.president = successor
    ctx.emit(PresidentChanged(company=company, player=successor, before=before))


def would_overtake(state: SardiniaState, company: str, buyer: str) -> bool:
    """Whether one more single makes the buyer president [R65-3.10.1]."""
    president = president_of(state, company)
    return buyer != president and shares(state, buyer, company) + 1 > shares(state, president, company)


def overtake(ctx: Ctx, company: str, buyer: str) -> None:
    """A buyer who now owns more than the president takes over [R65-3.10.1, R65-3.10.3]."""
    president = president_of(ctx.state, company)
    if shares(ctx.state, buyer, company) > shares(ctx.state, president, company):
        change_president(ctx, company, buyer)


def _keeps_a_president(state: SardiniaState, player: str, company: str, count: int) -> bool:
    """The president's certificate stays, or somebody can take it over [R65-3.4.8, R65-3.4.9]."""
    charter = state.companies[company]
    if charter.president != player or count <= charter.singles[player]:
        return True
    return heir(state, player, company, count) is not None

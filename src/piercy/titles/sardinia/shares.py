"""Who owns what of a company: counting, selling a block, and the change of presidents [R65-3.4, R65-3.10]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context
from piercy.rail.events import SharesSold
from piercy.rail.stock import holdings
from piercy.rail.stock.holdings import change_president, held, most_to_sell
from piercy.titles.sardinia import market
from piercy.titles.sardinia.bank import pay_out
from piercy.titles.sardinia.book import Book, ShareFacts
from piercy.titles.sardinia.state import Company, SardiniaState

Ctx = Context[SardiniaState]


def share_facts(facts: Book, company: Company) -> ShareFacts:
    return facts.major if company.major else facts.minor


def shares(state: SardiniaState, player: str, company: str) -> int:
    """The player's shares of a company; the president's certificate is two."""
    return held(state.companies[company], player)


def certificates(state: SardiniaState, player: str) -> int:
    """The player's certificates; maritime cards are none [R65-1.3.3, R65-2.6.2]."""
    return holdings.certificates(state.companies.values(), player)


def dragons_certificates(state: SardiniaState) -> int:
    return sum(c.dragons for c in state.companies.values())


def sold_shares(company: Company) -> int:
    """Shares outside the initial offer, wherever they are."""
    return company.pool + company.dragons + sum(company.shares.values())


def worth(facts: Book, state: SardiniaState, player: str) -> int:
    """Cash and shares at their final value, less personal loans [R65-2.7.7 to R65-2.7.9]."""
    return sum(worth_parts(facts, state, player).values())


def worth_parts(facts: Book, state: SardiniaState, player: str) -> dict[str, int]:
    """What a player's score is made of; companies' loans lower the value of their shares."""
    held = 0
    for name, company in state.companies.items():
        value = market.price(facts, state, name) - facts.sums.loan_deduction * company.loans
        held += value * shares(state, player, name)
    purse = state.players[player]
    return {"cash": purse.cash, "shares": held, "loans": -facts.sums.loan * purse.loans}


def largest_block(facts: Book, state: SardiniaState, player: str, company: str) -> int:
    """The most shares of a company that the player may sell in one block now."""
    charter = state.companies[company]
    if not charter.operated:
        return 0
    room = share_facts(facts, charter).pool - charter.pool
    return max(0, min(room, most_to_sell(charter, player)))


def block_refusal(
    facts: Book, state: SardiniaState, player: str, company: str, count: int
) -> IllegalAction | None:
    """Why a player may not sell so many shares of a company as one block."""
    charter = state.companies[company]
    owned = held(charter, player)
    if count > owned:
        template = "{player} owns {owned} {owned:share|shares} of {company}, not {count}"
        return IllegalAction("R65-3.4.1", template, player=player, owned=owned, company=company, count=count)
    if not charter.operated:
        return IllegalAction("R65-3.4.10", "{company} has not operated yet", company=company)
    room = share_facts(facts, charter).pool - charter.pool
    if count > room:
        template = "the pool takes {room} more {room:share|shares} of {company}, not {count}"
        return IllegalAction("R65-3.4.11", template, room=room, company=company, count=count)
    if count > most_to_sell(charter, player):
        template = "nobody can take over the president's certificate of {company}"
        return IllegalAction("R65-3.4.9", template, company=company)
    return None


def heir(state: SardiniaState, player: str, company: str, count: int) -> str | None:
    """Who becomes president if the player sells so many shares; None: nobody [R65-3.10.4 to R65-3.10.7]."""
    charter = state.companies[company]
    return holdings.heir(charter, list(state.players), count) if charter.president == player else None


def sell_block(ctx: Ctx, facts: Book, player: str, company: str, count: int) -> int:
    """Sell a checked block: pass on the presidency if need be, pay, move the price [R65-3.10.5]."""
    state = ctx.state
    charter = state.companies[company]
    was_president = charter.president == player
    change_president(ctx, company, heir(state, player, company, count))
    price = market.price(facts, state, company)
    proceeds = count * price
    charter.shares[player] -= count
    charter.pool += count
    ctx.emit(SharesSold(player=player, company=company, count=count, price=price))
    pay_out(ctx, state.players[player], proceeds)
    if was_president:
        market.move(ctx, facts, company, -count, "president_sold")
    return proceeds

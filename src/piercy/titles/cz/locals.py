"""Locals change hands in a company's turn: bought from players, sold to the bank [RCZ-IV.1]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step, beyond
from piercy.core.offers import Offer, OneOf, Range
from piercy.rail.board import replace_token, token_places
from piercy.rail.deals import Deals, Proposal, propose
from piercy.rail.events import TokenReplaced
from piercy.rail.money import pay
from piercy.titles.cz.actions import BuyLocal, SellLocal
from piercy.titles.cz.book import SIZES, Book
from piercy.titles.cz.events import LocalBought, LocalSold
from piercy.titles.cz.state import (
    TURN,
    CzState,
    asks,
    company_on_turn,
    local_price,
    locals_of,
    phase_reached,
    president_on_turn,
)

Ctx = Context[CzState]


class TradeLocals(Step[CzState, BuyLocal | SellLocal]):
    """At any moment of the turn after the home station [RCZ-VIII.3.2, RCZ-VIII.3.7]."""

    name = "locals"
    actions = (BuyLocal, SellLocal)

    def __init__(self, facts: Book, deals: Deals[CzState]) -> None:
        self._facts = facts
        self._deals = deals

    def actor(self, ctx: Ctx) -> str | None:
        return president_on_turn(ctx.state) if beyond(ctx.state.flow, TURN, "home") else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        name, player = company_on_turn(state), president_on_turn(state)
        assert player is not None
        offers = []
        most = min(local_price(self._facts, state), state.companies[name].cash)
        wanted = tuple(n for n in state.locals if self._why_not_buy(state, name, n) is None) if most else ()
        if wanted:
            offers.append(Offer(BuyLocal, player, (OneOf("local", wanted), Range("price", 1, most))))
        if owned := tuple(locals_of(state, name, company=True)):
            offers.append(Offer(SellLocal, player, (OneOf("local", owned),)))
        return offers

    def check(self, ctx: Ctx, action: BuyLocal | SellLocal) -> None:
        state, name = ctx.state, company_on_turn(ctx.state)
        if action.local not in state.locals:
            raise InvalidAction("unknown Local {local!r}", local=action.local)
        if isinstance(action, SellLocal):
            self._check_sale(state, name, action.local)
            return
        if refusal := self._why_not_buy(state, name, action.local):
            raise refusal
        most, cash = local_price(self._facts, state), state.companies[name].cash
        if not 1 <= action.price <= most:
            raise IllegalAction(
                "RCZ-IV.1.7", "a Local costs from 1 to {most} now, not {price}", most=most, price=action.price
            )
        if action.price > cash:
            raise IllegalAction("RCZ-VIII.3.4", "{company} has only {cash}", company=name, cash=cash)

    def apply(self, ctx: Ctx, action: BuyLocal | SellLocal) -> None:
        state, name = ctx.state, company_on_turn(ctx.state)
        local = state.locals[action.local]
        if isinstance(action, BuyLocal):
            assert local.owner is not None
            deal = Proposal("local", name, local.owner, action.price, action.local)
            propose(ctx, self._deals, deal, ask=asks(state, deal.asked))
            return
        price = local_price(self._facts, state)
        pay(state.bank, state.companies[name], price)
        local.owner, local.with_company, local.closed = None, False, True
        ctx.emit(LocalSold(company=name, local=action.local, price=price))

    def _check_sale(self, state: CzState, name: str, local: str) -> None:
        owned = state.locals[local]
        if owned.owner is not None and not owned.with_company:
            raise IllegalAction(
                "RCZ-IV.1.11", "{player} cannot sell {local} to the bank", player=owned.owner, local=local
            )
        if local not in locals_of(state, name, company=True):
            raise IllegalAction("RCZ-IV.1.22", "{company} has no {local}", company=name, local=local)

    def _why_not_buy(self, state: CzState, name: str, local: str) -> IllegalAction | None:
        facts, owned = self._facts.locals[local], state.locals[local]
        if owned.owner is None or owned.with_company:
            return IllegalAction("RCZ-IV.1.12", "no player has {local} to sell", local=local)
        if facts.kind == "train":
            return IllegalAction("RCZ-XI.2.38", "the 3E card cannot be sold to a company")
        if not phase_reached(self._facts, state, self._facts.deals_from):
            rule = "RCZ-XI.2.15" if self._facts.bid_step else "RCZ-IV.1.6"
            return IllegalAction(rule, "companies may not buy Locals yet")
        size = self._facts.companies[name].size
        if SIZES.index(facts.size) > SIZES.index(size):
            return IllegalAction(
                "RCZ-IV.1.9",
                "a {size} company may not own the {local_size} Local {local}",
                size=size,
                local_size=facts.size,
                local=local,
            )
        if facts.kind == "railway" and any(hex_ == facts.home for hex_, _ in token_places(state.board, name)):
            return IllegalAction(
                "RCZ-XI.2.43", "{company} has a station in {hex} already", company=name, hex=facts.home
            )
        return None


def complete(facts: Book, ctx: Ctx, deal: Proposal) -> None:
    """Pay the player and hand the Local over."""
    state = ctx.state
    local = state.locals[deal.target]
    pay(state.companies[deal.company], state.players[deal.asked], deal.price)
    local.owner, local.with_company = deal.company, True
    ctx.emit(LocalBought(company=deal.company, player=deal.asked, local=deal.target, price=deal.price))
    if facts.locals[deal.target].kind == "railway":
        _take_over_token(ctx, deal)


def _take_over_token(ctx: Ctx, deal: Proposal) -> None:
    """Moravia-Silesia: MW closes at once and its station becomes the buyer's [RCZ-XI.2.42]."""
    state = ctx.state
    for name, city in token_places(state.board, deal.target):
        replace_token(state.board, name, city, deal.target, deal.company)
        ctx.emit(TokenReplaced(company=deal.company, hex=name, target=deal.target))
    state.locals[deal.target].closed = True

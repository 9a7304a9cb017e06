"""Shares that a president must sell to pay for a train [R65-4.8, R65-4.9.1]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Table
from piercy.rail.actions import SellShares
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.funding import largest_blocks, missing_money, reach, seek_money
from piercy.titles.sardinia.market import price
from piercy.titles.sardinia.shares import block_refusal, heir, sell_block
from piercy.titles.sardinia.state import SardiniaState, president_of

Ctx = Context[SardiniaState]


class ForcedSales(Step[SardiniaState, SellShares]):
    """One block of each company at most, and no more than the train needs [R65-4.8.2, R65-4.8.6]."""

    name = "forced_sales"
    actions = (SellShares,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        forced = ctx.state.forced
        return None if forced is None else president_of(ctx.state, forced.bought.company)

    def decider_rule(self, ctx: Ctx) -> str:
        return "R65-4.8.1"

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        assert state.forced is not None
        blocks = largest_blocks(self._facts, state)
        rows = tuple(
            (company, count)
            for company, most in blocks.items()
            for count in range(1, most + 1)
            if self._wrong_size(state, blocks, company, count) is None
        )
        domain = Table(("company", "count"), rows)
        return [Offer(SellShares, president_of(state, state.forced.bought.company), (domain,))]

    def check(self, ctx: Ctx, action: SellShares) -> None:
        state = ctx.state
        forced = state.forced
        assert forced is not None
        if action.company not in state.companies:
            raise InvalidAction("unknown company {company!r}", company=action.company)
        if action.count < 1:
            raise InvalidAction("a block has at least one certificate")
        if action.company in forced.sold:
            raise IllegalAction(
                "R65-4.8.3", "a block of {company} has been sold already", company=action.company
            )
        if refusal := block_refusal(self._facts, state, action.player, action.company, action.count):
            raise refusal
        own = action.company == forced.bought.company
        if own and heir(state, action.player, action.company, action.count) is not None:
            raise IllegalAction(
                "R65-4.8.4", "the sale would cost the presidency of {company}", company=action.company
            )
        blocks = largest_blocks(self._facts, state)
        if refusal := self._wrong_size(state, blocks, action.company, action.count):
            raise refusal

    def check_pass(self, ctx: Ctx) -> None:
        raise IllegalAction("R65-4.7.8", "the money for the train must be raised")

    def apply(self, ctx: Ctx, action: SellShares) -> None:
        forced = ctx.state.forced
        assert forced is not None
        sell_block(ctx, self._facts, action.player, action.company, action.count)
        forced.sold.append(action.company)
        seek_money(ctx, self._facts)

    def _wrong_size(
        self, state: SardiniaState, blocks: dict[str, int], company: str, count: int
    ) -> IllegalAction | None:
        """Too much for the need, or so little that it would lead into bankruptcy [R65-4.8.6, R65-4.9.1]."""
        missing = missing_money(self._facts, state)
        each = price(self._facts, state, company)
        if (count - 1) * each >= missing:
            template = "{count} shares of {company} are more than is needed"
            return IllegalAction("R65-4.8.6", template, count=count, company=company)
        if state.rulings.bankruptcy_by_choice:
            return None
        everything = reach(self._facts, state, blocks)
        rest = everything - blocks[company] * each
        enough = missing - count * each <= rest if missing <= everything else count == blocks[company]
        if not enough:
            template = "{count} shares of {company} are not enough to pay for the train"
            return IllegalAction("R65-4.9.1", template, count=count, company=company)
        return None

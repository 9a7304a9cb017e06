"""Traffic: where it comes from, and step 2 of a company's turn, its mines [R65-4.3]."""

from __future__ import annotations

from piercy.core.actions import Action
from piercy.core.flow import Context, Decision
from piercy.core.offers import Offer
from piercy.rail.board import token_places
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.events import TrafficGained
from piercy.titles.sardinia.state import SardiniaState, company_on_turn

Ctx = Context[SardiniaState]


def gain_traffic(ctx: Ctx, company: str, traffic: int, reason: str, place: str) -> None:
    """Give traffic to a company; there is no limit to it [R65-1.9.1]."""
    if traffic:
        ctx.state.companies[company].traffic += traffic
        ctx.emit(TrafficGained(company=company, traffic=traffic, reason=reason, hex=place))


def mines_of(facts: Book, state: SardiniaState, company: str) -> list[str]:
    """The mines with a token of the company."""
    atlas = facts.ground.atlas
    return [name for name, _ in token_places(state.board, company) if atlas[name].kind == "mine"]


class OperateMines(Decision[SardiniaState]):
    """Every mine with the company's token yields its traffic; nobody decides anything [R65-4.3.1]."""

    name = "mines"
    actions = ()

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def begin(self, ctx: Ctx) -> None:
        state = ctx.state
        company = company_on_turn(state)
        for name in mines_of(self._facts, state, company):
            traffic = self._facts.ground.stop(state.board, name, 0).values[0]
            gain_traffic(ctx, company, traffic, "mine", name)

    def actor(self, ctx: Ctx) -> str | None:
        return None

    def offers(self, ctx: Ctx) -> list[Offer]:
        return []

    def judge(self, ctx: Ctx, action: Action) -> None:
        raise AssertionError("nothing is decided when mines operate")

    def do(self, ctx: Ctx, action: Action) -> None:
        raise AssertionError("nothing is decided when mines operate")

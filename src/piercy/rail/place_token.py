"""The step in which a company places tokens in cities that its lines reach."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Table
from piercy.rail.actions import PlaceToken
from piercy.rail.board import Ground
from piercy.rail.building import HasBoard, buy_token, check_hex, lines_of
from piercy.rail.money import Purse

B = TypeVar("B", bound=HasBoard)


@dataclass(frozen=True, slots=True)
class TokenRules:
    """The ids of the rules that keep a company from placing a token."""

    slots: str
    """Only a city with spaces takes tokens."""
    own: str
    """No two tokens of a company in one place."""
    room: str
    reach: str
    cost: str
    charter: str
    """There must be a token left to place."""


class TokenPlacing(ABC, Generic[B]):
    """How a title places tokens where lines lead."""

    rules: ClassVar[TokenRules]
    ground: Ground

    @abstractmethod
    def company(self, state: B) -> str:
        """Who places: the company on turn."""

    @abstractmethod
    def decider(self, state: B) -> str | None:
        """Who decides for it; None: it places none."""

    def decider_rule(self, state: B) -> str | None:
        """The rule that makes this player decide, where it is not the order of turns."""
        return None

    @abstractmethod
    def payer(self, state: B) -> tuple[str, Purse]:
        """Whose money is spent: a name, and the purse."""

    @abstractmethod
    def cost(self, state: B) -> int:
        """What the next token costs."""

    @abstractmethod
    def left(self, state: B) -> int:
        """Tokens that the company has left to place."""

    @abstractmethod
    def stands(self, state: B, name: str, city: int) -> bool:
        """Whether the company has a token in the place already: in the city, or on the whole hex."""

    def refusal(self, state: B, name: str, city: int) -> IllegalAction | None:
        """What else keeps the token from a city."""
        return None

    @abstractmethod
    def take(self, state: B) -> None:
        """Take the token to be placed off the charter."""

    def placed(self, ctx: Context[B]) -> None:
        """What a token brings about: as a rule there is one a turn."""
        ctx.next_step()


class PlaceTokens(Step[B, PlaceToken]):
    """The company on turn places tokens, as many as it is allowed."""

    name = "token"
    actions = (PlaceToken,)

    def __init__(self, how: TokenPlacing[B]) -> None:
        self._how = how

    def actor(self, ctx: Context[B]) -> str | None:
        return self._how.decider(ctx.state)

    def decider_rule(self, ctx: Context[B]) -> str | None:
        return self._how.decider_rule(ctx.state)

    def offers(self, ctx: Context[B]) -> list[Offer]:
        state, how = ctx.state, self._how
        decider = how.decider(state)
        assert decider is not None
        if how.cost(state) > how.payer(state)[1].cash:
            return []
        stops = lines_of(ctx, how.ground, how.company(state)).from_tokens().stops
        rows = tuple(place for place in sorted(stops) if self._refusal(state, *place) is None)
        return [Offer(PlaceToken, decider, (Table(("hex", "city"), rows),))] if rows else []

    def check(self, ctx: Context[B], action: PlaceToken) -> None:
        state, how, rules = ctx.state, self._how, self._how.rules
        company, place = how.company(state), (action.hex, action.city)
        check_hex(how.ground, action.hex)
        if not 0 <= action.city < len(how.ground.track(state.board, action.hex).stops):
            raise InvalidAction("hex {hex} has no stop {city}", hex=action.hex, city=action.city)
        if not how.left(state):
            raise IllegalAction(rules.charter, "{company} has no token left", company=company)
        if refusal := self._refusal(state, *place):
            raise refusal
        lines = lines_of(ctx, how.ground, company)
        if place not in lines.first_sight().stops and place not in lines.from_tokens().stops:
            template = "no line of {company} reaches the city in {hex}"
            raise IllegalAction(rules.reach, template, company=company, hex=action.hex)
        cost, (payer, purse) = how.cost(state), how.payer(state)
        if cost > purse.cash:
            template = "a token costs {cost}; {payer} has {cash}"
            raise IllegalAction(rules.cost, template, cost=cost, payer=payer, cash=purse.cash)

    def apply(self, ctx: Context[B], action: PlaceToken) -> None:
        state, how = ctx.state, self._how
        place, purse, cost = (action.hex, action.city), how.payer(state)[1], how.cost(state)
        how.take(state)
        buy_token(ctx, action.player, how.company(state), place, purse, cost)
        how.placed(ctx)

    def _refusal(self, state: B, name: str, city: int) -> IllegalAction | None:
        """Why the city takes no token of the company, reach and money apart."""
        how, rules = self._how, self._how.rules
        if not how.ground.stop(state.board, name, city).slots:
            return IllegalAction(rules.slots, "{hex} has no city there that takes tokens", hex=name)
        if how.stands(state, name, city):
            template = "{company} has a token in {hex} already"
            return IllegalAction(rules.own, template, company=how.company(state), hex=name)
        if refusal := how.refusal(state, name, city):
            return refusal
        if how.ground.free_slots(state.board, name, city) < 1:
            return IllegalAction(rules.room, "the city in {hex} has no free space", hex=name)
        return None

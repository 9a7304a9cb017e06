"""Step 2 of every turn: one more token [RCZ-VIII.6]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.rail.board import stands_on, token_places
from piercy.rail.money import Purse
from piercy.rail.place_token import TokenPlacing, TokenRules
from piercy.titles.cz.book import Book
from piercy.titles.cz.homes import reserved
from piercy.titles.cz.state import CzState, company_on_turn, token_decider, vaclavs


def token_price(facts: Book, state: CzState, name: str) -> int:
    """What the company's next token costs [RCZ-VIII.6.3, RCZ-VIII.9.18, RCZ-XI.1.19]."""
    company = state.companies[name]
    second, further = facts.token_costs
    if vaclavs(company):
        return 0
    if state.house.dear_after_acquisition and company.acquirer:
        return further
    return second if second_own(facts, state, name) else further


def second_own(facts: Book, state: CzState, name: str) -> bool:
    """Whether the next token is the company's own second one and the only other is on the map."""
    own = state.companies[name].tokens == facts.size(name).tokens - 1
    return own and len(token_places(state.board, name)) == 1


class Tokens(TokenPlacing[CzState]):
    """One token a turn, in a city that a line of the company reaches [RCZ-VIII.6.2, RCZ-VIII.6.4]."""

    rules = TokenRules(
        slots="RCZ-VIII.6.6",
        own="RCZ-VIII.6.5",
        room="RCZ-VIII.6.4",
        reach="RCZ-VIII.6.4",
        cost="RCZ-VIII.6.3",
        charter="RCZ-II.6",
    )

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self.ground = facts.ground

    def company(self, state: CzState) -> str:
        return company_on_turn(state)

    def decider(self, state: CzState) -> str | None:
        return token_decider(self._facts, state, company_on_turn(state)) if self.left(state) else None

    def decider_rule(self, state: CzState) -> str | None:
        return "RCZ-XI.1.18" if vaclavs(state.companies[company_on_turn(state)]) else None

    def payer(self, state: CzState) -> tuple[str, Purse]:
        name = company_on_turn(state)
        return name, state.companies[name]

    def cost(self, state: CzState) -> int:
        return token_price(self._facts, state, company_on_turn(state))

    def left(self, state: CzState) -> int:
        company = state.companies[company_on_turn(state)]
        return company.tokens + company.taken_tokens

    def stands(self, state: CzState, name: str, city: int) -> bool:
        return stands_on(state.board, name, company_on_turn(state))

    def refusal(self, state: CzState, name: str, city: int) -> IllegalAction | None:
        free = self.ground.free_slots(state.board, name, city)
        if free < 1:
            if self.ground.stop(state.board, name, city).terminal:
                return IllegalAction("RCZ-VIII.6.6", "the city in {hex} has no free space", hex=name)
            return None
        if self._waits_for_home(state, name):
            template = "{hex} is closed to others until its company has its home station"
            return IllegalAction("RCZ-VIII.6.9", template, hex=name)
        if free <= reserved(self._facts, state, name, city):
            rule = "RCZ-VIII.6.8" if self.ground.atlas[name].area else "RCZ-VIII.6.7"
            return IllegalAction(rule, "the last space in {hex} is kept for a home station", hex=name)
        return None

    def take(self, state: CzState) -> None:
        name = company_on_turn(state)
        company = state.companies[name]
        if company.taken_tokens and not second_own(self._facts, state, name):
            company.taken_tokens -= 1
        else:
            company.tokens -= 1

    def _waits_for_home(self, state: CzState, hex_name: str) -> bool:
        """Whether it is the double city of a company that has not yet operated [RCZ-VIII.6.9, DCZ-11]."""
        place = self._facts.ground.atlas[hex_name]
        if len(place.printed.stops) < 2 or place.printed.edges:
            return False
        merged = len(self._facts.ground.track(state.board, hex_name).stops) == 1
        if merged and state.house.early_teplice:
            return False
        return any(
            facts.homes[0] == hex_name
            and not (state.companies[name].operated or state.companies[name].closed)
            for name, facts in self._facts.companies.items()
        )

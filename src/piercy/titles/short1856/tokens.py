"""Step 2 of a turn: place the second token [R56-5]."""

from __future__ import annotations

from piercy.rail.board import has_token
from piercy.rail.money import Purse
from piercy.rail.place_token import TokenPlacing, TokenRules
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.state import ShortState, company_on_turn, player_on_turn


class Tokens(TokenPlacing[ShortState]):
    """Once a game, for a price, in a city that a line reaches [R56-5.1]."""

    rules = TokenRules(
        slots="R56-5.5",
        own="R56-5.3",
        room="R56-5.2",
        reach="R56-5.2",
        cost="R56-5.1",
        charter="R56-5.1",
    )

    def __init__(self, book: Book) -> None:
        self._cost = book.token_cost
        self.ground = book.ground

    def company(self, state: ShortState) -> str:
        return company_on_turn(state)

    def decider(self, state: ShortState) -> str | None:
        player, purse = self.payer(state)
        return player if self.left(state) and purse.cash >= self._cost else None

    def payer(self, state: ShortState) -> tuple[str, Purse]:
        player = player_on_turn(state)
        return player, state.players[player]

    def cost(self, state: ShortState) -> int:
        return self._cost

    def left(self, state: ShortState) -> int:
        return state.companies[company_on_turn(state)].tokens

    def stands(self, state: ShortState, name: str, city: int) -> bool:
        return has_token(state.board, name, city, company_on_turn(state))

    def take(self, state: ShortState) -> None:
        state.companies[company_on_turn(state)].tokens -= 1
        state.acted = True

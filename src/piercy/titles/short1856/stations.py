"""Step 2 of a turn: place the second station marker [R56-5]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Table
from piercy.rail.actions import PlaceToken
from piercy.rail.board import has_token, place_token
from piercy.rail.events import TokenPlaced
from piercy.rail.lines import Lines
from piercy.rail.money import pay
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.state import ShortState, company_on_turn, player_on_turn

Ctx = Context[ShortState]


class PlaceStation(Step[ShortState, PlaceToken]):
    """Once a game, for a price, in a city that a line reaches [R56-5.1]."""

    name = "token"
    actions = (PlaceToken,)

    def __init__(self, book: Book) -> None:
        self._book = book

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        player = player_on_turn(state)
        possible = (
            state.companies[company_on_turn(state)].markers
            and state.players[player].cash >= self._book.token_cost
        )
        return player if possible else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        lines = Lines(self._book.ground, state.board, company_on_turn(state))
        rows = tuple(place for place in sorted(lines.from_stations().stops) if self._has_room(state, *place))
        return [Offer(PlaceToken, player_on_turn(state), (Table(("hex", "city"), rows),))] if rows else []

    def check(self, ctx: Ctx, action: PlaceToken) -> None:
        state, ground = ctx.state, self._book.ground
        company = company_on_turn(state)
        if action.hex not in ground.atlas:
            raise InvalidAction("unknown hex {hex!r}", hex=action.hex)
        stops = ground.track(state.board, action.hex).stops
        if not 0 <= action.city < len(stops):
            raise InvalidAction("hex {hex} has no stop {city}", hex=action.hex, city=action.city)
        if not stops[action.city].slots:
            raise IllegalAction("R56-5.5", "{hex} has no large city to take a marker", hex=action.hex)
        self._check_affordable(state, company)
        if has_token(state.board, action.hex, action.city, company):
            raise IllegalAction(
                "R56-5.3", "{company} already has a marker in {hex}", company=company, hex=action.hex
            )
        if not self._has_room(state, action.hex, action.city):
            raise IllegalAction("R56-5.2", "the city in {hex} has no free space", hex=action.hex)
        sides = [(action.hex, edge) for edge in stops[action.city].edges]
        if not Lines(ground, state.board, company).finds_station(sides):
            raise IllegalAction(
                "R56-5.2", "no line of {company} reaches the city in {hex}", company=company, hex=action.hex
            )

    def apply(self, ctx: Ctx, action: PlaceToken) -> None:
        state = ctx.state
        company = company_on_turn(state)
        cost = self._book.token_cost
        pay(state.players[action.player], state.bank, cost)
        state.companies[company].markers -= 1
        place_token(state.board, action.hex, action.city, company)
        state.acted = True
        ctx.emit(
            TokenPlaced(player=action.player, company=company, hex=action.hex, city=action.city, cost=cost)
        )
        ctx.next_step()

    def _check_affordable(self, state: ShortState, company: str) -> None:
        charter, cost = state.companies[company], self._book.token_cost
        if not charter.markers:
            raise IllegalAction("R56-5.1", "{company} has no marker left", company=company)
        cash = state.players[charter.owner].cash
        if cash < cost:
            raise IllegalAction(
                "R56-5.1", "a marker costs {cost}; {player} has {cash}",
                cost=cost, player=charter.owner, cash=cash,
            )  # fmt: skip

    def _has_room(self, state: ShortState, name: str, city: int) -> bool:
        stop = self._book.ground.stop(state.board, name, city)
        return (
            stop.slots > 0
            and self._book.ground.free_slots(state.board, name, city) > 0
            and not has_token(state.board, name, city, company_on_turn(state))
        )

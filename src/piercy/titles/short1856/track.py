"""Step 1 of a turn: lay or replace one tile [R56-4]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Table
from piercy.rail.actions import LayTile
from piercy.rail.board import Board, move_tokens, put_tile
from piercy.rail.events import TileLaid
from piercy.rail.laying import Change, connects, quick_answer
from piercy.rail.lines import Lines, Reach
from piercy.rail.money import pay
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.state import ShortState, company_on_turn, player_on_turn

Ctx = Context[ShortState]


class LayTrack(Step[ShortState, LayTile]):
    """One tile a turn, first or replacement [R56-4.1]."""

    name = "track"
    actions = (LayTile,)

    def __init__(self, book: Book) -> None:
        self._book = book

    def actor(self, ctx: Ctx) -> str | None:
        return player_on_turn(ctx.state)

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        lines = Lines(self._book.ground, state.board, company_on_turn(state))
        reach = lines.from_stations()
        hexes = sorted({name for name, _ in (*reach.arrivals, *reach.stops, *self._own_hexes(ctx))})
        rows = tuple(row for name in hexes for row in self._rows(ctx, lines, reach, name))
        return (
            [Offer(LayTile, player_on_turn(state), (Table(("hex", "tile", "rotation"), rows),))]
            if rows
            else []
        )

    def check(self, ctx: Ctx, action: LayTile) -> None:
        state, ground = ctx.state, self._book.ground
        if action.hex not in ground.atlas:
            raise InvalidAction("unknown hex {hex!r}", hex=action.hex)
        if action.tile in self._book.never_laid:
            raise IllegalAction("R56-2.7", "gray tiles such as {tile} are never laid", tile=action.tile)
        if action.tile not in ground.tiles:
            raise InvalidAction("unknown tile {tile!r}", tile=action.tile)
        self._check_available(state, action.tile)
        change = self._book.placements.change(state.board, action.hex, action.tile, action.rotation)
        cost = terrain_cost(self._book, state, action.hex)
        purse = state.players[action.player].cash
        if cost > purse:
            raise IllegalAction(
                "R56-4.21", "the first tile on {hex} costs {cost}; {player} has {cash}",
                hex=action.hex, cost=cost, player=action.player, cash=purse,
            )  # fmt: skip
        if not connects(
            self._lines_after(state, action.hex, action.tile, action.rotation, change), action.hex, change
        ):
            raise IllegalAction(
                "R56-4.15", "no line of {company} runs along new track on {hex} or to a city raised there",
                company=company_on_turn(state), hex=action.hex,
            )  # fmt: skip

    def apply(self, ctx: Ctx, action: LayTile) -> None:
        state = ctx.state
        change = self._book.placements.change(state.board, action.hex, action.tile, action.rotation)
        cost = terrain_cost(self._book, state, action.hex)
        pay(state.players[action.player], state.bank, cost)
        # tokens keep their city when its tile is replaced [R56-4.23]
        put_tile(state.board, state.supply, action.hex, action.tile, action.rotation, change.stops)
        state.acted = True
        ctx.emit(
            TileLaid(
                player=action.player,
                company=company_on_turn(state),
                hex=action.hex,
                tile=action.tile,
                rotation=action.rotation,
                cost=cost,
            )
        )
        ctx.next_step()

    def _check_available(self, state: ShortState, tile: str) -> None:
        phase = self._book.phases[state.phase]
        colour = self._book.ground.tiles[tile].colour
        if colour not in phase.colours:
            raise IllegalAction(
                "R56-4.3", "{colour} tiles cannot be laid in phase {phase}", colour=colour, phase=phase.name
            )
        if state.supply[tile] < 1:
            raise IllegalAction("R56-4.22", "no tile {tile} is left", tile=tile)

    def _own_hexes(self, ctx: Ctx) -> list[tuple[str, int]]:
        company = company_on_turn(ctx.state)
        return [
            (n, 0) for n, tokens in ctx.state.board.tokens.items() if any(c == company for c, _ in tokens)
        ]

    def _rows(self, ctx: Ctx, lines: Lines, reach: Reach, name: str) -> list[tuple[str, str, int]]:
        state, book = ctx.state, self._book
        if terrain_cost(self._book, state, name) > state.players[player_on_turn(state)].cash:
            return []
        colours = book.phases[state.phase].colours
        rows = []
        for tile, rotation, change in book.placements.on(state.board, name):
            if book.ground.tiles[tile].colour not in colours or state.supply[tile] < 1:
                continue
            track = book.ground.tiles[tile].turned[rotation]
            answer = quick_answer(lines, reach, name, track, change, raised_city=True)
            if answer is None:
                answer = connects(self._lines_after(state, name, tile, rotation, change), name, change)
            if answer:
                rows.append((name, tile, rotation))
        return rows

    def _lines_after(self, state: ShortState, name: str, tile: str, rotation: int, change: Change) -> Lines:
        board = Board({**state.board.tiles, name: (tile, rotation)}, state.board.tokens)
        if name in board.tokens:
            board.tokens = {**board.tokens, name: list(board.tokens[name])}
            move_tokens(board, name, change.stops)
        return Lines(self._book.ground, board, company_on_turn(state))


def terrain_cost(book: Book, state: ShortState, name: str) -> int:
    """Terrain is paid with the first tile only [R56-4.21]."""
    return 0 if name in state.board.tiles else book.ground.atlas[name].cost

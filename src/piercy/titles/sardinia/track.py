"""Step 1 of a company's turn: up to two tile operations [R65-4.2]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Table
from piercy.rail.actions import LayTile
from piercy.rail.board import Board, put_tile, stands_on
from piercy.rail.events import TileLaid
from piercy.rail.joined import JoinedLines
from piercy.rail.laying import Change, connects, quick_answer
from piercy.rail.lines import Lines, Reach
from piercy.rail.tiles import Track
from piercy.titles.sardinia.bank import pay_in
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.lays import COMPETITIVE, TRAFFIC, Lay, Lays
from piercy.titles.sardinia.state import SardiniaState, company_on_turn, player_on_turn
from piercy.titles.sardinia.traffic import gain_traffic

Ctx = Context[SardiniaState]

LAYS = 2
"""Tile operations of one turn [R65-4.2.1]."""


class LayTrack(Step[SardiniaState, LayTile]):
    """The first operation is free, the second is paid from the treasury [R65-4.2.1]."""

    name = "track"
    actions = (LayTile,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self._lays = Lays(facts.ground)

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        assert state.turn is not None
        done = (
            state.turn.lays == LAYS or lay_cost(self._facts, state) > state.companies[state.turn.company].cash
        )
        return None if done else player_on_turn(state)

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        company = company_on_turn(state)
        lines = JoinedLines(self._facts.ground, state.board, company)
        reach = lines.from_stations()
        own = {name for name, tokens in state.board.tokens.items() if any(c == company for c, _ in tokens)}
        hexes = sorted({name for name, _ in (*reach.arrivals, *reach.stops)} | own)
        rows = tuple(row for name in hexes for row in self._rows(state, lines, reach, name))
        if not rows:
            return []
        return [Offer(LayTile, player_on_turn(state), (Table(("hex", "tile", "rotation"), rows),))]

    def check(self, ctx: Ctx, action: LayTile) -> None:
        state, ground = ctx.state, self._facts.ground
        if action.hex not in ground.atlas:
            raise InvalidAction("unknown hex {hex!r}", hex=action.hex)
        if action.tile not in ground.tiles:
            raise InvalidAction("unknown tile {tile!r}", tile=action.tile)
        self._check_turn(state, action)
        self._check_available(state, action)
        lay = self._lays.judge(state.rulings, state.board, action.hex, action.tile, action.rotation)
        if not self._connected(state, action.hex, action.tile, action.rotation, lay):
            raise IllegalAction(
                "R65-4.2.24", "no line of {company} runs along new track on {hex}",
                company=company_on_turn(state), hex=action.hex,
            )  # fmt: skip

    def apply(self, ctx: Ctx, action: LayTile) -> None:
        state = ctx.state
        assert state.turn is not None
        company = state.turn.company
        lay = self._lays.judge(state.rulings, state.board, action.hex, action.tile, action.rotation)
        cost = lay_cost(self._facts, state)
        pay_in(ctx, state.companies[company], cost)
        put_tile(state.board, state.supply, action.hex, action.tile, action.rotation)
        state.turn.lays += 1
        state.turn.laid_on.append(action.hex)
        ctx.emit(
            TileLaid(
                player=action.player,
                company=company,
                hex=action.hex,
                tile=action.tile,
                rotation=action.rotation,
                cost=cost,
                kind=lay.kind,
            )
        )
        if lay.gain:
            self._share_gain(ctx, action.hex, lay.gain)

    def _share_gain(self, ctx: Ctx, name: str, gain: int) -> None:
        """Every floated company with a token in the city gains [R65-4.2.10 to R65-4.2.12]."""
        for company, _ in ctx.state.board.tokens.get(name, ()):
            if ctx.state.companies[company].floated:
                gain_traffic(ctx, company, gain, "city", name)

    def _check_turn(self, state: SardiniaState, action: LayTile) -> None:
        assert state.turn is not None
        cost, cash = lay_cost(self._facts, state), state.companies[state.turn.company].cash
        if cost > cash:
            raise IllegalAction(
                "R65-4.2.1", "the second tile costs {cost}; {company} has {cash}",
                cost=cost, company=state.turn.company, cash=cash,
            )  # fmt: skip
        if action.hex in state.turn.laid_on and not state.rulings.same_hex_twice:
            raise IllegalAction("R65-4.2.4", "a tile was laid on {hex} in this turn already", hex=action.hex)

    def _check_available(self, state: SardiniaState, action: LayTile) -> None:
        colour = self._facts.ground.tiles[action.tile].colour
        if colour not in self._facts.phases[state.phase].colours:
            raise IllegalAction(
                "R65-4.2.5", "{colour} tiles cannot be laid in phase {phase}",
                colour=colour, phase=state.phase,
            )  # fmt: skip
        if not self._left(state, action.hex, action.tile):
            raise IllegalAction("R65-1.7.4", "no tile {tile} is left", tile=action.tile)

    def _left(self, state: SardiniaState, name: str, tile: str) -> bool:
        """A copy in the supply, or the one that comes back from the hex itself [R65-4.2.19]."""
        laid = state.board.tiles.get(name)
        return state.supply[tile] > 0 or (laid is not None and laid[0] == tile)

    def _rows(
        self, state: SardiniaState, lines: Lines, reach: Reach, name: str
    ) -> list[tuple[str, str, int]]:
        assert state.turn is not None
        if name in state.turn.laid_on and not state.rulings.same_hex_twice:
            return []
        tiles, colours = self._facts.ground.tiles, self._facts.phases[state.phase].colours
        rows = []
        for tile, rotation, lay in self._lays.on(state.rulings, state.board, name):
            if tiles[tile].colour not in colours or not self._left(state, name, tile):
                continue
            track = tiles[tile].turned[rotation]
            if lay.kind == TRAFFIC and not lay.new:
                answer: bool | None = _touches(lines, reach, name, track)
            else:
                answer = quick_answer(lines, reach, name, track, _change(lay), raised_city=False)
            if answer is None:
                answer = self._connected(state, name, tile, rotation, lay)
            if answer:
                rows.append((name, tile, rotation))
        return rows

    def _connected(self, state: SardiniaState, name: str, tile: str, rotation: int, lay: Lay) -> bool:
        """A line leads to and along a new piece of track, on the board after the lay [R65-4.2.24]."""
        board = Board({**state.board.tiles, name: (tile, rotation)}, state.board.tokens)
        lines = JoinedLines(self._facts.ground, board, company_on_turn(state))
        if lay.new or lay.kind == COMPETITIVE:
            return connects(lines, name, _change(lay), raised_city=False)
        if stands_on(board, name, lines.company):
            return True
        return lines.finds_station((name, edge) for edge in lines.track(name).edges)


def lay_cost(facts: Book, state: SardiniaState) -> int:
    """What the next tile of the turn costs [R65-4.2.1]."""
    assert state.turn is not None
    return facts.sums.second_tile if state.turn.lays else 0


def _change(lay: Lay) -> Change:
    return Change((0,), lay.new, ())


def _touches(lines: Lines, reach: Reach, name: str, track: Track) -> bool:
    """Whether a line of the company leads to the hex, where a tile adds no track [R65-4.2.24]."""
    if stands_on(lines.board, name, lines.company):
        return True
    return any((name, edge) in reach.arrivals for edge in track.edges)

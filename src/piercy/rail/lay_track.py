"""The step in which a company lays track, and what every other way of laying a tile has in common with it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Table
from piercy.rail.actions import LayTile
from piercy.rail.board import Board, Ground, move_tokens, stands_on, token_places
from piercy.rail.building import HasBoard, check_hex, lay_tile, lines_of
from piercy.rail.hexes import EDGES
from piercy.rail.laying import C, Row, connects, quick_answer
from piercy.rail.lines import Lines, Reach
from piercy.rail.money import Purse, pay

B = TypeVar("B", bound=HasBoard)
Placed = tuple[str, str, int]
"""A hex, a tile and its rotation."""


@dataclass(frozen=True, slots=True)
class TrackRules:
    """The ids of the rules that keep a company from laying a tile that fits."""

    colour: str
    supply: str
    cost: str
    joins_first: str
    """The first tile on a hex must be connected to the company."""
    joins_later: str
    """So must be a tile that replaces another."""


class TrackLaying(ABC, Generic[B, C]):
    """How a title lays track."""

    rules: ClassVar[TrackRules]
    lines: ClassVar[type[Lines]] = Lines
    ground: Ground

    @abstractmethod
    def company(self, state: B) -> str:
        """Who lays: the company on turn."""

    @abstractmethod
    def decider(self, state: B) -> str | None:
        """Who decides for it; None: its allowance of this turn is used up."""

    def decider_rule(self, state: B) -> str | None:
        """The rule that makes this player decide, where it is not the order of turns."""
        return None

    @abstractmethod
    def payer(self, state: B) -> tuple[str, Purse]:
        """Whose money is spent: a name, and the purse."""

    @abstractmethod
    def cost(self, state: B, name: str) -> int:
        """What the next tile on a hex costs."""

    @abstractmethod
    def phase(self, state: B) -> tuple[object, Collection[str]]:
        """The phase, as players call it, and the colours of tiles that it allows."""

    def left(self, state: B, name: str, tile: str) -> bool:
        """Whether there is a copy of the tile for the hex."""
        return state.supply[tile] > 0

    @abstractmethod
    def change(self, state: B, name: str, tile: str, rotation: int) -> C:
        """What a placement changes.

        :raises IllegalAction: it does not fit; the error names the rule.
        """

    @abstractmethod
    def fitting(self, state: B, name: str) -> Iterable[Row[C]]:
        """All (tile, rotation, change) that fit on the hex as it is now."""

    def refusal(self, state: B, name: str, tile: str) -> IllegalAction | None:
        """What else keeps the tile from the hex now, such as the allowance of a turn."""
        return None

    def wants_new_track(self, change: C) -> bool:
        """Whether a line must run along new track; else it is enough that it leads to the tile."""
        return True

    @abstractmethod
    def laid(self, ctx: Context[B], lay: LayTile, change: C) -> None:
        """What a lay brings about, such as the end of the step."""


Laying = TrackLaying[B, C]


def lays(ctx: Context[B], how: Laying[B, C], takes: Callable[[str], bool]) -> tuple[Placed, ...]:
    """All lays that are possible on the hexes that ``takes`` allows, whatever they cost."""
    state = ctx.state
    lines = lines_of(ctx, how.ground, how.company(state), how.lines)
    reach = lines.from_tokens()
    # a token on a hex whose cities cannot be told apart starts no line, yet track there is connected
    own = {name for name, _ in token_places(state.board, lines.company)}
    hexes = sorted({name for name, _ in reach.arrivals} | own)
    return tuple(row for name in hexes if takes(name) for row in _rows(state, how, lines, reach, name))


def check_lay(ctx: Context[B], how: Laying[B, C], lay: LayTile, *, paid: bool = True) -> C:
    """What a lay changes.

    :raises InvalidAction: the hex or the tile does not exist.
    :raises IllegalAction: a rule forbids it.
    """
    state, tiles = ctx.state, how.ground.tiles
    check_hex(how.ground, lay.hex)
    if refusal := how.refusal(state, lay.hex, lay.tile):
        raise refusal
    if lay.tile not in tiles:
        raise InvalidAction("unknown tile {tile!r}", tile=lay.tile)
    phase, colours = how.phase(state)
    if (colour := tiles[lay.tile].colour) not in colours:
        template = "{colour} tiles cannot be laid in phase {phase}"
        raise IllegalAction(how.rules.colour, template, colour=colour, phase=phase)
    if not how.left(state, lay.hex, lay.tile):
        raise IllegalAction(how.rules.supply, "no tile {tile} is left", tile=lay.tile)
    change = how.change(state, lay.hex, lay.tile, lay.rotation)
    payer, purse = how.payer(state)
    if paid and (cost := how.cost(state, lay.hex)) > purse.cash:
        template = "the tile on {hex} costs {cost}; {payer} has {cash}"
        raise IllegalAction(how.rules.cost, template, hex=lay.hex, cost=cost, payer=payer, cash=purse.cash)
    _check_connection(ctx, how, lay, change)
    return change


def put(ctx: Context[B], how: Laying[B, C], lay: LayTile, *, paid: bool = True) -> None:
    """Do a checked lay."""
    state = ctx.state
    change = how.change(state, lay.hex, lay.tile, lay.rotation)
    cost = how.cost(state, lay.hex) if paid else 0
    pay(how.payer(state)[1], state.bank, cost)
    lay_tile(ctx, lay, how.company(state), change, cost)
    how.laid(ctx, lay, change)


def out_of_reach(lines: Lines, name: str, rule: str) -> IllegalAction | None:
    """The rule on connection, if no line comes to a hex at all, whatever would be laid there."""
    if stands_on(lines.board, name, lines.company) or any(
        at == name for at, _ in lines.from_tokens().arrivals
    ):
        return None
    return IllegalAction(rule, "no line of {company} reaches {hex}", company=lines.company, hex=name)


def _check_connection(ctx: Context[B], how: Laying[B, C], lay: LayTile, change: C) -> None:
    state, company = ctx.state, how.company(ctx.state)
    if not how.wants_new_track(change):
        edges = how.ground.tiles[lay.tile].turned[lay.rotation].edges
        lines = lines_of(ctx, how.ground, company, how.lines)
        # most lays are reached at first sight, which is found much sooner
        found = _touches(lines, lines.first_sight(), lay.hex, edges)
        if found or _touches(lines, lines.from_tokens(), lay.hex, edges):
            return
        template = "no line of {company} would reach the tile on {hex}"
    elif connects(_lines_after(state, how, (lay.hex, lay.tile, lay.rotation), change), lay.hex, change):
        return
    elif change.raised:
        template = "no line of {company} runs along new track on {hex} or to a city raised there"
    else:
        template = "no line of {company} runs along new track on {hex}"
    rule = how.rules.joins_later if lay.hex in state.board.tiles else how.rules.joins_first
    raise IllegalAction(rule, template, company=company, hex=lay.hex)


def _rows(state: B, how: Laying[B, C], lines: Lines, reach: Reach, name: str) -> list[Placed]:
    tiles, (_, colours) = how.ground.tiles, how.phase(state)
    own = stands_on(state.board, name, lines.company)
    arrived = {edge for edge in EDGES if (name, edge) in reach.arrivals}
    open_: dict[str, bool] = {}
    rows = []
    for tile, rotation, change in how.fitting(state, name):
        if tile not in open_:
            free = tiles[tile].colour in colours and how.left(state, name, tile)
            open_[tile] = free and how.refusal(state, name, tile) is None
        if not open_[tile]:
            continue
        track = tiles[tile].turned[rotation]
        answer: bool | None
        if how.wants_new_track(change):
            answer = quick_answer(lines, reach, name, track, change)
        else:
            answer = own or not arrived.isdisjoint(track.edges)
        if answer is None:
            answer = connects(_lines_after(state, how, (name, tile, rotation), change), name, change)
        if answer:
            rows.append((name, tile, rotation))
    return rows


def _touches(lines: Lines, reach: Reach, name: str, edges: Iterable[int]) -> bool:
    """Whether a line leads to the track at these edges, or the company stands on the hex."""
    return stands_on(lines.board, name, lines.company) or any((name, e) in reach.arrivals for e in edges)


def _lines_after(state: B, how: Laying[B, C], placed: Placed, change: C) -> Lines:
    name, tile, rotation = placed
    board = Board({**state.board.tiles, name: (tile, rotation)}, state.board.tokens)
    if name in board.tokens:
        board.tokens = {**board.tokens, name: list(board.tokens[name])}
        move_tokens(board, name, change.stops)
    return how.lines(how.ground, board, how.company(state))


class LayTrack(Step[B, LayTile], Generic[B, C]):
    """The company on turn lays tiles, as many as it is allowed."""

    name = "track"
    actions = (LayTile,)

    def __init__(self, how: Laying[B, C]) -> None:
        self._how = how

    def actor(self, ctx: Context[B]) -> str | None:
        return self._how.decider(ctx.state)

    def decider_rule(self, ctx: Context[B]) -> str | None:
        return self._how.decider_rule(ctx.state)

    def offers(self, ctx: Context[B]) -> list[Offer]:
        state, how = ctx.state, self._how
        decider, cash = how.decider(state), how.payer(state)[1].cash
        assert decider is not None
        rows = lays(ctx, how, lambda name: how.cost(state, name) <= cash)
        return [Offer(LayTile, decider, (Table(("hex", "tile", "rotation"), rows),))] if rows else []

    def check(self, ctx: Context[B], action: LayTile) -> None:
        check_lay(ctx, self._how, action)

    def apply(self, ctx: Context[B], action: LayTile) -> None:
        put(ctx, self._how, action)

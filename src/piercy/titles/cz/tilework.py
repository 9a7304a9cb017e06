"""What all ways of laying a tile have in common: which tiles fit, what is connected, what it costs."""

from __future__ import annotations

from collections.abc import Iterator

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Memo
from piercy.rail.board import put_tile
from piercy.rail.laying import Change
from piercy.rail.lines import Lines, Reach
from piercy.rail.tiles import Tile
from piercy.titles.cz.book import Book
from piercy.titles.cz.state import CzState, company_on_turn, vaclavs

Ctx = Context[CzState]
LINES = Memo[Lines]("lines")
REACH = Memo[Reach]("reach")
EDGES = Memo[dict[str, frozenset[int] | None]]("edges")

RED = "red"
_FIRST_TILE_RULES = {
    "plain": "RCZ-VIII.4.12",
    "town": "RCZ-VIII.4.9",
    "double_town": "RCZ-VIII.4.10",
    "city": "RCZ-VIII.4.11",
    "praha": "RCZ-VIII.4.11",
    "oo": "RCZ-VIII.4.5",
    RED: "RCZ-VIII.4.28",
}


def lines_of(ctx: Ctx, facts: Book) -> Lines:
    """The lines of the company on turn."""
    return ctx.kept(LINES, lambda: Lines(facts.ground, ctx.state.board, company_on_turn(ctx.state)))


def reach_of(ctx: Ctx, facts: Book) -> Reach:
    """What the lines of the company on turn reach."""
    return ctx.kept(REACH, lines_of(ctx, facts).from_stations)


def reaches_stop(ctx: Ctx, facts: Book, name: str, index: int) -> bool:
    """Whether a line of the company on turn reaches a stop."""
    seen = (name, index) in lines_of(ctx, facts).first_sight().stops
    return seen or (name, index) in reach_of(ctx, facts).stops


def connected_edges(ctx: Ctx, facts: Book) -> dict[str, frozenset[int] | None]:
    """The hexes where the company on turn could lay a tile, and the edges at which its lines arrive.

    None for a hex with a station of its own: whatever track lies there is connected.
    """
    return ctx.kept(EDGES, lambda: _connected_edges(ctx, facts))


def _connected_edges(ctx: Ctx, facts: Book) -> dict[str, frozenset[int] | None]:
    edges: dict[str, set[int]] = {}
    for name, edge in reach_of(ctx, facts).arrivals:
        edges.setdefault(name, set()).add(edge)
    known: dict[str, frozenset[int] | None] = {name: frozenset(found) for name, found in edges.items()}
    company = company_on_turn(ctx.state)
    for name, tokens in ctx.state.board.tokens.items():
        if any(owner == company for owner, _ in tokens):
            known[name] = None
    return known


def connected_lays(ctx: Ctx, facts: Book, name: str) -> Iterator[tuple[Tile, int]]:
    """All tiles, as they may lie on a hex, that fit and are connected [RCZ-VIII.4.7, RCZ-VIII.5.6]."""
    arrived = connected_edges(ctx, facts)[name]
    for tile, rotation, _ in facts.placements.on(ctx.state.board, name):
        kind = facts.ground.tiles[tile]
        if arrived is None or arrived & kind.turned[rotation].edges:
            yield kind, rotation


def check_connected(ctx: Ctx, facts: Book, name: str, tile: str, rotation: int) -> None:
    """Some track of the tile must be connected to a station of the company."""
    track = facts.ground.tiles[tile].turned[rotation].edges
    seen = lines_of(ctx, facts).first_sight().arrivals
    company, tokens = company_on_turn(ctx.state), ctx.state.board.tokens.get(name, ())
    if any((name, edge) in seen for edge in track) or any(owner == company for owner, _ in tokens):
        return
    arrived = connected_edges(ctx, facts).get(name, frozenset())
    if arrived is None or arrived & track:
        return
    raise IllegalAction(
        "RCZ-VIII.5.6" if name in ctx.state.board.tiles else "RCZ-VIII.4.7",
        "no line of {company} would reach the tile on {hex}",
        company=company, hex=name,
    )  # fmt: skip


def known_tile(facts: Book, name: str, tile: str) -> Tile:
    """The tile that an action names.

    :raises InvalidAction: the hex or the tile does not exist.
    """
    if name not in facts.ground.atlas:
        raise InvalidAction("unknown hex {hex!r}", hex=name)
    found = facts.ground.tiles.get(tile)
    if found is None:
        raise InvalidAction("unknown tile {tile!r}", tile=tile)
    return found


def check_available(facts: Book, state: CzState, tile: Tile) -> None:
    """The phase must have the colour, and the supply a copy."""
    if tile.colour not in facts.phases[state.phase].colours:
        raise IllegalAction(
            "RCZ-VIII.5.2", "{colour} tiles cannot be laid in phase {phase}",
            colour=tile.colour, phase=state.phase.upper(),
        )  # fmt: skip
    if state.supply[tile.id] < 1:
        raise IllegalAction("RCZ-II.5", "no tile {tile} is left", tile=tile.id)


def check_fits(facts: Book, state: CzState, name: str, tile: Tile, rotation: int) -> Change:
    """What the tile changes on the hex.

    :raises IllegalAction: the hex, or the tile on it, does not take the tile.
    """
    place, laid = facts.ground.atlas[name], state.board.tiles.get(name)
    if place.kind == RED:
        raise IllegalAction("RCZ-VIII.4.27", "{hex} is kept for the red tile of its company", hex=name)
    if laid is None and place.first_tiles and tile.id not in place.first_tiles:
        rule = _FIRST_TILE_RULES[place.kind]
        raise IllegalAction(rule, "tile {tile} cannot be the first on {hex}", tile=tile.id, hex=name)
    if laid is not None and tile.id not in facts.ground.tiles[laid[0]].upgrades:
        _refuse_upgrade(facts.ground.tiles[laid[0]], tile)
    return facts.placements.change(state.board, name, tile.id, rotation)


def _refuse_upgrade(old: Tile, new: Tile) -> None:
    """Say which rule keeps one tile from replacing another."""
    colours = ("yellow", "green", "brown", "gray")
    rank = {colour: at for at, colour in enumerate(colours)}
    if rank.get(new.colour, -1) != rank.get(old.colour, -1) + 1:
        raise IllegalAction(
            "RCZ-VIII.5.1", "a {new} tile does not replace a {old} one", new=new.colour, old=old.colour
        )
    if old.label != new.label:
        rule, words = "RCZ-VIII.4.28", "tile {new} has another letter than tile {old}"
    elif {stop.kind for stop in old.track.stops} == {stop.kind for stop in new.track.stops}:
        rule, words = "RCZ-VIII.5.7", "tile {new} does not keep the track of tile {old}"
    else:
        rule, words = "RCZ-VIII.5.8", "tile {new} does not keep the places on tile {old}"
    raise IllegalAction(rule, words, new=new.id, old=old.id)


def check_home_first(facts: Book, state: CzState, name: str) -> None:
    """A company's first tile is on its home hex, unless that is printed or built on [RCZ-VIII.4.6]."""
    if not home_first(facts, state, name):
        raise IllegalAction(
            "RCZ-VIII.4.6", "the first tile of {company} must be on {home}",
            company=company_on_turn(state), home=facts.companies[company_on_turn(state)].homes[0],
        )  # fmt: skip


def home_first(facts: Book, state: CzState, name: str) -> bool:
    """Whether the company on turn may build on the hex, as far as its home hex is concerned."""
    home = facts.companies[company_on_turn(state)].homes[0]
    place = facts.ground.atlas[home]
    if state.house.first_tile_anywhere or place.kind == RED or place.printed.edges:
        return True
    return home in state.board.tiles or name == home


def terrain_cost(facts: Book, state: CzState, name: str) -> int:
    """What the first tile on a hex costs; Vaclav's companies pay nothing [RCZ-VIII.4.13, RCZ-XI.1.19]."""
    if name in state.board.tiles or vaclavs(state.companies[company_on_turn(state)]):
        return 0
    return facts.ground.atlas[name].cost


def lay(state: CzState, facts: Book, name: str, tile: str, rotation: int) -> None:
    """Lay the tile; stations keep their cities [RCZ-VIII.6.15]."""
    change = facts.placements.change(state.board, name, tile, rotation)
    put_tile(state.board, state.supply, name, tile, rotation, change.stops)

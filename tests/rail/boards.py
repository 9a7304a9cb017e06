"""Small boards made by hand: hexes in the flat layout with printed track, and markers on them."""

from __future__ import annotations

from piercy.rail.atlas import Atlas, Hex
from piercy.rail.board import Board, Ground, place_token
from piercy.rail.hexes import Layout
from piercy.rail.lines import Lines
from piercy.rail.tiles import Tile, parse_track

FLAT = Layout(flat=True)


def ground(
    tracks: dict[str, str],
    *,
    areas: dict[str, str] | None = None,
    tiles: tuple[Tile, ...] = (),
    first: tuple[str, ...] = (),
    blocked: dict[str, frozenset[int]] | None = None,
) -> Ground:
    """A board whose hexes have the given track."""
    hexes = [
        Hex(
            name,
            "plain",
            parse_track(text),
            area=(areas or {}).get(name),
            first_tiles=first,
            blocked=(blocked or {}).get(name, frozenset()),
        )
        for name, text in tracks.items()
    ]
    return Ground(Atlas(FLAT, hexes), {tile.id: tile for tile in tiles})


def lines(tracks: dict[str, str], *tokens: tuple[str, int, str]) -> Lines:
    """The lines of company X on a board with markers given as (hex, city, company)."""
    board = Board()
    for name, index, company in tokens:
        place_token(board, name, index, company)
    return Lines(ground(tracks), board, "X")

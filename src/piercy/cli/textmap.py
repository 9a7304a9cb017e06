"""The map as text: one short word for each hex, in its place and in the colour of its tile."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from piercy.rail.board import Board, Ground

LEGEND = "O city  o town  # red place  ^ costs money  14: tile 14 lies there  * station"

_STYLES = {"yellow": "black on yellow", "green": "white on green", "brown": "white on rgb(120,70,30)"}
_MARKS = {"city": "O", "town": "o", "mine": "m"}
_CELL = 10
"""Letters for a hex; hexes side by side stand half of it apart."""


def text_map(ground: Ground, board: Board) -> Iterator[Text]:
    """The board, line by line from north to south."""
    layout = ground.atlas.layout
    places: dict[int, list[tuple[int, str]]] = {}
    for name in ground.atlas.hexes:
        letter, number = ord(name[0]), int(name[1:])
        column, line = (letter, number) if layout.flat else (number, letter)
        places.setdefault(line, []).append((column, name))
    west = min(column for row in places.values() for column, _ in row)
    for line in range(min(places), max(places) + 1):
        text = Text()
        for column, name in sorted(places.get(line, [])):
            text.pad_right(max(0, (column - west) * _CELL // 2 - len(text)))
            style = _STYLES.get(ground.colour(board, name) or "", "") if name in board.tiles else ""
            text.append(_word(ground, board, name)[: _CELL - 1], style=style)
        yield text


def _word(ground: Ground, board: Board, name: str) -> str:
    station = "*" if board.tokens.get(name) else ""
    if name in board.tiles:
        return f"{name}:{board.tiles[name][0]}{station}"
    return f"{name}{_marks(ground, name)}{station}"


def _marks(ground: Ground, name: str) -> str:
    """What the bare hex shows, or what its first tile will show."""
    place = ground.atlas[name]
    stops = place.printed.stops
    if not stops and place.first_tiles:
        stops = ground.tiles[place.first_tiles[0]].track.stops
    return "".join(_MARKS.get(stop.kind, "#") for stop in stops) + ("^" if place.cost else "")

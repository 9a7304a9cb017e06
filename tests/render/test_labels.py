"""What is written on late boards can be read: nothing covers another thing, and nothing leaves its hex."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from piercy.core.game import Game, from_json
from piercy.rail.hexes import Layout
from piercy.rail.rail_title import ground_in
from piercy.rail.tiles import parse_track
from piercy.render.labels import width
from piercy.render.position import draw_position
from piercy.render.shape import APOTHEM, SIZE
from piercy.render.svg import number
from piercy.render.tile import draw_tile
from piercy.render.turned import as_seen

SVG = "{http://www.w3.org/2000/svg}"
GAMES = Path(__file__).parents[1] / "games"
LATE = sorted(
    path
    for folder in GAMES.iterdir()
    for path in [max(folder.glob("*-players.json"), key=lambda found: found.stat().st_size)]
)


class Mark(NamedTuple):
    """Something written on a hex, with the box of its letters around the middle of the hex."""

    what: str
    left: float
    top: float
    right: float
    bottom: float


def marks(tops: ET.Element) -> Iterator[Mark]:
    """The letters on one hex; a value is as large as its circle, a token as its disc."""
    for group in tops.iter(f"{SVG}g"):
        if group.get("class") == "token":
            disc = next(group.iter(f"{SVG}circle"))
            yield _around(f"token {group.get('data-company')}", disc, float(disc.get("r", 0)))
    for text in tops.iter(f"{SVG}text"):
        kind = text.get("class")
        if kind in ("name", "number", "label", "coordinate", "value"):
            yield _written(f"{kind} {text.text}", text)


def _written(what: str, text: ET.Element) -> Mark:
    size = float(text.get("font-size", 0))
    half = width(text.text or "", size, bold=text.get("font-weight") == "bold") / 2
    x, y = float(text.get("x", 0)), float(text.get("y", 0)) - size * 0.35
    # capitals are about seven tenths as high as the type
    return Mark(what, x - half, y - size * 0.36, x + half, y + size * 0.36)


def _around(what: str, disc: ET.Element, radius: float) -> Mark:
    x, y = float(disc.get("cx", 0)), float(disc.get("cy", 0))
    # the square within the circle: corners of letters may come near a round edge
    half = radius / math.sqrt(2)
    return Mark(what, x - half, y - half, x + half, y + half)


def overlap(one: Mark, other: Mark) -> bool:
    across = min(one.right, other.right) - max(one.left, other.left)
    return across > 0.3 and min(one.bottom, other.bottom) - max(one.top, other.top) > 0.3


def leaves(mark: Mark, layout: Layout) -> bool:
    x, y = max(-mark.left, mark.right), max(-mark.top, mark.bottom)
    along, across = (x, y) if layout.flat else (y, x)
    return across > APOTHEM + 0.5 or along * APOTHEM / SIZE + across / 2 > APOTHEM + 0.5


def hexes(game: Game, *, turned: bool) -> Iterator[tuple[str, list[Mark]]]:
    root = ET.fromstring(draw_position(game, turned=turned))
    ground = ground_in(game.title, game.state)
    centres = {}
    layout = as_seen(ground.atlas.layout, turned=turned)
    for name in ground.atlas.hexes:
        x, y = layout.centre(name, SIZE)
        centres[f"translate({number(x)} {number(y)})"] = name
    stops = next(group for group in root.iter(f"{SVG}g") if group.get("class") == "stops")
    for top in stops:
        yield centres[top.get("transform", "")], list(marks(top))


@pytest.mark.parametrize("turned", [False, True], ids=["upright", "turned"])
@pytest.mark.parametrize("path", LATE, ids=lambda path: path.parent.name)
def test_nothing_on_a_late_board_covers_another_thing_or_leaves_its_hex(path: Path, turned: bool) -> None:
    game = from_json(path.read_text("utf-8"))
    layout = as_seen(ground_in(game.title, game.state).atlas.layout, turned=turned)
    found = list(hexes(game, turned=turned))
    assert len(found) > 20
    covered = [
        (name, one.what, other.what)
        for name, written in found
        for at, one in enumerate(written)
        for other in written[:at]
        if overlap(one, other)
    ]
    assert covered == []
    assert [(name, mark.what) for name, written in found for mark in written if leaves(mark, layout)] == []


def lines(track: str) -> list[tuple[str, float]]:
    """The strokes of a tile from the lowest to the topmost: colour and width."""
    drawn = ET.fromstring(draw_tile(Layout(True), parse_track(track), "yellow"))
    ground = {"currentColor": drawn.get("color", "")}
    return [
        (ground.get(each.get("stroke", ""), each.get("stroke", "")), float(each.get("stroke-width", 0)))
        for each in drawn.iter("path")
        if each.get("class") == "track"
    ]


def test_track_that_only_crosses_passes_under_and_track_that_meets_does_not() -> None:
    pale, black = ("#f7e06a", 13.0), ("#1a1a1a", 6.0)
    assert lines("track: 0-3 1-4") == [pale, black, pale, black]
    assert lines("track: 0-3 0-2") == [pale, pale, black, black]
    assert lines("city 30 slots 1: 0 2 3") == [pale] * 3 + [black] * 3

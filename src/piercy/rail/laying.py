"""Laying track: which tiles fit where, what an upgrade keeps, and whether a lay is connected.

What can be said from the printed board and the two tiles alone is worked out once and remembered; only
supply, phase, money and connection are asked of the state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from piercy.core.cache import Cache
from piercy.core.errors import IllegalAction
from piercy.rail.board import Board, Ground, has_token, stands_on
from piercy.rail.hexes import EDGES
from piercy.rail.lines import Lines, Reach
from piercy.rail.tiles import Segment, Tile, Track

Refusal = tuple[str, str, dict[str, object]]
"""A rule, a template and its fields: what an IllegalAction is made of."""
Laid = tuple[str, int] | None
"""The tile on a hex and its rotation, if there is one."""
REMEMBERED = 1024
"""How many hexes, as they lie, are remembered with all that fits on them; and how many single verdicts."""
Fit = Callable[[str, Tile], Refusal | None]
"""A title's own say on whether a tile may lie on a hex: labels, reserved places."""


@dataclass(frozen=True, slots=True)
class LayingRules:
    """The ids of the rules that a lay can break."""

    takes_tiles: str
    first_tile: str
    upgrade: str
    keeps_track: str
    blocked: str
    rotation: str
    stub: str = ""
    """The rule that makes tiles serve printed ends of track, where a board has any."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a placement changes on its hex."""

    stops: tuple[int, ...]
    """Old stop -> new stop."""
    new: frozenset[Segment]
    """The pieces of track that were not there before."""
    raised: tuple[int, ...]
    """The cities of the new tile that are worth more than before."""


class Placements:
    """All placements that the board and the tiles allow, whatever the state of the game."""

    def __init__(self, ground: Ground, rules: LayingRules, fit: Fit, *, merge_stops: bool = False) -> None:
        self.ground = ground
        self._rules = rules
        self._fit = fit
        self._merge = merge_stops
        self._judged: Cache[tuple[str, Laid, str, int], Change | Refusal] = Cache(REMEMBERED)
        self._listed: Cache[tuple[str, Laid], tuple[tuple[str, int, Change], ...]] = Cache(REMEMBERED)

    def change(self, board: Board, name: str, tile: str, rotation: int) -> Change:
        """What the placement changes.

        :raises IllegalAction: it does not fit; the error names the rule.
        """
        key = (name, board.tiles.get(name), tile, rotation)
        verdict = self._judged.get_or_make(key, lambda: self._judge(*key))
        if isinstance(verdict, Change):
            return verdict
        rule, template, fields = verdict
        raise IllegalAction(rule, template, **fields)

    def on(self, board: Board, name: str) -> tuple[tuple[str, int, Change], ...]:
        """All (tile, rotation, change) that fit on the hex as it is now."""
        key = (name, board.tiles.get(name))
        return self._listed.get_or_make(key, lambda: self._fitting(*key))

    def _fitting(self, name: str, laid: Laid) -> tuple[tuple[str, int, Change], ...]:
        tried = [
            (tile, rotation, self._judge(name, laid, tile, rotation))
            for tile, rotation in product(self._candidates(name, laid), EDGES)
        ]
        return tuple((tile, rotation, fits) for tile, rotation, fits in tried if isinstance(fits, Change))

    def _candidates(self, name: str, laid: Laid) -> tuple[str, ...]:
        if laid is None:
            return self.ground.atlas[name].first_tiles
        return tuple(t for t in self.ground.tiles[laid[0]].upgrades if t in self.ground.tiles)

    def _judge(self, name: str, laid: Laid, tile: str, rotation: int) -> Change | Refusal:
        rules, place, new = self._rules, self.ground.atlas[name], self.ground.tiles[tile]
        if rotation not in EDGES:
            return rules.rotation, "a tile has the rotations 0 to 5, not {rotation}", {"rotation": rotation}
        if not place.first_tiles:
            return rules.takes_tiles, "{hex} takes no tile", {"hex": name}
        if tile not in self._candidates(name, laid):
            if laid is None:
                return (
                    rules.first_tile,
                    "tile {tile} cannot be the first on {hex}",
                    {"tile": tile, "hex": name},
                )
            return rules.upgrade, "tile {tile} does not replace tile {old}", {"tile": tile, "old": laid[0]}
        if refusal := self._fit(name, new):
            return refusal
        track = new.turned[rotation]
        if wrong := sorted(track.edges & place.blocked):
            fields: dict[str, object] = {"tile": tile, "hex": name, "edge": wrong[0]}
            return rules.blocked, "tile {tile} would point at the blocked edge {edge} of {hex}", fields
        if missing := sorted(place.stubs - track.edges):
            fields = {"tile": tile, "hex": name, "edge": missing[0]}
            return rules.stub, "tile {tile} would leave the printed track at edge {edge} of {hex}", fields
        old = place.printed if laid is None else self.ground.tiles[laid[0]].turned[laid[1]]
        change = compare(old, track, merge=self._merge)
        if change is None:
            return (
                rules.keeps_track,
                "tile {tile} does not keep the track on {hex}",
                {"tile": tile, "hex": name},
            )
        return change


def compare(old: Track, new: Track, *, merge: bool = False) -> Change | None:
    """How new track follows old track; None if some of the old would be lost.

    Every old stop keeps its edges in one new stop of the same kind; two old stops may become one only
    where ``merge`` allows it.
    """
    if not old.plain_segments <= new.plain_segments:
        return None
    kept: list[int] = []
    for index, stop in enumerate(old.stops):
        heir = _heir(index, old, new, kept if not merge else [])
        if heir is None or new.stops[heir].kind != stop.kind:
            return None
        kept.append(heir)
    carried = {("stop", edge, kept[i]) for i, stop in enumerate(old.stops) for edge in stop.edges}
    raised = tuple(
        i
        for i, stop in enumerate(new.stops)
        if stop.kind == "city"
        and stop.values[0] > max((old.stops[j].values[0] for j, k in enumerate(kept) if k == i), default=0)
    )
    return Change(tuple(kept), new.segments - carried - old.plain_segments, raised)


def _heir(index: int, old: Track, new: Track, taken: list[int]) -> int | None:
    """The stop of the new track that takes over an old stop."""
    edges = set(old.stops[index].edges)
    fitting = [i for i, stop in enumerate(new.stops) if edges <= set(stop.edges) and i not in taken]
    if edges or len(fitting) <= 1:
        return fitting[0] if fitting else None
    # nothing tells stops without track apart: keep their order
    return index if index in fitting else fitting[0]


def connects(lines: Lines, name: str, change: Change, *, raised_city: bool = True) -> bool:
    """Whether, with the tile in place, a line runs to and along a new piece of its track.

    With ``raised_city`` it is also enough that a line reaches a city that the tile has raised in value.
    """
    track = lines.track(name)
    if raised_city and any(_reaches_stop(lines, name, index) for index in change.raised):
        return True
    return any(_runs_along(lines, name, track, segment) for segment in change.new)


def _reaches_stop(lines: Lines, name: str, index: int) -> bool:
    if has_token(lines.board, name, index, lines.company):
        return True
    return lines.finds_station((name, edge) for edge in lines.track(name).stops[index].edges)


def _runs_along(lines: Lines, name: str, track: Track, segment: Segment) -> bool:
    kind, edge, end = segment
    if kind == "path":
        sides = ((name, edge), (name, end))
        return any(lines.finds_station([one], frozenset([other])) for one, other in (sides, sides[::-1]))
    if has_token(lines.board, name, end, lines.company) or lines.finds_station([(name, edge)]):
        return True
    others = [(name, other) for other in track.stops[end].edges if other != edge]
    return lines.open(name, end) and lines.finds_station(others, frozenset([(name, edge)]))


def quick_answer(
    lines: Lines, reach: Reach, name: str, track: Track, change: Change, raised_city: bool
) -> bool | None:
    """What the lines on the board *before* the lay already tell about it; None if they leave it open.

    A line that uses the new tile does so first on a line of the old board, so a place that no old line
    arrives at is out of reach, and an arrival by a line that never met the hex settles the matter.
    """
    if stands_on(lines.board, name, lines.company):
        return None
    sure, possible = _entries(track, change, raised_city)
    arrived = {edge for edge in sure | possible if (name, edge) in reach.arrivals}
    if not arrived:
        return False
    return True if any(not reach.may_pass((name, edge), name) for edge in arrived & sure) else None


def _entries(track: Track, change: Change, raised_city: bool) -> tuple[set[int], set[int]]:
    """The edges from which a line runs along new track or to a raised city, surely and possibly.

    Possibly: along new track that leads out of a stop again, if the stop may be passed.
    """
    sure: set[int] = set()
    possible: set[int] = set()
    for kind, edge, end in change.new:
        sure.add(edge)
        if kind == "path":
            sure.add(end)
        else:
            possible.update(track.stops[end].edges)
    if raised_city:
        sure.update(*(track.stops[index].edges for index in change.raised))
    return sure, possible

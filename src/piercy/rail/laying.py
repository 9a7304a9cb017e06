"""Laying track: which tiles fit where, what an upgrade keeps, and whether a lay is connected.

What can be said from the printed board and the two tiles alone is worked out once and remembered; only
supply, phase, money and connection are asked of the state.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Generic, TypeVar

from piercy.core.cache import Cache
from piercy.core.errors import IllegalAction
from piercy.rail.atlas import Hex
from piercy.rail.board import Board, Ground, has_token, stands_on
from piercy.rail.hexes import EDGES
from piercy.rail.lines import Lines, Reach
from piercy.rail.tiles import Segment, Tile, Track

Laid = tuple[str, int] | None
"""The tile on a hex and its rotation, if there is one."""
REMEMBERED = 1024
"""How many hexes, as they lie, are remembered with all that fits on them; and how many single verdicts."""
Fit = Callable[[str, Laid, Tile], IllegalAction | None]
"""A title's own say on whether a tile may lie on a hex: labels, reserved places. It is asked first."""
K = TypeVar("K", bound=Hashable)


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
    kind: str = ""
    """What sort of lay it is, where a title tells them apart."""


C = TypeVar("C", bound=Change)
Row = tuple[str, int, C]
"""A tile, its rotation, and what it would change."""


class Verdicts(Generic[K, C]):
    """What has been judged once is remembered, by all that the judgement looks at beside the tile."""

    def __init__(
        self, candidates: Callable[[K], Iterable[str]], judge: Callable[[K, str, int], C | IllegalAction]
    ) -> None:
        self._candidates = candidates
        self._judge = judge
        self._judged: Cache[tuple[K, str, int], C | IllegalAction] = Cache(REMEMBERED)
        self._listed: Cache[K, tuple[Row[C], ...]] = Cache(REMEMBERED)

    def change(self, key: K, tile: str, rotation: int) -> C:
        """What the placement changes.

        :raises IllegalAction: it does not fit; the error names the rule.
        """
        verdict = self._judged.get_or_make((key, tile, rotation), lambda: self._judge(key, tile, rotation))
        if isinstance(verdict, IllegalAction):
            raise verdict.again()
        return verdict

    def fitting(self, key: K) -> tuple[Row[C], ...]:
        """All (tile, rotation, change) that fit."""
        return self._listed.get_or_make(key, lambda: tuple(self._tried(key)))

    def _tried(self, key: K) -> Iterator[Row[C]]:
        for tile, rotation in product(self._candidates(key), EDGES):
            verdict = self._judge(key, tile, rotation)
            if not isinstance(verdict, IllegalAction):
                yield tile, rotation, verdict


class Placements:
    """All placements that the board and the tiles allow, whatever the state of the game."""

    def __init__(self, ground: Ground, rules: LayingRules, fit: Fit, *, merge_stops: bool = False) -> None:
        self.ground = ground
        self._rules = rules
        self._fit = fit
        self._merge = merge_stops
        self._verdicts = Verdicts(self._candidates, self._judge)

    def change(self, board: Board, name: str, tile: str, rotation: int) -> Change:
        """What the placement changes.

        :raises IllegalAction: it does not fit; the error names the rule.
        """
        return self._verdicts.change((name, board.tiles.get(name)), tile, rotation)

    def on(self, board: Board, name: str) -> tuple[Row[Change], ...]:
        """All (tile, rotation, change) that fit on the hex as it is now."""
        return self._verdicts.fitting((name, board.tiles.get(name)))

    def _candidates(self, key: tuple[str, Laid]) -> tuple[str, ...]:
        named = (tile for tile in listed(self.ground, *key) if tile in self.ground.tiles)
        # what fits in no rotation is not tried in six
        return tuple(tile for tile in named if self._fit(*key, self.ground.tiles[tile]) is None)

    def _judge(self, key: tuple[str, Laid], tile: str, rotation: int) -> Change | IllegalAction:
        name, laid = key
        place, track = self.ground.atlas[name], self.ground.tiles[tile]
        if rotation not in EDGES:
            return no_rotation(self._rules.rotation, rotation)
        if not place.first_tiles:
            return IllegalAction(self._rules.takes_tiles, "{hex} takes no tile", hex=name)
        refusal = self._fit(name, laid, track) or self._misfit(key, tile)
        refusal = refusal or self._misdirected(place, tile, track.turned[rotation])
        if refusal:
            return refusal
        old = place.printed if laid is None else self.ground.tiles[laid[0]].turned[laid[1]]
        change = compare(old, track.turned[rotation], merge=self._merge)
        if change is None:
            rule = self._rules.keeps_track
            return IllegalAction(rule, "tile {tile} does not keep the track on {hex}", tile=tile, hex=name)
        return change

    def _misfit(self, key: tuple[str, Laid], tile: str) -> IllegalAction | None:
        """Why the tile cannot lie on the hex, or on the tile that is there, whatever its rotation."""
        name, laid = key
        if tile in listed(self.ground, *key):
            return None
        if laid is None:
            rule = self._rules.first_tile
            return IllegalAction(rule, "tile {tile} cannot be the first on {hex}", tile=tile, hex=name)
        return IllegalAction(
            self._rules.upgrade, "tile {tile} does not replace tile {old}", tile=tile, old=laid[0]
        )

    def _misdirected(self, place: Hex, tile: str, track: Track) -> IllegalAction | None:
        """Why the tile cannot point where it does."""
        if wrong := sorted(track.edges & place.blocked):
            return IllegalAction(
                self._rules.blocked,
                "tile {tile} would point at the blocked edge {edge} of {hex}",
                tile=tile,
                hex=place.id,
                edge=wrong[0],
            )
        if missing := sorted(place.stubs - track.edges):
            return IllegalAction(
                self._rules.stub,
                "tile {tile} would leave the printed track at edge {edge} of {hex}",
                tile=tile,
                hex=place.id,
                edge=missing[0],
            )
        return None


def listed(ground: Ground, name: str, laid: Laid) -> tuple[str, ...]:
    """The tiles that a bare hex, or the tile on it, names as the next."""
    return ground.atlas[name].first_tiles if laid is None else ground.tiles[laid[0]].upgrades


def no_rotation(rule: str, rotation: int) -> IllegalAction:
    return IllegalAction(rule, "a tile has the rotations 0 to 5, not {rotation}", rotation=rotation)


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


def connects(lines: Lines, name: str, change: Change) -> bool:
    """Whether, with the tile in place, a line runs to and along new track of it, or to a city it raises."""
    track = lines.track(name)
    if any(_reaches_stop(lines, name, index) for index in change.raised):
        return True
    return any(_runs_along(lines, name, track, segment) for segment in change.new)


def _reaches_stop(lines: Lines, name: str, index: int) -> bool:
    if has_token(lines.board, name, index, lines.company):
        return True
    return lines.finds_token((name, edge) for edge in lines.track(name).stops[index].edges)


def _runs_along(lines: Lines, name: str, track: Track, segment: Segment) -> bool:
    kind, edge, end = segment
    if kind == "path":
        sides = ((name, edge), (name, end))
        return any(lines.finds_token([one], frozenset([other])) for one, other in (sides, sides[::-1]))
    if has_token(lines.board, name, end, lines.company) or lines.finds_token([(name, edge)]):
        return True
    others = [(name, other) for other in track.stops[end].edges if other != edge]
    return lines.open(name, end) and lines.finds_token(others, frozenset([(name, edge)]))


def quick_answer(lines: Lines, reach: Reach, name: str, track: Track, change: Change) -> bool | None:
    """What the lines on the board *before* the lay already tell about it; None if they leave it open.

    A line that uses the new tile does so first on a line of the old board, so a place that no old line
    arrives at is out of reach, and an arrival by a line that never met the hex settles the matter.
    """
    if stands_on(lines.board, name, lines.company):
        return None
    sure, possible = _entries(track, change)
    arrived = {edge for edge in sure | possible if (name, edge) in reach.arrivals}
    if not arrived:
        return False
    return True if any(not reach.may_pass((name, edge), name) for edge in arrived & sure) else None


def _entries(track: Track, change: Change) -> tuple[set[int], set[int]]:
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
    sure.update(*(track.stops[index].edges for index in change.raised))
    return sure, possible

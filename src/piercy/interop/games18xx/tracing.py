"""From the hexes that the site notes of a route to a route of ours, stop by stop.

The site writes a route as connections from stop to stop, each the list of hexes it runs through, in either
direction. Neighbouring hexes share one border, so the hexes fix the track; only the direction of each
connection has to be found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from piercy.rail.board import Board, Ground
from piercy.rail.hexes import opposite
from piercy.rail.routes import place_name

Places = tuple[tuple[str, int | None], ...]


def trace(ground: Ground, board: Board, connections: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """The path of the route whose connections are given in our coordinates; None if no track bears it."""
    for places in _join(ground, board, connections, ()):
        return tuple(place_name(*place) for place in places)
    return None


def _join(
    ground: Ground, board: Board, connections: Sequence[Sequence[str]], so_far: Places
) -> Iterator[Places]:
    if not connections:
        if so_far:
            yield so_far
        return
    first, *rest = connections
    for hexes in (first, first[::-1]) if first else ():  # a connection over no hex is none
        if so_far and hexes[0] != so_far[-1][0]:
            continue
        for leg in _legs(ground, board, hexes):
            if not so_far:
                yield from _join(ground, board, rest, leg)
            elif leg[0] == so_far[-1]:
                yield from _join(ground, board, rest, so_far + leg[1:])


def _legs(ground: Ground, board: Board, hexes: Sequence[str]) -> Iterator[Places]:
    """The ways from a stop on the first hex over plain track to a stop on the last."""
    edges = [ground.atlas.edge_between(a, b) for a, b in pairwise(hexes)]
    if not edges or None in edges:
        return
    out = [edge for edge in edges if edge is not None]
    for index in range(1, len(hexes) - 1):
        if out[index] not in ground.track(board, hexes[index]).onward[opposite(out[index - 1])]:
            return
    middle: Places = tuple((name, None) for name in hexes[1:-1])
    for start in ground.track(board, hexes[0]).stops_at[out[0]]:
        for end in ground.track(board, hexes[-1]).stops_at[opposite(out[-1])]:
            yield ((hexes[0], start), *middle, (hexes[-1], end))

"""What the values of a choice mean on the board: names of hexes, where track leads, the stops of routes."""

from __future__ import annotations

from typing import Any

from piercy.cli import view
from piercy.core.actions import Action
from piercy.core.game import Game
from piercy.core.offers import Values
from piercy.rail.board import Ground
from piercy.rail.rail_title import RailTitle
from piercy.rail.routes import Route

_FLAT = ("N", "NE", "SE", "S", "SW", "NW")
_POINTY = ("NE", "E", "SE", "SW", "W", "NW")


class Teller:
    """Adds to a value what a player would look up on the map."""

    def __init__(self, game: Game, kind: type[Action] | None = None) -> None:
        """:param kind: the kind of action that is being filled in, to tell what choices cost and bring."""
        self._game = game
        self._kind = kind
        self._ground: Ground | None = game.title.ground if isinstance(game.title, RailTitle) else None

    def __call__(self, name: str, value: Any, chosen: Values) -> str:
        """A few words, or none. ``chosen`` holds the fields that are filled already."""
        parts = [self._meaning(name, value, chosen)]
        if self._kind is not None:
            known = view.terms(self._game, self._kind, chosen)
            parts += [
                t for t in view.terms(self._game, self._kind, {**chosen, name: value}) if t not in known
            ]
        return " · ".join(part for part in parts if part)

    def _meaning(self, name: str, value: Any, chosen: Values) -> str:
        if isinstance(value, tuple) and value and all(isinstance(part, Route) for part in value):
            return "; ".join(_route(route) for route in value)
        if self._ground is None:
            return ""
        if name == "hexes":
            return view.hexes(self._game, (value,) if isinstance(value, str) else value)
        if name == "hex" and value in self._ground.atlas:
            return self._ground.atlas[value].name or ""
        if name == "rotation" and chosen.get("tile") in self._ground.tiles:
            return self._track(chosen["tile"], value)
        return ""

    def _track(self, tile: str, rotation: int) -> str:
        """Where the track of a tile leads: stops with their edges, plain track from edge to edge."""
        assert self._ground is not None
        edges = _FLAT if self._ground.atlas.layout.flat else _POINTY
        track = self._ground.tiles[tile].turned[rotation]
        stops = [f"{stop.kind} {'/'.join(edges[edge] for edge in stop.edges)}" for stop in track.stops]
        return ", ".join([*stops, *(f"{edges[a]}-{edges[b]}" for a, b in track.paths)])


def _route(route: Route) -> str:
    stops = [place.partition("/")[0] for place in route.path if "/" in place]
    return f"{route.train}-train {' - '.join(stops)}"

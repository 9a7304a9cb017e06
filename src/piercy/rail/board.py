"""The board in play: laid tiles and station markers. The printed part is in the atlas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from piercy.rail.atlas import Atlas
from piercy.rail.tiles import Stop, Tile, Track

BARE = -1
"""The city of a marker that stands on a hex whose cities cannot be told apart yet."""


@dataclass(slots=True)
class Board:
    """What lies on the map: part of the state."""

    tiles: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Hex -> (tile, rotation)."""
    tokens: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    """Hex -> markers as (company, index of the city), in the order they came."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The static half of a board: the printed map and the tiles that exist."""

    atlas: Atlas
    tiles: Mapping[str, Tile]

    def track(self, board: Board, name: str) -> Track:
        """The track on a hex as it is now."""
        laid = board.tiles.get(name)
        return self.atlas.hexes[name].printed if laid is None else self.tiles[laid[0]].turned[laid[1]]

    def colour(self, board: Board, name: str) -> str | None:
        """The colour of the tile on a hex, or of its print where that counts as a colour."""
        laid = board.tiles.get(name)
        return self.atlas.hexes[name].colour if laid is None else self.tiles[laid[0]].colour

    def stop(self, board: Board, name: str, index: int) -> Stop:
        return self.track(board, name).stops[index]

    def free_slots(self, board: Board, name: str, index: int) -> int:
        """How many spaces of a city are empty."""
        taken = sum(1 for _, city in board.tokens.get(name, ()) if city == index)
        return self.track(board, name).stops[index].slots - taken


def ground_of(title: object) -> Ground:
    """The map and the tiles of a title."""
    ground = getattr(title, "ground", None)
    if not isinstance(ground, Ground):
        raise TypeError(f"{title!r} has no map")
    return ground


def ground_in(title: object, state: object) -> Ground:
    """The map and the tiles of a game: those of its title, unless an option changes what is printed."""
    changed = getattr(title, "ground_in", None)
    return ground_of(title) if changed is None else changed(state)


def has_token(board: Board, name: str, index: int, company: str) -> bool:
    """Whether the company has a marker in that city."""
    return (company, index) in board.tokens.get(name, ())


def token_places(board: Board, company: str) -> list[tuple[str, int]]:
    """Where the company's markers stand, as (hex, city)."""
    return [
        (name, city) for name, tokens in board.tokens.items() for owner, city in tokens if owner == company
    ]


def place_token(board: Board, name: str, index: int, company: str) -> None:
    """Put a marker on the map. Whether it may stand there is for the rules to say."""
    board.tokens.setdefault(name, []).append((company, index))

"""The board in play: laid tiles and tokens, and the moves that change them. The print is in the atlas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from piercy.rail.atlas import Atlas
from piercy.rail.tiles import Stop, Tile, Track

BARE = -1
"""The city of a token that stands on a hex whose cities cannot be told apart yet."""


@dataclass(slots=True)
class Board:
    """What lies on the map: part of the state."""

    tiles: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Hex -> (tile, rotation)."""
    tokens: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    """Hex -> tokens as (company, index of the city), in the order they came."""


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


def has_token(board: Board, name: str, index: int, company: str) -> bool:
    """Whether the company has a token in that city."""
    return (company, index) in board.tokens.get(name, ())


def stands_on(board: Board, name: str, company: str) -> bool:
    """Whether the company has a token anywhere on a hex."""
    return any(owner == company for owner, _ in board.tokens.get(name, ()))


def token_places(board: Board, company: str) -> list[tuple[str, int]]:
    """Where the company's tokens stand, as (hex, city)."""
    return [
        (name, city) for name, tokens in board.tokens.items() for owner, city in tokens if owner == company
    ]


# What lies on the map is changed here and nowhere else. Whether it may be is for the rules to say.


def put_tile(
    board: Board, supply: dict[str, int], name: str, tile: str, rotation: int, stops: Sequence[int] = ()
) -> None:
    """Lay a tile of the supply; the one that it replaces goes back.

    ``stops`` tells for each city of what was there which one of the tile it becomes, where tokens stand.
    """
    replaced = board.tiles.get(name)
    if replaced is not None:
        supply[replaced[0]] += 1
    supply[tile] -= 1
    board.tiles[name] = (tile, rotation)
    move_tokens(board, name, stops)


def move_tokens(board: Board, name: str, stops: Sequence[int]) -> None:
    """Tokens keep their city when its tile is replaced; one whose city is open stays so."""
    tokens = board.tokens.get(name)
    if tokens and stops:
        tokens[:] = [(owner, city if city == BARE else stops[city]) for owner, city in tokens]


def place_token(board: Board, name: str, index: int, company: str) -> None:
    """Put a token on the map."""
    board.tokens.setdefault(name, []).append((company, index))


def settle_token(board: Board, name: str, index: int) -> str:
    """Put the first token on a hex whose city is open into a city; tell whose it is."""
    tokens = board.tokens[name]
    at = next(at for at, (_, city) in enumerate(tokens) if city == BARE)
    company = tokens[at][0]
    tokens[at] = (company, index)
    return company


def replace_token(board: Board, name: str, index: int, company: str, by: str) -> None:
    """Another company's token takes the place of a company's."""
    tokens = board.tokens[name]
    tokens[tokens.index((company, index))] = (by, index)


def remove_token(board: Board, name: str, index: int, company: str) -> None:
    """Take a token off the map."""
    tokens = board.tokens[name]
    tokens.remove((company, index))
    if not tokens:
        del board.tokens[name]

"""Hex grids: coordinates, neighbours and where things lie, for flat and pointy topped boards.

A hex is named by a letter and a number. On a flat-topped board the letter is the column and the number the
row in half-hex steps; on a pointy-topped board the letter is the row and the number the column. Edges are
numbered clockwise from 0: the top edge of a flat-topped hex, the north-eastern edge of a pointy-topped one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

EDGES = range(6)

_FLAT_STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_POINTY_STEPS = ((-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1))


def opposite(edge: int) -> int:
    """The same border seen from the other side."""
    return (edge + 3) % 6


@dataclass(frozen=True, slots=True)
class Layout:
    """How the hexes of a board lie."""

    flat: bool

    def neighbour(self, name: str, edge: int) -> str | None:
        """The coordinate behind an edge, whether or not the board has a hex there."""
        letter_step, number_step = (_FLAT_STEPS if self.flat else _POINTY_STEPS)[edge]
        letter, number = ord(name[0]) + letter_step, int(name[1:]) + number_step
        return f"{chr(letter)}{number}" if ord("A") <= letter <= ord("Z") and number >= 0 else None

    def centre(self, name: str, size: float) -> tuple[float, float]:
        """The middle of a hex whose corners are ``size`` away from it; y grows southwards."""
        letter, number = ord(name[0]) - ord("A"), int(name[1:])
        half_width = size * math.sqrt(3) / 2
        if self.flat:
            return letter * size * 1.5, number * half_width
        return number * half_width, letter * size * 1.5

    def edge_angle(self, edge: int) -> float:
        """The direction from a hex's middle to the middle of an edge, in degrees, clockwise from east."""
        return -90 + 60 * edge if self.flat else -60 + 60 * edge


def is_coordinate(name: str) -> bool:
    """Whether the name has the form of a hex coordinate such as C14."""
    return name[:1].isascii() and name[:1].isupper() and name[1:].isascii() and name[1:].isdigit()

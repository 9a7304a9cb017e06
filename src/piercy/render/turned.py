"""A board as it lies after a quarter turn, so that a tall one fits a wide screen."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.rail.hexes import Layout


@dataclass(frozen=True, slots=True)
class TurnedLayout(Layout):
    """A layout turned by 90 degrees, north to the left; only for drawing: its neighbours are not asked."""

    def centre(self, name: str, size: float) -> tuple[float, float]:
        """The middle of a hex; what was north of it now lies left of it."""
        x, y = Layout(not self.flat).centre(name, size)
        return y, -x

    def edge_angle(self, edge: int) -> float:
        """The direction of an edge, a quarter turn anticlockwise of where it was."""
        return Layout(not self.flat).edge_angle(edge) - 90


def as_seen(layout: Layout, *, turned: bool) -> Layout:
    """The layout that a board is drawn by."""
    return TurnedLayout(not layout.flat) if turned else layout

"""The terms on which a train runs while bounds are worked out: prices of borders and tolls at stops.

When borders have prices and each train runs the route that is best after paying, then what the trains
keep plus all the prices is an upper bound on what they can earn together (Lagrangian duality). In the
same way, tolls keep a walk from counting a dear stop twice: it pays the toll at each visit and gets
every toll back once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

# Prices, tolls and values are whole numbers of this fraction, so that every bound is exact.
SCALE = 64


@dataclass(frozen=True, slots=True)
class Terms:
    """What stops pay one kind of train, the tolls there, and the prices of links.

    ``reduced`` are the values less the tolls. ``spare`` is the sum of all tolls, those of a group of
    stops counted once.
    """

    values: Sequence[int]
    reduced: Sequence[int]
    spare: int = 0
    costs: Sequence[int] | None = field(default=None)

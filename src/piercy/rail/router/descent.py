"""Prices that fall and rise until a bound is as low as it gets: a subgradient method with memory."""

from __future__ import annotations

from typing import Generic, TypeVar

Key = TypeVar("Key")

PATIENCE = 6
LEAST_STRIDE = 0.02
MEMORY = 0.7
TINY = 1e-3


class Descent(Generic[Key]):
    """Prices on the way down. ``over`` of a step tells by how much each thing is wanted too often."""

    __slots__ = ("_drift", "_stale", "_stride", "prices")

    def __init__(self, prices: dict[Key, float] | None = None, stride: float = 1.0) -> None:
        self.prices: dict[Key, float] = dict(prices or {})
        self._drift: dict[Key, float] = {}
        self._stride = stride
        self._stale = 0

    def whole(self) -> dict[Key, int]:
        """The prices in whole numbers, those of nothing left out."""
        return {key: rounded for key, price in self.prices.items() if (rounded := round(price)) > 0}

    def note(self, lower: bool) -> None:
        """Steps become shorter when the bound has not fallen for a while."""
        self._stale = 0 if lower else self._stale + 1
        if self._stale >= PATIENCE:
            self._stride, self._stale = self._stride / 2, 0

    def step(self, over: dict[Key, int], gap: int) -> bool:
        """Change the prices so that a bound with this gap might close; False when nothing moves any more."""
        if self._stride < LEAST_STRIDE:
            return False
        drift = {}
        for key in over | self._drift:
            move = over.get(key, 0) + MEMORY * self._drift.get(key, 0.0)
            # What costs nothing cannot become cheaper.
            if move > TINY or (move < -TINY and key in self.prices):
                drift[key] = move
        self._drift = drift
        norm = sum(move * move for move in drift.values())
        if norm < TINY:
            return False
        length = self._stride * gap / norm
        for key, move in drift.items():
            price = self.prices.get(key, 0.0) + length * move
            if price > 0:
                self.prices[key] = price
            else:
                self.prices.pop(key, None)
        return True

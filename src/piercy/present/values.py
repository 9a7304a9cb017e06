"""Values of tables as people read them."""

from __future__ import annotations

from typing import assert_never

from piercy.present.table_words import SIZES
from piercy.rail import values as v

NUMBERS: tuple[type[v.Value], ...] = (
    v.Money,
    v.Count,
    v.Price,
    v.OutOf,
    v.Percent,
    v.Held,
)
"""Values that are set to the right, as numbers are."""


def written(value: v.Value, money: str) -> str:
    """A value in a few signs; ``money`` is how the game writes a sum."""
    match value:
        case v.Money(amount):
            return money.format(amount)
        case v.Pays(price, income):
            return f"{money.format(price)} +{income}" if income else money.format(price)
        case v.Count(number) | v.Price(number):
            return str(number)
        case v.OutOf(number, limit):
            return f"{number}/{limit}"
        case v.Percent(number):
            return f"{number} %"
        case v.Rank(number, colour):
            return f"{number} {colour[0].upper()}"
        case v.RoundNumber(number, within):
            return str(number) if within is None else f"{number}.{within}"
        case v.Held(shares, president):
            return f"{shares}★" if president else str(shares)
        case _:
            return _names(value)


def _names(
    value: v.OfPlayer | v.OfCompany | v.Trains | v.Hexes | v.Tokens | v.Cards | v.InPhase | v.Size | v.Called,
) -> str:
    match value:
        case v.OfPlayer(name) | v.OfCompany(name) | v.InPhase(name) | v.Called(name):
            return name
        case v.Size(key):
            return SIZES.get(key, key)
        case v.Cards(names):
            return " ".join(names)
        case v.Trains(names, limit):
            return (" ".join(names) or "–") if limit is None else f"{' '.join(names)} /{limit}"
        case v.Hexes(names, left):
            return " ".join(names) + (f" +{left}" if left else "")
        case v.Tokens(placed, left):
            return f"{placed} +{left}"
        case _:
            assert_never(value)

"""How the site names things, and how we do: hexes, rotations, companies, trains, prices.

The site counts columns one further east and edges from the south-west [DCZ-1, DCZ-2]; its tiles carry the
numbers of our own manifest, drawn in the same reference rotation.
"""

from __future__ import annotations

import re

_COMPANIES = {"SX": "Sx", "PR": "Pr", "BY": "By"}
_SITE_COMPANIES = {ours: theirs for theirs, ours in _COMPANIES.items()}
_HEX = re.compile(r"([A-J])(\d{1,2})")
_CARD = re.compile(r"\d([a-j])-(\d+)")
_TYPE = re.compile(r"(\d(?:\+\d|E)?)[a-j]?")
_TILE = re.compile(r"(\w+)-(\d+)")
_CITY = re.compile(r"(\w+)-(\d+)-(\d)")
_SHARE = re.compile(r"(\w+)_(\d)")
_PRICE = re.compile(r"(\d+),0,(\d+)")

RED_TYPES = {"a": 2, "b": 2, "c": 3, "d": 3, "e": 4, "f": 4, "g": 5, "h": 5, "i": 5, "j": 5}
"""The red type of each card, by which the site calls the card."""


def our_company(name: str) -> str:
    return _COMPANIES.get(name, name)


def site_company(name: str) -> str:
    return _SITE_COMPANIES.get(name, name)


def our_hex(name: str) -> str:
    """Our coordinate of a hex of the site.

    :raises ValueError: it has not the form of one.
    """
    letter, number = _read(_HEX, name, "hex").groups()
    return f"{letter}{int(number) - 1}"


def site_hex(name: str) -> str:
    return f"{name[0]}{int(name[1:]) + 1}"


def is_site_hex(name: str) -> bool:
    return _HEX.fullmatch(name) is not None


def turned(rotation: int) -> int:
    """A rotation of the site as ours, or ours as the site's: the edges are half a turn apart.

    :raises ValueError: a tile has six rotations.
    """
    if not 0 <= rotation < 6:
        raise ValueError(f"there is no rotation {rotation}")
    return (rotation + 3) % 6


def read_card(name: str) -> tuple[str, int]:
    """The letter of a train card and the number of its copy."""
    letter, copy = _read(_CARD, name, "train").groups()
    return letter, int(copy)


def card_name(letter: str, copy: int) -> str:
    return f"{RED_TYPES[letter]}{letter}-{copy}"


def read_type(name: str) -> str:
    """The type of a train, which the site writes with the letter of the card."""
    return str(_read(_TYPE, name, "train type")[1])


def type_name(letter: str, kind: str) -> str:
    return f"{kind}{letter}"


def read_tile(name: str) -> str:
    """The tile number of one copy of it."""
    return str(_read(_TILE, name, "tile")[1])


def read_city(name: str) -> tuple[str, int]:
    """The copy of a tile, or the bare hex, and the index of its city."""
    place, copy, index = _read(_CITY, name, "city").groups()
    return (place if is_site_hex(place) else f"{place}-{copy}"), int(index)


def read_share(name: str) -> tuple[str, int]:
    """The company of a certificate (ours) and its number; 0 is the Director's."""
    company, number = _read(_SHARE, name, "share").groups()
    return our_company(company), int(number)


def read_price(name: str) -> int:
    """The price of a space of the market."""
    return int(_read(_PRICE, name, "share price")[1])


def _read(pattern: re.Pattern[str], text: str, what: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not the name of a {what}")
    return found

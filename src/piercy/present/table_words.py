"""What is printed on charters, and sizes of companies in a cell: the same in every language."""

from __future__ import annotations

PRINTED: dict[str, str] = {
    "carried": "Traffic",
    "coverage": "Coverage",
    "director": "Director",
    "kind": "Kind",
    "loans": "Loans",
    "maritime_cards": "Maritimes",
    "president": "President",
    "privates": "Privates",
    "tokens": "Stations",
    "trains": "Trains",
    "treasury": "Treasury",
}
"""What is printed on charters: in the language of the rulebooks, as on the board."""

SIZES: dict[str, str] = {
    "small": "S",
    "medium": "M",
    "large": "L",
    "major": "major",
    "major_not_floated": "major, not floated",
    "minor": "minor",
    "minor_not_floated": "minor, not floated",
}
"""Sizes of companies, short enough for a cell."""


def printed(key: str) -> str:
    """The label as it is printed on a charter."""
    return PRINTED.get(key, key.replace("_", " ").capitalize())

"""What is done in operating rounds, beside the actions that all 18xx games share."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.actions import Action


@dataclass(frozen=True, slots=True)
class PlaceTokenAlong(Action):
    """Place a token at the end of a direct route from a token of the company."""

    type = "place_token_along"

    route: tuple[str, ...]
    """The places of the route in order, such as ``E35/0 F34 F32/0``."""


@dataclass(frozen=True, slots=True)
class Absorb(Action):
    """Let one company take over another; one of the two is on turn."""

    type = "absorb"

    acquirer: str
    target: str


@dataclass(frozen=True, slots=True)
class VacateMines(Action):
    """Take back the acquirer's own tokens from these mines, or from none."""

    type = "vacate_mines"

    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplaceTokens(Action):
    """Put tokens of the acquirer where the target had its own; the others are removed."""

    type = "replace_tokens"

    hexes: tuple[str, ...]

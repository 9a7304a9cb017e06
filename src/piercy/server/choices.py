"""Filling the blanks of offers, one click at a time.

The whole choice is in the address of the page: ``do`` names the offer, every other parameter a field. So a
reload loses nothing, and the page needs no program of its own to know what comes next.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from piercy.core import plain
from piercy.core.actions import Action, Pass
from piercy.core.offers import Offer, Values

Params = Mapping[str, Sequence[str]]

NONE = "."
"""Stands for no option at all, so that an empty subset can be told from one that is not chosen yet."""
TOGETHER = 14
"""Up to so many rows of a table are shown whole; of more, one field after the other is asked for."""
_LONG = 48


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing that can be clicked: the values it stands for, and the parameters that say so."""

    values: Values
    params: dict[str, str]


@dataclass(frozen=True, slots=True)
class Blank:
    """What is asked for next."""

    fields: tuple[str, ...]
    kind: str
    """``picks``, ``hexes`` (picks on the map), ``number`` or ``subset``."""
    picks: tuple[Pick, ...] = ()
    low: int = 0
    high: int | None = 0
    """None: a number may be as high as one likes."""
    step: int = 1
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """An offer as far as it is filled: what is chosen, and the next blank or the whole action."""

    name: str
    offer: Offer
    params: dict[str, list[str]] = field(default_factory=dict)
    """The address of this choice, without what filled itself."""
    chosen: Values = field(default_factory=dict)
    blank: Blank | None = None
    action: Action | None = None


def named(offers: Sequence[Offer]) -> dict[str, Offer]:
    """The offers by the names that addresses use: the type, with a number where several share it."""
    found: dict[str, Offer] = {}
    for offer in offers:
        name, number = offer.type, 1
        while name in found:
            number += 1
            name = f"{offer.type}.{number}"
        found[name] = offer
    return found


def openings(offers: Sequence[Offer]) -> list[Choice]:
    """Every offer with nothing chosen yet."""
    return [fill(name, offer, {}) for name, offer in named(offers).items()]


def chosen(offers: Sequence[Offer], params: Params) -> Choice | None:
    """The choice that an address describes; parameters that fit nothing are as good as missing."""
    name = next(iter(params.get("do", ())), "")
    offer = named(offers).get(name)
    return None if offer is None else fill(name, offer, params)


def fill(name: str, offer: Offer, params: Params) -> Choice:
    """Fill the offer from the parameters as far as they go."""
    used: dict[str, list[str]] = {"do": [name]}
    values: Values = {}
    filling = _FromAddress(params, used)
    for domain in offer.domains:
        filled, blank = domain.fill(filling)
        values |= filled
        if blank is not None:
            return Choice(name, offer, used, values, blank)
    return Choice(name, offer, used, values, None, offer.action(player=offer.player, **values))


def _ask(names: tuple[str, ...], rows: Sequence[Values]) -> Blank:
    """The next field of a table; fields that belong together or make few rows are asked for at once."""
    if names[0] in ("hex", "hexes"):
        together = names[:1]
    elif names[:2] == ("tile", "rotation") and len(names) == 2:
        together = names
    else:
        together = names if len(rows) <= TOGETHER and not any(n == "hex" for n in names) else names[:1]
    picks: dict[tuple[str, ...], Pick] = {}
    for row in rows:
        tokens = tuple(token(row[name]) for name in together)
        if tokens not in picks:
            part = {name: row[name] for name in together}
            picks[tokens] = Pick(part, dict(zip(together, tokens, strict=True)))
    kind = "hexes" if together == ("hex",) else "picks"
    return Blank(together, kind, tuple(picks.values()))


@dataclass(frozen=True, slots=True)
class _FromAddress:
    """Fills blanks from the parameters of an address; what it uses of them is added to ``used``."""

    params: Params
    used: dict[str, list[str]]

    def rows(self, fields: tuple[str, ...], rows: Sequence[Values]) -> tuple[Values, Blank | None]:
        chosen: Values = {}
        for at, name in enumerate(fields):
            options = {token(row[name]): row[name] for row in rows}
            given = next(iter(self.params.get(name, ())), None)
            if given in options:
                picked = str(given)
                self.used[name] = [picked]
            elif len(options) == 1 and not _turns(fields[at:], rows):
                picked = next(iter(options))
            else:
                return chosen, _ask(fields[at:], rows)
            chosen[name] = options[picked]
            rows = [row for row in rows if token(row[name]) == picked]
        return chosen, None

    def number(self, name: str, low: int, high: int | None, step: int) -> tuple[Values, Blank | None]:
        if low == high:
            return {name: low}, None
        given = _number(name, self.params)
        if given is not None and given >= low and (high is None or given in range(low, high + 1, step)):
            self.used[name] = [str(given)]
            return {name: given}, None
        return {}, Blank((name,), "number", low=low, high=high, step=step)

    def several(
        self, name: str, options: Sequence[Any], least: int, most: int
    ) -> tuple[Values, Blank | None]:
        keys = [f"{at}:{token(option)}" for at, option in enumerate(options)]
        given = [key for key in self.params.get(name, ()) if key in keys]
        if name in self.params and least <= len(given) <= most and len(set(given)) == len(given):
            self.used[name] = [NONE, *given]
            return {name: tuple(options[keys.index(key)] for key in sorted(given, key=keys.index))}, None
        picks = tuple(Pick({name: option}, {name: key}) for key, option in zip(keys, options, strict=True))
        return {}, Blank((name,), "subset", picks, least=least, most=most)


def _turns(names: tuple[str, ...], rows: Sequence[Values]) -> bool:
    """Whether one tile is left, which can lie in several ways: then it is asked for as a whole."""
    return names == ("tile", "rotation") and len(rows) > 1


def _number(name: str, params: Params) -> int | None:
    """The whole number that an address gives for a field; None if it gives none."""
    given = next(iter(params.get(name, ())), "")
    fits = given.isascii() and given.removeprefix("-").isdigit() and len(given) < 12
    return int(given) if fits else None


def token(value: Any) -> str:
    """A value as it stands in an address."""
    text = value if isinstance(value, str) else plain.canonical(plainly(value))
    if len(text) <= _LONG:
        return text
    return "~" + hashlib.sha256(text.encode()).hexdigest()[:16]


def plainly(value: Any) -> Any:
    """A field's value as plain data."""
    if isinstance(value, tuple | list):
        return [plainly(part) for part in value]
    if value is None or isinstance(value, str | int | bool):
        return value
    return plain.encode(value)


def is_pass(choice: Choice) -> bool:
    return choice.offer.action is Pass

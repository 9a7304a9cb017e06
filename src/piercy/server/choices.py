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
from piercy.core.offers import Domain, Offer, OneOf, Open, Range, Subset, Table, Values

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
    for domain in offer.domains:
        filled, blank = _fill_domain(domain, params, used)
        values |= filled
        if blank is not None:
            return Choice(name, offer, used, values, blank)
    return Choice(name, offer, used, values, None, offer.action(player=offer.player, **values))


def _fill_domain(domain: Domain, params: Params, used: dict[str, list[str]]) -> tuple[Values, Blank | None]:
    if isinstance(domain, Range):
        return _fill_range(domain, params, used)
    if isinstance(domain, Open):
        return _fill_open(domain, params, used)
    if isinstance(domain, Subset):
        return _fill_subset(domain, params, used)
    rows = list(domain.values())
    names = _names(domain, rows)
    chosen: Values = {}
    for at, name in enumerate(names):
        options = {token(row[name]): row[name] for row in rows}
        given = next(iter(params.get(name, ())), None)
        if len(options) == 1:
            picked = next(iter(options))
        elif given in options:
            picked = str(given)
            used[name] = [picked]
        else:
            return chosen, _ask(names[at:], rows)
        chosen[name] = options[picked]
        rows = [row for row in rows if token(row[name]) == picked]
    return chosen, None


def _names(domain: Domain, rows: list[Values]) -> tuple[str, ...]:
    if isinstance(domain, Table):
        return domain.names
    if isinstance(domain, OneOf):
        return (domain.name,)
    return tuple(rows[0]) if rows else ()


def _ask(names: tuple[str, ...], rows: list[Values]) -> Blank:
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


def _fill_range(domain: Range, params: Params, used: dict[str, list[str]]) -> tuple[Values, Blank | None]:
    span = range(domain.low, domain.high + 1, domain.step)
    if len(span) == 1:
        return {domain.name: domain.low}, None
    given = _number(domain.name, params)
    if given is not None and given in span:
        used[domain.name] = [str(given)]
        return {domain.name: given}, None
    return {}, Blank((domain.name,), "number", low=domain.low, high=span[-1], step=domain.step)


def _fill_open(domain: Open, params: Params, used: dict[str, list[str]]) -> tuple[Values, Blank | None]:
    given = _number(domain.name, params)
    if given is not None and given >= domain.low:
        used[domain.name] = [str(given)]
        return {domain.name: given}, None
    return {}, Blank((domain.name,), "number", low=domain.low, high=None)


def _number(name: str, params: Params) -> int | None:
    """The whole number that an address gives for a field; None if it gives none."""
    given = next(iter(params.get(name, ())), "")
    fits = given.isascii() and given.removeprefix("-").isdigit() and len(given) < 12
    return int(given) if fits else None


def _fill_subset(domain: Subset, params: Params, used: dict[str, list[str]]) -> tuple[Values, Blank | None]:
    most = len(domain.options) if domain.most is None else domain.most
    keys = [f"{at}:{token(option)}" for at, option in enumerate(domain.options)]
    given = [key for key in params.get(domain.name, ()) if key in keys]
    if domain.name in params and domain.least <= len(given) <= most and len(set(given)) == len(given):
        used[domain.name] = [NONE, *given]
        return {
            domain.name: tuple(domain.options[keys.index(key)] for key in sorted(given, key=keys.index))
        }, None
    picks = tuple(
        Pick({domain.name: option}, {domain.name: key})
        for key, option in zip(keys, domain.options, strict=True)
    )
    return {}, Blank((domain.name,), "subset", picks, least=domain.least, most=most)


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

"""The panel of a table: what can be done now, the next blank of a choice, or its effects."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from piercy.core.errors import EngineError
from piercy.core.game import Game
from piercy.core.offers import Offer
from piercy.present.labels import Label, Labels
from piercy.present.words import action_words, field_name
from piercy.rail.rail_title import ground_of
from piercy.rail.routes import Route
from piercy.server.choices import Blank, Choice, Params, Pick, chosen, fill, is_pass, named
from piercy.server.effects import Effects, effects_of


@dataclass(frozen=True, slots=True)
class Button:
    """One pick: where it leads, and what it shows."""

    url: str
    label: Label
    hex: str = ""
    name: str = ""
    value: str = ""
    """For checkboxes: the parameter that it sets."""


@dataclass(frozen=True, slots=True)
class Group:
    """An offer and its next blank as things to click."""

    name: str
    title: str
    kind: str
    """``hexes``, ``picks``, ``number``, ``subset``, ``ready`` (leads to its effects) or ``pass``."""
    asks: str = ""
    buttons: tuple[Button, ...] = ()
    blank: Blank | None = None
    url: str = ""
    action: str = ""
    """For ``pass``: the whole action as JSON."""
    hidden: tuple[tuple[str, str], ...] = ()
    about: tuple[Label, ...] = ()
    """What the offer is about: the values that leave no choice."""
    question: str = ""
    """What is asked, where the title does not say enough."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A whole action, waiting for the last click."""

    title: str
    picked: tuple[Label, ...]
    effects: Effects | None
    refusal: EngineError | None
    action: str
    paths: tuple[tuple[str, ...], ...] = ()
    """Ways to be drawn on the map."""
    runs: bool = False
    """Whether the ways are runs of trains."""

    def is_best(self, proof: Mapping[str, Any]) -> bool:
        """Whether these are the very routes of a certificate."""
        return sorted(self.paths) == sorted(tuple(run["path"]) for run in proof["routes"])


@dataclass(frozen=True, slots=True)
class Panel:
    """All that can be done, or how far a choice has come."""

    groups: tuple[Group, ...] = ()
    confirmation: Confirmation | None = None
    chosen: tuple[Label, ...] = ()
    focused: bool = False
    lit: Mapping[str, str] = field(default_factory=dict)
    """Hex -> where a click on it leads."""


def panel_for(game: Game, offers: Sequence[Offer], params: Params, labels: Labels, base: str) -> Panel:
    """The panel for a choice that has come as far as the parameters say."""
    lit = _lit(offers, base)
    choice = chosen(offers, params)
    if choice is not None and not is_pass(choice):
        picked = _picked(choice, labels)
        if choice.action is not None:
            return Panel((), _confirmation(game, choice, picked, labels), picked, True, lit)
        return Panel((_group(choice, labels, base),), None, picked, True, lit)
    spot = next(iter(params.get("hex", ())), None)
    choices = [fill(name, offer, params if spot else {}) for name, offer in named(offers).items()]
    if spot is not None and any("hex" in choice.params for choice in choices):
        there = [choice for choice in choices if "hex" in choice.params]
        return Panel(tuple(_group(choice, labels, base) for choice in there), None, (), True, lit)
    return Panel(tuple(_group(choice, labels, base) for choice in choices), lit=lit)


def address(base: str, params: Mapping[str, Sequence[str]]) -> str:
    """A page's address with parameters."""
    pairs = [(name, value) for name, values in params.items() for value in values]
    return f"{base}?{urlencode(pairs)}" if pairs else base


def _lit(offers: Sequence[Offer], base: str) -> dict[str, str]:
    """The hexes that something can be done on; where there is more than one thing, the panel asks."""
    found: dict[str, list[str]] = {}
    for name, offer in named(offers).items():
        choice = fill(name, offer, {})
        if choice.blank is not None and choice.blank.kind == "hexes":
            for pick in choice.blank.picks:
                found.setdefault(pick.params["hex"], []).append(name)
        elif isinstance(choice.chosen.get("hex"), str):
            found.setdefault(choice.chosen["hex"], []).append(name)
    return {
        spot: address(base, {"do": names, "hex": [spot]} if len(names) == 1 else {"hex": [spot]})
        for spot, names in found.items()
    }


def _group(choice: Choice, labels: Labels, base: str) -> Group:
    title = action_words(labels.say, choice.offer.type)
    if is_pass(choice):
        assert choice.action is not None
        return Group(choice.name, title, "pass", action=_json(choice.action.to_dict()))
    if choice.blank is None:
        return Group(
            choice.name, title, "ready", url=address(base, choice.params), about=_picked(choice, labels)
        )
    blank = choice.blank
    hidden = tuple((name, value) for name, values in choice.params.items() for value in values)
    buttons = tuple(
        Button(
            address(base, {**choice.params, **{k: [v] for k, v in pick.params.items()}}),
            labels.of(pick.values),
            hex=pick.params.get("hex", ""),
            name=blank.fields[0],
            value=pick.params[blank.fields[0]],
        )
        for pick in _distinct(blank.picks, labels.game)
    )
    asks = ", ".join(field_name(labels.say, name) for name in blank.fields)
    about = () if choice.params.keys() - {"do", "hex"} else _picked(choice, labels)
    url = address(base, choice.params)
    question = labels.question(choice.offer.type)
    return Group(
        choice.name,
        title,
        blank.kind,
        asks,
        buttons,
        blank,
        url,
        hidden=hidden,
        about=about,
        question=question,
    )


def _distinct(picks: Sequence[Pick], game: Game) -> list[Pick]:
    """Without the rotations in which a tile lies just as in another one."""
    ground = ground_of(game.title)
    found: dict[Any, Pick] = {}
    for at, pick in enumerate(picks):
        tile, rotation = pick.values.get("tile"), pick.values.get("rotation")
        key: Any = at
        if isinstance(tile, str) and tile in ground.tiles and isinstance(rotation, int):
            key = (tile, ground.tiles[tile].turned[rotation])
        found.setdefault(key, pick)
    return list(found.values())


def _picked(choice: Choice, labels: Labels) -> tuple[Label, ...]:
    values = dict(choice.chosen)
    found = []
    if "tile" in values and "rotation" in values:
        found.append(labels.of({"tile": values.pop("tile"), "rotation": values.pop("rotation")}))
    found += [labels.of({name: value}) for name, value in values.items()]
    return tuple(found)


def _confirmation(game: Game, choice: Choice, picked: tuple[Label, ...], labels: Labels) -> Confirmation:
    assert choice.action is not None
    action = choice.action
    effects: Effects | None = None
    refusal: EngineError | None = None
    try:
        effects = effects_of(game, action, labels.view, labels.say)
    except EngineError as error:
        refusal = error
    title = action_words(labels.say, choice.offer.type)
    runs = _runs(choice)
    paths = tuple(route.path for route in runs) or _ways(choice)
    return Confirmation(title, picked, effects, refusal, _json(action.to_dict()), paths, bool(runs))


def _runs(choice: Choice) -> tuple[Route, ...]:
    """The runs of trains among the chosen values."""
    for value in choice.chosen.values():
        if isinstance(value, tuple) and value and all(isinstance(part, Route) for part in value):
            return value
    return ()


def _ways(choice: Choice) -> tuple[tuple[str, ...], ...]:
    """The way of a station marker, where one is chosen."""
    way = choice.chosen.get("route")
    return (way,) if isinstance(way, tuple) and all(isinstance(place, str) for place in way) else ()


def _json(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))

"""The panel of a table: what can be done now, the next blank of a choice, or its effects."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from piercy.core.errors import EngineError
from piercy.core.game import Game
from piercy.core.offers import Offer
from piercy.present.labels import Label, Labels
from piercy.present.words import action_words, field_name
from piercy.rail.actions import PayDividend, RunTrains
from piercy.rail.rail_title import ground_of
from piercy.rail.routes import Route
from piercy.server.choices import Blank, Choice, Params, Pick, chosen, fill, is_pass, named, token
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
    current: bool = False
    """Whether its effects are shown already."""


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
    """What it is about, in a sentence or two."""
    terms: tuple[str, ...] = ()
    """What the values that are chosen already cost and bring."""
    usual: int | None = None
    """The number that the blank starts with."""
    others: tuple[Button, ...] = ()
    """Whole actions of the same kind that belong beside the blank, such as a lot put up without a bid."""


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
    question: str = ""
    terms: tuple[str, ...] = ()
    """What it costs and brings."""
    instead: Group | None = None
    """What else could be chosen in the same place."""

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


FIRST = (RunTrains, PayDividend)
"""Of these the first choice is nearly always taken: its effects are shown before anybody asks."""


def panel_for(game: Game, offers: Sequence[Offer], params: Params, labels: Labels, base: str) -> Panel:
    """The panel for a choice that has come as far as the parameters say."""
    lit = _lit(offers, base)
    choice = chosen(offers, params)
    if choice is not None and not is_pass(choice):
        choice = _with_first(choice, game) if choice.blank and _is_tile(choice.blank) else choice
        picked = _picked(choice, labels)
        if choice.action is not None:
            return Panel((), _confirmation(game, choice, picked, labels, base), picked, True, lit)
        return Panel((_group(choice, labels, base),), None, picked, True, lit)
    spot = next(iter(params.get("hex", ())), None)
    choices = [fill(name, offer, params if spot else {}) for name, offer in named(offers).items()]
    if spot is not None and any("hex" in choice.params for choice in choices):
        there = [choice for choice in choices if "hex" in choice.params]
        return Panel(_groups(there, labels, base), None, (), True, lit)
    if (first := _obvious(choices, game)) is None:
        return Panel(_groups(choices, labels, base), lit=lit)
    rest = [choice for choice in choices if choice.name != first.name]
    sure = _confirmation(game, first, _picked(first, labels), labels, base)
    return Panel(_groups(rest, labels, base), sure, lit=lit)


def _obvious(choices: Sequence[Choice], game: Game) -> Choice | None:
    """What is shown with its effects at once: what is nearly always taken, or the only thing there is."""
    real = [choice for choice in choices if not is_pass(choice)]
    for choice in real:
        if choice.offer.action in FIRST and choice.blank is not None and choice.blank.kind == "picks":
            return _with_first(choice, game)
    usual = next((choice for choice in real if choice.offer.action in FIRST), None)
    only = usual or (real[0] if len(real) == 1 else None)
    return only if only is not None and only.action is not None else None


def _with_first(choice: Choice, game: Game) -> Choice:
    """The choice with the first of what can be picked, if that makes it whole."""
    assert choice.blank is not None
    picks = _distinct(choice.blank.picks, game)
    params = {**choice.params, **{name: [value] for name, value in picks[0].params.items()}}
    whole = fill(choice.name, choice.offer, params)
    return choice if whole.action is None else whole


def _is_tile(blank: Blank) -> bool:
    return blank.fields == ("tile", "rotation")


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


def _groups(choices: Sequence[Choice], labels: Labels, base: str) -> tuple[Group, ...]:
    """The choices as things to click. A fixed number that could be filled in elsewhere stands beside it."""
    groups = [_group(choice, labels, base) for choice in choices]
    beside: dict[int, list[Button]] = {}
    for at, (choice, group) in enumerate(zip(choices, groups, strict=True)):
        if group.kind != "number" or not choice.chosen:
            continue
        for other_at, other in enumerate(choices):
            if other.offer.action is choice.offer.action and groups[other_at].kind == "picks":
                same = [_in_short(b) for b in groups[other_at].buttons if _stands_for(b, choice)]
                beside.setdefault(at, []).extend(same)
                rest = tuple(b for b in groups[other_at].buttons if not _stands_for(b, choice))
                groups[other_at] = replace(groups[other_at], buttons=rest)
    with_others = (replace(group, others=tuple(beside.get(at, ()))) for at, group in enumerate(groups))
    return tuple(group for group in with_others if group.kind != "picks" or group.buttons)


def _in_short(button: Button) -> Button:
    """The button with what it comes to alone: what it is about stands beside it already."""
    return replace(button, label=Label(button.label.detail.partition(" · ")[0]))


def _stands_for(button: Button, choice: Choice) -> bool:
    """Whether a pick of one offer fixes the very values that another offer begins with."""
    return {button.name: button.value} == {name: token(value) for name, value in choice.chosen.items()}


def _group(choice: Choice, labels: Labels, base: str) -> Group:
    kind = choice.offer.action
    title = action_words(labels.say, choice.offer.type)
    if is_pass(choice):
        assert choice.action is not None
        return Group(choice.name, title, "pass", action=_json(choice.action.to_dict()))
    question = labels.question(kind)
    if choice.blank is None:
        label = labels.pick(kind, {}, choice.chosen, choice.chosen)
        whole = replace(label, text=label.text if label.text or label.badge else title)
        url = address(base, choice.params)
        return Group(choice.name, title, "ready", url=url, about=(whole,), question=question)
    blank = choice.blank
    hidden = tuple((name, value) for name, values in choice.params.items() for value in values)
    buttons = tuple(
        _button(choice, blank, pick, labels, base) for pick in _distinct(blank.picks, labels.game)
    )
    asks = ", ".join(field_name(labels.say, name) for name in blank.fields)
    about = () if choice.params.keys() - {"do", "hex"} else _picked(choice, labels)
    return Group(
        choice.name,
        title,
        blank.kind,
        asks,
        buttons,
        blank,
        address(base, choice.params),
        hidden=hidden,
        about=about,
        question=question,
        terms=tuple(labels.terms(kind, choice.chosen)) if choice.chosen and not _is_tile(blank) else (),
        usual=_usual(choice, blank, labels),
    )


def _button(choice: Choice, blank: Blank, pick: Pick, labels: Labels, base: str) -> Button:
    params = {**choice.params, **{name: [value] for name, value in pick.params.items()}}
    if blank.kind == "hexes":
        label = labels.of(pick.values)
    else:
        followed = fill(choice.name, choice.offer, params)
        label = labels.pick(choice.offer.action, choice.chosen, pick.values, followed.chosen)
    return Button(
        address(base, params),
        label,
        hex=pick.params.get("hex", ""),
        name=blank.fields[0],
        value=pick.params[blank.fields[0]],
    )


def _usual(choice: Choice, blank: Blank, labels: Labels) -> int | None:
    """The sensible number for a blank, within what is allowed."""
    if blank.kind != "number":
        return None
    usual = labels.usual(choice.offer.action, blank.fields[0], choice.chosen)
    if usual is None:
        return blank.low
    steps = max(0, usual - blank.low) // blank.step
    within = blank.low + steps * blank.step
    return within if blank.high is None else min(within, blank.high)


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


def _confirmation(
    game: Game, choice: Choice, picked: tuple[Label, ...], labels: Labels, base: str
) -> Confirmation:
    assert choice.action is not None
    action = choice.action
    effects: Effects | None = None
    refusal: EngineError | None = None
    try:
        effects = effects_of(game, action, labels.view, labels.say)
    except EngineError as error:
        refusal = error
    runs = _runs(choice)
    return Confirmation(
        action_words(labels.say, choice.offer.type),
        picked,
        effects,
        refusal,
        _json(action.to_dict()),
        tuple(route.path for route in runs) or _ways(choice),
        bool(runs),
        labels.question(choice.offer.action),
        tuple(labels.terms(choice.offer.action, choice.chosen)),
        _instead(choice, labels, base),
    )


def _instead(choice: Choice, labels: Labels, base: str) -> Group | None:
    """The other tiles for a hex, the other runs, the other answer to a dividend; the chosen one is marked."""
    last = {"tile", "rotation"} if "tile" in choice.params else set(choice.params) - {"do"}
    if not (last == {"tile", "rotation"} or choice.offer.action in FIRST):
        return None
    before = {name: values for name, values in choice.params.items() if name not in last}
    open_again = fill(choice.name, choice.offer, before)
    if open_again.blank is None or open_again.blank.kind != "picks":
        return None
    group = _group(open_again, labels, base)
    here = address(base, choice.params)
    buttons = tuple(replace(button, current=button.url == here) for button in group.buttons)
    return replace(group, buttons=buttons)


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

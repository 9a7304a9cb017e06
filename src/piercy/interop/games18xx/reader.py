"""Reading a file: players, settings, result and the actions that stand.

Undo and redo, actions that programs did for absent players and talk are settled here [DCZ-33], so that a
replay sees a plain list of actions. An action keeps the number that the file gives it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from piercy.core import plain
from piercy.core.game import LARGEST_SEED
from piercy.core.jsontext import NotJson, read_json
from piercy.interop.games18xx.problems import ActionProblem, ImportProblem

TITLE = "18CZ"
OWN = "piercy"
"""The setting under which our own games keep what the site has no word for."""

_FIELDS: dict[str, dict[str, type]] = {
    "bid": {"company": str, "price": int},
    "pass": {},
    "par": {"corporation": str, "share_price": str},
    "buy_shares": {"shares": list},
    "sell_shares": {"shares": list},
    "special_buy": {},
    "lay_tile": {"hex": str, "tile": str, "rotation": int},
    "place_token": {"city": str},
    "remove_token": {"city": str},
    "run_routes": {"routes": list},
    "dividend": {"kind": str},
    "buy_company": {"company": str, "price": int},
    "sell_company": {"company": str, "price": int},
    "buy_corporation": {"corporation": str, "price": int},
    "swap_train": {"train": str},
    "discard_train": {"train": str},
    "buy_train": {"train": str, "price": int},
    "end_game": {},
}
"""The actions of 18CZ on the site with the fields that a replay needs."""

_TALK = "message"
"""Not an action: an undo passes over it, and it does not end what may be redone."""
_NOTE = "log"
"""An action that may be undone, but changes nothing."""
_AUTOMATED = ("-1", "Vaclav")
"""How a file may call the automated player of two-player games, who is not ranked [RCZ-XI.1.35]."""


@dataclass(frozen=True, slots=True)
class SiteAction:
    """One action that stands."""

    number: int
    type: str
    entity: str
    """A player's name, or the site's name of a company or Local."""
    entity_type: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SiteGame:
    """What a file says."""

    id: str
    players: tuple[str, ...]
    seed: int
    pinned: str | None
    """The version of the site's program that the game is tied to, whose rules may be older [DCZ-29]."""
    finished: bool
    own: Mapping[str, Any] | None
    """Seats and options of a game of ours that was written in this form."""
    result: Mapping[str, int] | None
    """Final scores by player, where the file has them."""
    actions: tuple[SiteAction, ...]
    listed: int
    """How many actions the file lists, those taken back included."""


def read_text(text: str) -> SiteGame:
    """The game that a file's text describes.

    :raises ImportProblem: it describes none that can be imported.
    """
    try:
        data = read_json(text)
    except NotJson as error:
        raise ImportProblem("this is not JSON, or it breaks off: {problem}", problem=str(error)) from None
    except plain.PlainError as error:
        raise ImportProblem("the file is broken: {problem}", problem=str(error)) from None
    return read_game(data)


def read_game(data: object) -> SiteGame:
    """The game that plain data describes; see ``read_text``."""
    if not isinstance(data, dict) or not isinstance(data.get("actions"), list):
        raise ImportProblem("this is not a game file of 18xx.games: it has no list of actions")
    if "piercy" in data:
        raise ImportProblem("this game was saved by Piercy, not by 18xx.games: replay it")
    if data.get("title") != TITLE:
        raise ImportProblem(
            "the file is of {title}; only {known} can be imported",
            title=plain.show(data.get("title")),
            known=TITLE,
        )
    settings: dict[str, Any] = data["settings"] if isinstance(data.get("settings"), dict) else {}
    if settings.get("optional_rules"):
        raise ImportProblem(
            "18CZ has no optional rules {rules}", rules=plain.show(settings["optional_rules"])
        )
    seats = _players(data.get("players"))
    listed = data["actions"]
    standing = _standing(listed)
    return SiteGame(
        id=str(data.get("id", "")),
        players=tuple(dict.fromkeys(seats.values())),
        seed=_seed(settings.get("seed"), str(data.get("id", ""))),
        pinned=str(settings["pin"]) if settings.get("pin") else None,
        own=_own(settings.get(OWN)),
        finished=data.get("status") == "finished",
        result=_result(data.get("result"), seats),
        actions=tuple(_read_action(number, item, seats) for number, item in standing),
        listed=len(listed),
    )


def _players(listed: object) -> dict[str, str]:
    """How a file may call a player -> his name: by id or, in old files of one screen, by name."""
    if not isinstance(listed, list) or not listed:
        raise ImportProblem("the file names no players")
    seats: dict[str, str] = {}
    for item in listed:
        name = item.get("name") if isinstance(item, dict) else item
        if not isinstance(name, str) or not name:
            raise ImportProblem("{player} is not a player", player=plain.show(item))
        if name in seats.values():
            raise ImportProblem("two players are called {name!r}", name=name)
        key = item.get("id", name) if isinstance(item, dict) else name
        seats[str(key)] = name
    return {**{name: name for name in seats.values()}, **seats}


def _seed(given: object, game: str) -> int:
    """The seed of the site's draws: as set, else the first digits of the game's id [DCZ-15]."""
    if type(given) is int or (isinstance(given, str) and given.isdecimal()):
        digits = str(given)
    else:
        found = re.search(r"\d+", game)
        digits = found[0] if found else "0"
    if len(digits) > len(str(LARGEST_SEED)) or not 0 <= int(digits) <= LARGEST_SEED:
        raise ImportProblem(
            "the seed is a whole number from 0 to {most}, not {seed}",
            most=LARGEST_SEED,
            seed=plain.show(digits)[1:-1],
        )
    return int(digits)


def _own(data: object) -> dict[str, Any] | None:
    if data is None:
        return None
    if not isinstance(data, dict) or not isinstance(data.get("options"), dict):
        raise ImportProblem("the settings of our own game are damaged: {found}", found=plain.show(data))
    return {"players": data.get("players"), "options": data["options"]}


def _result(data: object, seats: Mapping[str, str]) -> dict[str, int] | None:
    if not isinstance(data, dict) or not data:
        return None
    ranked = {str(key): value for key, value in data.items() if str(key) in seats or key not in _AUTOMATED}
    found = {seats[key]: value for key, value in ranked.items() if key in seats}
    if len(found) < len(ranked) or any(type(value) is not int for value in found.values()):
        raise ImportProblem("the result does not give each player a score: {result}", result=plain.show(data))
    return found


def _standing(listed: list[Any]) -> list[tuple[int, dict[str, Any]]]:
    """The actions that are not taken back, in order, with those that followed by themselves."""
    kept: list[tuple[int, dict[str, Any]] | None] = []
    undone: list[list[int]] = []
    ids: dict[int, int] = {}
    saved: dict[int, tuple[int, dict[str, Any]]] = {}
    for index, item in enumerate(listed):
        number = _number(index, item)
        ids[number] = index
        kept.append(None)
        kind = item.get("type")
        if kind == "undo":
            start = _undo_to(number, item, kept, ids)
            gone = [i for i in range(start, index) if kept[i] is not None]
            for i in gone:
                kept[i] = None
            undone.append(gone)
        elif kind == "redo":
            if not undone:
                raise ActionProblem(number, "there is nothing to redo")
            for i in undone.pop():
                kept[i] = saved[i]
        elif kind != _TALK:
            undone.clear()
            kept[index] = saved[index] = (number, item)
    return [part for entry in kept if entry is not None for part in _with_followers(*entry)]


def _undo_to(
    number: int, item: dict[str, Any], kept: list[tuple[int, dict[str, Any]] | None], ids: Mapping[int, int]
) -> int:
    """The index of the first action that an undo takes back."""
    target = item.get("action_id")
    if target == 0:
        return 0
    if target is None:
        return max((i for i, entry in enumerate(kept) if entry is not None), default=0)
    if target not in ids:
        raise ActionProblem(number, "it goes back to action {target}, which does not exist", target=target)
    return ids[target] + 1


def _number(index: int, item: object) -> int:
    if not isinstance(item, dict):
        raise ActionProblem(index + 1, "this is not an action: {item}", item=plain.show(item))
    number = index + 1 if item.get("id") is None else item["id"]
    if type(number) is not int:
        raise ActionProblem(index + 1, "its id is not a number: {id}", id=plain.show(number))
    return number


def _with_followers(number: int, item: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The action and what programs did at once for other players, without their settings."""
    kind = str(item.get("type", ""))
    if kind != _NOTE and not kind.startswith("program_"):
        yield number, item
    followers = item.get("auto_actions") or []
    if not isinstance(followers, list):
        raise ActionProblem(number, "its auto_actions are not a list")
    for follower in followers:
        if not isinstance(follower, dict):
            raise ActionProblem(number, "this is not an action: {item}", item=plain.show(follower))
        yield from _with_followers(number, follower)


def _read_action(number: int, item: dict[str, Any], seats: Mapping[str, str]) -> SiteAction:
    kind = item.get("type")
    wanted = _FIELDS.get(kind) if isinstance(kind, str) else None
    if wanted is None or not isinstance(kind, str):
        raise ActionProblem(number, "unknown action type {type}", type=plain.show(kind))
    for name, sort in wanted.items():
        if type(item.get(name)) is not sort:
            raise ActionProblem(
                number,
                "{type} needs the field {name!r} as {sort}, not {found}",
                type=kind,
                name=name,
                sort=sort.__name__,
                found=plain.show(item.get(name)),
            )
    entity, sort_of_entity = item.get("entity"), item.get("entity_type", "player")
    if not isinstance(sort_of_entity, str) or not isinstance(entity, str | int):
        raise ActionProblem(number, "it does not say who acts")
    name = str(entity)
    if sort_of_entity == "player":
        if name not in seats:
            raise ActionProblem(number, "there is no player {player}", player=plain.show(entity))
        name = seats[name]
    return SiteAction(number, kind, name, sort_of_entity, item)

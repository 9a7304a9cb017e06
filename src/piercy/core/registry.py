"""The titles that can be played, by id. Packages bring them; each is built once, when first asked for.

A package brings a title by an entry point of the group ``piercy.titles``: the name is the id of the title,
the value a title or what makes one when it is called. Nothing is loaded until a title is asked for, and a
title that cannot be loaded harms no other. A folder may say in ``about.py`` what its titles are chosen by:
``TITLES``, an ``About`` for each. Lists read that alone, and load only titles that have none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, NamedTuple

from piercy.core.box import Box, rule_ids
from piercy.core.errors import InvalidAction
from piercy.core.title import About, Title

GROUP = "piercy.titles"
Maker = Callable[[], Title[Any]]


class _Entry(NamedTuple):
    """How a package brings a title."""

    make: Maker
    module: str


_MAKERS: dict[str, Maker] = {}
"""Titles that no package brings, but somebody has made known."""
_LONGEST_REASON = 300
_FACTS = ("name", "description", "rules_version", "player_counts", "state_type", "over_rule")


def register(title_id: str, maker: Maker) -> None:
    """Make a title known under its id, for this process."""
    if title_id in _MAKERS or title_id in _brought():
        raise ValueError(f"title {title_id!r} is registered twice")
    _MAKERS[title_id] = maker


def installed() -> list[str]:
    """The ids of all titles that are here. None is loaded, so that some may turn out to be broken."""
    return sorted({*_MAKERS, *_brought()})


def titles() -> list[str]:
    """The ids of all titles that can be played."""
    return [name for name in installed() if isinstance(_made(name), Title)]


def broken() -> dict[str, str]:
    """The titles that cannot be loaded, each with the reason in a line."""
    made = {name: _made(name) for name in installed()}
    return {name: found for name, found in made.items() if isinstance(found, str)}


def title(title_id: str) -> Title[Any]:
    """The title with the given id.

    :raises InvalidAction: there is none, or it is broken.
    """
    if title_id not in _MAKERS and title_id not in _brought():
        raise InvalidAction(
            "unknown title {title!r}; known: {known}", title=title_id, known=", ".join(titles())
        )
    found = _made(title_id)
    if isinstance(found, str):
        raise InvalidAction("the title {title!r} is broken: {reason}", title=title_id, reason=found)
    return found


def described() -> dict[str, About | str]:
    """For each title what people choose it by, or in a line why it is broken.

    What ``about.py`` says is believed: such a title is not loaded.
    """
    found: dict[str, About | str] = {}
    for name in installed():
        about = _told(name)
        made = None if about else _made(name)
        found[name] = about or (made.about if isinstance(made, Title) else str(made))
    return found


def boxes() -> dict[Box, list[str]]:
    """The boxes of all titles that can be played, each with the ids of its titles."""
    found: dict[Box, list[str]] = {}
    for name in titles():
        box = title(name).box
        if box is not None:
            found.setdefault(box, []).append(name)
    return found


def all_rule_ids() -> frozenset[str]:
    """Every id of every digest."""
    return frozenset(name for box in boxes() for name in rule_ids(box))


@cache
def _brought() -> dict[str, _Entry]:
    """How each title that a package brings is loaded. A package stands once in the list of all packages."""
    from importlib.metadata import entry_points  # takes a moment; help and version do without

    found: dict[str, _Entry] = {}
    for entry in entry_points(group=GROUP):
        twice = entry.name in found
        found[entry.name] = _Entry(_two_bring_it, "") if twice else _Entry(_loader(entry.load), entry.module)
    return found


@cache
def _told(title_id: str) -> About | None:
    """What the folder of a title says of it in ``about.py``, if it does."""
    entry = None if title_id in _MAKERS else _brought()[title_id]
    package = entry.module.rpartition(".")[0] if entry else ""
    if not package:
        return None
    try:
        told = import_module(f"{package}.about").TITLES
        return next((a for a in told if isinstance(a, About) and a.id == title_id), None)
    except Exception:  # noqa: BLE001 - titles are anybody's programs; loading the title tells what is wrong
        return None


def _loader(load: Callable[[], Any]) -> Maker:
    def made() -> Title[Any]:
        loaded = load()
        found: Title[Any] = loaded() if callable(loaded) else loaded
        return found

    return made


def _two_bring_it() -> Title[Any]:
    raise ValueError("two packages bring a title of this id")


def _has_digest(box: Box) -> bool:
    try:
        return files(box.package).joinpath("digest.md").is_file()
    except (ImportError, TypeError):
        return False


@cache
def _made(title_id: str) -> Title[Any] | str:
    """The title, or in a line why there is none."""
    try:
        found: object = _MAKERS[title_id]() if title_id in _MAKERS else _brought()[title_id].make()
    except Exception as error:  # noqa: BLE001 - titles are anybody's programs
        told = f"{type(error).__name__}: {error}".partition("\n")[0]
        return told[:_LONGEST_REASON]
    if not isinstance(found, Title):
        return f"this is not a title, but {type(found).__name__}"
    missing = [name for name in _FACTS if not hasattr(found, name)]
    if missing:
        return f"the title does not say its {missing[0]}"
    if found.box is not None and not _has_digest(found.box):
        return f"there is no digest.md in {found.box.package!r}"
    named = getattr(found, "id", "")
    if named != title_id:
        return f"the title calls itself {named!r}"
    if _told(title_id) not in (None, found.about):
        return "its about.py says something else than the title"
    try:
        found.vocabulary  # noqa: B018 - made, and kept, when it is first asked for
    except ValueError as error:
        return str(error)
    return found

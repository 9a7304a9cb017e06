"""What the commands share: loading games, and the two ways to print."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piercy.core import registry
from piercy.core.errors import BrokenSave, EngineError, InvalidAction
from piercy.core.game import Game, from_json, new_game
from piercy.core.title import OptionValue, Title

if TYPE_CHECKING:
    from rich.console import Console

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the title; may be repeated."),
]
_MOST_DIGITS = 20
"""Longer numbers are refused as they are: no option takes them, and to read them can take long."""
SaveFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]


class Unavailable(EngineError):
    """Something that this version cannot do."""

    code = "unavailable"


def screen(*, stderr: bool = False) -> Console:
    """A console that prints names as they are, whatever is in them."""
    from rich.console import Console  # takes a moment to load; what prints JSON does not need it

    return Console(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=True)


def print_json(document: object) -> None:
    print(json.dumps(document, indent=1))


def load_game(path: Path) -> Game:
    """The game that a file holds, every action checked.

    :raises BrokenSave: it holds none; the message names the file.
    """
    try:
        return from_json(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BrokenSave("{path}: this is not text in UTF-8", path=path) from None
    except (ValueError, RecursionError) as error:  # an EngineError is a ValueError
        raise BrokenSave("{path}: {problem}", path=path, problem=str(error)) from error


def title_or_game(source: str) -> Game:
    """A new game if a title is named, with as few players as it takes; else the saved game."""
    if source in registry.installed():
        count = registry.title(source).player_counts[0]
        return new_game(source, players=seat_names(count))
    if not Path(source).exists():
        known = ", ".join(registry.titles())
        raise InvalidAction("{source!r} is neither a file nor a title ({known})", source=source, known=known)
    return load_game(Path(source))


def seat_names(count: int) -> list[str]:
    """Names for players without one."""
    return [f"P{seat}" for seat in range(1, count + 1)]


def read_options(title: Title[Any], chosen: Sequence[str] | None, *, persons: bool) -> dict[str, OptionValue]:
    """The options of a title as they were written on the command line, the others filled in.

    :raises InvalidAction: not of the form NAME=VALUE, an unknown name, a value that is not allowed, or an
        option that is not for such a game.
    """
    kinds = {option.name: type(option.default) for option in title.options}
    given: dict[str, object] = {}
    for text in chosen or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidAction("an option is written NAME=VALUE, not {text!r}", text=text)
        given[name] = _typed(value, kinds.get(name, str))
    return title.table_options(given, persons=persons)


def _typed(value: str, kind: type) -> object:
    """The value in the type that the option has, or as it is, to be refused."""
    if kind is bool:
        return {"true": True, "yes": True, "false": False, "no": False}.get(value.lower(), value)
    whole = kind is int and value.isascii() and value.isdecimal() and len(value) <= _MOST_DIGITS
    return int(value) if whole else value


def outline(value: object, indent: str = "") -> Iterator[str]:
    """Plain data as indented lines."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if _flat(inner):
                yield f"{indent}{key}: {one_line(inner)}"
            else:
                yield f"{indent}{key}:"
                yield from outline(inner, indent + "  ")
    elif isinstance(value, list | tuple) and not _flat(value):
        for inner in value:
            first, *rest = list(outline(inner, indent + "  ")) or [""]
            yield f"{indent}- {first.strip()}"
            yield from rest
    else:
        yield f"{indent}{one_line(value)}"


def one_line(value: object) -> str:
    """Plain data in one line, for people."""
    if value is None or value == () or value == []:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_dataclass(value) and not isinstance(value, type):
        return one_line({field.name: getattr(value, field.name) for field in fields(value)})
    if isinstance(value, dict):
        return ", ".join(f"{key} {one_line(inner)}" for key, inner in value.items()) or "-"
    if isinstance(value, list | tuple):
        parts = [one_line(x) if isinstance(x, str | int) else f"({one_line(x)})" for x in value]
        return ", ".join(parts)
    return str(value)


def _flat(value: object) -> bool:
    if isinstance(value, list | tuple):
        return not any(isinstance(inner, dict | list | tuple) for inner in value)
    return not isinstance(value, dict) or not value

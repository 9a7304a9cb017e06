"""The titles that can be played, by id. Each is built once, when first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from piercy.core.errors import InvalidAction
from piercy.core.title import Title

Maker = Callable[[], Title[Any]]

_MAKERS: dict[str, Maker] = {}


def register(title_id: str, maker: Maker) -> None:
    """Make a title known under its id."""
    if title_id in _MAKERS:
        raise ValueError(f"title {title_id!r} is registered twice")
    _MAKERS[title_id] = maker


def titles() -> list[str]:
    """The ids of all titles that can be played."""
    return sorted(_MAKERS)


def title(title_id: str) -> Title[Any]:
    """The title with the given id.

    :raises InvalidAction: there is none.
    """
    if title_id not in _MAKERS:
        raise InvalidAction(
            "unknown title {title!r}; known: {known}", title=title_id, known=", ".join(titles())
        )
    return _made(title_id)


@cache
def _made(title_id: str) -> Title[Any]:
    return _MAKERS[title_id]()

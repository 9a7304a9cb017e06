"""Positions out of the golden games: before the first and the last of each kind of decision."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from piercy.core.actions import Action
from piercy.core.game import Game, from_dict

GAMES = Path(__file__).parents[1] / "games"
TITLES = tuple(sorted(folder.name for folder in GAMES.iterdir()))


@cache
def longest(title: str) -> dict[str, Any]:
    """The longest golden game of a title, as a document."""
    path = max((GAMES / title).glob("*-players.json"), key=lambda found: found.stat().st_size)
    document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return document


def before(title: str, kind: str, *, last: bool = True) -> int:
    """After how many actions the last, or the first, decision of that kind was taken."""
    found = [at for at, action in enumerate(longest(title)["actions"]) if action["type"] == kind]
    return found[-1 if last else 0]


def kinds(title: str) -> list[str]:
    """The kinds of decisions that were taken, in the order in which they first were."""
    return list(dict.fromkeys(action["type"] for action in longest(title)["actions"]))


def saved(title: str, moments: Iterable[int]) -> dict[int, str]:
    """The game as it was after so many actions, as files that can be imported."""
    wanted, found = set(moments), dict[int, str]()

    def watch(game: Game, action: Action) -> None:
        if game.seq in wanted:
            found[game.seq] = game.to_json()

    from_dict(longest(title), watch)
    return found

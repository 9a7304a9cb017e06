"""Games as files, of the project's own format and of others."""

from __future__ import annotations

import json
from typing import Any

from piercy.core.errors import BrokenSave, InvalidAction
from piercy.core.game import Game, from_json
from piercy.interop.games18xx import export_game, import_game
from piercy.server.library import Loaded


def read_file(body: bytes) -> Game:
    """The game that a file holds, every action checked.

    :raises BrokenSave: it holds none.
    """
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise BrokenSave("this is not text in UTF-8") from None
    if _is_foreign(text):
        return import_game(text)
    try:
        return from_json(text)
    except RecursionError:
        raise BrokenSave("this is not a saved game: it is nested too deeply") from None


def write_18xx(loaded: Loaded) -> str:
    """The game as 18xx.games writes it.

    :raises InvalidAction: this title or version cannot do that.
    """
    if loaded.game is None or loaded.problem is not None:
        raise InvalidAction("a game that cannot be replayed is exported in Piercy's own format only")
    return export_game(loaded.game)


def _is_foreign(text: str) -> bool:
    try:
        document: Any = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and "piercy" not in document and "settings" in document

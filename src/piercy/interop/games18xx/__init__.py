"""Game files of the site 18xx.games."""

from __future__ import annotations

import json

from piercy.core.game import Game
from piercy.interop.games18xx.export import export_document
from piercy.interop.games18xx.replay import import_data, import_text


def import_game(text: str) -> Game:
    """The game that a file holds, every action checked.

    :raises ImportProblem: it holds none, or an action of it is impossible.
    """
    return import_text(text)[0]


def export_game(game: Game) -> str:
    """The game as a file.

    :raises InvalidAction: the site does not have this game.
    """
    return json.dumps(export_document(game), ensure_ascii=False, indent=1)


__all__ = ["export_game", "import_data", "import_game"]

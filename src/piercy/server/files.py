"""Games as files, of the project's own format and of others."""

from __future__ import annotations

from typing import Any

from piercy.core.actions import read_action
from piercy.core.errors import BrokenSave, InvalidAction
from piercy.core.game import Game, Watch, from_dict, replay
from piercy.core.jsontext import NotJson, read_json
from piercy.core.plain import PlainError
from piercy.interop.games18xx import export_game, import_data
from piercy.interop.games18xx.export import has_title
from piercy.server.game_cache import Loaded
from piercy.server.problems import TooLarge
from piercy.server.records import Recording, new_info
from piercy.server.renewal import unbounded
from piercy.server.store import GameInfo, Seat

MOST = 20_000
"""So many actions a game from a file may have."""


def read_file(body: bytes, most: int, watch: Watch | None = None) -> Game:
    """The game that a file holds, every action checked.

    :param most: so many actions it may have.
    :param watch: sees every position on the way.
    :raises BrokenSave: it holds none.
    :raises ImportProblem: it is one of another site, and an action of it is impossible.
    :raises TooLarge: it has more actions.
    """
    try:
        document: Any = read_json(body.decode("utf-8"))
    except UnicodeDecodeError:
        raise BrokenSave("this is not text in UTF-8") from None
    except NotJson as error:
        raise BrokenSave("this is not JSON: {problem}", problem=str(error)) from None
    except PlainError as error:
        raise BrokenSave("the saved game is broken: {problem}", problem=str(error)) from None
    actions = document.get("actions") if isinstance(document, dict) else None
    if isinstance(actions, list) and len(actions) > most:
        raise TooLarge(
            "the file has {number} {number:action|actions}; a game of more than {most} is not taken",
            number=len(actions),
            most=most,
        )
    return import_data(document, watch) if _is_foreign(document) else from_dict(document, watch)


def replayed(body: bytes, most: int = MOST) -> tuple[GameInfo, Recording]:
    """The game that a file holds, as it is kept: all its seats are persons'.

    What bounded it while nobody watched bounds it no longer, unless it has ended.

    :raises EngineError: it holds none that replays, or one that is too long.
    """
    recording = Recording()
    game = read_file(body, most, recording.watch)
    free = None if game.over else unbounded(game)
    if free is not None:
        actions = [read_action(row.action, free.setup.title) for row in recording.rows]
        recording = Recording()
        game = replay(free, actions, recording.watch)
    recording.end(game)
    return new_info(game, tuple(Seat(name) for name in game.players)), recording


def write_18xx(loaded: Loaded) -> str:
    """The game as 18xx.games writes it.

    :raises InvalidAction: this title or version cannot do that.
    """
    if loaded.game is None or loaded.problem is not None:
        raise InvalidAction("a game that cannot be replayed is exported in Piercy's own format only")
    return export_game(loaded.game)


def can_be_18xx(loaded: Loaded) -> bool:
    """Whether ``write_18xx`` can be asked for."""
    return loaded.game is not None and loaded.problem is None and has_title(loaded.info.title)


def _is_foreign(document: Any) -> bool:
    return isinstance(document, dict) and "piercy" not in document and "settings" in document

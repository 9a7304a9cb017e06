"""What a server may be given in place of its own: who plays the bots' turns, and who reads files.

Its own use threads and processes. Where there are none, somebody else's take their place; everything else,
the rules, the pages and the store, stays the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from piercy.server.bot_turns.troubles import Trouble
from piercy.server.game_cache import GameCache
from piercy.server.game_service import GameService
from piercy.server.settings import Settings
from piercy.server.store import GameInfo, Store


class PlaysBots(Protocol):
    """Plays the bots' turns of all games."""

    stirred: Callable[[str], None]
    """Called with the id of a game whose bot could not move."""

    def start(self) -> None:
        """Begin, in the loop that requests are answered in, with every game that waits for a bot."""

    def stop(self) -> None:
        """End what runs, and wait for it."""

    def wake(self, info: GameInfo) -> None:
        """A game has changed: a bot may have to move."""

    def retry(self, info: GameInfo) -> None:
        """Somebody asks that a bot which could not move tries again at once."""

    def trouble(self, game_id: str) -> Trouble | None:
        """Why the bot of a game has not moved, if it tried and could not."""


class BringsGames(Protocol):
    """Keeps the games of files."""

    def bring(self, body: bytes) -> GameInfo:
        """Keep the game of a file; all its seats are persons'.

        :raises EngineError: the file holds no game that replays, or takes too much.
        """

    def stop(self) -> None:
        """End what is running."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """What a part works with."""

    settings: Settings
    store: Store
    games: GameService
    game_cache: GameCache
    told: Callable[[GameInfo], None]
    """To be called with a game that is new."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The makers of those parts of a server that others may take the place of."""

    bots: Callable[[Rooms], PlaysBots]
    imports: Callable[[Rooms], BringsGames]


def own() -> Parts:
    """Threads and processes, as a server has them."""
    from piercy.server.bot_turns.turns import BotTurns
    from piercy.server.importing import Imports

    return Parts(
        bots=lambda rooms: BotTurns(
            rooms.settings.database,
            rooms.store,
            rooms.games,
            rooms.settings.bot_pause,
            rooms.settings.bot_patience,
        ),
        imports=lambda rooms: Imports(rooms.settings.database, rooms.store, rooms.told),
    )

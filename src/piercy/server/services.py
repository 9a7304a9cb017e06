"""Everything that one running server consists of."""

from __future__ import annotations

from fastapi import Request

from piercy.server.game_cache import GameCache
from piercy.server.game_service import GameService
from piercy.server.keys import Caller, HostOnly, Keys, caller_of
from piercy.server.live import Hub
from piercy.server.parts import BringsGames, PlaysBots, Rooms, own
from piercy.server.settings import Settings
from piercy.server.store import GameInfo, Store, open_store


class Services:
    """Store, games, listeners and bots, put together."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        if store is None:
            settings.prepare()
            store = open_store(settings.database, settings.journal)
        self.settings = settings
        self.store = store
        self.keys = Keys(store.secret()) if settings.names.open_to_others else None
        self.game_cache = GameCache(self.store)
        self.games = GameService(self.store, self.game_cache)
        self.hub = Hub()
        parts = settings.parts or own()
        rooms = Rooms(settings, self.store, self.games, self.game_cache, self._told)
        self.bots: PlaysBots = parts.bots(rooms)
        self.games.told = self._told
        self.bots.stirred = self.hub.stir
        self.imports: BringsGames = parts.imports(rooms)

    def start(self) -> None:
        """Begin; in the loop that the listeners live in."""
        self.hub.start()
        self.bots.start()

    def stop(self) -> None:
        """End what runs, and wait for it; the listeners have been sent home before."""
        self.imports.stop()
        self.bots.stop()
        self.store.close()

    def _told(self, info: GameInfo) -> None:
        self.bots.wake(info)
        self.hub.tell(info.id, info.seq)


def services(request: Request) -> Services:
    """What serves this request."""
    found: Services = request.app.state.services
    return found


async def caller(request: Request) -> Caller:
    """Who sends this request."""
    return caller_of(request, services(request).keys)


async def host_only(request: Request) -> None:
    """Let nobody in but the host.

    :raises HostOnly: it is somebody else.
    """
    if not (await caller(request)).is_host:
        raise HostOnly("only the host of this server can do that; open the host's link on this device first")

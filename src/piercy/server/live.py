"""Telling everyone who looks at a game that it has moved on."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.responses import StreamingResponse


class Hub:
    """Who looks at which game. ``tell`` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._queues: defaultdict[str, set[asyncio.Queue[str | None]]] = defaultdict(set)

    def start(self) -> None:
        """Remember the loop that the listeners live in."""
        self._loop = asyncio.get_running_loop()

    def stop(self) -> None:
        """Send everyone home, so that no open stream keeps the server from ending."""
        for queues in self._queues.values():
            for queue in queues:
                queue.put_nowait(None)

    def tell(self, game: str, seq: int) -> None:
        """The game has reached ``seq``."""
        self._send(game, f"data: {seq}\n\n")

    def stir(self, game: str) -> None:
        """Something about the game has changed, but not its position."""
        self._send(game, "event: stir\ndata:\n\n")

    def _send(self, game: str, news: str) -> None:
        if self._loop is not None:
            # a loop that has ended has no listeners
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._spread, game, news)

    def _spread(self, game: str, news: str) -> None:
        for queue in self._queues.get(game, ()):
            queue.put_nowait(news)

    def listeners(self, game: str) -> int:
        """How many look at a game."""
        return len(self._queues.get(game, ()))

    @asynccontextmanager
    async def listen(self, game: str) -> AsyncIterator[asyncio.Queue[str | None]]:
        """A queue of the news of a game, ready to be sent; None: the server stops."""
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._queues[game].add(queue)
        try:
            yield queue
        finally:
            self._queues[game].discard(queue)
            if not self._queues[game]:
                del self._queues[game]


KEEP_ALIVE = 20.0
"""Seconds after which a silent stream says that it is still there."""


def stream(hub: Hub, game: str, seq: int) -> StreamingResponse:
    """The numbers that a game reaches, from ``seq`` on, as server-sent events."""

    async def numbers() -> AsyncIterator[str]:
        async with hub.listen(game) as queue:
            yield f"retry: 1000\ndata: {seq}\n\n"
            while True:
                try:
                    news = await asyncio.wait_for(queue.get(), KEEP_ALIVE)
                except TimeoutError:
                    yield ": here\n\n"
                    continue
                if news is None:
                    return
                yield news

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(numbers(), media_type="text/event-stream", headers=headers)

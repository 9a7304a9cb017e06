"""The lines to browsers: how many there may be, how long a request may take to arrive, and no waiting."""

from __future__ import annotations

import asyncio
import http
import json
import socket
from contextlib import suppress
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from piercy.server.problems import FULL, RETRY_AFTER, problem

try:
    import resource
except ImportError:  # pragma: no cover - there is no such thing on Windows
    resource = None  # type: ignore[assignment]

_PLENTY = 10_000
"""Open files that are counted on where there is no limit."""
_STROKES = 5
_IMPATIENCE = 0.1
"""Seconds that a connection has which will be refused anyway: if it speaks first it hears the answer."""


def raise_file_limit() -> int:
    """Raise the limit on open files as far as allowed; how many may be open then."""
    if resource is None:  # pragma: no cover
        return _PLENTY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        # a system may refuse its own hard limit, if that says "unlimited"
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _PLENTY if soft == resource.RLIM_INFINITY else soft


class ConnectionConfig(uvicorn.Config):
    """How connections are served: ``files`` may be open, and a request has ``patience`` seconds to arrive."""

    def __init__(self, app: ASGIApp, *, patience: float, files: int) -> None:
        self.patience = patience
        self.most = files * 4 // 5
        self.too_many = files * 17 // 20
        super().__init__(
            app,
            http=TimedConnection,
            ws="none",
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            # so many are accepted at a stroke, and some strokes pass before the first is counted and hung up:
            # all of them must fit into what is left
            backlog=max(2, min(2048, (files - self.too_many) // _STROKES)),
            timeout_graceful_shutdown=2,
        )


class TimedConnection(H11Protocol):
    """One connection."""

    _deadline: asyncio.TimerHandle | None = None
    _full = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _send_at_once(transport)
        lines = self._lines
        used = max(len(self.connections), _files_used(transport))
        if used > lines.too_many:
            transport.abort()
            return
        self._full = used > lines.most
        if self._full:
            self.app_state = {**self.app_state, FULL: True}
        self._start_clock(min(lines.patience, _IMPATIENCE) if self._full else lines.patience)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # the next request may have begun to arrive while this one was answered
        self._watch()

    @property
    def _lines(self) -> ConnectionConfig:
        assert isinstance(self.config, ConnectionConfig)
        return self.config

    def _watch(self) -> None:
        """Let the clock run while a part of a request is here and the rest is not.

        What comes behind a request that is being answered must have its turn in that time: it cannot be told
        how much of a request it is, and live updates go on for ever.
        """
        state = self.conn.their_state
        behind = state in (h11.IDLE, h11.DONE) and bool(self.conn.trailing_data[0])
        begun = state is h11.SEND_BODY or behind
        if not begun:
            self._stop_clock()
        elif self._deadline is None:
            self._start_clock(self._lines.patience)

    def _start_clock(self, seconds: float) -> None:
        self._deadline = self.loop.call_later(seconds, self._too_late)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        if self.conn.their_state is h11.DONE and self.conn.our_state is h11.SEND_RESPONSE:
            # the answer to a whole request is being made: that is not what is late
            self._start_clock(self._lines.patience)
            return
        cycle: Any = self.cycle  # none before the first request
        if cycle is not None and not cycle.response_complete:
            # whoever reads the body is told that there will be no more of it
            cycle.disconnected = True
            cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and self._full:
            self._refuse(503, "busy", "there are too many connections; try again in a few seconds")
        elif self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._refuse(408, "timeout", "the request did not arrive in time")
        else:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "invalid", msg)

    def _refuse(self, status: int, code: str, message: str) -> None:
        """Answer in the one shape what never became a request, and hang up."""
        body = json.dumps(problem(code, message)).encode()
        headers = [
            ("content-type", "application/json"),
            ("content-length", str(len(body))),
            ("connection", "close"),
            *([("retry-after", str(RETRY_AFTER[code]))] if code in RETRY_AFTER else []),
        ]
        events: list[Any] = [
            h11.Response(status_code=status, headers=headers, reason=http.HTTPStatus(status).phrase),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ]
        with suppress(h11.LocalProtocolError):
            for event in events:
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def _files_used(transport: asyncio.Transport) -> int:
    """How many files are open, at least, all others included: each has the lowest number that was free."""
    if resource is None:  # pragma: no cover - elsewhere such numbers count nothing
        return 0
    line = transport.get_extra_info("socket")
    return 0 if line is None else int(line.fileno()) + 1


def _send_at_once(transport: asyncio.Transport) -> None:
    """Small answers do not wait for the browser to confirm what came before them."""
    line = transport.get_extra_info("socket")
    if line is not None and line.family in (socket.AF_INET, socket.AF_INET6):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

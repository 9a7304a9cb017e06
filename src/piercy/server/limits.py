"""What stands before the application: whose requests, how large, and an answer whatever happens."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from piercy.server import answers, origins
from piercy.server.origins import Names
from piercy.server.problems import FULL, Busy, TooLarge

_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors {frames}; "
    "base-uri 'none'; form-action 'self'"
)


def _headers(framed: bool) -> tuple[tuple[bytes, bytes], ...]:
    policy = _POLICY.format(frames="'self'" if framed else "'none'")
    return (
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),
    )


FILES = ("/api/games/import", "/import")
"""Where games are brought from files, which may be large. A process of its own reads them."""
LARGEST_FORM = 250_000
"""Bytes of any other request: so much is read in no time, by the one thread that all requests pass."""


class Guards:
    """Refuses what must not come in, adds the headers, and turns every failure into an answer."""

    def __init__(self, app: ASGIApp, largest_body: int, names: Names, framed: bool = False) -> None:
        """``framed`` pages may stand in a frame of a page from the same place, and of no other."""
        self._app = app
        self._headers = _headers(framed)
        self._largest = largest_body
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        largest = self._largest if path in FILES else min(self._largest, LARGEST_FORM)
        exchange = _Exchange(scope, receive, send, self._headers)
        try:
            self._check(scope, largest)
            await exchange.count(largest)
            await self._app(exchange.scope, exchange.receive, exchange.send)
        except ClientDisconnect:
            return
        except Exception as error:
            if exchange.started:
                raise
            # pages are drawn and games are asked by threads, so that nobody waits for that
            await exchange.refuse(await run_in_threadpool(answers.fault, exchange.request, error))

    def _check(self, scope: Scope, largest: int) -> None:
        """Refuse by the head of a request alone."""
        if scope.get("state", {}).get(FULL):
            raise Busy("there are too many connections; try again in a few seconds")
        headers = Headers(scope=scope)
        local = scope.get("server")
        origins.check(self._names, scope["method"], headers, local[0] if local else None)
        announced = headers.get("content-length", "0")
        if announced.isdigit() and (len(announced) > 18 or int(announced) > largest):
            raise _too_large(largest)


def _too_large(largest: int) -> TooLarge:
    return TooLarge("a request may have at most {largest} {largest:byte|bytes}", largest=largest)


class _Exchange:
    """One request and its answer, as they pass."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, headers: tuple[tuple[bytes, bytes], ...]
    ) -> None:
        self._headers = headers
        self._receive = receive
        self._send = send
        self._counted: Message | None = None
        self._head = scope["method"] == "HEAD"
        # what can be got can be asked about: the application makes the answer, and its body stays here
        self.scope = {**scope, "method": "GET"} if self._head else scope
        self.started = False
        self._over = False

    @property
    def request(self) -> Request:
        return Request(self.scope)

    async def count(self, largest: int) -> None:
        """Wait for a body of which nobody said how long it is; not every address would read it.

        :raises TooLarge: it is longer than that. The rest is not waited for.
        """
        if "transfer-encoding" not in Headers(scope=self.scope):
            return
        body = bytearray()
        more = True
        while more:
            message = await self._receive()
            if message["type"] != "http.request":
                raise ClientDisconnect
            body += message.get("body", b"")
            if len(body) > largest:
                raise _too_large(largest)
            more = message.get("more_body", False)
        self._counted = {"type": "http.request", "body": bytes(body), "more_body": False}

    async def receive(self) -> Message:
        if self._counted is not None:
            message, self._counted = self._counted, None
            return message
        return await self._receive()

    async def send(self, message: Message) -> None:
        if self._over:
            return
        if message["type"] == "http.response.start":
            self.started = True
            message["headers"] = [*map(self._rooted, message.get("headers", ())), *self._headers]
            await self._send(message)
            if self._head:
                self._over = True
                await self._send({"type": "http.response.body", "body": b""})
            return
        await self._send(message)

    def _rooted(self, header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
        """Pages send people on to places of this server, which may lie under a path."""
        name, value = header
        root: bytes = self.scope.get("root_path", "").rstrip("/").encode()
        return (name, root + value) if name.lower() == b"location" and value.startswith(b"/") else header

    async def refuse(self, response: Response) -> None:
        """Answer instead of the application, unless it has begun to."""
        if not self.started:
            # what is left of the request is not waited for
            response.headers["Connection"] = "close"
            await response(self.scope, self._receive, self.send)

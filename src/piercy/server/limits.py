"""Guards around every request: size, and headers that keep foreign code out of the pages."""

from __future__ import annotations

import json

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from piercy.server.problems import problem

_POLICY = (
    b"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; "
    b"base-uri 'none'; form-action 'self'"
)
_HEADERS = (
    (b"content-security-policy", _POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
)


class TooLarge(Exception):
    """The body is longer than allowed."""


class Guards:
    """Refuses bodies that are too long, counted as they arrive, and adds the headers."""

    def __init__(self, app: ASGIApp, largest_body: int) -> None:
        self._app = app
        self._largest = largest_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        counted = 0
        started = False

        async def counting() -> Message:
            nonlocal counted
            message = await receive()
            counted += len(message.get("body", b""))
            if counted > self._largest:
                raise TooLarge
            return message

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        try:
            announced = dict(scope["headers"]).get(b"content-length", b"0")
            if announced.isdigit() and int(announced) > self._largest:
                raise TooLarge
            await self._app(scope, counting, guarded)
        except TooLarge:
            if not started:
                await _refuse(guarded, self._largest)


async def _refuse(send: Send, largest: int) -> None:
    body = json.dumps(problem("too_large", f"a request may have at most {largest} bytes")).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})

"""Who may do what where others reach the server: keys that open a seat, and one that opens everything.

A key is computed from random bytes that are kept with the games, so a link works as long as its game is there
and can be shown again without being stored. On this machine alone there are no keys: whoever comes is host.
"""

from __future__ import annotations

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass

from starlette.requests import Request

from piercy.core.errors import EngineError
from piercy.server.store import GameInfo

MOST_KEYS = 12
"""How many seats of one game a browser holds: as many as a table can have."""
_BYTES = 24


class HostOnly(EngineError):
    """Something that only the host of the server may do."""

    code = "host_only"


class Keys:
    """All keys of one server."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        # cookies know no ports: two servers of one machine must not take each other's
        self.host_cookie = f"host-{self._made('cookie')[:8]}"

    def host(self) -> str:
        """The key of the person who runs the server."""
        return self._made("host")

    def seat(self, game: str, player: str) -> str:
        """The key of a seat."""
        return self._made("seat", game, player)

    def _made(self, *words: str) -> str:
        made = hmac.digest(self._secret, json.dumps(words).encode(), "sha256")
        return urlsafe_b64encode(made[:_BYTES]).decode()


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks for something: nobody knows more of them than the keys that they bring."""

    keys: Keys | None = None
    """None where the server is there for this machine alone."""
    brought: tuple[str, ...] = ()

    @property
    def is_host(self) -> bool:
        return self.keys is None or self._has(self.keys.host())

    def plays(self, info: GameInfo, player: str) -> bool:
        """Whether they may decide for a player: the host for every person, others for their own seats."""
        seat = info.seat(player)
        if seat is None or seat.is_bot:
            return False
        return self.is_host or self.holds(info, player)

    def holds(self, info: GameInfo, player: str) -> bool:
        """Whether they came with the key of this very seat."""
        return self.keys is not None and self._has(self.keys.seat(info.id, player))

    def seats(self, info: GameInfo) -> list[str]:
        """The players of a game that they may decide for."""
        return [seat.name for seat in info.seats if self.plays(info, seat.name)]

    def sees_chance(self, info: GameInfo) -> bool:
        """Whether they may know what will be drawn. While a game runs that is for the host alone."""
        return info.status == "over" or self.is_host

    def _has(self, key: str) -> bool:
        wanted = key.encode()
        return any(hmac.compare_digest(wanted, one.encode("utf-8", "replace")) for one in self.brought)


ANYBODY = Caller()
"""Whoever comes, where nobody can come but from this machine; and the server itself."""


def seat_cookie(game: str) -> str:
    """The cookie that holds the keys of a game's seats."""
    return f"seat-{game}"


def together(keys: Iterable[str]) -> str:
    """Keys as the value of a cookie."""
    return ".".join(keys)


def caller_of(request: Request, keys: Keys | None) -> Caller:
    """Who sends a request: by the header ``Authorization: Bearer KEY``, or by cookies."""
    if keys is None:
        return ANYBODY
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    brought = [bearer.strip()] if scheme.lower() == "bearer" else []
    brought.append(request.cookies.get(keys.host_cookie, ""))
    game = request.path_params.get("game_id")
    if isinstance(game, str):
        brought += request.cookies.get(seat_cookie(game), "").split(".")[:MOST_KEYS]
    return Caller(keys, tuple(key for key in brought if key))

"""The one shape of every error: ``{code, message, rule, seq}``, and the HTTP status that goes with it."""

from __future__ import annotations

from typing import Any

from piercy.core.errors import EngineError

STATUS = {
    "invalid": 400,
    "broken_save": 400,
    "foreign_site": 403,
    "host_only": 403,
    "wrong_seat": 403,
    "unknown_game": 404,
    "unknown": 404,
    "stale": 409,
    "read_only": 409,
    "too_large": 413,
    "media_type": 415,
    "wrong_host": 421,
    "illegal": 422,
    "failed": 500,
    "busy": 503,
}
_BY_STATUS = {
    400: "invalid",
    404: "unknown",
    405: "method",
    413: "too_large",
    415: "media_type",
    422: "invalid",
    500: "failed",
    503: "busy",
}
RETRY_AFTER = {"busy": 5}
"""Seconds after which it is worth trying again."""
FULL = "full"
"""The key in a request's state that says: there are too many connections, refuse it."""


class WrongSeat(EngineError):
    """The decision belongs to somebody else."""

    code = "wrong_seat"


class Unknown(EngineError):
    """An address that leads to nothing."""

    code = "unknown"


class TooLarge(EngineError):
    """The body is longer than allowed."""

    code = "too_large"


class MediaType(EngineError):
    """A body of this kind is not taken."""

    code = "media_type"


class WrongHost(EngineError):
    """The request is for a server of another name."""

    code = "wrong_host"


class ForeignSite(EngineError):
    """The request comes from a page of somebody else."""

    code = "foreign_site"


class Busy(EngineError):
    """It cannot be done now, and can be done later."""

    code = "busy"


class Failed(EngineError):
    """A fault of ours."""

    code = "failed"


def status_of(error: EngineError) -> int:
    return STATUS.get(error.code, 400)


def problem(code: str, message: str, rule: str | None = None, seq: int | None = None) -> dict[str, Any]:
    """The body of a refused request."""
    return {"code": code, "message": message, "rule": rule, "seq": seq}


def code_of(status: int) -> str:
    """The code for a refusal that did not come from the engine."""
    return _BY_STATUS.get(status, "error")

"""What a refused request is answered: one shape for the API, one page for readers."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from piercy.core import registry
from piercy.core.errors import EngineError
from piercy.present.languages import Speaker
from piercy.present.refusals import told
from piercy.server.problems import RETRY_AFTER, Busy, Failed, code_of, problem, status_of
from piercy.server.services import Services
from piercy.server.store import GameInfo
from piercy.server.web import page, root_of, speaker

_LOG = logging.getLogger(__name__)

_INTO_PANEL = {
    "HX-Retarget": "#panel",
    "HX-Reselect": "#problem",
    "HX-Reswap": "innerHTML",
    "HX-Push-Url": "false",
}
"""A table that a part of was asked for stays; the panel says what went wrong."""


def engine_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, EngineError)
    return refusal(request, error)


def validation_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = next(iter(error.errors()), {"loc": (), "msg": "not understood"})
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return _answer(request, 400, "invalid", f"{where}: {first['msg']}" if where else str(first["msg"]))


def http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.status_code
    return _answer(request, status, code_of(status), str(error.detail), headers=error.headers)


def fault(request: Request, error: Exception) -> Response:
    """The answer to a request that failed. What its sender could not help is told by the log alone."""
    if isinstance(error, EngineError):
        return refusal(request, error)
    if isinstance(error, OperationalError | NoneFree):
        # locked, full, out of files: it passes. The statement and its values are nobody's business.
        _LOG.error("the database cannot be used now: %s", getattr(error, "orig", None) or error)
        return refusal(request, Busy("the games cannot be reached just now; try again in a few seconds"))
    _LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return refusal(request, Failed("something went wrong in the server; its log says more"))


def refusal(request: Request, error: EngineError) -> Response:
    """A refusal of the engine, or of the server itself."""
    return _answer(request, status_of(error), error.code, error.message, error)


def _answer(
    request: Request,
    status: int,
    code: str,
    message: str,
    error: EngineError | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    more = {**(headers or {})}
    if code in RETRY_AFTER:
        more["Retry-After"] = str(RETRY_AFTER[code])
    if request.url.path.removeprefix(root_of(request)).startswith("/api"):
        rule = None if error is None else error.rule
        # a store that just failed is not asked again
        seq = None if status >= 500 else _seq(request)
        response: Response = JSONResponse(problem(code, _writable(message), rule, seq), status)
    else:
        say = speaker(request) if status >= 500 else _speaker(request)
        words = _writable(told(error, say).message if error is not None else say(message))
        game = request.path_params.get("game_id")
        response = page(request, "error.html", say=say, status=status, code=status, message=words, game=game)
        if "hx-request" in request.headers:
            more |= _INTO_PANEL
    response.headers.update(more)
    return response


def _speaker(request: Request) -> Speaker:
    """The reader's language, with the words of the title that the request is about."""
    say = speaker(request)
    info = _info(request)
    return say.about(registry.title(info.title)) if info and info.title in registry.titles() else say


def _writable(text: str) -> str:
    """The text without halves of characters, which cannot be sent."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _seq(request: Request) -> int | None:
    """Where the game of the request stands, if it is about a game and can be asked."""
    info = _info(request)
    return None if info is None else info.seq


def _info(request: Request) -> GameInfo | None:
    """The game of the request, if it is about one and can be asked."""
    game_id = request.path_params.get("game_id")
    services: Services | None = getattr(request.app.state, "services", None)
    if not isinstance(game_id, str) or services is None:
        return None
    try:
        return services.store.info(game_id)
    except (EngineError, SQLAlchemyError):
        return None

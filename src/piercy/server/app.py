"""The application: routes, guards, and the one way to report what went wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from piercy import __version__
from piercy.core.errors import EngineError
from piercy.server import api
from piercy.server.house import House
from piercy.server.limits import Guards
from piercy.server.pages import home, rules, table
from piercy.server.problems import code_of, problem, status_of
from piercy.server.refusals import told
from piercy.server.settings import Settings
from piercy.server.store import NoSuchGame
from piercy.server.web import STATIC, page, speaker


def create_app(settings: Settings) -> FastAPI:
    """A server over one database."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        here = House(settings)
        app.state.house = here
        here.start()
        yield
        here.stop()

    app = FastAPI(
        title="Piercy",
        version=__version__,
        summary="18xx railway games, played exactly by their rulebooks",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Guards, largest_body=settings.largest_body)
    for part in (api, home, table, rules):
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(EngineError, _engine_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_error)
    return app


def _engine_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, EngineError)
    return _answer(request, status_of(error), error.code, error.message, error.rule, error)


def _validation_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = next(iter(error.errors()), {"loc": (), "msg": "not understood"})
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return _answer(request, 400, "invalid", f"{where}: {first['msg']}" if where else str(first["msg"]))


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _answer(request, error.status_code, code_of(error.status_code), str(error.detail))


def _answer(
    request: Request,
    status: int,
    code: str,
    message: str,
    rule: str | None = None,
    error: EngineError | None = None,
) -> Response:
    if not request.url.path.startswith("/api"):
        say = speaker(request)
        words = told(error, say).message if error is not None else say(message)
        return page(request, "error.html", say=say, status=status, code=status, message=words)
    return JSONResponse(problem(code, message, rule, _seq(request)), status)


def _seq(request: Request) -> int | None:
    """Where the game of the request stands, if it is about a game."""
    game_id = request.path_params.get("game_id")
    if not isinstance(game_id, str):
        return None
    here: House = request.app.state.house
    try:
        return here.store.info(game_id).seq
    except NoSuchGame:
        return None

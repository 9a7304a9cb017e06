"""The application: routes, guards, and the one way to report what went wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from piercy import __version__
from piercy.core.errors import EngineError
from piercy.server import answers, api
from piercy.server.limits import Guards
from piercy.server.pages import home, kept, rules, seats, standing, table
from piercy.server.services import Services
from piercy.server.settings import Settings
from piercy.server.store import Store
from piercy.server.web import STATIC


def create_app(settings: Settings, store: Store | None = None) -> FastAPI:
    """A server over one database, which is opened when the server starts, or was opened before."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        # what opens files and waits for threads does so in a thread: this one serves all lines
        services = await run_in_threadpool(Services, settings, store)
        app.state.services = services
        services.start()
        yield
        services.hub.stop()
        await run_in_threadpool(services.stop)

    app = FastAPI(
        title="Piercy",
        version=__version__,
        summary="18xx railway games, played exactly by their rulebooks",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        # the framework would send people to the name that they asked for
        redirect_slashes=False,
        lifespan=life,
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(
        Guards, largest_body=settings.largest_body, names=settings.names, framed=settings.framed
    )
    for part in (api, home, kept, seats, standing, table, rules):
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(EngineError, answers.engine_error)
    app.add_exception_handler(RequestValidationError, answers.validation_error)
    app.add_exception_handler(HTTPException, answers.http_error)
    return app

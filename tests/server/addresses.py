"""Every address of the application, found in the application itself: none can be forgotten."""

from __future__ import annotations

from fastapi.routing import APIRoute

from piercy.server.app import create_app
from piercy.server.settings import Settings


def _found() -> list[APIRoute]:
    app = create_app(Settings("sqlite:///never-opened.db"))
    parts = [part.original_router for part in app.routes if hasattr(part, "original_router")]
    return [route for part in parts for route in part.routes if isinstance(route, APIRoute)]


ROUTES = _found()


def filled(route: APIRoute, game: str, title: str) -> str:
    """The address with the names of things that are there."""
    return route.path.format(game_id=game, title_id=title, name="1865-sardinia")


def methods(route: APIRoute) -> list[str]:
    """How the address is asked."""
    return sorted(route.methods or ())

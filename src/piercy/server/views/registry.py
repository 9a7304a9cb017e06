"""Which view belongs to which title."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from piercy.core.game import Game
from piercy.server.views import plainly
from piercy.server.views.model import TableView

_MODULES = {
    "1856-short": "short1856",
    "18cz": "cz",
    "18cz-bohemia": "cz",
    "18cz-moravia": "cz",
    "1865": "sardinia",
    "1865-short": "sardinia",
}


def view_of(game: Game) -> TableView:
    """What the table shows of a game."""
    name = _MODULES.get(game.setup.title)
    if name is None:
        return plainly.view(game)
    view: Callable[[Game], TableView] = import_module(f"piercy.server.views.{name}").view
    return view(game)


def figures(game: Game) -> dict[str, Any]:
    """The numbers that the charts follow through a game: worth, and prices where there is a market."""
    name = _MODULES.get(game.setup.title)
    more: Callable[[Game], dict[str, Any]] | None = None
    if name is not None:
        more = getattr(import_module(f"piercy.server.views.{name}"), "figures", None)
    return {"worth": game.scores(), **(more(game) if more else {})}

"""Piercy plays 18xx railway games by their rulebooks."""

import piercy.titles  # noqa: F401 - first: an import of it later would hide the function of that name
from piercy.core.actions import Action, Pass, Redo, Undo, action_types
from piercy.core.actions import read_action as action
from piercy.core.errors import BrokenSave, EngineError, IllegalAction, InvalidAction, StaleAction
from piercy.core.events import Event
from piercy.core.game import Game, from_json, new_game, replay
from piercy.core.offers import Offer
from piercy.core.registry import titles

__version__ = "0.1.0"

__all__ = [
    "Action",
    "BrokenSave",
    "EngineError",
    "Event",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "Offer",
    "Pass",
    "Redo",
    "StaleAction",
    "Undo",
    "action",
    "action_types",
    "from_json",
    "new_game",
    "replay",
    "titles",
]

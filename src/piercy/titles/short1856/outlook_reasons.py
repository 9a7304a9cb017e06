"""Why something is done, in keys for words."""

from __future__ import annotations

from piercy.core.actions import Action, Pass
from piercy.core.game import Game
from piercy.rail.actions import BuyTrain, DiscardTrain, PlaceToken, RunTrains
from piercy.rail.outlook import Reason
from piercy.titles.short1856.outlook_view import is_ending, step_of, trains_gone
from piercy.titles.short1856.state import ShortState


def reason_for(game: Game, action: Action, after: ShortState, gain: int) -> Reason:
    """Why: ``gain`` is the money it brings by the end, beside doing nothing."""
    before = game.state_as(ShortState)
    if isinstance(action, PlaceToken):
        return Reason("station", {"hex": action.hex, "total": gain})
    if isinstance(action, BuyTrain):
        if gone := trains_gone(before, after):
            return Reason("train_that_rusts", {"train": action.train, "trains": gone, "total": gain})
        return Reason("train", {"train": action.train, "total": gain})
    if isinstance(action, DiscardTrain):
        return Reason("discard", {"train": action.train})
    if isinstance(action, RunTrains):
        ends = is_ending(after) and not is_ending(before)
        return Reason("run_to_the_end" if ends else "run")
    if isinstance(action, Pass):
        return Reason(_WAITING.get(step_of(before), "wait"))
    return Reason("wait")


_WAITING = {"token": "no_station", "run": "no_run", "trains": "no_train"}

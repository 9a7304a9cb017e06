"""Going back and forth in a game: how far one step goes, and who may take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from piercy.core.actions import Action, Redo, Undo
from piercy.core.game import Game
from piercy.server.keys import Caller
from piercy.server.problems import WrongSeat
from piercy.server.store import GameInfo


@dataclass(frozen=True, slots=True)
class UndoStep:
    """One step back or forth."""

    actions: Sequence[Action]
    """What is logged."""
    deciders: frozenset[str]
    """The persons whose decisions are taken back or done again."""


def undo_step(info: GameInfo, game: Game, kind: type[Undo] | type[Redo]) -> UndoStep:
    """The step from here to the nearest position at which a person decides.

    :raises WrongSeat: there are no persons.
    :raises InvalidAction: there is nothing to undo or redo.
    """
    persons = {seat.name for seat in info.seats if not seat.is_bot}
    if not persons:
        raise WrongSeat("no person sits at this table")
    by = game.actor if game.actor in persons else min(persons)
    actions: list[Action] = []
    deciders: set[str] = set()
    while not actions or (game.actor is not None and game.actor not in persons and _possible(game, kind)):
        action = kind(by or min(persons))
        before, game = game, game.apply(action)
        actions.append(action)
        longer = before if kind is Undo else game
        deciders.add(longer.history[-1].player)
    return UndoStep(actions, frozenset(deciders & persons))


def check_seated(who: Caller, info: GameInfo) -> None:
    """Refuse whoever cannot do anything at this table, wherever the game stands.

    :raises WrongSeat: they only watch.
    """
    if not who.is_host and not who.seats(info):
        raise WrongSeat("without the link of a seat you only watch")


def may_undo(who: Caller, info: GameInfo, game: Game, turn: UndoStep) -> bool:
    """The host may always; others while the game runs, and with decisions that are all their own."""
    if who.is_host:
        return True
    own = bool(turn.deciders) and all(who.plays(info, player) for player in turn.deciders)
    # the end of a game tells its seed, and with that what would be drawn
    return own and not game.over


def can_undo(who: Caller, info: GameInfo, game: Game, kind: type[Undo] | type[Redo]) -> bool:
    """Whether a page offers the step."""
    if not _possible(game, kind) or all(seat.is_bot for seat in info.seats):
        return False
    return who.is_host or (bool(who.seats(info)) and may_undo(who, info, game, undo_step(info, game, kind)))


def _possible(game: Game, kind: type[Undo] | type[Redo]) -> bool:
    return bool(game.history) if kind is Undo else game.can_redo

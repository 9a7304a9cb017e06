"""Going back and forth in a game: how far one step goes, and who may take it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from piercy.core.actions import Action, Redo, Undo
from piercy.core.game import Game
from piercy.server.game_log import standing_numbers
from piercy.server.keys import Caller
from piercy.server.problems import WrongSeat
from piercy.server.store import GameInfo, LoggedAction


@dataclass(frozen=True, slots=True)
class UndoStep:
    """One step back or forth."""

    actions: Sequence[Action]
    """What is logged."""
    deciders: frozenset[str]
    """The persons whose decisions are taken back or done again."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The logged actions that stand and those that were taken back, the latest of each last.

    Each is told by whether the server sent it.
    """

    stand: tuple[bool, ...] = ()
    undone: tuple[bool, ...] = ()


def standing_of(rows: Sequence[LoggedAction], sent: Collection[int]) -> Standing:
    """What stands of a log."""
    stand, undone = standing_numbers(rows)
    return Standing(tuple(seq in sent for seq in stand), tuple(seq in sent for seq in undone))


def undo_step(
    info: GameInfo, game: Game, kind: type[Undo] | type[Redo], standing: Standing = Standing()
) -> UndoStep:
    """The step from here to the nearest position at which a person decides, and not the server for him.

    :raises WrongSeat: there are no persons.
    :raises InvalidAction: there is nothing to undo or redo.
    """
    persons = {seat.name for seat in info.seats if not seat.is_bot}
    if not persons:
        raise WrongSeat("no person sits at this table")
    by = game.actor if game.actor in persons else min(persons)
    actions: list[Action] = []
    deciders: set[str] = set()
    stand, undone = list(standing.stand), list(standing.undone)
    source, target = (stand, undone) if kind is Undo else (undone, stand)
    sent = False
    while not actions or (_between(game, persons, sent, kind, undone) and _possible(game, kind)):
        action = kind(by or min(persons))
        before, game = game, game.apply(action)
        actions.append(action)
        longer = before if kind is Undo else game
        sent = bool(source) and source.pop()
        target.append(sent)
        if not sent:
            deciders.add(longer.history[-1].player)
    return UndoStep(actions, frozenset(deciders & persons))


def _between(
    game: Game, persons: Collection[str], sent: bool, kind: type[Undo] | type[Redo], undone: Sequence[bool]
) -> bool:
    """Whether no person decided here: a bot did, or the server for a seat."""
    by_server = sent if kind is Undo else bool(undone) and undone[-1]
    return game.actor is not None and (game.actor not in persons or by_server)


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


def can_undo(
    who: Caller, info: GameInfo, game: Game, kind: type[Undo] | type[Redo], standing: Standing = Standing()
) -> bool:
    """Whether a page offers the step."""
    if not _possible(game, kind) or all(seat.is_bot for seat in info.seats):
        return False
    return who.is_host or (
        bool(who.seats(info)) and may_undo(who, info, game, undo_step(info, game, kind, standing))
    )


def _possible(game: Game, kind: type[Undo] | type[Redo]) -> bool:
    return bool(game.history) if kind is Undo else game.can_redo

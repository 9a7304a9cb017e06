"""Stored games of an earlier format: checked once by playing them again, then stored in today's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from piercy.core.actions import Action, read_action
from piercy.core.errors import BrokenSave
from piercy.core.formats import COMPARABLE, FORMAT, today
from piercy.core.game import Game, begun_under, replay
from piercy.core.title import Audience
from piercy.server.records import Recording, status_of, summary_of
from piercy.server.store import GameInfo, LoggedAction, Store


def fresh_of(info: GameInfo) -> Game:
    """The start of a stored game.

    :raises EngineError: there is no such game here.
    """
    return begun_under(
        info.rules_version,
        info.title,
        players=[seat.name for seat in info.seats],
        seed=info.seed,
        options=info.options,
    )


def action_of(info: GameInfo, game: Game, row: LoggedAction) -> Action:
    """The action of a row, whatever format it is in.

    :raises InvalidAction: it is none.
    """
    return read_action(today(game.title, info.format, row.action), info.title)


def agrees(info: GameInfo, game: Game, row: LoggedAction) -> bool:
    """Whether the position is the one that a row was stored with.

    An earlier format also shows it by the scores, and by these alone where its digests are of other states.
    """
    if info.format in COMPARABLE and game.digest() != row.digest:
        return False
    scores = game.scores() if info.format != FORMAT else None
    return scores is None or row.figures.get("worth", scores) == scores


def parted(info: GameInfo, game: Game, row: LoggedAction) -> BrokenSave:
    """What is told of a row that no longer agrees."""
    return BrokenSave(
        "action {seq} no longer leads to the position that was stored (rules version {stored}, now {ours})",
        seq=row.seq,
        stored=info.rules_version,
        ours=game.title.rules_version,
    )


def renew(store: Store, info: GameInfo, rows: Sequence[LoggedAction]) -> Game:
    """Play a game of an earlier format again, and store in its place what follows from its actions today.

    Until all of it has agreed nothing is changed, and then all at once.

    :raises EngineError: an action is refused, or leads elsewhere than it did.
    :raises Conflict: somebody else has stored it already.
    """
    fresh = fresh_of(info)
    recording = Recording()

    def watch(game: Game, action: Action) -> None:
        row = rows[game.seq - 1]
        if not agrees(info, game, row):
            raise parted(info, game, row)
        recording.watch(game, action)

    game = replay(fresh, (action_of(info, fresh, row) for row in rows), watch)
    told = [replace(new, time=row.time) for new, row in zip(recording.rows, rows, strict=True)]
    now = replace(info, format=FORMAT, status=status_of(game), summary=summary_of(game))
    store.rewrite(now, info.format, told, recording.snapshots)
    return game


def unbounded(game: Game) -> Game | None:
    """The start of the same game without the bounds of games that nobody watches; None if it has none."""
    bounds = game.title.options_for(Audience.SIMULATIONS)
    off = {bound.name: bound.default for bound in bounds if game.setup.options[bound.name] != bound.default}
    if not off:
        return None
    setup = game.setup
    return begun_under(
        setup.rules_version,
        setup.title,
        players=setup.players,
        seed=setup.seed,
        options={**setup.options, **off},
    )


def unbind(store: Store, info: GameInfo, game: Game) -> tuple[GameInfo, Game]:
    """Let a running game that a person joins have no bounds: it is played again, and stored so all at once.

    :raises Conflict: somebody else has moved.
    """
    free = None if game.over else unbounded(game)
    if free is None:
        return info, game
    rows = store.log(info.id, until=info.seq)
    recording = Recording()
    game = replay(free, (action_of(info, free, row) for row in rows), recording.watch)
    told = [replace(new, time=row.time) for new, row in zip(recording.rows, rows, strict=True)]
    now = replace(info, options=dict(game.setup.options), summary=summary_of(game))
    store.rewrite(now, info.format, told, recording.snapshots)
    return now, game

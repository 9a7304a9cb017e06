"""What is stored of a game: its row, a row for each action, and now and then a snapshot."""

from __future__ import annotations

from typing import Any

from piercy.core import plain
from piercy.core.actions import Action, Undo
from piercy.core.game import Game
from piercy.present.tables import figures_of
from piercy.server.store import GameInfo, LoggedAction, Place, Seat, Snapshot
from piercy.server.store.store import new_id, now

SNAPSHOT_EVERY = 100


class Recording:
    """Gathers what is stored of a game while it is replayed, so that nobody has to replay it again."""

    def __init__(self) -> None:
        self.rows: list[LoggedAction] = []
        self.snapshots: list[Snapshot] = []

    def watch(self, game: Game, action: Action) -> None:
        """The game as it is after an action."""
        self.rows.append(row_of(game, action))
        if game.seq % SNAPSHOT_EVERY == 0:
            self.snapshots.append(snapshot_of(game))

    def end(self, game: Game) -> None:
        """The game as it is after the last action."""
        if game.seq % SNAPSHOT_EVERY:
            self.snapshots.append(snapshot_of(game))


def new_info(game: Game, seats: tuple[Seat, ...]) -> GameInfo:
    """The row of a game that was not stored before."""
    moment, game_id = now(), new_id()
    return GameInfo(
        id=game_id,
        title=game.setup.title,
        rules_version=game.setup.rules_version,
        options=dict(game.setup.options),
        seed=game.setup.seed,
        seats=seats,
        status=status_of(game),
        summary=summary_of(game),
        seq=game.seq,
        created=moment,
        updated=moment,
        place=Place(0, game_id),
    )


def row_of(game: Game, action: Action) -> LoggedAction:
    """The row of the action that led to this position."""
    events = [] if isinstance(action, Undo) else [event.to_dict() for event in game.latest_events]
    return LoggedAction(
        seq=game.seq,
        actor=action.player,
        action=action.to_dict(),
        events=events,
        figures=figures_of(game),
        digest=game.digest(),
    )


def snapshot_of(game: Game) -> Snapshot:
    return Snapshot(game.seq, game.title.rules_version, plain.encode(game.state))


def status_of(game: Game) -> str:
    return "over" if game.over else "active"


def summary_of(game: Game) -> dict[str, Any]:
    """What lists of games tell without replaying them."""
    return {"actor": game.actor, "round": game.state.flow.round, "scores": game.scores()}

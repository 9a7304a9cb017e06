"""Reading and writing games. An append is one transaction; whoever calls it tells the others afterwards."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine, create_engine, event, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import sessionmaker

from piercy.core.errors import EngineError
from piercy.server.store.migrate import migrate
from piercy.server.store.rows import GameInfo, LoggedAction, Seat, Snapshot
from piercy.server.store.tables import ActionRow, GameRow, SnapshotRow

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


class NoSuchGame(EngineError):
    """The id belongs to no game."""

    code = "unknown_game"


class Conflict(EngineError):
    """Somebody else stored an action in the same place first."""

    code = "stale"


class Store:
    """All games of one database."""

    def __init__(self, url: str) -> None:
        self._engine = _connect(url)
        migrate(self._engine)
        self._sessions = sessionmaker(self._engine, expire_on_commit=False)

    def close(self) -> None:
        self._engine.dispose()

    def create(
        self, info: GameInfo, actions: Sequence[LoggedAction] = (), snapshot: Snapshot | None = None
    ) -> None:
        """Store a new game, with its actions if it comes from a file."""
        with self._sessions.begin() as session:
            session.add(
                GameRow(
                    id=info.id,
                    title=info.title,
                    rules_version=info.rules_version,
                    options=info.options,
                    seed=info.seed,
                    seats=[seat.to_dict() for seat in info.seats],
                    status=info.status,
                    summary=info.summary,
                    seq=info.seq,
                    created=info.created,
                    updated=info.updated,
                )
            )
            session.flush()
            session.add_all(_action_row(info.id, action) for action in actions)
            if snapshot is not None:
                session.add(_snapshot_row(info.id, snapshot))

    def append(
        self,
        game: str,
        expected: int,
        actions: Sequence[LoggedAction],
        *,
        status: str,
        summary: dict[str, Any],
        snapshot: Snapshot | None = None,
    ) -> None:
        """Add actions behind the one numbered ``expected``, all or none.

        :raises Conflict: another action is there already.
        """
        moment = now()
        seq = expected + len(actions)
        try:
            with self._sessions.begin() as session:
                session.add_all(_action_row(game, action, moment) for action in actions)
                session.flush()
                moved = session.execute(
                    update(GameRow)
                    .where(GameRow.id == game, GameRow.seq == expected)
                    .values(seq=seq, status=status, summary=summary, updated=moment)
                )
                if moved.rowcount != 1:  # type: ignore[attr-defined]
                    raise Conflict("somebody moved first: action {seq} is not the latest", seq=expected)
                if snapshot is not None:
                    session.add(_snapshot_row(game, snapshot))
        except IntegrityError:
            raise Conflict("somebody moved first: action {seq} is not the latest", seq=expected) from None

    def info(self, game: str) -> GameInfo:
        """The row of a game.

        :raises NoSuchGame: there is none.
        """
        with self._sessions() as session:
            row = session.get(GameRow, game)
            if row is None:
                raise NoSuchGame("there is no game {game}", game=game[:40])
            return _info(row)

    def games(self, *, status: str | None = None, limit: int = 100, offset: int = 0) -> list[GameInfo]:
        """Games, the one that moved last first."""
        query = select(GameRow).order_by(GameRow.updated.desc(), GameRow.id).limit(limit).offset(offset)
        if status is not None:
            query = query.where(GameRow.status == status)
        with self._sessions() as session:
            return [_info(row) for row in session.scalars(query)]

    def count(self) -> int:
        with self._sessions() as session:
            return session.scalar(select(func.count()).select_from(GameRow)) or 0

    def log(self, game: str, since: int = 0, until: int | None = None) -> list[LoggedAction]:
        """The actions after ``since``, up to ``until``, in order."""
        query = select(ActionRow).where(ActionRow.game == game, ActionRow.seq > since).order_by(ActionRow.seq)
        if until is not None:
            query = query.where(ActionRow.seq <= until)
        with self._sessions() as session:
            return [
                LoggedAction(row.seq, row.actor, row.action, row.events, row.figures, row.digest, row.time)
                for row in session.scalars(query)
            ]

    def snapshot(self, game: str, upto: int) -> Snapshot | None:
        """The newest snapshot that is not newer than ``upto``."""
        query = (
            select(SnapshotRow)
            .where(SnapshotRow.game == game, SnapshotRow.seq <= upto)
            .order_by(SnapshotRow.seq.desc())
            .limit(1)
        )
        with self._sessions() as session:
            row = session.scalar(query)
            return None if row is None else Snapshot(row.seq, row.rules_version, json.loads(row.state))


def now() -> str:
    """This moment, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def new_id() -> str:
    """An id that nobody can guess and everybody can type."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def _connect(url: str) -> Engine:
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    if url.startswith("sqlite"):
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Readers do not wait for the writer, and what is committed survives a crash."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _info(row: GameRow) -> GameInfo:
    return GameInfo(
        id=row.id,
        title=row.title,
        rules_version=row.rules_version,
        options=row.options,
        seed=row.seed,
        seats=tuple(Seat(**seat) for seat in row.seats),
        status=row.status,
        summary=row.summary,
        seq=row.seq,
        created=row.created,
        updated=row.updated,
    )


def _action_row(game: str, action: LoggedAction, moment: str | None = None) -> ActionRow:
    return ActionRow(
        game=game,
        seq=action.seq,
        actor=action.actor,
        action=action.action,
        events=action.events,
        figures=action.figures,
        digest=action.digest,
        time=moment or action.time or now(),
    )


def _snapshot_row(game: str, snapshot: Snapshot) -> SnapshotRow:
    text = json.dumps(snapshot.state, ensure_ascii=False, separators=(",", ":"))
    return SnapshotRow(game=game, seq=snapshot.seq, rules_version=snapshot.rules_version, state=text)


__all__ = ["Conflict", "NoSuchGame", "Store", "new_id", "now"]

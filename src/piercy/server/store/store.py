"""Reading and writing games. An append is one transaction; whoever calls it tells the others afterwards."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from sqlalchemy import ScalarSelect, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import sessionmaker

from piercy.core.errors import EngineError
from piercy.core.formats import FORMAT
from piercy.server.store.bulk import ready
from piercy.server.store.engine import JOURNAL, WRITING, connect
from piercy.server.store.order import damaged_games, sound_games, sound_moves
from piercy.server.store.reading import action_of, info_of, snapshot_of
from piercy.server.store.rows import GameInfo, LoggedAction, Place, Seat, Snapshot
from piercy.server.store.secret import kept_secret
from piercy.server.store.shelf import Shelf, not_deleted
from piercy.server.store.standing import StandingStore, keep_orders, keep_sent
from piercy.server.store.tables import ActionRow, GameRow, SnapshotRow

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


class NoSuchGame(EngineError):
    """The id belongs to no game."""

    code = "unknown_game"


class Conflict(EngineError):
    """Somebody else stored an action in the same place first."""

    code = "stale"


class Store:
    """All games of one database, which ``open_store`` has brought to today's shape."""

    def __init__(self, url: str, journal: str = JOURNAL) -> None:
        self._engine = connect(url, journal)
        self._sessions = sessionmaker(self._engine, expire_on_commit=False)
        self._changes = sessionmaker(self._engine.execution_options(**WRITING), expire_on_commit=False)
        self._leaving = ExitStack()
        self.shelf = Shelf(self._engine.dialect.name, self._sessions, self._changes)
        """Names of games, and those that were put away or deleted."""
        self.standing = StandingStore(self._sessions, self._changes)
        """What seats have the server do for them."""

    def close(self) -> None:
        self._engine.dispose()
        self._leaving.close()

    def at_close(self, leave: Callable[[], None]) -> None:
        """Have something done when the store is closed."""
        self._leaving.callback(leave)

    def create(
        self, info: GameInfo, actions: Sequence[LoggedAction] = (), snapshots: Sequence[Snapshot] = ()
    ) -> None:
        """Store a new game, with its actions and snapshots if it comes from a file."""
        put_actions = ready(self._engine, [_action_row(info.id, action) for action in actions])
        kept = [_snapshot_row(info.id, snapshot) for snapshot in snapshots]
        with self._changes.begin() as session:
            session.add(_game_row(info, self._next_move()))
            session.flush()
            put_actions(session)
            session.add_all(kept)

    def append(
        self,
        game: str,
        expected: int,
        actions: Sequence[LoggedAction],
        *,
        status: str,
        summary: dict[str, Any],
        snapshot: Snapshot | None = None,
        sent: Mapping[int, str] = MappingProxyType({}),
        orders: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    ) -> None:
        """Add actions behind the one numbered ``expected``, all or none.

        :param sent: which of them the server sent for a seat, and why.
        :param orders: what has become of the standing orders of players.

        :raises Conflict: another action is there already.
        """
        moment = now()
        seq = expected + len(actions)
        try:
            with self._changes.begin() as session:
                session.add_all(_action_row(game, action, moment) for action in actions)
                session.flush()
                moved = session.execute(
                    update(GameRow)
                    .where(GameRow.id == game, GameRow.seq == expected, GameRow.format == FORMAT)
                    .values(seq=seq, status=status, summary=summary, updated=moment, moved=self._next_move())
                )
                if moved.rowcount != 1:  # type: ignore[attr-defined]
                    raise Conflict("somebody moved first: action {seq} is not the latest", seq=expected)
                if snapshot is not None:
                    session.add(_snapshot_row(game, snapshot))
                keep_sent(session, game, sent)
                keep_orders(session, game, orders)
        except IntegrityError:
            raise Conflict("somebody moved first: action {seq} is not the latest", seq=expected) from None

    def _next_move(self) -> ScalarSelect[int]:
        """The number behind the latest move of all games: the clock may be wrong, the order is not."""
        latest = func.coalesce(func.max(GameRow.moved), 0)
        return select(latest + 1).where(sound_moves(self._engine.dialect.name)).scalar_subquery()

    def rewrite(
        self, info: GameInfo, was: int, actions: Sequence[LoggedAction], snapshots: Sequence[Snapshot]
    ) -> None:
        """Put a game in the place of the same game with the same actions, told otherwise, all or nothing.

        :param was: the format that it is in.
        :raises Conflict: it is in that format no more, or has moved on.
        """
        put_actions = ready(self._engine, [_action_row(info.id, action) for action in actions])
        kept = [_snapshot_row(info.id, snapshot) for snapshot in snapshots]
        with self._changes.begin() as session:
            found = session.execute(
                update(GameRow)
                .where(GameRow.id == info.id, GameRow.seq == info.seq, GameRow.format == was)
                .values(
                    status=info.status, summary=info.summary, format=info.format, options=dict(info.options)
                )
            )
            if found.rowcount != 1:  # type: ignore[attr-defined]
                raise Conflict("somebody moved first: action {seq} is not the latest", seq=info.seq)
            for table in (SnapshotRow, ActionRow):
                session.execute(delete(table).where(table.game == info.id))
            put_actions(session)
            session.add_all(kept)

    def info(self, game: str) -> GameInfo:
        """The row of a game.

        :raises NoSuchGame: there is none.
        """
        with self._sessions() as session:
            row = session.get(GameRow, game)
            if row is None:
                raise NoSuchGame("there is no game {game}", game=game[:40])
            return info_of(row)

    def games(
        self, *, status: str | None = None, limit: int = 100, offset: int = 0, after: Place | None = None
    ) -> list[GameInfo]:
        """Games that are not deleted, the one that moved last first; those behind a place in that order.

        Games whose key is damaged come last.
        """
        dialect = self._engine.dialect.name
        sound, damaged = sound_games(dialect, after), damaged_games(dialect)
        sound, damaged = sound.where(not_deleted()), damaged.where(not_deleted())
        if status is not None:
            sound, damaged = (query.where(GameRow.status == status) for query in (sound, damaged))
        told = None if after is None else after.damaged
        found: list[GameInfo] = []
        with self._sessions() as session:
            if told is None:
                page = session.scalars(sound.limit(limit).offset(offset))
                found = [info_of(row, Place(row.moved, row.id)) for row in page]
            if len(found) < limit:
                told = (told or 0) + offset
                if offset and (after is None or after.damaged is None):
                    before = select(func.count()).select_from(sound.order_by(None).subquery())
                    told = max(0, offset - (session.scalar(before) or 0))
                page = session.scalars(damaged.limit(limit - len(found)).offset(told))
                found += [info_of(row, Place.among_damaged(n)) for n, row in enumerate(page, told + 1)]
        return found

    def every_game(self, *, status: str | None = None, at_once: int = 200) -> Iterator[GameInfo]:
        """All games, the one that moved last first, read page by page.

        A game that moves meanwhile goes to the front of the order: it comes once or, if it was not told yet,
        not at all. Every other game comes once, also if its key is damaged or mended meanwhile.
        """
        place: Place | None = None
        told: set[str] = set()
        while page := self.games(status=status, limit=at_once, after=place):
            for info in page:
                if info.id not in told:
                    told.add(info.id)
                    yield info
            place = page[-1].place

    def secret(self, *, renew: bool = False) -> bytes:
        """Random bytes that stay the same, made when they are first asked for, or made anew."""
        with self._changes.begin() as session:
            return kept_secret(session, renew=renew)

    def count(self) -> int:
        """How many games there are that are not deleted."""
        with self._sessions() as session:
            return session.scalar(select(func.count()).select_from(GameRow).where(not_deleted())) or 0

    def reseat(self, game: str, seats: Sequence[Seat]) -> None:
        """Who plays for the players of a game from now on.

        :raises NoSuchGame: there is no such game.
        """
        values = [seat.to_dict() for seat in seats]
        with self._changes.begin() as session:
            done = session.execute(update(GameRow).where(GameRow.id == game).values(seats=values))
            if done.rowcount != 1:  # type: ignore[attr-defined]
                raise NoSuchGame("there is no game {game}", game=game[:40])

    def log(self, game: str, since: int = 0, until: int | None = None) -> list[LoggedAction]:
        """The actions after ``since``, up to ``until``, in order."""
        query = select(ActionRow).where(ActionRow.game == game, ActionRow.seq > since).order_by(ActionRow.seq)
        if until is not None:
            query = query.where(ActionRow.seq <= until)
        with self._sessions() as session:
            return [action_of(row) for row in session.scalars(query)]

    def snapshots(self, game: str, upto: int) -> Iterator[Snapshot]:
        """The snapshots that are not newer than ``upto``, newest first, each read when it is asked for."""
        known = select(SnapshotRow.seq).where(SnapshotRow.game == game, SnapshotRow.seq.between(0, upto))
        with self._sessions() as session:
            numbers = session.scalars(known.order_by(SnapshotRow.seq.desc())).all()
        for seq in numbers:
            with self._sessions() as session:
                row = session.get(SnapshotRow, (game, seq))
                found = None if row is None else snapshot_of(row)
            if found is not None:
                yield found

    def renew(self, game: str, snapshots: Sequence[Snapshot]) -> None:
        """Put snapshots where there are none, or in the place of some that were of no use."""
        rows = [_snapshot_row(game, snapshot) for snapshot in snapshots]
        if rows:
            with self._changes.begin() as session:
                for row in rows:
                    session.merge(row)


def now() -> str:
    """This moment, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def new_id() -> str:
    """An id that nobody can guess and everybody can type."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def _game_row(info: GameInfo, moved: ScalarSelect[int]) -> GameRow:
    return GameRow(
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
        format=info.format,
        moved=moved,
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

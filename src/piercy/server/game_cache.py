"""Games in memory: a bounded cache over the store. A game that is not here is loaded and replayed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from piercy.core import plain
from piercy.core.actions import Action
from piercy.core.cache import Cache
from piercy.core.errors import BrokenSave, EngineError
from piercy.core.events import Event, read_event
from piercy.core.formats import FORMAT
from piercy.core.game import Game, Watch, replay, resume
from piercy.server.records import SNAPSHOT_EVERY, snapshot_of
from piercy.server.renewal import action_of, agrees, fresh_of, parted, renew
from piercy.server.store import Conflict, GameInfo, LoggedAction, Snapshot, Store

_LOG = logging.getLogger(__name__)

CURRENT = 64
"""How many games are kept at their latest position."""
PAST = 128
"""How many earlier positions are kept."""
READ = 8
"""Of how many games the log is kept as it was read for an earlier position: people go by steps."""

Told = list[tuple[Action, tuple[Event, ...]]]
"""Actions with what they led to."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game from the store. With a problem it is the last position that can be trusted, or none at all."""

    info: GameInfo
    game: Game | None
    problem: str | None = None


class GameCache:
    """Hands out games by id, at their latest or at any earlier position."""

    def __init__(self, store: Store, current: int = CURRENT, past: int = PAST) -> None:
        self._store = store
        self._current: Cache[str, Loaded] = Cache(current)
        self._past: Cache[tuple[str, int], Loaded] = Cache(past)
        self._rows: Cache[str, list[LoggedAction]] = Cache(current)
        self._read: Cache[str, Told] = Cache(READ)

    def current(self, game_id: str) -> Loaded:
        """The game as it stands, including what another process has stored since.

        :raises NoSuchGame: there is none.
        """
        info = self._store.info(game_id)
        if info.problem is not None:
            return Loaded(info, None, info.problem)
        known = self._current.get(game_id)
        if info.format != FORMAT:
            failed = known is not None and known.problem is not None and known.info == info
            return known if known is not None and failed else self._renewed(info)
        if known is not None and known.problem is None and known.game is not None:
            if known.game.seq == info.seq:
                return Loaded(info, known.game)
            if known.game.seq < info.seq:
                caught_up = self._catch_up(info, known.game)
                if caught_up is not None:
                    self._current.put(game_id, caught_up)
                    return caught_up
        elif known is not None and known.info.seq == info.seq:
            return known
        loaded = load(self._store, info, info.seq)
        self._current.put(game_id, loaded)
        return loaded

    def at(self, game_id: str, seq: int) -> Loaded:
        """The game after its first ``seq`` actions.

        :raises NoSuchGame: there is none.
        """
        info = self._todays(game_id)
        if seq >= info.seq:
            return self.current(game_id)
        return self._past.get_or_make((game_id, seq), lambda: self._earlier(info, max(seq, 0)))

    def rows(self, game_id: str, until: int) -> list[LoggedAction]:
        """The log up to an action; only what is new is read from the store."""
        known = self._rows.get(game_id) or []
        reached = known[-1].seq if known else 0
        if reached < until:
            # rows of which nobody knows their number are left out
            new = self._store.log(game_id, since=reached, until=until)
            known = known + [row for row in new if row.seq > reached]
            self._rows.put(game_id, known)
        return [row for row in known if row.seq <= until]

    def log(self, game_id: str, since: int = 0) -> list[LoggedAction]:
        """The log behind an action.

        :raises NoSuchGame: there is none.
        """
        self._todays(game_id)
        return self._store.log(game_id, since)

    def put(self, loaded: Loaded) -> None:
        """Remember a position that has just been stored."""
        self._current.put(loaded.info.id, loaded)

    def forget(self, game_id: str) -> None:
        """What is stored of a game is told otherwise from now on."""
        self._rows.put(game_id, [])
        self._read.put(game_id, [])

    def _earlier(self, info: GameInfo, seq: int) -> Loaded:
        if info.format != FORMAT:
            return load(self._store, info, seq)
        return load(self._store, info, seq, self.rows(info.id, seq), self._told)

    def _told(self, info: GameInfo, fresh: Game, rows: list[LoggedAction]) -> Told:
        """What the log tells; only what is new is read. A log grows, and nothing in it changes."""
        known = self._read.get(info.id) or []
        if len(known) < len(rows):
            known = known + read_log(info, fresh, rows[len(known) :])
            self._read.put(info.id, known)
        return known[: len(rows)]

    def _todays(self, game_id: str) -> GameInfo:
        """The row of a game, brought to today's format if that can be."""
        info = self._store.info(game_id)
        return info if info.format == FORMAT or info.problem is not None else self.current(game_id).info

    def _renewed(self, info: GameInfo) -> Loaded:
        """A game of an earlier format as today's; one that cannot be stays as it is, and tells why."""
        rows = self._store.log(info.id, until=info.seq)
        problem = _damage(rows, info.seq)
        if problem is None:
            try:
                renew(self._store, info, rows)
                self.forget(info.id)
            except Conflict:
                pass  # somebody was faster
            except EngineError as error:
                problem = str(error)
        stored = self._store.info(info.id)
        if stored.format == FORMAT:
            return self.current(info.id)
        loaded = Loaded(stored, load(self._store, stored, stored.seq).game, problem)
        self._current.put(info.id, loaded)
        return loaded

    def _catch_up(self, info: GameInfo, game: Game) -> Loaded | None:
        rows = self._store.log(info.id, since=game.seq, until=info.seq)
        try:
            latest = replay(game, (action_of(info, game, row) for row in rows))
        except EngineError:
            return None
        return Loaded(info, latest) if rows and latest.digest() == rows[-1].digest else None


def read_log(info: GameInfo, fresh: Game, rows: list[LoggedAction]) -> Told:
    """What rows of the log tell.

    :raises EngineError: one of them is damaged.
    """
    return [(action_of(info, fresh, row), tuple(map(read_event, row.events))) for row in rows]


def load(
    store: Store,
    info: GameInfo,
    upto: int,
    known: list[LoggedAction] | None = None,
    told: Callable[[GameInfo, Game, list[LoggedAction]], Told] | None = None,
) -> Loaded:
    """A stored game, from its newest usable snapshot on with every action checked.

    :param known: the log up to there, where it has been read already.
    :param told: reads what the rows before the snapshot tell.
    """
    if info.problem is not None:
        return Loaded(info, None, info.problem)
    try:
        fresh = fresh_of(info)
    except EngineError as error:
        return Loaded(info, None, str(error))
    rows = store.log(info.id, until=upto) if known is None else known
    damaged = _damage(rows, upto)
    if damaged is not None:
        return _as_far_as_it_agrees(info, fresh, rows, damaged)
    start = (
        _from_snapshot(store, info, fresh, rows, told or read_log) if info.format == FORMAT else None
    ) or fresh
    made: list[Snapshot] = []
    try:
        game = replay(start, (action_of(info, fresh, row) for row in rows[start.seq :]), _snapshots(made))
    except EngineError as error:
        return _as_far_as_it_agrees(info, fresh, rows, str(error))
    if rows and not agrees(info, game, rows[-1]):
        return _as_far_as_it_agrees(info, fresh, rows, None)
    if info.format == FORMAT:
        _keep(store, info, made)
    return Loaded(info, game)


def _damage(rows: list[LoggedAction], wanted: int) -> str | None:
    """What is wrong with the rows of the actions, before any of them is played."""
    damaged = next((row.problem for row in rows if row.problem is not None), None)
    if damaged is None and len(rows) != wanted:
        return f"{wanted - len(rows)} of its actions are missing"
    return damaged


def _snapshots(made: list[Snapshot]) -> Watch:
    """Gathers on the way the snapshots that would have shortened it."""

    def watch(game: Game, action: Action) -> None:
        if game.seq % SNAPSHOT_EVERY == 0:
            made.append(snapshot_of(game))

    return watch


def _keep(store: Store, info: GameInfo, made: list[Snapshot]) -> None:
    """Put snapshots where there was none or none that could be used. The game is loaded without that, too."""
    try:
        store.renew(info.id, made)
    except SQLAlchemyError as error:
        _LOG.warning("game %s: no snapshot can be kept now: %s", info.id, getattr(error, "orig", error))


def _from_snapshot(
    store: Store,
    info: GameInfo,
    fresh: Game,
    rows: list[LoggedAction],
    told: Callable[[GameInfo, Game, list[LoggedAction]], Told],
) -> Game | None:
    """The game at its newest snapshot that can be used."""
    for snapshot in store.snapshots(info.id, len(rows)):
        if not snapshot.seq or snapshot.rules_version != fresh.title.rules_version:
            continue
        try:
            state = plain.decode(fresh.title.state_type, snapshot.state)
            if plain.digest(state) == rows[snapshot.seq - 1].digest:
                return resume(fresh, told(info, fresh, rows[: snapshot.seq]), state)
        except (plain.PlainError, EngineError):
            continue
    return None


def _as_far_as_it_agrees(info: GameInfo, game: Game, rows: list[LoggedAction], reason: str | None) -> Loaded:
    """Step by step to the last position whose fingerprint is the stored one."""
    for row in rows:
        if row.seq != game.seq + 1:
            return Loaded(info, game, row.problem or reason)
        try:
            following = game.apply(action_of(info, game, row))
        except EngineError as error:
            why = BrokenSave("action {seq} is refused: {reason}", seq=row.seq, reason=str(error))
            return Loaded(info, game, row.problem or why.message)
        if not agrees(info, following, row):
            if row.problem is not None:
                return Loaded(info, game, row.problem)
            return Loaded(info, game, parted(info, game, row).message)
        game = following
    return Loaded(info, game, reason)

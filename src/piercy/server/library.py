"""Games in memory: a bounded cache over the store. A game that is not here is loaded and replayed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from piercy.core import plain, registry
from piercy.core.actions import read_action
from piercy.core.cache import Cache
from piercy.core.errors import BrokenSave, EngineError
from piercy.core.events import Event
from piercy.core.game import Game, begun_under, replay, resume
from piercy.server.store import GameInfo, LoggedAction, Store

CURRENT = 64
"""How many games are kept at their latest position."""
PAST = 128
"""How many earlier positions are kept."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game from the store. With a problem it is the last position that can be trusted, or none at all."""

    info: GameInfo
    game: Game | None
    problem: str | None = None


class Library:
    """Hands out games by id, at their latest or at any earlier position."""

    def __init__(self, store: Store, current: int = CURRENT, past: int = PAST) -> None:
        self._store = store
        self._current: Cache[str, Loaded] = Cache(current)
        self._past: Cache[tuple[str, int], Loaded] = Cache(past)
        self._rows: Cache[str, list[LoggedAction]] = Cache(current)

    def current(self, game_id: str) -> Loaded:
        """The game as it stands, including what another process has stored since.

        :raises NoSuchGame: there is none.
        """
        info = self._store.info(game_id)
        known = self._current.get(game_id)
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
        info = self._store.info(game_id)
        if seq >= info.seq:
            return self.current(game_id)
        return self._past.get_or_make((game_id, seq), lambda: load(self._store, info, max(seq, 0)))

    def rows(self, game_id: str, until: int) -> list[LoggedAction]:
        """The log up to an action; only what is new is read from the store."""
        known = self._rows.get(game_id) or []
        if len(known) < until:
            known = known + self._store.log(game_id, since=len(known))
            self._rows.put(game_id, known)
        return known[:until]

    def put(self, loaded: Loaded) -> None:
        """Remember a position that has just been stored."""
        self._current.put(loaded.info.id, loaded)

    def _catch_up(self, info: GameInfo, game: Game) -> Loaded | None:
        rows = self._store.log(info.id, since=game.seq, until=info.seq)
        try:
            latest = replay(game, (read_action(row.action) for row in rows))
        except EngineError:
            return None
        return Loaded(info, latest) if rows and latest.digest() == rows[-1].digest else None


def load(store: Store, info: GameInfo, upto: int) -> Loaded:
    """A stored game, from its newest usable snapshot on with every action checked."""
    try:
        fresh = begun_under(
            info.rules_version,
            info.title,
            players=[seat.name for seat in info.seats],
            seed=info.seed,
            options=info.options,
        )
    except EngineError as error:
        return Loaded(info, None, str(error))
    rows = store.log(info.id, until=upto)
    if len(rows) != upto:
        return _as_far_as_it_agrees(info, fresh, rows, f"{upto - len(rows)} of its actions are missing")
    start = _from_snapshot(store, info, fresh, rows) or fresh
    try:
        game = replay(start, (read_action(row.action) for row in rows[start.seq :]))
    except EngineError as error:
        return _as_far_as_it_agrees(info, fresh, rows, str(error))
    if rows and game.digest() != rows[-1].digest:
        return _as_far_as_it_agrees(info, fresh, rows, None)
    return Loaded(info, game)


def _from_snapshot(store: Store, info: GameInfo, fresh: Game, rows: list[LoggedAction]) -> Game | None:
    snapshot = store.snapshot(info.id, len(rows))
    title = registry.title(info.title)
    if snapshot is None or not snapshot.seq or snapshot.rules_version != title.rules_version:
        return None
    told = rows[: snapshot.seq]
    try:
        state = plain.decode(title.state_type, snapshot.state)
        if plain.digest(state) != told[-1].digest:
            return None
        return resume(fresh, [(read_action(row.action), _events(row.events)) for row in told], state)
    except (plain.PlainError, EngineError):
        return None


def _events(rows: list[dict[str, Any]]) -> tuple[Event, ...]:
    return tuple(Event(row["event"], {k: v for k, v in row.items() if k != "event"}) for row in rows)


def _as_far_as_it_agrees(info: GameInfo, game: Game, rows: list[LoggedAction], reason: str | None) -> Loaded:
    """Step by step to the last position whose fingerprint is the stored one."""
    for row in rows:
        try:
            following = game.apply(read_action(row.action))
        except EngineError as error:
            why = BrokenSave("action {seq} is refused: {reason}", seq=row.seq, reason=str(error))
            return Loaded(info, game, why.message)
        if following.digest() != row.digest:
            why = BrokenSave(
                "action {seq} no longer leads to the position that was stored (rules version {stored}, "
                "now {ours})",
                seq=row.seq,
                stored=info.rules_version,
                ours=game.title.rules_version,
            )
            return Loaded(info, game, why.message)
        game = following
    return Loaded(info, game, reason)

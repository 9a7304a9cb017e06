"""Where games are kept: one row per game, one per action, and now and then a snapshot of the state."""

from piercy.server.store.rows import GameInfo, LoggedAction, Seat, Snapshot
from piercy.server.store.store import Conflict, NoSuchGame, Store

__all__ = ["Conflict", "GameInfo", "LoggedAction", "NoSuchGame", "Seat", "Snapshot", "Store"]

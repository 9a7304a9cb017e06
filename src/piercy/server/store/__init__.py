"""Where games are kept: one row per game, one per action, and now and then a snapshot of the state."""

from piercy.server.store.opening import NoDatabase, open_store
from piercy.server.store.rows import GameInfo, LoggedAction, Place, Seat, Snapshot
from piercy.server.store.store import Conflict, NoSuchGame, Store

__all__ = [
    "Conflict",
    "GameInfo",
    "LoggedAction",
    "NoDatabase",
    "NoSuchGame",
    "Place",
    "Seat",
    "Snapshot",
    "Store",
    "open_store",
]

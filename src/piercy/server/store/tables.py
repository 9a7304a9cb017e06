"""The tables of the database. The migrations beside this module build them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from piercy.server.store.documents import Document


class Base(DeclarativeBase):
    """The parent of all tables."""


class GameRow(Base):
    """A game: what it was made from, and a summary that lists need without replaying it."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    title: Mapped[str] = mapped_column(String(40))
    rules_version: Mapped[int] = mapped_column(Integer)
    options: Mapped[dict[str, Any]] = mapped_column(Document)
    seed: Mapped[int] = mapped_column(BigInteger)
    seats: Mapped[list[dict[str, Any]]] = mapped_column(Document)
    status: Mapped[str] = mapped_column(String(16))
    summary: Mapped[dict[str, Any]] = mapped_column(Document)
    seq: Mapped[int] = mapped_column(Integer)
    created: Mapped[str] = mapped_column(String(32))
    updated: Mapped[str] = mapped_column(String(32))
    moved: Mapped[int] = mapped_column(BigInteger, server_default="0")
    """The order of latest moves, whatever the clock said: the game that moved last has the greatest."""
    format: Mapped[int] = mapped_column(Integer, server_default="1")
    """The format of its actions, as of a saved game."""

    __table_args__ = (Index("games_by_move", "moved", "id"),)


class ActionRow(Base):
    """One logged action, undo and redo included. The key makes it impossible to store two in one place."""

    __tablename__ = "actions"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(Integer, primary_key=True)
    actor: Mapped[str] = mapped_column(String(40))
    action: Mapped[dict[str, Any]] = mapped_column(Document)
    events: Mapped[list[dict[str, Any]]] = mapped_column(Document)
    """What followed from the action."""
    figures: Mapped[dict[str, Any]] = mapped_column(Document)
    """Worth and prices after it, for the charts."""
    digest: Mapped[str] = mapped_column(String(32))
    time: Mapped[str] = mapped_column(String(32))


class SnapshotRow(Base):
    """The state after some action, so that a long game loads fast. It can be thrown away without loss."""

    __tablename__ = "snapshots"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(Integer, primary_key=True)
    rules_version: Mapped[int] = mapped_column(Integer)
    state: Mapped[str] = mapped_column(Text)


class SecretRow(Base):
    """Random bytes, as hexadecimal digits, from which the server makes what others must not guess."""

    __tablename__ = "secrets"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[str] = mapped_column(String(64))


class OrdersRow(Base):
    """What a seat has the server do for it. Seats that never ordered anything have no such row."""

    __tablename__ = "standing_orders"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    player: Mapped[str] = mapped_column(String(40), primary_key=True)
    document: Mapped[dict[str, Any]] = mapped_column(Document)


class SentRow(Base):
    """Marks a logged action that the server sent for its seat, and says why."""

    __tablename__ = "sent_actions"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(Integer, primary_key=True)
    why: Mapped[str] = mapped_column(String(20))


class ShelfRow(Base):
    """What people do with a game beside playing it. Most games have no such row."""

    __tablename__ = "shelf"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    name: Mapped[str] = mapped_column(String(80), server_default="")
    """What people call it; empty: nobody named it."""
    archived: Mapped[str] = mapped_column(String(32), server_default="")
    """When it was put away; empty: it was not."""
    deleted: Mapped[str] = mapped_column(String(32), server_default="")
    """When it was thrown away; it can be taken back until it is deleted for good."""

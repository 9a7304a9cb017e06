"""Standing orders of seats, as they are stored, and the actions that the server sent for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session, sessionmaker

from piercy.server.store.tables import OrdersRow, SentRow


class StandingStore:
    """The standing orders of all games of one store."""

    def __init__(self, sessions: sessionmaker[Session], changes: sessionmaker[Session]) -> None:
        self._sessions = sessions
        self._changes = changes

    def of(self, game: str) -> dict[str, Any]:
        """For each player of a game who has ever ordered something: what is stored of it."""
        with self._sessions() as session:
            rows = session.scalars(select(OrdersRow).where(OrdersRow.game == game))
            return {str(row.player): row.document for row in rows}

    def put(self, game: str, player: str, document: Mapping[str, Any]) -> None:
        """Keep what a player has ordered."""
        with self._changes.begin() as session:
            keep_orders(session, game, {player: document})

    def begin(self, game: str, players: Iterable[str], document: Mapping[str, Any]) -> None:
        """Keep the same for several players."""
        with self._changes.begin() as session:
            keep_orders(session, game, dict.fromkeys(players, document))

    def sent(self, game: str) -> dict[int, str]:
        """The numbers of the actions that the server sent for a seat, each with the reason."""
        with self._sessions() as session:
            rows = session.scalars(select(SentRow).where(SentRow.game == game))
            return {row.seq: row.why for row in rows}


def keep_orders(session: Session, game: str, orders: Mapping[str, Mapping[str, Any]]) -> None:
    """Put what players have ordered in the place of what they ordered before."""
    for player, document in orders.items():
        session.merge(OrdersRow(game=game, player=player, document=dict(document)))


def keep_sent(session: Session, game: str, sent: Mapping[int, str]) -> None:
    """Note which actions the server sent."""
    session.add_all(SentRow(game=game, seq=seq, why=why) for seq, why in sent.items())


def forget(session: Session, game: str) -> None:
    """Delete all that is stored of a game."""
    for table in (OrdersRow, SentRow):
        session.execute(delete(table).where(table.game == game))

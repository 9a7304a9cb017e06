"""What people do with their games beside playing them: name them, put them away, delete them, look for them.

A deleted game is out of every list, and no bot plays it; it can be taken back until it is deleted for good.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, exists, select
from sqlalchemy.orm import Session, sessionmaker

from piercy.server.store.order import damaged_games, sound_games
from piercy.server.store.reading import info_of
from piercy.server.store.rows import GameInfo, Place
from piercy.server.store.standing import forget
from piercy.server.store.tables import ActionRow, GameRow, ShelfRow, SnapshotRow

LONGEST_NAME = 80
AT_ONCE = 200
"""So many games are read at once in a search."""
MOST_READ = 4000
"""So many games are looked through for one page of a search; the next page goes on from there."""


_MOMENT = "____-__-__T%"
"""What a moment looks like: nothing else puts a game away, whatever damage has left there."""


def not_deleted() -> ColumnElement[bool]:
    """Whether a game stands on the shelf: not in the bin."""
    return ~exists().where(ShelfRow.game == GameRow.id, ShelfRow.deleted.like(_MOMENT))


@dataclass(frozen=True, slots=True)
class ShelfLabel:
    """What people have done with a game."""

    name: str = ""
    archived: str = ""
    deleted: str = ""


@dataclass(frozen=True, slots=True)
class WantedGames:
    """Which games somebody looks for."""

    words: str = ""
    """All of them are in the game's name, its title or the names of its players."""
    status: str = ""
    """``active`` or ``over``; empty: either."""
    title: str = ""
    place: str = "open"
    """``open``, ``archive`` or ``bin``."""

    def fits(self, info: GameInfo, label: ShelfLabel, titles: Mapping[str, str]) -> bool:
        """Whether a game is one of them; ``titles`` are the names that the reader knows."""
        told = [label.name, info.title, titles.get(info.title, ""), info.id, *(s.name for s in info.seats)]
        text = " ".join(told).casefold()
        return all(word in text for word in self.words.casefold().split())


@dataclass(frozen=True, slots=True)
class FoundGames:
    """A page of games with their labels, and where the next page begins, if there is one."""

    games: tuple[tuple[GameInfo, ShelfLabel], ...]
    after: Place | None


class Shelf:
    """The games of one store, as things that people keep."""

    def __init__(self, dialect: str, sessions: sessionmaker[Session], changes: sessionmaker[Session]) -> None:
        self._dialect = dialect
        self._sessions = sessions
        self._changes = changes

    def of(self, game: str) -> ShelfLabel:
        """What people have done with a game; nothing, if there is no such game."""
        with self._sessions() as session:
            return _label(session.get(ShelfRow, game))

    def put(self, game: str, **changed: str) -> None:
        """Change the ``name`` of a game, or when it was ``archived`` or ``deleted``."""
        with self._changes.begin() as session:
            row = session.get(ShelfRow, game) or ShelfRow(game=game, name="", archived="", deleted="")
            for key, value in changed.items():
                setattr(row, key, value)
            session.add(row)

    def purge(self, game: str) -> None:
        """Delete a game for good, if it is in the bin."""
        with self._changes.begin() as session:
            row = session.get(ShelfRow, game)
            if row is None or not row.deleted:
                return
            forget(session, game)
            for table in (SnapshotRow, ActionRow, ShelfRow):
                session.execute(delete(table).where(table.game == game))
            session.execute(delete(GameRow).where(GameRow.id == game))

    def find(
        self, wanted: WantedGames, titles: Mapping[str, str], *, limit: int, after: Place | None = None
    ) -> FoundGames:
        """A page of the games that somebody looks for, the one that moved last first."""
        kept: list[tuple[GameInfo, ShelfLabel]] = []
        place, read = after, 0
        while True:
            page = self._page(wanted, place)
            for info, label in page:
                if not wanted.fits(info, label, titles):
                    continue
                if len(kept) == limit:
                    return FoundGames(tuple(kept), kept[-1][0].place)
                kept.append((info, label))
            read += len(page)
            if len(page) < AT_ONCE:
                return FoundGames(tuple(kept), None)
            place = page[-1][0].place
            if read >= MOST_READ:
                return FoundGames(tuple(kept), place)

    def count(self, place: str) -> int:
        """How many games are in the ``archive`` or the ``bin``."""
        thrown = ShelfRow.deleted.like(_MOMENT)
        there = thrown if place == "bin" else ShelfRow.archived.like(_MOMENT) & ~thrown
        with self._sessions() as session:
            return len(session.scalars(select(ShelfRow.game).where(there)).all())

    def _page(self, wanted: WantedGames, after: Place | None) -> list[tuple[GameInfo, ShelfLabel]]:
        """The next games that may be among those that are looked for."""
        sound, damaged = sound_games(self._dialect, after), damaged_games(self._dialect)
        for clause in _clauses(wanted):
            sound, damaged = sound.where(clause), damaged.where(clause)
        told = None if after is None else after.damaged
        with self._sessions() as session:
            found: list[GameInfo] = []
            if told is None:
                found = [
                    info_of(row, Place(row.moved, row.id)) for row in session.scalars(sound.limit(AT_ONCE))
                ]
            if len(found) < AT_ONCE:
                rows = session.scalars(damaged.limit(AT_ONCE - len(found)).offset(told or 0))
                found += [info_of(row, Place.among_damaged(n)) for n, row in enumerate(rows, (told or 0) + 1)]
            labels = self._labels(session, [info.id for info in found])
        return [(info, labels.get(info.id, ShelfLabel())) for info in found]

    def _labels(self, session: Session, games: Sequence[str]) -> dict[str, ShelfLabel]:
        rows = session.scalars(select(ShelfRow).where(ShelfRow.game.in_(games)))
        return {row.game: _label(row) for row in rows}


def _clauses(wanted: WantedGames) -> list[ColumnElement[bool]]:
    on_shelf = exists().where(ShelfRow.game == GameRow.id)
    archived = on_shelf.where(ShelfRow.archived.like(_MOMENT))
    thrown = on_shelf.where(ShelfRow.deleted.like(_MOMENT))
    places: dict[str, list[ColumnElement[bool]]] = {
        "open": [~archived, ~thrown],
        "archive": [archived, ~thrown],
        "bin": [thrown],
    }
    found = places[wanted.place]
    if wanted.status:
        found.append(GameRow.status == wanted.status)
    if wanted.title:
        found.append(GameRow.title == wanted.title)
    return found


def _label(row: ShelfRow | None) -> ShelfLabel:
    if row is None:
        return ShelfLabel()
    # a damaged row may hold anything
    given: object = row.name
    name = given if isinstance(given, str) and given.isprintable() else ""
    return ShelfLabel(name, _moment(row.archived), _moment(row.deleted))


def _moment(value: object) -> str:
    return value if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT", value) else ""

"""What an action would do, told before it is done: the game is asked, never guessed at."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.actions import Action
from piercy.core.game import Game
from piercy.present.languages import Speaker
from piercy.present.tables import view_of
from piercy.present.view import Badge, Sheet, TableView
from piercy.present.words import event_words


@dataclass(frozen=True, slots=True)
class Change:
    """One figure that moves."""

    who: str
    badge: Badge | None
    what: str
    raw: bool
    """Whether ``what`` is a name that is not to be translated."""
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Effects:
    """The position after an action, and how it differs from the one before."""

    game: Game
    changes: tuple[Change, ...]
    news: tuple[str, ...]


def effects_of(game: Game, action: Action, view: TableView, say: Speaker) -> Effects:
    """What the action would do.

    :raises EngineError: it is refused.
    """
    after = game.apply(action)
    then = view_of(after)
    changes = [
        *_chips(view, then),
        *_changed(view.players, then.players),
        *_changed(view.companies, then.companies),
    ]
    news = tuple(event_words(say, event.to_dict(), view.money) for event in after.latest_events)
    return Effects(after, tuple(changes), news)


def _chips(now: TableView, then: TableView) -> list[Change]:
    before = {chip.label: chip.value for chip in now.chips}
    return [
        Change("", None, chip.label, False, before[chip.label], chip.value)
        for chip in then.chips
        if before.get(chip.label, chip.value) != chip.value
    ]


def _changed(now: Sheet, then: Sheet) -> list[Change]:
    found = []
    for row in then.rows:
        before = now.row(row.key)
        for column in then.columns:
            old = before.cells.get(column.key, "") if before else ""
            new = row.cells.get(column.key, "")
            if old != new:
                found.append(Change(row.key, row.badge, column.label, column.raw, old or "–", new or "–"))
    return found

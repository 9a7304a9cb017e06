"""The log of a game as a page shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from piercy.core.cache import Cache
from piercy.present.languages import Speaker
from piercy.present.words import action_words, event_words
from piercy.server.store import LoggedAction


@dataclass(frozen=True, slots=True)
class Entry:
    """One logged action and what it brought about."""

    seq: int
    actor: str
    time: str
    lines: tuple[str, ...]
    undone: bool
    kind: str
    sent: str = ""
    """Why the server sent it for its seat; empty: a person or a bot did it."""
    heading: str = ""
    """The round that it was done in, told with the newest entry of each."""


def log_entries(
    rows: Sequence[LoggedAction],
    say: Speaker,
    money: str,
    latest: int | None = None,
    sent: Mapping[int, str] = MappingProxyType({}),
) -> list[Entry]:
    """The log, newest first; what was taken back is marked."""
    kept = set(standing_numbers(rows)[0])
    first = 0 if latest is None else max(0, len(rows) - latest)
    rounds = _rounds(rows, say, money)
    newest = [*(one != other for one, other in pairwise(rounds)), True]
    return [
        _entry(rows[at], say, money, kept, sent.get(rows[at].seq, ""), rounds[at] if newest[at] else "")
        for at in reversed(range(first, len(rows)))
    ]


def standing_numbers(rows: Sequence[LoggedAction]) -> tuple[list[int], list[int]]:
    """The numbers of the actions that stand, and of those that can be done again, the latest last."""
    standing: list[int] = []
    undone: list[int] = []
    for row in rows:
        kind = row.action.get("type")
        if kind == "undo":
            if standing:
                undone.append(standing.pop())
        elif kind == "redo":
            if undone:
                standing.append(undone.pop())
        else:
            standing.append(row.seq)
            # what was undone before this can never come back; it stays marked
            undone = []
    return standing, undone


def _rounds(rows: Sequence[LoggedAction], say: Speaker, money: str) -> list[str]:
    """For each action the round that it was done in, in words; nothing before the first that is told."""
    found, now = [], ""
    for row in rows:
        found.append(now)
        for event in row.events:
            if str(event["event"]).endswith("round_began"):
                now = event_words(say, event, money)
    return found


def _entry(row: LoggedAction, say: Speaker, money: str, kept: set[int], sent: str, heading: str) -> Entry:
    kind = str(row.action.get("type"))
    back = kind in ("undo", "redo")
    lines = () if back else _lines(row, say, money)
    return Entry(
        row.seq,
        row.actor,
        row.time,
        lines or (action_words(say, kind),),
        not back and row.seq not in kept,
        kind,
        sent,
        heading,
    )


_LINES: Cache[tuple[str, int, str, str], tuple[str, ...]] = Cache(20_000)
"""Events in words, as they were told lately."""


def _lines(row: LoggedAction, say: Speaker, money: str) -> tuple[str, ...]:
    key = (row.digest, row.seq, row.time, say.language)
    return _LINES.get_or_make(key, lambda: tuple(event_words(say, event, money) for event in row.events))

"""The record of a game: every action ever logged, which of them still stand, and the state they lead to.

The log is two linked lists that only ever grow at their ends, so that a game and the games that branch off
it share what they have in common, and keeping history costs the same at any length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from piercy.core import plain
from piercy.core.actions import Action, Redo, Undo
from piercy.core.errors import InvalidAction
from piercy.core.events import Event
from piercy.core.flow import Context, HasFlow
from piercy.core.title import Title

S = TypeVar("S", bound=HasFlow)

_CHECKPOINT_EVERY = 16


@dataclass(frozen=True, slots=True)
class Entry:
    """One action that stands, what happened through it, and sometimes the state after it."""

    length: int
    action: Action
    events: tuple[Event, ...]
    previous: Entry | None
    checkpoint: Any


@dataclass(frozen=True, slots=True)
class Logged:
    """One action of the log, undo and redo included."""

    length: int
    action: Action
    previous: Logged | None


@dataclass(slots=True)
class Record(Generic[S]):
    """A game in progress that changes in place. ``fork`` gives an independent one."""

    title: Title[S]
    start: S
    opening: tuple[Event, ...]
    state: S
    tip: Entry | None = None
    log: Logged | None = None
    undone: tuple[Action, ...] = ()

    def fork(self) -> Record[S]:
        twin = plain.copy(self.state)
        return Record(self.title, self.start, self.opening, twin, self.tip, self.log, self.undone)

    @property
    def seq(self) -> int:
        """How many actions the log has."""
        return self.log.length if self.log else 0

    def check(self, action: Action) -> None:
        """Raise the reason why the action is refused; change nothing."""
        if isinstance(action, Undo):
            if self.tip is None:
                raise InvalidAction("there is nothing to undo")
        elif isinstance(action, Redo):
            if not self.undone:
                raise InvalidAction("there is nothing to redo")
        else:
            self.title.referee.check(Context(self.state), action)

    def do(self, action: Action) -> None:
        """Check the action and do it in place. A refused action changes nothing."""
        if isinstance(action, Undo | Redo):
            self.check(action)
            self._undo() if isinstance(action, Undo) else self._redo()
        else:
            self._play(action)
            self.undone = ()
        self.log = Logged(self.seq + 1, action, self.log)

    def entries(self) -> list[Entry]:
        """The actions that stand, oldest first."""
        return list(reversed(list(_back(self.tip))))

    def logged(self) -> list[Action]:
        """Every action of the log, oldest first."""
        actions = []
        node = self.log
        while node is not None:
            actions.append(node.action)
            node = node.previous
        return actions[::-1]

    def _play(self, action: Action) -> None:
        ctx = Context(self.state)
        referee = self.title.referee
        step = referee.check(ctx, action)
        ctx.events.clear()
        referee.apply(ctx, action, step)
        length = self.tip.length + 1 if self.tip else 1
        checkpoint = plain.copy(self.state) if length % _CHECKPOINT_EVERY == 0 else None
        self.tip = Entry(length, action, tuple(ctx.events), self.tip, checkpoint)

    def _undo(self) -> None:
        assert self.tip is not None
        self.undone = (*self.undone, self.tip.action)
        target = self.tip.previous
        replayed: list[Entry] = []
        base = self.start
        for entry in _back(target):
            if entry.checkpoint is not None:
                base = entry.checkpoint
                break
            replayed.append(entry)
        self.state = plain.copy(base)
        self.tip = replayed[-1].previous if replayed else target
        for entry in reversed(replayed):
            self._play(entry.action)

    def _redo(self) -> None:
        *rest, action = self.undone
        self._play(action)
        self.undone = tuple(rest)


def begin(title: Title[S], state: S) -> Record[S]:
    """The record of a game whose state has just been set up."""
    ctx = Context(state)
    title.referee.open(ctx)
    return Record(title, plain.copy(state), tuple(ctx.events), state)


def retell(rec: Record[S], past: Iterable[tuple[Action, tuple[Event, ...]]], state: S) -> Record[S]:
    """A fresh record with its history told instead of played: the state that it led to is given.

    :raises InvalidAction: the history takes back or repeats something that is not there.
    """
    told = rec.fork()
    for action, events in past:
        if isinstance(action, Undo):
            if told.tip is None:
                raise InvalidAction("there is nothing to undo")
            told.undone = (*told.undone, told.tip.action)
            told.tip = told.tip.previous
        else:
            played = action
            if isinstance(action, Redo):
                if not told.undone:
                    raise InvalidAction("there is nothing to redo")
                *rest, played = told.undone
                told.undone = tuple(rest)
            else:
                told.undone = ()
            told.tip = Entry(told.tip.length + 1 if told.tip else 1, played, events, told.tip, None)
        told.log = Logged(told.seq + 1, action, told.log)
    told.state = plain.copy(state)
    if told.tip is not None:
        told.tip = replace(told.tip, checkpoint=plain.copy(state))
    return told


def _back(entry: Entry | None) -> Iterator[Entry]:
    while entry is not None:
        yield entry
        entry = entry.previous

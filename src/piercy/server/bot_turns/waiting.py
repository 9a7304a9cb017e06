"""The games that wait for a bot: who comes first, and who comes later."""

from __future__ import annotations

import heapq
import time
from dataclasses import dataclass
from itertools import count
from threading import Condition


@dataclass(frozen=True, slots=True)
class Ticket:
    """A game's place in the queue."""

    game: str
    persons: bool
    """Whether a person sits at the table."""
    due: float
    """Not before this moment of the monotonic clock."""


class WaitingList:
    """Tables with a person come before tables of bots alone, and among those who comes first is first.

    A game has one place and is in one hand at a time. Any thread may use it.
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._order = count()
        self._tickets: dict[str, Ticket] = {}
        self._later: list[tuple[float, int, Ticket]] = []
        self._ready: dict[bool, dict[str, Ticket]] = {True: {}, False: {}}
        self._held: dict[str, Ticket | None] = {}
        """What is in somebody's hand, and its next place if there was news of it meanwhile."""
        self._reserved = 0
        self._closed = False

    def put(self, game: str, persons: bool, delay: float = 0.0) -> None:
        """There is news of a game: it waits from now on, or from a later moment on."""
        ticket = Ticket(game, persons, time.monotonic() + delay)
        with self._changed:
            if game in self._held:
                self._held[game] = ticket
            else:
                self._place(ticket)

    def hurry(self, game: str, persons: bool) -> None:
        """Have a game wait no longer; one that is in somebody's hand is being seen to already."""
        with self._changed:
            if game not in self._held:
                self._place(Ticket(game, persons, time.monotonic()))

    def take(self, *, persons_only: bool = False) -> Ticket | None:
        """The next game, as soon as there is one; None: the list was closed.

        Who takes games of persons only gets those first, so that others are free for the rest.
        """
        with self._changed:
            self._reserved += persons_only
            try:
                while not self._closed:
                    self._ripen()
                    ticket = self._next(persons_only)
                    if ticket is not None:
                        self._held[ticket.game] = None
                        return ticket
                    self._changed.wait(self._until_next())
            finally:
                self._reserved -= persons_only
        return None

    def done(self, ticket: Ticket, again: float | None = None) -> None:
        """Give back what was taken.

        If there was no news meanwhile it waits again after so many seconds, or not at all.
        """
        with self._changed:
            news = self._held.pop(ticket.game, None)
            if news is not None:
                self._place(news)
            elif again is not None:
                self._place(Ticket(ticket.game, ticket.persons, time.monotonic() + again))

    def close(self) -> None:
        """Send everyone home who waits for a game."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _place(self, ticket: Ticket) -> None:
        old = self._tickets.get(ticket.game)
        if old is not None:
            self._ready[old.persons].pop(ticket.game, None)
        self._tickets[ticket.game] = ticket
        heapq.heappush(self._later, (ticket.due, next(self._order), ticket))
        self._changed.notify_all()

    def _ripen(self) -> None:
        """Games whose moment has come are ready. A ticket that another replaced is thrown away."""
        now = time.monotonic()
        while self._later and self._later[0][0] <= now:
            ticket = heapq.heappop(self._later)[2]
            if self._tickets.get(ticket.game) is ticket:
                self._ready[ticket.persons][ticket.game] = ticket

    def _next(self, persons_only: bool) -> Ticket | None:
        with_persons, alone = self._ready[True], self._ready[False]
        # those who wait for nothing else have been woken too, and take as many
        mine = with_persons if persons_only or len(with_persons) > self._reserved else {}
        found = mine or ({} if persons_only else alone)
        if not found:
            return None
        ticket = found.pop(next(iter(found)))
        del self._tickets[ticket.game]
        return ticket

    def _until_next(self) -> float | None:
        return None if not self._later else max(0.0, self._later[0][0] - time.monotonic())

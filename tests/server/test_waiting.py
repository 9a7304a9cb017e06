"""Whose turn it is among the games that wait for a bot."""

from __future__ import annotations

import threading
import time

from tests.threads import together

from piercy.server.bot_turns.waiting import Ticket, WaitingList


def taken(waiting: WaitingList, *, persons_only: bool = False) -> str:
    """The game that comes next; it is given back at once."""
    ticket = waiting.take(persons_only=persons_only)
    assert ticket is not None
    waiting.done(ticket)
    return ticket.game


def test_tables_with_a_person_come_before_tables_of_bots_alone() -> None:
    waiting = WaitingList()
    for number in range(300):
        waiting.put(f"bots {number}", persons=False)
    waiting.put("Ann's", persons=True)
    waiting.put("Ben's", persons=True)
    assert [taken(waiting) for _ in range(5)] == ["Ann's", "Ben's", "bots 0", "bots 1", "bots 2"]


def test_tables_of_bots_alone_take_turns() -> None:
    waiting = WaitingList()
    for name in "abc":
        waiting.put(name, persons=False)
    seen = []
    for _ in range(7):
        seen.append(taken(waiting))
        waiting.put(seen[-1], persons=False)
    assert "".join(seen) == "abcabca"


def test_who_serves_persons_only_never_takes_a_table_of_bots_alone() -> None:
    waiting = WaitingList()
    waiting.put("bots", persons=False)
    got: list[Ticket | None] = []
    server = threading.Thread(target=lambda: got.append(waiting.take(persons_only=True)))
    server.start()
    time.sleep(0.1)
    assert got == []
    waiting.put("Ann's", persons=True)
    server.join(10)
    assert [ticket.game for ticket in got if ticket] == ["Ann's"]
    # its hand is full: the next person's table is for whoever comes, before the one of bots alone
    waiting.put("Ben's", persons=True)
    assert [taken(waiting), taken(waiting)] == ["Ben's", "bots"]


def test_a_table_of_persons_is_left_to_who_waits_for_nothing_else() -> None:
    waiting = WaitingList()
    got: dict[bool, str] = {}

    def take(persons_only: bool) -> None:
        ticket = waiting.take(persons_only=persons_only)
        if ticket is not None:
            got[persons_only] = ticket.game

    servers = [threading.Thread(target=take, args=(only,)) for only in (True, False)]
    for server in servers:
        server.start()
    time.sleep(0.1)
    waiting.put("Ann's", persons=True)
    servers[0].join(10)
    assert got == {True: "Ann's"}
    waiting.close()
    servers[1].join(10)
    assert got == {True: "Ann's"}


def test_a_game_is_in_one_hand_and_its_news_wait() -> None:
    waiting = WaitingList()
    waiting.put("a", persons=True)
    waiting.put("a", persons=True)
    ticket = waiting.take()
    assert ticket is not None
    waiting.put("b", persons=False)
    waiting.put("a", persons=True)
    waiting.hurry("a", persons=True)
    assert taken(waiting) == "b"
    # there was news: it does not wait for the pause that follows a failure
    waiting.done(ticket, again=60.0)
    assert taken(waiting) == "a"


def test_a_game_waits_for_its_moment_unless_somebody_hurries_it() -> None:
    waiting = WaitingList()
    waiting.put("a", persons=True, delay=60.0)
    waiting.put("b", persons=False, delay=0.1)
    began = time.monotonic()
    assert taken(waiting) == "b"
    assert 0.1 <= time.monotonic() - began < 30.0
    waiting.hurry("a", persons=True)
    assert taken(waiting) == "a"


def test_nothing_is_lost_or_taken_twice_between_threads() -> None:
    waiting = WaitingList()
    left = {f"{number}": 20 for number in range(40)}
    hands: set[str] = set()
    for game in left:
        waiting.put(game, persons=int(game) % 2 == 0)

    def serve(number: int) -> None:
        while (ticket := waiting.take(persons_only=number % 2 == 0)) is not None:
            assert ticket.game not in hands
            hands.add(ticket.game)
            left[ticket.game] -= 1
            if left[ticket.game]:
                waiting.put(ticket.game, ticket.persons, 0.001 * (number % 3))
            hands.discard(ticket.game)
            waiting.done(ticket)
            if not any(left.values()):
                waiting.close()

    together(serve, threads=8)
    assert set(left.values()) == {0}

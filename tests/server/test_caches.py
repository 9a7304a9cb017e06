"""What the server remembers is bounded, and threads may share it."""

from __future__ import annotations

import gc
import tracemalloc
from threading import Event, Thread

import pytest
from tests.server.conftest import Start
from tests.threads import together

from piercy.server.services import Services
from piercy.server.store import GameInfo, NoSuchGame


def test_ids_that_do_not_exist_leave_no_lock_behind(services: Services) -> None:
    def ask(first: int) -> int:
        for number in range(first, first + 500):
            with pytest.raises(NoSuchGame):
                services.games.undo(f"{number:010}", 0)
        gc.collect()  # the tracebacks of refusals are circles
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = ask(0)
        assert ask(1000) + ask(2000) - 2 * before < 60_000
    finally:
        tracemalloc.stop()


def test_threads_read_the_log_and_the_past_of_games(services: Services, start: Start) -> None:
    games = [start("1856-short", "Ann", "Ben", seed=seed) for seed in range(3)]
    for game in games:
        for seq in range(6):
            position = services.game_cache.current(game).game
            assert position is not None
            services.games.submit(game, seq, position.actions(1)[0].to_dict())

    def use(number: int) -> None:
        for turn in range(20):
            game, seq = games[(number + turn) % 3], turn % 7
            assert [row.seq for row in services.game_cache.rows(game, seq)] == list(range(1, seq + 1))
            found = services.game_cache.at(game, seq).game
            assert found is not None
            assert found.seq == seq

    together(use, threads=8)


def test_moves_of_one_game_are_told_in_the_order_in_which_they_are_stored(
    services: Services, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Listeners and bots go by the latest that they were told: no later move may overtake."""
    game = start("1856-short", "Ann", "Ben")
    told: list[int] = []
    begun, go_on, overtaken = Event(), Event(), Event()

    def tell(info: GameInfo) -> None:
        if info.seq == 1:
            begun.set()
            assert go_on.wait(20)
        else:
            overtaken.set()
        told.append(info.seq)

    monkeypatch.setattr(services.games, "told", tell)

    def move(seq: int) -> None:
        position = services.game_cache.current(game).game
        assert position is not None
        services.games.submit(game, seq, position.actions(1)[0].to_dict())

    movers = [Thread(target=move, args=(seq,)) for seq in (0, 1)]
    movers[0].start()
    assert begun.wait(20)
    movers[1].start()
    overtaken.wait(1.5)
    go_on.set()
    for mover in movers:
        mover.join(20)
    assert told == [1, 2]

"""What a page costs: a late 1865 table is small and quick, and a long game comes back from the disk soon."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from pathlib import Path

from starlette.testclient import TestClient
from tests.server.conftest import AS_JSON

from piercy.core.game import begun_under, from_json, replay
from piercy.server.game_cache import GameCache
from piercy.server.services import Services

SAVED = Path(__file__).parents[1] / "games" / "1865" / "4-players.json"
LEAST_ACTIONS = 1000


def late_game(client: TestClient) -> str:
    """A table of 1865 shortly before the end of a long game."""
    whole = from_json(SAVED.read_text("utf-8"))
    kept = whole.setup
    fresh = begun_under(
        kept.rules_version, "1865", players=kept.players, seed=kept.seed, options=kept.options
    )
    actions = whole.history[:-20]
    assert len(actions) > LEAST_ACTIONS
    response = client.post("/api/games/import", content=replay(fresh, actions).to_json(), headers=AS_JSON)
    assert response.status_code == 201, response.text
    game: str = response.json()["id"]
    return game


def shortest(work: Callable[[], object], times: int = 7) -> float:
    """Processor time of the best of several runs, in milliseconds."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return 1e3 * min(taken)


def test_a_late_table_of_1865_is_small_and_quick(client: TestClient) -> None:
    address = f"/games/{late_game(client)}"
    assert len(gzip.compress(client.get(address).content)) < 300_000
    # with a neighbour on the other processor it takes half as much again
    assert shortest(lambda: client.get(address)) < 90


def test_a_long_game_comes_back_from_the_disk_soon(client: TestClient, services: Services) -> None:
    game = late_game(client)
    assert shortest(lambda: GameCache(services.store).current(game), times=3) < 300

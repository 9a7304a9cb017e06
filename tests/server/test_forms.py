"""Every game can be played to its end through the page's own links and forms."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from tests.server.clicker import Clicker
from tests.server.conftest import Start

from piercy.core import registry
from piercy.core.chance import Chance
from piercy.server.services import Services

MOST_ACTIONS = 20_000


@pytest.mark.parametrize("title", registry.titles())
def test_a_random_game_through_the_forms(
    title: str, client: TestClient, services: Services, start: Start
) -> None:
    names = [f"P{seat}" for seat in range(registry.title(title).player_counts[0])]
    game = start(title, *names, seed=7)
    clicker = Clicker(client, game, Chance(11))
    panel = clicker.look()
    while not panel.over:
        panel = clicker.act(panel)
        assert panel.seq < MOST_ACTIONS
    info = services.store.info(game)
    assert info.status == "over"
    assert clicker.clicks > info.seq
    assert len(services.store.log(game)) == info.seq

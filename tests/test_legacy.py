"""What version 0.1.0 saved and stored: it replays as it did then, and goes on."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from piercy.bots import make_bot
from piercy.core import registry
from piercy.core.actions import read_action
from piercy.core.chance import Chance
from piercy.core.formats import today
from piercy.core.game import begun_under
from piercy.server.game_cache import GameCache
from piercy.server.game_service import GameService
from piercy.server.store import GameInfo, Store, open_store

TESTS = Path(__file__).parent
LOGS = sorted((TESTS / "legacy" / "logs").glob("*/*.jsonl.gz"))


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}-{path.name.split('.')[0]}")
def test_a_golden_game_has_the_scores_that_it_had(path: Path) -> None:
    name = path.name.removesuffix(".jsonl.gz")
    saved = json.loads((TESTS / "games" / path.parent.name / f"{name}.json").read_text("utf-8"))
    opening, *following = lines(path)
    game = begun_under(
        saved["rules_version"],
        saved["title"],
        players=saved["players"],
        seed=saved["seed"],
        options=saved["options"],
    )
    assert opening["scores"] == game.scores()
    for number, (item, then) in enumerate(zip(saved["actions"], following, strict=True), start=1):
        game = game.apply(read_action(today(game.title, saved["piercy"], item)))
        assert game.scores() == then["scores"], f"action {number}"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    file = tmp_path_factory.mktemp("legacy") / "games.db"
    file.write_bytes(gzip.decompress((TESTS / "legacy" / "games.db.gz").read_bytes()))
    store = open_store(f"sqlite:///{file}")
    yield store
    store.close()


def stored(store: Store, title: str) -> list[GameInfo]:
    return [info for info in store.games(limit=100) if info.title == title]


@pytest.mark.parametrize("title", registry.titles())
def test_a_database_of_the_first_version_opens(store: Store, title: str) -> None:
    game_cache = GameCache(store)
    infos = stored(store, title)
    assert sorted(info.status for info in infos) == ["active", "active", "over", "over"]
    for info in infos:
        loaded = game_cache.current(info.id)
        assert loaded.problem is None
        assert loaded.game is not None
        assert loaded.game.scores() == info.summary["scores"]


@pytest.mark.parametrize("title", registry.titles())
def test_running_games_of_the_first_version_go_on(store: Store, title: str) -> None:
    game_cache = GameCache(store)
    games = GameService(store, game_cache)
    bot = make_bot("random")
    for info in stored(store, title):
        if info.status == "over":
            continue
        for _ in range(25):
            loaded = game_cache.current(info.id)
            assert loaded.game is not None
            if loaded.game.over:
                break
            action = bot.choose(loaded.game, Chance(loaded.game.seq))
            seat = loaded.info.seat(action.player)
            assert seat is not None
            games.submit(info.id, loaded.game.seq, action.to_dict(), by=seat.kind)
        moved = GameCache(store).current(info.id)
        assert moved.problem is None
        assert moved.info.seq > info.seq

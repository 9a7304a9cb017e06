"""The table as JSON: the same values that the page words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.conftest import AS_JSON

import piercy
from piercy.core.game import Game, from_json
from piercy.present.tables import table_of
from piercy.present.values import written
from piercy.rail.rail_title import rail_title
from piercy.rail.table import as_json

GAMES = Path(__file__).parents[1] / "games"


def ended(title: str) -> Game:
    """The last position of a golden game: everything has happened that can."""
    return from_json(max((GAMES / title).glob("*.json")).read_text(encoding="utf-8"))


@pytest.mark.parametrize("title", piercy.titles())
def test_the_page_and_the_json_tell_the_same_table(title: str, client: TestClient) -> None:
    game = ended(title)
    saved = game.to_json()
    game_id = client.post("/api/games/import", content=saved, headers=AS_JSON).json()["id"]
    told: dict[str, Any] = client.get(f"/api/games/{game_id}/table").json()
    assert told["seq"] == game.seq
    assert told["money"] == rail_title(game.title).money
    assert told["table"] == json.loads(json.dumps(as_json(table_of(game))))
    page = client.get(f"/games/{game_id}?show=sheet").text
    for line in (*table_of(game).players.lines, *table_of(game).companies.lines):
        for value in line.cells.values():
            assert written(value, told["money"]) in page


def test_an_earlier_table_can_be_asked_for(client: TestClient) -> None:
    saved = ended("1856-short").to_json()
    game_id = client.post("/api/games/import", content=saved, headers=AS_JSON).json()["id"]
    first = client.get(f"/api/games/{game_id}/table?at=0").json()
    assert first["table"]["facts"][0] == {"key": "round", "value": {"kind": "count", "number": 1}}
    assert client.get(f"/api/games/{game_id}/table?at=99999").status_code == 404

"""A game that stands still: the page and the API say so and ask everybody."""

from __future__ import annotations

import html
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.conftest import Start

TITLE = "1856-short"
HINT = "The game stands still: a whole round has changed nothing."


def do(client: TestClient, game: str, kind: str, **fields: Any) -> Any:
    view = client.get(f"/api/games/{game}").json()
    action = {"type": kind, "player": view["actor"], **fields}
    answer = client.post(f"/api/games/{game}/actions", json={"seq": view["at"], "action": action})
    assert answer.status_code == 200, answer.text
    return client.get(f"/api/games/{game}").json()


def offered(client: TestClient, game: str) -> list[str]:
    return [offer["type"] for offer in client.get(f"/api/games/{game}/offers").json()["offers"]]


@pytest.mark.rule("R56-8.12")
def test_everybody_is_asked_on_the_page_and_by_the_api(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    assert HINT not in client.get(f"/games/{game}").text
    while "propose_end" not in offered(client, game):
        do(client, game, "pass")
    page = html.unescape(client.get(f"/games/{game}").text)
    assert HINT in page
    assert "Propose to end the game and count" in page
    assert "Idle rounds in a row: 1. The game can end now if all agree" in page
    view = do(client, game, "propose_end")
    asked = html.unescape(client.get(f"/games/{game}").text)
    assert f"{view['actor']}, your move" in asked
    assert HINT in asked
    assert offered(client, game) == ["answer_end"]
    view = do(client, game, "answer_end", accept=True)
    assert view["over"]
    assert "The game is over" in client.get(f"/games/{game}").text


@pytest.mark.parametrize(
    ("language", "words"), [("it", "La partita è ferma"), ("pl", "Gra stoi w miejscu"), ("en", HINT)]
)
def test_the_question_is_in_the_readers_language(
    client: TestClient, start: Start, language: str, words: str
) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    while "propose_end" not in offered(client, game):
        do(client, game, "pass")
    client.cookies.set("language", language)
    assert words in html.unescape(client.get(f"/games/{game}").text)

"""The pages as a reader without a browser sees them."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.clicker import Clicker, PanelReader
from tests.server.conftest import Start

from piercy.core import registry
from piercy.core.box import Box, rule_ids
from piercy.core.chance import Chance
from piercy.server.rulebook import rules_html
from piercy.server.services import Services

TITLE = "1856-short"
FORM = {
    "title": TITLE, "options": "1", "kind-0": "person", "name-0": "Ann",
    "kind-1": "person", "name-1": "Bob", "kind-2": "", "name-2": "Cid", "seed": "4",
}  # fmt: skip


def test_a_game_is_started_from_the_home_page(client: TestClient, services: Services) -> None:
    page = client.get("/")
    assert "Play now" in page.text
    table = client.post("/games", data=FORM)
    assert table.status_code == 200
    game = table.url.path.split("/")[-1]
    info = services.store.info(game)
    assert [seat.name for seat in info.seats] == ["Ann", "Bob"]
    # an unticked box is not sent by a browser, and means no
    assert info.options == {"test_everybody": False, "printed_toronto": 30, "idle_limit": 0}
    assert info.seed == 4
    assert game in client.get("/").text
    table = client.post("/games", data=FORM | {"option-printed_toronto": "40"})
    assert services.store.info(table.url.path.split("/")[-1]).options["printed_toronto"] == 40


@pytest.mark.parametrize(
    "change",
    [
        {"title": "1999"},
        {"kind-1": ""},
        {"name-1": "Ann"},
        {"seed": "-1"},
        {"option-idle_limit": "5"},
        {"option-printed_toronto": "35"},
        {"option-idle_limit": "x", "kind-0": "greedy", "kind-1": "greedy"},
        {"kind-1": "q"},
    ],
)
def test_a_form_that_makes_no_game_says_why(client: TestClient, change: dict[str, str]) -> None:
    page = client.post("/games", data=FORM | change)
    assert page.status_code == 400
    assert 'class="refusal"' in page.text


def test_a_reload_in_the_middle_of_a_choice_loses_nothing(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    panel = PanelReader(client.get(f"/games/{game}").text)
    address = panel.links[0]
    assert client.get(address).text == client.get(address).text
    assert PanelReader(client.get(address).text).forms[-1].button == "confirm"


def test_parameters_that_fit_nothing_are_ignored(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    plain = PanelReader(client.get(f"/games/{game}").text)
    for odd in (
        "?do=fly",
        "?do=lay_tile&hex=ZZ",
        "?hex=nowhere",
        "?why=nowhere",
        "?show=moon",
        "?at=x",
        "?at=",
    ):
        page = client.get(f"/games/{game}{odd}")
        assert page.status_code == 200, odd
        assert PanelReader(page.text).links or odd.startswith("?do=lay"), odd
    assert plain.links


def test_effects_are_shown_before_the_last_click(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    clicker = Clicker(client, game, Chance(1))
    panel = clicker.look()
    while "Buy a train" not in (text := client.get(f"/games/{game}").text):
        panel = clicker.act(panel)
    assert 'class="effects"' in text
    assert "buys a 2-train for $100" in text
    assert 'id="confirm"' in text


def test_why_nothing_can_be_done_on_a_hex(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    page = client.get(f"/games/{game}?why=D15").text
    assert "/rules/R56-4.15" in page


def test_a_refused_action_is_told_with_its_rule(client: TestClient, services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    actor = services.store.info(game).actor
    action = f'{{"type":"lay_tile","player":"{actor}","hex":"D15","tile":"8","rotation":0}}'
    page = client.post(f"/games/{game}/do", data={"seq": "0", "action": action})
    assert page.status_code == 422
    assert 'href="/rules/R56-4.15"' in page.text
    assert client.post(f"/games/{game}/do", data={"seq": "5", "action": action}).status_code == 409
    assert client.post(f"/games/{game}/do", data={"seq": "0", "action": "{"}).status_code == 400
    assert client.post(f"/games/{game}/do", data={"seq": "x", "action": "{}"}).status_code == 400
    assert client.post(f"/games/{game}/undo", data={"seq": "0"}).status_code == 400


def test_the_past_can_be_looked_at_and_not_played(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    clicker = Clicker(client, game, Chance(1))
    panel = clicker.look()
    for _ in range(6):
        panel = clicker.act(panel)
    past = client.get(f"/games/{game}?at=2").text
    assert "looking at the past" in past
    assert not PanelReader(past).forms
    assert client.get(f"/games/{game}?at=99").status_code == 404
    assert "<svg" in client.get(f"/games/{game}?show=charts").text
    assert "tiles-left" in client.get(f"/games/{game}?show=tiles").text


def test_undo_by_button(client: TestClient, services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    clicker = Clicker(client, game, Chance(1))
    clicker.act(clicker.look())
    client.post(f"/games/{game}/undo", data={"seq": "1"})
    client.post(f"/games/{game}/redo", data={"seq": "2"})
    assert [row.action["type"] for row in services.store.log(game)][1:] == ["undo", "redo"]


@pytest.mark.parametrize("box", registry.boxes(), ids=lambda box: box.name)
def test_every_rule_has_an_anchor(box: Box) -> None:
    anchors = re.findall(r'id="([^"]+)"', rules_html(box))
    assert set(rule_ids(box)) <= set(anchors)
    assert len(anchors) == len(set(anchors))


def test_a_rule_has_an_address_of_its_own(client: TestClient) -> None:
    answer = client.get("/rules/R65-3.4.2", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/rules/1865-sardinia#R65-3.4.2"
    assert 'id="R65-3.4.2"' in client.get("/rules/R65-3.4.2").text
    assert client.get("/rules").status_code == 200


def test_the_language_of_the_reader(client: TestClient) -> None:
    assert 'lang="it"' in client.get("/", headers={"Accept-Language": "it-IT,en;q=0.5"}).text
    assert 'lang="en"' in client.get("/", headers={"Accept-Language": "cs"}).text
    client.post("/language", data={"choice": "pl", "back": "/rules"})
    assert 'lang="pl"' in client.get("/", headers={"Accept-Language": "it"}).text
    for back in ("//evil.example", "https://evil.example", "/\\evil.example"):
        answer = client.post("/language", data={"choice": "en", "back": back}, follow_redirects=False)
        assert answer.headers["location"] == "/"


def test_an_import_through_the_home_page(client: TestClient) -> None:
    saved = (Path(__file__).parents[1] / "games" / TITLE / "2-players.json").read_bytes()
    table = client.post("/import", files={"file": ("game.json", saved)})
    assert 'class="ranking"' in table.text
    refused = client.post("/import", files={"file": ("game.json", b"nothing")})
    assert refused.status_code == 400
    assert "not JSON" in refused.text


def test_listeners_hear_of_every_action(client: TestClient, services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    heard: list[str] = []
    opened = threading.Event()

    def listen() -> None:
        with client.stream("GET", f"/api/games/{game}/events") as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    heard.append(line)
                    opened.set()
                if len(heard) == 3:
                    return

    thread = threading.Thread(target=listen)
    thread.start()
    assert opened.wait(10)
    clicker = Clicker(client, game, Chance(1))
    panel = clicker.act(clicker.look())
    clicker.act(panel)
    services.hub.stop()
    thread.join(10)
    assert heard[:3] == ["data: 0", "data: 1", "data: 2"]

"""A game that comes as a package of its own is everywhere at once; nothing outside its folder knows it."""

from __future__ import annotations

import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from starlette.testclient import TestClient
from tests.brought import forget, found, install
from tests.server.conftest import browser

import piercy
from piercy.cli.view import news, summary
from piercy.core import registry
from piercy.core.box import rule_ids
from piercy.core.errors import IllegalAction
from piercy.present.languages import Speaker
from piercy.present.refusals import told
from piercy.rail.actions import LayTile
from piercy.server.app import create_app
from piercy.server.settings import Settings
from piercy.testing import questions as ask
from piercy.testing import rules_page, words
from piercy.testing.conformance import player_names, run_conformance

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "tests" / "packages" / "islet"
WRECK = "ModuleNotFoundError: No module named 'an_engine_that_nobody_has'"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small game as it is installed from its source, and beside it a title that cannot be imported."""
    folder = tmp_path_factory.mktemp("brought")
    source, target = folder / "source", folder / "site"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    how = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(target), str(source)]
    done = subprocess.run([*pip, *how], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    wreck = {"wreck_title": "import an_engine_that_nobody_has\n"}
    install(target, "wreck", {"18wreck": "wreck_title:Wreck"}, wreck)
    return target


@pytest.fixture(scope="module", autouse=True)
def _here(site: Path) -> Iterator[None]:
    with found(site):
        yield


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(f"sqlite:///{tmp_path / 'games.db'}", bot_pause=0.0)
    with browser(create_app(settings)) as opened:
        yield opened


def command(site: Path, *arguments: str) -> str:
    """What a command prints where the packages are installed."""
    done = subprocess.run(
        [sys.executable, "-m", "piercy", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONPATH": str(site)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def begun(client: TestClient) -> str:
    seats = [{"name": name, "kind": "person"} for name in ("Ann", "Bob")]
    response = client.post("/api/games", json={"title": "18islet", "seats": seats, "seed": 1})
    assert response.status_code == 201, response.text
    game: str = response.json()["id"]
    return game


def test_nothing_outside_its_folder_names_it() -> None:
    files = [*(ROOT / "src").rglob("*"), ROOT / "Makefile"]
    texts = [path for path in files if path.suffix in (".py", ".toml", ".po", ".html", ".js", ".md")]
    assert len(texts) > 100
    assert [path for path in texts if re.search(r"islet\b", path.read_text("utf-8").lower())] == []
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert "piercy_islet" not in project


def test_the_list_of_titles_has_it_and_says_what_is_broken(site: Path) -> None:
    lines = command(site, "titles").splitlines()
    assert any(re.match(r"18islet +18Islet +2-3 +One small island", line) for line in lines)
    assert any(re.match(r"18cz-bohemia +18CZ Bohemia", line) for line in lines)
    assert f"18wreck  broken: {WRECK}" in lines
    rows = {row["id"]: row for row in json.loads(command(site, "titles", "--json"))}
    assert rows["18wreck"] == {"id": "18wreck", "broken": WRECK}
    assert rows["18islet"]["players"] == [2, 3]


def test_its_rules_are_counted(site: Path) -> None:
    assert "18islet: 13 (RIS 13)" in command(site, "rules").replace(": ", ":", 0)


def test_programs_play_it(site: Path) -> None:
    played = json.loads(command(site, "simulate", "18islet", "--games", "2", "--bots", "greedy", "--json"))
    assert played["summary"]["finished"] == 2
    assert played["summary"]["errors"] == 0


def test_it_is_played_in_the_terminal(site: Path, tmp_path: Path) -> None:
    save = str(tmp_path / "game.json")
    shown = command(
        site, "play", "18islet", "--players", "bot:random,bot:greedy", "--seed", "1", "--save", save
    )
    assert "Season 4 of 5 begins, with 1 season to come" in shown
    assert "Season 3 of 5 begins, with 2 seasons to come" in shown
    game = json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert game["title"] == "18islet"


def test_the_terminal_shows_its_table() -> None:
    game = piercy.new_game("18islet", players=["Ann", "Bob"], seed=1)
    console = Console(width=120, file=io.StringIO(), record=True)
    for part in summary(game):
        console.print(part)
    text = console.export_text()
    assert "18Islet  Season 1  Bank 480 sh" in text
    assert "A2" in text
    assert next(news(game, tuple(game.log))) == "* Season 1 of 5 begins, with 4 seasons to come"


@pytest.mark.parametrize("players", [2, 3])
def test_it_goes_through_the_conformance_kit(players: int) -> None:
    assert run_conformance("18islet", players, seed=players, thorough_every=10).over


def test_its_refusals_name_its_rules() -> None:
    (box,) = (box for box in registry.boxes() if box.name == "18islet")
    assert len(rule_ids(box)) == 13
    game = piercy.new_game("18islet", players=player_names(2), seed=1)
    with pytest.raises(IllegalAction) as refused:
        game.check(LayTile(game.actor or "", "A2", "9", 0))
    assert refused.value.rule in rule_ids(box)


def test_its_proof_can_be_checked() -> None:
    """The page of a title that lies elsewhere names its code as the page of one of ours does."""
    page = "| RIS-2.1 | `steps.LayTrack`, `data/map.toml`, `rail.laying.Placements` | `test_a.test_b` |\n"
    wrong = "| RIS-1.1 | `steps.LayRoad`, `data/sea.toml` | `test_a.test_b` |\n"
    cited = {"RIS-2.1": ["test_a.test_b"], "RIS-1.1": ["test_a.test_b"]}
    problems = rules_page.page_problems("piercy_islet", page + wrong, cited)
    assert [problem for problem in problems if "not on the page" not in problem] == [
        "RIS-1.1: there is no steps.LayRoad",
        "RIS-1.1: there is no data/sea.toml",
    ]


def test_the_home_page_offers_it_and_shows_what_is_broken(client: TestClient) -> None:
    page = client.get("/").text
    assert '<span class="title-name">18Islet</span>' in page
    assert "about 10 minutes" in page
    assert 'href="/rules/18islet"' in page
    assert re.search(r'id="title-18wreck".*18wreck.*broken.*an_engine_that_nobody_has', page)
    assert "1856 short game" in page
    italian = client.get("/", headers={"Accept-Language": "it"}).text
    assert "Una piccola isola, cinque stagioni" in italian
    assert "circa 10 minuti" in italian


def test_the_interface_for_programs_lists_it(client: TestClient) -> None:
    titles = {title["id"]: title for title in client.get("/api/titles").json()}
    assert titles["18islet"]["rules"] == "/rules/18islet"
    assert titles["18islet"]["minutes"] == [10, 10]
    assert "18wreck" not in titles
    assert client.get("/api/broken-titles").json() == [{"id": "18wreck", "reason": WRECK}]
    answer = client.get("/api/titles/18wreck")
    assert (answer.status_code, WRECK in answer.json()["message"]) == (400, True)


def test_its_rules_have_a_page(client: TestClient) -> None:
    page = client.get("/rules/18islet").text
    assert 'id="RIS-2.4"' in page
    assert 'href="https://islet.example/"' in page
    assert "18Islet" in client.get("/rules").text
    assert (
        client.get("/rules/RIS-2.4", follow_redirects=False).headers["location"] == "/rules/18islet#RIS-2.4"
    )


@pytest.mark.parametrize(
    ("language", "button", "line"),
    [
        ("en", "Build on the island", "Season 2 of 5 begins, with 3 seasons to come"),
        ("it", "Costruisci sull'isola", "Comincia la stagione 2 di 5, ne restano 3"),
        ("pl", "Build on the island", "Season 2 of 5 begins, with 3 seasons to come"),
    ],
)
def test_its_table_has_words_and_a_picture(client: TestClient, language: str, button: str, line: str) -> None:
    """There are no words in Polish: what is missing is said in English."""
    game = begun(client)
    headers = {"Accept-Language": language}
    page = html.unescape(client.get(f"/games/{game}", headers=headers).text)
    assert button in page
    assert "Northhaven" in page
    assert "<svg" in page
    assert {"en": "Season", "it": "Stagione", "pl": "Season"}[language] in page
    for seq in range(6):
        actor = client.get(f"/api/games/{game}").json()["actor"]
        body = {"seq": seq, "action": {"type": "pass", "player": actor}}
        assert client.post(f"/api/games/{game}/actions", json=body).status_code == 200
    assert line in html.unescape(client.get(f"/games/{game}/log", headers=headers).text)


def test_a_stored_game_whose_package_is_gone_says_so_and_harms_no_other(site: Path, tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'games.db'}", bot_pause=0.0)
    seats = [{"name": name, "kind": "person"} for name in ("Ann", "Bob")]
    with browser(create_app(settings)) as client:
        game, wanted = begun(client), {"title": "1856-short", "seats": seats, "seed": 1}
        other = client.post("/api/games", json=wanted).json()["id"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [place for place in sys.path if place != str(site)])
        forget()
        with browser(create_app(settings)) as without:
            assert "18islet" not in {title["id"] for title in without.get("/api/titles").json()}
            assert "18islet" in without.get("/").text
            page = html.unescape(without.get(f"/games/{game}").text)
            assert "unknown title '18islet'" in page
            assert without.get(f"/games/{other}").status_code == 200
    forget()


def test_its_table_is_data_for_programs(client: TestClient) -> None:
    game = begun(client)
    actions = client.get(f"/api/games/{game}/offers").json()
    assert "lay_tile" in json.dumps(actions)


def test_a_language_that_lacks_words_is_reported() -> None:
    (polish,) = words.gaps(["piercy_islet"])[1:]
    assert (polish.language, "Build on the island" in polish.missing) == ("pl", True)
    (italian,) = words.gaps(["piercy_islet"])[:1]
    assert (italian.language, italian.left_over) == ("it", ())
    assert "Season" not in italian.missing
    error = IllegalAction("RIS-3.5", "no train is left")
    assert told(error, Speaker("it").about(registry.title("18islet"))).message == "no train is left"


def test_its_authors_tests_ask_it_what_they_ask_every_title() -> None:
    game = piercy.new_game("18islet", players=("Ada", "Bruno"), seed=1)
    with pytest.raises(TypeError, match="nobody knows what to ask of a IsletState"):
        ask.trains(game, "north")

    class Islet(ask.Answers):
        def __init__(self, position: ask.Position) -> None:
            self._state = position.state

        def trains(self, company: str) -> list[str]:
            return list(self._state.companies[company].trains)

    ask.teach(type(game.state), Islet)
    assert [ask.trains(game, name) for name in ask.companies(game)] == [[], []]
    assert ask.cash(game, ask.BANK) > 0
    with pytest.raises(TypeError, match="slet has no phases"):
        ask.phase(game)

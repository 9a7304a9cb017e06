"""What is asked after an absorption of 1865 is worded so that one sees what is kept and what is lost."""

from __future__ import annotations

import html
import io
import json
from pathlib import Path

import pytest
from rich.console import Console
from starlette.testclient import TestClient
from tests.titles.sardinia.mergers import MINES, ROUTE, merger, vacate

import piercy
from piercy.cli.menu import Asker
from piercy.cli.play import Table
from piercy.core import registry
from piercy.core.actions import read_action
from piercy.core.chance import Chance
from piercy.core.formats import today
from piercy.core.game import Game, begun_under
from piercy.present.labels import Labels
from piercy.present.languages import Speaker
from piercy.present.tables import view_of
from piercy.rail.rail_title import board_of
from piercy.server.panel import Group, panel_for
from piercy.server.services import Services
from piercy.testing.moves import play
from piercy.titles.sardinia.operating_actions import ReplaceTokens

GOLDEN = Path(__file__).parents[1] / "games" / "1865" / "4-players.json"


def scarce() -> Game:
    """FMS has two tokens for Oristano, or Nuoro with its mine; Ajaccio is joined to nothing."""
    own = ["A21", "E9", "E1", "F28"]
    tiles = f"{ROUTE}, {MINES}, F28 15@3"
    return merger(own, ["F28", "E27", "B28", "D8"], target="FA", tiles=tiles)


def speaker(language: str) -> Speaker:
    return Speaker(language, "piercy.server").about(registry.title("1865"))


def group(game: Game, language: str) -> Group:
    labels = Labels(game, view_of(game), speaker(language))
    (found,) = panel_for(game, game.offers(), {}, labels, "/games/x").groups
    return found


@pytest.mark.parametrize(
    ("language", "asked", "kept"),
    [
        (
            "en",
            (
                "FMS has too few tokens for the stations of FA: 2. Which does it take over? Each one kept"
                " has a direct route to another station of FMS; each one lost leaves the map without payment."
            ),
            "keep E25 Nuoro, E27 Corungiu (mine); lose B28 Oristano, D8 Ajaccio",
        ),
        (
            "it",
            "FMS ha troppo pochi segnalini",
            "tieni E25 Nuoro, E27 Corungiu (miniera); perdi B28 Oristano",
        ),
        (
            "pl",
            "FMS ma za mało znaczników",
            "zachowaj E25 Nuoro, E27 Corungiu (kopalnia); strać B28 Oristano",
        ),
    ],
)
def test_every_choice_says_what_is_kept_and_what_is_lost(language: str, asked: str, kept: str) -> None:
    shown = group(play(scarce(), vacate()), language)
    assert shown.question.startswith(asked)
    assert len(shown.buttons) == 2
    assert shown.buttons[1].label.text.startswith(kept)


@pytest.mark.parametrize(
    ("language", "asked", "mine"),
    [
        ("en", "Which of its own mines does FMS leave?", "E9 Guitera (mine)"),
        ("it", "Quali delle proprie miniere lascia FMS?", "E9 Guitera (miniera)"),
        ("pl", "Które ze swoich kopalń opuszcza FMS?", "E9 Guitera (kopalnia)"),
    ],
)
def test_leaving_mines_is_a_question(language: str, asked: str, mine: str) -> None:
    shown = group(scarce(), language)
    assert shown.question.startswith(asked)
    assert mine in [button.label.text for button in shown.buttons]


def test_with_tokens_for_all_cities_mines_alone_are_asked_for() -> None:
    shown = group(merger([], ["E27"], tiles=f"{ROUTE}, {MINES}"), "en")
    assert shown.question.startswith(
        "All cities of RCSF become stations of FMS. Which mines does it take over"
    )
    assert [button.label.text for button in shown.buttons] == [
        "keep B28 Oristano; lose E27 Corungiu (mine)",
        "keep B28 Oristano, E27 Corungiu (mine)",
    ]


def test_nothing_else_has_a_question_and_no_mine_is_a_word() -> None:
    game = piercy.new_game("1865", players=["Ann", "Bob"])
    labels = Labels(game, view_of(game), speaker("en"))
    assert labels.question(ReplaceTokens) == ""
    asked = Labels(scarce(), view_of(scarce()), speaker("en"))
    assert asked.hexes(()) == "none of them"
    assert asked.question(ReplaceTokens) == ""


@pytest.mark.parametrize(
    ("language", "asked"), [("en", "too few tokens"), ("it", "pochi"), ("pl", "za mało")]
)
def test_the_page_asks(client: TestClient, services: Services, language: str, asked: str) -> None:
    """A game of 0.1.0 stops where a president is about to choose."""
    saved = json.loads(GOLDEN.read_text("utf-8"))
    game = begun_under(
        saved["rules_version"],
        saved["title"],
        players=saved["players"],
        seed=saved["seed"],
        options=saved["options"],
    )
    for item in saved["actions"]:
        action = read_action(today(game.title, saved["piercy"], item))
        if isinstance(action, ReplaceTokens):
            break
        game = game.apply(action)
    name = services.imports.bring(game.to_json().encode()).id
    client.cookies.set("language", language)
    page = html.unescape(client.get(f"/games/{name}").text)
    expected = Labels(game, view_of(game), speaker(language)).question(ReplaceTokens)
    assert asked in expected
    assert f'<p class="question">{expected}</p>' in page
    for button in group(game, language).buttons:
        assert button.label.text in page


def test_the_terminal_asks(tmp_path: Path) -> None:
    out = io.StringIO()
    console = Console(file=out, markup=False, width=400)
    game = play(scarce(), vacate())
    table = Table(game, {}, tmp_path / "game.json", Chance(0), console, Asker(console, lambda prompt: "2"))
    table._choose(0)
    shown = out.getvalue()
    assert "FMS has too few tokens for the stations of FA: 2." in shown
    assert "keep E25 Nuoro, E27 Corungiu (mine); lose B28 Oristano, D8 Ajaccio" in shown
    assert table.game.seq == game.seq + 1
    assert board_of(table.game).tokens["E27"] == [("FMS", 0)]

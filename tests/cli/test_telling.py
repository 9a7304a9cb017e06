"""What the terminal shows of a board: values explained, and the map as text."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import piercy
from piercy.cli.telling import Teller
from piercy.cli.textmap import text_map
from piercy.core import registry
from piercy.core.game import Game
from piercy.rail.board import Board
from piercy.rail.rail_title import board_of, ground_of
from piercy.rail.routes import Route
from piercy.testing.conformance import player_names
from piercy.testing.scenario import scenario


def game() -> Game:
    return scenario("1856-short", players=2).tiles("C14 14@1, F13 56@4").game()


@pytest.mark.parametrize(
    ("name", "value", "chosen", "told"),
    [
        ("hex", "C14", {}, "Maudaumin"),
        ("hex", "D15", {}, ""),
        ("hex", "nowhere", {}, ""),
        ("rotation", 1, {"tile": "57"}, "city NE/SW"),
        ("rotation", 2, {"tile": "25"}, "N-SE, SE-SW"),
        ("rotation", 0, {"tile": "56"}, "town N/SE, town NE/S"),
        ("rotation", 0, {}, ""),
        ("routes", (Route("2", ("C14/0", "D15", "D17/0")),), {}, "2-train C14 - D17"),
        ("routes", (), {}, ""),
        ("train", "2", {}, ""),
    ],
)
def test_what_a_value_means(name: str, value: Any, chosen: dict[str, Any], told: str) -> None:
    assert Teller(game())(name, value, chosen) == told


def test_a_title_without_a_map_has_less_to_tell() -> None:
    mapless: Any = SimpleNamespace(title=SimpleNamespace())
    assert Teller(mapless)("hex", "C14", {}) == ""


def test_the_map_shows_every_hex_in_its_place() -> None:
    made = game()
    ground = ground_of(made.title)
    lines = [line.plain for line in text_map(ground, board_of(made))]
    words = " ".join(lines).split()
    assert len(words) == len(ground.atlas.hexes)
    assert {"C14:14*", "F13:56", "D17O*", "E18oo", "N11OO", "L15OO^", "B13#", "K10^", "D15"} <= set(words)
    row = next(line for line in lines if "C14" in line)
    assert row.index("C14") < row.index("E14") < row.index("G14")
    column = next(line for line in lines if "C16" in line)
    assert column.index("C16") == row.index("C14")


@pytest.mark.parametrize("title", piercy.titles())
def test_every_board_can_be_shown(title: str) -> None:
    fresh = piercy.new_game(title, players=player_names(registry.title(title).player_counts[0]))
    ground = ground_of(fresh.title)
    lines = [line.plain for line in text_map(ground, Board())]
    assert len(" ".join(lines).split()) == len(ground.atlas.hexes)

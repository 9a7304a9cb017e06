"""One table for all: what the title fills in is what page, terminal and JSON show."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

import piercy
from piercy.bots import RandomBot
from piercy.cli import view as terminal
from piercy.core import registry
from piercy.core.chance import Chance
from piercy.core.game import Game, from_json, new_game
from piercy.present.pictures import draw_sheet
from piercy.present.table_words import PRINTED, SIZES
from piercy.present.tables import colours_of, figures_of, money_of, table_of, view_of, words_for
from piercy.present.values import NUMBERS, written
from piercy.rail.rail_title import HasPrices, RailTitle, rail_title
from piercy.rail.sheets import Charters
from piercy.rail.table import TableModel, as_json
from piercy.rail.values import VALUES, Size

GAMES = Path(__file__).parents[1] / "games"
TITLES = piercy.titles()


@cache
def ended(title: str) -> Game:
    """The last position of a golden game: everything has happened that can."""
    path = max((GAMES / title).glob("*.json"))
    return from_json(path.read_text(encoding="utf-8"))


@cache
def begun(title: str) -> Game:
    """A position from the middle of a game."""
    players = [f"P{seat}" for seat in range(min(3, registry.title(title).player_counts[-1]))]
    game, bot, chance = new_game(title, players=players, seed=5), RandomBot(), Chance(5)
    for _ in range(120):
        if game.over:
            break
        game = game.apply(bot.choose(game, chance))
    return game


@pytest.fixture(params=TITLES)
def game(request: pytest.FixtureRequest) -> Game:
    return ended(request.param)


def values(model: TableModel) -> list[object]:
    lines = (*model.players.lines, *model.companies.lines)
    return [*(fact.value for fact in model.facts), *(v for line in lines for v in line.cells.values())]


@pytest.mark.parametrize("title", TITLES)
def test_every_cell_holds_what_its_column_promises(title: str) -> None:
    for game in (begun(title), ended(title)):
        model = table_of(game)
        for ledger in (model.players, model.companies):
            kinds = {column.key: column.of for column in ledger.columns}
            assert ledger.lines
            for line in ledger.lines:
                assert {key: type(value) for key, value in line.cells.items()}.items() <= kinds.items()


@pytest.mark.parametrize("title", TITLES)
def test_every_key_of_a_table_has_words(title: str) -> None:
    for game in (new_game(title, players=["A", "B", "C"][: len(begun(title).players)], seed=1), ended(title)):
        model = table_of(game)
        columns = (*model.players.columns, *model.companies.columns)
        keys = {column.key for column in columns if column.holder is None} | {
            fact.key for fact in model.facts
        }
        keys |= {pane.key for pane in model.panes}
        assert keys <= words_for(game).labels.keys()
        assert {value.key for value in values(model) if isinstance(value, Size)} <= SIZES.keys()
        for sheet in (sheet for pane in model.panes for sheet in pane.sheets):
            if isinstance(sheet, Charters):
                told = {fact.key for charter in sheet.charters for fact in charter.notes}
                told |= {
                    key for charter in sheet.charters for key in (charter.president_key, charter.cards_key)
                }
                assert told <= PRINTED.keys()


def test_a_table_holds_no_text_that_is_written_for_people(game: Game) -> None:
    """Values alone: no sign of money, no mark of a president, and no picture is in it."""
    text = json.dumps(as_json(table_of(game)), ensure_ascii=False)
    assert not any(sign in text for sign in ("★", "–", "<svg", "$", "L.", "%"))


def test_every_value_tells_its_kind_in_json(game: Game) -> None:
    kinds = {kind.kind for kind in VALUES}
    assert len(kinds) == len(VALUES)

    def look(part: object) -> int:
        if isinstance(part, list):
            return sum(map(look, part))
        if isinstance(part, dict):
            return (part.get("kind") in kinds) + sum(map(look, part.values()))
        return 0

    model = table_of(game)
    notes = [fact for pane in model.panes for sheet in pane.sheets if isinstance(sheet, Charters)
             for charter in sheet.charters for fact in charter.notes]  # fmt: skip
    columns = len(model.players.columns) + len(model.companies.columns)
    assert look(as_json(model)) == columns + len(values(model)) + len(model.notes) + len(notes)


def test_the_terminal_tells_every_cell(game: Game) -> None:
    console = Console(file=io.StringIO(), width=400)
    for part in terminal.summary(game):
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    model, money = table_of(game), money_of(game)
    for line in (*model.players.lines, *model.companies.lines):
        row = next(text for text in shown.splitlines() if text.split()[:1] == [line.key])
        for value in line.cells.values():
            assert written(value, money).strip() in row


def test_every_sheet_is_drawn_from_the_table(game: Game) -> None:
    for pane in table_of(game).panes:
        for sheet in pane.sheets:
            assert draw_sheet(sheet, colours_of(game), money_of(game)).startswith("<svg")


def test_charts_follow_prices_where_there_is_a_market(game: Game) -> None:
    figures = figures_of(game)
    assert figures["worth"] == game.scores()
    if isinstance(game.title, HasPrices):
        assert figures["prices"] == game.title.prices(game.state)
        assert figures["prices"]
    else:
        assert "prices" not in figures


def test_numbers_stand_to_the_right(game: Game) -> None:
    numbers = {kind.kind for kind in NUMBERS}
    model, shown = table_of(game), view_of(game)
    pairs = zip(model.companies.columns, shown.companies.columns, strict=True)
    assert all(column.number == (heading.of.kind in numbers) for heading, column in pairs)


def test_a_title_that_is_no_rail_title_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="has no map"):
        rail_title(object())
    assert all(isinstance(registry.title(name), RailTitle) for name in TITLES)


@pytest.mark.parametrize("module", ["play", "view", "telling", "menu", "drawing", "commands"])
def test_the_terminal_does_without_the_web_server(module: str) -> None:
    program = f"import sys, piercy.cli.{module}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    loaded = done.stdout.split()
    assert f"piercy.cli.{module}" in loaded
    assert [name for name in loaded if name.split(".")[0] in ("fastapi", "starlette", "sqlalchemy")] == []
    assert [name for name in loaded if name.startswith("piercy.server")] == []

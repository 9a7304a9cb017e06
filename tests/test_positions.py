"""Positions for tests, the questions that are put to them, and that the tests of titles use nothing else."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from piercy.core import registry
from piercy.core.actions import Pass
from piercy.core.game import Game, new_game
from piercy.rail.actions import LayTile
from piercy.testing import questions as ask
from piercy.testing.conformance import player_names, random_game
from piercy.testing.moves import broken_rule, events, lay, offered, passes, play, player
from piercy.testing.scenario import CzScenario, SardiniaScenario, Scenario, Short1856Scenario, scenario

TITLES = sorted(registry.titles())

# Places in the tests of titles that look into a state, and why they may. Everything else asks.
LOOKS_INSIDE = {"short1856/test_standstill.py": (1, "the subject is how a state is written down")}


def base(title: str) -> Scenario[Any]:
    """The start of a game of any title."""
    chosen: Any = title
    made: Scenario[Any] = scenario(chosen, players=2 if title != "18cz" else 3, seed=1)
    return made


def test_the_tests_of_titles_ask_and_do_not_look_into_the_state() -> None:
    """Else the next change of a state rewrites them by the hundred."""
    folder = Path(__file__).parent / "titles"
    found = {
        path.relative_to(folder).as_posix(): sum(
            isinstance(node, ast.Attribute) and node.attr in ("state", "state_as")
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        )
        for path in folder.glob("**/*.py")
    }
    assert len(found) > 50
    assert {name: count for name, count in found.items() if count} == {
        name: count for name, (count, _) in LOOKS_INSIDE.items()
    }


@pytest.mark.parametrize("title", TITLES)
def test_money_comes_from_the_bank_and_goes_back(title: str) -> None:
    made = base(title)
    name, bank = ask.players(made)[0], ask.cash(made, ask.BANK)
    before = ask.cash(made, name)
    made.cash(name, before + 70)
    assert (ask.cash(made, name), ask.cash(made, ask.BANK)) == (before + 70, bank - 70)
    made.bank(bank - 300, against=name)
    assert (ask.cash(made, name), ask.cash(made, ask.BANK)) == (before + 300, bank - 300)
    with pytest.raises(ValueError, match="cannot pay"):
        made.bank(before + bank + 1, against=name)


@pytest.mark.parametrize(
    ("title", "layout", "again"),
    [
        ("1856-short", "C14 57@1", "C14 14@1"),
        ("18cz", "D4 57@1", "D4 14@0"),
        ("1865", "D30 57@1", "D30 14@0"),
    ],
)
def test_tiles_come_from_the_supply_and_those_replaced_go_back(title: str, layout: str, again: str) -> None:
    made = base(title)
    first, second = layout.split()[1].split("@")[0], again.split()[1].split("@")[0]
    left = ask.copies_left(made, first), ask.copies_left(made, second)
    made.tiles(layout)
    assert (ask.copies_left(made, first), ask.copies_left(made, second)) == (left[0] - 1, left[1])
    made.tiles(again)
    assert (ask.copies_left(made, first), ask.copies_left(made, second)) == (left[0], left[1] - 1)
    with pytest.raises(ValueError, match="there is no hex Z99"):
        made.tiles(f"Z99 {first}@0")


def test_what_is_not_left_cannot_be_put_anywhere() -> None:
    made = scenario("1856-short", players=2, seed=1).tokens("LPS", "D17")
    with pytest.raises(ValueError, match="LPS has no token left for C14"):
        made.tokens("LPS", "C14")
    with pytest.raises(ValueError, match="not in list"):
        made.trains("LPS", *["4"] * 9)
    with pytest.raises(ValueError, match="no tile 56 is left for F13"):
        made.tiles("F11 56@0, F13 56@0")


def test_what_does_not_add_up_is_no_game() -> None:
    made = scenario("1865", players=2).company("FMS", 100, "Ada", {"Ada": 1})
    made.begin("stock")
    made.certificates("FMS", pool=1)
    with pytest.raises(ValueError, match=r"not conserved.*shares of FMS"):
        made.begin("stock")
    with pytest.raises(ValueError, match=r"not conserved.*shares of FMS"):
        made.game()
    with pytest.raises(ValueError, match=r"not conserved.*shares of FMS"):
        made.still()
    assert ask.pool_shares(made.over().game(conserved=False), "FMS") == 1


def test_a_position_can_be_asked_before_it_is_a_game_and_is_not_changed_by_it() -> None:
    made = scenario("18cz", players=3, seed=1).turn("BTE").trains("BTE", "2a").cash("BTE", 77)
    game = made.at("trains")
    for position in (made, game):
        assert (ask.cash(position, "BTE"), ask.trains(position, "BTE")) == (77, ["2a"])
        assert ask.on_turn(position) == "BTE"
    made.cash("BTE", 5)
    assert ask.cash(game, "BTE") == 77


@pytest.mark.parametrize("title", TITLES)
def test_a_game_is_taken_on_as_it_is(title: str) -> None:
    """What is left to be decided, and by whom, is the same; the game that was taken is not touched."""
    kinds: dict[str, type[Scenario[Any]]] = {"1856-short": Short1856Scenario, "1865": SardiniaScenario}
    kind = kinds.get(title, SardiniaScenario if title == "1865-short" else CzScenario)
    game = new_game(title, players=player_names(3 if title == "18cz" else 2), seed=1)
    digest = game.digest()
    made = kind(game)
    assert made.game().digest() == digest
    assert made.game().actions() == game.actions()
    made.cash(ask.players(game)[0], 1)
    assert made.game().digest() != digest
    assert game.digest() == digest


@pytest.mark.parametrize("title", TITLES)
def test_every_title_answers_at_every_turn_of_a_game(title: str) -> None:
    """What is asked agrees with what the title counts as conserved, and no answer can change the game."""

    def look(game: Game) -> None:
        purses = sum(ask.purses(game).values()) + ask.cash(game, ask.BANK)
        treasuries = sum(ask.cash(game, name) for name in ask.companies(game)) if title != "1856-short" else 0
        assert purses + treasuries == ask.conserved(game)["money"][0]
        digest = game.digest()
        for name in ask.companies(game):
            ask.trains(game, name).append("nonsense")
            assert ask.tokens_left(game, name) >= 0
        ask.tokens(game).clear()
        ask.depot(game).append("nonsense")
        assert game.digest() == digest
        assert (ask.on_turn(game) or ask.companies(game)[0]) in ask.companies(game)
        assert ask.phase(game)
        assert ask.step(game) == "" or not ask.past(game, ask.step(game))

    random_game(title, 3 if title == "18cz" else 2, 1, every_step=look)


def test_a_question_that_a_title_cannot_answer_is_refused() -> None:
    game = new_game("1856-short", players=("Ada", "Bruno"))
    for question in (ask.price, ask.shareholders, ask.operated):
        with pytest.raises(TypeError, match="Short1856 has no"):
            question(game, "LPS")
    with pytest.raises(TypeError, match="only 18CZ can be asked this"):
        ask.local_owner(game, "S1")
    with pytest.raises(TypeError, match="only 1865 can be asked this"):
        ask.traffic(game, "FMS")
    with pytest.raises(TypeError, match="only the 1856 short game can be asked this"):
        ask.last_round(new_game("18cz", players=player_names(3)))


def test_steps_are_named_and_come_one_after_the_other() -> None:
    made = (
        scenario("1856-short", players=2, seed=1)
        .phase(2)
        .tiles("C14 14@1")
        .trains("LPS", "3")
        .cash("LPS", 900)
    )
    seen = [step for step in Short1856Scenario.steps if step != "token"]
    for step in seen:
        game = made.on_turn("LPS").at(step)
        assert ask.step(game) == step
        assert [ask.past(game, other) for other in seen] == [
            seen.index(other) < seen.index(step) for other in seen
        ]
    with pytest.raises(ValueError, match="nobody has anything to decide at the step 'token'"):
        made.cash("LPS", 0).at("token")


def test_moves_are_written_shortly() -> None:
    game = scenario("1856-short", players=2, seed=1).on_turn("LPS").at("track")
    assert game.actor == player(game, "LPS")
    assert LayTile(str(game.actor), "C14", "57", 2) in offered(game, LayTile)
    after = lay(game, "C14 57@2")
    assert ask.tile_on(after, "C14") == ("57", 2)
    assert [event["hex"] for event in events(after, "tile_laid")] == ["C14"]
    assert play(game, LayTile(str(game.actor), "C14", "57", 2)).digest() == after.digest()
    assert broken_rule(game, Pass(player(game, "CA"))) == "R56-1.5"
    assert ask.past(passes(game), "track")


def test_there_is_no_builder_for_a_title_that_brings_none() -> None:
    unknown: Any = "1830"
    with pytest.raises(ValueError, match="there is no scenario builder for 1830"):
        scenario(unknown, players=2)

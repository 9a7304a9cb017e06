"""Steps are known by their names; their numbers are nobody's business but the referee's."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from piercy.core import registry
from piercy.core.flow import Flow, beyond, standing_at
from piercy.titles.cz import state as cz
from piercy.titles.sardinia import state as sardinia
from piercy.titles.short1856 import state as short1856

SOURCE = Path(__file__).parents[2] / "src" / "piercy"
TURNS = {
    "1856-short": ("turns", short1856.TURN),
    "18cz": ("operating", cz.TURN),
    "18cz-bohemia": ("operating", cz.TURN),
    "18cz-moravia": ("operating", cz.TURN),
    "1865": ("operating", sardinia.TURN),
    "1865-short": ("operating", sardinia.TURN),
}


@pytest.mark.parametrize("title", TURNS)
def test_a_turn_names_its_steps_in_order(title: str) -> None:
    play, turn = TURNS[title]
    assert tuple(step.name for step in registry.title(title).rounds[play].steps) == turn


@pytest.mark.parametrize("title", registry.titles())
def test_the_steps_of_a_round_have_different_names(title: str) -> None:
    for play in registry.title(title).rounds.values():
        names = [step.name for step in (*play.steps, *play.interrupts, *play.anytime)]
        assert sorted(set(names)) == sorted(names)


def test_a_turn_comes_beyond_a_step() -> None:
    turn = ("track", "token", "run")
    assert [beyond(Flow("x", step), turn, "token") for step in range(4)] == [False, False, True, True]
    with pytest.raises(ValueError, match="tuple"):
        beyond(Flow("x"), turn, "dividend")


def test_a_turn_stands_at_a_step() -> None:
    turn = ("track", "token")
    assert [standing_at(Flow("x", step), turn) for step in range(3)] == ["track", "token", None]


def test_no_title_compares_the_number_of_a_step() -> None:
    found = [
        f"{path.name}:{node.lineno}"
        for path in (SOURCE / "titles").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare | ast.IfExp | ast.Subscript) and "flow.step" in ast.unparse(node)
    ]
    assert found == []

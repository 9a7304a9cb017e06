"""What the world may ask of a rail title is declared: titles name it among their bases, and nobody probes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.core.toy import ToyState

import piercy
from piercy.core import registry
from piercy.rail.rail_title import (
    FindsRoutes,
    Foretells,
    HasPrices,
    RailTitle,
    ShowsHomes,
    board_of,
    rail_state,
)

SOURCE = Path(__file__).parents[2] / "src" / "piercy"
CZ, SARDINIA = ("18cz", "18cz-bohemia", "18cz-moravia"), ("1865", "1865-short")
WHO_CAN: dict[type, tuple[str, ...]] = {
    RailTitle: ("1856-short", *CZ, *SARDINIA),
    FindsRoutes: ("1856-short", *CZ),
    HasPrices: (*CZ, *SARDINIA),
    ShowsHomes: CZ,
    Foretells: SARDINIA,
}
OURS = sorted(WHO_CAN[RailTitle])


@pytest.mark.parametrize("part", WHO_CAN, ids=lambda part: part.__name__)
def test_a_title_names_what_it_can_tell_among_its_bases(part: type) -> None:
    can = [name for name in OURS if isinstance(registry.title(name), part)]
    assert can == sorted(WHO_CAN[part])
    assert all(part in type(registry.title(name)).__mro__ for name in can)


def test_a_state_without_a_board_is_refused_by_name() -> None:
    game = piercy.new_game("1856-short", players=["A", "B"], seed=1)
    assert board_of(game) is rail_state(game.state).board
    with pytest.raises(TypeError, match="ToyState has no board"):
        rail_state(ToyState.__new__(ToyState))


def test_nobody_looks_for_an_attribute_of_a_title_or_a_state_and_hopes() -> None:
    assert list(probes(SOURCE)) == []


def test_a_probe_is_found(tmp_path: Path) -> None:
    lines = ('getattr(game.title, "best_routes", None)', 'hasattr(state, "depot")', 'getattr(error, "orig")')
    (tmp_path / "page.py").write_text("\n".join(lines), encoding="utf-8")
    assert list(probes(tmp_path)) == ["page.py:1", "page.py:2"]


def probes(source: Path) -> Iterator[str]:
    """Where an attribute with a fixed name is looked for on a title or on the state of a game."""
    for path in sorted(source.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1):
                continue
            asked, name = ast.unparse(node.args[0]), node.args[1]
            fixed = isinstance(name, ast.Constant) and node.func.id in ("getattr", "hasattr")
            of = asked.split(".")[-1] in ("title", "state") and not asked.endswith("app.state")
            if fixed and of:
                yield f"{path.relative_to(source)}:{node.lineno}"

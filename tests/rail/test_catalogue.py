"""One word for one thing: names of actions, of events, of their fields, and of the classes of ``rail``."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import piercy
from piercy.core import registry
from piercy.core.actions import action_types
from piercy.core.events import event_types

RAIL = Path(piercy.__file__).parent / "rail"
BANNED = {
    "declare": "dividend",
    "declared": "dividend",
    "director": "president",
    "ipo": "offer",
    "marker": "token",
    "market": "pool",
    "obsolete": "rust",
    "pile": "depot",
    "station": "token",
    "trade": "offer",
}
"""Words of some game's own book, or of 0.1.0, each with the word of this house."""
FIELDS = BANNED | {"dividend": "pay", "certificate": "company"}
TODAY = {"market": {"HasMarket", "MarketSheet"}}
"""Where one of these words is the name of another thing: the chart of share prices is a market."""


CODE = {"declare", "declared", "director", "ipo", "marker", "station"}
"""Words of games' books that are no names in the code of rail and of titles, whoever reads them on a page."""
OTHER_THINGS = {
    "markers": "what lies on a sheet, whatever it is",
    "_markers": "fills them",
    "station": "a city or mine at the end of a direct route, with or without a token",
    "stations": "as above",
    "_check_stations": "as above",
}


def parts(name: str) -> set[str]:
    """The words that a name is made of, one by one and without the s of a plural."""
    found = [word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)]
    return {*found, *(word.removesuffix("s") for word in found)}


def told() -> Iterator[tuple[str, type]]:
    """Everything in the catalogue, of every title that is here."""
    yield from event_types().items()
    for title in piercy.titles():
        yield from action_types(title).items()


def test_the_catalogue_has_the_words_of_this_house() -> None:
    wrong = set()
    for name, kind in told():
        for word in {*parts(name), *parts(kind.__name__)} & BANNED.keys():
            wrong.add(f"{name}: {word} is called {BANNED[word]}")
        for field in dataclasses.fields(kind):
            wrong |= {f"{name}.{field.name}: {FIELDS[w]}" for w in parts(field.name) & FIELDS.keys()}
    assert wrong - {"absorbed.certificates: company"} == set()


def test_the_classes_of_rail_have_the_words_of_this_house() -> None:
    wrong = set()
    for path in RAIL.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                said = parts(node.name) & BANNED.keys()
                wrong |= {f"{node.name}: {BANNED[w]}" for w in said if node.name not in TODAY.get(w, ())}
    assert wrong == set()


def test_names_in_code_are_words_of_this_house() -> None:
    wrong = set()
    for path in (*RAIL.rglob("*.py"), *RAIL.with_name("titles").rglob("*.py")):
        for name in named(ast.parse(path.read_text("utf-8"))):
            if parts(name) & CODE and name not in OTHER_THINGS:
                wrong.add(f"{path.name}: {name}")
    assert wrong == set()


def named(tree: ast.AST) -> Iterator[str]:
    """All that a module gives a name to: classes, functions, their arguments, and variables."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


@pytest.mark.parametrize("title", piercy.titles())
def test_no_action_has_a_name_that_has_become_another(title: str) -> None:
    rules = registry.title(title)
    renamed = {old: rewrite({"type": old})["type"] for old, rewrite in rules.former.items()}
    assert set(renamed.values()) <= action_types(title).keys()
    gone = {old for old, new in renamed.items() if new != old}
    assert not gone & action_types(title).keys()


def test_a_name_is_the_same_action_in_every_title_or_of_one_title_alone() -> None:
    kinds: dict[str, set[type]] = {}
    for title in piercy.titles():
        for name, kind in action_types(title).items():
            kinds.setdefault(name, set()).add(kind)
    assert {name: found for name, found in kinds.items() if len(found) > 1} == {}


def test_words_are_found_in_names() -> None:
    assert parts("buy_from_markets") >= {"buy", "markets", "market"}
    assert parts("MarketSheet") >= {"market", "sheet"}

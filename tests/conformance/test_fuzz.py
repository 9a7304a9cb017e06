"""Whatever is thrown at the loader and at ``check``: only the project's own errors, and nothing moves.

Words are taken from the game itself (its hexes, tiles, trains, companies, players), so that much of what is
made up is nearly right.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import types
import typing
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import piercy
from piercy.core import plain, registry
from piercy.core.actions import Redo, Undo, action_types
from piercy.core.chance import Chance
from piercy.core.game import Game, from_json
from piercy.testing.conformance import check_conserved, choose, player_names
from piercy.testing.mutants import leaves

LENGTH = 120
"""How many actions the games have whose saves are damaged."""
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "60"))
"""`make fuzz` asks for more."""
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=EXAMPLES)

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@cache
def positions(title: str) -> list[Game]:
    """A game at every point of its beginning."""
    count = registry.title(title).player_counts[0]
    game = piercy.new_game(title, players=player_names(count), seed=11)
    chance, found = Chance(11), [game]
    while len(found) < LENGTH and not game.over:
        game = game.apply(choose(game, chance))
        found.append(game)
    return found


@cache
def words(title: str) -> list[str]:
    """What the game speaks of: every word in its positions and in what they offer."""
    found: set[str] = set()
    for game in positions(title)[::10]:
        said = [plain.encode(game.state), [action.to_dict() for action in game.actions(200)]]
        found.update(word for _, word in leaves(said) if isinstance(word, str))
        found.update(key for _, key in leaves(_keys(said)) if isinstance(key, str))
    return sorted(found)


def _keys(data: Any) -> list[Any]:
    if isinstance(data, dict):
        return [*data, *(_keys(value) for value in data.values())]
    return [_keys(value) for value in data] if isinstance(data, list) else []


def values(hint: Any, title: str) -> st.SearchStrategy[Any]:
    """Plain values that fit a type hint, most of them."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return fields(hint, title)
    if origin in (types.UnionType, typing.Union):
        return st.none() | values(args[0] if args[0] is not type(None) else args[1], title)
    if origin is tuple and args[-1] is Ellipsis:
        return st.lists(values(args[0], title), max_size=4)
    if origin is tuple:
        return st.tuples(*(values(part, title) for part in args)).map(list)
    if hint is bool:
        return st.booleans()
    if hint is int:
        return st.integers(-1, 6) | st.integers()
    return st.sampled_from(words(title)) | st.text(max_size=5)


def fields(kind: type, title: str) -> st.SearchStrategy[dict[str, Any]]:
    hints = typing.get_type_hints(kind)
    return st.fixed_dictionaries({f.name: values(hints[f.name], title) for f in dataclasses.fields(kind)})


@st.composite
def action_data(draw: st.DrawFn, title: str, actor: str | None) -> Any:
    """An action as plain data: of any type, mostly by the right player, sometimes with a field gone wrong."""
    kinds = action_types() | action_types(title)
    name = draw(st.sampled_from(sorted(kinds)))
    data = draw(fields(kinds[name], title)) | {"type": name}
    if actor is not None and draw(st.integers(0, 3)):
        data["player"] = actor
    if not draw(st.integers(0, 4)):
        data[draw(st.sampled_from(sorted(data)))] = draw(JUNK)
    return data


@pytest.mark.parametrize("title", piercy.titles())
@given(data=st.data())
@patient
def test_any_action_is_refused_or_done(title: str, data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(positions(title)), "position")
    given_data = data.draw(action_data(title, game.actor), "action")
    before = game.digest()
    with contextlib.suppress(piercy.InvalidAction, piercy.IllegalAction):
        action = piercy.action(given_data, title)
        game.check(action)
        after = game.apply(action)
        check_conserved(after)
        assert after.seq == game.seq + 1
        assert isinstance(action, Undo | Redo) or after.history[-1] == action
    assert game.digest() == before


@pytest.mark.parametrize("title", piercy.titles())
@given(data=st.data())
@patient
def test_a_damaged_save_is_refused(title: str, data: st.DataObject) -> None:
    document = positions(title)[-1].to_dict()
    for _ in range(data.draw(st.integers(1, 3), "damages")):
        _damage(document, data)
    with contextlib.suppress(piercy.BrokenSave):
        assert from_json(json.dumps(document)).digest() == document["digest"]


def _damage(document: dict[str, Any], data: st.DataObject) -> None:
    """Change, remove, repeat or swap something anywhere in the document."""
    part: Any = document
    while True:
        inner = list(part) if isinstance(part, dict) else list(range(len(part)))
        if not inner:
            return
        key = data.draw(st.sampled_from(inner), "where")
        deeper = isinstance(part[key], dict | list) and part[key]
        if not deeper or data.draw(st.booleans(), "here"):
            break
        part = part[key]
    what = data.draw(st.sampled_from(["junk", "remove", "repeat", "swap", "nudge"]), "what")
    if what == "remove":
        del part[key]
    elif what == "repeat" and isinstance(part, list):
        part.insert(key, part[key])
    elif what == "swap":
        other = data.draw(st.sampled_from(inner), "with")
        part[key], part[other] = part[other], part[key]
    elif what == "nudge" and type(part[key]) is int:
        part[key] += 1
    else:
        part[key] = data.draw(JUNK, "junk")


@pytest.mark.parametrize("title", piercy.titles())
@given(data=st.data())
@patient
def test_a_save_with_a_few_wrong_characters_is_refused_or_the_same(title: str, data: st.DataObject) -> None:
    saved = positions(title)[-1]
    text = saved.to_json()
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text) - 1))
        end = min(len(text), start + data.draw(st.integers(0, 4)))
        text = text[:start] + data.draw(st.text(max_size=3)) + text[end:]
    with contextlib.suppress(piercy.BrokenSave):
        assert from_json(text).digest() == saved.digest()


@pytest.mark.parametrize("title", piercy.titles())
@given(cut=st.integers(0, 100_000))
@settings(deadline=None, max_examples=30)
def test_a_truncated_save_is_refused(title: str, cut: int) -> None:
    text = positions(title)[-1].to_json()
    with pytest.raises(piercy.BrokenSave):
        from_json(text[: cut % len(text)])


@pytest.mark.parametrize("title", piercy.titles())
def test_a_save_that_lost_or_gained_an_action_is_refused(title: str) -> None:
    document = positions(title)[-1].to_dict()
    actions = document["actions"]
    middle = len(actions) // 2
    without_one = [*actions[:middle], *actions[middle + 1 :]]
    for changed in (actions[:-1], actions[1:], actions + actions[-1:], without_one):
        with pytest.raises(piercy.BrokenSave):
            from_json(json.dumps(document | {"actions": changed}))

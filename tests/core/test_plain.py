"""Typed values to plain data and back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piercy.core import plain
from piercy.core.plain import PlainError


@dataclass(frozen=True, slots=True)
class Spot:
    name: str
    at: tuple[int, int]


@dataclass(slots=True)
class Box:
    label: str
    count: int
    open: bool
    spot: Spot
    maybe: Spot | None = None
    inner: Inner | None = None
    spots: list[Spot] = field(default_factory=list)
    inners: list[Inner] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    nested: dict[str, list[int]] = field(default_factory=dict)
    row: tuple[str, ...] = ()
    old_style: Optional[int] = None  # noqa: UP045


@dataclass(slots=True)
class Inner:
    numbers: list[int] = field(default_factory=list)


whole = st.integers(-plain.LARGEST_NUMBER, plain.LARGEST_NUMBER)
spots = st.builds(Spot, st.text(), st.tuples(whole, whole))
inners = st.builds(Inner, st.lists(whole))
boxes = st.builds(
    Box,
    label=st.text(),
    count=whole,
    open=st.booleans(),
    spot=spots,
    maybe=st.none() | spots,
    inner=st.none() | inners,
    spots=st.lists(spots),
    inners=st.lists(inners),
    numbers=st.dictionaries(st.text(), whole),
    nested=st.dictionaries(st.text(), st.lists(whole)),
    row=st.lists(st.text()).map(tuple),
    old_style=st.none() | whole,
)

BOX = Box("a", 1, True, Spot("s", (1, 2)))


@given(boxes)
def test_json_round_trip(box: Box) -> None:
    again = plain.decode(Box, json.loads(json.dumps(plain.encode(box))))
    assert again == box
    assert plain.digest(again) == plain.digest(box)


@given(boxes)
def test_copies_are_equal_and_apart(box: Box) -> None:
    twin = plain.copy(box)
    assert twin == box
    before = plain.encode(box)
    twin.spots.append(Spot("x", (0, 0)))
    twin.numbers["x y z"] = 1
    twin.nested["x y z"] = [1]
    for numbers in [*twin.nested.values(), *(inner.numbers for inner in twin.inners)]:
        numbers.append(1)
    if twin.inner:
        twin.inner.numbers.append(1)
    twin.label += "!"
    assert plain.encode(box) == before


def test_frozen_values_are_their_own_copies() -> None:
    spot = Spot("s", (1, 2))
    assert plain.copy(spot) is spot
    assert plain.copy(BOX).spot is BOX.spot


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"count": True}, "Box.count must be int, not True"),
        ({"open": 1}, "Box.open must be bool, not 1"),
        ({"count": 1.0}, "Box.count must be int, not 1.0"),
        ({"label": None}, "Box.label must be str, not None"),
        ({"spot": None}, "Box.spot must be an object, not None"),
        ({"spot": {"name": "s", "at": [1]}}, "Box.spot.at must have 2 entries, not 1"),
        ({"spot": {"name": "s", "at": [1, "2"]}}, "Box.spot.at[1] must be int, not '2'"),
        ({"spot": {"name": "s"}}, "Box.spot lacks the field 'at'"),
        ({"maybe": 3}, "Box.maybe must be an object, not 3"),
        ({"spots": {}}, "Box.spots must be a list, not {}"),
        ({"spots": [None]}, "Box.spots[0] must be an object, not None"),
        ({"numbers": []}, "Box.numbers must be an object, not []"),
        ({"numbers": {"k": "v"}}, "Box.numbers['k'] must be int, not 'v'"),
        ({"row": "abc"}, "Box.row must be a list, not 'abc'"),
        ({"row": ["a", 1]}, "Box.row[1] must be str, not 1"),
        ({"extra": 1}, "Box has no field 'extra'"),
        ({"label": ["x" * 100]}, "Box.label must be str, not ['" + "x" * 55 + "..."),
    ],
)
def test_wrong_shapes_are_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PlainError) as caught:
        plain.decode(Box, plain.encode(BOX) | changes)
    assert str(caught.value) == message


def test_null_where_nothing_may_be() -> None:
    with pytest.raises(PlainError, match="x must be null, not 0"):
        plain.codec(type(None)).decode(0, "x")


@dataclass(frozen=True, slots=True)
class FrozenList:
    numbers: list[int]


@pytest.mark.parametrize(
    "hint",
    [float, set[int], dict[int, str], int | str, int | str | None, tuple[list[int], ...], tuple[Inner, int]],
)
def test_types_that_states_cannot_hold(hint: Any) -> None:
    with pytest.raises(TypeError):
        plain.codec(hint)


def test_frozen_but_mutable_is_refused() -> None:
    with pytest.raises(TypeError, match="FrozenList is frozen but holds mutable numbers"):
        plain.codec(FrozenList)


def test_canonical_text_and_digest() -> None:
    assert plain.canonical({"b": 1, "a": ["é", None]}) == '{"a":["é",null],"b":1}'
    assert len(plain.digest(BOX)) == 32
    assert plain.digest(BOX) != plain.digest(Box("a", 2, True, BOX.spot))


@dataclass(slots=True)
class Grown:
    label: str
    extra: int = field(default=0, metadata=plain.LATER)
    more: list[int] = field(default_factory=list, metadata=plain.LATER)


def test_a_later_field_is_written_only_where_it_says_something() -> None:
    assert plain.encode(Grown("a")) == {"label": "a"}
    assert plain.encode(Grown("a", 1, [2])) == {"label": "a", "extra": 1, "more": [2]}
    for value in (Grown("a"), Grown("a", 1), Grown("a", 0, [2])):
        assert plain.decode(Grown, plain.encode(value)) == value
    assert plain.digest(Grown("a")) != plain.digest(Grown("a", 1))


def test_read_later_fields_are_not_shared() -> None:
    first, second = plain.decode(Grown, {"label": "a"}), plain.decode(Grown, {"label": "b"})
    first.more.append(1)
    assert second.more == []


def test_a_later_field_needs_a_default() -> None:
    @dataclass(slots=True)
    class Bare:
        label: str = field(metadata=plain.LATER)

    with pytest.raises(TypeError, match="the later field label needs a default"):
        plain.codec(Bare)


@pytest.mark.parametrize("text", ["\ud800", "Ann\udfff", "x" * (plain.LONGEST_TEXT + 1)])
def test_what_cannot_be_written_or_never_ends_is_not_a_text(text: str) -> None:
    good = plain.encode(BOX)
    for wrong in ({"label": text}, {"numbers": {text: 1}}, {"row": [text]}):
        with pytest.raises(PlainError) as refused:
            plain.decode(Box, good | wrong)
        assert len(str(refused.value).encode()) < 200


def test_a_number_has_an_end() -> None:
    with pytest.raises(PlainError, match=r"Box\.count is too large a number"):
        plain.decode(Box, plain.encode(BOX) | {"count": 10**4000})

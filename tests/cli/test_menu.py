"""The blanks of an offer are asked for one by one."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from rich.console import Console

from piercy.cli.menu import Asker, Back, Leave, offer_words
from piercy.core.actions import Action
from piercy.core.offers import Domain, Offer, OneOf, Open, Range, Solved, Subset, Table


@dataclass(frozen=True, slots=True)
class Thing(Action):
    """An action with three blanks."""

    type = "some_thing"

    a: Any = None
    b: Any = None
    c: Any = None


class Typed:
    """An asker whose player types the given lines."""

    def __init__(self, *lines: str) -> None:
        self._lines: Iterator[str] = iter(lines)
        self._out = io.StringIO()
        self.asker = Asker(Console(file=self._out, markup=False, width=200), self._read)

    def _read(self, prompt: str) -> str:
        for line in self._lines:
            return line
        raise EOFError

    def answer(self, *domains: Domain) -> Thing:
        action = self.asker.action(Offer(Thing, "Ann", domains))
        assert isinstance(action, Thing)
        assert next(self._lines, None) is None, "a line was not read"
        return action

    @property
    def shown(self) -> str:
        return self._out.getvalue()


def test_one_of_takes_a_number_or_the_word() -> None:
    names = OneOf("a", ("CPR", "GT", "LPS"))
    assert Typed("2").answer(names).a == "GT"
    assert Typed("LPS").answer(names).a == "LPS"
    typed = Typed("9", "1")
    assert typed.answer(names).a == "CPR"
    assert "'9' is not in the list" in typed.shown


def test_options_that_are_numbers_are_typed_as_they_are() -> None:
    assert Typed("1", "57").answer(OneOf("a", ("5", "57", "6"))).a == "57"
    assert Typed("70").answer(OneOf("a", (65, 70, 75))).a == 70


def test_a_single_option_is_not_asked_for() -> None:
    assert Typed().answer(OneOf("a", ("CPR",)), Range("b", 4, 4)) == Thing("Ann", "CPR", 4)


def test_range_takes_a_number_within_it() -> None:
    typed = Typed("x", "55", "300", "60")
    assert typed.answer(Range("a", 10, 100, 10)).a == 60
    assert typed.shown.count("is not such a number") == 3


def test_an_open_number_has_no_highest() -> None:
    typed = Typed("x", "-1", "123456")
    assert typed.answer(Open("a", 0, 1000)).a == 123456
    assert typed.shown.count("is not such a number") == 2


def test_table_is_asked_field_by_field() -> None:
    rows = Table(("a", "b", "c"), (("D10", "57", 0), ("D10", "57", 1), ("D10", "8", 3), ("E9", "8", 2)))
    assert Typed("D10", "57", "1").answer(rows) == Thing("Ann", "D10", "57", 1)
    assert Typed("2").answer(rows) == Thing("Ann", "E9", "8", 2)


def test_subset_takes_several() -> None:
    some = Subset("a", ("x", "y", "z"), 1, 2)
    assert Typed("z, 1").answer(some).a == ("x", "z")
    assert Typed("", "1,2,3", "x,x", "q1", "y").answer(some).a == ("y",)
    assert Typed("").answer(Subset("a", ("x",))).a == ()


def test_solved_lists_what_it_found() -> None:
    assert Typed("2").answer(Solved("a", lambda: (("D10", "E9"), ("F8",)))).a == ("F8",)


def test_what_values_mean_is_told() -> None:
    typed = Typed("57", "1")
    typed.asker.tell = lambda name, value, chosen: (
        f"{name} {value} after {chosen.get('a')}" if name == "b" else ""
    )
    rows = Table(("a", "b"), (("57", 0), ("57", 1), ("8", 3)))
    assert typed.answer(rows).b == 1
    assert "a: 57, 8\n" in typed.shown
    assert "b: 0 (b 0 after 57), 1 (b 1 after 57)" in typed.shown
    single = Typed()
    single.asker.tell = lambda name, value, chosen: "the only one"
    single.answer(OneOf("a", ("CPR",)))
    assert "a: CPR (the only one)" in single.shown


def test_long_values_are_shown_by_what_they_mean() -> None:
    typed = Typed("2")
    typed.asker.tell = lambda name, value, chosen: "short" if len(value) > 3 else ""
    long = ("a very long way", "over many hexes", "and further", "on")
    assert typed.answer(Solved("a", lambda: (long, ("F8",)))).a == ("F8",)
    assert "1  short\n" in typed.shown


@pytest.mark.parametrize(("line", "error"), [("b", Back), ("q", Leave)])
def test_a_player_can_go_back_or_leave(line: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Typed(line).answer(OneOf("a", ("x", "y")))


def test_end_of_input_leaves() -> None:
    with pytest.raises(Leave):
        Typed().answer(Range("a", 1, 9))


def test_nothing_to_choose_goes_back() -> None:
    with pytest.raises(Back):
        Typed().answer(Solved("a", lambda: ()))


def test_an_offer_in_words() -> None:
    domains = (OneOf("a", ("CPR", "GT")), Range("b", 1, 9), Table(("c", "d"), (("D10", 1), ("D10", 2))))
    assert offer_words(Offer(Thing, "Ann", domains)) == "some thing (a CPR | GT; b 1 to 9; c D10)"
    assert offer_words(Offer(Thing, "Ann", (Open("a", 0, 9),))) == "some thing (a at least 0)"
    assert offer_words(Offer(Thing, "Ann")) == "some thing"

"""Seeded chance, and the domains of offers."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.toy import Charm, Give, Take

from piercy.core.chance import Chance
from piercy.core.flow import Flow, StateChance
from piercy.core.offers import Domain, Offer, OneOf, Open, Range, Solved, Subset, Table


def test_fixed_values() -> None:
    """The published sequence of the generator for seed 1234567."""
    chance = Chance(1234567)
    assert [chance.word() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_memory_is_all_there_is() -> None:
    one = Chance(5)
    one.word()
    assert Chance(one.memory).word() == one.word()
    assert Chance(-1).memory == (1 << 64) - 1


def test_below_is_fair() -> None:
    chance = Chance(1)
    counts = Counter(chance.below(7) for _ in range(70_000))
    assert sorted(counts) == list(range(7))
    assert all(abs(count - 10_000) < 400 for count in counts.values())


def test_below_throws_away_the_biased_rest() -> None:
    bound = (1 << 63) + 1
    chance = Chance(3)
    assert all(0 <= chance.below(bound) < bound for _ in range(50))


@pytest.mark.parametrize("bound", [0, -1])
def test_below_nothing(bound: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Chance(0).below(bound)


@given(st.integers(), st.lists(st.integers()))
def test_shuffling_is_a_permutation(seed: int, items: list[int]) -> None:
    mixed = Chance(seed).shuffled(items)
    assert sorted(mixed) == sorted(items)
    assert Chance(seed).shuffled(items) == mixed


def test_shuffling_reaches_every_order_alike() -> None:
    chance = Chance(9)
    counts = Counter(tuple(chance.shuffled("abc")) for _ in range(6000))
    assert len(counts) == 6
    assert all(abs(count - 1000) < 150 for count in counts.values())


def test_state_chance_remembers_in_the_state() -> None:
    flow = Flow("x", random=7)
    drawn = StateChance(flow).below(1000)
    assert flow.random != 7
    assert Chance(7).below(1000) == drawn
    assert StateChance(flow).memory == flow.random


DOMAINS: list[tuple[Domain, list[object]]] = [
    (OneOf("x", ("a", "b")), ["a", "b"]),
    (Range("x", 2, 2), [2]),
    (Range("x", 1, 3), [1, 2, 3]),
    (Range("x", 0, 100, 10), [0, 20, 50, 80, 100]),
    (Range("x", 5, 14, 5), [5, 10]),
    (Open("x", 2, 5), [2, 3, 4, 5]),
    (Subset("x", (1, 2, 3), 1, 2), [(1,), (2,), (3,), (1, 2), (1, 3), (2, 3)]),
    (Subset("x", (1, 2)), [(), (1,), (2,), (1, 2)]),
    (Table(("x", "y"), ((1, 2), (3, 4))), [1, 3]),
    (Solved("x", lambda: ((1,), (2,))), [(1,), (2,)]),
]


@pytest.mark.parametrize(("domain", "values"), DOMAINS)
def test_values_and_draws(domain: Domain, values: list[object]) -> None:
    assert [value["x"] for value in domain.values()] == values
    chance = Chance(4)
    drawn = [domain.draw(chance)["x"] for _ in range(200)]
    if isinstance(domain, Range):
        allowed: list[object] = list(range(domain.low, domain.high + 1, domain.step))
        assert set(drawn) == set(allowed)
    else:
        assert set(drawn) == set(values)
    assert domain.to_dict()["fields"][0] == "x"


@pytest.mark.parametrize(("domain", "values"), DOMAINS)
def test_a_domain_knows_its_members(domain: Domain, values: list[object]) -> None:
    assert all(domain.contains(row) for row in domain.values())
    assert all(domain.contains(domain.draw(Chance(seed)) | {"other": 1}) for seed in range(20))
    assert all(set(row) == set(domain.fields) for row in domain.values())


def test_what_is_no_member_of_a_domain() -> None:
    assert not OneOf("x", ("a", "b")).contains({"x": "c"})
    assert [n for n in range(12) if Range("x", 2, 10, 4).contains({"x": n})] == [2, 6, 10]
    assert Open("x", 2, 5).contains({"x": 10**9})
    assert not Open("x", 2, 5).contains({"x": 1})
    pairs = Table(("x", "y"), ((1, 2), (3, 4)))
    assert not pairs.contains({"x": 1, "y": 4})
    assert not Subset("x", (1, 1, 2), 1, 2).contains({"x": (2, 2)})
    assert not Subset("x", (1, 2), 1, 2).contains({"x": ()})
    assert not Subset("x", (1, 2, 3), 0, 2).contains({"x": (1, 2, 3)})
    assert Solved("x", lambda: (1,)).contains({"x": 7}), "only the good values are listed"


def test_only_what_is_computed_is_settled() -> None:
    solved = Solved("x", lambda: (1, 2))
    assert solved.settled() == OneOf("x", (1, 2))
    assert [domain.computed for domain, _ in DOMAINS] == [False] * 9 + [True]
    assert all(domain.settled() is domain for domain, _ in DOMAINS if not domain.computed)
    offer = Offer(Take, "a", (solved, Range("beans", 1, 3)))
    assert offer.computed
    assert not offer.settled().computed


def test_domains_as_data() -> None:
    assert OneOf("x", (1, 2)).to_dict() == {"kind": "one_of", "fields": ["x"], "options": [1, 2]}
    assert Range("x", 1, 9, 2).to_dict() == {"kind": "range", "fields": ["x"], "low": 1, "high": 9, "step": 2}
    assert Open("x", 1, 9).to_dict() == {"kind": "open", "fields": ["x"], "low": 1}
    assert Table(("x", "y"), ((1, 2),)).to_dict() == {"kind": "table", "fields": ["x", "y"], "rows": [[1, 2]]}
    assert Solved("x", tuple).to_dict() == {"kind": "solved", "fields": ["x"]}
    subset = Subset("x", (1,), 0, 1).to_dict()
    assert subset == {"kind": "subset", "fields": ["x"], "options": [1], "least": 0, "most": 1}


def test_tables_give_whole_rows() -> None:
    table = Table(("x", "y"), ((1, 2), (3, 4)))
    assert list(table.values()) == [{"x": 1, "y": 2}, {"x": 3, "y": 4}]
    assert table.draw(Chance(0)) in list(table.values())


def test_offers_fill_their_blanks() -> None:
    offer = Offer(Take, "a", (Range("beans", 1, 3),))
    assert offer.type == "toy_take"
    assert offer.actions() == [Take("a", 1), Take("a", 2), Take("a", 3)]
    assert offer.actions(2) == [Take("a", 1), Take("a", 2)]
    assert offer.actions(0) == []
    assert offer.draw(Chance(0)) in offer.actions()
    assert offer.to_dict()["domains"][0]["kind"] == "range"
    assert Offer(Give, "a", (OneOf("to", ("b",)),)).actions() == [Give("a", "b")]
    assert Offer(Charm, "a", (OneOf("charms", ()),)).actions() == []

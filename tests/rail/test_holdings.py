"""Who holds what, who becomes president, and what may be sold."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from piercy.core.flow import Context, Flow
from piercy.rail.events import PresidentChanged
from piercy.rail.stock.holdings import (
    becomes_president,
    certificates,
    change_president,
    from_seat,
    heir,
    held,
    most_to_sell,
)

ORDER = ("Ada", "Bruno", "Carla", "Dario")


@dataclass
class Company:
    shares: dict[str, int]
    president: str | None = "Bruno"


@dataclass
class State:
    companies: dict[str, Company]
    flow: Flow = field(default_factory=lambda: Flow("stock"))


def test_a_presidents_certificate_is_one_certificate_of_two_shares() -> None:
    one, other = Company({"Bruno": 3, "Ada": 1}), Company({"Bruno": 1, "Ada": 2}, "Ada")
    assert [held(one, name) for name in ORDER] == [1, 3, 0, 0]
    assert [certificates((one, other), name) for name in ORDER] == [2, 3, 0, 0]


def test_players_are_asked_from_a_seat_on() -> None:
    assert from_seat(ORDER, "Carla") == ["Carla", "Dario", "Ada", "Bruno"]


def test_a_tie_makes_nobody_president() -> None:
    company = Company({"Bruno": 3, "Ada": 2, "Carla": 3})
    assert [name for name in ORDER if becomes_president(company, name)] == ["Carla"]
    assert heir(company, ORDER) is None
    assert not becomes_president(Company({}, None), "Ada")


@pytest.mark.parametrize(
    ("shares", "giving", "successor"),
    [
        ({"Bruno": 2, "Ada": 3}, 0, "Ada"),
        ({"Bruno": 3, "Ada": 2, "Dario": 2}, 2, "Dario"),  # who comes first after the president
        ({"Bruno": 3, "Ada": 3, "Dario": 2}, 2, "Ada"),  # who has most
        ({"Bruno": 3, "Ada": 2, "Dario": 2}, 1, None),  # a tie
        ({"Bruno": 2, "Ada": 1}, 2, None),  # one share is no president's certificate
        ({"Bruno": 2, "pool": 3}, 2, None),  # no player
    ],
)
def test_who_takes_over(shares: dict[str, int], giving: int, successor: str | None) -> None:
    assert heir(Company(shares), ORDER, giving) == successor


def test_whom_nobody_can_succeed() -> None:
    assert heir(Company({"Ada": 3}, None), ORDER) is None
    assert heir(Company({"machine": 2, "Ada": 3}, "machine"), ORDER) is None


def test_a_president_sells_his_certificate_only_if_somebody_can_take_it() -> None:
    assert most_to_sell(Company({"Bruno": 4, "Ada": 1}), "Bruno") == 2
    assert most_to_sell(Company({"Bruno": 4, "Ada": 2}), "Bruno") == 4
    assert most_to_sell(Company({"Bruno": 4, "Ada": 1}), "Ada") == 1
    assert most_to_sell(Company({"Bruno": 4}), "Carla") == 0


def test_a_change_of_president_is_told_and_moves_no_share() -> None:
    company = Company({"Bruno": 2, "Ada": 3})
    ctx = Context(State({"X": company}))
    change_president(ctx, "X", None)
    assert ctx.events == []
    change_president(ctx, "X", "Ada")
    assert company == Company({"Bruno": 2, "Ada": 3}, "Ada")
    assert ctx.events == [PresidentChanged(company="X", before="Bruno", player="Ada")]

"""Games keep the readings of the rules version that they were begun under."""

from __future__ import annotations

import pytest
from tests.core.toy import Toy

from piercy.core.errors import BrokenSave, InvalidAction
from piercy.core.game import Game, begun_under, from_dict, new_game
from piercy.core.title import Audience, Option

PLAYERS = ["Ada", "Bruno", "Carla"]

SECOND = (
    Option("heap", 30, "beans at the start", (), most=100, before=((1, 40),)),
    Option("limit", 5, "most beans in a hand", (5,), audience=Audience.LOADING, before=((1, 3),)),
    Option("friendly", False, "no effect", simulated=True),
)


@pytest.fixture
def second_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy with a second rules version, in which two readings are others."""
    monkeypatch.setattr(Toy, "rules_version", 2)
    monkeypatch.setattr(Toy, "options", SECOND)


def first(**options: object) -> Game:
    return begun_under(1, "toy", players=PLAYERS, seed=3, options=options)


@pytest.mark.usefixtures("second_version")
def test_what_a_version_took_for_granted_is_filled_in() -> None:
    assert first().setup.options == {"heap": 40, "limit": 3, "friendly": False}
    assert new_game("toy", players=PLAYERS).setup.options == {"heap": 30, "limit": 5, "friendly": False}


@pytest.mark.usefixtures("second_version")
def test_an_old_reading_cannot_be_chosen_for_a_new_game() -> None:
    with pytest.raises(InvalidAction, match="option 'limit' may be 5, not 3"):
        new_game("toy", players=PLAYERS, options={"limit": 3})
    assert first(limit=3).setup.options["limit"] == 3


@pytest.mark.usefixtures("second_version")
def test_a_bound_that_came_later_does_not_shut_out_old_games() -> None:
    with pytest.raises(InvalidAction, match="a whole number from 0 to 100, not 101"):
        new_game("toy", players=PLAYERS, options={"heap": 101})
    for beans in (0, 101, 2**31):
        assert first(heap=beans).setup.options["heap"] == beans
    with pytest.raises(InvalidAction, match="option 'limit' may be 5, not 4"):
        first(limit=4)


@pytest.mark.usefixtures("second_version")
@pytest.mark.parametrize("beans", [-1, -5, 2**31 + 1, 2**53 - 1, -(10**30), True, 3.0])
def test_what_no_version_took_is_refused_in_old_games_too(beans: object) -> None:
    """The first version took whole numbers from 0 on; beyond the bound nobody can have meant one."""
    with pytest.raises(InvalidAction, match="option 'heap' may be a whole number from 0 to 2147483648, not"):
        first(heap=beans)
    document = first().to_dict()
    document["options"]["heap"] = beans
    with pytest.raises(BrokenSave, match="option 'heap' may be a whole number from 0 to 2147483648, not"):
        from_dict(document)


def test_a_save_of_the_first_version_replays_and_stays_of_that_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = new_game("toy", players=PLAYERS, seed=3, options={"limit": 3})
    for _ in range(6):
        old = old.apply(old.actions(limit=1)[0])
    document = old.to_dict()
    del document["options"]["heap"], document["options"]["limit"]
    monkeypatch.setattr(Toy, "rules_version", 2)
    monkeypatch.setattr(Toy, "options", SECOND)
    loaded = from_dict(document)
    assert loaded.digest() == old.digest()
    assert loaded.to_dict()["rules_version"] == 1
    assert from_dict(loaded.to_dict()).state == loaded.state


@pytest.mark.usefixtures("second_version")
def test_a_version_that_is_not_known_is_named() -> None:
    document = new_game("toy", players=PLAYERS).to_dict() | {"rules_version": 3}
    with pytest.raises(BrokenSave, match="rules version 3 of toy is not known here"):
        from_dict(document)


AUDIENCES = (
    Option("heap", 30, "beans at the start", (), most=100, audience=Audience.SIMULATIONS, simulated=20),
    Option("limit", 5, "most beans in a hand", (3, 5), audience=Audience.IMPORT),
    Option("friendly", False, "no effect"),
    Option("old", True, "no effect", (True,), audience=Audience.LOADING, before=((1, False),)),
)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"heap": 10}, "option 'heap' is for games without a person only"),
        ({"limit": 5}, "option 'limit' is for imported games only"),
        ({"old": True}, "option 'old' is for games of earlier rules only"),
        ({"friendly": 3}, "may be False, True, not 3"),
        ({"speed": 3}, "has no option 'speed'"),
    ],
)
def test_people_choose_from_their_own_options(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, object], problem: str
) -> None:
    monkeypatch.setattr(Toy, "options", AUDIENCES)
    with pytest.raises(InvalidAction, match=problem):
        Toy().table_options(given, persons=True)


def test_a_table_without_a_person_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "options", AUDIENCES)
    monkeypatch.setattr(Toy, "rules_version", 2)
    rest = {"limit": 5, "friendly": True, "old": True}
    assert Toy().table_options({"friendly": True}, persons=True) == {"heap": 30, **rest}
    assert Toy().table_options({"friendly": True}, persons=False) == {"heap": 20, **rest}
    assert Toy().table_options({"friendly": True, "heap": 7}, persons=False) == {"heap": 7, **rest}
    with pytest.raises(InvalidAction, match="imported games only"):
        Toy().table_options({"limit": 5}, persons=False)
    assert [option.name for option in Toy().options_for(Audience.PLAYERS)] == ["friendly"]


@pytest.mark.usefixtures("second_version")
def test_simulations_have_values_of_their_own() -> None:
    assert Toy().simulation_options() == {"friendly": True}

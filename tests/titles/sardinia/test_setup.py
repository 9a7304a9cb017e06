"""Set-up, phases and the maritime draft (chapter 2)."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path

import pytest
from tests.titles.sardinia.openings import FULL, SHORT, position

from piercy.core.actions import Pass
from piercy.core.chance import Chance
from piercy.core.errors import InvalidAction
from piercy.core.game import Game, new_game
from piercy.rail.actions import StartCompany
from piercy.rail.board import token_places
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.actions import TakeMaritime
from piercy.titles.sardinia.book import book
from piercy.titles.sardinia.phases import open_phase_with
from piercy.titles.sardinia.state import Rulings
from piercy.titles.sardinia.title import Sardinia

FACTS = book()


def draft(players: int, *, short: bool = False) -> Game:
    """The beginning of the game, with Alan in the first seat."""
    made = position(players, short=short)
    return made.drafting().begin("draft")


@pytest.mark.rule("R65-2.1.1")
def test_two_to_four_players() -> None:
    assert list(FULL.player_counts) == [2, 3, 4]
    with pytest.raises(KeyError):
        FULL.setup(tuple("ABCDE"), FULL.read_options({}), Chance(0))


@pytest.mark.rule("R65-2.4.1", "R65-6.1.1", "R65-6.1.7", "T65-30")
@pytest.mark.parametrize(
    ("title", "players", "cash", "bank"),
    [
        (FULL, 2, 360, 7280),
        (FULL, 3, 330, 7010),
        (FULL, 4, 300, 6800),
        (SHORT, 2, 360, 5280),
        (SHORT, 3, 330, 5010),
    ],
)
def test_starting_money_comes_out_of_the_bank(title: Sardinia, players: int, cash: int, bank: int) -> None:
    game = new_game(title.id, players=tuple("ABCD"[:players]), seed=1)
    assert ask.cash(game, ask.BANK) == bank
    assert list(ask.purses(game).values()) == [cash] * players


@pytest.mark.rule("R65-2.4.2")
def test_trains_are_piled_up_by_phase_with_the_discounted_card_last() -> None:
    pile = ask.depot(new_game("1865", players=("A", "B")))
    early = ["PH2"] * 5 + ["PH2d"] + ["PH3"] * 4 + ["PH3d"] + ["PH4"] * 3 + ["PH4d"]
    assert pile == early + ["PH5"] * 2 + ["PH6"] * 3 + ["PH7"]


@pytest.mark.rule("R65-2.4.3")
def test_all_minor_certificates_are_in_the_initial_offer() -> None:
    game = draft(3)
    for name in ask.companies(game):
        assert (ask.president(game, name), ask.offer(game, name), ask.major(game, name)) == (None, 3, False)


@pytest.mark.rule("R65-2.4.4")
def test_every_home_token_stands_on_the_map_before_play() -> None:
    board = ask.board(draft(2))
    for name, facts in FACTS.companies.items():
        assert token_places(board, name) == [(facts.home, 0)]
    assert FACTS.ground.free_slots(board, "D30", 0) == 0, "Isili is taken by its company, launched or not"


@pytest.mark.rule("R65-2.4.5", "R65-1.12.1")
def test_seats_are_drawn_and_the_first_of_them_has_the_priority() -> None:
    seatings: Counter[str] = Counter()
    for seed in range(60):
        game = new_game("1865", players=("A", "B", "C"), seed=seed)
        assert ask.priority(game) == ask.players(game)[0]
        seatings["".join(ask.players(game))] += 1
    assert len(seatings) == 6


@pytest.mark.rule("R65-2.5.1")
def test_nobody_may_decline_a_maritime_card() -> None:
    game = draft(2)
    assert broken_rule(game, Pass("Alan")) == "R65-2.5.1"
    assert {offer.type for offer in game.offers()} == {"take_maritime"}


@pytest.mark.rule("R65-2.5.2", "R65-2.5.3", "R65-2.5.4", "T65-01")
def test_the_draft_runs_there_and_back() -> None:
    game = draft(3)
    assert ask.phase(game) == "1"
    choices = [("Alan", "M3"), ("Bob", "M1"), ("Carl", "M7"), ("Carl", "M8"), ("Bob", "M2"), ("Alan", "M6")]
    for player, card in choices:
        assert game.actor == player
        game = game.apply(TakeMaritime(player, card))
    assert {name: ask.maritimes(game, name) for name in ask.players(game)} == {
        "Alan": ["M3", "M6"], "Bob": ["M1", "M2"], "Carl": ["M7", "M8"],
    }  # fmt: skip
    assert ask.gone_maritimes(game) == ["M4", "M5"]
    assert (ask.phase(game), ask.round_name(game), game.actor) == ("2", "stock", "Alan")


@pytest.mark.rule("R65-2.5.2")
def test_a_card_can_be_taken_once_and_only_in_turn() -> None:
    game = draft(2).apply(TakeMaritime("Alan", "M3"))
    assert broken_rule(game, TakeMaritime("Bob", "M3")) == "R65-2.5.2"
    assert broken_rule(game, TakeMaritime("Alan", "M4")) == "R65-2.5.2"
    with pytest.raises(InvalidAction):
        game.apply(TakeMaritime("Bob", "M9"))


@pytest.mark.rule("R65-2.5.3")
@pytest.mark.parametrize(
    ("players", "short", "left"),
    [(2, False, 4), (3, False, 2), (4, False, 0), (2, True, 2), (3, True, 0)],
)
def test_cards_left_over_are_out_of_the_game(players: int, short: bool, left: int) -> None:
    game = draft(players, short=short)
    while ask.round_name(game) == "draft":
        game = game.apply(game.offers()[0].actions(1)[0])
    assert len(ask.gone_maritimes(game)) == left
    assert all(len(ask.maritimes(game, name)) == 2 for name in ask.players(game))


@pytest.mark.rule("R65-2.2.2", "R65-2.2.3")
def test_what_the_phases_bring() -> None:
    table = {
        number: (phase.colours, phase.train_limit, phase.highest_start, phase.new_companies)
        for number, phase in FACTS.phases.items()
    }
    assert table == {
        2: (("yellow",), 4, 100, "minor"),
        3: (("yellow", "green"), 3, 130, "minor"),
        4: (("yellow", "green"), 3, 130, "minor"),
        5: (("yellow", "green", "brown"), 3, 150, "major"),
        6: (("yellow", "green", "brown"), 2, 150, "major"),
        7: (("yellow", "green", "brown", "gray"), 2, 150, "major"),
    }


@pytest.mark.rule("R65-2.2.2", "R65-3.6.2")
@pytest.mark.parametrize(("phase", "highest"), [(2, 100), (3, 130), (4, 130), (5, 150), (7, 150)])
def test_starting_prices_by_phase(phase: int, highest: int) -> None:
    game = position().phase(phase).cash("Alan", 400).begin("stock")
    prices = list(ask.start_prices(game))
    assert prices == list(range(60, highest + 1, 10))
    for price in prices:
        game.check(StartCompany("Alan", "FMS", price))
    for price in (50, highest + 10, 65):
        assert broken_rule(game, StartCompany("Alan", "FMS", price)) == "R65-3.6.2"


@pytest.mark.rule("R65-2.2.4")
def test_a_phase_opens_once() -> None:
    made = position().phase(3).still()
    ctx = made.context()
    open_phase_with(ctx, FACTS, "PH3")
    open_phase_with(ctx, FACTS, "PH2")
    assert (ask.phase(made), ctx.events) == ("3", [])
    open_phase_with(ctx, FACTS, "PH4")
    assert ask.phase(made) == "4"


def opened(made: SardiniaScenario, train: str) -> tuple[SardiniaScenario, list[str]]:
    """The position after the first train of a kind has been paid for, with the keys of what happened."""
    after = SardiniaScenario(made.begin("stock"))
    ctx = after.context()
    open_phase_with(ctx, FACTS, train)
    return after, [event.key for event in ctx.events]


@pytest.mark.rule("R65-2.2.5", "R65-2.2.6")
def test_scrapped_trains_leave_companies_and_the_pool() -> None:
    made = position().phase(3).company("FMS", 100, "Alan", {"Alan": 1}, trains=["PH2", "PH2d", "PH3"])
    game, told = opened(made.pool("PH2", "PH3"), "PH4")
    assert ask.trains(game, "FMS") == ["PH3"]
    assert ask.pool(game) == ["PH3"]
    assert not {"PH2", "PH2d"} & set(ask.depot(game))
    assert told == ["phase_opened", "trains_rusted"]


@pytest.mark.rule("R65-2.2.5", "R65-2.6.13", "R65-3.8.2", "R65-3.7.3", "R65-3.7.5", "R65-1.2.2")
def test_phase_5_takes_cards_from_hands_and_turns_unsold_companies_into_majors() -> None:
    made = (
        position()
        .phase(4)
        .maritimes("Alan", "M1")
        .maritimes("Bob", "M2", "M4")
        .company("FMS", 100, "Alan", {"Alan": 1}, maritimes=["M3"])
        .company("FA", 90, "Bob", floated=False)
    )
    game, told = opened(made, "PH5")
    assert [ask.maritimes(game, name) for name in ask.players(game)] == [[], [], []]
    assert {"M1", "M2", "M4"} <= set(ask.gone_maritimes(game))
    assert ask.maritimes(game, "FMS") == ["M3"], "cards of companies stay"
    kinds = {name: (ask.major(game, name), ask.offer(game, name)) for name in ask.companies(game)}
    assert kinds.pop("FMS") == (False, 2)
    assert kinds.pop("FA") == (False, 3)
    assert set(kinds.values()) == {(True, 8)}
    assert told == ["phase_opened", "maritimes_discarded", "maritimes_discarded"]


@pytest.mark.rule("R65-3.7.5")
def test_a_minor_that_has_not_floated_can_be_turned_over_by_option() -> None:
    made = position(unfloated_become_major=True).phase(4).company("FA", 90, "Bob", floated=False)
    game, _ = opened(made, "PH5")
    assert (ask.major(game, "FA"), ask.offer(game, "FA")) == (True, 8)


@pytest.mark.rule("R65-2.3.1")
def test_all_information_is_open() -> None:
    """One state for all: nothing in it belongs to one player's eyes, and no action hides anything."""
    game = play(draft(2), TakeMaritime("Alan", "M3"))
    told = events(game, "maritime_taken")[0]
    assert (told["player"], told["card"]) == ("Alan", "M3")
    assert all(ask.cash(game, name) == 360 for name in ask.players(game))


def test_every_ruling_is_an_option_and_is_told_in_the_page() -> None:
    names = [option.name for option in FULL.options]
    assert sorted(names) == sorted(["round_cap", *(field.name for field in dataclasses.fields(Rulings))])
    page = (Path(__file__).parents[3] / "docs" / "1865.md").read_text(encoding="utf-8")
    for option in FULL.options:
        row = next(line for line in page.splitlines() if line.startswith(f"| `{option.name}` |"))
        default = ("on" if option.default else "off") if option.choices else str(option.default)
        assert row.split("|")[2].strip() == default

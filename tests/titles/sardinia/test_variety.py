"""Games played at random see everything that the game has."""

from __future__ import annotations

from collections import Counter

import pytest

from piercy.core.actions import Action, Pass
from piercy.core.game import Game
from piercy.testing import questions as ask
from piercy.testing.conformance import random_game
from piercy.titles.sardinia.title import Sardinia

SAMPLE = (("1865-short", 2, 0), ("1865-short", 2, 2), ("1865", 3, 2), ("1865", 4, 1))


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [random_game(title, players, seed) for title, players, seed in SAMPLE]


def every_action() -> set[type[Action]]:
    rounds = Sardinia().rounds.values()
    steps = [step for play in rounds for step in (*play.steps, *play.interrupts, *play.anytime)]
    return {Pass, *(kind for step in steps for kind in step.actions)}


def test_every_kind_of_action_occurs(games: list[Game]) -> None:
    done = Counter(type(action) for game in games for action in game.history)
    print(dict(sorted((kind.type, count) for kind, count in done.items())))
    assert {kind.type for kind in every_action() - done.keys()} == set()


def test_rare_events_occur(games: list[Game]) -> None:
    told = Counter(event.key for game in games for event in game.log)
    rare = (
        "company_converted", "active_absorption", "passive_absorption", "loans_taken", "loans_repaid",
        "own_certificates_sold", "bankrupt", "president_helped", "president_changed", "train_traded",
        "deal_refused", "train_discarded", "trains_rusted", "mine_downgraded", "mine_vacated",
        "token_replaced", "token_merged", "token_removed", "maritime_bonus", "maritimes_discarded",
        "dragons_bought", "dragons_sold", "rank_row_moved", "end_triggered",
    )  # fmt: skip
    print({key: told[key] for key in rare})
    assert [key for key in rare if not told[key]] == []
    assert {ask.ending(game) for game in games} == {"bank_broken"}

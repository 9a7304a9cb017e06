"""Games of ours in the form of 18xx.games: written, read back, and read as the site would write them."""

from __future__ import annotations

import json
from itertools import groupby
from typing import Any

import pytest

from piercy.core import plain
from piercy.core.chance import Chance
from piercy.core.errors import InvalidAction
from piercy.core.game import Game, new_game
from piercy.core.record import Record
from piercy.interop.games18xx import export_game, import_game
from piercy.interop.games18xx.export import export_document
from piercy.interop.games18xx.replay import import_text
from piercy.interop.games18xx.table import SITE_RULES
from piercy.rail.rail_title import board_of
from piercy.testing.conformance import choose, player_names
from piercy.titles.cz.state import CzState


def played(
    title: str, players: int, seed: int, actions: int = 100_000, options: dict[str, object] | None = None
) -> Game:
    """A game played at random, to its end unless some number of actions is asked for."""
    fresh = new_game(title, players=player_names(players), seed=seed, options=options)
    chance = Chance(seed)
    record = Record(fresh.title, fresh.state, fresh.log, plain.copy(fresh.state))
    game = Game(fresh.setup, record)
    while not game.over and game.seq < actions:
        record.do(choose(game, chance))
    return game


SITE_ORDER = (
    "EKJ",
    "OFE",
    "BCB",
    "MW",
    "VBW",
    "BN",
    "NWB",
    "ATE",
    "BTE",
    "KFN",
    "SX",
    "PR",
    "BY",
    "kk",
    "Ug",
)
"""The order of companies in which the site asks for trains over the limit."""


def as_the_site_writes(document: dict[str, Any]) -> dict[str, Any]:
    """Without our settings, one pass of a company in a row, trains returned in the site's order."""
    del document["settings"]["piercy"]
    kept: list[dict[str, Any]] = []
    for action in document["actions"]:
        silent = action["type"] == "pass" and action["entity_type"] == "corporation"
        again = kept and kept[-1]["type"] in ("pass", "lay_tile", "run_routes", "dividend")
        if not (silent and again and kept[-1]["entity"] == action["entity"]):
            kept.append(action)
    listed: list[dict[str, Any]] = []
    for kind, group in groupby(kept, key=lambda action: str(action["type"])):
        together = list(group)
        if kind == "discard_train":
            together.sort(key=lambda action: SITE_ORDER.index(action["entity"]))
        listed += together
    return {**document, "actions": listed}


@pytest.mark.parametrize(("title", "players"), [("18cz", 3), ("18cz", 6), ("18cz-bohemia", 2)])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_comes_back_as_it_went(title: str, players: int, seed: int) -> None:
    game = played(title, players, seed)
    document = export_document(game)
    assert document["title"] == "18CZ"
    assert [action["id"] for action in document["actions"]] == list(range(1, len(document["actions"]) + 1))
    back, report = import_text(json.dumps(document))
    assert report.equal is True
    assert report.differences == []
    assert back.digest() == game.digest()


@pytest.mark.parametrize(
    ("title", "players", "seed"),
    [("18cz", 4, 7), ("18cz", 5, 9), ("18cz-bohemia", 2, 18), ("18cz-bohemia", 2, 19)],
)
def test_games_by_the_rules_of_the_site_need_no_settings_of_ours(title: str, players: int, seed: int) -> None:
    options: dict[str, object] = dict(SITE_RULES)
    if players == 2:
        options |= {"export": False, "draw_seed": seed}
    game = played(title, players, seed, options=options)
    back, report = import_text(json.dumps(as_the_site_writes(export_document(game))))
    assert report.equal is True
    assert back.state_as(CzState).companies == game.state_as(CzState).companies
    assert board_of(back) == board_of(game)


def test_an_unfinished_game_is_written_as_far_as_it_goes() -> None:
    game = played("18cz", 3, 4, actions=120)
    document = export_document(game)
    assert (document["status"], document["result"]) == ("active", {})
    back, report = import_text(json.dumps(document))
    assert not report.finished
    assert back.digest() == game.digest()


def test_files_in_one_step() -> None:
    game = new_game("18cz", players=player_names(3), seed=4)
    assert import_game(export_game(game)).digest() == game.digest()


def test_the_site_has_no_other_games_of_ours() -> None:
    for title, players in (("18cz-moravia", 2), ("1856-short", 2)):
        with pytest.raises(InvalidAction, match=title):
            export_document(new_game(title, players=player_names(players)))

"""Reading files of 18xx.games: what stands, who acts, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from piercy.interop.games18xx import names
from piercy.interop.games18xx.problems import ActionProblem, ImportProblem
from piercy.interop.games18xx.reader import read_game, read_text


def document(*actions: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A file with three players and some actions, numbered from 1 unless they say otherwise."""
    numbered = [{"id": i, "entity": 0, "entity_type": "player", **a} for i, a in enumerate(actions, start=1)]
    players = [{"id": i, "name": name} for i, name in enumerate(("Anna", "Boris", "Cyril"))]
    return {"id": "hs_abc_17", "title": "18CZ", "players": players, "actions": numbered, **more}


def numbers(*actions: dict[str, Any]) -> list[int]:
    return [action.number for action in read_game(document(*actions)).actions]


PASS = {"type": "pass"}


def test_undo_takes_back_the_latest_action_and_redo_brings_it_again() -> None:
    undo, redo = {"type": "undo"}, {"type": "redo"}
    assert numbers(PASS, PASS, undo) == [1]
    assert numbers(PASS, PASS, undo, redo) == [1, 2]
    assert numbers(PASS, PASS, undo, PASS) == [1, 4]
    assert numbers(PASS, PASS, undo, undo, redo, redo) == [1, 2]


def test_undo_may_go_back_to_a_named_action_or_to_the_start() -> None:
    assert numbers(PASS, PASS, PASS, {"type": "undo", "action_id": 1}) == [1]
    assert numbers(PASS, PASS, PASS, {"type": "undo", "action_id": 1}, {"type": "redo"}) == [1, 2, 3]
    assert numbers(PASS, PASS, {"type": "undo", "action_id": 0}, PASS) == [4]


def test_talk_is_neither_an_action_nor_taken_back_nor_a_new_future() -> None:
    talk = {"type": "message", "message": "hello"}
    assert numbers(PASS, talk, {"type": "undo"}, talk, {"type": "redo"}) == [1]


def test_a_note_may_be_taken_back_like_an_action_but_does_nothing() -> None:
    note, undo = {"type": "log", "message": "done"}, {"type": "undo"}
    assert numbers(PASS, note) == [1]
    assert numbers(PASS, note, undo) == [1]
    assert numbers(PASS, note, undo, undo) == []


def test_an_action_without_a_number_has_that_of_its_place() -> None:
    assert numbers(PASS, {**PASS, "id": None}) == [1, 2]


@pytest.mark.rule("RCZ-XI.1.35")
@pytest.mark.parametrize("automated", ["Vaclav", "-1"])
def test_the_automated_player_is_not_ranked(automated: str) -> None:
    result = {"0": 5, "1": 7, "2": 1}
    assert read_game(document(result={**result, automated: 9})).result == {"Anna": 5, "Boris": 7, "Cyril": 1}
    with pytest.raises(ImportProblem, match="each player a score"):
        read_game(document(result={**result, "Zora": 9}))


def test_settings_of_programs_are_left_out_and_what_they_did_is_kept() -> None:
    follower = {"type": "pass", "entity": 1, "entity_type": "player"}
    enabling = {"type": "program_share_pass", "auto_actions": [follower, {"type": "program_disable"}]}
    game = read_game(document({**PASS, "auto_actions": [follower]}, enabling))
    assert [(a.number, a.entity) for a in game.actions] == [(1, "Anna"), (1, "Boris"), (2, "Boris")]


def test_players_are_named_by_id_or_by_name() -> None:
    game = read_game(
        document({**PASS, "entity": 2}, {**PASS, "entity": "Boris"}, result={"Anna": 5, "1": 7, "2": 1})
    )
    assert [a.entity for a in game.actions] == ["Cyril", "Boris"]
    assert game.players == ("Anna", "Boris", "Cyril")
    assert game.result == {"Anna": 5, "Boris": 7, "Cyril": 1}


def test_a_byte_order_mark_before_the_text_is_no_harm() -> None:
    assert read_text("\ufeff" + json.dumps(document(PASS))).listed == 1


def test_the_seed_is_the_setting_or_the_first_digits_of_the_id() -> None:
    assert read_game(document(settings={"seed": 99})).seed == 99
    assert read_game(document()).seed == 17


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"title": "18CZ", "actions": [{"ty', "breaks off"),
        ("[]", "no list of actions"),
        ('{"title": "1830", "actions": []}', "'1830'"),
        ('{"title": "18CZ", "actions": []}', "no players"),
        ('{"piercy": 1, "title": "18cz", "actions": []}', "saved by Piercy"),
    ],
)
def test_what_is_no_such_file_is_refused(text: str, words: str) -> None:
    with pytest.raises(ImportProblem, match=words):
        read_text(text)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"type": "fly"}, "action 2: unknown action type 'fly'"),
        ({"type": "bid", "company": "S1"}, "action 2: bid needs the field 'price'"),
        ({"type": "pass", "entity": 9}, "action 2: there is no player 9"),
        ({"type": "undo", "action_id": 7}, "action 2: it goes back to action 7"),
        ({"type": "redo"}, "action 2: there is nothing to redo"),
        ({"type": "lay_tile", "hex": "E16", "tile": "6-0", "rotation": "1"}, "action 2: lay_tile needs"),
    ],
)
def test_an_action_that_cannot_be_read_is_named_by_its_number(action: dict[str, Any], words: str) -> None:
    with pytest.raises(ActionProblem, match=words) as refused:
        read_game(document(PASS, action))
    assert refused.value.number == 2


@pytest.mark.parametrize("ours", ["E11", "A7", "B4", "D0", "J14", "G27"])
def test_the_site_counts_columns_one_further(ours: str) -> None:
    assert names.our_hex(names.site_hex(ours)) == ours
    assert names.our_hex("E12") == "E11"


def test_names_of_companies_cards_types_and_prices() -> None:
    assert [names.our_company(c) for c in ("SX", "PR", "BY", "kk", "Ug")] == ["Sx", "Pr", "By", "kk", "Ug"]
    assert names.read_card("5j-29") == ("j", 29)
    assert names.card_name("d", 3) == "3d-3"
    assert [names.read_type(t) for t in ("2a", "2+2b", "3Ed", "8E", "8Ej")] == ["2", "2+2", "3E", "8E", "8E"]
    assert names.read_city("8889-0-1") == ("8889-0", 1)
    assert names.read_city("C8-1-0") == ("C8", 0)
    assert names.read_share("SX_4") == ("Sx", 4)
    assert names.read_price("65,0,8") == 65
    with pytest.raises(ValueError, match="'Z99'"):
        names.our_hex("Z99")

"""Saves of format 1, the words of version 0.1.0, are read for ever: actions are said anew, one by one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from piercy.core import game as games
from piercy.core import registry
from piercy.core.actions import Pass, Redo, Undo, read_action
from piercy.core.errors import BrokenSave, InvalidAction
from piercy.core.formats import FORMAT, today
from piercy.core.game import from_dict
from piercy.rail.actions import (
    Answer,
    BuyShare,
    BuyTrain,
    OfferForTrain,
    PayDividend,
    RemoveToken,
    RepayLoans,
    SellShares,
    StartCompany,
)
from piercy.titles.sardinia.actions import RelaunchCompany

GAMES = Path(__file__).parents[1] / "games"
FORMER: list[tuple[str, dict[str, Any], object]] = [
    ("1856-short", {"type": "buy_train", "train": "2", "source": "bank"}, BuyTrain("Ann", "2", "depot")),
    ("1856-short", {"type": "buy_train", "train": "2", "source": "market"}, BuyTrain("Ann", "2", "pool")),
    ("1856-short", {"type": "pass"}, Pass("Ann")),
    ("1856-short", {"type": "undo"}, Undo("Ann")),
    ("18cz", {"type": "redo"}, Redo("Ann")),
    ("18cz", {"type": "answer", "accept": True}, Answer("Ann", True)),
    ("18cz", {"type": "buy_share", "company": "kk"}, BuyShare("Ann", "kk", "bank")),
    ("18cz", {"type": "buy_train", "train": "2a", "source": "bank"}, BuyTrain("Ann", "2a", "depot")),
    ("18cz", {"type": "buy_train", "train": "2a", "source": "pool"}, BuyTrain("Ann", "2a", "pool")),
    (
        "18cz-bohemia",
        {"type": "buy_train_from", "company": "kk", "train": "2a", "price": 7},
        OfferForTrain("Ann", "kk", "2a", 7),
    ),
    ("18cz", {"type": "dividend", "pay": False}, PayDividend("Ann", False)),
    ("18cz", {"type": "remove_station", "hex": "F14", "city": 1}, RemoveToken("Ann", "F14", 1)),
    ("18cz", {"type": "repay_loan", "amount": 30}, RepayLoans("Ann", 30)),
    ("18cz", {"type": "sell_shares", "company": "kk", "count": 2}, SellShares("Ann", "kk", 2)),
    ("18cz-moravia", {"type": "start_company", "company": "kk", "price": 60}, StartCompany("Ann", "kk", 60)),
    ("1865", {"type": "answer_trade", "accept": False}, Answer("Ann", False)),
    (
        "1865",
        {"type": "buy_certificate", "company": "FMS", "source": "dragons"},
        BuyShare("Ann", "FMS", "dragons"),
    ),
    ("1865", {"type": "buy_train", "train": "PH2", "source": "market"}, BuyTrain("Ann", "PH2", "pool")),
    ("1865", {"type": "declare_income", "dividend": True}, PayDividend("Ann", True)),
    ("1865-short", {"type": "launch_company", "company": "FMS", "price": 70}, StartCompany("Ann", "FMS", 70)),
    (
        "1865",
        {"type": "propose_trade", "seller": "FMS", "train": "PH2", "price": 5},
        OfferForTrain("Ann", "FMS", "PH2", 5),
    ),
    (
        "1865",
        {"type": "relaunch_company", "company": "FMS", "price": 70, "home": "E35"},
        RelaunchCompany("Ann", "FMS", 70, "E35"),
    ),
    ("1865", {"type": "repay_loans", "count": 3}, RepayLoans("Ann", 1500)),
    ("1865-short", {"type": "sell_certificates", "company": "FMS", "count": 2}, SellShares("Ann", "FMS", 2)),
]


@pytest.mark.parametrize(("title", "old", "new"), FORMER, ids=lambda value: str(value)[:40])
def test_an_action_of_old_is_said_in_todays_words(title: str, old: dict[str, Any], new: object) -> None:
    data = old | {"player": "Ann"}
    before = dict(data)
    assert read_action(today(registry.title(title), 1, data)) == new
    assert data == before
    assert today(registry.title(title), FORMAT, data) is data


@pytest.mark.parametrize("title", registry.titles())
def test_what_every_title_calls_otherwise_is_told_above(title: str) -> None:
    told = {old["type"] for name, old, _ in FORMER if name.split("-")[0] == title.split("-")[0]}
    assert registry.title(title).former.keys() <= told


@pytest.mark.parametrize(
    ("title", "old"),
    [
        ("1865", {"type": "repay_loans", "count": "3"}),
        ("1865", {"type": "repay_loans", "count": True}),
        ("1865", {"type": "repay_loans", "count": 2**64}),
        ("1865", {"type": "repay_loans", "count": 1, "amount": 500}),
        ("1865", {"type": "launch_company", "company": "FMS", "price": 70, "par": 70}),
        ("1865", {"type": "launch_company", "company": "FMS"}),
        ("1865", {"type": "buy_train", "train": "PH2"}),
        ("1865", {"type": "buy_train", "train": "PH2", "source": []}),
        ("18cz", {"type": "buy_share"}),
        ("18cz", {"type": "buy_share", "company": "kk", "source": {}}),
        ("18cz", {"type": ["buy_share"]}),
        ("1865", {"type": "buy_train_from"}),
    ],
)
def test_what_was_no_action_is_none_today(title: str, old: dict[str, Any]) -> None:
    with pytest.raises(InvalidAction):
        read_action(today(registry.title(title), 1, old | {"player": "Ann"}))


def save(title: str) -> dict[str, Any]:
    path = min((GAMES / title).glob("*.json"))
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    assert found["piercy"] == 1
    return found


@pytest.mark.parametrize("title", ["1856-short", "18cz-moravia"])
def test_a_save_of_old_is_written_in_todays_format_and_read_again(title: str) -> None:
    old = save(title)
    player = old["players"][0]
    back = [{"type": "undo", "player": player}, {"type": "redo", "player": player}]
    old["actions"][40:40] = back
    game = from_dict(old)
    written = game.to_dict()
    assert written["piercy"] == 2
    assert written["actions"][40:42] == back
    again = from_dict(written)
    assert (again.digest(), again.scores()) == (game.digest(), game.scores())


def test_the_words_of_old_are_none_of_todays_format() -> None:
    with pytest.raises(BrokenSave, match=r"the saved game is broken: action \d+"):
        from_dict(save("18cz-moravia") | {"piercy": 2})


def test_a_digest_is_compared_as_long_as_states_have_their_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"digest": "0" * 32}
    old = save("1856-short")
    assert from_dict(old | wrong).over
    with pytest.raises(BrokenSave, match="does not replay to the state"):
        from_dict(from_dict(old).to_dict() | wrong)
    monkeypatch.setattr(games, "COMPARABLE", frozenset({1, 2}))
    with pytest.raises(BrokenSave, match="does not replay to the state"):
        from_dict(old | wrong)

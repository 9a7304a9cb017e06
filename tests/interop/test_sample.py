"""The public game 29247 of 18xx.games, imported whole.

The file lies beside the project, not in it; without it these tests are skipped.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from piercy.core.chance import Chance
from piercy.core.game import Game, from_json
from piercy.interop.games18xx.export import export_document
from piercy.interop.games18xx.problems import ActionProblem, ImportProblem
from piercy.interop.games18xx.reader import read_text
from piercy.interop.games18xx.replay import Replay, import_text
from piercy.interop.games18xx.report import Report
from piercy.testing import questions as ask
from piercy.titles.cz.book import book
from piercy.titles.cz.state import CzState

SAMPLE = Path(__file__).parents[3] / "shared" / "samples" / "18cz-29247.18xxgames.json"
SCORES = {"Player 1": 8529, "Player 2": 8338, "Player 3": 5445}

pytestmark = pytest.mark.skipif(not SAMPLE.exists(), reason=f"the sample game is not at {SAMPLE}")


@cache
def text() -> str:
    return SAMPLE.read_text(encoding="utf-8")


@cache
def imported() -> tuple[Game, Report]:
    return import_text(text())


def changed(change: Callable[[dict[str, Any]], None]) -> str:
    """The file with something changed."""
    data = json.loads(text())
    change(data)
    return json.dumps(data)


@cache
def events() -> tuple[tuple[int, str, dict[str, Any]], ...]:
    """All that happened, with the number of the file's action that brought it about."""
    site = read_text(text())
    replay = Replay(site)
    found: list[tuple[int, str, dict[str, Any]]] = []
    seen = 0
    for action in site.actions:
        replay.do(action)
        log = replay.game().log
        found += [(action.number, event.key, dict(event.fields)) for event in log[seen:]]
        seen = len(log)
    return tuple(found)


def happened(key: str) -> list[tuple[int, dict[str, Any]]]:
    return [(number, fields) for number, name, fields in events() if name == key]


def game_after(number: int) -> Game:
    site = read_text(text())
    replay = Replay(site)
    for action in site.actions:
        replay.do(action)
        if action.number == number:
            break
    return replay.game()


@pytest.mark.rule("WCZ-26")
def test_all_actions_replay_to_the_scores_of_the_file() -> None:
    game, report = imported()
    assert report.actions == 793
    assert report.finished
    assert game.over
    assert report.scores == SCORES == report.file_scores
    assert report.equal is True


@pytest.mark.rule("WCZ-26", "RCZ-VIII.7.15")
def test_the_one_illegal_run_is_named_and_its_sum_taken() -> None:
    _, report = imported()
    assert report.runs == 78
    (difference,) = report.differences
    assert (difference.action, difference.company, difference.rule) == (345, "ATE", "RCZ-VIII.7.15")
    assert difference.file.endswith("E11/3 = 170")
    assert "Praha" in difference.ours
    recorded = [fields["revenue"] for number, fields in happened("run_recorded") if number == 345]
    assert recorded == [260]


def test_at_every_other_run_the_best_is_at_least_what_was_run() -> None:
    _, report = import_text(text(), optimum=True)
    assert report.better_runs is not None
    assert all(run.proven and run.best > run.recorded for run in report.better_runs)
    assert report.short_runs == [345]
    better = {run.action: (run.company, run.recorded, run.best) for run in report.better_runs}
    assert better[752] == ("BN", 330, 390)
    assert len(better) == 15
    assert all(run.reason for run in report.better_runs)


@pytest.mark.rule("WCZ-27", "RCZ-VI.8")
def test_cash_and_order_after_the_pre_stock_round() -> None:
    game = game_after(18)
    assert ask.purses(game) == {"Player 1": 130, "Player 2": 105, "Player 3": 220}
    assert ask.order(game) == ["Player 2", "Player 1", "Player 3"]
    unsold = [name for name in ask.local_names(game) if ask.local_closed(game, name)]
    assert unsold == ["S4", "S5", "S6", "M5", "M6"]


@pytest.mark.rule("WCZ-27")
def test_starting_prices_and_capital() -> None:
    facts = book()
    capital = {
        "MW": 200, "BCB": 260, "VBW": 240, "EKJ": 200, "OFE": 280, "NWB": 300, "KFN": 400, "ATE": 350,
        "BTE": 350, "BN": 500, "Ug": 1000, "Pr": 900, "By": 1000, "Sx": 1200, "kk": 1200,
    }  # fmt: skip
    opened = {fields["company"]: fields["capital"] for _, fields in happened("company_floated")}
    assert opened == capital
    game = imported()[0]
    assert {name: ask.par(game, name) * facts.size(name).shares for name in ask.companies(game)} == capital


@pytest.mark.rule("WCZ-27")
def test_exports_and_phases() -> None:
    assert [fields["card"] for _, fields in happened("card_exported")] == ["b", "c", "d", "e", "g", "g", "j"]
    began = {fields["phase"]: number for number, fields in happened("phase_opened")}
    bought = {"B": 38, "D": 114, "E": 188, "F": 270, "H": 548, "I": 592, "J": 632}
    assert {phase: began[phase] for phase in bought} == bought
    exports = [number for number, _ in happened("card_exported")]
    assert began["C"] in exports
    assert began["G"] in exports


@pytest.mark.rule("WCZ-27", "WCZ-17")
def test_acquisitions_and_conversions() -> None:
    deals = [(f["company"], f["target"], f["price"]) for _, f in happened("company_acquired")]
    assert deals == [
        ("ATE", "BCB", 97),
        ("BTE", "EKJ", 80),
        ("BN", "VBW", 64),
        ("Ug", "KFN", 110),
        ("Pr", "NWB", 29),
        ("By", "BTE", 120),
    ]
    conversions = [(f["train"][:-1], f["into"][:-1], f["cost"]) for _, f in happened("train_converted")]
    assert sorted(conversions) == [("2", "2+2", 10), ("2", "2+2", 10), ("3", "3E", 130), ("3+3", "3E", 70)]


@pytest.mark.rule("WCZ-27")
def test_stations_and_loans() -> None:
    placed = [(number, fields["cost"]) for number, fields in happened("token_placed")]
    assert [cost for _, cost in placed].count(40) == 10
    assert [number for number, cost in placed if cost == 100] == [438, 488, 577]
    assert [(number, f["borrower"], f["amount"]) for number, f in happened("loans_taken")] == [
        (685, "Player 3", 4),
        (704, "Player 3", 118),
    ]
    game = imported()[0]
    assert ask.loan(game, "Player 3") + ask.penalty(game, "Player 3") == 244


@pytest.mark.rule("WCZ-27")
def test_final_prices_and_cash() -> None:
    game = imported()[0]
    open_ = [name for name in ask.companies(game) if ask.floated(game, name) and not ask.closed(game, name)]
    prices = {name: ask.price(game, name) for name in open_}
    assert prices == {
        "MW": 120, "OFE": 120, "ATE": 180, "BN": 105, "Ug": 370, "Pr": 231, "By": 165, "Sx": 222, "kk": 213,
    }  # fmt: skip
    assert list(ask.purses(game).values()) == [5026, 4111, 2360]


@pytest.mark.rule("WCZ-29")
def test_two_tiles_on_one_hex_in_one_turn() -> None:
    laid = [(f["hex"], f["tile"]) for number, f in happened("tile_laid") if 596 <= number <= 598]
    assert laid == [("B12", "8857p"), ("D16", "611"), ("D16", "595p")]


def test_the_imported_game_is_saved_and_replayed_like_any_other() -> None:
    game, _ = imported()
    assert from_json(game.to_json()).digest() == game.digest()


def test_it_is_exported_and_read_back() -> None:
    game, _ = imported()
    again, report = import_text(json.dumps(export_document(game)))
    assert report.scores == SCORES
    assert report.equal is True
    assert again.state_as(CzState).companies == game.state_as(CzState).companies


def test_an_undone_action_changes_nothing() -> None:
    def undo(data: dict[str, Any]) -> None:
        wrong = {"type": "pass", "entity": "BCB", "entity_type": "corporation", "id": 10_001}
        data["actions"][26:26] = [
            wrong,
            {"type": "undo", "id": 10_002, "entity": 936, "entity_type": "player"},
        ]

    _, report = import_text(changed(undo))
    assert report.equal is True
    assert report.actions == 793


def test_who_has_bought_may_say_that_he_is_done() -> None:
    def done(data: dict[str, Any]) -> None:
        data["actions"].insert(49, {"type": "pass", "entity": 936, "entity_type": "player", "id": 10_001})

    _, report = import_text(changed(done))
    assert report.equal is True


def test_a_game_that_the_players_end_counts_locals_at_their_price_of_then() -> None:
    def end(data: dict[str, Any]) -> None:
        stop = {"type": "end_game", "entity": 936, "entity_type": "player", "id": 301}
        data.update(actions=[*data["actions"][:300], stop])

    game, report = import_text(changed(end))
    assert not game.over
    assert report.notes == ["the players ended the game before its time"]
    owned = {name: len(ask.locals_of(game, name)) for name in game.players}
    price = ask.local_price(game)
    assert sum(owned.values()) > 0
    assert report.scores == {name: game.scores()[name] - (120 - price) * n for name, n in owned.items()}


def test_a_file_that_breaks_off_is_refused() -> None:
    with pytest.raises(ImportProblem, match="breaks off"):
        import_text(text()[:100_000])
    with pytest.raises(ImportProblem, match="breaks off after action 500"):
        import_text(changed(lambda data: data.update(actions=data["actions"][:500])))


def test_an_unfinished_game_is_imported_as_far_as_it_goes() -> None:
    def stop(data: dict[str, Any]) -> None:
        data.update(actions=data["actions"][:500], status="active", result={})

    game, report = import_text(changed(stop))
    assert (report.actions, report.finished, report.equal) == (500, False, None)
    assert not game.over


def action(number: int, **fields: Any) -> Callable[[dict[str, Any]], None]:
    """Change fields of one action."""

    def change(data: dict[str, Any]) -> None:
        data["actions"][number - 1].update(fields)

    return change


@pytest.mark.parametrize(
    ("number", "fields", "words"),
    [
        (1, {"price": 54}, "costs 55"),
        (1, {"company": "X9"}, "no Local"),
        (2, {"type": "teleport"}, "unknown action type"),
        (19, {"share_price": "75,0,11"}, "RCZ-VII.5.3"),
        (19, {"share_price": "much"}, "not the name of a share price"),
        (19, {"corporation": "XYZ"}, "unknown company"),
        (23, {"hex": "D17"}, "RCZ-VIII"),
        (23, {"hex": "Q99"}, "not the name of a hex"),
        (23, {"tile": "999-0"}, "unknown tile"),
        (23, {"rotation": 7}, "rotation"),
        (24, {"entity": "MW"}, "RCZ"),
        (24, {"entity": "XYZ"}, "no company"),
        (26, {"price": 71}, "costs 70"),
        (26, {"train": "5j-0", "variant": "5j", "price": 350}, "RCZ-VIII.10.7"),
        (40, {"price": 41}, "RCZ-IV.1.7"),
        (59, {"routes": [{"train": "2a-4", "connections": [], "revenue": 0}]}, "has no train"),
        (59, {"routes": [{"train": "2a-0"}]}, "lacks its connections"),
        (60, {"kind": "half"}, "half"),
        (184, {"price": 98}, "RCZ-VIII.9.5"),
        (185, {"train": "3c-0"}, "has no train"),
    ],
)  # fmt: skip
def test_an_impossible_action_is_refused_by_its_number(
    number: int, fields: dict[str, Any], words: str
) -> None:
    with pytest.raises(ActionProblem, match=words) as refused:
        import_text(changed(action(number, **fields)))
    assert refused.value.number == number


def test_other_scores_in_the_file_are_told() -> None:
    _, report = import_text(changed(lambda data: data["result"].update({"52": 5446})))
    assert report.equal is False
    assert report.scores == SCORES


def test_a_run_with_another_sum_is_told_and_the_sum_taken() -> None:
    def richer(data: dict[str, Any]) -> None:
        data["actions"][58]["routes"][0]["revenue"] += 10

    _, report = import_text(changed(richer))
    first = report.differences[0]
    assert (first.action, first.name, first.rule) == (59, "other revenue", "RCZ-VIII.8.1")
    assert first.file.endswith("= 50")
    assert first.ours == "it earns 40"
    assert report.equal is False


def test_routes_that_no_track_bears_are_told() -> None:
    def elsewhere(data: dict[str, Any]) -> None:
        data["actions"][58]["routes"][0]["connections"] = [["E16", "F17", "G16"]]

    _, report = import_text(changed(elsewhere))
    assert report.differences[0].name == "no such track"
    assert report.equal is True


@pytest.mark.parametrize(
    ("number", "entity", "words"),
    [
        (19, 52, "par by Player 3; it is Player 2's turn"),
        (29, "MW", "lay_tile by MW; we wait for Player 3: VBW must own"),
    ],
)
def test_who_acts_out_of_turn_is_named_even_if_the_file_fails_later(
    number: int, entity: object, words: str
) -> None:
    with pytest.raises(ActionProblem, match=words) as refused:
        import_text(changed(action(number, entity=entity)))
    assert refused.value.number == number


ODD: tuple[Any, ...] = (
    None,
    "",
    -1,
    10**9,
    1.5,
    True,
    [],
    {},
    ["x"],
    [[None]],
    [{}],
    "nowhere",
    "E12",
    "2a-0",
    "MW",
)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_damaged_the_answer_is_a_game_or_one_clear_refusal(seed: int) -> None:
    chance = Chance(seed)

    def damage(data: dict[str, Any]) -> None:
        actions = data["actions"][: 40 + chance.below(160)]
        data.update(actions=actions, status="active")
        target: dict[str, Any] = chance.choice(actions)
        if target["type"] == "run_routes" and chance.below(2):
            target = chance.choice(target["routes"])
        target[chance.choice(sorted(target))] = chance.choice(ODD)

    with suppress(ImportProblem):
        _, report = import_text(changed(damage))
        assert report.equal is None

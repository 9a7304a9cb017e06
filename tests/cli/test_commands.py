"""Every command, with good and bad input: one JSON document, or one line that says what is wrong."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests import brought
from tests.cli.conftest import Run

from piercy.bots import RandomBot, play_out
from piercy.core.actions import Pass
from piercy.core.chance import Chance
from piercy.core.game import Game, from_json, new_game
from piercy.testing import questions as ask

TITLE = "1856-short"


@pytest.fixture
def type_lines(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    return lambda *lines: monkeypatch.setattr(
        sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines))
    )


@pytest.fixture(scope="session")
def finished() -> Game:
    return play_out(new_game(TITLE, players=["Ann", "Bob"], seed=1), [RandomBot()], Chance(5), 20_000)


@pytest.fixture
def saved(tmp_path: Path, finished: Game) -> Path:
    path = tmp_path / "game.json"
    path.write_text(finished.to_json(), encoding="utf-8")
    return path


def document(answer: tuple[int, str, str]) -> Any:
    code, out, err = answer
    assert (code, err) == (0, "")
    return json.loads(out)


def complaint(answer: tuple[int, str, str]) -> str:
    code, out, err = answer
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert "Traceback" not in err
    return err


def test_titles(run: Run) -> None:
    (row,) = [row for row in document(run("titles", "--json")) if row["id"] == TITLE]
    assert row["players"] == [2, 3, 4, 5, 6]
    assert TITLE in run("titles")[1]


def test_titles_believes_what_is_told_of_a_title_and_loads_it_to_check(run: Run, tmp_path: Path) -> None:
    about = (
        "from piercy.core.title import About\nTITLES = (About('18told', 'Told', 'Beans', 1, range(2, 5)),)\n"
    )
    (tmp_path / "18told_box").mkdir()
    modules = {"18told_box/__init__": "", "18told_box/about": about}
    brought.install(tmp_path, "told", {"18told": "18told_box.title:Told"}, modules)
    with brought.found(tmp_path):
        (row,) = [row for row in document(run("titles", "--json")) if row["id"] == "18told"]
        assert (row["name"], row["players"]) == ("Told", [2, 3, 4])
        (row,) = [row for row in document(run("titles", "--check", "--json")) if row["id"] == "18told"]
        assert row == {"id": "18told", "broken": "ModuleNotFoundError: No module named '18told_box.title'"}
        _, out, _ = run("titles", "--check")
        assert "18told  broken: ModuleNotFoundError" in out
        assert re.search(rf"^{TITLE} .*lay track", out, re.MULTILINE)


def test_replay(run: Run, saved: Path, finished: Game) -> None:
    found = document(run("replay", saved, "--json"))
    assert found["scores"] == finished.scores()
    assert found["digest"] == finished.digest()
    assert found["actions"] == finished.seq
    assert finished.digest() in run("replay", saved)[1]


def test_replay_refuses_what_is_no_game(run: Run, tmp_path: Path, finished: Game) -> None:
    assert "nowhere.json" in complaint(run("replay", tmp_path / "nowhere.json"))
    path = tmp_path / "bad.json"
    for text in (b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b"1" * 10_000):
        path.write_bytes(text)
        assert "bad.json" in complaint(run("replay", path))
    changed = finished.to_dict() | {"digest": "0" * 32}
    path.write_text(json.dumps(changed), encoding="utf-8")
    assert "does not replay" in complaint(run("replay", path, "--json"))
    changed = finished.to_dict()
    first, *rest = changed["actions"]
    changed["actions"] = [first | {"player": "Cid"}, *rest]
    path.write_text(json.dumps(changed), encoding="utf-8")
    assert "action 1 " in complaint(run("replay", path))


def test_routes(run: Run, tmp_path: Path, finished: Game) -> None:
    game = new_game(TITLE, players=["Ann", "Bob"], seed=1)
    for action in finished.history[:-1]:
        game = game.apply(action)
        if game.offers() and game.offers()[0].type == "run_trains":
            break
    path = tmp_path / "g.json"
    path.write_text(game.to_json(), encoding="utf-8")
    found = document(run("routes", path, "--json"))
    assert found["proven"]
    assert found["total"] == sum(run_["value"] for run_ in found["routes"]) > 0
    assert f"total {found['total']} (proven best" in run("routes", path)[1]
    complaint(run("routes", tmp_path / "nowhere"))


def test_draw(run: Run, tmp_path: Path, saved: Path) -> None:
    target = tmp_path / "x.svg"
    for source in (TITLE, saved):
        assert run("draw", source, "-o", target)[0] == 0
        assert target.read_text(encoding="utf-8").startswith("<svg")
    drawn = target.read_text(encoding="utf-8")
    assert run("draw", TITLE, "-o", target, "--tiles")[0] == 0
    assert target.read_text(encoding="utf-8") != drawn
    for sheet in ("map", "tiles", "market", "charters", "rounds", "revenue"):
        assert run("draw", "18cz", "-o", target, "--sheet", sheet)[0] == 0
        assert target.read_text(encoding="utf-8").startswith("<svg")
    assert "no such sheet" in complaint(run("draw", TITLE, "-o", target, "--sheet", "market"))
    assert "neither a file nor a title" in complaint(run("draw", "1999", "-o", target))
    complaint(run("draw", TITLE, "-o", tmp_path / "no" / "x.svg"))
    complaint(run("draw", TITLE))


def test_simulate_is_the_same_again(run: Run) -> None:
    arguments = ("simulate", TITLE, "--players", 2, "--games", 3, "--seed", 4, "--json")
    first = run(*arguments)
    found = document(first)
    assert [game["seed"] for game in found["games"]] == [4, 5, 6]
    assert found["summary"]["finished"] == found["summary"]["games"] == 3
    assert run(*arguments) == first


def test_simulate_with_options(run: Run) -> None:
    arguments = ("simulate", TITLE, "--players", 2, "--games", 2, "--json")
    chosen = document(run(*arguments, "--option", "test_everybody=no", "--option", "idle_limit=1"))
    assert chosen["games"] != document(run(*arguments))["games"]
    assert document(run(*arguments, "--option", "test_everybody=true")) == document(run(*arguments))


def test_simulate_counts_and_tells_how_games_ended(run: Run) -> None:
    arguments = ("simulate", "1865-short", "--option", "round_cap=1", "--counts", "--json")
    summary = json.loads(run(*arguments)[1])["summary"]
    assert summary["endings"] == {"round_cap": 1}
    assert summary["counts"]["action take_maritime"] == summary["counts"]["event maritime_taken"] == 4
    assert "endings: round_cap: 1" in run(*arguments[:-2])[1]


def test_simulate_reports_games_that_fail(run: Run) -> None:
    code, out, _ = run("simulate", TITLE, "--max-actions", 3, "--json")
    assert code == 1
    assert "not over after 3 actions" in json.loads(out)["games"][0]["error"]
    assert run("simulate", TITLE)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("1999",), "unknown title"),
        ((TITLE, "--players", 9), "players"),
        ((TITLE, "--bots", "clever"), "unknown bot"),
        ((TITLE, "--bots", ""), "unknown bot"),
        ((TITLE, "--players", 2, "--bots", "random,random,random"), "seats"),
        ((TITLE, "--games", 0), "games"),
        ((TITLE, "--seed", "x"), "seed"),
        ((TITLE, "--option", "speed=1"), "has no option 'speed'"),
        ((TITLE, "--option", "idle_limit"), "NAME=VALUE"),
        ((TITLE, "--option", "idle_limit=-1"), "a whole number"),
        ((TITLE, "--option", "test_everybody=perhaps"), "may be False, True"),
    ],
)
def test_simulate_refuses(run: Run, arguments: tuple[object, ...], word: str) -> None:
    assert word in complaint(run("simulate", *arguments))


def test_rules(run: Run) -> None:
    counts = document(run("rules", "--json"))
    assert {"1856-short", "18cz"} <= {entry["digest"] for entry in counts}
    assert "1856-short: " in run("rules")[1]


def test_bench(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piercy.bench.suite.run_all", lambda: {"router": {"seconds": 1.5}})
    assert document(run("bench", "--json")) == {"router": {"seconds": 1.5}}
    assert "seconds: 1.5" in run("bench")[1]


def test_import_refuses_what_is_no_game(run: Run, tmp_path: Path) -> None:
    complaint(run("import", tmp_path / "nowhere"))
    bad = tmp_path / "bad.json"
    bad.write_text("{}", encoding="utf-8")
    complaint(run("import", bad))


def test_unknown_commands_and_options(run: Run) -> None:
    complaint(run("frobnicate"))
    complaint(run("titles", "--frobnicate"))
    assert "simulate" in run()[1]


def test_play_saves_and_goes_on(run: Run, tmp_path: Path, type_lines: Callable[..., None]) -> None:
    save = tmp_path / "p.json"
    arguments = ("play", TITLE, "--players", "Ann,bot:random", "--seed", 3, "--save", save)
    type_lines("x", "m", "s", "2", "q")
    code, out, _ = run(*arguments)
    assert code == 0
    assert "saved to" in out
    assert save.with_suffix(".svg").exists()
    game = from_json(save.read_text(encoding="utf-8"))
    assert game.players == ("Ann", "random-2")
    assert any(action.player == "Ann" for action in game.history)
    type_lines("u")
    assert run(*arguments)[0] == 0
    back = from_json(save.read_text(encoding="utf-8"))
    assert len([a for a in back.history if a.player == "Ann"]) < len(
        [a for a in game.history if a.player == "Ann"]
    )
    assert "players" in complaint(run("play", TITLE, "--players", "Bob,Cid", "--save", save))


@pytest.mark.rule("R56-8.12")
def test_play_says_that_a_game_stands_still_and_ends_it_if_all_agree(
    run: Run, tmp_path: Path, type_lines: Callable[..., None]
) -> None:
    game = new_game(TITLE, players=["Ann", "Bob"], seed=3)
    while ask.round_number(game) == 1:
        game = game.apply(Pass(str(game.actor)))
    save = tmp_path / "still.json"
    save.write_text(game.to_json(), encoding="utf-8")
    kinds = [offer.type for offer in game.offers()]
    type_lines(str(kinds.index("propose_end") + 1), "1", "1")
    code, out, _ = run("play", TITLE, "--save", save)
    assert code == 0
    assert "The game is over" in out
    assert from_json(save.read_text(encoding="utf-8")).over


@pytest.mark.parametrize(("title", "bound"), [(TITLE, "idle_limit"), ("1865", "round_cap")])
def test_a_game_with_a_person_has_no_bound(
    run: Run, tmp_path: Path, type_lines: Callable[..., None], title: str, bound: str
) -> None:
    def begun(players: str) -> object:
        save = tmp_path / f"{players.replace(':', '-')}.json"
        type_lines("q")
        assert run("play", title, "--players", players, "--save", save)[0] == 0
        return from_json(save.read_text(encoding="utf-8")).setup.options[bound]

    assert begun("Ann,bot:random") == 0
    assert new_game(title, players=["Ann", "Bob"]).setup.options[bound] == 0
    refusal = complaint(run("play", title, "--players", "Ann,bot:random", "--option", f"{bound}=5"))
    assert "games without a person only" in refusal


def test_play_refuses(run: Run, tmp_path: Path) -> None:
    assert "unknown title" in complaint(run("play", "1999"))
    assert "players" in complaint(run("play", TITLE, "--players", "Ann"))
    assert "unknown bot" in complaint(run("play", TITLE, "--players", "Ann,bot:clever"))
    assert "name of their own" in complaint(run("play", TITLE, "--players", "Ann,Ann"))
    complaint(run("play", TITLE, "--save", tmp_path / "no" / "x.json"))


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "piercy", "replay", "nowhere"], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error: nowhere")

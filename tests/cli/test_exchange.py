"""The commands import and export."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from piercy.bots import RandomBot, play_out
from piercy.core.chance import Chance
from piercy.core.game import Game, from_json, new_game
from piercy.interop.games18xx.export import export_document


@cache
def finished() -> Game:
    return play_out(new_game("18cz", players=["Ann", "Bob", "Cid"], seed=1), [RandomBot()], Chance(5), 20_000)


@pytest.fixture
def site_file(tmp_path: Path) -> Path:
    path = tmp_path / "site.json"
    path.write_text(json.dumps(export_document(finished())), encoding="utf-8")
    return path


def test_import_tells_the_scores_and_saves_the_game(run: Run, site_file: Path, tmp_path: Path) -> None:
    saved = tmp_path / "ours.json"
    code, out, err = run("import", site_file, "--json", "--output", saved)
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["scores"] == finished().scores() == found["file_scores"]
    assert found["equal"] is True
    assert "better_runs" not in found
    assert from_json(saved.read_text(encoding="utf-8")).digest() == finished().digest()
    code, out, _ = run("import", site_file, "--optimum")
    assert code == 0
    assert "equal: yes" in out
    assert "runs that could have earned more: 0" in out


def test_other_scores_than_the_files_are_a_failed_result(run: Run, site_file: Path) -> None:
    data = json.loads(site_file.read_text(encoding="utf-8"))
    data["result"]["1"] += 1
    site_file.write_text(json.dumps(data), encoding="utf-8")
    code, out, err = run("import", site_file, "--json")
    assert (code, err) == (1, "")
    assert json.loads(out)["equal"] is False


def test_export_writes_what_import_reads(run: Run, tmp_path: Path) -> None:
    save, written = tmp_path / "save.json", tmp_path / "written.json"
    save.write_text(finished().to_json(), encoding="utf-8")
    assert run("export", save, "-o", written)[0] == 0
    assert json.loads(run("import", written, "--json")[1])["equal"] is True


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"title": "18CZ", "acti', "breaks off"),
        ('{"title": "1889", "actions": [], "players": []}', "'1889'"),
        ("nonsense", "not JSON"),
    ],
)
def test_bad_files_get_one_line_and_leave_nothing(run: Run, tmp_path: Path, text: str, words: str) -> None:
    path, saved = tmp_path / "bad.json", tmp_path / "saved.json"
    path.write_text(text, encoding="utf-8")
    code, out, err = run("import", path, "--json", "-o", saved)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
    assert not saved.exists()


def test_an_impossible_action_is_named_and_nothing_is_saved(
    run: Run, site_file: Path, tmp_path: Path
) -> None:
    data = json.loads(site_file.read_text(encoding="utf-8"))
    number = next(action["id"] for action in data["actions"] if action["type"] == "lay_tile")
    data["actions"][number - 1]["tile"] = "595p-0"
    site_file.write_text(json.dumps(data), encoding="utf-8")
    saved = tmp_path / "saved.json"
    code, out, err = run("import", site_file, "-o", saved)
    assert (code, out) == (2, "")
    assert f"action {number}:" in err
    assert "[RCZ-" in err
    assert not saved.exists()


def test_files_that_are_not_there_or_not_text(run: Run, tmp_path: Path) -> None:
    assert run("import", tmp_path / "nowhere.json")[0] == 2
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")
    code, _, err = run("import", binary)
    assert code == 2
    assert "UTF-8" in err

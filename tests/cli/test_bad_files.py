"""Files and numbers that no honest program writes: one line and exit 2, never a traceback."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

from piercy.core.game import from_json
from piercy.interop.games18xx.export import export_document

GAMES = Path(__file__).parents[1] / "games"
SAVED = GAMES / "18cz" / "3-players.json"
DIGITS = "@digits@"
MANY = "9" * 5_000


@cache
def site_text() -> str:
    return json.dumps(export_document(from_json(SAVED.read_text(encoding="utf-8"))))


def written(path: Path, document: Any) -> Path:
    """The document as a file, with a number of 5,000 digits where one was asked for."""
    path.write_text(json.dumps(document).replace(f'"{DIGITS}"', MANY), encoding="utf-8")
    return path


def refused(run: Run, *words: object) -> str:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert len(err.encode()) < 1_000
    return err


SAVE_COMMANDS = (("replay",), ("routes",), ("draw", "-o", "out.svg"), ("export", "-o", "out.json"))


@pytest.mark.parametrize("command", SAVE_COMMANDS, ids=lambda command: str(command[0]))
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": -5}, "from 0 to 9007199254740991"),
        ({"seed": 2**53}, "9007199254740992 is too large"),
        ({"seed": 2**70}, "too large"),
        ({"seed": DIGITS}, "too large"),
        ({"rules_version": DIGITS}, "too large"),
        ({"players": ["\ud800", "Bob", "Cid"]}, "half of a character"),
        ({"options": {"\ud800": True}}, "half of a character"),
        ({"actions": [{"type": "pass", "player": "\ud800"}]}, "half of a character"),
        ({"actions": [{"type": "pass", "player": "x" * 1_000_000}]}, "1000000 characters"),
        ({"actions": json.loads("[" * 200 + "]" * 200)}, "nested too deeply"),
    ],
)
def test_a_bad_save_is_one_line(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    change: dict[str, Any],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    name, *more = command
    saved = json.loads(SAVED.read_text(encoding="utf-8"))
    assert words in refused(run, name, written(tmp_path / "bad.json", saved | change), *more)
    assert [path.name for path in tmp_path.iterdir()] == ["bad.json"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"settings": {"seed": DIGITS}}, "too large"),
        ({"settings": {"seed": MANY}}, "the seed is a whole number"),
        ({"settings": {"seed": 2**70}}, "too large"),
        ({"settings": {"seed": -1}}, "the seed is a whole number"),
        ({"settings": {}, "id": DIGITS}, "too large"),
        ({"settings": {}, "id": MANY}, "the seed is a whole number"),
        ({"players": [{"id": 1, "name": "\ud800"}]}, "half of a character"),
        ({"actions": json.loads("[" * 200 + "]" * 200)}, "nested too deeply"),
    ],
)
def test_a_bad_file_of_18xx_games_is_one_line(
    run: Run, tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    assert words in refused(run, "import", written(tmp_path / "bad.json", json.loads(site_text()) | change))


@pytest.mark.parametrize("connections", [[[]], [[], []], "whole and empty", "endless"])
def test_empty_and_endless_connections_are_no_route(run: Run, tmp_path: Path, connections: Any) -> None:
    document = json.loads(site_text())
    route = next(a["routes"][0] for a in document["actions"] if a["type"] == "run_routes" and a["routes"])
    whole = route["connections"]
    if connections == "whole and empty":
        connections = [*whole, []]
    elif connections == "endless":
        connections = [whole[0], whole[0][::-1]] * 2_000
    route["connections"] = connections
    code, _, err = run("import", written(tmp_path / "bad.json", document), "--json")
    assert code in (0, 2)  # where the file's sum stands for the run, it goes on; else it is refused in a line
    assert err.count("\n") == (1 if code else 0)
    assert "Error" not in err


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "1856-short", "--seed", "-1"),
        ("simulate", "1856-short", "--seed", str(2**53)),
        ("simulate", "1856-short", "--seed", str(2**53 - 1), "--games", "2"),
        ("simulate", "1856-short", "--seed", MANY),
        ("simulate", "1856-short", "--option", f"round_cap={MANY}"),
        ("simulate", "1865", "--option", f"round_cap={MANY}"),
        ("play", "1856-short", "--players", "Ann,Bob", "--seed", "-1"),
    ],
    ids=lambda words: " ".join(words)[:50],
)
def test_seeds_and_options_beyond_all_bounds(run: Run, words: tuple[str, ...]) -> None:
    refused(run, *words)


def test_the_largest_seed_plays(run: Run) -> None:
    code, out, _ = run("simulate", "1856-short", "--seed", 2**53 - 1, "--json")
    assert (code, json.loads(out)["summary"]["errors"]) == (0, 0)

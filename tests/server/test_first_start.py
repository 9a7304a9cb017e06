"""The very first start: nobody has made the folder of the games yet, or nobody can."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.live import Server

from piercy.server.settings import Settings, default_database, file_database

ODD = "Zofia Żółć – 50% off? #1 %41"
"""A name with blanks, letters beyond ASCII, and the letters that mean something in an address."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home that nobody has used."""
    made = tmp_path / ODD
    made.mkdir()
    monkeypatch.setenv("HOME", str(made))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    return made


def test_the_first_start_makes_the_folder_of_the_games(home: Path) -> None:
    kept = home / ".local" / "share" / "piercy"
    for _ in range(2):  # and once more after somebody has removed it
        server = Server(None)
        game = server.start("1856-short", "Ann", "Bob")
        assert server.call(f"/api/games/{game}")["game"]["seq"] == 0
        server.stop()
        assert (kept / "games.db").is_file()
        shutil.rmtree(kept)
    assert [path.name for path in home.iterdir()] == [".local"]


def test_odd_letters_in_the_name_of_a_file_survive_its_address(home: Path) -> None:
    assert Settings(default_database()).folder() == home / ".local" / "share" / "piercy"
    assert Settings(file_database(home / "a?b#c%20d")).folder() == home


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "postgresql://somewhere/games"])
def test_no_folder_where_the_database_is_no_file(url: str) -> None:
    assert Settings(url).folder() is None


def refusal(*options: str) -> str:
    """What ``piercy serve`` says when it does not come up."""
    command = [sys.executable, "-m", "piercy", "serve", "--port", "0", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


def test_a_folder_that_cannot_be_made_is_one_clear_line(home: Path) -> None:
    (home / ".local").write_text("a file where the folder should be", "utf-8")
    folder = home / ".local" / "share" / "piercy"
    assert refusal() == f"error: no games can be kept in {folder}: Not a directory"


def test_a_folder_that_cannot_be_written_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write anywhere, so the system's answer is put in its place; `make newcomer` truly asks."""
    monkeypatch.setattr("piercy.server.settings.os.access", lambda *asked: False)
    with pytest.raises(PermissionError) as refused:
        Settings(file_database(tmp_path / "games.db")).prepare()
    assert refused.value.filename == str(tmp_path)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc here")
def test_a_folder_that_takes_no_files_is_one_clear_line() -> None:
    assert refusal("--database", "sqlite:////proc/games.db").startswith(
        "error: the database cannot be used: "
    )


def test_a_home_whose_name_is_not_text_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    folder = f"{tmp_path}/caf\\udce9/.local/share/piercy"
    reason = "the name of this folder is not text in UTF-8; name another place with --database"
    assert refusal() == f"error: {folder}: {reason}"


def test_a_data_folder_that_is_not_absolute_counts_for_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for given in ("data", "./data", ""):
        monkeypatch.setenv("XDG_DATA_HOME", given)
        assert Settings(default_database()).folder() == home / ".local" / "share" / "piercy"
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    assert Settings(default_database()).folder() == home / "data" / "piercy"

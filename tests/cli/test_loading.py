"""What only lists or helps is quick: the command line loads what a command needs, and nothing else."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys

import pytest
from tests.cli.conftest import Run

from piercy import __version__
from piercy.cli.app import COMMANDS

WEB = ("alembic", "fastapi", "jinja2", "markdown_it", "sqlalchemy", "starlette", "uvicorn")
HEAVY = (*WEB, "babel", "rich", "piercy.bench", "piercy.interop", "piercy.server")
"""The web, its database and its languages, the importer, the benchmarks, and coloured tables."""


def loaded_by(*words: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    program = (
        "import sys, piercy.cli\n"
        "try: piercy.cli.main(sys.argv[1:])\n"
        "finally: print(*sys.modules, file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", program, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout
    return set(done.stderr.split())


@pytest.mark.parametrize("words", [("--help",), ("titles",), ("titles", "--json"), ("serve", "--help")])
def test_what_lists_or_helps_loads_nothing_heavy(words: tuple[str, ...]) -> None:
    modules = loaded_by(*words)
    assert "piercy.cli.app" in modules
    assert [name for name in HEAVY if name in modules] == []


def test_help_alone_loads_no_title() -> None:
    assert not any(name.startswith("piercy.titles.") for name in loaded_by("--help"))


@pytest.mark.parametrize("words", [("titles",), ("titles", "--json")])
def test_the_list_of_titles_reads_what_is_told_of_them_and_loads_none(words: tuple[str, ...]) -> None:
    modules = loaded_by(*words)
    told = {name for name in modules if re.fullmatch(r"piercy\.titles\.\w+\..*", name)}
    assert told == {f"piercy.titles.{folder}.about" for folder in ("cz", "sardinia", "short1856")}
    assert not any(name.startswith("piercy.rail") for name in modules)


def test_help_lists_every_command_with_its_help(run: Run) -> None:
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    listed = out.partition("Commands:")[2].strip().splitlines()
    told = [tuple(line.split(maxsplit=1)) for line in listed]
    assert told == [(command.name, command.help) for command in COMMANDS]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_list_says_what_the_command_says(command: object, run: Run) -> None:
    known = next(entry for entry in COMMANDS if entry is command)
    assert inspect.getdoc(known.load()) == known.help
    code, out, _ = run(known.name, "--help")
    assert code == 0
    assert known.help in out


def test_a_misspelt_command_is_told_what_was_meant(run: Run) -> None:
    code, out, err = run("tittles")
    assert (code, out) == (2, "")
    assert "Did you mean 'titles'?" in err


def test_a_command_behind_two_dashes_is_the_command(run: Run) -> None:
    assert run("--", "titles") == run("titles")


def test_the_version_is_told_and_nothing_else(run: Run) -> None:
    assert run("--version") == (0, f"piercy {__version__}\n", "")


def test_an_option_that_may_be_repeated_shows_what_it_takes(run: Run) -> None:
    _, out, _ = run("serve", "--help")
    assert re.search(r"--allowed-host NAME\s", out)
    assert "list[" not in out

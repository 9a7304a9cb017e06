"""All commands together, and the wrapper that turns every refusal into one line and an exit code."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.main import get_command

from piercy import __version__
from piercy.core.errors import EngineError

BAD_INPUT = 2

# Typer's own complaints have a common parent that it does not export under every version.
_COMPLAINT: type[BaseException] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command as the list of all commands shows it. Only the one that is asked for is loaded."""

    name: str
    module: str
    function: str
    help: str

    def load(self) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(import_module(f"piercy.cli.{self.module}"), self.function)
        return found


COMMANDS = (
    Command("titles", "listing", "titles", "List the games."),
    Command("play", "play", "play", "Play a game in the terminal."),
    Command("simulate", "simulate", "simulate", "Let programs play."),
    Command("replay", "commands", "replay", "Play a saved game again, every move checked."),
    Command(
        "routes", "commands", "routes", "Find the routes that earn most in a saved game, with the proof."
    ),
    Command("draw", "drawing", "draw", "Draw the map of a game, or what lies beside it, as SVG."),
    Command("rules", "commands", "rules", "Show which rules there are."),
    Command("bench", "commands", "bench", "Measure the engine."),
    Command("serve", "serve", "serve", "Offer games to a browser."),
    Command("import", "exchange", "import_game", "Read a game of 18xx.games, every action checked."),
    Command("export", "exchange", "export", "Write a saved game of 18CZ as a file of 18xx.games."),
)


def command_line(given: Sequence[str]) -> typer.Typer:
    """All commands; the one that is asked for can be run, the others are there to be listed."""
    asked = next((word for word in given if not word.startswith("-")), None)
    app = typer.Typer(
        help="18xx railway games, played by their rulebooks.", add_completion=False, rich_markup_mode=None
    )
    app.callback()(_piercy)
    for command in COMMANDS:
        app.command(command.name, help=command.help)(
            command.load() if command.name == asked else _only_listed
        )
    return app


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"piercy {__version__}")
        raise typer.Exit


def _piercy(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """18xx railway games, played by their rulebooks."""


def _only_listed() -> None:
    """Stands for a command that is not the one asked for."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code: 0, 1 for a failed result, 2 for bad input."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = get_command(command_line(given)).main(
            given or ["--help"], prog_name="piercy", standalone_mode=False
        )
    except (EngineError, UnicodeError) as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error))
    except BrokenExecutor:
        _fail("a process that played games ended unexpectedly")
    except _COMPLAINT as error:
        _fail(_words(error))
    else:
        sys.exit(code if isinstance(code, int) else 0)


def _words(complaint: BaseException) -> str:
    words = getattr(complaint, "format_message", None)
    return str(words() if words else complaint)


def _fail(message: str) -> None:
    print(f"error: {message}", file=sys.stderr)
    sys.exit(BAD_INPUT)

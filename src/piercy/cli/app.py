"""All commands together, and the wrapper that turns every refusal into one line and an exit code."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor

import typer
from typer.main import get_command

from piercy.cli import commands, drawing, exchange, play, serve, simulate
from piercy.core.errors import EngineError

BAD_INPUT = 2

# Typer's own complaints have a common parent that it does not export under every version.
_COMPLAINT: type[BaseException] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)

app = typer.Typer(
    help="18xx railway games, played by their rulebooks.", add_completion=False, rich_markup_mode=None
)
app.command("titles")(commands.titles)
app.command("play")(play.play)
app.command("simulate")(simulate.simulate)
app.command("replay")(commands.replay)
app.command("routes")(commands.routes)
app.command("draw")(drawing.draw)
app.command("rules")(commands.rules)
app.command("bench")(commands.bench)
app.command("serve")(serve.serve)
app.command("import")(exchange.import_game)
app.command("export")(exchange.export)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code: 0, 1 for a failed result, 2 for bad input."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = get_command(app).main(given or ["--help"], prog_name="piercy", standalone_mode=False)
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

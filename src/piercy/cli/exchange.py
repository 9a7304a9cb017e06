"""The commands that read and write games of other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from piercy.cli.common import Json, SaveFile, load_game, outline, print_json, screen
from piercy.core.game import Game
from piercy.interop.games18xx import export_game
from piercy.interop.games18xx.problems import ImportProblem
from piercy.interop.games18xx.replay import import_text
from piercy.interop.games18xx.report import Report

SiteFile = Annotated[Path, typer.Argument(metavar="FILE", help="A game file of 18xx.games (18CZ).")]


def import_game(
    file: SiteFile,
    as_json: Json = False,
    optimum: Annotated[
        bool, typer.Option("--optimum", help="Also list the runs that could have earned more (slower).")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Save the game here.")
    ] = None,
) -> None:
    """Read a game of 18xx.games, every action checked."""
    game, report = _load(file, optimum)
    if output is not None:
        output.write_text(game.to_json(), encoding="utf-8")
    if as_json:
        print_json(report.to_dict())
    else:
        screen().print("\n".join(_lines(report)))
    if report.equal is False:
        raise typer.Exit(1)


def export(
    file: SaveFile,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
) -> None:
    """Write a saved game of 18CZ as a file of 18xx.games."""
    output.write_text(export_game(load_game(file)), encoding="utf-8")
    screen().print(str(output))


def _load(path: Path, optimum: bool) -> tuple[Game, Report]:
    try:
        return import_text(path.read_text(encoding="utf-8"), optimum=optimum)
    except UnicodeDecodeError:
        raise ImportProblem("{path}: this is not text in UTF-8", path=path) from None
    except ImportProblem as problem:
        raise ImportProblem("{path}: {problem}", path=path, problem=str(problem)) from problem


def _lines(report: Report) -> list[str]:
    found: dict[str, Any] = report.to_dict()
    differences, better = found.pop("differences"), found.pop("better_runs", None)
    lines = list(outline(found))
    lines += [
        f"action {d['action']}, {d['name']} of {d['company']} [{d['rule']}]: "
        f"the file has {d['file']}; ours: {d['ours']}"
        for d in differences
    ]
    if better is not None:
        lines.append(f"runs that could have earned more: {len(better)}")
        lines += [
            f"action {run['action']}, {run['company']}: {run['recorded']} recorded, {run['best']} possible"
            f"{'' if run['proven'] else ' (not proven)'} by {'; '.join(run['routes'])}"
            for run in better
        ]
    return lines

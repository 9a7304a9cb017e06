"""The commands that look at something and print it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from piercy.cli.common import (
    Json,
    SaveFile,
    Unavailable,
    load_game,
    one_line,
    outline,
    print_json,
    screen,
)
from piercy.core import registry
from piercy.core.box import Box, rule_ids
from piercy.rail.rail_title import FindsRoutes


def replay(file: SaveFile, as_json: Json = False) -> None:
    """Play a saved game again, every move checked."""
    game = load_game(file)
    scores = game.scores()
    found: dict[str, Any] = {
        "title": game.setup.title,
        "players": list(game.players),
        "actions": game.seq,
        "finished": game.over,
        "scores": scores,
        "winners": game.winners(),
        "digest": game.digest(),
    }
    if as_json:
        print_json(found)
    else:
        screen().print("\n".join(outline(found)))


def routes(file: SaveFile, as_json: Json = False) -> None:
    """Find the routes that earn most in a saved game, with the proof."""
    game = load_game(file)
    title = game.title
    if not isinstance(title, FindsRoutes):
        raise Unavailable("{title} has no best routes: its companies choose none", title=game.setup.title)
    found = title.best_routes(game.state).to_dict()
    if as_json:
        print_json(found)
    else:
        screen().print("\n".join(_route_lines(found)))


def _route_lines(found: dict[str, Any]) -> list[str]:
    lines = []
    for run in found["routes"]:
        stops = " + ".join(f"{name} {value}" for name, value in run["stops"])
        lines.append(f"{run['train']}-train: {stops} = {run['value']}")
    proof = "proven best" if found["proven"] else f"not proven; at most {found['bound']}"
    return [*lines, f"total {found['total']} ({proof}; {found['nodes']} nodes searched)"]


def rules(as_json: Json = False) -> None:
    """Show which rules there are."""
    counts = [_counted(box, titles) for box, titles in registry.boxes().items()]
    if as_json:
        print_json(counts)
    else:
        screen().print("\n".join(f"{c['digest']}: {c['total']} ({one_line(c['ids'])})" for c in counts))


def _counted(box: Box, titles: list[str]) -> dict[str, Any]:
    ids = rule_ids(box)
    families = Counter(name.split("-")[0] for name in ids)
    return {"digest": box.name, "titles": titles, "total": len(ids), "ids": dict(families)}


def bench(
    as_json: Json = False,
    page: Annotated[Path | None, typer.Option(help="Write the figures to this Markdown page.")] = None,
) -> None:
    """Measure the engine."""
    from piercy.bench import suite  # the stress boards take a moment to draw; no other command needs them

    found = suite.run_all()
    if page is not None:
        page.write_text(suite.page(found), encoding="utf-8")
    if as_json:
        print_json(found)
    else:
        screen().print("\n".join(outline(found)))

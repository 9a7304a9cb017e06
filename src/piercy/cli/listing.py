"""The list of the games: what their folders tell in ``about.py``. Only titles that do not are loaded."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from piercy.cli.common import Json, print_json
from piercy.core import registry
from piercy.core.title import About, Audience


def titles(
    as_json: Json = False,
    check: Annotated[bool, typer.Option(help="Load every title, to see whether it can be played.")] = False,
) -> None:
    """List the games."""
    told = registry.described()
    if check:
        told |= registry.broken()
    known = [about for about in told.values() if isinstance(about, About)]
    broken = {name: reason for name, reason in told.items() if isinstance(reason, str)}
    if as_json:
        print_json([_row(about) for about in known] + [{"id": n, "broken": r} for n, r in broken.items()])
        return
    lines = [("title", "name", "players", "description")]
    for about in known:
        counts = f"{about.player_counts[0]}-{about.player_counts[-1]}"
        lines.append((about.id, about.name, counts, about.description))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip())
    for name, reason in broken.items():
        print(f"{name}  broken: {reason}")


def _row(about: About) -> dict[str, Any]:
    return {
        "id": about.id,
        "name": about.name,
        "description": about.description,
        "players": list(about.player_counts),
        "rules_version": about.rules_version,
        "options": {option.name: option.default for option in about.options_for(Audience.PLAYERS)},
        "simulation_options": about.simulation_options(),
    }

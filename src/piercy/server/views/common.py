"""What the views of several titles share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from piercy.core.game import Game
from piercy.rail.trains import Depot
from piercy.server.views.model import Badge, Column, TrainStack


def trains_left(depot: Depot, prices: Mapping[str, int], notes: Mapping[str, str]) -> tuple[TrainStack, ...]:
    """The depot kind by kind: what is left of the stack in order, then the open market."""
    stacks = [
        TrainStack(kind, prices.get(kind, 0), left, "bank", notes.get(kind, ""))
        for kind, left in Counter(depot.stack).items()
    ]
    market = [
        TrainStack(kind, prices.get(kind, 0), left, "market", "")
        for kind, left in sorted(Counter(depot.market).items())
    ]
    return (*market, *stacks)


def grouped(trains: Sequence[str]) -> str:
    """Owned trains in a short line: ``2 2 3``."""
    return " ".join(trains) or "–"


INCOMES = frozenset(("trains_run", "run_recorded", "dividend_paid", "revenue_withheld", "no_revenue"))
"""The events that tell what a company earned."""


def last_incomes(game: Game) -> dict[str, int]:
    """For each company what it earned when it last ran."""
    found: dict[str, int] = {}
    for event in reversed(game.log):
        if event.key in INCOMES and event.fields["company"] not in found:
            found[str(event["company"])] = int(event.fields.get("revenue", 0))
    return found


def badges_of(title: Any) -> dict[str, Badge]:
    colours: Mapping[str, str] = getattr(title, "company_colours", {})
    return {name: Badge(name, colour) for name, colour in colours.items()}


def holdings(names: Sequence[str]) -> tuple[Column, ...]:
    """A column for each player's shares."""
    return tuple(Column(f"of {name}", name, raw=True) for name in names)


def share_cells(shares: Mapping[str, int], head: str | None) -> dict[str, str]:
    """Who has how many shares; a star marks the one who directs the company."""
    return {
        f"of {name}": (f"{count}★" if name == head else str(count)) if count else ""
        for name, count in shares.items()
    }

"""Companies that could be started, and what that brings."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.titles.cz.outlook_judge import HELP_COSTS, Judge
from piercy.titles.cz.outlook_view import started

AROUND = 3
"""Hexes around a home that tell how good it is."""


@dataclass(frozen=True, slots=True)
class Start:
    """A company that could be opened."""

    company: str
    par: int
    cost: int
    """Of all the shares that open it."""
    gain: int
    """What they bring beyond their cost."""


def possible_starts(judge: Judge) -> list[Start]:
    """The companies that are on sale, at each of their prices."""
    facts, state = judge.facts, judge.state
    found = []
    for name, company in state.companies.items():
        size = facts.size(name)
        if company.closed or company.president or size.on_sale > state.phase:
            continue
        for par in size.pars:
            future = judge.future(started(facts, state, name, par))
            gain = size.opens * (future.share - par) - future.helped * HELP_COSTS // 100
            if not _can_build(judge, name):
                gain -= size.opens * par // 2
            found.append(Start(name, par, size.opens * par, gain + _place(judge, name)))
    return found


def _can_build(judge: Judge, name: str) -> bool:
    """Whether the first tile of its home may be laid by now, or lies already."""
    home, ground = judge.facts.companies[name].homes[0], judge.facts.ground
    first = ground.atlas[home].first_tiles
    colours = judge.facts.phases[judge.state.phase].colours
    if home in judge.state.board.tiles or judge.facts.companies[name].red_tile or not first:
        return True
    return any(ground.tiles[tile].colour in colours for tile in first)


def _place(judge: Judge, name: str) -> int:
    """A little for a home with much around it."""
    atlas = judge.facts.ground.atlas
    best = 0
    for home in judge.facts.companies[name].homes:
        seen, queue, total = {home: 0}, [home], 0
        for at in queue:
            place = atlas[at]
            if at != home and place.kind != "plain":
                total += (4 if "town" in place.kind else 12) // seen[at]
            if seen[at] < AROUND:
                for beside in atlas.beside[at]:
                    if beside is not None and beside not in seen:
                        seen[beside] = seen[at] + 1
                        queue.append(beside)
        best = max(best, total)
    return best

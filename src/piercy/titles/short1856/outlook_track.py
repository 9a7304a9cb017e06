"""Track with a plan: which tile now, if the next tiles go on from it.

One tile a turn is little, and most tiles earn nothing until the next has been laid. So plans of several
tiles are tried on the map as it would then be, with the trains that will run by then; what lies beyond a plan
counts by its distance.
"""

from __future__ import annotations

from dataclasses import dataclass

from piercy.rail.actions import LayTile
from piercy.rail.hexes import opposite
from piercy.rail.lines import Lines
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.outlook_view import board_key, earns, tiles_on_offer, with_tile
from piercy.titles.short1856.state import ShortState

PLAN = 3
"""Tiles in a plan."""
KEPT = 4
"""Plans that are followed further."""
FAR = 5
"""Tiles to a place beyond which it does not count."""
UNSEEN = 30
"""What a place pays whose first tile is still to be laid, about."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Trains that will run, and for how many rounds."""

    trains: tuple[str, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class Plan:
    first: LayTile | None
    latest: LayTile | None
    state: ShortState
    worth: int


def tile_values(facts: Book, state: ShortState, company: str, aims: list[Aim]) -> dict[LayTile, int]:
    """What each tile on offer is worth beside laying none: what the best plan that begins with it earns."""
    start = power(facts, state, company, aims)
    best: dict[LayTile, int] = {}
    plans = [Plan(None, None, state, 0)]
    for depth in range(PLAN):
        grown = [
            _lay(facts, plan, tile, company, aims, start, depth)
            for plan in plans
            for tile in tiles_on_offer(facts, plan.state)
            if plan.latest is None or _goes_on(facts, plan.latest.hex, tile.hex)
        ]
        for plan in grown:
            assert plan.first is not None
            best[plan.first] = max(best.get(plan.first, plan.worth), plan.worth)
        plans = sorted(grown, key=lambda plan: -plan.worth)[:KEPT]
    return best


def _lay(
    facts: Book, plan: Plan, tile: LayTile, company: str, aims: list[Aim], start: int, depth: int
) -> Plan:
    state = with_tile(facts, plan.state, tile)
    gain = power(facts, state, company, aims) - start
    cost = 0 if tile.hex in plan.state.board.tiles else facts.ground.atlas[tile.hex].cost
    # a plan's later tiles come later, and somebody may be in the way by then
    worth = plan.worth + (gain - plan.worth) * (PLAN + 2 - depth) // (PLAN + 2) - cost
    return Plan(plan.first or tile, tile, state, worth)


def _goes_on(facts: Book, before: str, name: str) -> bool:
    return before == name or name in facts.ground.atlas.beside[before]


def power(facts: Book, state: ShortState, company: str, aims: list[Aim]) -> int:
    """What a company earns with the trains it will have, and a little for what it could reach."""
    key = board_key(state)
    earned = sum(earns(facts, state, company, list(aim.trains), key) * aim.rounds for aim in aims)
    return earned + in_sight(facts, state, company)


def in_sight(facts: Book, state: ShortState, company: str) -> int:
    """What could be reached from open ends of track, the less the farther."""
    lines = Lines(facts.grounds[state.printed_toronto], state.board, company)
    reach, atlas = lines.first_sight(), facts.ground.atlas
    laid = state.board.tiles
    ends = [
        (name, edge)
        for name, edge in reach.arrivals
        if not lines.track(name).stops_at[edge] and not lines.track(name).onward[edge]
    ]
    seen = {name: 1 for name, _ in ends if name not in laid}
    queue, found = list(seen), 0
    for name in queue:
        away = seen[name]
        place = atlas[name]
        if place.printed.stops or place.kind != "plain":
            found += UNSEEN // (away * away)
            continue
        if away >= FAR:
            continue
        for edge, beside in enumerate(atlas.beside[name]):
            if beside is None or beside in seen or beside in laid:
                continue
            if edge in place.blocked or opposite(edge) in atlas[beside].blocked:
                continue
            seen[beside] = away + 1
            queue.append(beside)
    return found

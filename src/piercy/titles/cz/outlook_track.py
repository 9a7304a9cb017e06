"""Track with a plan: which tile now, if the next tiles go on from it; and what a station is worth."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.rail.actions import LayTile
from piercy.rail.hexes import opposite
from piercy.rail.lines import Lines
from piercy.titles.cz.book import Book
from piercy.titles.cz.outlook_paper import Ahead
from piercy.titles.cz.outlook_view import Firm, Rails, tiles_next, with_tile
from piercy.titles.cz.state import CzState

PLAN = 2
"""Tiles in a plan."""
KEPT = 2
"""Plans that are followed further."""
FAR = 4
"""Tiles to a place beyond which it does not count."""
CITY, TOWN = 40, 8
"""What a place pays whose first tile is still to be laid, about."""
MOST_TRAINS = 2
"""Trains that are looked at together."""
LONGEST = {"6E": "5E", "8E": "5E"}
"""Long trains take long to route: track is judged by these instead."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Trains that will run, and for how many rounds."""

    trains: tuple[str, ...]
    rounds: int


def aims(facts: Book, firm: Firm, ahead: list[Ahead]) -> list[Aim]:
    """The trains that a company runs now, and those it will run when they are gone."""
    own = facts.may_run[firm.size]
    rounds = len(ahead) - firm.ran
    if rounds <= 0:
        return []
    next_kinds = [kind for one in ahead for kind in facts.cards[one.top].types if kind in own]
    now = firm.trains or tuple(next_kinds[:1]) * affordable(facts, firm, next_kinds[:1])
    alive = [one for one in ahead[firm.ran :] if any(kind not in one.gone for kind in now)]
    soon = max(1, len(alive))
    later_at = ahead[min(len(ahead) - 1, firm.ran + soon)]
    later = [kind for kind in facts.cards[later_at.top].types if kind in own]
    found = [Aim(_looked_at(now), soon)]
    if rounds > soon and later:
        found.append(Aim(_looked_at(tuple(later[:1])), rounds - soon))
    return found


def affordable(facts: Book, firm: Firm, kinds: list[str]) -> int:
    """How many trains of the next type a company without any can buy."""
    return max(1, min(MOST_TRAINS, firm.cash // facts.trains[kinds[0]].price)) if kinds else 0


def _looked_at(trains: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(LONGEST.get(kind, kind) for kind in trains[:MOST_TRAINS]))


@dataclass(frozen=True, slots=True)
class Plan:
    first: LayTile | None
    latest: LayTile | None
    state: CzState
    worth: int


def tile_values(
    facts: Book, state: CzState, name: str, wanted: list[Aim], tiles: list[LayTile]
) -> dict[LayTile, int]:
    """What each tile is worth beside laying none: what the best plan that begins with it earns."""
    start = power(facts, state, name, wanted)
    best: dict[LayTile, int] = {}
    plans = [Plan(None, None, state, 0)]
    for depth in range(PLAN):
        grown = [
            _lay(facts, plan, tile, name, wanted, start, depth)
            for plan in plans
            for tile in (tiles if plan.latest is None else tiles_next(facts, plan.state, name))
            if plan.latest is None or _goes_on(facts, plan.latest.hex, tile.hex)
        ]
        for plan in grown:
            assert plan.first is not None
            best[plan.first] = max(best.get(plan.first, plan.worth), plan.worth)
        plans = sorted(grown, key=lambda plan: -plan.worth)[:KEPT]
    return best


def _lay(
    facts: Book, plan: Plan, tile: LayTile, name: str, wanted: list[Aim], start: int, depth: int
) -> Plan:
    state = with_tile(facts, plan.state, tile.hex, tile.tile, tile.rotation)
    gain = power(facts, state, name, wanted) - start
    cost = 0 if tile.hex in plan.state.board.tiles else facts.ground.atlas[tile.hex].cost
    # a plan's later tiles come later, and somebody may be in the way by then
    worth = plan.worth + (gain - plan.worth) * (PLAN + 2 - depth) // (PLAN + 2) - cost // 2
    return Plan(plan.first or tile, tile, state, worth)


def _goes_on(facts: Book, before: str, name: str) -> bool:
    return before == name or name in facts.ground.atlas.beside[before]


def power(facts: Book, state: CzState, name: str, wanted: list[Aim]) -> int:
    """What a company earns with the trains it will have, and a little for what it could reach."""
    rails = Rails(facts, state, name)
    earned = sum(rails.earn(aim.trains) * aim.rounds for aim in wanted)
    return earned + in_sight(facts, state, rails.lines) * sum(aim.rounds for aim in wanted) // 8


def in_sight(facts: Book, state: CzState, lines: Lines) -> int:
    """What could be reached from open ends of track, the less the farther."""
    reach, atlas = lines.first_sight(), facts.ground.atlas
    laid = state.board.tiles
    ends = [
        (place, edge)
        for place, edge in reach.arrivals
        if not lines.track(place).stops_at[edge] and not lines.track(place).onward[edge]
    ]
    seen = {place: 1 for place, _ in ends if place not in laid}
    queue, found = list(seen), 0
    for at in queue:
        away = seen[at]
        place = atlas[at]
        if place.printed.stops or place.kind != "plain":
            found += (TOWN if "town" in place.kind else CITY) // (away * away)
            continue
        if away >= FAR:
            continue
        for edge, beside in enumerate(atlas.beside[at]):
            if beside is None or beside in seen or beside in laid:
                continue
            if edge in place.blocked or opposite(edge) in atlas[beside].blocked:
                continue
            seen[beside] = away + 1
            queue.append(beside)
    return found

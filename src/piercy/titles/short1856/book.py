"""The static part of the 1856 short game: board, tiles, trains, phases, and the rule ids of the mechanics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain
from typing import Any

from piercy.core.errors import IllegalAction
from piercy.rail.atlas import Atlas
from piercy.rail.board import Ground
from piercy.rail.laying import Laid, LayingRules, Placements, compare, listed
from piercy.rail.loading import DataError, load_ground, read_toml
from piercy.rail.routes import RouteRules
from piercy.rail.tiles import Tile
from piercy.rail.trains import Phase, TrainKind

LAYING = LayingRules(
    takes_tiles="R56-4.5",
    first_tile="R56-4.4",
    upgrade="R56-4.6",
    keeps_track="R56-4.7",
    blocked="R56-4.19",
    rotation="R56-4.2",
)

ROUTES = RouteRules(
    token="R56-6.2",
    two_stops="R56-6.2",
    length="R56-6.3",
    stop_twice="R56-6.5",
    track_twice="R56-6.6",
    reversal="R56-6.7",
    red="R56-6.8",
    area="R56-6.9",
    closed="R56-6.10",
    ends_at_stops="R56-6.11",
    shared_track="R56-6.12",
    owned_train="R56-6.1",
    skipped_stop="R56-6.4",
)


@dataclass(frozen=True, slots=True)
class CompanyFacts:
    name: str
    home: str
    colour: str


@dataclass(frozen=True, slots=True)
class Table:
    """What depends on the number of players."""

    companies: tuple[str, ...]
    trains: dict[str, int]


@dataclass(frozen=True, slots=True)
class Book:
    """All facts of the game, loaded once."""

    ground: Ground
    placements: Placements
    companies: dict[str, CompanyFacts]
    trains: dict[str, TrainKind]
    phases: tuple[Phase, ...]
    tables: dict[int, Table]
    bank: int
    reserve: int
    start_cash: int
    token_cost: int
    never_laid: frozenset[str]
    """Tiles of the census that no phase allows; they are not among the tiles of the ground."""
    grounds: Mapping[int, Ground]
    """The map by what the two cities printed on Toronto are worth [R56-4.11]; they differ in that alone."""


@cache
def book() -> Book:
    """The facts from the data files.

    :raises DataError: the files contradict themselves.
    """
    package = "piercy.titles.short1856"
    ground = load_ground(package, flat=True)
    data = read_toml(package, "game.toml")
    made = Book(
        ground=ground,
        placements=Placements(ground, LAYING, partial(misfit, ground)),
        companies={
            name: CompanyFacts(facts["name"], facts["home"], facts["colour"])
            for name, facts in data["companies"].items()
        },
        trains={name: TrainKind(name, **facts) for name, facts in data["trains"].items()},
        phases=tuple(_phase(phase) for phase in data["phases"]),
        tables={
            int(count): Table(tuple(table["companies"]), table["trains"])
            for count, table in data["players"].items()
        },
        bank=data["money"]["bank"],
        reserve=data["money"]["reserve"],
        start_cash=data["money"]["start_cash"],
        token_cost=data["money"]["token"],
        never_laid=frozenset(data["tiles"]["never_laid"]),
        grounds=_grounds(ground, data["toronto"]["hex"], data["toronto"]["values"]),
    )
    if wrong := problems(made, data["tiles"]["census"]):
        raise DataError("; ".join(wrong))
    return made


def _grounds(ground: Ground, name: str, values: Sequence[int]) -> dict[int, Ground]:
    """The map with each of the values on the cities printed on a hex."""
    found = {}
    for value in values:
        place = ground.atlas[name]
        stops = tuple(replace(stop, values=(value,)) for stop in place.printed.stops)
        if stops == place.printed.stops:
            found[value] = ground
            continue
        changed = replace(place, printed=replace(place.printed, stops=stops))
        hexes = [changed if other is place else other for other in ground.atlas.hexes.values()]
        found[value] = replace(ground, atlas=Atlas(ground.atlas.layout, hexes, scenery=ground.atlas.scenery))
    return found


def _phase(data: dict[str, Any]) -> Phase:
    return Phase(
        name=data["name"],
        opened_by=data.get("opened_by"),
        colours=tuple(data["colours"]),
        train_limit=data["train_limit"],
        band=data.get("band", 0),
        rusts=tuple(data.get("rusts", ())),
    )


def misfit(ground: Ground, name: str, laid: Laid, tile: Tile) -> IllegalAction | None:
    """Lettered tiles belong to their hexes [R56-4.8, R56-4.10]; what is no replacement is refused as such."""
    if tile.id not in listed(ground, name, laid):
        return None
    label = ground.atlas[name].label
    rule = "R56-4.10" if label in ("London", "Barrie") else "R56-4.8"
    if tile.only and name not in tile.only:
        return IllegalAction(rule, "tile {tile} is not for {hex}", tile=tile.id, hex=name)
    if label == "L" and tile.colour == "brown" and tile.label != "L":
        return IllegalAction(rule, "{hex} is an L hex and takes tile 125 only", hex=name)
    return None


def problems(facts: Book, census: Mapping[str, int]) -> list[str]:
    """What contradicts itself in the facts: homes, tables, phases, the census of tiles, replacements."""
    found = chain(
        _home_problems(facts), _table_problems(facts), _phase_problems(facts), _tile_problems(facts, census)
    )
    return list(found)


def _home_problems(facts: Book) -> Iterator[str]:
    for name, company in facts.companies.items():
        stops = facts.ground.atlas[company.home].printed.stops if company.home in facts.ground.atlas else ()
        if not any(stop.slots for stop in stops):
            yield f"{name} has no home city: there is none on {company.home}"


def _table_problems(facts: Book) -> Iterator[str]:
    for count, table in facts.tables.items():
        if len(table.companies) != count:
            yield f"the table for {count} players has {len(table.companies)} companies"
        for company in table.companies:
            if company not in facts.companies:
                yield f"{company} of the table for {count} players does not exist"
        if set(table.trains) != set(facts.trains):
            yield f"the table for {count} players counts other trains than there are"


def _phase_problems(facts: Book) -> Iterator[str]:
    for number, phase in enumerate(facts.phases):
        if (phase.opened_by is None) != (number == 0):
            yield f"phase {phase.name} must be opened by a train, and only the first by none"
        for train in (phase.opened_by, *phase.rusts):
            if train is not None and train not in facts.trains:
                yield f"phase {phase.name} names the train {train}, which does not exist"


def _tile_problems(facts: Book, census: Mapping[str, int]) -> Iterator[str]:
    tiles = facts.ground.tiles
    counted: Counter[str] = Counter()
    for tile in tiles.values():
        if tile.count is None:
            yield f"tile {tile.id} has no count"
        counted[tile.colour] += tile.count or 0
        for name in sorted(tile.only):
            if name not in facts.ground.atlas:
                yield f"tile {tile.id} is for {name}, which does not exist"
        for heir in tile.upgrades:
            if not any(compare(tile.track, turned) for turned in tiles[heir].turned):
                yield f"tile {heir} replaces tile {tile.id}, but keeps its track in no rotation"
    if counted != census:
        yield f"the census wants {dict(census)} tiles, there are {dict(counted)}"

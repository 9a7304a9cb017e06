"""The static part of 1865 Sardinia: map, tiles, companies, trains, market and the Dragons Chart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from piercy.rail.atlas import Atlas, Hex
from piercy.rail.board import Ground
from piercy.rail.loading import DataError, load_ground, read_toml
from piercy.rail.tiles import NO_TRACK

PACKAGE = "piercy.titles.sardinia"

RED, WHITE, GREEN = "red", "white", "green"


@dataclass(frozen=True, slots=True)
class CompanyFacts:
    name: str
    home: str
    destination: str
    """The historical destination, a hex [R65-1.2.1]."""
    colour: str


@dataclass(frozen=True, slots=True)
class MaritimeFacts:
    name: str
    places: tuple[str, ...]
    """The hexes where a token earns the bonus [R65-1.4.1]."""
    ports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrainFacts:
    """A kind of train. The discounted last card of a kind is a kind of its own with the same phase."""

    name: str
    phase: int
    coverage: int
    price: int
    count: int | None = None
    """Cards in the game; None: no limit."""


@dataclass(frozen=True, slots=True)
class PhaseFacts:
    """What holds from the start of a phase on [R65-2.2.2]."""

    number: int
    colours: tuple[str, ...]
    train_limit: int
    highest_start: int
    dragons_limit: int
    conversion_tokens: int
    new_companies: str
    scraps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShareFacts:
    """The certificates of a minor or a major, counted in shares [R65-1.3.1]."""

    singles: int
    percent: int
    to_float: int
    player: int
    """Most shares of one player [R65-3.5.8]."""
    pool: int
    """Most shares in the pool [R65-3.4.11]."""
    dragons: int
    """Most shares of the Dragons [R65-3.2.17]."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the market: its price, and what the Dragons ask in the white and green region."""

    price: int
    white: int
    green: int

    def asked(self, region: str) -> int:
        """The price of a certificate that the Dragons or an absorption give up [R65-3.5.4]."""
        return {RED: self.price, WHITE: self.white, GREEN: self.green}[region]


@dataclass(frozen=True, slots=True)
class Chart:
    """The Dragons Chart [R65-1.6.2]."""

    columns: int
    rows: Mapping[int, tuple[int, int]]
    """Phase row -> the last red and the last white rank."""
    first_rows: Mapping[int, int]
    """Phase of floating -> row of the new marker."""

    def region(self, row: int, rank: int) -> str:
        last_red, last_white = self.rows[row]
        return RED if rank <= last_red else WHITE if rank <= last_white else GREEN


@dataclass(frozen=True, slots=True)
class Sums:
    """Money and other numbers that never change."""

    maritime_income: int
    second_tile: int
    loan: int
    loan_deduction: int
    synergy: int
    revenue_per_traffic: int
    company_loans: int
    tokens: int
    minor_tokens: int
    maritime_coverage: int
    maritimes_per_player: int


@dataclass(frozen=True, slots=True)
class Book:
    """All facts of the full or of the short game, loaded once."""

    short: bool
    ground: Ground
    islands: Mapping[str, str]
    """Land hex -> island."""
    districts: Mapping[str, frozenset[str]]
    """Mining district -> its mines; one token of a company each [R65-4.3.4]."""
    coastal: frozenset[str]
    companies: Mapping[str, CompanyFacts]
    maritimes: Mapping[str, MaritimeFacts]
    trains: Mapping[str, TrainFacts]
    stack: tuple[str, ...]
    """New trains at the start in the order of sale [R65-2.4.2]."""
    endless: str
    """The kind that is sold after them and never runs out."""
    phases: Mapping[int, PhaseFacts]
    minor: ShareFacts
    major: ShareFacts
    cells: tuple[Cell, ...]
    prices: tuple[int, ...]
    """Of the cells."""
    starts: tuple[int, ...]
    """The cells that can be starting prices, before the phase is asked [R65-3.6.2]."""
    chart: Chart
    bank: int
    cash: Mapping[int, int]
    """Number of players -> starting money of each."""
    certificates: Mapping[int, int]
    """Number of players -> certificate limit [R65-3.5.7]."""
    sums: Sums


def book(*, short: bool = False) -> Book:
    """The facts from the data files.

    :raises DataError: the files contradict themselves.
    """
    return _book(short)


@cache
def _book(short: bool) -> Book:
    data = read_toml(PACKAGE, "game.toml")
    places = read_toml(PACKAGE, "map.toml")
    table = data["short" if short else "full"]
    closed = table.get("closed_island")
    companies = {n: CompanyFacts(**facts) for n, facts in data["companies"].items()}
    maritimes = {
        n: MaritimeFacts(facts["name"], tuple(facts["places"]), tuple(facts["ports"]))
        for n, facts in data["maritimes"].items()
    }
    trains = _trains(data["trains"], table.get("trains", {}))
    cells = tuple(Cell(*cell) for cell in data["market"]["cells"])
    made = Book(
        short=short,
        ground=_ground(places, closed),
        islands={n: place["island"] for n, place in places.items() if "island" in place},
        districts=_districts(places),
        coastal=frozenset(n for n, place in places.items() if place.get("coastal")),
        companies={n: c for n, c in companies.items() if n not in table.get("without_companies", ())},
        maritimes={n: m for n, m in maritimes.items() if n not in table.get("without_maritimes", ())},
        trains=trains,
        stack=tuple(n for n, kind in trains.items() for _ in range(kind.count or 0)),
        endless=next(n for n, kind in trains.items() if kind.count is None),
        phases={phase["number"]: _phase(phase) for phase in data["phases"]},
        minor=ShareFacts(**data["shares"]["minor"]),
        major=ShareFacts(**data["shares"]["major"]),
        cells=cells,
        prices=tuple(cell.price for cell in cells),
        starts=_starts(cells, data),
        chart=_chart(data["chart"]),
        bank=table["bank"],
        cash={int(n): cash for n, cash in data["money"]["cash"].items() if n in table["certificates"]},
        certificates={int(n): limit for n, limit in table["certificates"].items()},
        sums=Sums(**{k: v for k, v in (data["money"] | data["limits"]).items() if k != "cash"}),
    )
    if problems := _problems(made):
        raise DataError("; ".join(problems))
    return made


def _ground(places: Mapping[str, Any], closed: str | None) -> Ground:
    """The map. Where an island is closed nothing can be built on it and no sea link is track [R65-6.1.2]."""
    ground = load_ground(PACKAGE, flat=True)
    if closed is None:
        return ground
    hexes = []
    for name, place in ground.atlas.hexes.items():
        shut = "link" in places[name] or places[name].get("island") == closed
        hexes.append(_shut(place, closed=places[name].get("island") == closed) if shut else place)
    return replace(
        ground, atlas=Atlas(ground.atlas.layout, hexes, ground.atlas.borders, ground.atlas.plain_border)
    )


def _shut(place: Hex, *, closed: bool) -> Hex:
    kind = "closed" if closed else place.kind
    return replace(
        place, kind=kind, printed=NO_TRACK, first_tiles=(), colour=None, label=None, blocked=frozenset()
    )


def _districts(places: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for name, place in places.items():
        if "district" in place:
            found[place["district"]] = found.get(place["district"], frozenset()) | {name}
    return found


def _trains(data: Mapping[str, Any], counts: Mapping[str, int]) -> dict[str, TrainFacts]:
    return {name: TrainFacts(name, **{**facts, **_count(counts, name)}) for name, facts in data.items()}


def _count(counts: Mapping[str, int], name: str) -> dict[str, int]:
    return {"count": counts[name]} if name in counts else {}


def _phase(data: Mapping[str, Any]) -> PhaseFacts:
    return PhaseFacts(**{**data, "colours": tuple(data["colours"]), "scraps": tuple(data.get("scraps", ()))})


def _starts(cells: tuple[Cell, ...], data: Mapping[str, Any]) -> tuple[int, ...]:
    lowest = data["market"]["lowest_start"]
    highest = max(phase["highest_start"] for phase in data["phases"])
    return tuple(i for i, cell in enumerate(cells) if lowest <= cell.price <= highest)


def _chart(data: Mapping[str, Any]) -> Chart:
    return Chart(
        columns=data["columns"],
        rows={int(row): (last[0], last[1]) for row, last in data["rows"].items()},
        first_rows={int(phase): row for phase, row in data["first_rows"].items()},
    )


def _problems(facts: Book) -> list[str]:
    atlas = facts.ground.atlas
    found = [f"{n} has no home on the map" for n, c in facts.companies.items() if c.home not in atlas]
    found += [
        f"{n} has no destination on the map" for n, c in facts.companies.items() if c.destination not in atlas
    ]
    prices = [cell.price for cell in facts.cells]
    if prices != sorted(set(prices)):
        found.append("the prices of the market do not rise from cell to cell")
    return found

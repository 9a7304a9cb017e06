"""What lies beside the map of 18CZ: market, charters, progress track, and the homes still to be taken."""

from __future__ import annotations

from piercy.rail.board import BARE
from piercy.rail.sheets import Card, Charter, MarketSheet, PriceRow, TrackBox
from piercy.titles.cz.book import Book
from piercy.titles.cz.state import CzState, locals_of, price_of, train_limit, type_of
from piercy.titles.cz.stations import home_cities, station_price

COLOURS = {"small": "red", "medium": "blue", "large": "green"}
"""The colour of each size of company, of its starting prices and of its trains."""


def market(facts: Book, state: CzState) -> MarketSheet:
    """Two staggered rows, the upper one half a space to the right [RCZ-IX.1.1]."""
    waiting = sorted(
        (company.arrival, name)
        for name, company in state.companies.items()
        if company.director is not None and not company.closed
    )
    stacks: dict[int, list[str]] = {}
    for _, name in waiting:
        stacks.setdefault(price_of(facts, state.companies[name]), []).append(name)
    pars: dict[int, list[str]] = {}
    for size, size_facts in facts.sizes.items():
        for price in size_facts.pars:
            pars.setdefault(price, []).append(COLOURS[size])
    return MarketSheet((PriceRow(facts.prices[1::2], 0.5), PriceRow(facts.prices[::2])), stacks, pars)


def charters(facts: Book, state: CzState) -> list[Charter]:
    """The charters of all open companies, in the order of the book."""
    return [
        _charter(facts, state, name)
        for name, company in state.companies.items()
        if company.open and not company.closed
    ]


def _charter(facts: Book, state: CzState, name: str) -> Charter:
    company, about = state.companies[name], facts.companies[name]
    return Charter(
        company=name,
        name=about.name,
        colour=about.colour,
        director=company.director,
        price=price_of(facts, company),
        cash=company.cash,
        trains=[Card(type_of(train), COLOURS[facts.train_sizes[type_of(train)]]) for train in company.trains],
        train_limit=train_limit(facts, state, name),
        markers=_markers(facts, state, name),
        cards=[Card(local, None, state.locals[local].used) for local in locals_of(state, name, company=True)],
        revenue=company.revenue,
    )


def _markers(facts: Book, state: CzState, name: str) -> list[str]:
    """The price of each marker on the charter, were it the next station."""
    company = state.companies[name]
    left = company.markers + company.taken_markers
    if not company.operated:
        further = facts.station_costs[1]
        own = ["home", *(str(cost) for cost in (facts.station_costs[0], further, further))]
        return own[:left]
    if not left:
        return []
    return [str(station_price(facts, state, name)), *[str(facts.station_costs[1])] * (left - 1)]


def round_track(facts: Book, state: CzState) -> list[TrackBox]:
    """The progress track: stock rounds, operating rounds with the price of Locals, exports [RCZ-XII.9]."""
    boxes = []
    for number, prices in enumerate(facts.local_prices):
        here = number == state.set_number
        boxes.append(TrackBox("SR", "stock", here and state.flow.round == "stock"))
        for at, price in enumerate(prices):
            running = here and at == state.round_in_set and state.flow.round in ("income", "operating")
            boxes.append(TrackBox(str(price), "operating", running))
        last = number + 1 == len(facts.local_prices)
        boxes.append(TrackBox("end", "end", state.flow.over) if last else TrackBox("x", "export"))
    return boxes


def waiting_homes(facts: Book, state: CzState) -> dict[str, list[tuple[str, int]]]:
    """Hex -> the companies that have yet to place their home station there, with its city."""
    found: dict[str, list[tuple[str, int]]] = {}
    for name, company in state.companies.items():
        if company.operated or company.closed:
            continue
        if facts.companies[name].red_tile:
            for home in facts.companies[name].homes:
                found.setdefault(home, []).append((name, 0))
            continue
        home, cities = home_cities(facts, state, name)
        found.setdefault(home, []).append((name, cities[0] if len(cities) == 1 else BARE))
    return found

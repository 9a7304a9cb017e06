"""What a player of 18CZ sees: the table model, and the homes still to be taken."""

from __future__ import annotations

from collections import Counter

from piercy.core.flow import Context
from piercy.core.game import Game
from piercy.rail.board import BARE, token_places
from piercy.rail.sheets import (
    Card,
    Charter,
    Charters,
    MarketSheet,
    PriceRow,
    RevenueTrack,
    RoundTrack,
    TrackBox,
)
from piercy.rail.stock.market import all_prices, stacks
from piercy.rail.table import ForSale, Heading, Ledger, Line, Pane, TableModel, cells, hands, held_by
from piercy.rail.trains import new_trains
from piercy.rail.values import (
    Cards,
    Count,
    Fact,
    Hexes,
    InPhase,
    Money,
    OutOf,
    Pays,
    Price,
    RoundNumber,
    Size,
    Trains,
    Value,
)
from piercy.titles.cz.book import Book
from piercy.titles.cz.homes import home_cities
from piercy.titles.cz.phases import Limits
from piercy.titles.cz.state import (
    VACLAV,
    Company,
    CzState,
    bank_shares,
    certificates,
    company_on_turn,
    local_price,
    locals_of,
    price_of,
    train_limit,
    type_of,
)
from piercy.titles.cz.tokens import token_price

COLOURS = {"small": "red", "medium": "blue", "large": "green"}
"""The colour of each size of company, of its starting prices and of its trains."""


def table(facts: Book, game: Game) -> TableModel:
    """All that lies on the table."""
    state = game.state_as(CzState)
    operating = state.flow.round == "operating" and not state.flow.over
    acting = Limits(facts).over(Context(state)) or (company_on_turn(state) if operating else None)
    return TableModel(
        facts=(
            Fact(f"{state.flow.round}_round", _number(state)),
            Fact("phase", InPhase(state.phase.upper())),
            Fact("local_price", Money(local_price(facts, state))),
        ),
        players=_players(facts, state, game.actor),
        companies=_companies(facts, state, acting),
        trains=_trains(facts, state),
        tiles=dict(state.supply),
        company=acting,
        waiting=tuple(
            n for n, company in state.companies.items() if company.president is None and not company.closed
        ),
        notes=_notes(facts, state),
        train_prices={
            kind + letter: facts.trains[kind].price
            for letter, card in facts.cards.items()
            for kind in card.types
        },
        panes=(
            Pane("market", (market_sheet(facts, state), RoundTrack(round_boxes(facts, state)))),
            Pane("charters", (Charters(charters(facts, state)), RevenueTrack(_earned(state)))),
        ),
        focus="map" if operating else "market",
    )


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


def _number(state: CzState) -> RoundNumber:
    within = state.round_in_set + 1 if state.round_in_set >= 0 else None
    return RoundNumber(state.set_number + 1, within)


def _notes(facts: Book, state: CzState) -> dict[str, Value]:
    """What shares cost, and what private companies cost and pay."""
    notes: dict[str, Value] = {name: Money(cost) for name, cost in all_prices(facts.prices, state).items()}
    return notes | {name: Pays(local.price, local.income) for name, local in facts.locals.items()}


def _players(facts: Book, state: CzState, actor: str | None) -> Ledger:
    limit = facts.tables[len(state.players)].certificates
    lines = []
    for name in state.order:
        player = state.players[name]
        debt = player.loan + player.penalty
        told = cells(
            cash=Money(player.cash),
            certificates=OutOf(certificates(state, name), limit),
            locals=Cards(tuple(locals_of(state, name, company=False))),
            debt=Money(debt) if debt else None,
        )
        lines.append(Line(name, told, acting=name == actor))
    columns = (
        Heading("cash", Money),
        Heading("certificates", OutOf),
        Heading("locals", Cards),
        Heading("debt", Money),
    )
    return Ledger(columns, tuple(lines))


def _companies(facts: Book, state: CzState, acting: str | None) -> Ledger:
    """The companies that somebody runs, the dearest first."""
    lines = [
        Line(name, _company(facts, state, name), facts.companies[name].name, acting=name == acting)
        for name in state.market
    ]
    holders = list(state.players)
    if any(VACLAV in company.shares for company in state.companies.values()):
        holders.append(VACLAV)
    columns = (
        Heading("size", Size),
        Heading("price", Price),
        *held_by(holders),
        Heading("bank", Count),
        Heading("treasury", Money),
        Heading("trains", Trains),
        Heading("tokens", Hexes),
        Heading("locals", Cards),
        Heading("income", Money),
    )
    return Ledger(columns, tuple(lines))


def _company(facts: Book, state: CzState, name: str) -> dict[str, Value]:
    company = state.companies[name]
    return hands(company.shares, company.president) | cells(
        size=Size(facts.companies[name].size),
        price=Price(price_of(facts, company)),
        bank=Count(bank_shares(facts, name, company)),
        treasury=Money(company.cash) if company.open else None,
        trains=Trains(tuple(map(type_of, company.trains)), train_limit(facts, state, name))
        if company.open
        else None,
        tokens=Hexes(tuple(place for place, _ in token_places(state.board, name)), _left(company)),
        locals=Cards(tuple(locals_of(state, name, company=True))),
        income=Money(company.revenue) if company.operated else None,
    )


def _left(company: Company) -> int:
    return company.tokens + company.taken_tokens


def _trains(facts: Book, state: CzState) -> tuple[ForSale, ...]:
    """The pool; then cards with what each of their types costs."""
    pool = [
        ForSale(type_of(train), facts.trains[type_of(train)].price, left, used=True)
        for train, left in sorted(Counter(state.depot.pool).items())
    ]
    left = Counter(state.depot.stack)
    return (*pool, *(_card(facts, card, left.get(card)) for card in dict.fromkeys(new_trains(state.depot))))


def _card(facts: Book, letter: str, left: int | None) -> ForSale:
    types = {kind: facts.trains[kind].price for kind in facts.cards[letter].types}
    return ForSale(letter.upper(), None, left, types=types)


def market_sheet(facts: Book, state: CzState) -> MarketSheet:
    """Two staggered rows, the upper one half a space to the right [RCZ-IX.1.1]."""
    pars: dict[int, list[str]] = {}
    for size, size_facts in facts.sizes.items():
        for price in size_facts.pars:
            pars.setdefault(price, []).append(COLOURS[size])
    return MarketSheet(
        (PriceRow(facts.prices[1::2], 0.5), PriceRow(facts.prices[::2])), stacks(facts.prices, state), pars
    )


def charters(facts: Book, state: CzState) -> list[Charter]:
    """The charters of all open companies, in the order of the book."""
    return [_charter(facts, state, name) for name in _earned(state)]


def _earned(state: CzState) -> dict[str, int]:
    """What every open company earned when it last ran, in the order of the book."""
    return {
        name: company.revenue
        for name, company in state.companies.items()
        if company.open and not company.closed
    }


def _charter(facts: Book, state: CzState, name: str) -> Charter:
    company, about = state.companies[name], facts.companies[name]
    return Charter(
        company=name,
        name=about.name,
        colour=about.colour,
        president=company.president,
        price=price_of(facts, company),
        cash=company.cash,
        trains=[Card(type_of(train), COLOURS[facts.train_sizes[type_of(train)]]) for train in company.trains],
        train_limit=train_limit(facts, state, name),
        markers=_markers(facts, state, name),
        cards=[Card(local, None, state.locals[local].used) for local in locals_of(state, name, company=True)],
        revenue=company.revenue,
        president_key="director",
    )


def _markers(facts: Book, state: CzState, name: str) -> list[str]:
    """The price of each marker on the charter, were it the next station."""
    company = state.companies[name]
    left = _left(company)
    if not company.operated:
        further = facts.token_costs[1]
        own = ["home", *(str(cost) for cost in (facts.token_costs[0], further, further))]
        return own[:left]
    if not left:
        return []
    return [str(token_price(facts, state, name)), *[str(facts.token_costs[1])] * (left - 1)]


def round_boxes(facts: Book, state: CzState) -> list[TrackBox]:
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

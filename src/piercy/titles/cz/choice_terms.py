"""What the choices of 18CZ cost and bring, before they are made. The steps do it; here it is only told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from piercy.core.actions import Action
from piercy.core.offers import Values
from piercy.rail.actions import (
    BuyShare,
    BuyTrain,
    LayTile,
    OfferForTrain,
    PayDividend,
    PlaceToken,
    RunTrains,
    SellShares,
    StartCompany,
)
from piercy.rail.stock.holdings import PRESIDENT, becomes_president
from piercy.rail.terms import Term, costs, term
from piercy.rail.trains import DEPOT
from piercy.titles.cz import emergency
from piercy.titles.cz.acquisition import conversion_cost, converted
from piercy.titles.cz.actions import (
    BuyLocal,
    ConvertTrain,
    DraftLocal,
    LayWaived,
    OfferAcquisition,
    OpenAuction,
    SellLocal,
)
from piercy.titles.cz.book import Book
from piercy.titles.cz.dividends import dividend
from piercy.titles.cz.market import to_the_left, to_the_right
from piercy.titles.cz.running import earnings, judge
from piercy.titles.cz.state import (
    CzState,
    asks,
    card_of,
    company_on_turn,
    local_price,
    owner_on_turn,
    player_shares,
    price_of,
    type_of,
)
from piercy.titles.cz.tokens import token_price
from piercy.titles.cz.track import terrain_cost


def choice_terms(
    facts: Book, state: CzState, actor: str, kind: type[Action], values: Values
) -> Sequence[Term]:
    """What is known of a choice as far as its fields are there."""
    told = _TOLD.get(kind)
    if told is None:
        return ()
    needs, tell = told
    return tuple(tell(facts, state, actor, values)) if needs <= values.keys() else ()


def _private(facts: Book, state: CzState, name: str) -> Iterator[Term]:
    """What a private company pays and can do."""
    local = facts.locals[name]
    yield term("called", name=local.name)
    if local.income:
        yield term("income", income=local.income)
    if local.kind == "railway" and local.home:
        yield term("station_for_buyer", hex=local.home)
    elif local.kind == "train":
        yield term("lent_once")
    elif not state.locals[name].used:
        yield term("once", terrains=local.waives, colours=local.purple)


def _draft(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    yield costs(facts.locals[values["local"]].price)
    yield from _private(facts, state, values["local"])


def _auction(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    if values.get("bid") == 0:
        yield term("no_bid")
    yield term("least_bid", price=facts.locals[values["private"]].price)
    yield from _private(facts, state, values["private"])


def _start(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    name, size = values["company"], facts.size(values["company"])
    if "par" in values:
        yield costs(PRESIDENT * values["par"])
        yield term("floats_for", shares=size.opens, total=size.opens * values["par"])
    else:
        yield term("floats_with", shares=size.opens)
    yield term("size", size=facts.companies[name].size)
    yield term("home", hexes=facts.companies[name].homes)


def _buy_share(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    name = values["company"]
    company = state.companies[name]
    yield costs(price_of(facts, company))
    if becomes_president(company, actor):
        yield term("presidency", company=name)
    if not company.open and player_shares(company) + 1 >= facts.size(name).opens:
        yield term("floats_now", company=name)


def _sell_shares(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    company = state.companies[values["company"]]
    price = price_of(facts, company)
    yield term("brings", total=values.get("count", 1) * price)
    yield term("price_moves", before=price, after=facts.prices[max(company.cell - 1, 0)])


def _tile(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    if state.flow.round == "operating" and state.companies[company_on_turn(state)].operated:
        yield costs(terrain_cost(facts, state, values["hex"]))


def _waived(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    yield term("saves", local=values["local"], cost=terrain_cost(facts, state, values["hex"]))


def _token(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    name = company_on_turn(state)
    if name and state.companies[name].operated:
        yield costs(token_price(facts, state, name))


def _run(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    if values["routes"]:
        runs = judge(facts, state, values["routes"])
        yield term("earns", revenue=sum(earnings(facts, state, runs)))


def _dividend(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    name, revenue = company_on_turn(state), state.turn.revenue
    company, size = state.companies[name], facts.size(name)
    if values["pay"]:
        yield term("you_get", amount=dividend(revenue, company.shares.get(actor, 0), size.shares))
        after = to_the_right(facts, company.cell, size.dividend)
    else:
        yield term("treasury_gets", company=name, amount=revenue)
        after = to_the_left(company.cell)
    yield term("price_moves", before=price_of(facts, company), after=facts.prices[after])


def _buy_train(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    train, name = values["train"], company_on_turn(state)
    price = facts.trains[type_of(train)].price
    yield costs(price)
    if price > state.companies[name].cash:
        help_ = emergency.contributions(state, name, actor, price)
        yield term("you_add", amount=help_.president)
        if help_.loan:
            yield term("you_borrow", loan=help_.loan)
    if values.get("source") == DEPOT and card_of(train) > state.phase:
        yield term("opens", phase=card_of(train).upper())
    doomed = tuple(old for old in facts.scraps[type_of(train)] if old not in state.obsolete)
    if doomed:
        yield term("rusts", trains=doomed)


def _ask_for_train(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    yield term("list_price", price=facts.trains[type_of(values["train"])].price)
    yield from _consent(state, state.companies[values["seller"]].president)


def _acquire(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    target = state.companies[values["company"]]
    held = player_shares(target)
    if "price" in values:
        yield term("shares_cost", count=held, cost=held * values["price"])
    else:
        yield term("shares_at", count=held, price=price_of(facts, target))
    trains = tuple(map(type_of, target.trains))
    if trains:
        yield term("brings_trains", cash=target.cash, trains=trains)
    else:
        yield term("brings_cash", cash=target.cash)
    yield from _consent(state, target.president)


def _buy_local(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    owner = state.locals[values["local"]].owner
    if owner is not None:
        yield term("from_player", player=owner)
    yield from _private(facts, state, values["local"])


def _sell_local(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    yield term("brings", total=local_price(facts, state))
    yield from _private(facts, state, values["local"])


def _convert(facts: Book, state: CzState, actor: str, values: Values) -> Iterator[Term]:
    into = converted(facts, state, values["train"])
    if into is not None:
        yield term("becomes", train=into)
        yield costs(conversion_cost(facts, values["train"], into))


def _consent(state: CzState, owner: str | None) -> Iterator[Term]:
    """Who is asked, if it is not the player himself."""
    if owner is not None and owner != owner_on_turn(state) and asks(state, owner):
        yield term("is_asked", player=owner)


_TOLD = {
    DraftLocal: ({"local"}, _draft),
    OpenAuction: ({"private"}, _auction),
    StartCompany: ({"company"}, _start),
    BuyShare: ({"company"}, _buy_share),
    SellShares: ({"company"}, _sell_shares),
    LayTile: ({"hex"}, _tile),
    LayWaived: ({"local", "hex"}, _waived),
    PlaceToken: ({"hex"}, _token),
    RunTrains: ({"routes"}, _run),
    PayDividend: ({"pay"}, _dividend),
    BuyTrain: ({"train"}, _buy_train),
    OfferForTrain: ({"seller", "train"}, _ask_for_train),
    OfferAcquisition: ({"company"}, _acquire),
    BuyLocal: ({"local"}, _buy_local),
    SellLocal: ({"local"}, _sell_local),
    ConvertTrain: ({"train"}, _convert),
}
"""For each kind of action the fields that must be there, and what is told then."""

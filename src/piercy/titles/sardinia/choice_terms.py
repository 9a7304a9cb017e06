"""What the choices of 1865 cost and bring, before they are made. The steps do it; here it is only told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from piercy.core.actions import Action
from piercy.core.errors import IllegalAction
from piercy.core.offers import Values
from piercy.rail.actions import (
    BuyShare,
    BuyTrain,
    LayTile,
    OfferForTrain,
    PayDividend,
    SellShares,
    StartCompany,
)
from piercy.rail.board import stands_on
from piercy.rail.stock.holdings import PRESIDENT, becomes_president
from piercy.rail.terms import Term, costs, term
from piercy.rail.trains import DEPOT
from piercy.titles.sardinia.absorption import funding
from piercy.titles.sardinia.actions import (
    DRAGONS,
    ConvertCompany,
    GiveMaritime,
    RelaunchCompany,
    TakeMaritime,
)
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.chart import asked_price
from piercy.titles.sardinia.income import revenue
from piercy.titles.sardinia.market import price
from piercy.titles.sardinia.operating_actions import Absorb, PlaceTokenAlong
from piercy.titles.sardinia.prelude import conversion_tokens
from piercy.titles.sardinia.shares import heir, share_facts, shares, sold_shares
from piercy.titles.sardinia.state import SardiniaState, company_on_turn, president_of
from piercy.titles.sardinia.tokens import RULES
from piercy.titles.sardinia.track import lay_cost
from piercy.titles.sardinia.ways import direct_routes


def choice_terms(
    facts: Book, state: SardiniaState, actor: str, kind: type[Action], values: Values
) -> Sequence[Term]:
    """What is known of a choice as far as its fields are there."""
    told = _TOLD.get(kind)
    if told is None:
        return ()
    needs, tell = told
    return tuple(tell(facts, state, actor, values)) if needs <= values.keys() else ()


def _take_card(facts: Book, state: SardiniaState, actor: str, values: Values) -> Iterator[Term]:
    yield term("called", name=facts.maritimes[values["card"]].name)
    yield term("bonus_places", hexes=facts.maritimes[values["card"]].places)


def _give_card(facts: Book, state: SardiniaState, actor: str, values: Values) -> Iterator[Term]:
    card, company = values["card"], company_on_turn(state)
    places = facts.maritimes[card].places
    yield term("called", name=facts.maritimes[card].name)
    if card in state.bonus_paid:
        yield term("bonus_gone")
    elif any(stands_on(state.board, place, company) for place in places):
        yield term("traffic_now", count=state.phase)
    else:
        yield term("bonus_places", hexes=places)


def _start(facts: Book, state: SardiniaState, actor: str, values: Values) -> Iterator[Term]:
    company = state.companies[values["company"]]
    certificates = share_facts(facts, company)
    if "par" in values:
        yield costs(PRESIDENT * values["par"])
        yield term("floats_for", shares=certificates.to_float, total=certificates.to_float * values["par"])
    else:
        yield term("floats_with", shares=certificates.to_float)
    if home := values.get("home", company.home):
        yield term("home", hexes=(home,))


def _buy_share(facts: Book, state: SardiniaState, actor: str, values: Values) -> Iterator[Term]:
    name = values["company"]
    company = state.companies[name]
    dragons = values.get("source") == DRAGONS
    yield costs(asked_price(facts, state, name) if dragons else price(facts, state, name))
    if becomes_president(company, actor):
        yield term("presidency", company=name)
    if not company.floated and sold_shares(company) + 1 >= share_facts(facts, company).to_float:
        yield term("floats_now", company=name)


def _sell_shares(facts: Book, state: SardiniaState, actor: str, values: Values) -> Iterator[Term]:
    name, count = values["company"], values.get("count", 1)
    company, each = state.companies[name], price(facts, state, name)
    yield term("brings", total=count * each)
    if company.president == actor:
        yield term("price_moves", before=each, after=facts.prices[max(0, company.cell - count)])
    if (successor := heir(state, actor, name, count)) is not None:
        yield term("presidency_goes", player=successor)


def _convert(facts: Book, state: SardiniaState, actor: str, values: Values) -> Iterator[Term]:
    yield term("more_tokens", count=conversion_tokens(facts, state, values["company"]))
    yield term("more_certificates", count=facts.major.singles - facts.minor.singles)


def _absorb(facts: Book, state: SardiniaState, actor: str, values: Values) -> Iterator[Term]:
    acquirer, target = values["acquirer"], values["target"]
    yield term("absorbs", acquirer=acquirer, target=target)
    try:
        paid = funding(facts, state, acquirer, target)
    except IllegalAction:
        return
    yield term("pays", acquirer=acquirer, compensation=paid.compensation)
    if own := shares(state, actor, target) * asked_price(facts, state, target):
        yield term("you_get", amount=own)
    if paid.certificates:
        yield term("sells_own", count=paid.certificates)
    if paid.loans:
        yield term("borrows", loan=paid.loans * facts.sums.loan)


def _tile(facts: Book, state: SardiniaState, actor: str, values: Values) -> Iterator[Term]:
    yield costs(lay_cost(facts, state))


def _token(facts: Book, state: SardiniaState, actor: str, values: Values) -> Iterator[Term]:
    route = direct_routes(facts, state.rulings).judge(state.board, values["route"], RULES)
    yield costs(route.cost)
    yield term("traffic", count=route.value)


def _dividend(facts: Book, state: SardiniaState, actor: str, values: Values) -> Iterator[Term]:
    name = company_on_turn(state)
    company, earned = state.companies[name], revenue(facts, state, name)
    if values["pay"]:
        each = earned * share_facts(facts, company).percent // 100
        yield term("you_get", amount=each * shares(state, actor, name))
        if company.offer:
            yield term("treasury_gets", company=name, amount=each * company.offer)
        after = facts.prices[min(company.cell + 1, len(facts.prices) - 1)]
        yield term("price_moves", before=price(facts, state, name), after=after)
    else:
        yield term("treasury_gets", company=name, amount=earned)


def _buy_train(facts: Book, state: SardiniaState, actor: str, values: Values) -> Iterator[Term]:
    kind, company = facts.trains[values["train"]], state.companies[company_on_turn(state)]
    yield costs(kind.price)
    yield term("covers", count=kind.coverage)
    missing = kind.price - company.cash
    if missing > 0:
        cash = state.players[actor].cash
        yield term("you_add", amount=min(missing, cash))
        if missing > cash:
            yield term("shares_to_sell", missing=missing - cash)
    if values.get("source") == DEPOT and kind.phase > state.phase:
        yield term("opens", phase=str(kind.phase))
        if scraps := facts.phases[kind.phase].scraps:
            yield term("rusts", trains=scraps)


def _ask_for_train(facts: Book, state: SardiniaState, actor: str, values: Values) -> Iterator[Term]:
    yield term("list_price", price=facts.trains[values["train"]].price)
    owner = president_of(state, values["seller"])
    if owner != actor:
        yield term("is_asked", player=owner)


_TOLD = {
    TakeMaritime: ({"card"}, _take_card),
    GiveMaritime: ({"card"}, _give_card),
    StartCompany: ({"company"}, _start),
    RelaunchCompany: ({"company"}, _start),
    BuyShare: ({"company"}, _buy_share),
    SellShares: ({"company"}, _sell_shares),
    ConvertCompany: ({"company"}, _convert),
    Absorb: ({"acquirer", "target"}, _absorb),
    LayTile: ({"hex"}, _tile),
    PlaceTokenAlong: ({"route"}, _token),
    PayDividend: ({"pay"}, _dividend),
    BuyTrain: ({"train"}, _buy_train),
    OfferForTrain: ({"seller", "train"}, _ask_for_train),
}
"""For each kind of action the fields that must be there, and what is told then."""

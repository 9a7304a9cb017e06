"""Step 5 of a turn: acquire smaller companies [RCZ-VIII.9].

One acquisition is completed before the next begins: payment, goods, stations, the end of the company
acquired, and then its trains, one by one [RCZ-VIII.9.3, RCZ-VIII.9.29].
"""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, OneOf, Range, Table
from piercy.rail.actions import RemoveToken
from piercy.rail.board import has_token, remove_token, replace_token, stands_on, token_places
from piercy.rail.deals import Deals, Proposal, propose
from piercy.rail.events import TokenRemoved
from piercy.rail.money import pay
from piercy.rail.stock.market import take_off
from piercy.titles.cz.actions import ConvertTrain, OfferAcquisition, ScrapTrain
from piercy.titles.cz.book import SIZES, Book
from piercy.titles.cz.events import CompanyAcquired, TrainConverted, TrainScrapped
from piercy.titles.cz.phases import make_obsolete, settle_limits
from piercy.titles.cz.state import (
    VACLAV,
    CzState,
    asks,
    card_of,
    company_on_turn,
    player_shares,
    president_on_turn,
    price_of,
    train_limit,
    type_of,
)

Ctx = Context[CzState]


class Acquire(Step[CzState, OfferAcquisition | RemoveToken | ScrapTrain | ConvertTrain]):
    """Offer for smaller companies, and settle what came with them."""

    name = "acquire"
    actions = (OfferAcquisition, RemoveToken, ScrapTrain, ConvertTrain)

    def __init__(self, facts: Book, deals: Deals[CzState]) -> None:
        self._facts = facts
        self._deals = deals

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        if state.turn.doubled or state.turn.acquired or any(self._targets(state)):
            return president_on_turn(state)
        return None

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        president = president_on_turn(state)
        assert president is not None
        if state.turn.doubled:
            return [Offer(RemoveToken, president, (Table(("hex", "city"), self._doubles(state)),))]
        if state.turn.acquired:
            return self._settlements(state, president)
        return [
            Offer(OfferAcquisition, president, (OneOf("company", (name,)), Range("price", low, high)))
            for name in self._targets(state)
            for low, high in [self._prices(state, name)]
            if low <= high
        ]

    def check(self, ctx: Ctx, action: OfferAcquisition | RemoveToken | ScrapTrain | ConvertTrain) -> None:
        if isinstance(action, OfferAcquisition):
            self._check_offer(ctx.state, action)
        elif isinstance(action, RemoveToken):
            self._check_removal(ctx.state, action)
        else:
            self._check_acquired(ctx.state, action.train)
            if isinstance(action, ConvertTrain):
                self._check_conversion(ctx.state, action.train)

    def check_pass(self, ctx: Ctx) -> None:
        state = ctx.state
        if state.turn.doubled:
            raise IllegalAction(
                "RCZ-VIII.9.12", "one of the two stations in {hex} goes", hex=state.turn.doubled[0]
            )
        name = company_on_turn(state)
        if state.turn.acquired and len(state.companies[name].trains) > train_limit(self._facts, state, name):
            raise IllegalAction(
                "RCZ-VIII.9.24", "{company} has more trains than it may keep: scrap or convert", company=name
            )

    def passed(self, ctx: Ctx) -> None:
        """Keep the acquired trains that are left as they are; with none left, the step is over."""
        if ctx.state.turn.acquired:
            ctx.state.turn.acquired.clear()
        else:
            ctx.next_step()

    def apply(self, ctx: Ctx, action: OfferAcquisition | RemoveToken | ScrapTrain | ConvertTrain) -> None:
        state, name = ctx.state, company_on_turn(ctx.state)
        if isinstance(action, OfferAcquisition):
            asked = state.companies[action.company].president
            assert asked is not None
            deal = Proposal("acquisition", name, asked, action.price, action.company)
            propose(ctx, self._deals, deal, ask=asks(state, deal.asked))
        elif isinstance(action, RemoveToken):
            _keep_one(ctx, action.hex, action.city)
        elif isinstance(action, ScrapTrain):
            self._scrap(ctx, action.train)
        else:
            self._convert(ctx, action.train)

    def _targets(self, state: CzState) -> list[str]:
        """The open companies of a smaller size [RCZ-VIII.9.1, RCZ-VIII.9.8]."""
        rank = SIZES.index(self._facts.companies[company_on_turn(state)].size)
        return [
            name
            for name, company in state.companies.items()
            if company.open
            and not company.closed
            and company.president != VACLAV
            and SIZES.index(self._facts.companies[name].size) < rank
        ]

    def _prices(self, state: CzState, name: str) -> tuple[int, int]:
        """The lowest and highest price per share that may be offered and paid."""
        low, high = price_range(price_of(self._facts, state.companies[name]))
        cash = state.companies[company_on_turn(state)].cash
        held = player_shares(state.companies[name])
        return low, min(high, cash // held) if held else high

    def _check_offer(self, state: CzState, action: OfferAcquisition) -> None:
        target = state.companies.get(action.company)
        if target is None:
            raise InvalidAction("unknown company {company!r}", company=action.company)
        if state.turn.doubled or state.turn.acquired:
            raise IllegalAction("RCZ-VIII.9.3", "the acquisition before must be completed first")
        if target.closed:
            raise IllegalAction("RCZ-VIII.9.13", "{company} has left the game", company=action.company)
        if not self._smaller(state, action.company):
            raise IllegalAction("RCZ-VIII.9.2", "{company} is not of a smaller size", company=action.company)
        if not target.open:
            raise IllegalAction("RCZ-VIII.9.8", "{company} is not open", company=action.company)
        if target.president == VACLAV:
            raise IllegalAction("RCZ-XI.1.27", "Vaclav's companies are not acquired")
        low, high = price_range(price_of(self._facts, target))
        if not low <= action.price <= high:
            raise IllegalAction(
                "RCZ-VIII.9.5",
                "a share of {company} may be paid {low} to {high}, not {price}",
                company=action.company,
                low=low,
                high=high,
                price=action.price,
            )
        cost, cash = action.price * player_shares(target), state.companies[company_on_turn(state)].cash
        if cost > cash:
            raise IllegalAction(
                "RCZ-VIII.9.7",
                "the shares of {company} would cost {cost}; the treasury holds {cash}",
                company=action.company,
                cost=cost,
                cash=cash,
            )

    def _smaller(self, state: CzState, name: str) -> bool:
        sizes = [SIZES.index(self._facts.companies[n].size) for n in (name, company_on_turn(state))]
        return sizes[0] < sizes[1]

    def _check_removal(self, state: CzState, action: RemoveToken) -> None:
        if action.hex not in self._facts.ground.atlas:
            raise InvalidAction("unknown hex {hex!r}", hex=action.hex)
        if (action.hex, action.city) not in self._doubles(state):
            raise IllegalAction(
                "RCZ-VIII.9.12",
                "no station in city {city} of {hex} has to go",
                hex=action.hex,
                city=action.city,
            )

    def _check_acquired(self, state: CzState, train: str) -> None:
        if type_of(train) not in self._facts.trains or train[-1:] not in self._facts.cards:
            raise InvalidAction("unknown train {train!r}", train=train)
        if state.turn.doubled:
            raise IllegalAction("RCZ-VIII.9.29", "stations are settled before trains")
        if train not in state.turn.acquired:
            raise IllegalAction("RCZ-VIII.9.25", "{train} is not among the trains just acquired", train=train)

    def _check_conversion(self, state: CzState, train: str) -> None:
        new = converted(self._facts, state, train)
        name = company_on_turn(state)
        if new is None:
            rule = "RCZ-VIII.9.21" if len(self._facts.cards[card_of(train)].types) == 1 else "RCZ-VIII.9.19"
            raise IllegalAction(
                rule,
                "the card of {train} shows no type of the colour of {company}",
                train=train,
                company=name,
            )
        if new in state.obsolete:
            raise IllegalAction("RCZ-VIII.9.20", "{type} trains are obsolete", type=new)
        cost, cash = conversion_cost(self._facts, train, new), state.companies[name].cash
        if cost > cash:
            raise IllegalAction(
                "RCZ-VIII.9.15",
                "the conversion costs {cost}; {company} has {cash}",
                cost=cost,
                company=name,
                cash=cash,
            )

    def _settlements(self, state: CzState, president: str) -> list[Offer]:
        trains = sorted(set(state.turn.acquired))
        offers = [Offer(ScrapTrain, president, (OneOf("train", tuple(trains)),))]
        cash = state.companies[company_on_turn(state)].cash
        convertible = tuple(
            train
            for train in trains
            if (new := converted(self._facts, state, train))
            and new not in state.obsolete
            and conversion_cost(self._facts, train, new) <= cash
        )
        return (
            [*offers, Offer(ConvertTrain, president, (OneOf("train", convertible),))]
            if convertible
            else offers
        )

    def _scrap(self, ctx: Ctx, train: str) -> None:
        """The train leaves the game; it does not go to the pool [RCZ-VIII.9.16]."""
        state, name = ctx.state, company_on_turn(ctx.state)
        state.companies[name].trains.remove(train)
        state.turn.acquired.remove(train)
        state.depot.gone.append(train)
        ctx.emit(TrainScrapped(company=name, train=train))
        settle_limits(self._facts, ctx)

    def _convert(self, ctx: Ctx, train: str) -> None:
        state, name = ctx.state, company_on_turn(ctx.state)
        kind = converted(self._facts, state, train)
        assert kind is not None
        cost = conversion_cost(self._facts, train, kind)
        company = state.companies[name]
        pay(company, state.bank, cost)
        company.trains[company.trains.index(train)] = kind + card_of(train)
        state.turn.acquired.remove(train)
        ctx.emit(TrainConverted(company=name, train=train, into=kind + card_of(train), cost=cost))
        if state.house.conversion_obsoletes:
            make_obsolete(self._facts, ctx, (kind,))
        settle_limits(self._facts, ctx)

    def _doubles(self, state: CzState) -> tuple[tuple[str, int], ...]:
        """The stations of which one in each hex goes, as (hex, city)."""
        involved = {company_on_turn(state), *(n for n, company in state.companies.items() if company.closed)}
        # a purple tile may have merged the two cities since: then there is one way to settle it
        places = dict.fromkeys(
            (name, city)
            for name in state.turn.doubled
            for owner, city in state.board.tokens[name]
            if owner in involved
        )
        return tuple(places)


def converted(facts: Book, state: CzState, train: str) -> str | None:
    """The type of the acquirer's own colour on the card of a train [RCZ-VIII.9.19]."""
    own = facts.may_run[facts.companies[company_on_turn(state)].size]
    return next((kind for kind in facts.cards[card_of(train)].types if kind in own), None)


def conversion_cost(facts: Book, train: str, new: str) -> int:
    """The difference of the prices, never paid back [RCZ-VIII.9.15]."""
    return max(0, facts.trains[new].price - facts.trains[type_of(train)].price)


def price_range(price: int) -> tuple[int, int]:
    """What may be paid for a share: half to one and a half times its price, in whole K [RCZ-VIII.9.5]."""
    return (price + 1) // 2, price * 3 // 2


def complete(facts: Book, ctx: Ctx, deal: Proposal) -> None:
    """An agreed acquisition, in the order of RCZ-VIII.9.29."""
    state = ctx.state
    buyer, target = state.companies[deal.company], state.companies[deal.target]
    paid = {}
    for player, held in target.shares.items():
        paid[player] = held * deal.price
        pay(buyer, state.players[player], paid[player])
    ctx.emit(CompanyAcquired(company=deal.company, target=deal.target, price=deal.price, paid=paid))
    pay(target, buyer, target.cash)
    for local in state.locals.values():
        if local.with_company and local.owner == deal.target:
            local.owner = deal.company
    buyer.taken_tokens += target.tokens + target.taken_tokens
    buyer.acquirer = True
    _take_tokens(ctx, deal.company, deal.target)
    buyer.trains += target.trains
    state.turn.acquired = list(target.trains)
    _close(state, deal.target)
    settle_limits(facts, ctx)


def _close(state: CzState, name: str) -> None:
    """Shares, price marker and company leave the game for good [RCZ-VIII.9.13]."""
    company = state.companies[name]
    take_off(state, name)
    company.shares, company.president = {}, None
    company.trains, company.tokens, company.taken_tokens = [], 0, 0
    company.closed = True
    if name in state.queue:
        state.queue.remove(name)


def _take_tokens(ctx: Ctx, buyer: str, target: str) -> None:
    """Stations change their owner on the spot; doubles in a city go at once, others wait [RCZ-VIII.9.12]."""
    state = ctx.state
    for name, city in token_places(state.board, target):
        if has_token(state.board, name, city, buyer):
            remove_token(state.board, name, city, target)
            state.companies[buyer].taken_tokens += 1
            ctx.emit(TokenRemoved(company=buyer, hex=name, city=city))
        elif stands_on(state.board, name, buyer):
            state.turn.doubled.append(name)
        else:
            replace_token(state.board, name, city, target, buyer)


def _keep_one(ctx: Ctx, name: str, removed: int) -> None:
    """Of the two stations in a hex one goes to the charter, the other is the acquirer's."""
    state = ctx.state
    buyer = company_on_turn(state)
    involved = {buyer, *(n for n, company in state.companies.items() if company.closed)}
    owner = next(o for o, city in state.board.tokens[name] if o in involved and city == removed)
    remove_token(state.board, name, removed, owner)
    for owner, city in list(state.board.tokens[name]):
        if owner in involved:
            replace_token(state.board, name, city, owner, buyer)
    state.turn.doubled.remove(name)
    state.companies[buyer].taken_tokens += 1
    ctx.emit(TokenRemoved(company=buyer, hex=name, city=removed))

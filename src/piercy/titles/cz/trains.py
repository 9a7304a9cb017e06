"""Step 6 of a turn: buy trains, from the bank, the pool or other companies [RCZ-VIII.10, RCZ-VIII.11]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Range, Table
from piercy.rail.actions import DEPOT, POOL, BuyTrain, OfferForTrain
from piercy.rail.deals import Deals, Proposal, propose
from piercy.rail.events import TrainBought, TrainTraded
from piercy.rail.money import pay
from piercy.titles.cz import emergency
from piercy.titles.cz.book import MORAVIA, Book
from piercy.titles.cz.phases import card_sold, settle_limits
from piercy.titles.cz.state import (
    VACLAV,
    CzState,
    asks,
    card_of,
    company_on_turn,
    phase_reached,
    president_on_turn,
    runnable,
    take_card,
    top_card,
    train_limit,
    type_of,
)

Ctx = Context[CzState]

COLOUR_RULES = {"small": "RCZ-IV.2b.2", "medium": "RCZ-IV.2c.2", "large": "RCZ-IV.2d.2"}


class BuyTrains(Step[CzState, BuyTrain | OfferForTrain]):
    """Any number of trains; one of the company's own colour it must have in the end [RCZ-VIII.10.1]."""

    name = "trains"
    actions = (BuyTrain, OfferForTrain)

    def __init__(self, facts: Book, deals: Deals[CzState]) -> None:
        self._facts = facts
        self._deals = deals

    def actor(self, ctx: Ctx) -> str | None:
        return president_on_turn(ctx.state)

    def offers(self, ctx: Ctx) -> list[Offer]:
        president = president_on_turn(ctx.state)
        assert president is not None
        offers = []
        if rows := self._depot_rows(ctx.state):
            offers.append(Offer(BuyTrain, president, (Table(("train", "source"), rows),)))
        if rows := self._company_rows(ctx.state):
            prices = Range("price", 1, ctx.state.companies[company_on_turn(ctx.state)].cash)
            offers.append(Offer(OfferForTrain, president, (Table(("seller", "train"), rows), prices)))
        return offers

    def check(self, ctx: Ctx, action: BuyTrain | OfferForTrain) -> None:
        train = action.train
        if train[-1:] not in self._facts.cards or type_of(train) not in self._facts.cards[train[-1]].types:
            raise InvalidAction("unknown train {train!r}", train=train)
        if isinstance(action, BuyTrain):
            self._check_on_sale(ctx.state, action)
        else:
            self._check_seller(ctx.state, action)
        self._check_may_own(ctx.state, train)
        if isinstance(action, BuyTrain):
            self._check_price(ctx.state, train)
        else:
            self._check_offer(ctx.state, action)

    def check_pass(self, ctx: Ctx) -> None:
        state = ctx.state
        if lacks_train(self._facts, state) and not self._excused(state):
            raise IllegalAction(
                "RCZ-VIII.10.1", "{company} must own a train that it can run", company=company_on_turn(state)
            )

    def apply(self, ctx: Ctx, action: BuyTrain | OfferForTrain) -> None:
        state = ctx.state
        if isinstance(action, OfferForTrain):
            asked = state.companies[action.seller].president
            assert asked is not None
            name = company_on_turn(state)
            deal = Proposal("train", name, asked, action.price, action.seller, action.train)
            propose(ctx, self._deals, deal, ask=asks(state, deal.asked))
            return
        buy_from_depot(self._facts, ctx, action)

    def _excused(self, state: CzState) -> bool:
        """Under the options, a company with trains that it cannot run owes none this turn [DCZ-9].

        Neither does one that may return the train to which its Director helped [DCZ-32].
        """
        house, company = state.house, state.companies[company_on_turn(state)]
        return bool(company.trains) and (
            house.lax_train_duty or (house.return_any_train and state.turn.helped)
        )

    def _check_on_sale(self, state: CzState, action: BuyTrain) -> None:
        letter = card_of(action.train)
        if action.source == DEPOT:
            if letter != (top := top_card(self._facts, state)):
                raise IllegalAction(
                    "RCZ-VIII.10.7",
                    "the bank sells {top} cards now, not {letter} cards",
                    top=top,
                    letter=letter,
                )
        elif action.source != POOL:
            raise InvalidAction(
                "trains come from 'depot' or 'pool', not from {source!r}", source=action.source
            )
        elif letter not in map(card_of, state.depot.pool):
            raise IllegalAction("RCZ-VIII.10.15", "no {letter} card is in the pool", letter=letter)
        if type_of(action.train) in state.obsolete:
            raise IllegalAction("RCZ-VIII.10.16", "{type} trains are obsolete", type=type_of(action.train))

    def _check_seller(self, state: CzState, action: OfferForTrain) -> None:
        seller = state.companies.get(action.seller)
        if seller is None:
            raise InvalidAction("unknown company {company!r}", company=action.seller)
        if not self._trading(state):
            rule = "RCZ-XI.2.15" if self._facts.variant == MORAVIA else "RCZ-VIII.10.10"
            raise IllegalAction(rule, "companies do not buy trains of each other in this phase yet")
        if action.seller == company_on_turn(state):
            raise IllegalAction("RCZ-VIII.10.11", "a company buys from another company, not from itself")
        if action.train not in seller.trains:
            raise IllegalAction(
                "RCZ-VIII.10.12", "{company} has no train {train}", company=action.seller, train=action.train
            )
        if seller.president == VACLAV:
            raise IllegalAction("RCZ-XI.1.27", "the trains of Vaclav's companies are not for sale")

    def _check_may_own(self, state: CzState, train: str) -> None:
        """Colour, limit, and that a place is left for the train the company must have."""
        problem = _slot_problem(self._facts, state, type_of(train))
        if problem is not None:
            rule, words = problem
            raise IllegalAction(rule, words, company=company_on_turn(state), type=type_of(train))

    def _check_price(self, state: CzState, train: str) -> None:
        name = company_on_turn(state)
        price, cash = self._facts.trains[type_of(train)].price, state.companies[name].cash
        if price <= cash:
            return
        fields: dict[str, object] = {"type": type_of(train), "price": price, "company": name, "cash": cash}
        if state.turn.helped:
            raise IllegalAction("RCZ-VIII.11.9", "the Director helps to one train only", **fields)
        if not lacks_train(self._facts, state):
            raise IllegalAction(
                "RCZ-VIII.11.1", "a {type} costs {price}; {company} has {cash} and need not buy", **fields
            )
        if not _own_colour(self._facts, state, train):
            raise IllegalAction(
                "RCZ-VIII.11.5",
                "the Director does not help to a {type}, which {company} cannot run",
                **fields,
            )

    def _check_offer(self, state: CzState, action: OfferForTrain) -> None:
        if action.price < 1:
            raise IllegalAction("RCZ-VIII.10.10", "a train costs at least 1")
        if action.price > (cash := state.companies[company_on_turn(state)].cash):
            raise IllegalAction(
                "RCZ-VIII.11.6", "{company} has {cash}; nobody helps to a train of another company",
                company=company_on_turn(state), cash=cash,
            )  # fmt: skip

    def _trading(self, state: CzState) -> bool:
        return state.house.early_train_deals or phase_reached(self._facts, state, self._facts.deals_from)

    def _depot_rows(self, state: CzState) -> tuple[tuple[str, str], ...]:
        cards = [(top_card(self._facts, state), DEPOT)]
        cards += [(letter, POOL) for letter in sorted(set(map(card_of, state.depot.pool)))]
        rows = []
        for letter, source in cards:
            for kind in self._facts.cards[letter].types:
                if kind in state.obsolete or _slot_problem(self._facts, state, kind):
                    continue
                if self._affordable(state, kind):
                    rows.append((f"{kind}{letter}", source))
        return tuple(rows)

    def _affordable(self, state: CzState, kind: str) -> bool:
        if self._facts.trains[kind].price <= state.companies[company_on_turn(state)].cash:
            return True
        lacking = lacks_train(self._facts, state) and not state.turn.helped
        return lacking and _own_colour(self._facts, state, f"{kind}?")

    def _company_rows(self, state: CzState) -> tuple[tuple[str, str], ...]:
        name = company_on_turn(state)
        if not self._trading(state) or state.companies[name].cash < 1:
            return ()
        return tuple(
            (seller, train)
            for seller, company in state.companies.items()
            if seller != name and company.president != VACLAV
            for train in sorted(set(company.trains))
            if _slot_problem(self._facts, state, type_of(train)) is None
        )


def buy_from_depot(facts: Book, ctx: Ctx, action: BuyTrain) -> None:
    """Pay the printed price, with the Director's help if need be, and let the card take effect."""
    state = ctx.state
    name, train = company_on_turn(state), action.train
    company, price = state.companies[name], facts.trains[type_of(train)].price
    if price > company.cash:
        emergency.finance(ctx, name, action.player, price)
    pay(company, state.bank, price)
    if action.source == DEPOT:
        take_card(facts, state)
    else:
        state.depot.pool.remove(_pooled(state, train))
    _receive(facts, ctx, train)
    ctx.emit(TrainBought(company=name, train=train, source=action.source, price=price))
    card_sold(facts, ctx, train)
    settle_limits(facts, ctx)


def complete(facts: Book, ctx: Ctx, deal: Proposal) -> None:
    """A train changes hands; it keeps its type and changes no phase [RCZ-VIII.12.22]."""
    state = ctx.state
    seller = state.companies[deal.target]
    pay(state.companies[deal.company], seller, deal.price)
    seller.trains.remove(deal.train)
    _receive(facts, ctx, deal.train)
    ctx.emit(TrainTraded(company=deal.company, seller=deal.target, train=deal.train, price=deal.price))


def _receive(facts: Book, ctx: Ctx, train: str) -> None:
    """The company on turn gets a train; remember what the duty to own a train asks about."""
    turn = ctx.state.turn
    turn.bought = True
    turn.other_colour |= not _own_colour(facts, ctx.state, train)
    ctx.state.companies[turn.company].trains.append(train)


def _pooled(state: CzState, train: str) -> str:
    """The card of the pool that is bought as the train: one last used so, else any of its letter."""
    pool = state.depot.pool
    return train if train in pool else next(other for other in pool if card_of(other) == card_of(train))


def lacks_train(facts: Book, state: CzState) -> bool:
    """Whether the company on turn has no train that it can run, and so must buy one."""
    return not runnable(facts, state, company_on_turn(state))


def _own_colour(facts: Book, state: CzState, train: str) -> bool:
    size = facts.companies[company_on_turn(state)].size
    return type_of(train) in facts.may_run[size]


def _slot_problem(facts: Book, state: CzState, kind: str) -> tuple[str, str] | None:
    """Why the company on turn may not add a train of the type, whatever it costs: rule and words."""
    name = company_on_turn(state)
    size = facts.companies[name].size
    if kind not in facts.may_own[size]:
        return COLOUR_RULES[size], "{company} may not own a {type}"
    room = train_limit(facts, state, name) - len(state.companies[name].trains)
    lacks, own = lacks_train(facts, state), kind in facts.may_run[size]
    if lacks and own:
        return None  # even at the limit: it then returns another [RCZ-VIII.10.6]
    if room < 1:
        return "RCZ-VIII.10.5", "{company} is at its limit of trains"
    if lacks and not state.house.lax_train_duty:
        if room == 1:
            return "RCZ-VIII.10.18", "the last place of {company} is for a train that it can run"
        if state.turn.other_colour:
            return "RCZ-VIII.10.19", "{company} must first buy a train that it can run"
    return None

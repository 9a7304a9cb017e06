"""Companies buy trains: new ones of the depot, used ones of the pool, and those of other companies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Range, Table
from piercy.rail.actions import BuyTrain, OfferForTrain
from piercy.rail.deals import Deals, DealState, Proposal, propose
from piercy.rail.money import Purse, pay
from piercy.rail.train_moves import HasTrains, Purchase, TrainOwner, buy_train, hand_over_train
from piercy.rail.trains import DEPOT, POOL, next_new, on_sale


@dataclass(frozen=True, slots=True)
class SaleRules:
    """The rules that are cited against a purchase of the depot or the pool."""

    depot: str
    """The new trains are sold in their order."""
    pool: str
    """What lies in the pool can be bought."""
    limit: str
    price: str
    between: str = ""
    """Companies buy no trains of each other; empty: they do, or nothing is said of it."""


@dataclass(frozen=True, slots=True)
class DealRules:
    """The rules that are cited against an offer for the train of another company."""

    itself: str
    """It is another company that sells."""
    owned: str
    """It sells what it has."""
    least: str
    """It sells for money."""
    price: str
    """The buyer pays from its treasury."""


class Treasury(TrainOwner, Purse, Protocol):
    """A company with trains and money of its own."""


class HasTrainDeals(HasTrains, DealState, Protocol):
    """A state in which companies may buy trains of each other."""

    @property
    def companies(self) -> Mapping[str, Treasury]: ...


T = TypeVar("T", bound=HasTrains)
T_contra = TypeVar("T_contra", bound=HasTrains, contravariant=True)
D = TypeVar("D", bound=HasTrainDeals)
D_contra = TypeVar("D_contra", bound=HasTrainDeals, contravariant=True)


class TrainSales(Protocol[T_contra]):
    """How a title sells trains. What is answered here is usual; a title says otherwise where it is not."""

    rules: SaleRules

    def known(self, train: str) -> bool:
        """Whether there is such a train at all."""

    def price(self, train: str) -> int:
        """What the bank takes for it."""

    def president(self, state: T_contra) -> str | None:
        """Who buys for the company on turn; None: nobody."""
        return state.companies[state.on_turn].president

    def purse(self, state: T_contra) -> Purse:
        """What pays."""

    def limit(self, state: T_contra) -> int:
        """How many trains the company may own."""

    def stays(self, state: T_contra) -> bool:
        """Whether the president is asked even if there is nothing to be bought."""
        return False

    def duty(self, state: T_contra) -> IllegalAction | None:
        """Why the company may not do without a train."""
        return None

    def on_sale(self, state: T_contra) -> list[tuple[str, str]]:
        """What can be bought of the bank, and where."""
        return on_sale(state.depot)

    def not_next(self, state: T_contra, train: str) -> IllegalAction:
        """Why a train is not the one that the depot sells."""
        following = next_new(state.depot)
        if following is None:
            return IllegalAction(self.rules.depot, "the bank has no train left")
        return IllegalAction(
            self.rules.depot,
            "the bank sells {first}-trains now, not {train}-trains",
            first=following,
            train=train,
        )

    def room(self, state: T_contra, train: str) -> IllegalAction | None:
        """Why the company may not own one more such train, whatever it costs."""
        company, limit = state.on_turn, self.limit(state)
        if len(state.companies[company].trains) < limit:
            return None
        return IllegalAction(
            self.rules.limit,
            "{company} owns {limit} {limit:train|trains}, the limit",
            company=company,
            limit=limit,
        )

    def unhelped(self, state: T_contra, train: str, source: str) -> IllegalAction | None:
        """Why nobody helps to pay for a train that costs more than there is."""
        return IllegalAction(
            self.rules.price,
            "a {train} costs {price}; {company} has {cash}",
            train=train,
            price=self.price(train),
            company=state.on_turn,
            cash=self.purse(state).cash,
        )

    def help(self, ctx: Context[T_contra], bought: Purchase) -> None:
        """Bring about what a helped purchase needs, at once or by and by."""
        raise AssertionError("nobody helps")

    def buy(self, ctx: Context[T_contra], bought: Purchase) -> None:
        """The money is there: pay, and let the train take effect."""
        buy_train(ctx, self.purse(ctx.state), bought, self.price(bought.train))


class SellerTerms(Protocol[D_contra]):
    """How companies of a title buy trains of each other."""

    rules: DealRules

    def closed(self, state: D_contra, seller: str) -> IllegalAction | None:
        """Why no train of the company is for sale."""
        return None

    def asks(self, state: D_contra, president: str) -> bool:
        """Whether the seller's president has to be asked."""


class BuyTrains(Step[T, BuyTrain]):
    """Any number of trains of the depot and the pool, one after the other."""

    name = "trains"
    actions = (BuyTrain,)

    def __init__(self, sales: TrainSales[T]) -> None:
        self._sales = sales

    def actor(self, ctx: Context[T]) -> str | None:
        president = self._sales.president(ctx.state)
        asked = president is not None and (self._sales.stays(ctx.state) or self.rows(ctx.state))
        return president if asked else None

    def offers(self, ctx: Context[T]) -> list[Offer]:
        rows, president = self.rows(ctx.state), self._sales.president(ctx.state)
        assert president is not None
        return [Offer(BuyTrain, president, (Table(("train", "source"), rows),))] if rows else []

    def check(self, ctx: Context[T], action: BuyTrain) -> None:
        state, sales = ctx.state, self._sales
        if not sales.known(action.train):
            raise InvalidAction("unknown train {train!r}", train=action.train)
        self._check_source(state, action)
        if refusal := sales.room(state, action.train) or self._unpaid(state, action.train, action.source):
            raise refusal

    def check_pass(self, ctx: Context[T]) -> None:
        if refusal := self._sales.duty(ctx.state):
            raise refusal

    def apply(self, ctx: Context[T], action: BuyTrain) -> None:
        sales = self._sales
        bought = Purchase(ctx.state.on_turn, action.train, action.source)
        if sales.price(action.train) > sales.purse(ctx.state).cash:
            sales.help(ctx, bought)
        else:
            sales.buy(ctx, bought)

    def rows(self, state: T) -> tuple[tuple[str, str], ...]:
        """What may be bought of the bank."""
        return tuple(
            (train, source)
            for train, source in self._sales.on_sale(state)
            if self._sales.room(state, train) is None and self._unpaid(state, train, source) is None
        )

    def _unpaid(self, state: T, train: str, source: str) -> IllegalAction | None:
        """Why the train cannot be paid."""
        sales = self._sales
        if sales.price(train) <= sales.purse(state).cash:
            return None
        return sales.unhelped(state, train, source)

    def _check_source(self, state: T, action: BuyTrain) -> None:
        rules, source = self._sales.rules, action.source
        if source not in (DEPOT, POOL):
            if rules.between and (source in state.companies or source in state.players):
                raise IllegalAction(
                    rules.between, "trains are bought from the bank, not from {source}", source=source
                )
            raise InvalidAction("trains come from 'depot' or 'pool', not from {source!r}", source=source)
        if (action.train, source) in self._sales.on_sale(state):
            return
        if source == DEPOT:
            raise self._sales.not_next(state, action.train)
        raise IllegalAction(rules.pool, "no used {train}-train is for sale", train=action.train)


class BuyAnyTrains(Step[D, BuyTrain | OfferForTrain]):
    """Any number of trains, of the bank and of other companies."""

    name = "trains"
    actions = (BuyTrain, OfferForTrain)

    def __init__(self, sales: TrainSales[D], terms: SellerTerms[D], deals: Deals[D]) -> None:
        self._sales = sales
        self._bank = BuyTrains(sales)
        self._terms = terms
        self._deals = deals

    def actor(self, ctx: Context[D]) -> str | None:
        asked = self._bank.actor(ctx)
        return self._sales.president(ctx.state) if asked or self._rows(ctx.state) else None

    def offers(self, ctx: Context[D]) -> list[Offer]:
        offers, rows = self._bank.offers(ctx), self._rows(ctx.state)
        president = self._sales.president(ctx.state)
        assert president is not None
        if rows:
            prices = Range("price", 1, self._sales.purse(ctx.state).cash)
            offers.append(Offer(OfferForTrain, president, (Table(("seller", "train"), rows), prices)))
        return offers

    def check(self, ctx: Context[D], action: BuyTrain | OfferForTrain) -> None:
        if isinstance(action, BuyTrain):
            self._bank.check(ctx, action)
            return
        if not self._sales.known(action.train):
            raise InvalidAction("unknown train {train!r}", train=action.train)
        self._check_seller(ctx.state, action)
        if refusal := self._sales.room(ctx.state, action.train):
            raise refusal
        self._check_price(ctx.state, action.price)

    def check_pass(self, ctx: Context[D]) -> None:
        self._bank.check_pass(ctx)

    def apply(self, ctx: Context[D], action: BuyTrain | OfferForTrain) -> None:
        if isinstance(action, BuyTrain):
            self._bank.apply(ctx, action)
            return
        state = ctx.state
        asked = state.companies[action.seller].president
        assert asked is not None
        deal = Proposal("train", state.on_turn, asked, action.price, action.seller, action.train)
        propose(ctx, self._deals, deal, ask=self._terms.asks(state, asked))

    def _rows(self, state: D) -> tuple[tuple[str, str], ...]:
        """The trains of other companies that could be asked for."""
        if self._sales.purse(state).cash < 1:
            return ()
        return tuple(
            (seller, train)
            for seller, company in state.companies.items()
            if seller != state.on_turn and company.trains and self._terms.closed(state, seller) is None
            for train in sorted(set(company.trains))
            if self._sales.room(state, train) is None
        )

    def _check_seller(self, state: D, action: OfferForTrain) -> None:
        rules, seller = self._terms.rules, state.companies.get(action.seller)
        if seller is None:
            raise InvalidAction("unknown company {company!r}", company=action.seller)
        if refusal := self._terms.closed(state, action.seller):
            raise refusal
        if action.seller == state.on_turn:
            raise IllegalAction(rules.itself, "a company buys from another company, not from itself")
        if action.train not in seller.trains:
            raise IllegalAction(
                rules.owned, "{company} has no train {train}", company=action.seller, train=action.train
            )

    def _check_price(self, state: D, price: int) -> None:
        rules, cash = self._terms.rules, self._sales.purse(state).cash
        if price < 1:
            raise IllegalAction(rules.least, "a train costs at least 1")
        if price > cash:
            raise IllegalAction(
                rules.price,
                "{company} has {cash}; nobody helps to a train of another company",
                company=state.on_turn,
                cash=cash,
            )


def conclude_train_deal(ctx: Context[HasTrainDeals], deal: Proposal) -> None:
    """Train and money change hands."""
    companies = ctx.state.companies
    pay(companies[deal.company], companies[deal.target], deal.price)
    hand_over_train(ctx, deal.company, deal.target, deal.train, deal.price)

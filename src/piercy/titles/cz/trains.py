"""Step 6 of a turn: buy trains, from the bank, the pool or other companies [RCZ-VIII.10, RCZ-VIII.11]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context
from piercy.rail.deals import Proposal
from piercy.rail.train_moves import Purchase, buy_train
from piercy.rail.train_sales import DealRules, SaleRules, SellerTerms, TrainSales, conclude_train_deal
from piercy.rail.trains import DEPOT, POOL, next_new
from piercy.titles.cz import emergency
from piercy.titles.cz.book import MORAVIA, Book
from piercy.titles.cz.phases import card_sold, settle_limits
from piercy.titles.cz.state import (
    VACLAV,
    Company,
    CzState,
    asks,
    card_of,
    company_on_turn,
    phase_reached,
    president_on_turn,
    runnable,
    train_limit,
    type_of,
)

Ctx = Context[CzState]

COLOUR_RULES = {"small": "RCZ-IV.2b.2", "medium": "RCZ-IV.2c.2", "large": "RCZ-IV.2d.2"}


class Shop(TrainSales[CzState]):
    """Any number of trains; one of the company's own colour it must have in the end [RCZ-VIII.10.1]."""

    rules = SaleRules(
        depot="RCZ-VIII.10.7", pool="RCZ-VIII.10.15", limit="RCZ-VIII.10.5", price="RCZ-VIII.11.1"
    )

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def known(self, train: str) -> bool:
        card = self._facts.cards.get(train[-1:])
        return card is not None and type_of(train) in card.types

    def price(self, train: str) -> int:
        return self._facts.trains[type_of(train)].price

    def president(self, state: CzState) -> str | None:
        return president_on_turn(state)

    def purse(self, state: CzState) -> Company:
        return state.companies[company_on_turn(state)]

    def limit(self, state: CzState) -> int:
        return train_limit(self._facts, state, company_on_turn(state))

    def stays(self, state: CzState) -> bool:
        return True

    def duty(self, state: CzState) -> IllegalAction | None:
        """A train that it can run, unless the options excuse it this turn [DCZ-9, DCZ-32]."""
        house, name = state.house, company_on_turn(state)
        excused = house.lax_train_duty or (house.return_any_train and state.turn.helped)
        if not lacks_train(self._facts, state) or (excused and state.companies[name].trains):
            return None
        return IllegalAction("RCZ-VIII.10.1", "{company} must own a train that it can run", company=name)

    def on_sale(self, state: CzState) -> list[tuple[str, str]]:
        """The top card and every card of the pool, as each of its types."""
        cards = [(next_new(state.depot) or "", DEPOT)]
        cards += [(letter, POOL) for letter in sorted(set(map(card_of, state.depot.pool)))]
        return [
            (kind + letter, source) for letter, source in cards for kind in self._facts.cards[letter].types
        ]

    def not_next(self, state: CzState, train: str) -> IllegalAction:
        top, letter = next_new(state.depot), card_of(train)
        return IllegalAction(
            self.rules.depot, "the bank sells {top} cards now, not {letter} cards", top=top, letter=letter
        )

    def room(self, state: CzState, train: str) -> IllegalAction | None:
        """Colour, limit, and that a place is left for the train the company must have."""
        kind, name = type_of(train), company_on_turn(state)
        if kind in state.obsolete:
            return IllegalAction("RCZ-VIII.10.16", "{type} trains are obsolete", type=kind)
        size = self._facts.companies[name].size
        if kind not in self._facts.may_own[size]:
            return IllegalAction(
                COLOUR_RULES[size], "{company} may not own a {type}", company=name, type=kind
            )
        lacks = lacks_train(self._facts, state)
        if lacks and self._own_colour(state, train):
            return None  # even at the limit: it then returns another [RCZ-VIII.10.6]
        if full := super().room(state, train):
            return full
        if lacks and not state.house.lax_train_duty:
            if len(state.companies[name].trains) + 1 == self.limit(state):
                return IllegalAction(
                    "RCZ-VIII.10.18",
                    "the last place of {company} is for a train that it can run",
                    company=name,
                )
            if state.turn.other_colour:
                return IllegalAction(
                    "RCZ-VIII.10.19", "{company} must first buy a train that it can run", company=name
                )
        return None

    def unhelped(self, state: CzState, train: str, source: str) -> IllegalAction | None:
        """The Director helps to one train that the company must have [RCZ-VIII.11.1]."""
        if state.turn.helped:
            return IllegalAction("RCZ-VIII.11.9", "the Director helps to one train only")
        if not lacks_train(self._facts, state):
            return super().unhelped(state, train, source)
        if not self._own_colour(state, train):
            return IllegalAction(
                "RCZ-VIII.11.5",
                "the Director does not help to a {type}, which {company} cannot run",
                type=type_of(train),
                company=company_on_turn(state),
            )
        return None

    def help(self, ctx: Ctx, bought: Purchase) -> None:
        president = president_on_turn(ctx.state)
        assert president is not None
        emergency.finance(ctx, bought.company, president, self.price(bought.train))
        self.buy(ctx, bought)

    def buy(self, ctx: Ctx, bought: Purchase) -> None:
        state, train = ctx.state, bought.train
        self.note(state, train)
        # a card of the pool is bought as any of its types, rather one that was last used so
        pool = [other for other in state.depot.pool if card_of(other) == card_of(train)]
        lies_as = train if train in pool or not pool else pool[0]
        buy_train(ctx, self.purse(state), bought, self.price(train), lies_as=lies_as)
        card_sold(self._facts, ctx, train)
        settle_limits(self._facts, ctx)

    def deal_done(self, ctx: Ctx, deal: Proposal) -> None:
        """A train changes hands; it keeps its type and changes no phase [RCZ-VIII.12.22]."""
        self.note(ctx.state, deal.train)
        conclude_train_deal(ctx, deal)

    def note(self, state: CzState, train: str) -> None:
        """Remember what the duty to own a train asks about."""
        state.turn.bought = True
        state.turn.other_colour |= not self._own_colour(state, train)

    def _own_colour(self, state: CzState, train: str) -> bool:
        return type_of(train) in self._facts.may_run[self._facts.companies[company_on_turn(state)].size]


def lacks_train(facts: Book, state: CzState) -> bool:
    """Whether the company on turn has no train that it can run, and so must buy one."""
    return not runnable(facts, state, company_on_turn(state))


class Sellers(SellerTerms[CzState]):
    """Trains of other companies, from a phase on [RCZ-VIII.10.10]."""

    rules = DealRules(
        itself="RCZ-VIII.10.11", owned="RCZ-VIII.10.12", least="RCZ-VIII.10.10", price="RCZ-VIII.11.6"
    )

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def closed(self, state: CzState, seller: str) -> IllegalAction | None:
        if not state.house.early_train_deals and not phase_reached(
            self._facts, state, self._facts.deals_from
        ):
            rule = "RCZ-XI.2.15" if self._facts.variant == MORAVIA else "RCZ-VIII.10.10"
            return IllegalAction(rule, "companies do not buy trains of each other in this phase yet")
        if state.companies[seller].president == VACLAV:
            return IllegalAction("RCZ-XI.1.27", "the trains of Vaclav's companies are not for sale")
        return None

    def asks(self, state: CzState, president: str) -> bool:
        return asks(state, president)

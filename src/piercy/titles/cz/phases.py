"""Phases, obsolescence, and the trains that companies give up when a limit falls [RCZ-VIII.12].

When a card is sold, given away or exported, things happen in a fixed order [RCZ-VIII.12.21]: the card is in
its owner's hands; a new phase begins; types become obsolete; Vaclav gets a new company; excess trains are
returned.
"""

from __future__ import annotations

from collections.abc import Iterable

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context, Memo
from piercy.rail.board import remove_token, token_places
from piercy.rail.discarding import TrainLimits
from piercy.rail.train_moves import discard_train, open_phase, rust
from piercy.titles.cz import vaclav
from piercy.titles.cz.book import Book
from piercy.titles.cz.events import PrivatesClosed
from piercy.titles.cz.state import (
    VACLAV,
    CzState,
    card_of,
    operating_order,
    runnable,
    train_limit,
    type_of,
)

Ctx = Context[CzState]
OVER_LIMIT = Memo[str | None]("over limit")


def card_sold(facts: Book, ctx: Ctx, train: str) -> None:
    """A card has been sold or given away as one of its types [RCZ-VIII.12.1, RCZ-VIII.12.13]."""
    _card_came(facts, ctx, card_of(train), (type_of(train),))


def card_exported(facts: Book, ctx: Ctx, letter: str) -> None:
    """A card has left the game: it acts as all its types at once [RCZ-VIII.12.14]."""
    _card_came(facts, ctx, letter, facts.cards[letter].types)


def _card_came(facts: Book, ctx: Ctx, letter: str, types: Iterable[str]) -> None:
    state = ctx.state
    begins = letter > state.phase
    if begins:
        open_phase(ctx, letter, letter.upper(), letter)
        if facts.phases[letter].closes_privates:
            _close_privates(ctx)
    make_obsolete(facts, ctx, types)
    if begins:
        train = vaclav.call_company(facts, ctx, letter)
        if train is not None:
            card_sold(facts, ctx, train)


def make_obsolete(facts: Book, ctx: Ctx, types: Iterable[str]) -> None:
    """Scrap at once, everywhere, what the types make obsolete [RCZ-VIII.12.15, RCZ-VIII.12.16]."""
    state = ctx.state
    doomed = {old for new in types for old in facts.scraps[new]}
    state.obsolete += sorted(doomed.difference(state.obsolete))
    rust(ctx, doomed, type_of)
    state.turn.acquired[:] = [train for train in state.turn.acquired if type_of(train) not in doomed]


def _close_privates(ctx: Ctx) -> None:
    """Moravia-Silesia: all private companies close without compensation [RCZ-XI.2.17, RCZ-XI.2.55]."""
    state = ctx.state
    for name, local in state.locals.items():
        if local.closed:
            continue
        local.owner, local.with_company, local.closed = None, False, True
        for home, city in token_places(state.board, name):
            remove_token(state.board, home, city, name)
    ctx.emit(PrivatesClosed())


class Limits(TrainLimits[CzState]):
    """Companies over their limit return trains that their Director picks [RCZ-VIII.12.18, RCZ-VIII.12.23]."""

    rule = "RCZ-VIII.12.18"
    choice_rule = "RCZ-VIII.12.23"

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def over(self, ctx: Ctx) -> str | None:
        return ctx.kept(OVER_LIMIT, lambda: must_return(self._facts, ctx.state))

    def known(self, train: str) -> bool:
        return type_of(train) in self._facts.trains and card_of(train) in self._facts.cards

    def refusal(self, state: CzState, company: str, train: str) -> IllegalAction | None:
        """After its own purchase a company keeps a train that it can run [RCZ-VIII.10.6, RCZ-VIII.10.21]."""
        if company != state.turn.company or not state.turn.bought or state.house.return_any_train:
            return None
        if runnable(self._facts, state, company) != [train]:
            return None
        return IllegalAction(
            "RCZ-VIII.10.21",
            "{company} may not return its only train of its own colour in its own turn",
            company=company,
        )


def settle_limits(facts: Book, ctx: Ctx) -> None:
    """Return what no choice is needed for: all trains of the company are alike [RCZ-VIII.12.23]."""
    state = ctx.state
    for name in operating_order(state):
        trains = state.companies[name].trains
        if len(set(trains)) == 1 and not (name == state.turn.company and state.turn.acquired):
            while len(trains) > train_limit(facts, state, name):
                discard_train(ctx, name, trains[0])


def must_return(facts: Book, state: CzState) -> str | None:
    """The company that must return a train now: the first in operating order over its limit."""
    limits = facts.phases[state.phase].limits
    over = {
        name
        for name, company in state.companies.items()
        # every limit is at least one, and most companies have no more
        if len(company.trains) > 1 and len(company.trains) > limits[facts.companies[name].size]
    }
    if not over:
        return None
    if state.turn.acquired:
        over.discard(state.turn.company)
    order = (name for name in operating_order(state) if name in over)
    return next((name for name in order if state.companies[name].president != VACLAV), None)

"""The export at the end of a set of operating rounds [RCZ-VIII.13]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.trains import take_new
from piercy.titles.cz.book import Book
from piercy.titles.cz.events import CardExported
from piercy.titles.cz.phases import card_exported
from piercy.titles.cz.state import CzState

Ctx = Context[CzState]


def export_card(facts: Book, ctx: Ctx) -> None:
    """The top card of the stack leaves the game, with all that its sale would bring about [RCZ-VIII.13.1]."""
    letter = take_new(ctx.state.depot)
    ctx.state.depot.gone.append(letter)
    ctx.emit(CardExported(card=letter))
    card_exported(facts, ctx, letter)

"""Maritime cards: income in hand, the gift to a company, and the location bonus [R65-2.6]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, OneOf
from piercy.rail.board import stands_on
from piercy.titles.sardinia.actions import GiveMaritime
from piercy.titles.sardinia.bank import pay_out
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.events import MaritimeBonus, MaritimeGiven, MaritimeIncome
from piercy.titles.sardinia.state import SardiniaState, company_on_turn, player_on_turn

Ctx = Context[SardiniaState]


def pay_maritime_income(ctx: Ctx, facts: Book) -> None:
    """At the beginning of every operating round, for each card in hand [R65-2.6.1]."""
    for name, player in ctx.state.players.items():
        income = facts.sums.maritime_income * len(player.maritimes)
        if income:
            ctx.emit(MaritimeIncome(player=name, cards=len(player.maritimes), income=income))
            pay_out(ctx, player, income)


def pay_bonuses(ctx: Ctx, facts: Book, company: str) -> None:
    """Pay what is due for the company's cards with a token on their location [R65-2.6.6 to R65-2.6.9].

    To be called whenever a card or a token has arrived.
    """
    state = ctx.state
    charter = state.companies[company]
    for card in charter.maritimes:
        if card not in state.bonus_paid and _on_location(facts, state, company, card):
            state.bonus_paid.append(card)
            charter.traffic += state.phase
            ctx.emit(MaritimeBonus(company=company, card=card, traffic=state.phase))


def _on_location(facts: Book, state: SardiniaState, company: str, card: str) -> bool:
    return any(stands_on(state.board, place, company) for place in facts.maritimes[card].places)


class GiveMaritimes(Step[SardiniaState, GiveMaritime]):
    """At any moment of a company's turn its president may give it his cards [R65-2.6.3, R65-2.6.4]."""

    name = "maritime"
    actions = (GiveMaritime,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        if state.turn is None:
            return None
        president = player_on_turn(state)
        return president if state.players[president].maritimes else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        president = player_on_turn(ctx.state)
        cards = tuple(ctx.state.players[president].maritimes)
        return [Offer(GiveMaritime, president, (OneOf("card", cards),))]

    def check(self, ctx: Ctx, action: GiveMaritime) -> None:
        if action.card not in self._facts.maritimes:
            raise InvalidAction("unknown maritime company {card!r}", card=action.card)
        if action.card not in ctx.state.players[action.player].maritimes:
            raise IllegalAction(
                "R65-2.6.3", "{player} does not hold {card}", player=action.player, card=action.card
            )

    def apply(self, ctx: Ctx, action: GiveMaritime) -> None:
        state = ctx.state
        company = company_on_turn(state)
        state.players[action.player].maritimes.remove(action.card)
        state.companies[company].maritimes.append(action.card)
        ctx.emit(MaritimeGiven(player=action.player, company=company, card=action.card))
        pay_bonuses(ctx, self._facts, company)

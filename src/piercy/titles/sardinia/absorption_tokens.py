"""After an absorption: own mines vacated, tokens of the target replaced [R65-5.4.4 to R65-5.4.16]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Solved, Subset
from piercy.rail.board import has_token, remove_token, replace_token, token_places
from piercy.rail.events import TokenRemoved, TokenReplaced
from piercy.titles.sardinia.absorption_choices import Hexes, refusal, replacements
from piercy.titles.sardinia.bank import pay_out
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.events import MineVacated, TokenMerged
from piercy.titles.sardinia.maritime import pay_bonuses
from piercy.titles.sardinia.operating_actions import ReplaceTokens, VacateMines
from piercy.titles.sardinia.state import Absorption, SardiniaState, president_of
from piercy.titles.sardinia.traffic import mines_of

Ctx = Context[SardiniaState]


def begin_sorting(ctx: Ctx, facts: Book, acquirer: str, target: str) -> None:
    """The tokens of the target are to be replaced; nothing is asked where there is no choice."""
    vacated = not mines_of(facts, ctx.state, acquirer)
    ctx.state.absorption = Absorption(acquirer, target, vacated)
    _finish_if_clear(ctx, facts)


def _finish_if_clear(ctx: Ctx, facts: Book) -> None:
    absorption = ctx.state.absorption
    assert absorption is not None
    if absorption.vacated and len(choices := replacements(facts, ctx.state)) == 1:
        _replace(ctx, facts, choices[0])


def _replace(ctx: Ctx, facts: Book, hexes: Hexes) -> None:
    state = ctx.state
    assert state.absorption is not None
    acquirer, target = state.absorption.acquirer, state.absorption.target
    charter = state.companies[acquirer]
    for name, city in token_places(state.board, target):
        if has_token(state.board, name, city, acquirer):
            remove_token(state.board, name, city, target)
            ctx.emit(TokenMerged(company=acquirer, hex=name, amount=facts.sums.synergy))
            pay_out(ctx, charter, facts.sums.synergy)
        elif name in hexes:
            replace_token(state.board, name, city, target, acquirer)
            charter.tokens -= 1
            ctx.emit(TokenReplaced(company=acquirer, target=target, hex=name))
        else:
            remove_token(state.board, name, city, target)
            ctx.emit(TokenRemoved(company=target, hex=name, city=city))
    state.absorption = None
    pay_bonuses(ctx, facts, acquirer)


class SortTokens(Step[SardiniaState, VacateMines | ReplaceTokens]):
    """First the acquirer's own mines, then the places of the target [R65-5.4.1]."""

    name = "sort_tokens"
    actions = (VacateMines, ReplaceTokens)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        absorption = ctx.state.absorption
        return None if absorption is None else president_of(ctx.state, absorption.acquirer)

    def decider_rule(self, ctx: Ctx) -> str:
        return "R65-5.4.1"

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        absorption = state.absorption
        assert absorption is not None
        player = president_of(state, absorption.acquirer)
        if not absorption.vacated:
            mines = tuple(sorted(mines_of(self._facts, state, absorption.acquirer)))
            return [Offer(VacateMines, player, (Subset("hexes", mines),))]
        sets = tuple(replacements(self._facts, state))
        return [Offer(ReplaceTokens, player, (Solved("hexes", lambda: sets),))]

    def check(self, ctx: Ctx, action: VacateMines | ReplaceTokens) -> None:
        state = ctx.state
        absorption = state.absorption
        assert absorption is not None
        self._check_names(action)
        if isinstance(action, VacateMines) == absorption.vacated:
            raise IllegalAction("R65-5.4.1", "own mines are vacated first, then tokens are replaced")
        if isinstance(action, VacateMines):
            for name in action.hexes:
                if name not in mines_of(self._facts, state, absorption.acquirer):
                    raise IllegalAction(
                        "R65-5.4.6",
                        "{company} has no token on a mine in {hex}",
                        company=absorption.acquirer,
                        hex=name,
                    )
        elif set(action.hexes) not in map(set, replacements(self._facts, state)):
            raise refusal(self._facts, state, action.hexes)

    def check_pass(self, ctx: Ctx) -> None:
        raise IllegalAction("R65-5.4.1", "the tokens must be sorted out first")

    def apply(self, ctx: Ctx, action: VacateMines | ReplaceTokens) -> None:
        state = ctx.state
        absorption = state.absorption
        assert absorption is not None
        if isinstance(action, ReplaceTokens):
            _replace(ctx, self._facts, action.hexes)
            return
        absorption.vacated = True
        for name in action.hexes:
            remove_token(state.board, name, 0, absorption.acquirer)
            state.companies[absorption.acquirer].tokens += 1
            ctx.emit(MineVacated(company=absorption.acquirer, hex=name))
        _finish_if_clear(ctx, self._facts)

    def _check_names(self, action: VacateMines | ReplaceTokens) -> None:
        for name in action.hexes:
            if name not in self._facts.ground.atlas:
                raise InvalidAction("unknown hex {hex!r}", hex=name)
        if len(set(action.hexes)) < len(action.hexes):
            raise InvalidAction("every hex is named once")

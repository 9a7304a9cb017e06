"""The beginning of a company's turn: absorb others, or be absorbed [R65-5.1]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Memo, Step
from piercy.core.offers import Offer, Table
from piercy.titles.sardinia.absorption import carry_out, check_pair, funding
from piercy.titles.sardinia.absorption_tokens import begin_sorting
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.events import ActiveAbsorption, PassiveAbsorption
from piercy.titles.sardinia.operating_actions import Absorb
from piercy.titles.sardinia.state import TURN, SardiniaState, company_on_turn, player_on_turn

Ctx = Context[SardiniaState]
PAIRS = Memo[list[tuple[str, str, bool]]]("absorptions")


class AbsorbCompanies(Step[SardiniaState, Absorb]):
    """Before anything else in the turn; actively any number of times, passively instead of it."""

    name = "absorb"
    actions = (Absorb,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        """The president is asked if something can be done, or could be once loans are repaid."""
        state = ctx.state
        charter = state.companies[company_on_turn(state)]
        if not charter.operated:
            return None
        can_repay = charter.loans > 0 and charter.cash >= self._facts.sums.loan
        pairs = self._pairs(ctx)
        return player_on_turn(state) if any(can_repay or payable for _, _, payable in pairs) else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        rows = tuple((acquirer, target) for acquirer, target, payable in self._pairs(ctx) if payable)
        if not rows:
            return []
        return [Offer(Absorb, player_on_turn(ctx.state), (Table(("acquirer", "target"), rows),))]

    def check(self, ctx: Ctx, action: Absorb) -> None:
        state = ctx.state
        for name in (action.acquirer, action.target):
            if name not in state.companies:
                raise InvalidAction("unknown company {company!r}", company=name)
        self._check_timing(state, action.acquirer, action.target)
        check_pair(self._facts, state, action.acquirer, action.target)
        funding(self._facts, state, action.acquirer, action.target)

    def apply(self, ctx: Ctx, action: Absorb) -> None:
        state = ctx.state
        assert state.turn is not None
        passive = action.target == state.turn.company
        kind = PassiveAbsorption if passive else ActiveAbsorption
        ctx.emit(kind(action.player, action.acquirer, action.target))
        carry_out(ctx, self._facts, action.acquirer, action.target)
        state.operated.append(action.target)
        state.turn.absorbed = True
        if passive:
            state.turn = None
            state.flow.step = len(TURN)
        begin_sorting(ctx, self._facts, action.acquirer, action.target)

    def _check_timing(self, state: SardiniaState, acquirer: str, target: str) -> None:
        assert state.turn is not None
        company = state.turn.company
        if company not in (acquirer, target):
            raise IllegalAction("R65-5.1.2", "it is the turn of {company}", company=company)
        if acquirer == company:
            if target in state.operated:
                raise IllegalAction("R65-5.1.8", "{target} has operated in this round", target=target)
        elif state.turn.absorbed:
            raise IllegalAction(
                "R65-5.1.5", "{target} has absorbed another company and must operate", target=target
            )
        elif acquirer in state.operated and not state.rulings.operated_may_absorb:
            raise IllegalAction("R65-5.1.7", "{acquirer} has operated in this round", acquirer=acquirer)

    def _pairs(self, ctx: Ctx) -> list[tuple[str, str, bool]]:
        """The pairs that could be merged now, and whether that can be paid for."""
        return ctx.kept(PAIRS, lambda: self._mergers(ctx.state))

    def _mergers(self, state: SardiniaState) -> list[tuple[str, str, bool]]:
        company, player = company_on_turn(state), player_on_turn(state)
        own = [n for n, c in state.companies.items() if c.president == player and n != company]
        rows = [pair for other in own for pair in ((company, other), (other, company))]
        return [
            (*pair, self._allows(state, *pair, money=True))
            for pair in rows
            if self._allows(state, *pair, money=False)
        ]

    def _allows(self, state: SardiniaState, acquirer: str, target: str, *, money: bool) -> bool:
        try:
            if money:
                funding(self._facts, state, acquirer, target)
            else:
                self._check_timing(state, acquirer, target)
                check_pair(self._facts, state, acquirer, target)
        except IllegalAction:
            return False
        return True

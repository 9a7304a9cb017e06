"""After an absorption: own mines vacated, tokens of the target replaced [R65-5.4.4 to R65-5.4.16]."""

from __future__ import annotations

from itertools import combinations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Solved, Subset
from piercy.rail.board import token_places
from piercy.titles.sardinia.bank import pay_out
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.maritime import pay_bonuses
from piercy.titles.sardinia.operating_actions import ReplaceTokens, VacateMines
from piercy.titles.sardinia.state import Absorption, SardiniaState, president_of
from piercy.titles.sardinia.traffic import mines_of
from piercy.titles.sardinia.ways import direct_routes

Ctx = Context[SardiniaState]
Hexes = tuple[str, ...]


def begin_sorting(ctx: Ctx, facts: Book, acquirer: str, target: str) -> None:
    """The tokens of the target are to be replaced; nothing is asked where there is no choice."""
    vacated = not mines_of(facts, ctx.state, acquirer)
    ctx.state.absorption = Absorption(acquirer, target, vacated)
    _finish_if_clear(ctx, facts)


def replacements(facts: Book, state: SardiniaState) -> list[Hexes]:
    """All sets of hexes where the acquirer may take the place of the target."""
    absorption = state.absorption
    assert absorption is not None
    acquirer, target = absorption.acquirer, absorption.target
    own = {name for name, _ in token_places(state.board, acquirer)}
    places = [name for name, _ in token_places(state.board, target) if name not in own]
    mines = set(mines_of(facts, state, target))
    cities = [name for name in places if name not in mines]
    pits = [name for name in places if name in mines]
    left = state.companies[acquirer].tokens
    if len(cities) <= left:
        found = [(*cities, *some) for n in range(left - len(cities) + 1) for some in combinations(pits, n)]
        found = [hexes for hexes in found if _keeps_districts(facts, state, own, hexes)]
        if found:
            return found
    return _scarce(facts, state, own, cities + pits if state.rulings.mines_before_cities else cities, left)


def _scarce(facts: Book, state: SardiniaState, own: set[str], places: list[str], left: int) -> list[Hexes]:
    """As many as tokens and connection allow [R65-5.4.11, R65-5.4.12]."""
    for size in range(min(left, len(places)), 0, -1):
        found = [
            hexes
            for hexes in combinations(places, size)
            if _keeps_districts(facts, state, own, hexes) and _holds_together(facts, state, own, hexes)
        ]
        if found:
            return found
    return [()]


def _keeps_districts(facts: Book, state: SardiniaState, own: set[str], hexes: Hexes) -> bool:
    """One token in a mining district [R65-5.4.13]."""
    if state.rulings.carbonia_after_absorption:
        return True
    return all(len(mines & (own | set(hexes))) <= 1 for mines in facts.districts.values())


def _holds_together(facts: Book, state: SardiniaState, own: set[str], hexes: Hexes) -> bool:
    """Each new token has a direct route to another token, old or new [R65-5.4.12]."""
    net = direct_routes(facts, state.rulings).on(state.board)
    tokens = {(name, 0) for name in (*own, *hexes)}
    new = {(name, 0) for name in hexes}
    if not state.rulings.linked_to_network:
        return all(net.reach(place) & tokens for place in new)
    linked = tokens - new
    while more := {place for place in new - linked if net.reach(place) & linked}:
        linked |= more
    return new <= linked


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
        tokens = state.board.tokens[name]
        if (acquirer, city) in tokens:
            tokens.remove((target, city))
            ctx.emit("token_merged", company=acquirer, hex=name, amount=facts.sums.synergy)
            pay_out(ctx, charter, facts.sums.synergy)
        elif name in hexes:
            tokens[tokens.index((target, city))] = (acquirer, city)
            charter.tokens -= 1
            ctx.emit("token_replaced", company=acquirer, target=target, hex=name)
        else:
            tokens.remove((target, city))
            ctx.emit("token_removed", company=target, hex=name)
    _forget_empty(state)
    state.absorption = None
    pay_bonuses(ctx, facts, acquirer)


def _forget_empty(state: SardiniaState) -> None:
    for name in [name for name, tokens in state.board.tokens.items() if not tokens]:
        del state.board.tokens[name]


class SortTokens(Step[SardiniaState]):
    """First the acquirer's own mines, then the places of the target [R65-5.4.1]."""

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
                        "R65-5.4.6", "{company} has no token on a mine in {hex}",
                        company=absorption.acquirer, hex=name,
                    )  # fmt: skip
        elif set(action.hexes) not in map(set, replacements(self._facts, state)):
            self._refuse(state, absorption, action.hexes)

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
            state.board.tokens[name].remove((absorption.acquirer, 0))
            state.companies[absorption.acquirer].tokens += 1
            ctx.emit("mine_vacated", company=absorption.acquirer, hex=name)
        _forget_empty(state)
        _finish_if_clear(ctx, self._facts)

    def _check_names(self, action: VacateMines | ReplaceTokens) -> None:
        for name in action.hexes:
            if name not in self._facts.ground.atlas:
                raise InvalidAction("unknown hex {hex!r}", hex=name)
        if len(set(action.hexes)) < len(action.hexes):
            raise InvalidAction("every hex is named once")

    def _refuse(self, state: SardiniaState, absorption: Absorption, hexes: Hexes) -> None:
        """Name the rule that a choice breaks."""
        own = {name for name, _ in token_places(state.board, absorption.acquirer)}
        theirs = {name for name, _ in token_places(state.board, absorption.target)}
        left = state.companies[absorption.acquirer].tokens
        cities = theirs - own - set(mines_of(self._facts, state, absorption.target))
        if not set(hexes) <= theirs - own:
            raise IllegalAction("R65-5.4.7", "only tokens of {target} are replaced", target=absorption.target)
        if len(hexes) > left:
            raise IllegalAction("R65-5.4.4", "there are {left} tokens to place", left=left)
        if not _keeps_districts(self._facts, state, own, hexes):
            raise IllegalAction("R65-5.4.13", "a company has one token in a mining district")
        if len(cities) <= left:
            raise IllegalAction("R65-5.4.7", "every city of {target} is kept", target=absorption.target)
        if not set(hexes) <= cities and not state.rulings.mines_before_cities:
            raise IllegalAction("R65-5.4.11", "cities come before mines")
        if not _holds_together(self._facts, state, own, hexes):
            raise IllegalAction("R65-5.4.12", "each new token needs a direct route to another")
        raise IllegalAction("R65-5.4.7", "as many cities as possible are kept")

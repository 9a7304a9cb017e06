"""What comes before each stock round: mines, rank rows, conversions [R65-3.12]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Round, Step
from piercy.core.offers import Offer, OneOf
from piercy.rail.board import put_tile, token_places
from piercy.titles.sardinia.actions import ConvertCompany
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.chart import rank, tokens_on_map
from piercy.titles.sardinia.events import CompanyConverted, MineDowngraded, RankRowMoved
from piercy.titles.sardinia.state import SardiniaState, floated, president_of
from piercy.titles.sardinia.ways import direct_routes

Ctx = Context[SardiniaState]


def downgrade_mines(ctx: Ctx, facts: Book) -> None:
    """Mines with a token go one step down if the phase has the tile [R65-3.12.2 to R65-3.12.5]."""
    state, ground = ctx.state, facts.ground
    colours = facts.phases[state.phase].colours
    for name, (tile, rotation) in list(state.board.tiles.items()):
        if ground.atlas[name].kind != "mine" or not state.board.tokens.get(name):
            continue
        lower = next(iter(ground.tiles[tile].upgrades), None)
        if lower is not None and ground.tiles[lower].colour in colours:
            put_tile(state.board, state.supply, name, lower, rotation)
            ctx.emit(MineDowngraded(hex=name, tile=lower, colour=ground.tiles[lower].colour))


def move_rows(ctx: Ctx, facts: Book) -> None:
    """Markers above the row of the phase move down one row [R65-3.12.6, R65-3.12.7]."""
    state = ctx.state
    for name in floated(state):
        company = state.companies[name]
        if company.row < state.phase:
            points = rank(facts, state, name)
            before = facts.chart.region(company.row, points)
            company.row += 1
            ctx.emit(
                RankRowMoved(
                    company=name,
                    row=company.row,
                    rank=points,
                    region=facts.chart.region(company.row, points),
                    before=before,
                )
            )


def can_convert(facts: Book, state: SardiniaState, name: str) -> bool:
    """A floated minor that is joined to its destination [R65-3.9.2 to R65-3.9.7]."""
    company = state.companies[name]
    if company.major or not company.floated:
        return False
    goal = (facts.companies[name].destination, 0)
    tokens = token_places(state.board, name)
    if goal in tokens:
        return True
    return goal in direct_routes(facts, state.rulings).on(state.board).reach_of_all(tokens)


def conversion_tokens(facts: Book, state: SardiniaState, name: str) -> int:
    """The tokens that a conversion adds now, never beyond seven in all [R65-3.9.10, R65-3.9.11]."""
    room = facts.sums.tokens - tokens_on_map(state, name) - state.companies[name].tokens
    return min(room, facts.phases[state.phase].conversion_tokens)


class Convert(Step[SardiniaState, ConvertCompany]):
    """One president after the other is asked, in operating order [R65-3.9.6, R65-3.12.8]."""

    name = "convert"
    actions = (ConvertCompany,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        return president_of(state, state.converting[0]) if state.converting else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        name = ctx.state.converting[0]
        return [Offer(ConvertCompany, president_of(ctx.state, name), (OneOf("company", (name,)),))]

    def check(self, ctx: Ctx, action: ConvertCompany) -> None:
        state = ctx.state
        if action.company not in state.companies:
            raise InvalidAction("unknown company {company!r}", company=action.company)
        asked = state.converting[0]
        if action.company != asked:
            raise IllegalAction(
                "R65-3.12.8", "{asked} is asked now, not {company}", asked=asked, company=action.company
            )

    def apply(self, ctx: Ctx, action: ConvertCompany) -> None:
        state, facts = ctx.state, self._facts
        company = state.companies[action.company]
        added = conversion_tokens(facts, state, action.company)
        company.major = True
        company.offer += facts.major.singles - facts.minor.singles
        company.tokens += added
        ctx.emit(CompanyConverted(player=action.player, company=action.company, tokens=added))
        self.passed(ctx)

    def passed(self, ctx: Ctx) -> None:
        ctx.state.converting.pop(0)
        ctx.next_step()


class Prelude(Round[SardiniaState]):
    """The operations before a stock round, in this order [R65-3.12.1]."""

    turn_rule = "R65-3.12.8"
    step_rule = "R65-3.12.1"

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self.steps = (Convert(facts),)

    def begin(self, ctx: Ctx) -> None:
        state, facts = ctx.state, self._facts
        downgrade_mines(ctx, facts)
        move_rows(ctx, facts)
        state.converting = [name for name in floated(state) if can_convert(facts, state, name)]

    def next_turn(self, ctx: Ctx) -> bool:
        return bool(ctx.state.converting)

    def end(self, ctx: Ctx) -> str | None:
        return "stock"

"""Step 3 of a company's turn: place a token at the end of a direct route [R65-4.4]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context, Memo, Step
from piercy.core.offers import Offer, Solved
from piercy.rail.board import stands_on, token_places
from piercy.rail.building import buy_token
from piercy.rail.direct import DirectRoute, DirectRules
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.maritime import pay_bonuses
from piercy.titles.sardinia.operating_actions import PlaceTokenAlong
from piercy.titles.sardinia.state import SardiniaState, company_on_turn, player_on_turn
from piercy.titles.sardinia.traffic import gain_traffic
from piercy.titles.sardinia.ways import direct_routes

Ctx = Context[SardiniaState]
ROUTE = Memo[DirectRoute]("route")
TARGETS = Memo[list[tuple[str, int]]]("token targets")

RULES = DirectRules(stations="R65-4.4.3", track="R65-4.4.6")


class PlaceTokensAlong(Step[SardiniaState, PlaceTokenAlong]):
    """At most one a turn, in a city or mine, for what its route costs [R65-4.4.1, R65-4.4.9]."""

    name = "token"
    actions = (PlaceTokenAlong,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        charter = state.companies[company_on_turn(state)]
        return player_on_turn(state) if charter.tokens and self._targets(ctx) else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        """The routes worth choosing; any other route is allowed too [R65-4.4.8]."""
        state = ctx.state
        company = company_on_turn(state)
        net = direct_routes(self._facts, state.rulings).on(state.board)
        starts = token_places(state.board, company)
        cash = state.companies[company].cash
        paths = tuple(
            route.path for target in self._targets(ctx) for route in net.choices(starts, target, cash)
        )
        return (
            [Offer(PlaceTokenAlong, player_on_turn(state), (Solved("route", lambda: paths),))]
            if paths
            else []
        )

    def check(self, ctx: Ctx, action: PlaceTokenAlong) -> None:
        state = ctx.state
        company = company_on_turn(state)
        route = self._route(ctx, action)
        if not stands_on(state.board, route.start[0], company):
            raise IllegalAction(
                "R65-4.4.2", "{company} has no token in {hex}", company=company, hex=route.start[0]
            )
        target = route.target[0]
        if refusal := self._closed(state, company, target):
            raise refusal
        cash = state.companies[company].cash
        if route.cost > cash:
            template = "a token costs {cost}; {payer} has {cash}"
            raise IllegalAction("R65-4.4.14", template, cost=route.cost, payer=company, cash=cash)

    def apply(self, ctx: Ctx, action: PlaceTokenAlong) -> None:
        state = ctx.state
        assert state.turn is not None
        company = state.turn.company
        route = self._route(ctx, action)
        charter = state.companies[company]
        charter.tokens -= 1
        buy_token(ctx, action.player, company, route.target, charter, route.cost)
        state.turn.token_placed = True
        gain_traffic(ctx, company, route.value, "token", route.target[0])
        pay_bonuses(ctx, self._facts, company)
        ctx.next_step()

    def _route(self, ctx: Ctx, action: PlaceTokenAlong) -> DirectRoute:
        routes = direct_routes(self._facts, ctx.state.rulings)
        return ctx.kept(ROUTE, lambda: routes.judge(ctx.state.board, action.route, RULES), action.route)

    def _targets(self, ctx: Ctx) -> list[tuple[str, int]]:
        """The stations where the company may place a token, whatever it costs."""
        return ctx.kept(TARGETS, lambda: self._places(ctx.state))

    def _places(self, state: SardiniaState) -> list[tuple[str, int]]:
        company = company_on_turn(state)
        net = direct_routes(self._facts, state.rulings).on(state.board)
        reached = net.reach_of_all(token_places(state.board, company))
        return [place for place in sorted(reached) if not self._closed(state, company, place[0])]

    def _closed(self, state: SardiniaState, company: str, name: str) -> IllegalAction | None:
        """Why the company cannot have a token in a city or mine that carries track."""
        board = state.board
        if stands_on(board, name, company):
            template = "{company} has a token in {hex} already"
            return IllegalAction("R65-4.4.15", template, company=company, hex=name)
        if self._facts.ground.free_slots(board, name, 0) < 1:
            return IllegalAction("R65-4.4.2", "{hex} has no free slot", hex=name)
        for mines in self._facts.districts.values():
            if name in mines and any(stands_on(board, other, company) for other in mines):
                template = "{company} already has a token in the district of {hex}"
                return IllegalAction("R65-4.3.4", template, company=company, hex=name)
        return None

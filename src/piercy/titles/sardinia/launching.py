"""Launching a company and floating it [R65-3.6 to R65-3.8, R65-5.3.13 to R65-5.3.18]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context
from piercy.core.offers import Domain, Offer, OneOf, Table
from piercy.rail.actions import StartCompany
from piercy.rail.board import place_token
from piercy.rail.building import check_hex
from piercy.rail.events import CompanyFloated, CompanyStarted
from piercy.rail.money import pay
from piercy.rail.stock.holdings import PRESIDENT
from piercy.rail.stock.market import put_on
from piercy.rail.stock.turn import TurnPart, check_company
from piercy.titles.sardinia.actions import RelaunchCompany
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.chart import tokens_on_map
from piercy.titles.sardinia.events import CompanyRanked, CompanyReturned
from piercy.titles.sardinia.shares import certificates, share_facts, sold_shares
from piercy.titles.sardinia.state import Company, SardiniaState

Ctx = Context[SardiniaState]

CITIES = ("city", "large_city")


def start_prices(facts: Book, state: SardiniaState) -> dict[int, int]:
    """The starting prices that the phase permits, with their cells [R65-3.6.2]."""
    highest = facts.phases[state.phase].highest_start
    prices = {facts.prices[cell]: cell for cell in facts.starts}
    return {price: cell for price, cell in prices.items() if price <= highest}


def free_cities(facts: Book, state: SardiniaState) -> tuple[str, ...]:
    """The cities where a company that comes back can have its home [R65-5.3.14 to R65-5.3.16]."""
    return tuple(name for name in facts.ground.atlas.hexes if _home_refusal(facts, state, name) is None)


def float_if_sold(ctx: Ctx, facts: Book, name: str) -> None:
    """A company floats at once when 60 % of it has been sold [R65-3.6.5, R65-3.6.6]."""
    state = ctx.state
    company = state.companies[name]
    if company.floated or sold_shares(company) < share_facts(facts, company).to_float:
        return
    company.floated = True
    company.row = facts.chart.first_rows[state.phase]
    owned = facts.sums.tokens if company.major else facts.sums.minor_tokens
    company.tokens = owned - tokens_on_map(state, name)
    # a home without a tile shows no traffic yet: it comes with the first tile [R65-3.6.8]
    traffic = facts.ground.stop(state.board, company.home, 0).values[0]
    company.traffic += traffic
    ctx.emit(CompanyFloated(company=name, tokens=company.tokens, capital=company.cash))
    ctx.emit(CompanyRanked(company=name, row=company.row, traffic=traffic))


class Launching(TurnPart[SardiniaState, StartCompany | RelaunchCompany]):
    """The purchase of a president's certificate, for the first time or again."""

    actions = (StartCompany, RelaunchCompany)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def offers(self, ctx: Ctx, player: str) -> list[Offer]:
        state, facts = ctx.state, self._facts
        if certificates(state, player) >= facts.certificates[len(state.players)]:
            return []
        cash = state.players[player].cash
        pars = tuple(p for p in start_prices(facts, state) if PRESIDENT * p <= cash)
        new = tuple(n for n, c in state.companies.items() if c.president is None and c.home)
        old = tuple(n for n, c in state.companies.items() if c.president is None and not c.home)
        found = []
        if pars and new:
            found.append(Offer(StartCompany, player, (OneOf("company", new), OneOf("par", pars))))
        if pars and old and (homes := free_cities(facts, state)):
            rows = tuple((n, p, home) for n in old for p in pars for home in homes)
            domains: tuple[Domain, ...] = (Table(("company", "par", "home"), rows),)
            found.append(Offer(RelaunchCompany, player, domains))
        return found

    def check(self, ctx: Ctx, action: StartCompany | RelaunchCompany) -> None:
        state, facts = ctx.state, self._facts
        check_company(state, action.company)
        company = state.companies[action.company]
        if company.president is not None:
            raise IllegalAction("R65-3.6.1", "{company} has been launched", company=action.company)
        self._check_home(state, company, action)
        prices = start_prices(facts, state)
        if action.par not in prices:
            template = "a company starts at {prices} in phase {phase}, not at {price}"
            listed = ", ".join(map(str, prices))
            raise IllegalAction("R65-3.6.2", template, prices=listed, phase=state.phase, price=action.par)
        cost = PRESIDENT * action.par
        refusal = limit_refusal(facts, state, action.player)
        if refusal := refusal or cash_refusal(state, action.player, cost, "R65-3.6.1"):
            raise refusal

    def apply(self, ctx: Ctx, action: StartCompany | RelaunchCompany) -> None:
        state = ctx.state
        company = state.companies[action.company]
        if isinstance(action, RelaunchCompany):
            company.home = action.home
            place_token(state.board, action.home, 0, action.company)
            ctx.emit(CompanyReturned(action.company, action.home))
        company.president, company.shares[action.player] = action.player, PRESIDENT
        state.stock.last_trader = action.player
        put_on(state, action.company, start_prices(self._facts, state)[action.par])
        cost = PRESIDENT * action.par
        pay(state.players[action.player], company, cost)
        ctx.emit(CompanyStarted(player=action.player, company=action.company, par=action.par))

    def _check_home(
        self, state: SardiniaState, company: Company, action: StartCompany | RelaunchCompany
    ) -> None:
        if isinstance(action, StartCompany):
            if not company.home:
                template = "{company} comes back and needs a new home"
                raise IllegalAction("R65-5.3.14", template, company=action.company)
            return
        if company.home:
            template = "{company} has its home in {home}"
            raise IllegalAction("R65-5.3.14", template, company=action.company, home=company.home)
        check_hex(self._facts.ground, action.home)
        if rule := _home_refusal(self._facts, state, action.home):
            template = "{hex} cannot be the new home of {company}"
            raise IllegalAction(rule, template, hex=action.home, company=action.company)


def limit_refusal(facts: Book, state: SardiniaState, player: str, *, freed: int = 0) -> IllegalAction | None:
    """Why the player may not own another certificate [R65-3.5.7].

    ``freed`` are those that the purchase itself takes away again.
    """
    limit = facts.certificates[len(state.players)]
    if certificates(state, player) - freed < limit:
        return None
    template = "{player} has {limit} {limit:certificate|certificates}, and no more are allowed"
    return IllegalAction("R65-3.5.7", template, player=player, limit=limit)


def cash_refusal(state: SardiniaState, player: str, cost: int, rule: str) -> IllegalAction | None:
    """Why the player cannot pay from his own money."""
    cash = state.players[player].cash
    if cost <= cash:
        return None
    return IllegalAction(rule, "that costs {cost}; {player} has {cash}", cost=cost, player=player, cash=cash)


def _home_refusal(facts: Book, state: SardiniaState, name: str) -> str | None:
    """The rule that forbids a new home on a hex; None if it is allowed."""
    if facts.ground.atlas[name].kind not in CITIES:
        return "R65-5.3.15"
    if not state.rulings.relaunch_on_bare_city and facts.ground.colour(state.board, name) is None:
        return "R65-5.3.16"
    return None if facts.ground.free_slots(state.board, name, 0) > 0 else "R65-5.3.14"

"""The stock round: sell, then buy one certificate; loans may be repaid [RCZ-VII]."""

from __future__ import annotations

from piercy.core.actions import Action
from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Memo, Round
from piercy.core.offers import Offer, Range, Table
from piercy.rail.actions import RepayLoans, StartCompany
from piercy.rail.events import PriorityDealt, StockRoundBegan
from piercy.rail.financing import repay
from piercy.rail.stock.holdings import PRESIDENT, held, most_to_sell
from piercy.rail.stock.turn import Buying, Selling, StockTurns, TakeTurn, TurnPart, check_company
from piercy.titles.cz import shares
from piercy.titles.cz.actions import SellLocal
from piercy.titles.cz.book import BOHEMIA, MORAVIA, Book
from piercy.titles.cz.market import raise_sold_out
from piercy.titles.cz.state import Company, CzState, bank_shares, certificates, phase_reached, price_of

Ctx = Context[CzState]
CERTIFICATES = Memo[int]("certificates")


def player_on_turn(state: CzState) -> str:
    return state.order[state.player_turn % len(state.order)]


class Sales(Selling[CzState]):
    """Any sales, at most one per company [RCZ-VII.2.7]; the first stock round has none [RCZ-VII.6.1]."""

    once_rule = "RCZ-VII.6.6"

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def most(self, state: CzState, player: str, name: str) -> int:
        return most_to_sell(state.companies[name], player) if state.set_number else 0

    def refusal(self, state: CzState, player: str, name: str, count: int) -> IllegalAction | None:
        if state.set_number == 0:
            return IllegalAction("RCZ-VII.6.1", "no share may be sold in the first stock round")
        company = state.companies[name]
        owned = held(company, player)
        if count > owned:
            template = "{player} has only {held} {held:share|shares} of {company}"
            return IllegalAction("RCZ-VII.6.2", template, player=player, held=owned, company=name)
        if count > most_to_sell(company, player):
            template = "nobody can take the Director's certificate of {company} from {player}"
            return IllegalAction("RCZ-VII.5b.7", template, player=player, company=name)
        return None

    def sell(self, ctx: Ctx, player: str, name: str, count: int) -> None:
        shares.sell(self._facts, ctx, name, player, count)

    def again(self, state: CzState) -> bool:
        return state.house.drop_per_sale


class Hindrances:
    """What keeps a player from buying a certificate of either kind."""

    def __init__(self, facts: Book, sales: Sales) -> None:
        self._facts = facts
        self._sales = sales

    def any(self, ctx: Ctx, player: str, name: str, cost: int) -> IllegalAction | None:
        state, size = ctx.state, self._facts.companies[name].size
        card = self._facts.sizes[size].on_sale
        purse = state.players[player]
        if not phase_reached(self._facts, state, card):
            rule = "RCZ-VII.3.2" if size == "medium" else "RCZ-VII.3.3"
            template = "{company} is on sale from phase {phase} on"
            return IllegalAction(rule, template, company=name, phase=card.upper())
        if purse.loan:
            return IllegalAction("RCZ-VIII.11.12", "{player} has a loan to repay first", player=player)
        if name in state.stock.barred.get(player, ()):
            template = "{player} has sold {company} in this round"
            return IllegalAction("RCZ-VII.3.7", template, player=player, company=name)
        if cost > purse.cash:
            template = "{player} has {cash}, not {cost}"
            return IllegalAction("RCZ-VII.3.6", template, player=player, cash=purse.cash, cost=cost)
        return self._over_limit(ctx, player, state.companies[name])

    def must_sell(self, ctx: Ctx, player: str) -> IllegalAction | None:
        """Why a player over the certificate limit may not pass: he has a sale that helps."""
        if self._count(ctx, player) <= self._limit(ctx.state) or not self._sales.rows(ctx.state, player):
            return None
        return IllegalAction("RCZ-VII.4.5", "{player} must sell down to the certificate limit", player=player)

    def _over_limit(self, ctx: Ctx, player: str, company: Company) -> IllegalAction | None:
        limit, count = self._limit(ctx.state), self._count(ctx, player)
        after = shares.certificates_after(count, company, player)
        if ctx.state.house.strict_certificate_limit:
            after = count + 1
        if after <= limit:
            return None
        if count > limit:
            rule = "RCZ-VII.4.5" if self._sales.rows(ctx.state, player) else "RCZ-VII.4.6"
            template = "{player} is over the limit of {limit} {limit:certificate|certificates}"
            return IllegalAction(rule, template, player=player, limit=limit)
        template = "{player} may have {limit} {limit:certificate|certificates} at most"
        return IllegalAction("RCZ-VII.4.4", template, player=player, limit=limit)

    def _limit(self, state: CzState) -> int:
        return self._facts.tables[len(state.players)].certificates

    def _count(self, ctx: Ctx, player: str) -> int:
        return ctx.kept(CERTIFICATES, lambda: certificates(ctx.state, player), player)


class Starts(TurnPart[CzState, StartCompany]):
    """The Director's certificate, at a price of the buyer's choice [RCZ-VII.5.1]."""

    actions = (StartCompany,)

    def __init__(self, facts: Book, hindrances: Hindrances) -> None:
        self._facts = facts
        self._hindrances = hindrances

    def offers(self, ctx: Ctx, player: str) -> list[Offer]:
        rows = tuple(
            (name, par)
            for name, company in ctx.state.companies.items()
            if company.president is None
            for par in self._facts.size(name).pars
            if self._refusal(ctx, player, name, par) is None
        )
        return [Offer(StartCompany, player, (Table(("company", "par"), rows),))] if rows else []

    def check(self, ctx: Ctx, action: StartCompany) -> None:
        check_company(ctx.state, action.company)
        if refusal := self._refusal(ctx, action.player, action.company, action.par):
            raise refusal

    def apply(self, ctx: Ctx, action: StartCompany) -> None:
        shares.start(self._facts, ctx, action.company, action.player, action.par)

    def _refusal(self, ctx: Ctx, player: str, name: str, par: int) -> IllegalAction | None:
        pars, company = self._facts.size(name).pars, ctx.state.companies[name]
        if company.closed:
            return IllegalAction("RCZ-VIII.9.13", "{company} has left the game", company=name)
        if company.president is not None:
            template = "the Director's certificate of {company} is sold"
            return IllegalAction("RCZ-IV.2a.2", template, company=name)
        if par not in pars:
            rule = "RCZ-XI.2.6" if self._facts.variant == MORAVIA else "RCZ-VII.5.3"
            template = "{company} starts at {prices}, not at {price}"
            return IllegalAction(rule, template, company=name, prices=", ".join(map(str, pars)), price=par)
        return self._hindrances.any(ctx, player, name, PRESIDENT * par)


class Purchases(Buying[CzState]):
    """One share of those that the bank has [RCZ-VII.3.5]."""

    sources = (shares.BANK,)

    def __init__(self, facts: Book, hindrances: Hindrances) -> None:
        self._facts = facts
        self._hindrances = hindrances

    def refusal(self, ctx: Ctx, player: str, name: str, source: str) -> IllegalAction | None:
        company, most = ctx.state.companies[name], self._facts.size(name).holding
        if company.closed:
            return IllegalAction("RCZ-VIII.9.13", "{company} has left the game", company=name)
        if company.president is None:
            template = "the first certificate of {company} is the Director's"
            return IllegalAction("RCZ-IV.2a.2", template, company=name)
        if not bank_shares(self._facts, name, company):
            return IllegalAction("RCZ-VII.1.1", "the bank has no share of {company}", company=name)
        if held(company, player) >= most:
            template = "{player} may have {most} {most:share|shares} of {company} at most"
            rule = _holding_rule(self._facts, name)
            return IllegalAction(rule, template, player=player, most=most, company=name)
        return self._hindrances.any(ctx, player, name, price_of(self._facts, company))

    def buy(self, ctx: Ctx, player: str, name: str, source: str) -> None:
        shares.buy(self._facts, ctx, name, player)


class Repayments(TurnPart[CzState, RepayLoans]):
    """Loans may be repaid beside all else [RCZ-VIII.11.13]."""

    actions = (RepayLoans,)
    ends_turn = False
    restarts_passes = False

    def offers(self, ctx: Ctx, player: str) -> list[Offer]:
        debtor = ctx.state.players[player]
        most = min(debtor.loan, debtor.cash)
        return [Offer(RepayLoans, player, (Range("amount", 1, most),))] if most else []

    def check(self, ctx: Ctx, action: RepayLoans) -> None:
        debtor = ctx.state.players[action.player]
        if action.amount < 1:
            raise InvalidAction("repay at least 1, not {amount}", amount=action.amount)
        if action.amount > debtor.loan:
            template = "{player} owes {loan}, and penalties are not repaid"
            raise IllegalAction("RCZ-VIII.11.13", template, player=action.player, loan=debtor.loan)
        if action.amount > debtor.cash:
            template = "{player} has only {cash}"
            raise IllegalAction("RCZ-VIII.11.13", template, player=action.player, cash=debtor.cash)

    def apply(self, ctx: Ctx, action: RepayLoans) -> None:
        debtor = ctx.state.players[action.player]
        debtor.loan -= action.amount
        repay(ctx, action.player, debtor, action.amount)


def _holding_rule(facts: Book, name: str) -> str:
    """The rule on how much of a company a player may hold; two variants have one of their own."""
    if facts.variant == MORAVIA:
        return "RCZ-XI.2.5"
    own = facts.variant == BOHEMIA and facts.companies[name].size == "large"
    return "RCZ-XI.1.5" if own else "RCZ-VII.4.3"


class StockRound(Round[CzState]):
    """Turns in priority order until all pass one after the other [RCZ-VII.2]."""

    turn_rule = "RCZ-VII.2.1"
    step_rule = "RCZ-VII.2.7"

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        sales = Sales(facts)
        hindrances = Hindrances(facts, sales)
        parts = (sales, Starts(facts, hindrances), Purchases(facts, hindrances), Repayments())
        self.steps = (TakeTurn(player_on_turn, parts, hindrances.must_sell),)

    def closed_by(self, ctx: Ctx, action: Action) -> str:
        return "RCZ-IV.1.11" if isinstance(action, SellLocal) else self.step_rule

    def begin(self, ctx: Ctx) -> None:
        state = ctx.state
        state.round_in_set = -1
        state.player_turn = -1
        state.stock = StockTurns()
        ctx.emit(StockRoundBegan(number=state.set_number + 1))

    def next_turn(self, ctx: Ctx) -> bool:
        state = ctx.state
        state.stock.sold.clear()
        if state.stock.passes == len(state.order):
            return False
        state.player_turn += 1
        return True

    def end(self, ctx: Ctx) -> str | None:
        """Sold-out companies rise; most cash gets the lowest card [RCZ-VII.2.4, RCZ-VII.2.6]."""
        state = ctx.state
        raise_sold_out(self._facts, ctx)
        state.order.sort(key=lambda name: -state.players[name].cash)
        ctx.emit(PriorityDealt(order=tuple(state.order)))
        return "income"

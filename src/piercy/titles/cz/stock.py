"""The stock round: sell, then buy one certificate; loans may be repaid [RCZ-VII]."""

from __future__ import annotations

from piercy.core.actions import Action
from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Memo, Round, Step
from piercy.core.offers import Offer, Range, Table
from piercy.rail.actions import BuyShare, RepayLoans, SellShares, StartCompany
from piercy.rail.events import LoansRepaid, PriorityDealt, StockRoundBegan
from piercy.rail.money import pay
from piercy.titles.cz import shares
from piercy.titles.cz.actions import SellLocal
from piercy.titles.cz.book import BOHEMIA, MORAVIA, Book
from piercy.titles.cz.market import raise_sold_out
from piercy.titles.cz.state import (
    Company,
    CzState,
    bank_shares,
    certificates,
    phase_reached,
    price_of,
)

Ctx = Context[CzState]
CERTIFICATES = Memo[int]("certificates")


def player_on_turn(state: CzState) -> str:
    return state.order[state.player_turn % len(state.order)]


class StockTurn(Step[CzState, StartCompany | BuyShare | SellShares | RepayLoans]):
    """One player's turn: any sales, at most one per company, then at most one purchase [RCZ-VII.2.7]."""

    name = "stock"
    actions = (StartCompany, BuyShare, SellShares, RepayLoans)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        return player_on_turn(ctx.state)

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        player = player_on_turn(state)
        offers = []
        if rows := tuple(self._sales(state, player)):
            offers.append(Offer(SellShares, player, (Table(("company", "count"), rows),)))
        if starts := tuple(self._starts(ctx, player)):
            offers.append(Offer(StartCompany, player, (Table(("company", "par"), starts),)))
        if buys := tuple(
            (n, shares.BANK)
            for n, c in state.companies.items()
            if self._why_not_buy(ctx, player, n, c) is None
        ):
            offers.append(Offer(BuyShare, player, (Table(("company", "source"), buys),)))
        if most := min(state.players[player].loan, state.players[player].cash):
            offers.append(Offer(RepayLoans, player, (Range("amount", 1, most),)))
        return offers

    def check(self, ctx: Ctx, action: StartCompany | BuyShare | SellShares | RepayLoans) -> None:
        state = ctx.state
        if isinstance(action, RepayLoans):
            _check_repayment(state, action)
            return
        company = state.companies.get(action.company)
        if company is None:
            raise InvalidAction("unknown company {company!r}", company=action.company)
        if isinstance(action, SellShares):
            self._check_sale(state, action, company)
            return
        if isinstance(action, StartCompany):
            refusal = self._why_not_start(ctx, action.player, action.company, company, action.par)
        elif action.source != shares.BANK:
            raise InvalidAction(
                "shares come from {bank!r}, not from {source!r}", bank=shares.BANK, source=action.source
            )
        else:
            refusal = self._why_not_buy(ctx, action.player, action.company, company)
        if refusal is not None:
            raise refusal

    def check_pass(self, ctx: Ctx) -> None:
        player = player_on_turn(ctx.state)
        if self._must_sell(ctx, player):
            raise IllegalAction(
                "RCZ-VII.4.5", "{player} must sell down to the certificate limit", player=player
            )

    def apply(self, ctx: Ctx, action: StartCompany | BuyShare | SellShares | RepayLoans) -> None:
        state = ctx.state
        if isinstance(action, RepayLoans):
            debtor = state.players[action.player]
            pay(debtor, state.bank, action.amount)
            debtor.loan -= action.amount
            ctx.emit(LoansRepaid(borrower=action.player, amount=action.amount))
            return
        state.passed.clear()
        if isinstance(action, SellShares):
            shares.sell(self._facts, ctx, action.company, action.player, action.count)
            state.sold_now.append(action.company)
            sold = state.sold.setdefault(action.player, [])
            if action.company not in sold:
                sold.append(action.company)
            return
        if isinstance(action, StartCompany):
            shares.start(self._facts, ctx, action.company, action.player, action.par)
        else:
            shares.buy(self._facts, ctx, action.company, action.player)
        ctx.next_step()

    def passed(self, ctx: Ctx) -> None:
        state = ctx.state
        player = player_on_turn(state)
        if not state.sold_now and player not in state.passed:
            state.passed.append(player)
        ctx.next_step()

    # --- sales

    def _sales(self, state: CzState, player: str) -> list[tuple[str, int]]:
        if state.set_number == 0:
            return []
        return [
            (name, count)
            for name, company in state.companies.items()
            if player in company.shares and self._may_sell_again(state, name)
            for count in range(1, shares.most_to_sell(company, player) + 1)
        ]

    def _may_sell_again(self, state: CzState, name: str) -> bool:
        return state.house.drop_per_sale or name not in state.sold_now

    def _check_sale(self, state: CzState, action: SellShares, company: Company) -> None:
        if state.set_number == 0:
            raise IllegalAction("RCZ-VII.6.1", "no share may be sold in the first stock round")
        if action.count < 1:
            raise InvalidAction("sell at least one share, not {count}", count=action.count)
        fields = {"player": action.player, "company": action.company}
        held = company.shares.get(action.player, 0)
        if action.count > held:
            raise IllegalAction(
                "RCZ-VII.6.2",
                "{player} has only {held} {held:share|shares} of {company}",
                held=held,
                **fields,
            )
        if not self._may_sell_again(state, action.company):
            raise IllegalAction("RCZ-VII.6.6", "{player} has sold {company} in this turn already", **fields)
        if action.count > shares.most_to_sell(company, action.player):
            raise IllegalAction(
                "RCZ-VII.5b.7",
                "nobody can take the Director's certificate of {company} from {player}",
                **fields,
            )

    def _must_sell(self, ctx: Ctx, player: str) -> bool:
        """Whether the player is over the certificate limit and has a sale that helps [RCZ-VII.4.5]."""
        state = ctx.state
        limit = self._facts.tables[len(state.players)].certificates
        return self._certificates(ctx, player) > limit and bool(self._sales(state, player))

    # --- purchases

    def _certificates(self, ctx: Ctx, player: str) -> int:
        return ctx.kept(CERTIFICATES, lambda: certificates(ctx.state, player), player)

    def _starts(self, ctx: Ctx, player: str) -> list[tuple[str, int]]:
        return [
            (name, price)
            for name, company in ctx.state.companies.items()
            if company.president is None
            for price in self._facts.size(name).pars
            if self._why_not_start(ctx, player, name, company, price) is None
        ]

    def _why_not_start(
        self, ctx: Ctx, player: str, name: str, company: Company, price: int
    ) -> IllegalAction | None:
        size = self._facts.size(name)
        if company.closed:
            return IllegalAction("RCZ-VIII.9.13", "{company} has left the game", company=name)
        if company.president is not None:
            return IllegalAction(
                "RCZ-IV.2a.2", "the Director's certificate of {company} is sold", company=name
            )
        if price not in size.pars:
            rule = "RCZ-XI.2.6" if self._facts.variant == MORAVIA else "RCZ-VII.5.3"
            return IllegalAction(
                rule, "{company} starts at {prices}, not at {price}",
                company=name, prices=", ".join(map(str, size.pars)), price=price,
            )  # fmt: skip
        return self._why_no_purchase(ctx, player, name, company, shares.DIRECTORS_SHARES * price)

    def _why_not_buy(self, ctx: Ctx, player: str, name: str, company: Company) -> IllegalAction | None:
        if company.closed:
            return IllegalAction("RCZ-VIII.9.13", "{company} has left the game", company=name)
        if company.president is None:
            return IllegalAction(
                "RCZ-IV.2a.2", "the first certificate of {company} is the Director's", company=name
            )
        if not bank_shares(self._facts, name, company):
            return IllegalAction("RCZ-VII.1.1", "the bank has no share of {company}", company=name)
        held, most = company.shares.get(player, 0), self._facts.size(name).holding
        if held >= most:
            return IllegalAction(
                _holding_rule(self._facts, name),
                "{player} may have {most} {most:share|shares} of {company} at most",
                player=player,
                most=most,
                company=name,
            )
        return self._why_no_purchase(ctx, player, name, company, price_of(self._facts, company))

    def _why_no_purchase(
        self, ctx: Ctx, player: str, name: str, company: Company, cost: int
    ) -> IllegalAction | None:
        """What hinders a purchase of either kind."""
        state, size = ctx.state, self._facts.companies[name].size
        card = self._facts.sizes[size].on_sale
        purse = state.players[player]
        if not phase_reached(self._facts, state, card):
            rule = "RCZ-VII.3.2" if size == "medium" else "RCZ-VII.3.3"
            return IllegalAction(
                rule, "{company} is on sale from phase {phase} on", company=name, phase=card.upper()
            )
        if purse.loan:
            return IllegalAction("RCZ-VIII.11.12", "{player} has a loan to repay first", player=player)
        if name in state.sold.get(player, ()):
            return IllegalAction(
                "RCZ-VII.3.7", "{player} has sold {company} in this round", player=player, company=name
            )
        if cost > purse.cash:
            return IllegalAction(
                "RCZ-VII.3.6", "{player} has {cash}, not {cost}", player=player, cash=purse.cash, cost=cost
            )
        return self._why_over_limit(ctx, player, company)

    def _why_over_limit(self, ctx: Ctx, player: str, company: Company) -> IllegalAction | None:
        state = ctx.state
        limit, count = self._facts.tables[len(state.players)].certificates, self._certificates(ctx, player)
        after = shares.certificates_after(count, company, player)
        if state.house.strict_certificate_limit:
            after = count + 1
        if after <= limit:
            return None
        if count > limit:
            rule = "RCZ-VII.4.5" if self._sales(state, player) else "RCZ-VII.4.6"
            return IllegalAction(
                rule,
                "{player} is over the limit of {limit} {limit:certificate|certificates}",
                player=player,
                limit=limit,
            )
        return IllegalAction(
            "RCZ-VII.4.4",
            "{player} may have {limit} {limit:certificate|certificates} at most",
            player=player,
            limit=limit,
        )


def _holding_rule(facts: Book, name: str) -> str:
    """The rule on how much of a company a player may hold; two variants have one of their own."""
    if facts.variant == MORAVIA:
        return "RCZ-XI.2.5"
    own = facts.variant == BOHEMIA and facts.companies[name].size == "large"
    return "RCZ-XI.1.5" if own else "RCZ-VII.4.3"


def _check_repayment(state: CzState, action: RepayLoans) -> None:
    debtor = state.players[action.player]
    if action.amount < 1:
        raise InvalidAction("repay at least 1, not {amount}", amount=action.amount)
    if action.amount > debtor.loan:
        raise IllegalAction(
            "RCZ-VIII.11.13", "{player} owes {loan}, and penalties are not repaid",
            player=action.player, loan=debtor.loan,
        )  # fmt: skip
    if action.amount > debtor.cash:
        raise IllegalAction(
            "RCZ-VIII.11.13", "{player} has only {cash}", player=action.player, cash=debtor.cash
        )


class StockRound(Round[CzState]):
    """Turns in priority order until all pass one after the other [RCZ-VII.2]."""

    turn_rule = "RCZ-VII.2.1"
    step_rule = "RCZ-VII.2.7"

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self.steps = (StockTurn(facts),)

    def closed_by(self, ctx: Ctx, action: Action) -> str:
        return "RCZ-IV.1.11" if isinstance(action, SellLocal) else self.step_rule

    def begin(self, ctx: Ctx) -> None:
        state = ctx.state
        state.round_in_set = -1
        state.player_turn = -1
        state.passed.clear()
        state.sold.clear()
        ctx.emit(StockRoundBegan(number=state.set_number + 1))

    def next_turn(self, ctx: Ctx) -> bool:
        state = ctx.state
        state.sold_now.clear()
        if len(state.passed) == len(state.order):
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

"""What the offers of 1865 are about: a sentence for each, with who, what, how much, and what there is.

Of the hexes that an absorption asks for, ``table`` tells what is at stake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from piercy.core.actions import Action
from piercy.core.errors import IllegalAction
from piercy.core.flow import standing_at
from piercy.core.game import Game
from piercy.core.offers import Values
from piercy.rail.actions import (
    Answer,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    LayTile,
    OfferForTrain,
    PayDividend,
    RepayLoans,
    SellShares,
    StartCompany,
)
from piercy.rail.joined import JoinedLines
from piercy.rail.lay_track import out_of_reach
from piercy.rail.terms import OfferTerms, Stage, Term, asked_before, term
from piercy.titles.sardinia.actions import ConvertCompany, GiveMaritime, RelaunchCompany, TakeMaritime
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.choice_terms import choice_terms
from piercy.titles.sardinia.funding import missing_money
from piercy.titles.sardinia.income import coverage, revenue
from piercy.titles.sardinia.operating_actions import Absorb, PlaceTokenAlong
from piercy.titles.sardinia.purchase import train_limit
from piercy.titles.sardinia.shares import certificates, share_facts, shares
from piercy.titles.sardinia.state import TURN, SardiniaState, company_on_turn, president_of
from piercy.titles.sardinia.track import LAYS
from piercy.titles.sardinia.trains import must_buy

SHARES_IN_ALL = 100


class Terms(OfferTerms):
    """The terms of all offers of both titles."""

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self._told: Mapping[type[Action], Callable[[SardiniaState, str], Term | None]] = {
            TakeMaritime: self._take_card,
            GiveMaritime: self._give_card,
            StartCompany: self._start,
            RelaunchCompany: self._start,
            BuyShare: self._buy_share,
            SellShares: self._sell_shares,
            ConvertCompany: lambda state, actor: term("convert_company", company=state.converting[0]),
            Absorb: lambda state, actor: self._company(state, "absorb"),
            LayTile: self._track,
            PlaceTokenAlong: self._token,
            PayDividend: self._dividend,
            BuyTrain: self._buy_train,
            OfferForTrain: lambda state, actor: self._company(state, "ask_for_train"),
            RepayLoans: self._repay,
            DiscardTrain: self._discard,
            Answer: self._answer,
        }

    def asked(self, game: Game, kind: type[Action]) -> Term | None:
        tell, actor = self._told.get(kind), game.actor
        return None if tell is None or actor is None else tell(game.state_as(SardiniaState), actor)

    def of(self, game: Game, kind: type[Action], values: Values) -> Sequence[Term]:
        actor, state = game.actor, game.state_as(SardiniaState)
        return () if actor is None else choice_terms(self._facts, state, actor, kind, values)

    def usual(self, game: Game, kind: type[Action], name: str, values: Values) -> int | None:
        """What was offered before for a train, else what a new one costs."""
        if kind is not OfferForTrain or name != "price":
            return None
        buyer, seller, train = (
            company_on_turn(game.state_as(SardiniaState)),
            values["seller"],
            values["train"],
        )
        before = asked_before(game.log, kind="train", company=buyer, target=seller, train=train)
        return self._facts.trains[train].price if before is None else before

    def out_of_reach(self, game: Game, place: str) -> IllegalAction | None:
        state = game.state_as(SardiniaState)
        if state.turn is None:
            return None
        lines = JoinedLines(self._facts.ground, state.board, state.turn.company)
        return out_of_reach(lines, place, "R65-4.2.24")

    def stage(self, game: Game) -> Stage | None:
        state = game.state_as(SardiniaState)
        if state.turn is None or state.flow.over or (step := standing_at(state.flow, TURN)) is None:
            return None
        return Stage(TURN, step)

    # --- the draft, and stock rounds

    def _take_card(self, state: SardiniaState, actor: str) -> Term:
        sums = self._facts.sums
        left = state.draft.count(actor)
        return term("take_maritime", income=sums.maritime_income, count=sums.maritime_coverage, number=left)

    def _start(self, state: SardiniaState, actor: str) -> Term:
        return term("start_company", cash=state.players[actor].cash)

    def _buy_share(self, state: SardiniaState, actor: str) -> Term:
        limit, number = self._facts.certificates[len(state.players)], certificates(state, actor)
        return term("buy_share", cash=state.players[actor].cash, number=number, limit=limit)

    def _sell_shares(self, state: SardiniaState, actor: str) -> Term:
        forced = state.forced
        if forced is None:
            return term("sell_shares")
        missing = missing_money(self._facts, state)
        return term("forced_sale", company=forced.bought.company, train=forced.bought.train, missing=missing)

    # --- a company's turn

    def _company(self, state: SardiniaState, key: str) -> Term:
        name = company_on_turn(state)
        return term(key, company=name, cash=state.companies[name].cash)

    def _give_card(self, state: SardiniaState, actor: str) -> Term:
        sums = self._facts.sums
        return term(
            "give_maritime",
            company=company_on_turn(state),
            income=sums.maritime_income,
            count=sums.maritime_coverage,
        )

    def _track(self, state: SardiniaState, actor: str) -> Term:
        assert state.turn is not None
        name = state.turn.company
        cash, cost = state.companies[name].cash, self._facts.sums.second_tile
        return term("two_tiles", company=name, number=state.turn.lays + 1, limit=LAYS, cost=cost, cash=cash)

    def _token(self, state: SardiniaState, actor: str) -> Term:
        name = company_on_turn(state)
        company = state.companies[name]
        return term("token_along", company=name, number=company.tokens, cash=company.cash)

    def _dividend(self, state: SardiniaState, actor: str) -> Term:
        name, facts = company_on_turn(state), self._facts
        company = state.companies[name]
        return term(
            "dividend",
            company=name,
            revenue=revenue(facts, state, name),
            traffic=company.traffic,
            coverage=coverage(facts, state, name),
            held=shares(state, actor, name),
            shares=SHARES_IN_ALL // share_facts(facts, company).percent,
        )

    def _buy_train(self, state: SardiniaState, actor: str) -> Term:
        name = company_on_turn(state)
        company = state.companies[name]
        key = "must_buy_train" if must_buy(company) else "buy_trains"
        owned, limit = len(company.trains), train_limit(self._facts, state)
        return term(key, company=name, owned=owned, limit=limit, cash=company.cash)

    def _repay(self, state: SardiniaState, actor: str) -> Term:
        name = company_on_turn(state)
        company = state.companies[name]
        owed = company.loans * self._facts.sums.loan
        return term("repay_loans", company=name, loan=owed, cash=company.cash)

    def _discard(self, state: SardiniaState, actor: str) -> Term | None:
        if not state.discarding:
            return None
        name, limit = state.discarding[0], train_limit(self._facts, state)
        return term("discard_train", company=name, owned=len(state.companies[name].trains), limit=limit)

    def _answer(self, state: SardiniaState, actor: str) -> Term | None:
        deal = state.deal
        if deal is None:
            return None
        return term(
            "answer_train",
            company=deal.company,
            player=president_of(state, deal.company),
            price=deal.price,
            train=deal.train,
            target=deal.target,
            cost=self._facts.trains[deal.train].price,
        )

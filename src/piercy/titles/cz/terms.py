"""What the offers of 18CZ are about: a sentence for each, with who, what, how much, and what there is."""

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
    PlaceToken,
    RemoveToken,
    RepayLoans,
    RunTrains,
    SellShares,
    StartCompany,
)
from piercy.rail.lay_track import out_of_reach
from piercy.rail.lines import Lines
from piercy.rail.terms import OfferTerms, Stage, Term, Told, asked_before, term
from piercy.titles.cz.acquisition import price_range
from piercy.titles.cz.actions import (
    BuyLocal,
    ConvertTrain,
    DraftLocal,
    LayPurple,
    LayWaived,
    LendTrain,
    OfferAcquisition,
    OpenAuction,
    RaiseBid,
    ScrapTrain,
    SellLocal,
)
from piercy.titles.cz.auction import least_bid
from piercy.titles.cz.book import Book
from piercy.titles.cz.choice_terms import choice_terms
from piercy.titles.cz.phases import must_return
from piercy.titles.cz.state import (
    TURN,
    CzState,
    certificates,
    company_on_turn,
    local_price,
    player_shares,
    price_of,
    train_limit,
    type_of,
)
from piercy.titles.cz.tokens import token_price
from piercy.titles.cz.trains import lacks_train


class Terms(OfferTerms):
    """The terms of all offers of the three titles."""

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self._told: Mapping[type[Action], Callable[[CzState, str], Term | None]] = {
            DraftLocal: self._draft,
            OpenAuction: self._opening,
            RaiseBid: self._bid,
            StartCompany: self._start,
            BuyShare: self._buy_share,
            SellShares: lambda state, actor: term("sell_shares"),
            RepayLoans: self._repay,
            LayTile: self._track,
            LayPurple: lambda state, actor: term("lay_purple", company=company_on_turn(state)),
            LayWaived: lambda state, actor: term("lay_waived", company=company_on_turn(state)),
            PlaceToken: self._token,
            LendTrain: lambda state, actor: term("lend_train", company=company_on_turn(state)),
            RunTrains: lambda state, actor: term("run_best", company=company_on_turn(state)),
            PayDividend: self._dividend,
            OfferAcquisition: self._acquire,
            ScrapTrain: self._settle,
            ConvertTrain: self._settle,
            RemoveToken: self._double,
            BuyTrain: self._buy_train,
            OfferForTrain: lambda state, actor: self._company(state, "ask_for_train"),
            BuyLocal: self._buy_local,
            SellLocal: lambda state, actor: term("sell_local", price=local_price(facts, state)),
            DiscardTrain: self._discard,
            Answer: self._answer,
        }

    def asked(self, game: Game, kind: type[Action]) -> Term | None:
        tell, actor = self._told.get(kind), game.actor
        return None if tell is None or actor is None else tell(game.state_as(CzState), actor)

    def of(self, game: Game, kind: type[Action], values: Values) -> Sequence[Term]:
        actor = game.actor
        return () if actor is None else choice_terms(self._facts, game.state_as(CzState), actor, kind, values)

    def usual(self, game: Game, kind: type[Action], name: str, values: Values) -> int | None:
        """What was offered before, else the price that is printed or quoted; debts are repaid as a whole."""
        state, facts = game.state_as(CzState), self._facts
        if kind is RepayLoans and game.actor is not None:
            purse = state.players[game.actor]
            return min(purse.loan, purse.cash)
        if name != "price" or kind not in (BuyLocal, OfferForTrain, OfferAcquisition):
            return None
        buyer = company_on_turn(state)
        if kind is BuyLocal:
            before = asked_before(game.log, kind="local", company=buyer, target=values["local"])
            return local_price(facts, state) if before is None else before
        if kind is OfferForTrain:
            seller, train = values["seller"], values["train"]
            before = asked_before(game.log, kind="train", company=buyer, target=seller, train=train)
            return facts.trains[type_of(train)].price if before is None else before
        before = asked_before(game.log, kind="acquisition", company=buyer, target=values["company"])
        return price_of(facts, state.companies[values["company"]]) if before is None else before

    def out_of_reach(self, game: Game, place: str) -> IllegalAction | None:
        state = game.state_as(CzState)
        company = company_on_turn(state)
        if not company or not state.companies[company].operated:
            return None
        return out_of_reach(Lines(self._facts.ground, state.board, company), place, "RCZ-VIII.4.7")

    def stage(self, game: Game) -> Stage | None:
        state = game.state_as(CzState)
        step = standing_at(state.flow, TURN) if state.flow.round == "operating" else None
        return None if step is None or state.flow.over else Stage(TURN, step)

    # --- before the first stock round, and in stock rounds

    def _draft(self, state: CzState, actor: str) -> Term:
        return self._player(state, actor, "draft_local")

    def _opening(self, state: CzState, actor: str) -> Term:
        return term("open_auction", cash=state.players[actor].cash)

    def _bid(self, state: CzState, actor: str) -> Term | None:
        auction, cash = state.auction, state.players[actor].cash
        if auction is None:
            return None
        lot: dict[str, Told] = {
            "private": auction.private,
            "price": least_bid(self._facts, auction),
            "cash": cash,
        }
        if auction.leader is None:
            return term("first_bid", **lot)
        return term("raise_bid", player=auction.leader, bid=auction.bid, **lot)

    def _start(self, state: CzState, actor: str) -> Term:
        return term("start_company", cash=state.players[actor].cash)

    def _buy_share(self, state: CzState, actor: str) -> Term:
        return self._player(state, actor, "buy_share")

    def _player(self, state: CzState, actor: str, key: str) -> Term:
        limit = self._facts.tables[len(state.players)].certificates
        return term(key, cash=state.players[actor].cash, number=certificates(state, actor), limit=limit)

    def _repay(self, state: CzState, actor: str) -> Term:
        purse = state.players[actor]
        return term("repay_loans", loan=purse.loan, cash=purse.cash, penalty=purse.penalty)

    # --- a company's turn

    def _company(self, state: CzState, key: str) -> Term:
        name = company_on_turn(state)
        return term(key, company=name, cash=state.companies[name].cash)

    def _track(self, state: CzState, actor: str) -> Term | None:
        name = company_on_turn(state)
        if state.flow.round != "operating":
            railway = next((n for n, local in self._facts.locals.items() if local.kind == "railway"), "")
            return term("home_tile", private=railway, hex=self._facts.locals[railway].home or "")
        if not state.companies[name].operated:
            return term("red_tile", company=name)
        if not state.turn.first:
            return self._company(state, "lay_tile")
        cash, number = state.companies[name].cash, state.turn.yellow + 1
        return term("first_track", company=name, cash=cash, number=number)

    def _token(self, state: CzState, actor: str) -> Term | None:
        name = company_on_turn(state)
        if not name or not state.companies[name].operated:
            return term("home_token")
        company = state.companies[name]
        left = company.tokens + company.taken_tokens
        cost = token_price(self._facts, state, name)
        return term("place_token", company=name, cost=cost, number=left, cash=company.cash)

    def _dividend(self, state: CzState, actor: str) -> Term:
        name = company_on_turn(state)
        held, all_shares = state.companies[name].shares.get(actor, 0), self._facts.size(name).shares
        return term("dividend", company=name, revenue=state.turn.revenue, held=held, shares=all_shares)

    def _acquire(self, state: CzState, actor: str) -> Term:
        return self._company(state, "acquire")

    def _settle(self, state: CzState, actor: str) -> Term:
        name = company_on_turn(state)
        owned, limit = len(state.companies[name].trains), train_limit(self._facts, state, name)
        return term(
            "settle_trains", company=name, trains=tuple(state.turn.acquired), owned=owned, limit=limit
        )

    def _double(self, state: CzState, actor: str) -> Term:
        return term("double_token", company=company_on_turn(state), hex=state.turn.doubled[0])

    def _buy_train(self, state: CzState, actor: str) -> Term:
        name = company_on_turn(state)
        key = "must_buy_train" if lacks_train(self._facts, state) else "buy_trains"
        owned, limit = len(state.companies[name].trains), train_limit(self._facts, state, name)
        return term(key, company=name, owned=owned, limit=limit, cash=state.companies[name].cash)

    def _buy_local(self, state: CzState, actor: str) -> Term:
        name = company_on_turn(state)
        most = local_price(self._facts, state)
        return term("buy_local", company=name, cash=state.companies[name].cash, price=most)

    def _discard(self, state: CzState, actor: str) -> Term | None:
        name = must_return(self._facts, state)
        if name is None:
            return None
        owned, limit = len(state.companies[name].trains), train_limit(self._facts, state, name)
        return term("discard_train", company=name, owned=owned, limit=limit)

    def _answer(self, state: CzState, actor: str) -> Term | None:
        deal = state.deal
        if deal is None:
            return None
        asking = state.companies[deal.company].president or ""
        told: dict[str, Told] = {
            "company": deal.company,
            "player": asking,
            "price": deal.price,
            "target": deal.target,
        }
        if deal.kind == "train":
            face = self._facts.trains[type_of(deal.train)].price
            return term("answer_train", train=deal.train, cost=face, **told)
        if deal.kind == "local":
            return term("answer_local", cost=local_price(self._facts, state), **told)
        target = state.companies[deal.target]
        low, high = price_range(price_of(self._facts, target))
        return term(
            "answer_acquisition",
            total=deal.price * player_shares(target),
            amount=deal.price * target.shares.get(actor, 0),
            before=low,
            after=high,
            **told,
        )

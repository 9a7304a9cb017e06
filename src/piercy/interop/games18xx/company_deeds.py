"""What companies do with money and trains in a file."""

from __future__ import annotations

from typing import Any

from piercy.interop.games18xx import names
from piercy.interop.games18xx.cards import POOL, Cards
from piercy.interop.games18xx.problems import ActionProblem
from piercy.interop.games18xx.reader import SiteAction
from piercy.interop.games18xx.table import NOBODY, Table
from piercy.rail.actions import BuyTrain, DiscardTrain, OfferForTrain, PayDividend
from piercy.rail.trains import DEPOT
from piercy.titles.cz.actions import BuyLocal, ConvertTrain, OfferAcquisition, ScrapTrain, SellLocal
from piercy.titles.cz.phases import must_return
from piercy.titles.cz.state import VACLAV, local_price


class CompanyDeeds:
    """Turns dividends, Locals, acquisitions and trains into ours and does them."""

    def __init__(self, table: Table, cards: Cards) -> None:
        self._table = table
        self._cards = cards
        self._early: list[tuple[SiteAction, dict[str, Any]]] = []
        """Trains returned before it is their company's turn to do so: the site asks in another order."""

    def dividend(self, source: SiteAction, fields: dict[str, Any]) -> None:
        if fields["kind"] not in ("payout", "withhold"):
            raise ActionProblem(source.number, "18CZ has no dividend {kind!r}", kind=fields["kind"])
        company = names.our_company(source.entity)
        owner = self._table.state.companies.get(company)
        if owner is not None and owner.president == VACLAV:
            return  # his are paid by themselves
        self._table.to_company(source, company)
        if self._table.state.turn.revenue:
            self._table.in_turn(source, company, PayDividend(NOBODY, fields["kind"] == "payout"))

    def buy_local(self, source: SiteAction, fields: dict[str, Any]) -> None:
        company = names.our_company(source.entity)
        self._table.in_turn(
            source, company, BuyLocal(NOBODY, self._table.local(source, fields["company"]), fields["price"])
        )

    def sell_local(self, source: SiteAction, fields: dict[str, Any]) -> None:
        local = self._table.local(source, fields["company"])
        owner = self._table.owner(source, local)
        self._table.to_company(source, owner)
        price = local_price(self._table.facts, self._table.state)
        if fields["price"] != price and not self._table.state.queue:
            self._table.to_next_turn(source, owner)  # the same company twice running: the price has risen
            price = local_price(self._table.facts, self._table.state)
        if fields["price"] != price:
            raise ActionProblem(
                source.number,
                "the bank pays {ours} for a Local (RCZ-IV.1.4); the file says {theirs}",
                ours=price,
                theirs=fields["price"],
            )
        self._table.in_turn(source, owner, SellLocal(NOBODY, local))

    def acquire(self, source: SiteAction, fields: dict[str, Any]) -> None:
        company, target = names.our_company(source.entity), names.our_company(fields["corporation"])
        self._table.to_step(source, company, OfferAcquisition)
        if self._table.state.turn.acquired:
            self._table.pass_on(source)
        self._table.in_turn(source, company, OfferAcquisition(NOBODY, target, fields["price"]))
        self._cards.pass_over(target, company)

    def convert(self, source: SiteAction, fields: dict[str, Any]) -> None:
        company, card = names.our_company(source.entity), fields["train"]
        train = self._held(source, card, company)
        self._table.in_turn(source, company, ConvertTrain(NOBODY, train))
        self._cards.put(card, company, self._table.happened("train_converted")["into"])

    def discard(self, source: SiteAction, fields: dict[str, Any]) -> None:
        """Scrap a train just acquired, or return one to the pool [DCZ-21]."""
        company, card = names.our_company(source.entity), fields["train"]
        train = self._held(source, card, company)
        table = self._table
        if table.on_turn(company) and train in table.state.turn.acquired:
            table.in_turn(source, company, ScrapTrain(NOBODY, train))
            self._cards.drop(card)
            return
        while not table.interrupted() and not self._returned(train):
            table.pass_on(source)
        if not self._returned(train):
            if must_return(table.facts, table.state) not in (None, company):
                self._early.append((source, fields))
                return
            table.do(source, DiscardTrain(table.actor(), train))
        self._cards.put(card, POOL, train)
        early, self._early = self._early, []
        for waiting in early:
            self.discard(*waiting)

    def _returned(self, train: str) -> bool:
        """Whether our game has returned such a train by itself, there being no choice [RCZ-VIII.12.23]."""
        return self._table.state.depot.pool.count(train) > self._cards.pooled(train)

    def buy_train(self, source: SiteAction, fields: dict[str, Any]) -> None:
        company, card, price = names.our_company(source.entity), fields["train"], fields["price"]
        letter, _ = names.read_card(card)
        holder = self._cards.holder(card)
        if holder not in (None, POOL):
            train = self._cards.train(card)
            assert holder is not None
            self._table.in_turn(source, company, OfferForTrain(NOBODY, holder, train, price))
        else:
            kind = names.read_type(fields.get("variant") or card.partition("-")[0])
            train = kind + letter
            listed = self._table.facts.trains[kind].price
            if price != listed:
                raise ActionProblem(
                    source.number,
                    "a {kind} costs {ours} (RCZ-VIII.10.8); the file says {theirs}",
                    kind=kind,
                    ours=listed,
                    theirs=price,
                )
            if holder == POOL:
                self._cards.drop(card)
            self._table.in_turn(source, company, BuyTrain(NOBODY, train, POOL if holder else DEPOT))
        self._cards.put(card, company, train)

    def _held(self, source: SiteAction, card: str, company: str) -> str:
        if self._cards.holder(card) != company:
            raise ActionProblem(
                source.number, "{company} has no train {card}", company=source.entity, card=card
            )
        return self._cards.train(card)

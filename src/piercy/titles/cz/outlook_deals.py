"""Acquisitions, what came with them, trains over the limit, and answers to the offers of others."""

from __future__ import annotations

from dataclasses import replace

from piercy.core.offers import Offer
from piercy.core.title import POINT
from piercy.rail.actions import Answer, DiscardTrain, RemoveToken
from piercy.rail.outlook import Advice, Reason, best_first
from piercy.titles.cz.actions import ConvertTrain, OfferAcquisition, ScrapTrain
from piercy.titles.cz.outlook_judge import Judge, with_train, without_train
from piercy.titles.cz.outlook_turn import CompanyTurn
from piercy.titles.cz.outlook_view import Firm
from piercy.titles.cz.state import card_of, player_shares, type_of

LEAST_GAIN = 150
"""What an acquisition must bring at least."""
OTHERS_GAIN = 40
"""How far money for others is one's own loss: per cent."""


def acquisitions(turn: CompanyTurn) -> list[Advice]:
    """Companies of one's own that are better taken over, and at which price; settling what came with them."""
    judge = turn.judge
    settling = _settling(turn)
    if settling:
        return settling
    found = turn.passing("no_acquisition")
    here = turn.firm
    before = judge.worth(here)
    for action in turn.actions(OfferAcquisition):
        assert isinstance(action, OfferAcquisition)
        if not judge.heads(action.company):
            continue
        target = judge.firm(action.company)
        cost = action.price * player_shares(judge.state.companies[action.company])
        got = judge.in_hand(judge.held(action.company) * action.price)
        after = judge.worth(_together(judge, here, target, cost))
        value = got + after - before - judge.worth(target)
        # in the end all that counts is what is paid now
        value -= LEAST_GAIN if judge.rounds_of_use else 0
        value -= judge.in_hand(cost - judge.held(action.company) * action.price) * OTHERS_GAIN // 100
        fields = {"company": turn.name, "target": action.company, "price": action.price, "total": value}
        found.append(Advice(action, value * POINT, Reason("acquires", fields)))
    return best_first(found)


def _together(judge: Judge, here: Firm, target: Firm, cost: int) -> Firm:
    """The acquirer with the money of the other, and those of its trains that can be converted."""
    facts, state = judge.facts, judge.state
    one = replace(here, cash=here.cash - cost + target.cash)
    limit = facts.phases[state.phase].limits[here.size]
    for train in state.companies[target.name].trains:
        kind = next((k for k in facts.cards[card_of(train)].types if k in facts.may_run[here.size]), None)
        if kind is None or kind in state.obsolete or len(one.trains) + one.others >= limit:
            continue
        price = max(0, facts.trains[kind].price - facts.trains[type_of(train)].price)
        if price <= one.cash:
            one = with_train(one, kind, price)
    return one


def _settling(turn: CompanyTurn) -> list[Advice]:
    """Stations in the same place, then the trains that came along."""
    judge, facts = turn.judge, turn.facts
    fields = {"company": turn.name}
    removals = turn.actions(RemoveToken)
    if removals:
        return [Advice(action, 0, Reason("one_station", fields)) for action in removals]
    found = []
    before = judge.worth(turn.firm)
    for action in turn.actions(ConvertTrain):
        assert isinstance(action, ConvertTrain)
        kind = next(k for k in facts.cards[card_of(action.train)].types if k in facts.may_run[turn.firm.size])
        price = max(0, facts.trains[kind].price - facts.trains[type_of(action.train)].price)
        bare = without_train(turn.firm, type_of(action.train))
        gain = judge.worth(with_train(bare, kind, price)) - before
        found.append(Advice(action, gain * POINT, Reason("converts", fields | {"train": kind})))
    for action in turn.actions(ScrapTrain):
        assert isinstance(action, ScrapTrain)
        kind = type_of(action.train)
        runs = kind in facts.may_run[turn.firm.size]
        gain = judge.worth(without_train(turn.firm, kind)) - before if runs else 1
        found.append(Advice(action, gain * POINT, Reason("scraps", fields | {"train": kind})))
    return best_first([*found, *turn.passing("keeps_trains")]) if found else []


def discards(judge: Judge, offers: list[Offer]) -> list[Advice]:
    """The train that is missed least."""
    state, facts = judge.state, judge.facts
    found = []
    for offer in offers:
        for action in offer.actions():
            if not isinstance(action, DiscardTrain):
                continue
            kind = type_of(action.train)
            name = next(
                n
                for n, company in state.companies.items()
                if action.train in company.trains
                and company.president == judge.player
                and len(company.trains) > facts.phases[state.phase].limits[facts.companies[n].size]
            )
            one = judge.firm(name)
            runs = kind in facts.may_run[one.size]
            loss = judge.worth(one) - judge.worth(without_train(one, kind)) if runs else -1
            fields = {"company": name, "train": kind}
            found.append(Advice(action, -loss * POINT, Reason("discard", fields)))
    return best_first(found)


def answers(judge: Judge, offers: list[Offer]) -> list[Advice]:
    """Whether another's offer is worth more than what it takes."""
    deal = judge.state.deal
    assert deal is not None
    if deal.kind == "local":
        gain = judge.in_hand(deal.price) - judge.local(deal.target)
    elif deal.kind == "acquisition":
        target = judge.firm(deal.target)
        gain = judge.in_hand(judge.held(deal.target) * deal.price) - judge.worth(target)
    else:
        seller = judge.firm(deal.target)
        kind = type_of(deal.train)
        gain = judge.worth(without_train(seller, kind, deal.price)) - judge.worth(seller)
        # a train is worth something to who wants it, too
        gain -= judge.facts.trains[kind].price // 2
    fields = {"company": deal.company, "total": gain}
    return best_first(
        Advice(
            action,
            POINT * (action.accept == (gain > 0)),
            Reason("accepts" if gain > 0 else "refuses", fields),
        )
        for offer in offers
        for action in offer.actions()
        if isinstance(action, Answer)
    )

"""Trains: of the bank, of the pool, and of the player's other companies."""

from __future__ import annotations

from dataclasses import replace

from piercy.core.title import POINT
from piercy.rail.actions import BuyTrain, OfferForTrain
from piercy.rail.outlook import Advice, Reason, best_first
from piercy.titles.cz.outlook_judge import HELP_COSTS, Judge, with_train, without_train
from piercy.titles.cz.outlook_turn import CompanyTurn
from piercy.titles.cz.outlook_view import Firm, headed_by
from piercy.titles.cz.state import type_of

SPENT = 15
"""Money that a company keeps is good for something else: per cent."""


def buys(turn: CompanyTurn) -> list[Advice]:
    judge = turn.judge
    here = replace(turn.firm, done=True)
    before = judge.worth(here)
    found = turn.passing("no_train")
    for action in turn.actions(BuyTrain):
        assert isinstance(action, BuyTrain)
        kind = type_of(action.train)
        price = turn.facts.trains[kind].price
        value = _bought(turn, here, kind, price) - before - price * SPENT // 100
        reason = Reason("train", {"company": turn.name, "train": kind, "total": value})
        found.append(Advice(action, value * POINT, reason))
    found += _from_sisters(turn, here, before)
    return best_first(found)


def _bought(turn: CompanyTurn, here: Firm, kind: str, price: int) -> int:
    """What the company and the player's others are worth after the purchase."""
    judge = turn.judge
    lacking = max(0, price - here.cash)
    if kind in turn.facts.may_run[here.size]:
        total = judge.worth(with_train(here, kind, price)) - _lent(judge, lacking)
    else:
        poorer = replace(here, others=here.others + 1, cash=here.cash - price)
        total = judge.worth(poorer) + _for_sisters(turn, kind)
    return total - _scrapped(turn, kind)


def _lent(judge: Judge, lacking: int) -> int:
    """What the Director's help costs him; what he has to borrow costs twice."""
    loan = max(0, lacking - judge.cash)
    return judge.paper.help_costs(lacking, 0) * HELP_COSTS // 100 + loan


def _for_sisters(turn: CompanyTurn, kind: str) -> int:
    """The most that one of the player's other companies would gain from the train."""
    judge, best = turn.judge, 0
    for name in headed_by(turn.state, judge.player):
        sister = judge.firm(name)
        if name == turn.name or kind not in turn.facts.may_run[sister.size] or not sister.cash:
            continue
        limit = turn.facts.phases[turn.state.phase].limits[sister.size]
        if len(sister.trains) + sister.others >= limit:
            continue
        best = max(best, judge.worth(with_train(sister, kind, 1)) - judge.worth(sister))
    return best * 3 // 4


def _scrapped(turn: CompanyTurn, kind: str) -> int:
    """What the player's companies lose by the trains that the purchase makes obsolete."""
    judge, lost = turn.judge, 0
    doomed = set(turn.facts.scraps[kind]).difference(turn.state.obsolete)
    for name in headed_by(turn.state, judge.player) if doomed else ():
        one = turn.firm if name == turn.name else judge.firm(name)
        kept = tuple(train for train in one.trains if train not in doomed)
        if kept != one.trains:
            lost += judge.worth(one) - judge.worth(replace(one, trains=kept))
    return lost


def _from_sisters(turn: CompanyTurn, here: Firm, before: int) -> list[Advice]:
    """Trains of the player's other companies, at the price that leaves money where it is needed."""
    judge, found = turn.judge, []
    for action in turn.actions(OfferForTrain):
        assert isinstance(action, OfferForTrain)
        kind = type_of(action.train)
        if not judge.heads(action.seller) or kind not in turn.facts.may_run[here.size]:
            continue
        other = judge.firm(action.seller)
        if here.trains and other.trains == (kind,):
            continue
        together = judge.worth(with_train(here, kind, action.price))
        together += judge.worth(without_train(other, kind, action.price))
        value = together - before - judge.worth(other)
        fields = {"company": turn.name, "seller": action.seller, "train": kind, "total": value}
        found.append(Advice(action, value * POINT, Reason("train_of_sister", fields)))
    return found

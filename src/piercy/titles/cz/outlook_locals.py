"""Locals in a company's turn: money for their owner, tiles and money for the company."""

from __future__ import annotations

from dataclasses import replace

from piercy.core.title import POINT
from piercy.rail.outlook import Advice, Reason, best_first
from piercy.titles.cz.actions import BuyLocal, LayPurple, SellLocal
from piercy.titles.cz.outlook_track import aims, power
from piercy.titles.cz.outlook_turn import CompanyTurn
from piercy.titles.cz.outlook_view import with_tile
from piercy.titles.cz.state import local_price


def beside(turn: CompanyTurn) -> list[Advice]:
    """What can be done beside the steps and is worth doing now."""
    if turn.mine() <= 0 or not turn.judge.heads(turn.name):
        return []
    return _purple(turn) or _buys(turn) or _sells(turn)


def _purple(turn: CompanyTurn) -> list[Advice]:
    """A tile more by a Local, before the trains run."""
    lays = [action for action in turn.actions(LayPurple) if isinstance(action, LayPurple)]
    if not lays or turn.step not in ("track", "token"):
        return []
    wanted = aims(turn.facts, turn.firm, turn.judge.ahead)
    before = power(turn.facts, turn.state, turn.name, wanted)
    rounds = max(1, sum(aim.rounds for aim in wanted))
    found = []
    for lay in lays:
        after = with_tile(turn.facts, turn.state, lay.hex, lay.tile, lay.rotation)
        gain = power(turn.facts, after, turn.name, wanted) - before
        if gain > rounds * 5:
            fields = {"company": turn.name, "local": lay.local, "hex": lay.hex, "income": gain // rounds}
            found.append(Advice(lay, gain * POINT, Reason("purple", fields)))
    return best_first(found)


def _buys(turn: CompanyTurn) -> list[Advice]:
    """The company pays its Director for a Local what the bank will pay it back."""
    judge, found = turn.judge, []
    if turn.step not in ("track", "trains") or turn.firm.cash == 0:
        return []
    for action in turn.actions(BuyLocal):
        assert isinstance(action, BuyLocal)
        if turn.state.locals[action.local].owner != judge.player:
            continue
        gain = judge.in_hand(action.price) - judge.local(action.local) + judge.paper_costs()
        if gain > 0 and action.price == local_price(turn.facts, turn.state):
            fields = {"company": turn.name, "local": action.local, "price": action.price}
            found.append(Advice(action, gain * POINT, Reason("sells_local", fields)))
    return best_first(found)


def _sells(turn: CompanyTurn) -> list[Advice]:
    """The company takes back its money when it can use it."""
    judge = turn.judge
    if turn.step != "trains" or not judge.rounds:
        return []
    price = local_price(turn.facts, turn.state)
    gain = judge.worth(replace(turn.firm, cash=turn.firm.cash + price)) - judge.worth(turn.firm)
    return [
        Advice(action, gain * POINT, Reason("cashes_local", {"company": turn.name, "price": price}))
        for action in turn.actions(SellLocal)
        if gain > 0
    ][:1]

"""Before the first stock round: Locals from the sheet, or private companies under the hammer."""

from __future__ import annotations

from piercy.core.actions import Pass
from piercy.core.offers import Offer
from piercy.core.title import POINT
from piercy.rail.outlook import Advice, Reason, best_first
from piercy.titles.cz.actions import DraftLocal, OpenAuction, RaiseBid
from piercy.titles.cz.outlook_judge import Judge

KEPT_TO_START = 110
"""Money that a player keeps to start a small company."""
KEPT_TO_OPEN = 5
"""Shares that one player pays to open a large company."""
RETURN = 60
"""Of what a private company brings beyond its price, bidders leave so much: per cent."""


def draft(judge: Judge, offers: list[Offer]) -> list[Advice]:
    """The Local that brings most, as long as a company can still be started."""
    facts = judge.facts
    found = [Advice(Pass(judge.player), 0, Reason("keeps_money", {"player": judge.player}))]
    for offer in offers:
        for action in offer.actions():
            if not isinstance(action, DraftLocal):
                continue
            price = facts.locals[action.local].price
            gain = judge.local(action.local) - price
            left = judge.cash - price
            # income comes early, when money is scarce
            early = facts.locals[action.local].income * len(judge.ahead)
            value = gain + early - price if left >= KEPT_TO_START else -1
            fields = {"local": action.local, "price": price, "total": gain}
            found.append(Advice(action, value * POINT, Reason("local", fields)))
    return best_first(found)


def auction(judge: Judge, offers: list[Offer]) -> list[Advice]:
    """Bids up to what a private company brings, less a profit, and less what opens a company."""
    state = judge.state
    on_block = state.auction.private if state.auction else None
    found = [
        Advice(offer.action(judge.player), 0, Reason("lets_go", {"private": on_block}))
        for offer in offers
        if offer.action is Pass
    ]
    for offer in offers:
        for action in offer.actions():
            if isinstance(action, OpenAuction):
                private, bid = action.private, action.bid
            elif isinstance(action, RaiseBid):
                assert on_block is not None
                private, bid = on_block, action.bid
            else:
                continue
            most = limit(judge, private)
            fields = {"private": private, "price": bid, "total": most}
            if bid == 0:
                found.append(Advice(action, 0, Reason("lets_go", {"private": private})))
            elif bid <= most:
                # the least bid that is allowed is the best one
                found.append(
                    Advice(action, (judge.local(private) - bid + 1000) * POINT, Reason("bids", fields))
                )
    return best_first(found)


def limit(judge: Judge, private: str) -> int:
    """The highest bid for a private company."""
    facts = judge.facts
    size = next(iter(facts.sizes.values()))
    spare = judge.cash - KEPT_TO_OPEN * size.pars[0]
    brings = judge.private(private)
    return min(spare, brings * RETURN // 100)

"""Actions of 1865 as saves of format 1 have them."""

from __future__ import annotations

from collections.abc import Mapping

from piercy.core.title import Rewrite
from piercy.rail.former import counted, renamed, train_bought
from piercy.titles.sardinia.book import Book


def former(facts: Book) -> Mapping[str, Rewrite]:
    """What makes today's actions of them."""
    return {
        "answer_trade": renamed("answer"),
        "buy_certificate": renamed("buy_share"),
        "buy_train": train_bought,
        "declare_income": renamed("dividend", dividend="pay"),
        "launch_company": renamed("start_company", price="par"),
        "propose_trade": renamed("offer_for_train"),
        "relaunch_company": renamed("relaunch_company", price="par"),
        "repay_loans": counted("repay_loans", facts.sums.loan),
        "sell_certificates": renamed("sell_shares"),
    }

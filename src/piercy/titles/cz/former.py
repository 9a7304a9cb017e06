"""Actions of 18CZ as saves of format 1 have them."""

from __future__ import annotations

from collections.abc import Mapping

from piercy.core.title import Rewrite
from piercy.rail.former import bought_in, renamed, train_bought
from piercy.titles.cz.shares import BANK

FORMER: Mapping[str, Rewrite] = {
    "buy_share": bought_in(BANK),
    "buy_train": train_bought,
    "buy_train_from": renamed("offer_for_train", company="seller"),
    "remove_station": renamed("remove_token"),
    "repay_loan": renamed("repay_loans"),
    "start_company": renamed("start_company", price="par"),
}

"""What players do in a file: the draft of Locals and the stock rounds."""

from __future__ import annotations

from typing import Any

from piercy.interop.games18xx import names
from piercy.interop.games18xx.problems import ActionProblem
from piercy.interop.games18xx.reader import SiteAction
from piercy.interop.games18xx.table import Table
from piercy.rail.actions import BuyShare, RepayLoans, SellShares, StartCompany
from piercy.titles.cz.actions import DraftLocal
from piercy.titles.cz.shares import BANK


class StockDeeds:
    """Turns actions of players into ours and does them."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def bid(self, source: SiteAction, fields: dict[str, Any]) -> None:
        local = self._table.local(source, fields["company"])
        price = self._table.facts.locals[local].price
        if fields["price"] != price:
            raise ActionProblem(
                source.number,
                "{local} costs {ours} (RCZ-III.3.1); the file says {theirs}",
                local=local,
                ours=price,
                theirs=fields["price"],
            )
        self._table.to_player(source)
        self._table.do(source, DraftLocal(source.entity, local))

    def par(self, source: SiteAction, fields: dict[str, Any]) -> None:
        company = names.our_company(fields["corporation"])
        self._table.to_player(source)
        self._table.do(source, StartCompany(source.entity, company, names.read_price(fields["share_price"])))

    def buy_share(self, source: SiteAction, fields: dict[str, Any]) -> None:
        company, _ = names.read_share(_one(fields["shares"]))
        self._table.to_player(source)
        self._table.do(source, BuyShare(source.entity, company, BANK))

    def sell_shares(self, source: SiteAction, fields: dict[str, Any]) -> None:
        certificates = [names.read_share(share) for share in fields["shares"]]
        company = _one(sorted({name for name, _ in certificates}))
        count = sum(1 if number else 2 for _, number in certificates)
        if type(fields.get("percent")) is int:
            count = fields["percent"] * self._table.facts.size(company).shares // 100
        self._table.to_player(source)
        self._table.do(source, SellShares(source.entity, company, count))

    def repay(self, source: SiteAction, fields: dict[str, Any]) -> None:
        """The site pays the smaller of cash and debt at once [DCZ-17]."""
        self._table.to_player(source)
        debtor = self._table.state.players[source.entity]
        amount = fields.get("amount", min(debtor.cash, debtor.loan))
        if type(amount) is not int:
            raise ValueError(f"{amount!r} is not an amount")
        self._table.do(source, RepayLoans(source.entity, amount))


def _one(listed: list[Any]) -> Any:
    if len(listed) != 1:
        raise ValueError(f"one was expected, not {len(listed)}: {listed!r}")
    return listed[0]

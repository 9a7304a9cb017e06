"""Who holds how much of a company, and who is its president.

The president's certificate counts as two shares of who has it. When it passes on, two single shares are given
for it, so no number of shares changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from piercy.core.flow import Context, HasFlow
from piercy.rail.events import PresidentChanged

PRESIDENT = 2
"""The shares of a president's certificate."""


class HasShares(Protocol):
    """A company with shareholders."""

    shares: dict[str, int]
    """Holder -> shares, the president's certificate included."""
    president: str | None
    """Who has the president's certificate; None while nobody has bought it."""


class HasHoldings(HasFlow, Protocol):
    """A state with companies that have shareholders."""

    @property
    def companies(self) -> Mapping[str, HasShares]: ...


def held(company: HasShares, holder: str) -> int:
    """The holder's shares."""
    return company.shares.get(holder, 0)


def certificates(companies: Iterable[HasShares], holder: str) -> int:
    """The holder's certificates."""
    return sum(held(company, holder) - (company.president == holder) for company in companies)


def from_seat(order: Sequence[str], player: str) -> list[str]:
    """All players in turn, beginning with the given one."""
    at = order.index(player)
    return [*order[at:], *order[:at]]


def becomes_president(company: HasShares, buyer: str) -> bool:
    """Whether one more share makes the buyer president."""
    president = company.president
    if president is None or president == buyer:
        return False
    return held(company, buyer) + 1 > held(company, president)


def heir(company: HasShares, order: Sequence[str], giving: int = 0) -> str | None:
    """Who takes over if the president gives up so many shares: the first after him of those with most."""
    president = company.president
    if president is None or president not in order:
        return None
    most, found = max(held(company, president) - giving, PRESIDENT - 1), None
    for other in from_seat(order, president)[1:]:
        if held(company, other) > most:
            most, found = held(company, other), other
    return found


def most_to_sell(company: HasShares, holder: str) -> int:
    """How many shares a holder can give up: a president's certificate needs somebody who can take it over."""
    owned = held(company, holder)
    if company.president != holder:
        return owned
    others = max((n for other, n in company.shares.items() if other != holder), default=0)
    return owned if others >= PRESIDENT else owned - PRESIDENT


def change_president(ctx: Context[HasHoldings], name: str, successor: str | None) -> None:
    """The president's certificate goes to the successor, if there is one."""
    company = ctx.state.companies[name]
    before = company.president
    if successor is not None and before is not None:
        company.president = successor
        ctx.emit(PresidentChanged(company=name, before=before, player=successor))

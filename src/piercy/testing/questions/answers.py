"""What a title can be asked in tests; each title answers in a module of its own."""

from __future__ import annotations

from typing import Any, NoReturn, Protocol

from piercy.core.title import Title
from piercy.rail.contract import BestRun


class Position(Protocol):
    """What is asked: a game, or a position in the making."""

    @property
    def title(self) -> Title[Any]: ...

    @property
    def state(self) -> Any: ...


class Answers:
    """What a title's position answers. A title leaves out what it does not know."""

    def cash(self, name: str) -> int:
        self._cannot("money")

    def president(self, company: str) -> str | None:
        self._cannot("presidents")

    def shareholders(self, company: str) -> dict[str, int]:
        self._cannot("shares")

    def offer(self, company: str) -> int:
        self._cannot("shares")

    def certificates(self, player: str) -> int:
        self._cannot("certificates")

    def price(self, company: str) -> int:
        self._cannot("a market")

    def trains(self, company: str) -> list[str]:
        self._cannot("trains")

    def train_limit(self, company: str) -> int:
        self._cannot("a train limit of each company")

    def tokens_left(self, company: str) -> int:
        self._cannot("tokens")

    def floated(self, company: str) -> bool:
        self._cannot("companies that float")

    def operated(self, company: str) -> bool:
        self._cannot("a memory of who has operated")

    def loan(self, name: str) -> int:
        self._cannot("loans")

    def depot(self) -> list[str]:
        self._cannot("trains")

    def pool(self) -> list[str]:
        self._cannot("used trains")

    def gone(self) -> list[str]:
        self._cannot("trains")

    def phase(self) -> str:
        self._cannot("phases")

    def set_number(self) -> int:
        self._cannot("sets of rounds")

    def round_number(self) -> int:
        self._cannot("operating rounds")

    def on_turn(self) -> str | None:
        self._cannot("operating rounds")

    def operating_order(self) -> list[str]:
        self._cannot("an order of operation")

    def best_run(self) -> BestRun:
        self._cannot("routes")

    def _cannot(self, what: str) -> NoReturn:
        raise TypeError(f"{type(self).__name__[1:]} has no {what}, or does not tell")

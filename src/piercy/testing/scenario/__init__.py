"""Positions for tests, put in place in a readable way.

::

    game = (
        scenario("1856-short", players=4, seed=1)
        .phase(3)
        .tiles("C14 14@1, B15 7@0")
        .tokens("LPS", "D17")          # its second token; "N11:1" names the city
        .trains("LPS", "3", "4")
        .pool("3")
        .next_train("5")               # what the bank sells now; earlier trains are gone
        .cash("LPS", 200)
        .on_turn("LPS")
        .at_step("run")                # track, token, run, trains
        .game()
    )

    scenario("18cz", players=3, seed=1).turn("BTE").tokens("BTE", "D4").trains("BTE", "2a").at("run")
    scenario("18cz", players=3, seed=1).stock_round().company("MW", price=65, Ada=2, Bruno=1).game()
    scenario("1865", players=2).company("FMS", 100, "Ada", {"Ada": 1}, trains=["PH2"]).begin("stock")

Nothing appears or vanishes: tiles come from the supply, money from the bank, tokens from the charter and
trains from the stack of the bank; what does not add up is a ``ValueError``. The game has no history: its
record begins with the position. Each title has a module with what only its positions can have; all share what
is in ``base``. Positions are asked about with ``piercy.testing.questions``, before they are games too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, overload

from piercy.testing.conformance import player_names
from piercy.testing.scenario import cz, sardinia, short1856
from piercy.testing.scenario.base import Scenario
from piercy.testing.scenario.cz import CzScenario
from piercy.testing.scenario.sardinia import SardiniaScenario
from piercy.testing.scenario.short1856 import Short1856Scenario

__all__ = ["CzScenario", "SardiniaScenario", "Scenario", "Short1856Scenario", "scenario"]

CzTitle = Literal["18cz", "18cz-bohemia", "18cz-moravia"]
SardiniaTitle = Literal["1865", "1865-short"]
_BUILDERS: dict[str, Any] = {
    "1856-short": short1856.scenario,
    "18cz": cz.scenario,
    "18cz-bohemia": cz.scenario,
    "18cz-moravia": cz.scenario,
    "1865": sardinia.scenario,
    "1865-short": sardinia.scenario,
}


@overload
def scenario(
    title: Literal["1856-short"], *, players: int | Sequence[str], seed: int = 0, **options: object
) -> Short1856Scenario: ...


@overload
def scenario(
    title: CzTitle, *, players: int | Sequence[str], seed: int = 0, **options: object
) -> CzScenario: ...


@overload
def scenario(
    title: SardiniaTitle,
    *,
    players: int | Sequence[str],
    seed: int = 0,
    version: int | None = None,
    **options: object,
) -> SardiniaScenario: ...


def scenario(title: str, *, players: int | Sequence[str], seed: int = 0, **options: Any) -> Scenario[Any]:
    """The start of a game as the base of a position; players may be a number or their names."""
    if title not in _BUILDERS:
        raise ValueError(f"there is no scenario builder for {title}")
    names = player_names(players) if isinstance(players, int) else tuple(players)
    more = {"version": options.pop("version")} if "version" in options else {}
    made: Scenario[Any] = _BUILDERS[title](title, players=names, seed=seed, options=options, **more)
    return made

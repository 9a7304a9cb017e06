"""The start of a game: cash, priority cards, and everything else in the bank [RCZ-III]."""

from __future__ import annotations

from piercy.core.chance import Chance
from piercy.core.errors import InvalidAction
from piercy.core.flow import Flow
from piercy.rail.board import Board
from piercy.rail.money import Bank
from piercy.rail.stock.turn import StockTurns
from piercy.rail.trains import Depot
from piercy.titles.cz.book import BOHEMIA, MORAVIA, Book
from piercy.titles.cz.state import VACLAV, Company, CzState, HouseRules, Local, Player, Turn


def first_round(facts: Book) -> str:
    return "auction" if facts.variant == MORAVIA else "prestock"


def set_up(facts: Book, names: tuple[str, ...], house: HouseRules, chance: Chance) -> CzState:
    """A fresh state.

    :raises InvalidAction: in Bohemia a human has taken Vaclav's name.
    """
    if facts.variant == BOHEMIA and VACLAV in names:
        raise InvalidAction("{name} is the automated player's name", name=VACLAV)
    table = facts.tables[len(names)]
    first = next(iter(facts.phases))
    return CzState(
        flow=Flow(first_round(facts)),
        house=house,
        bank=Bank(-table.cash * len(names)),
        players={name: Player(table.cash) for name in names},
        order=list(names) if house.order_as_listed else chance.shuffled(names),
        companies={name: Company() for name in _companies(facts, table.companies, chance)},
        locals={name: Local() for name in facts.locals},
        board=Board(),
        supply={tile.id: tile.count or 0 for tile in facts.ground.tiles.values()},
        depot=Depot(list(table.stack), endless=facts.endless),
        phase=first,
        obsolete=[],
        market=[],
        set_number=0,
        round_in_set=-1,
        queue=[],
        turn=Turn(),
        deal=None,
        player_turn=-1,
        passed=[],
        stock=StockTurns(),
        auction=None,
        openings=0,
        unsold_openings=0,
        draws=house.draw_seed,
    )


def _companies(facts: Book, count: int, chance: Chance) -> list[str]:
    """The companies in the game; Moravia-Silesia with two players leaves one out at random [RCZ-XI.2.2]."""
    names = list(facts.companies)
    left_out = chance.shuffled(names)[count:] if count < len(names) else []
    return [name for name in names if name not in left_out]

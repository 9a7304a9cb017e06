"""1865 Sardinia: the order of play.

A draft of maritime cards; then, again and again, a stock round and two operating rounds. Before each stock
round mines are exhausted, the rank markers fall a row and minors may become majors. In a stock round the
Dragons, investors who follow the chart, have a turn before every player. When the bank cannot pay, the set is
finished and the richest player wins.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from piercy.core.box import Box
from piercy.core.chance import Chance
from piercy.core.flow import Flow, Round
from piercy.core.game import Game
from piercy.core.title import Options, Title
from piercy.rail.board import Board, Ground, place_token
from piercy.rail.money import Bank, Purse
from piercy.rail.rail_title import ComingTurn, CountsScores, Foretells, HasPrices, RailTitle, TellsTerms
from piercy.rail.stock.market import all_prices
from piercy.rail.table import TableModel
from piercy.rail.trains import Depot, kinds_on_sale
from piercy.titles.sardinia import about, table
from piercy.titles.sardinia.book import Book, book
from piercy.titles.sardinia.chart import tokens_on_map
from piercy.titles.sardinia.draft import Draft, draft_order
from piercy.titles.sardinia.forecast import Forecast, forecast
from piercy.titles.sardinia.former import former
from piercy.titles.sardinia.operating import OperatingRound
from piercy.titles.sardinia.prelude import Prelude
from piercy.titles.sardinia.prospects import prospects
from piercy.titles.sardinia.shares import share_facts, sold_shares, worth, worth_parts
from piercy.titles.sardinia.state import Company, Player, SardiniaState, rulings
from piercy.titles.sardinia.stock import StockRound
from piercy.titles.sardinia.terms import Terms

BOX = Box("1865-sardinia", __package__, ("R65", "T65"), ("L65", "Q65"))


class Sardinia(
    Title[SardiniaState],
    RailTitle[SardiniaState],
    HasPrices[SardiniaState],
    Foretells[SardiniaState],
    CountsScores[SardiniaState],
    TellsTerms,
):
    state_type = SardiniaState
    over_rule = "R65-2.7.2"
    box = BOX
    money = "L.{}"
    short = False

    def __init__(self) -> None:
        super().__init__(about.SHORT if self.short else about.WHOLE)
        self._facts = book(short=self.short)
        self.former = former(self._facts)

    @property
    def facts(self) -> Book:
        return self._facts

    @property
    def ground(self) -> Ground:
        return self._facts.ground

    @property
    def company_colours(self) -> dict[str, str]:
        return {name: facts.colour for name, facts in self._facts.companies.items()}

    @cached_property
    def rounds(self) -> dict[str, Round[SardiniaState]]:
        facts = self._facts
        return {
            "draft": Draft(facts),
            "prelude": Prelude(facts),
            "stock": StockRound(facts),
            "operating": OperatingRound(facts),
        }

    def setup(self, players: tuple[str, ...], options: Options, chance: Chance) -> SardiniaState:
        facts = self._facts
        seats = chance.shuffled(players)
        cash = facts.cash[len(players)]
        board = Board()
        for name, company in facts.companies.items():
            place_token(board, company.home, 0, name)
        return SardiniaState(
            flow=Flow("draft"),
            rulings=rulings(options),
            bank=Bank(facts.bank - cash * len(players)),
            players={name: Player(cash) for name in seats},
            priority=seats[0],
            companies={
                name: Company(company.home, facts.minor.singles) for name, company in facts.companies.items()
            },
            market=[],
            board=board,
            supply={tile.id: tile.count or 0 for tile in facts.ground.tiles.values()},
            depot=Depot(list(facts.stack), endless=facts.endless),
            phase=1,
            maritimes=list(facts.maritimes),
            gone_maritimes=[],
            bonus_paid=[],
            draft=draft_order(seats),
            round_cap=int(options["round_cap"]),
        )

    def scores(self, state: SardiniaState) -> dict[str, int]:
        """Cash and shares, corrected for loans [R65-2.7.7]."""
        return {name: worth(self._facts, state, name) for name in state.players}

    def score_parts(self, state: SardiniaState) -> dict[str, dict[str, int]]:
        return {name: worth_parts(self._facts, state, name) for name in state.players}

    def prospects(self, state: SardiniaState, player: str) -> int:
        return prospects(self._facts, state, player)

    def ending(self, state: SardiniaState) -> str:
        """``bank_broken``, or ``round_cap`` for a game that was stopped."""
        return state.ending

    def forecast(self, state: SardiniaState) -> Forecast:
        """What the Dragons will do if nobody else acts, and what would change it."""
        return forecast(self._facts, state)

    def coming_turns(self, state: SardiniaState) -> tuple[ComingTurn, ...]:
        return self.forecast(state).turns

    def table(self, game: Game) -> TableModel:
        return table.table(self._facts, game)

    @cached_property
    def terms(self) -> Terms:
        return Terms(self._facts)

    def prices(self, state: SardiniaState) -> dict[str, int]:
        return all_prices(self._facts.prices, state)

    def named(self, state: SardiniaState) -> dict[str, list[str]]:
        return {"company": list(state.companies), "train": kinds_on_sale(state.depot)}

    def conserved(self, state: SardiniaState) -> dict[str, tuple[int, int]]:
        facts = self._facts
        purses: list[Purse] = [*state.players.values(), *state.companies.values()]
        found = {"money": (facts.bank, state.bank.cash + sum(purse.cash for purse in purses))}
        laid = Counter(tile for tile, _ in state.board.tiles.values())
        for tile in facts.ground.tiles.values():
            found[f"tile {tile.id}"] = (tile.count or 0, state.supply[tile.id] + laid[tile.id])
        trains = Counter(state.depot.stack + state.depot.pool + state.depot.gone)
        cards = len(state.maritimes) + len(state.gone_maritimes)
        cards += sum(len(player.maritimes) for player in state.players.values())
        for name, company in state.companies.items():
            trains.update(company.trains)
            cards += len(company.maritimes)
            found[f"shares of {name}"] = (share_facts(facts, company).singles + 2, _all_shares(company))
            owned = tokens_on_map(state, name) + company.tokens
            found[f"tokens of {name} beyond seven"] = (0, max(0, owned - facts.sums.tokens))
        found["maritime cards"] = (len(facts.maritimes), cards)
        for kind in facts.trains.values():
            made = state.depot.drawn if kind.count is None else kind.count
            found[f"{kind.name} trains"] = (made, trains[kind.name])
        return found


class ShortSardinia(Sardinia):
    """The short game: Sardinia alone [R65-6.1]."""

    short = True


def _all_shares(company: Company) -> int:
    return sold_shares(company) + company.offer + (2 if company.president is None else 0)

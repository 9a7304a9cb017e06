"""18CZ: the order of play.

The rounds, in order, with the module of each::

    prestock    snake round over the Locals (standard, Bohemia)             prestock
    auction     private companies under the hammer (Moravia-Silesia)        auction
    stock       sell, buy, repay                                            stock
    income      MW's home tile (Moravia-Silesia), then all Locals pay       income
    operating   the companies' turns, see below                             rounds
    closing     export, Vaclav's cards, trains over the limit               rounds

``stock`` begins each set of operating rounds; ``income`` and ``operating`` alternate within it; ``closing``
leads to the next ``stock``; after the last set the game is over [RCZ-V, RCZ-X.1].

The steps of a company's turn [RCZ-VIII.3.1]::

    0  homes.HomeToken          first turn: home token; red tile and ATE's city are decisions
    1  rail.LayTrack            one yellow tile or one upgrade; two yellow ones in the first turn
    2  rail.PlaceTokens         one more token
    3  running.RunOrLend        the routes that earn most
    4  dividends.Dividends      pay all or keep all
    5  acquisition.Acquire      smaller companies, one after the other, and what to do with their trains
    6  BuyAnyTrains             trains.Shop: if need be with the Director's money; ends the turn

    beside them (anytime):      track.LayWaivedTiles, locals.TradeLocals, purple.LayPurpleTiles
    before all (interrupts):    deals.AnswerDeal, homes.SettleToken, DiscardTrains by phases.Limits

What the modules offer each other:

- ``market`` moves share prices, ``shares`` shares, ``rail.building`` tiles and tokens, ``rail.money`` money.
- ``track.Track`` and ``tokens.Tokens`` say what may be built, and for what.
- ``rail.deals.propose`` does a deal at once, or asks the other player first.
- ``phases.card_sold`` and ``phases.card_exported``: new phase, obsolete trains, Vaclav's new company.
- ``running.best``: the best run of the company on turn.
- ``accounts`` counts wealth, and proves that nothing appears or vanishes.

The three titles are one: each has its entry in ``about`` and its board, and the data make the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any

from piercy.core.box import Box
from piercy.core.chance import Chance
from piercy.core.flow import Round
from piercy.core.game import Game
from piercy.core.title import About, Options, Title
from piercy.rail.board import Ground
from piercy.rail.contract import BestRun
from piercy.rail.outlook import Advice, HasOutlook
from piercy.rail.rail_title import CountsScores, FindsRoutes, HasPrices, RailTitle, ShowsHomes, TellsTerms
from piercy.rail.stock.market import all_prices
from piercy.rail.table import TableModel
from piercy.titles.cz import about, accounts, outlook, running, table
from piercy.titles.cz.auction import AuctionRound
from piercy.titles.cz.book import BOHEMIA, MORAVIA, STANDARD, Book, book
from piercy.titles.cz.former import FORMER
from piercy.titles.cz.income import IncomeRound
from piercy.titles.cz.prestock import PreStockRound
from piercy.titles.cz.prospects import prospects
from piercy.titles.cz.rounds import ClosingRound, OperatingRound
from piercy.titles.cz.setup import first_round, set_up
from piercy.titles.cz.state import CzState, HouseRules
from piercy.titles.cz.stock import StockRound
from piercy.titles.cz.terms import Terms

BOX = Box("18cz", __package__, ("RCZ", "WCZ"), ("DCZ", "LCZ", "QCZ"))


class Cz(
    Title[CzState],
    RailTitle[CzState],
    FindsRoutes[CzState],
    HasPrices[CzState],
    CountsScores[CzState],
    ShowsHomes[CzState],
    TellsTerms,
    HasOutlook[CzState],
):
    """18CZ in one of its variants."""

    state_type = CzState
    over_rule = "RCZ-X.1.1"
    box = BOX
    money = "{} K"
    former = FORMER

    def __init__(self, variant: About, board: str) -> None:
        super().__init__(variant)
        self._facts = book(board)

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
    def rounds(self) -> dict[str, Round[CzState]]:
        facts = self._facts
        begin = AuctionRound(facts) if first_round(facts) == "auction" else PreStockRound(facts)
        return {
            first_round(facts): begin,
            "stock": StockRound(facts),
            "income": IncomeRound(facts),
            "operating": OperatingRound(facts),
            "closing": ClosingRound(facts),
        }

    def setup(self, players: tuple[str, ...], options: Options, chance: Chance) -> CzState:
        chosen: dict[str, Any] = {
            field.name: options[field.name] for field in fields(HouseRules) if field.name in options
        }
        return set_up(self._facts, players, HouseRules(**chosen), chance)

    def scores(self, state: CzState) -> dict[str, int]:
        return {name: accounts.wealth(self._facts, state, name) for name in state.players}

    def score_parts(self, state: CzState) -> dict[str, dict[str, int]]:
        return {name: accounts.wealth_parts(self._facts, state, name) for name in state.players}

    def winners(self, state: CzState) -> list[str]:
        """The richest; player 1 wins if nothing was sold in the auction [RCZ-XI.2.31]."""
        if state.flow.over and state.flow.round == "auction":
            return state.order[:1]
        scores = self.scores(state)
        return [name for name, score in scores.items() if score == max(scores.values())]

    def prospects(self, state: CzState, player: str) -> int:
        return prospects(self._facts, state, player)

    def advise(self, game: Game) -> Sequence[Advice]:
        return outlook.advise(self._facts, game)

    def outlook(self, state: CzState, player: str) -> int:
        return outlook.outlook(self._facts, state, player)

    def homes(self, state: CzState) -> dict[str, list[tuple[str, int]]]:
        """Hex -> companies that have yet to place their home station there, with its city."""
        return table.waiting_homes(self._facts, state)

    def table(self, game: Game) -> TableModel:
        return table.table(self._facts, game)

    @cached_property
    def terms(self) -> Terms:
        return Terms(self._facts)

    def prices(self, state: CzState) -> dict[str, int]:
        return all_prices(self._facts.prices, state)

    def named(self, state: CzState) -> dict[str, list[str]]:
        return {"company": list(state.companies), "local": list(state.locals)}

    def best_routes(self, state: CzState) -> BestRun:
        """The most that the company on turn can earn, with the proof."""
        return running.best(self._facts, state)

    def conserved(self, state: CzState) -> dict[str, tuple[int, int]]:
        return accounts.conserved(self._facts, state)


def standard() -> Cz:
    """18CZ."""
    return Cz(about.STANDARD, STANDARD)


def bohemia() -> Cz:
    """18CZ Bohemia."""
    return Cz(about.BOHEMIA, BOHEMIA)


def moravia() -> Cz:
    """18CZ Moravia-Silesia."""
    return Cz(about.MORAVIA, MORAVIA)

"""The state of 18CZ, in all its variants, and the questions that every step asks of it.

A train is written as its type and the letter of its card: ``2+2b`` is a b card used as a 2+2, ``3Ed`` a d
card used as a 3E. A share price is a *cell*, the place of the price in ``Book.prices``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from piercy.core import plain
from piercy.core.flow import Flow
from piercy.rail.board import Board
from piercy.rail.deals import Proposal
from piercy.rail.money import Bank
from piercy.rail.stock import holdings
from piercy.rail.stock.market import NOWHERE, price
from piercy.rail.stock.turn import StockTurns
from piercy.rail.trains import Depot
from piercy.titles.cz.book import Book

TURN = ("home", "track", "token", "run", "dividend", "acquire", "trains")
"""The steps of a company's turn."""
VACLAV = "Vaclav"
"""The automated player of Bohemia. Humans may not bear his name there."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options of a game. Those that are false by default follow 18xx.games where true."""

    export: bool = True
    """Bohemia: cards are exported at the end of a set [RCZ-XI.1.33, DCZ-14]."""
    drop_per_sale: bool = False
    """Every sale drops the price, also a second one of the same company in a turn [DCZ-4]."""
    recorded_runs: bool = False
    """Runs are taken as recorded, whether or not they earn most or are legal [DCZ-5]."""
    swap_towns_for_cities: bool = False
    """E trains count the best among their cities and up to three towns [DCZ-6]."""
    early_train_deals: bool = False
    """Companies buy trains from each other from phase A on [DCZ-7]."""
    no_consent: bool = False
    """Deals with others are done at once, without asking them [DCZ-8]."""
    lax_train_duty: bool = False
    """A company may spend all on trains it cannot run and end its turn without one it can [DCZ-9]."""
    dear_after_acquisition: bool = False
    """Every marker costs 100 after any acquisition [DCZ-10]."""
    early_teplice: bool = False
    """Others may use the brown B8 before ATE while a space is left for it [DCZ-11]."""
    strict_certificate_limit: bool = False
    """Who is at the certificate limit can never buy [DCZ-18]."""
    return_any_train: bool = False
    """Any train may be returned after a purchase at the limit, even the new one [DCZ-32, DCZ-39]."""
    first_tile_anywhere: bool = False
    """A company's first tile need not be on its home hex [DCZ-35]."""
    order_as_listed: bool = False
    """The first order of players is the order in which they are listed [DCZ-37]."""
    draw_seed: int = 0
    """Bohemia: not 0: Vaclav's companies are drawn by the generator of 18xx.games from this seed [DCZ-15]."""
    conversion_obsoletes: bool = field(default=True, metadata=plain.LATER)
    """A conversion makes obsolete what a sale of the new type would [RCZ-VIII.9.23]."""


@dataclass(slots=True)
class Player:
    cash: int
    loan: int = 0
    """Unpaid principal."""
    penalty: int = 0
    """The sum of all penalties, due at the end of the game."""


@dataclass(slots=True)
class Company:
    """A public company, from the bank's stock of certificates to its end by acquisition."""

    shares: dict[str, int] = field(default_factory=dict)
    """Holder -> number of shares, the Director's certificate counting as two; the bank has the rest."""
    president: str | None = None
    """The holder of the Director's certificate; None while the bank has it."""
    par: int = 0
    """The starting price that the first Director chose; 0 before."""
    cell: int = NOWHERE
    open: bool = False
    operated: bool = False
    """Whether it has begun its first turn: home station (and red tile) are placed."""
    closed: bool = False
    """Whether it has left the game by an acquisition, or is not in this game."""
    cash: int = 0
    trains: list[str] = field(default_factory=list)
    tokens: int = 0
    """Its own tokens left on the charter, the home token included."""
    taken_tokens: int = 0
    """Markers taken over or returned in acquisitions: each costs the full price [RCZ-VIII.9.17]."""
    revenue: int = 0
    """What its trains earned when it last had a turn [RCZ-VIII.8.6]."""
    acquirer: bool = False
    """Whether it has ever acquired another company (asked by the option ``dear_after_acquisition``)."""


@dataclass(slots=True)
class Local:
    """A Local or another private company."""

    owner: str | None = None
    """A player or a company; None while it is on offer."""
    with_company: bool = False
    """Whether the owner is a company."""
    used: bool = False
    """Whether its ability (or the one run of the 3E card) is spent."""
    closed: bool = False


@dataclass(slots=True)
class Auction:
    """The auction of one private company in Moravia-Silesia."""

    private: str
    bidders: list[str]
    """Who is still in it, next to bid first."""
    bid: int = 0
    leader: str | None = None


@dataclass(slots=True)
class Turn:
    """What one company has done in its turn of an operating round."""

    company: str = ""
    first: bool = False
    """Whether it is the company's first turn."""
    yellow: int = 0
    """Yellow tiles laid as the normal track action."""
    upgraded: bool = False
    """Whether the normal track action was an upgrade."""
    laid: list[str] = field(default_factory=list)
    """Hexes of the normal track action [RCZ-VIII.5.18]."""
    lent_train: bool = False
    """Whether the 3E card runs for the company this turn (Moravia-Silesia)."""
    revenue: int = 0
    acquired: list[str] = field(default_factory=list)
    """Trains just acquired that are not yet settled; they are also among the company's trains."""
    doubled: list[str] = field(default_factory=list)
    """Hexes with a station of the acquirer and one of the target in different cities, to be settled."""
    other_colour: bool = False
    """Whether it has bought a train that it cannot run."""
    helped: bool = False
    """Whether the Director has paid for a train this turn."""
    bought: bool = False
    """Whether it has bought a train: it then keeps one of its own colour [RCZ-VIII.10.21]."""


@dataclass(slots=True)
class CzState:
    """Everything that changes in the course of a game."""

    flow: Flow
    house: HouseRules
    bank: Bank
    """Endless: its money may be below zero [RCZ-II.7]."""
    players: dict[str, Player]
    order: list[str]
    """The players by priority card, lowest first."""
    companies: dict[str, Company]
    locals: dict[str, Local]
    board: Board
    supply: dict[str, int]
    """Copies left of each tile."""
    depot: Depot
    """The stack and the cards that have gone are letters, but for trains that were once in use."""
    phase: str
    """Letter of the phase."""
    obsolete: list[str]
    """Types that have been made obsolete."""
    market: list[str]
    """Companies with a price marker, in operating order [RCZ-VIII.2.2, RCZ-VIII.2.3]."""
    set_number: int
    """The set of operating rounds that runs or comes next, from 0."""
    round_in_set: int
    """The operating round of the set, from 0; -1 in its stock round."""
    queue: list[str]
    """Operating round: the companies that still have a turn, next one first, the one on turn left out."""
    turn: Turn
    deal: Proposal | None
    """``local``, ``train`` or ``acquisition``, whose price is one per share."""
    player_turn: int
    """Stock and pre-stock rounds: number of the turn in the round, from 0."""
    passed: list[str]
    """Pre-stock round: players who have passed since somebody last bought."""
    stock: StockTurns
    auction: Auction | None
    openings: int
    """Auction round: how many auctions have been opened."""
    unsold_openings: int
    """Auction round: openings without a sale since the last sale."""
    draws: int
    """State of the generator of 18xx.games, where Vaclav's companies are drawn by it."""

    @property
    def on_turn(self) -> str:
        """The company on turn; none outside operating rounds."""
        return self.turn.company


def company_on_turn(state: CzState) -> str:
    """The company whose turn it is in an operating round."""
    return state.on_turn


def owner_on_turn(state: CzState) -> str:
    """The Director of the company on turn: a player, or Vaclav."""
    president = state.companies[state.turn.company].president
    assert president is not None
    return president


def asks(state: CzState, player: str) -> bool:
    """Whether a deal with a player needs his answer [RCZ-VIII.3.6]."""
    return player != owner_on_turn(state) and not state.house.no_consent


def president_on_turn(state: CzState) -> str | None:
    """The human Director of the company on turn; None if it is Vaclav's."""
    president = state.companies[state.turn.company].president
    return None if president == VACLAV else president


def vaclavs(company: Company) -> bool:
    return company.president == VACLAV


def track_decider(facts: Book, state: CzState, name: str) -> str:
    """Who lays a company's track: its Director; for Vaclav's, by size [RCZ-XI.1.17]."""
    president = state.companies[name].president
    assert president is not None
    if president != VACLAV:
        return president
    return state.order[1 if facts.companies[name].size == "medium" else 0]


def token_decider(facts: Book, state: CzState, name: str) -> str:
    """Who places a company's stations: its Director; for Vaclav's, by size [RCZ-XI.1.18]."""
    president = state.companies[name].president
    assert president is not None
    if president != VACLAV:
        return president
    return state.order[0 if facts.companies[name].size == "medium" else 1]


def price_of(facts: Book, company: Company) -> int:
    """The current share price; 0 while the Director's certificate is unsold."""
    return price(facts.prices, company)


def player_shares(company: Company) -> int:
    """Shares in players' hands, Vaclav's included."""
    return sum(company.shares.values())


def bank_shares(facts: Book, name: str, company: Company) -> int:
    return facts.size(name).shares - player_shares(company)


def certificates(state: CzState, player: str) -> int:
    """How many certificates count against a player's limit [RCZ-VII.4.2]."""
    privates = sum(local.owner == player and not local.with_company for local in state.locals.values())
    return holdings.certificates(state.companies.values(), player) + privates


def operating_order(state: CzState) -> list[str]:
    """The open companies, highest price first, then top marker first [RCZ-VIII.2.2, RCZ-VIII.2.3]."""
    return [name for name in state.market if state.companies[name].open]


def local_price(facts: Book, state: CzState) -> int:
    """The current price of Locals [RCZ-IV.1.4]; in a stock round, that of the last operating round."""
    if state.round_in_set >= 0:
        return facts.local_prices[state.set_number][state.round_in_set]
    return facts.local_prices[state.set_number - 1][-1] if state.set_number else facts.local_prices[0][0]


def card_of(train: str) -> str:
    """The letter of a train's card, or of a card that is no train yet."""
    return train[-1]


def type_of(train: str) -> str:
    """The type that a train is used as."""
    return train[:-1]


def phase_reached(facts: Book, state: CzState, letter: str) -> bool:
    """Whether the phase of the letter, or a later one, has begun."""
    return letter <= state.phase


def train_limit(facts: Book, state: CzState, name: str) -> int:
    return facts.phases[state.phase].limits[facts.companies[name].size]


def runnable(facts: Book, state: CzState, name: str) -> list[str]:
    """The company's trains of its own colour."""
    kinds = facts.may_run[facts.companies[name].size]
    return [train for train in state.companies[name].trains if train[:-1] in kinds]


def locals_of(state: CzState, owner: str, *, company: bool) -> list[str]:
    """The private companies, still open, that a player or a company owns."""
    return [
        name
        for name, local in state.locals.items()
        if local.owner == owner and local.with_company == company and not local.closed
    ]

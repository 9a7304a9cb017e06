"""The state of 1865 Sardinia."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from piercy.core.flow import Flow
from piercy.core.plain import LATER
from piercy.core.title import Options
from piercy.rail.board import Board
from piercy.rail.deals import Proposal
from piercy.rail.money import Bank
from piercy.rail.stock.holdings import from_seat
from piercy.rail.stock.market import NOWHERE
from piercy.rail.stock.turn import StockTurns
from piercy.rail.train_moves import Purchase
from piercy.rail.trains import Depot

TURN = ("absorb", "track", "mines", "token", "dividend", "trains")
"""The steps of a company's turn."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """The answers to the open questions of the rulebook, chosen before the game (Q65 of the digest)."""

    same_hex_twice: bool
    rotate_same_tile: bool
    keep_joints: bool
    sea_shores_cost: bool
    operated_may_absorb: bool
    bonus_after_absorption: bool
    limit_after_absorption: bool
    linked_to_network: bool
    empty_bank_ends: bool
    unfloated_become_major: bool
    relaunch_on_bare_city: bool
    discard_lowest: bool
    discounted_when_forced: bool
    help_for_better_train: bool
    dragons_restart_passes: bool
    rank_ceiling: bool
    stuck_token_goes_under: bool
    fixed_order: bool
    carbonia_after_absorption: bool
    mines_before_cities: bool
    both_terrains: bool
    bankruptcy_by_choice: bool
    limit_after_exchange: bool = field(default=False, metadata=LATER)
    no_discounted_of_the_pool: bool = field(default=True, metadata=LATER)
    """The reading of rules version 1, which loading alone can set [R65-4.7.6]."""
    mines_count_as_scarce: bool = field(default=False, metadata=LATER)
    scarce_cities_alone: bool = field(default=True, metadata=LATER)
    """The reading of rules version 1, which loading alone can set [R65-5.4.11]."""


def rulings(options: Options) -> Rulings:
    """The chosen answers."""
    return Rulings(**{field.name: bool(options[field.name]) for field in fields(Rulings)})


@dataclass(slots=True)
class Player:
    """A player. His certificates are counted with the companies."""

    cash: int
    maritimes: list[str] = field(default_factory=list)
    loans: int = 0
    """Personal state loans: more than none means that he has been bankrupt [R65-4.9.2]."""


@dataclass(slots=True)
class Company:
    """A public company: its charter and where its certificates are.

    The president's certificate lies in the initial offer while there is no president. All other certificates
    are singles; each is one share, the president's certificate two [R65-1.3.3].
    """

    home: str
    """The hex of the home token; empty between an absorption and the re-launch [R65-5.3.14]."""
    offer: int
    """Singles in the initial offer."""
    shares: dict[str, int] = field(default_factory=dict)
    """Shares of each player, the president's certificate included."""
    pool: int = 0
    dragons: int = 0
    major: bool = False
    president: str | None = None
    floated: bool = False
    operated: bool = False
    """Whether it has completed an operating turn since it was launched [R65-3.4.10]."""
    cell: int = NOWHERE
    """The market cell of its value token."""
    row: int = 0
    """The phase row of its rank marker; 0: it has none [R65-3.2.5]."""
    cash: int = 0
    trains: list[str] = field(default_factory=list)
    tokens: int = 0
    """Tokens on the charter."""
    traffic: int = 0
    maritimes: list[str] = field(default_factory=list)
    loans: int = 0


@dataclass(slots=True)
class StockTurn(StockTurns):
    """What a stock round remembers. A trade of the Dragons may start the count of passes anew [R65-3.1.4]."""

    player: str = ""
    """On turn; the Dragons have just had theirs [R65-3.1.2]."""
    last_trader: str | None = None


@dataclass(slots=True)
class OperatingTurn:
    """What the turn of a company remembers."""

    company: str
    lays: int = 0
    laid_on: list[str] = field(default_factory=list)
    token_placed: bool = False
    new_train: bool = False
    """Whether it has bought a train of the pile in this turn [R65-3.11.2]."""
    rise_due: bool = False
    """Whether its price still has to rise for that train, after others have discarded [R65-2.2.5]."""
    absorbed: bool = False
    """Whether it has absorbed another company in this turn [R65-5.1.5]."""


@dataclass(slots=True)
class ForcedPurchase:
    """A train that the president must help to pay and for which he has to sell shares [R65-4.8]."""

    bought: Purchase
    sold: list[str] = field(default_factory=list)
    """Companies of which he has sold his block."""


@dataclass(slots=True)
class Absorption:
    """An absorption after the payment, while the tokens are being sorted out [R65-5.4.1].

    The tokens of the target stay on the map until it is decided which of them are replaced.
    """

    acquirer: str
    target: str
    vacated: bool = False
    """Whether it has been decided which of its own mines the acquirer leaves."""


@dataclass(slots=True)
class SardiniaState:
    """Everything that changes in the course of a game."""

    flow: Flow
    rulings: Rulings
    bank: Bank
    players: dict[str, Player]
    """In seating order, clockwise."""
    priority: str
    companies: dict[str, Company]
    """The companies of the game, in the order of the book."""
    market: list[str]
    """Companies with a value token, highest cell first and each stack from top to bottom [R65-4.1.4]."""
    board: Board
    supply: dict[str, int]
    """Copies left of each tile."""
    depot: Depot
    phase: int
    maritimes: list[str]
    """Maritime cards that can still be drafted."""
    gone_maritimes: list[str]
    bonus_paid: list[str]
    """Maritime cards whose location bonus has been paid [R65-2.6.8]."""
    stock_round: int = 0
    """The number of the set: a stock round and two operating rounds."""
    operating_round: int = 0
    """1 or 2 in an operating round of the set, else 0."""
    draft: list[str] = field(default_factory=list)
    """Players who still choose a maritime card, in order [R65-2.5.2]."""
    converting: list[str] = field(default_factory=list)
    """Minors whose presidents are still to be asked about conversion [R65-3.12.8]."""
    stock: StockTurn = field(default_factory=StockTurn)
    turn: OperatingTurn | None = None
    operated: list[str] = field(default_factory=list)
    """Companies that have had, or have lost, their turn in this operating round."""
    order: list[str] = field(default_factory=list)
    """The fixed order of this operating round, where the ruling asks for one [R65-4.1.5]."""
    discarding: list[str] = field(default_factory=list)
    """Companies that have to discard trains, in the order in which they do [R65-2.2.7]."""
    deal: Proposal | None = None
    """A train that another company is asked for."""
    forced: ForcedPurchase | None = None
    absorption: Absorption | None = None
    ending: str = ""
    """Why this set is the last: ``bank_broken``; empty: it need not be."""
    round_cap: int = 0
    """The set after which a game is stopped that does not end; 0: never."""

    @property
    def on_turn(self) -> str:
        """The company on turn in an operating round."""
        assert self.turn is not None
        return self.turn.company


def seats_from(state: SardiniaState, player: str) -> list[str]:
    """All players clockwise, beginning with the given one."""
    return from_seat(list(state.players), player)


def left_of(state: SardiniaState, player: str) -> str:
    """The next player clockwise."""
    return seats_from(state, player)[1]


def company_on_turn(state: SardiniaState) -> str:
    """The company that operates now."""
    return state.on_turn


def president_of(state: SardiniaState, company: str) -> str:
    """The president of a launched company."""
    president = state.companies[company].president
    assert president is not None
    return president


def player_on_turn(state: SardiniaState) -> str:
    """The president of the company that operates now."""
    return president_of(state, company_on_turn(state))


def floated(state: SardiniaState) -> list[str]:
    """All floated companies in operating order [R65-4.1.4]."""
    companies = state.companies
    return [name for name in state.market if companies[name].floated]

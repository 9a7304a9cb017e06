"""1865: what it answers, and the questions that only it can be asked."""

from __future__ import annotations

from piercy.rail.stock.holdings import PRESIDENT, held
from piercy.rail.stock.market import stacks
from piercy.rail.trains import new_trains
from piercy.testing.questions.answers import Answers, Position
from piercy.titles.sardinia import chart, forecast, income, launching, market, prelude, shares
from piercy.titles.sardinia import dragons as dragons_at_work
from piercy.titles.sardinia import state as sardinia
from piercy.titles.sardinia import trains as purchase
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.title import Sardinia


class _Sardinia(Answers):
    def __init__(self, facts: Book, state: sardinia.SardiniaState) -> None:
        self._facts = facts
        self._state = state

    def cash(self, name: str) -> int:
        state = self._state
        return state.players[name].cash if name in state.players else state.companies[name].cash

    def president(self, company: str) -> str | None:
        return self._state.companies[company].president

    def shareholders(self, company: str) -> dict[str, int]:
        held = {name: shares.shares(self._state, name, company) for name in self._state.players}
        return {name: count for name, count in held.items() if count}

    def offer(self, company: str) -> int:
        """The singles in the initial offer."""
        return self._state.companies[company].offer

    def certificates(self, player: str) -> int:
        return shares.certificates(self._state, player)

    def price(self, company: str) -> int:
        return market.price(self._facts, self._state, company)

    def trains(self, company: str) -> list[str]:
        return self._state.companies[company].trains

    def tokens_left(self, company: str) -> int:
        return self._state.companies[company].tokens

    def floated(self, company: str) -> bool:
        return self._state.companies[company].floated

    def operated(self, company: str) -> bool:
        return self._state.companies[company].operated

    def loan(self, name: str) -> int:
        state = self._state
        return state.players[name].loans if name in state.players else state.companies[name].loans

    def depot(self) -> list[str]:
        return new_trains(self._state.depot)

    def pool(self) -> list[str]:
        return self._state.depot.pool

    def gone(self) -> list[str]:
        return self._state.depot.gone

    def phase(self) -> str:
        return str(self._state.phase)

    def set_number(self) -> int:
        return self._state.stock_round

    def round_number(self) -> int:
        return self._state.operating_round

    def on_turn(self) -> str | None:
        turn = self._state.turn
        return None if turn is None else turn.company

    def operating_order(self) -> list[str]:
        return sardinia.floated(self._state)


def answers(position: Position) -> Answers:
    return _Sardinia(_facts(position), _state(position))


def priority(position: Position) -> str:
    """Who has the first turn of the next stock round."""
    return _state(position).priority


def singles(position: Position, player: str, company: str) -> int:
    """A player's certificates of a company, the president's left out."""
    charter = _state(position).companies[company]
    return held(charter, player) - (PRESIDENT if charter.president == player else 0)


def pool_shares(position: Position, company: str) -> int:
    """A company's certificates in the pool."""
    return _state(position).companies[company].pool


def dragons(position: Position, company: str) -> int:
    """The certificates of a company that the Dragons have."""
    return _state(position).companies[company].dragons


def dragons_certificates(position: Position) -> int:
    """All certificates of the Dragons."""
    return shares.dragons_certificates(_state(position))


def home(position: Position, company: str) -> str:
    """The hex of the home token; empty between an absorption and the re-launch."""
    return _state(position).companies[company].home


def major(position: Position, company: str) -> bool:
    """Whether a company is a major one."""
    return _state(position).companies[company].major


def row(position: Position, company: str) -> int:
    """The phase row of a company's rank marker; 0: it has none."""
    return _state(position).companies[company].row


def rank(position: Position, company: str) -> int:
    """The rank of a company in the chart."""
    return chart.rank(_facts(position), _state(position), company)


def region(position: Position, company: str) -> str | None:
    """The colour of the chart where a company's rank marker is."""
    return chart.region(_facts(position), _state(position), company)


def traffic(position: Position, company: str) -> int:
    """A company's traffic."""
    return _state(position).companies[company].traffic


def coverage(position: Position, company: str) -> int:
    """The traffic that a company's trains cover."""
    return income.coverage(_facts(position), _state(position), company)


def revenue_of(position: Position, company: str) -> int:
    """What a company earns now."""
    return income.revenue(_facts(position), _state(position), company)


def maritimes(position: Position, owner: str) -> list[str]:
    """The maritime cards of a player or a company."""
    state = _state(position)
    return list((state.players if owner in state.players else state.companies)[owner].maritimes)


def gone_maritimes(position: Position) -> list[str]:
    """The maritime cards that have left the game."""
    return list(_state(position).gone_maritimes)


def bonus_paid(position: Position) -> list[str]:
    """The maritime cards whose bonus has been paid."""
    return list(_state(position).bonus_paid)


def stack(position: Position, price: int) -> list[str]:
    """The value tokens on the cell of a price, from top to bottom."""
    return stacks(_facts(position).prices, _state(position)).get(price, [])


def stack_of(position: Position, company: str) -> list[str]:
    """The value tokens on a company's cell, its own among them, from top to bottom."""
    state = _state(position)
    return [name for name in state.market if state.companies[name].cell == state.companies[company].cell]


def in_market(position: Position, company: str) -> bool:
    """Whether a company has a value token on the market."""
    return company in _state(position).market


def start_prices(position: Position) -> dict[int, int]:
    """The prices at which companies can be launched, with the cell of each."""
    return launching.start_prices(_facts(position), _state(position))


def can_convert(position: Position, company: str) -> bool:
    """Whether a minor company may become a major one."""
    return prelude.can_convert(_facts(position), _state(position), company)


def barred(position: Position) -> dict[str, list[str]]:
    """The companies that each player may not buy in this stock round."""
    return dict(_state(position).stock.barred)


def discarding(position: Position) -> list[str]:
    """The companies that have to discard trains."""
    return list(_state(position).discarding)


def trade_waits(position: Position) -> bool:
    """Whether an offer for a train waits for its answer."""
    return _state(position).deal is not None


def sale_forced(position: Position) -> bool:
    """Whether a president has to sell shares for a train."""
    return _state(position).forced is not None


def absorbing(position: Position) -> tuple[str, str] | None:
    """Acquirer and target of an absorption whose tokens have still to be sorted out."""
    found = _state(position).absorption
    return None if found is None else (found.acquirer, found.target)


def token_placed(position: Position) -> bool:
    """Whether the company on turn has placed a token in this turn."""
    turn = _state(position).turn
    return turn is not None and turn.token_placed


def must_buy(position: Position, company: str) -> bool:
    """Whether a company may not end its turn without a train."""
    return purchase.must_buy(_state(position).companies[company])


def hindrance(position: Position, company: str) -> str | None:
    """What keeps the Dragons from buying a company."""
    return dragons_at_work.hindrance(_facts(position), _state(position), company)


def saleable(position: Position, company: str) -> int:
    """How many certificates of a company the Dragons can sell."""
    return dragons_at_work.saleable(_facts(position), _state(position), company)


def stock_player(position: Position) -> str:
    """Who is on turn in a stock round."""
    return _state(position).stock.player


def rulings(position: Position) -> sardinia.Rulings:
    """The answers to the open questions of the rulebook that the game has chosen."""
    return _state(position).rulings


def coming(position: Position) -> forecast.Forecast:
    """What the Dragons will do if nobody else acts, and what would change it."""
    return forecast.forecast(_facts(position), _state(position))


def tokens_to_sort(position: Position) -> bool:
    """Whether the tokens of an absorbed company have still to be sorted out."""
    return _state(position).absorption is not None


def _facts(position: Position) -> Book:
    if not isinstance(position.title, Sardinia):
        raise TypeError("only 1865 can be asked this")
    return position.title.facts


def _state(position: Position) -> sardinia.SardiniaState:
    state = position.state
    if not isinstance(state, sardinia.SardiniaState):
        raise TypeError("only 1865 can be asked this")
    return state

"""18CZ: what it answers, and the questions that only it can be asked."""

from __future__ import annotations

from piercy.rail.contract import BestRun
from piercy.rail.trains import next_new
from piercy.testing.questions.answers import Answers, Position
from piercy.titles.cz import income, running, tokens, vaclav
from piercy.titles.cz import state as cz
from piercy.titles.cz.book import Book
from piercy.titles.cz.title import Cz


class _Cz(Answers):
    def __init__(self, facts: Book, state: cz.CzState) -> None:
        self._facts = facts
        self._state = state

    def cash(self, name: str) -> int:
        state = self._state
        return state.players[name].cash if name in state.players else state.companies[name].cash

    def president(self, company: str) -> str | None:
        return self._state.companies[company].president

    def shareholders(self, company: str) -> dict[str, int]:
        return self._state.companies[company].shares

    def offer(self, company: str) -> int:
        return cz.bank_shares(self._facts, company, self._state.companies[company])

    def certificates(self, player: str) -> int:
        return cz.certificates(self._state, player)

    def price(self, company: str) -> int:
        return cz.price_of(self._facts, self._state.companies[company])

    def trains(self, company: str) -> list[str]:
        return self._state.companies[company].trains

    def train_limit(self, company: str) -> int:
        return cz.train_limit(self._facts, self._state, company)

    def tokens_left(self, company: str) -> int:
        return self._state.companies[company].tokens

    def floated(self, company: str) -> bool:
        return self._state.companies[company].open

    def operated(self, company: str) -> bool:
        return self._state.companies[company].operated

    def loan(self, name: str) -> int:
        return self._state.players[name].loan

    def depot(self) -> list[str]:
        return self._state.depot.stack

    def pool(self) -> list[str]:
        return self._state.depot.pool

    def gone(self) -> list[str]:
        return [cz.card_of(train) for train in self._state.depot.gone]

    def phase(self) -> str:
        return self._state.phase

    def set_number(self) -> int:
        return self._state.set_number + 1

    def round_number(self) -> int:
        return self._state.round_in_set + 1

    def best_run(self) -> BestRun:
        return running.best(self._facts, self._state)

    def on_turn(self) -> str | None:
        return self._state.turn.company or None

    def operating_order(self) -> list[str]:
        return cz.operating_order(self._state)


def answers(position: Position) -> Answers:
    return _Cz(_facts(position), _state(position))


def order(position: Position) -> list[str]:
    """The players by priority card, lowest first."""
    return list(_state(position).order)


def queue(position: Position) -> list[str]:
    """The companies that still have a turn in this round, the one on turn left out."""
    return list(_state(position).queue)


def par(position: Position, company: str) -> int:
    """The starting price; 0 before."""
    return _state(position).companies[company].par


def closed(position: Position, company: str) -> bool:
    """Whether a company has left the game."""
    return _state(position).companies[company].closed


def cell(position: Position, company: str) -> int:
    """The place of the share price in the row of all prices."""
    return _state(position).companies[company].cell


def market(position: Position) -> list[str]:
    """The price markers, the highest first and each stack from top to bottom."""
    return list(_state(position).market)


def taken_tokens(position: Position, company: str) -> int:
    """Tokens on the charter that came by acquisitions."""
    return _state(position).companies[company].taken_tokens


def last_revenue(position: Position, company: str) -> int:
    """What a company's trains earned when it last had a turn."""
    return _state(position).companies[company].revenue


def penalty(position: Position, player: str) -> int:
    """What a player will have to pay for his loans at the end."""
    return _state(position).players[player].penalty


def local_names(position: Position) -> list[str]:
    """The Locals, or other private companies, of the game."""
    return list(_state(position).locals)


def local_owner(position: Position, name: str) -> str | None:
    """The player or company that has a Local; None while it is on offer."""
    return _state(position).locals[name].owner


def locals_of(position: Position, owner: str) -> list[str]:
    """The Locals, still open, of a player or a company."""
    state = _state(position)
    return cz.locals_of(state, owner, company=owner in state.companies)


def local_with_company(position: Position, name: str) -> bool:
    """Whether a company has a Local, no player."""
    return _state(position).locals[name].with_company


def local_used(position: Position, name: str) -> bool:
    """Whether the ability of a Local is spent."""
    return _state(position).locals[name].used


def local_closed(position: Position, name: str) -> bool:
    """Whether a Local has left the game."""
    return _state(position).locals[name].closed


def local_price(position: Position) -> int:
    """The current price of Locals."""
    return cz.local_price(_facts(position), _state(position))


def income_of(position: Position, name: str) -> int:
    """What a Local pays."""
    return income.income_of(_facts(position), _state(position), name)


def obsolete(position: Position) -> list[str]:
    """The types of trains that have been made obsolete."""
    return list(_state(position).obsolete)


def card_on_sale(position: Position) -> str:
    """The letter of the card on sale; the endless supply has one for ever."""
    return next_new(_state(position).depot) or ""


def endless_drawn(position: Position) -> int:
    """Cards taken from the endless supply."""
    return _state(position).depot.drawn


def revenue(position: Position) -> int:
    """What the trains of the company on turn have earned in this turn."""
    return _state(position).turn.revenue


def bonuses(position: Position, company: str) -> dict[str, dict[tuple[str, int], int]]:
    """What a company's trains may earn beyond their stops: by train, place and sum."""
    return {
        train: dict(places)
        for train, places in running.bonuses(_facts(position), _state(position), company).items()
    }


def yellow_laid(position: Position) -> int:
    """Yellow tiles laid in this turn as the normal track action."""
    return _state(position).turn.yellow


def upgraded(position: Position) -> bool:
    """Whether the normal track action of this turn was an upgrade."""
    return _state(position).turn.upgraded


def doubled(position: Position) -> list[str]:
    """Hexes where an acquirer has two tokens and has to give one up."""
    return list(_state(position).turn.doubled)


def passed(position: Position) -> list[str]:
    """The players who have passed since somebody last did something."""
    return list(_state(position).passed)


def deal_waits(position: Position) -> bool:
    """Whether an offer waits for another player's consent."""
    return _state(position).deal is not None


def bid(position: Position) -> int:
    """The highest bid of the auction that runs."""
    return _auction(position).bid


def highest_bidder(position: Position) -> str | None:
    """Who leads the auction that runs."""
    return _auction(position).leader


def token_price(position: Position, company: str) -> int:
    """What a company's next token costs."""
    return tokens.token_price(_facts(position), _state(position), company)


def vaclavs(position: Position) -> list[str]:
    """Vaclav's companies, small to large."""
    return vaclav.vaclavs_companies(_facts(position), _state(position))


def _auction(position: Position) -> cz.Auction:
    auction = _state(position).auction
    if auction is None:
        raise TypeError("no auction runs")
    return auction


def _facts(position: Position) -> Book:
    if not isinstance(position.title, Cz):
        raise TypeError("only 18CZ can be asked this")
    return position.title.facts


def _state(position: Position) -> cz.CzState:
    state = position.state
    if not isinstance(state, cz.CzState):
        raise TypeError("only 18CZ can be asked this")
    return state

"""Standing orders: what a seat has the server do for it, by ordinary actions that anybody could send.

Whoever sits down at the page has steps skipped in which he can do nothing but pass, unless he wants to be
asked; who plays through the API, or began before there were orders, is asked until he wants it. Beyond that a
player may order a share to be bought, or to pass until something happens that matters. An order ends when
its round does, and as soon as things change that the player may want to answer. Rules and saved games know
nothing of all this: the actions are the player's, and are taken back like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from piercy.core.actions import Action, Pass
from piercy.core.errors import EngineError
from piercy.core.flow import Context, Referee
from piercy.core.game import Game
from piercy.present.tables import table_of
from piercy.rail.actions import BuyShare
from piercy.rail.rail_title import HasPrices
from piercy.rail.values import Held

MOST_SENT = 100
"""So many actions are sent one after the other; then somebody is asked."""
PASS, BUY = "pass", "buy"
NOTHING = "nothing"
"""The reason of an action that was the only one possible."""
_STARTED = frozenset(("company_started", "vaclav_called", "company_returned"))
Told = Mapping[str, Any]
"""An event as it is stored."""


@dataclass(frozen=True, slots=True)
class Order:
    """Something to be done for a player whenever it is his turn."""

    kind: str
    """``pass``, or ``buy`` a share."""
    since: int
    """The number of the last action before it was given."""
    company: str = ""
    source: str = ""
    times: int = 1
    price: int = 0
    """The price of the share when it was ordered; at another one the player is asked."""

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class SeatOrders:
    """All that a seat has ordered."""

    skip: bool = False
    """Whether steps with nothing to do are skipped: so it is for who sits down at the page."""
    orders: tuple[Order, ...] = ()
    """In the order in which they are tried."""
    ended: str = ""
    """Why the latest orders ended, as a key; empty: nobody has to be told."""

    def to_dict(self) -> dict[str, Any]:
        return {"skip": self.skip, "orders": [o.to_dict() for o in self.orders], "ended": self.ended}


def read_orders(document: object) -> SeatOrders:
    """What is stored of a seat; of what cannot be read, nothing."""
    if not isinstance(document, dict):
        return SeatOrders()
    found = document.get("orders")
    orders = tuple(filter(None, map(_order, found if isinstance(found, list) else ())))
    return SeatOrders(document.get("skip") is True, orders, str(document.get("ended", "")))


def _order(document: object) -> Order | None:
    if not isinstance(document, dict) or document.keys() != set(Order.__slots__):
        return None
    texts = all(isinstance(document[name], str) for name in ("kind", "company", "source"))
    numbers = all(type(document[name]) is int for name in ("since", "times", "price"))
    return Order(**document) if texts and numbers and document["kind"] in (PASS, BUY) else None


@dataclass(frozen=True, slots=True)
class Sent:
    """An action that the server sends for a seat."""

    action: Action
    why: str


@dataclass(slots=True)
class Following:
    """The orders of all seats of a game, and what becomes of them as the game goes on."""

    seats: dict[str, SeatOrders]
    """Those of persons."""
    past: Sequence[tuple[int, Told]]
    """Numbered events, from the oldest order on."""
    changed: set[str] = field(default_factory=set)
    """The players whose orders are not as they were."""

    def next(self, game: Game) -> Sent | None:
        """What is sent for the player on turn; None if he is asked."""
        actor = game.actor
        if actor is None or actor not in self.seats:
            return None
        if self.seats[actor].skip and nothing_to_do(game):
            return Sent(Pass(actor), NOTHING)
        while self.seats[actor].orders:
            order = self.seats[actor].orders[0]
            why = self._over(game, actor, order) or hindrance(game, actor, order)
            if why:
                self._set(actor, replace(self.seats[actor], orders=(), ended=why))
                return None
            if order.kind == BUY:
                self._set(actor, replace(self.seats[actor], orders=_bought(self.seats[actor].orders)))
            return Sent(action_of(actor, order), order.kind)
        return None

    def tell(self, seq: int, events: Iterable[Told]) -> None:
        """The game has gone on."""
        self.past = [*self.past, *((seq, event) for event in events)]

    def changes(self) -> dict[str, dict[str, Any]]:
        """The orders that are to be stored anew, by player."""
        return {player: self.seats[player].to_dict() for player in sorted(self.changed)}

    def _over(self, game: Game, player: str, order: Order) -> str:
        """What has happened since the order that the player may want to answer."""
        held = companies_held(game, player)
        for seq, event in self.past:
            if seq > order.since and (why := matters(event, player, held)):
                return why
        return ""

    def _set(self, player: str, orders: SeatOrders) -> None:
        self.seats[player] = orders
        self.changed.add(player)


def nothing_to_do(game: Game) -> bool:
    """Whether the player on turn can do nothing but pass."""
    offers = game.offers()
    return bool(offers) and all(offer.action is Pass for offer in offers)


def action_of(player: str, order: Order) -> Action:
    """The action that an order comes to."""
    return Pass(player) if order.kind == PASS else BuyShare(player, order.company, order.source)


def hindrance(game: Game, player: str, order: Order) -> str:
    """Why an order cannot be done now, as a key; empty if it can."""
    if order.kind == BUY and price_of(game, order.company) != order.price:
        return "price"
    try:
        game.check(action_of(player, order))
    except EngineError:
        return "refused" if order.kind == BUY else "asked"
    return ""


def price_of(game: Game, company: str) -> int:
    """The share price of a company; 0 where there is none."""
    title = game.title
    return title.prices(game.state).get(company, 0) if isinstance(title, HasPrices) else 0


def companies_held(game: Game, player: str) -> frozenset[str]:
    """The companies of which a player has shares."""
    lines = table_of(game).companies.lines
    return frozenset(line.key for line in lines if isinstance(line.cells.get(f"of {player}"), Held))


def matters(event: Told, player: str, held: frozenset[str]) -> str:
    """Why an event ends the orders of a player, as a key; empty if it does not concern him."""
    key, by = str(event.get("event")), event.get("player")
    if key.endswith("_round_began"):
        return "round"
    if key == "president_changed" and player in (by, event.get("before")):
        return "president"
    if by != player and key == "shares_sold" and event.get("company") in held:
        return "sold"
    if by != player and key in _STARTED:
        return "started"
    return ""


def can_order(game: Game) -> bool:
    """Whether shares are traded in this round, so that there is something to order."""
    referee: Referee[Any] = game.title.referee
    return not game.over and BuyShare in referee.understood(Context(game.state))


def buyable(game: Game) -> Iterator[tuple[str, str, int]]:
    """The shares that whoever is on turn can buy: company, where it lies, and the share price."""
    for offer in game.offers():
        if offer.action is BuyShare:
            for action in offer.actions():
                assert isinstance(action, BuyShare)
                yield action.company, action.source, price_of(game, action.company)


def _bought(orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """The orders after the first purchase."""
    first, *rest = orders
    left = replace(first, times=first.times - 1)
    # its own purchase may move no price: what is left holds on
    return (left, *rest) if left.times > 0 else tuple(rest)

"""Orders that seats leave with the server: given, told on the table, and taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Form
from starlette.responses import RedirectResponse, Response

from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.core.wording import sentence
from piercy.present.labels import Label, Labels
from piercy.server.api import GameId, TheServices, Who
from piercy.server.keys import Caller
from piercy.server.problems import WrongSeat
from piercy.server.services import Services
from piercy.server.standing import BUY, PASS, Order, SeatOrders, buyable, can_order, price_of, read_orders
from piercy.server.store import GameInfo

router = APIRouter(include_in_schema=False)

MOST_TIMES = 9
Player = Annotated[str, Form(max_length=40)]
ENDED = {
    "asked": sentence("there is something to answer"),
    "president": sentence("a presidency has changed hands"),
    "price": sentence("the price has changed"),
    "refused": sentence("the share cannot be bought"),
    "round": sentence("the round is over"),
    "sold": sentence("somebody has sold shares of a company that you hold"),
    "started": sentence("somebody has started a company"),
}
"""Why orders end, by the key that is stored."""


@router.post("/games/{game_id}/orders")
def order(
    services: TheServices,
    who: Who,
    game_id: GameId,
    player: Player,
    kind: Annotated[str, Form(max_length=10)],
    share: Annotated[str, Form(max_length=90)] = "",
    times: Annotated[int, Form(ge=1, le=MOST_TIMES)] = 1,
) -> Response:
    """Have a share bought, or pass, whenever it is the player's turn; ``share`` is company and place."""
    company, _, source = share.partition("/")

    def add(game: Game, orders: SeatOrders) -> SeatOrders:
        if kind not in (PASS, BUY) or not can_order(game):
            raise InvalidAction("this cannot be ordered now")
        price = price_of(game, company) if kind == BUY else 0
        if kind == BUY and not price:
            raise InvalidAction("this cannot be ordered now")
        new = Order(kind, game.seq, company, source, times, price)
        # nothing is tried after a pass
        kept = tuple(o for o in orders.orders if o.kind != PASS)
        return replace(orders, orders=(*kept, new), ended="")

    return _change(services, who, game_id, player, add)


@router.post("/games/{game_id}/orders/stop")
def stop(services: TheServices, who: Who, game_id: GameId, player: Player) -> Response:
    """Take back all orders of a player."""
    return _change(services, who, game_id, player, lambda _, o: replace(o, orders=(), ended=""))


@router.post("/games/{game_id}/orders/skip")
def skip(
    services: TheServices, who: Who, game_id: GameId, player: Player, on: Annotated[bool, Form()] = False
) -> Response:
    """Whether steps in which a player can do nothing but pass are skipped."""
    return _change(services, who, game_id, player, lambda _, orders: replace(orders, skip=on))


def sat_down(services: Services, info: GameInfo) -> GameInfo:
    """Persons who begin at the page are not asked where there is nothing to do."""
    persons = [seat.name for seat in info.seats if not seat.is_bot]
    services.store.standing.begin(info.id, persons, SeatOrders(skip=True).to_dict())
    return info


def _change(services: Services, who: Caller, game_id: str, player: str, change: Any) -> Response:
    info = services.store.info(game_id)
    if not who.plays(info, player):
        raise WrongSeat("you do not play for {player}", player=player)
    services.games.order(game_id, player, change)
    return RedirectResponse(f"/games/{game_id}", status_code=303)


@dataclass(frozen=True, slots=True)
class OrdersShown:
    """What a seat has left with the server, as its table tells it."""

    player: str
    skip: bool
    buys: tuple[tuple[Label, int], ...]
    passes: bool
    ended: str


def orders_told(
    services: Services, info: GameInfo, game: Game, mine: list[str], labels: Labels
) -> dict[str, Any]:
    """What a viewer sees of the orders of the seats that he plays."""
    kept = services.store.standing.of(info.id)
    left = [_left(player, read_orders(kept.get(player)), labels) for player in mine]
    shown = [one for one in left if one.player == game.actor or len(mine) == 1 or one.buys or one.passes]
    ready = can_order(game)
    shares = [
        (f"{company}/{source}", labels.of({"company": company, "source": source}))
        for company, source, _ in (buyable(game) if ready else ())
    ]
    return {"orders": shown, "can_order": ready, "orderable": shares}


def _left(player: str, orders: SeatOrders, labels: Labels) -> OrdersShown:
    buys = tuple(
        (labels.of({"company": o.company, "source": o.source}), o.times)
        for o in orders.orders
        if o.kind == BUY
    )
    passes = any(o.kind == PASS for o in orders.orders)
    ended = labels.say(ENDED[orders.ended]) if orders.ended in ENDED else ""
    return OrdersShown(player, orders.skip, buys, passes, ended)

"""Secret links: taking one over on the device that opened it, and handing out those of the seats."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from piercy.server.api import HOST_ONLY, GameId, TheServices, Who, seat_keys
from piercy.server.keys import MOST_KEYS, Caller, seat_cookie, together
from piercy.server.origins import host_name, is_loopback
from piercy.server.pages.home import inside
from piercy.server.problems import WrongSeat
from piercy.server.start_message import reached_at
from piercy.server.web import page, root_of

router = APIRouter(include_in_schema=False)

Key = Annotated[str, Form(max_length=100)]
MONTH = 30 * 24 * 3600
HALF_A_YEAR = 6 * MONTH


@router.post("/host")
def open_all(services: TheServices, key: Key, back: Annotated[str, Form(max_length=500)] = "/") -> Response:
    """Remember on this device that it is the host's."""
    response = RedirectResponse(inside(back), status_code=303)
    if services.keys is not None:
        if not Caller(services.keys, (key,)).is_host:
            raise _not_valid()
        _remember(response, services.keys.host_cookie, key, MONTH)
    return response


@router.post("/games/{game_id}/seat")
def take_seat(services: TheServices, who: Who, game_id: GameId, key: Key) -> Response:
    """Remember on this device that it plays a seat."""
    info = services.store.info(game_id)
    response = RedirectResponse(f"/games/{info.id}", status_code=303)
    if services.keys is not None:
        persons = [seat.name for seat in info.seats if not seat.is_bot]
        new = Caller(services.keys, (key,))
        if not any(new.holds(info, name) for name in persons):
            raise _not_valid()
        both = Caller(services.keys, (key, *who.brought))
        held = [services.keys.seat(info.id, name) for name in persons if both.holds(info, name)]
        _remember(response, seat_cookie(info.id), together(held[:MOST_KEYS]), HALF_A_YEAR)
    return response


@router.get("/games/{game_id}/seats", dependencies=HOST_ONLY)
def links(request: Request, services: TheServices, game_id: GameId) -> Response:
    """The links of a table, for the host to hand out."""
    links = seat_keys(services, game_id)
    local = is_loopback(host_name(request.headers.get("host", "")))
    # a link that says "localhost" would lead each person to their own device
    base = next(iter(reached_at(services.settings.names, request.url.port or 80)), "") if local else ""
    response = page(
        request,
        "seats.html",
        info=services.store.info(game_id),
        links=[(name, root_of(request) + link) for name, _, link in links],
        base=base,
        shown=base or f"{request.url.scheme}://{request.url.netloc}",
        local=local and not base,
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def _remember(response: Response, cookie: str, value: str, seconds: int) -> None:
    response.set_cookie(cookie, value, max_age=seconds, samesite="lax", httponly=True)


def _not_valid() -> WrongSeat:
    return WrongSeat("this link is not valid, or no longer")

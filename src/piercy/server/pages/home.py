"""Home: start a game in two clicks, go on with one, bring one from a file."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Query, Request, UploadFile
from starlette.responses import HTMLResponse, RedirectResponse, Response

from piercy.core import registry
from piercy.core.errors import EngineError, InvalidAction
from piercy.core.title import Audience, OptionValue, Title
from piercy.present.languages import LANGUAGES
from piercy.present.refusals import told
from piercy.server.api import HOST_ONLY, TheServices, Who, checked_seats, new_seed
from piercy.server.keys import Caller
from piercy.server.pages.finding import LookedFor, bot_names, listed
from piercy.server.pages.standing import sat_down
from piercy.server.pages.title_cards import card
from piercy.server.problems import status_of
from piercy.server.services import Services
from piercy.server.store import Place, Seat
from piercy.server.store.shelf import WantedGames
from piercy.server.web import page, speaker

router = APIRouter(include_in_schema=False)

SHOWN = 40


@router.get("/")
def home(
    request: Request,
    services: TheServices,
    who: Who,
    looked_for: LookedFor,
    after: Annotated[str | None, Query(max_length=40)] = None,
) -> HTMLResponse:
    """The newest games, those that somebody looks for, or those behind a place in the list."""
    place = None if after is None else Place.read(after)
    return _home(request, services, who, after=place, looked_for=looked_for)


async def filled_in(request: Request) -> dict[str, str]:
    """The fields of a form, whatever they are."""
    async with request.form(max_fields=60, max_part_size=2_000) as form:
        return {key: str(value) for key, value in form.items()}


@router.post("/games", dependencies=HOST_ONLY)
def start(
    request: Request, services: TheServices, who: Who, given: Annotated[dict[str, str], Depends(filled_in)]
) -> Response:
    """Start the game that the form describes."""
    try:
        info = sat_down(services, services.games.create(*_wanted(given)))
    except EngineError as error:
        return _home(request, services, who, error, given.get("title", ""))
    return RedirectResponse(f"/games/{info.id}", status_code=303)


@router.post("/import", dependencies=HOST_ONLY)
def bring(request: Request, services: TheServices, who: Who, file: UploadFile) -> Response:
    """Keep a game from a file."""
    try:
        info = sat_down(services, services.imports.bring(file.file.read()))
    except EngineError as error:
        return _home(request, services, who, error)
    return RedirectResponse(f"/games/{info.id}", status_code=303)


@router.post("/language")
def language(
    choice: Annotated[str, Form(max_length=8)], back: Annotated[str, Form(max_length=500)] = "/"
) -> Response:
    """Remember the reader's language."""
    response = RedirectResponse(inside(back), status_code=303)
    if choice in LANGUAGES:
        response.set_cookie("language", choice, max_age=31_536_000, samesite="lax", httponly=True)
    return response


def inside(address: str) -> str:
    """An address of this server and no other."""
    return address if address.startswith("/") and not address.startswith(("//", "/\\")) else "/"


def _home(
    request: Request,
    services: Services,
    who: Caller,
    error: EngineError | None = None,
    chosen: str = "",
    after: Place | None = None,
    looked_for: WantedGames | None = None,
) -> HTMLResponse:
    say = speaker(request)
    titles = sorted(map(registry.title, registry.titles()), key=lambda title: (title.step, title.id))
    return page(
        request,
        "home.html",
        say=say,
        status=200 if error is None else status_of(error),
        refusal=None if error is None else told(error, say),
        who=who,
        titles=[card(title, say) for title in titles],
        broken=registry.broken(),
        chosen=chosen if chosen in registry.titles() else next((title.id for title in titles), ""),
        bots=bot_names(say),
        **listed(request, services.store, looked_for or WantedGames(), after, SHOWN, say),
    )


def _wanted(form: dict[str, str]) -> tuple[str, list[Seat], int, dict[str, OptionValue]]:
    """Title, seats, seed and options from the form of the home page."""
    title = registry.title(form.get("title", ""))
    seats = []
    for at in range(title.player_counts[-1]):
        kind = form.get(f"kind-{at}", "")
        if kind:
            seats.append(Seat(form.get(f"name-{at}", ""), kind))
    seed = form.get("seed", "").strip()
    if seed and not (seed.isascii() and seed.isdigit() and len(seed) <= 16):
        raise InvalidAction("the seed must be a whole number, not {seed!r}", seed=seed[:20])
    number = int(seed) if seed else new_seed()
    return title.id, checked_seats(seats), number, _options(title, form)


def _options(title: Title[Any], form: dict[str, str]) -> dict[str, OptionValue]:
    found: dict[str, OptionValue] = {}
    for option in title.options:
        given = form.get(f"option-{option.name}")
        if given is None:
            offered = option.audience is Audience.PLAYERS
            if offered and isinstance(option.default, bool) and "options" in form:
                found[option.name] = False
        elif isinstance(option.default, bool):
            found[option.name] = given == "on"
        elif isinstance(option.default, int):
            if not (given.isascii() and given.isdigit() and len(given) < 10):
                raise InvalidAction("option {name!r} must be a whole number", name=option.name)
            found[option.name] = int(given)
        else:
            found[option.name] = given
    return found

"""What people do with a game beside playing it: name it, put it away, delete it, hand a seat over."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from piercy.core.errors import InvalidAction
from piercy.server.api import HOST_ONLY, GameId, TheServices, Who
from piercy.server.files import can_be_18xx
from piercy.server.pages.finding import bot_names, title_names
from piercy.server.store.shelf import LONGEST_NAME
from piercy.server.store.store import now
from piercy.server.web import page, speaker

router = APIRouter(include_in_schema=False)


@router.get("/games/{game_id}/manage", dependencies=HOST_ONLY)
def manage(request: Request, services: TheServices, who: Who, game_id: GameId) -> Response:
    """Everything that can be done with a game but play it."""
    info, say = services.store.info(game_id), speaker(request)
    return page(
        request,
        "manage.html",
        say=say,
        info=info,
        who=who,
        label=services.store.shelf.of(info.id),
        title=title_names(say).get(info.title, info.title),
        bots=bot_names(say),
        foreign=can_be_18xx(services.game_cache.current(info.id)),
    )


@router.post("/games/{game_id}/rename", dependencies=HOST_ONLY)
def rename(
    services: TheServices, game_id: GameId, name: Annotated[str, Form(max_length=400)] = ""
) -> Response:
    """Give a game a name of its own; an empty one takes it away."""
    info = services.store.info(game_id)
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise InvalidAction(
            "a game's name has at most {most} characters that can be printed", most=LONGEST_NAME
        )
    services.store.shelf.put(info.id, name=name)
    services.hub.stir(info.id)
    return RedirectResponse(f"/games/{info.id}/manage", status_code=303)


@router.post("/games/{game_id}/archive", dependencies=HOST_ONLY)
def archive(services: TheServices, game_id: GameId) -> Response:
    """Put a game away: it is listed in the archive alone, and can be played on."""
    return _put(services, game_id, "archived", archived=now())


@router.post("/games/{game_id}/unarchive", dependencies=HOST_ONLY)
def unarchive(services: TheServices, game_id: GameId) -> Response:
    return _put(services, game_id, "unarchived", archived="")


@router.post("/games/{game_id}/delete", dependencies=HOST_ONLY)
def delete(services: TheServices, game_id: GameId) -> Response:
    """Throw a game into the bin, from which it can be taken back."""
    return _put(services, game_id, "deleted", deleted=now())


@router.post("/games/{game_id}/restore", dependencies=HOST_ONLY)
def restore(services: TheServices, game_id: GameId) -> Response:
    """Take a game out of the bin."""
    done = _put(services, game_id, "restored", deleted="")
    services.bots.wake(services.store.info(game_id))
    return done


@router.post("/games/{game_id}/purge", dependencies=HOST_ONLY)
def purge(services: TheServices, game_id: GameId) -> Response:
    """Delete a game of the bin for good."""
    services.store.shelf.purge(services.store.info(game_id).id)
    return RedirectResponse("/?place=bin", status_code=303)


@router.post("/games/{game_id}/hand", dependencies=HOST_ONLY)
def hand(
    services: TheServices,
    game_id: GameId,
    player: Annotated[str, Form(max_length=80)],
    kind: Annotated[str, Form(max_length=40)],
) -> Response:
    """Hand a seat from a person to a bot, or back."""
    info = services.games.hand_over(game_id, player, kind)
    services.hub.stir(info.id)
    return RedirectResponse(f"/games/{info.id}/manage", status_code=303)


def _put(services: TheServices, game_id: str, done: str, **changed: str) -> Response:
    info = services.store.info(game_id)
    services.store.shelf.put(info.id, **changed)
    return RedirectResponse("/?" + urlencode({"done": done, "game": info.id}), status_code=303)

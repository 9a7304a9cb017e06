"""The JSON API. Every refusal has the one shape; every change goes through the game service."""

from __future__ import annotations

import re
import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from piercy.bots import make_bot
from piercy.core import plain, registry
from piercy.core.errors import InvalidAction
from piercy.core.game import LARGEST_SEED, Game
from piercy.core.offers import Offer
from piercy.core.title import Audience, Option, Title
from piercy.present.tables import money_of, table_of
from piercy.rail.rail_title import TellsTerms
from piercy.rail.table import as_json
from piercy.render.position import draw_position
from piercy.server import shapes
from piercy.server.choices import plainly
from piercy.server.files import write_18xx
from piercy.server.game_cache import Loaded
from piercy.server.game_service import export
from piercy.server.hidden import hidden_options, hidden_row, hidden_state
from piercy.server.keys import Caller, HostOnly
from piercy.server.live import stream
from piercy.server.problems import MediaType, Unknown
from piercy.server.services import Services, caller, host_only, services
from piercy.server.store import GameInfo, Place, Seat
from piercy.server.store.rows import PERSON
from piercy.server.undoing import check_seated

_REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": shapes.Problem} for code in (400, 403, 404, 405, 409, 413, 415, 422, 503)
}
router = APIRouter(prefix="/api", responses=_REFUSALS)

TheServices = Annotated[Services, Depends(services)]
Who = Annotated[Caller, Depends(caller)]
HOST_ONLY = [Depends(host_only)]
GameId = Annotated[str, Path(max_length=16)]
At = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="The position after so many actions.")]


@router.get("/titles", summary="The games that can be played")
def titles() -> list[shapes.TitleOut]:
    return [_title(registry.title(name)) for name in registry.titles()]


@router.get("/broken-titles", summary="The games that are here and cannot be loaded")
def broken_titles() -> list[shapes.BrokenTitleOut]:
    return [shapes.BrokenTitleOut(id=name, reason=reason) for name, reason in registry.broken().items()]


@router.get("/titles/{title_id}", summary="One title and its options")
def title(title_id: Annotated[str, Path(max_length=40)]) -> shapes.TitleOut:
    if title_id not in registry.installed():
        raise Unknown("there is no title {title}", title=plain.show(title_id))
    return _title(registry.title(title_id))


@router.get("/games", summary="All games, the one that moved last first")
def games(
    services: TheServices,
    who: Who,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    after: Annotated[
        str | None, Query(max_length=40, description="The place of the last game of the page before.")
    ] = None,
    offset: Annotated[int, Query(ge=0, le=10**9, deprecated=True, description="Use after.")] = 0,
) -> list[shapes.GameOut]:
    """Page by page: ``after`` goes on behind a game, wherever that has moved since.

    ``offset`` counts games that may move meanwhile, so some may come twice and some not at all.
    """
    place = None if after is None else Place.read(after)
    return [_game(info, who) for info in services.store.games(limit=limit, offset=offset, after=place)]


@router.post("/games", status_code=201, summary="Start a game", dependencies=HOST_ONLY)
def create(services: TheServices, who: Who, wanted: shapes.NewGame) -> shapes.GameOut:
    seats = [Seat(seat.name, seat.kind) for seat in wanted.seats]
    seed = new_seed() if wanted.seed is None else wanted.seed
    return _game(services.games.create(wanted.title, checked_seats(seats), seed, wanted.options), who)


async def file_of(request: Request) -> bytes:
    """The body of a request that brings a file."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise MediaType("a game is brought as application/json")
    return await request.body()


_A_FILE = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


@router.post(
    "/games/import",
    status_code=201,
    summary="Bring a game from a file",
    dependencies=HOST_ONLY,
    openapi_extra=_A_FILE,
)
def bring(services: TheServices, who: Who, file: Annotated[bytes, Depends(file_of)]) -> shapes.GameOut:
    """The body is the file: a game saved by Piercy, or one exported by 18xx.games.

    It may have 20,000 actions, and take 30 seconds of processor time to replay.
    """
    return _game(services.imports.bring(file), who)


@router.get("/games/{game_id}", summary="A game at its latest or at any earlier position")
def view(services: TheServices, who: Who, game_id: GameId, at: At = None) -> shapes.ViewOut:
    loaded = position(services, game_id, at)
    game, hidden = loaded.game, not who.sees_chance(loaded.info)
    return shapes.ViewOut(
        game=_game(loaded.info, who),
        at=game.seq if game else 0,
        problem=loaded.problem,
        bot_trouble=_trouble(services, loaded),
        actor=game.actor if game else None,
        over=game.over if game else False,
        scores=game.scores() if game else {},
        digest=game.digest() if game and not hidden else None,
        state=_state(game, hidden=hidden) if game else None,
    )


@router.get("/games/{game_id}/table", summary="What a player sees, as typed values")
def table(services: TheServices, game_id: GameId, at: At = None) -> shapes.TableOut:
    """Facts, players, companies, trains, tiles, and what lies beside the map. Every value tells its kind."""
    loaded = position(services, game_id, at)
    if loaded.game is None:
        raise Unknown("this game has no position that can be drawn")
    told = as_json(table_of(loaded.game))
    return shapes.TableOut(seq=loaded.game.seq, money=money_of(loaded.game), table=told)


@router.get("/games/{game_id}/offers", summary="What may be done")
def offers(services: TheServices, game_id: GameId, at: At = None) -> shapes.OffersOut:
    loaded = position(services, game_id, at)
    if loaded.game is None:
        return shapes.OffersOut(seq=0, actor=None, offers=[])
    told = [_offer(loaded.game, offer) for offer in loaded.game.offers()]
    return shapes.OffersOut(seq=loaded.game.seq, actor=loaded.game.actor, offers=told)


@router.post("/games/{game_id}/actions", summary="Do an action")
def submit(services: TheServices, who: Who, game_id: GameId, wanted: shapes.Submission) -> shapes.GameOut:
    return _game(services.games.submit(game_id, wanted.seq, wanted.action, who=who), who)


@router.get("/games/{game_id}/log", summary="What happened since an action")
def log(
    services: TheServices, who: Who, game_id: GameId, since: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0
) -> list[shapes.ActionOut]:
    hidden = not who.sees_chance(services.store.info(game_id))
    told = (row.to_dict() for row in services.game_cache.log(game_id, since))
    return [shapes.ActionOut(**(hidden_row(row) if hidden else row)) for row in told]


@router.post("/games/{game_id}/undo", summary="Take back the latest decision of a person")
def undo(services: TheServices, who: Who, game_id: GameId, wanted: shapes.Position) -> shapes.GameOut:
    return _game(services.games.undo(game_id, wanted.seq, who), who)


@router.post("/games/{game_id}/redo", summary="Do again what was taken back")
def redo(services: TheServices, who: Who, game_id: GameId, wanted: shapes.Position) -> shapes.GameOut:
    return _game(services.games.redo(game_id, wanted.seq, who), who)


@router.post("/games/{game_id}/retry", summary="Have a bot that could not move try again at once")
def retry(services: TheServices, who: Who, game_id: GameId) -> shapes.GameOut:
    info = services.store.info(game_id)
    check_seated(who, info)
    services.bots.retry(info)
    return _game(info, who)


_FORMATS = ("piercy", "18xx.games")


@router.get("/games/{game_id}/export", summary="The game as a file", response_class=Response)
def exported(
    services: TheServices,
    who: Who,
    game_id: GameId,
    form: Annotated[str, Query(alias="format", max_length=20, description="piercy or 18xx.games")] = "piercy",
) -> Response:
    loaded = services.game_cache.current(game_id)
    if form not in _FORMATS:
        raise InvalidAction("there is no format {format}", format=plain.show(form))
    if not who.sees_chance(loaded.info):
        raise HostOnly("the file of a running game tells what will be drawn: only the host can have it")
    text = export(services.store, loaded) if form == "piercy" else write_18xx(loaded)
    title = re.sub(r"[^0-9A-Za-z-]", "", loaded.info.title)  # of a damaged game it may be anything
    name = f"{title}-{game_id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/games/{game_id}/map.svg", summary="The map as a picture", response_class=Response)
def map_svg(services: TheServices, game_id: GameId, at: At = None) -> Response:
    loaded = position(services, game_id, at)
    if loaded.game is None:
        raise Unknown("this game has no position that can be drawn")
    return Response(draw_position(loaded.game), media_type="image/svg+xml")


@router.get("/games/{game_id}/seats", summary="The secret keys of the persons' seats", dependencies=HOST_ONLY)
def seats(services: TheServices, game_id: GameId) -> list[shapes.SeatKeyOut]:
    """Who opens a link plays that seat. There are none where only this machine reaches the server."""
    return [
        shapes.SeatKeyOut(name=name, key=key, link=link) for name, key, link in seat_keys(services, game_id)
    ]


@router.get("/games/{game_id}/events", summary="Live updates (server-sent events)", response_class=Response)
def events(services: TheServices, game_id: GameId) -> Response:
    """Each event's data is the number of actions that the game has reached."""
    info = services.store.info(game_id)
    return stream(services.hub, game_id, info.seq)


def seat_keys(services: Services, game_id: str) -> list[tuple[str, str, str]]:
    """Name, key and the local part of the link of each person's seat.

    :raises NoSuchGame: there is no such game.
    :raises Unknown: there are no keys.
    """
    info = services.store.info(game_id)
    if services.keys is None:
        raise Unknown("seats have links only where others reach this server (--host)")
    found = [(seat.name, services.keys.seat(info.id, seat.name)) for seat in info.seats if not seat.is_bot]
    return [(name, key, f"/games/{info.id}#seat={key}") for name, key in found]


def new_seed() -> int:
    """A seed for a game; there are too many to try which one a game was dealt from."""
    return secrets.randbelow(LARGEST_SEED + 1)


def position(services: Services, game_id: str, at: int | None) -> Loaded:
    """A game at the position that was asked for.

    :raises NoSuchGame: there is none.
    :raises Unknown: it has not come that far.
    """
    if at is None:
        return services.game_cache.current(game_id)
    if at > services.store.info(game_id).seq:
        raise Unknown("the game has not reached action {at}", at=at)
    return services.game_cache.at(game_id, at)


def checked_seats(seats: list[Seat]) -> list[Seat]:
    """The seats, if every one is a person's or a known bot's. Blanks around a name are nobody's name."""
    for seat in seats:
        if seat.kind != PERSON:
            make_bot(seat.kind)
    return [Seat(seat.name.strip(), seat.kind) for seat in seats]


def _title(found: Title[Any]) -> shapes.TitleOut:
    return shapes.TitleOut(
        id=found.id,
        name=found.name,
        description=found.description,
        players=list(found.player_counts),
        rules_version=found.rules_version,
        options=[
            shapes.OptionOut(
                name=o.name, default=o.default, help=o.help, choices=list(o.choices), most=_most(o)
            )
            for o in found.options_for(Audience.PLAYERS)
        ],
        rules=None if found.box is None else f"/rules/{found.box.name}",
        minutes=found.minutes,
    )


def _most(option: Option) -> int | None:
    return None if option.choices else option.most


def _trouble(services: Services, loaded: Loaded) -> shapes.BotTroubleOut | None:
    """What keeps the bot from moving, where the latest position is shown."""
    found = services.bots.trouble(loaded.info.id)
    if found is None or loaded.game is None or loaded.game.seq != loaded.info.seq:
        return None
    return shapes.BotTroubleOut(message=found.error.message, tries=found.tries, next_try=found.seconds)


def _game(info: GameInfo, who: Caller) -> shapes.GameOut:
    return shapes.GameOut(
        id=info.id,
        title=info.title,
        rules_version=info.rules_version,
        options=info.options if who.sees_chance(info) else hidden_options(info.options),
        seed=info.seed if who.sees_chance(info) else None,
        seats=[shapes.SeatOut(name=seat.name, kind=seat.kind) for seat in info.seats],
        status=info.status,
        problem=info.problem,
        actor=info.actor,
        round=info.summary.get("round"),
        scores=info.summary.get("scores", {}),
        seq=info.seq,
        created=info.created,
        updated=info.updated,
        place=str(info.place),
    )


def _state(game: Game, *, hidden: bool) -> dict[str, Any]:
    """The position; of what will be drawn nothing, if that is hidden."""
    state: dict[str, Any] = plain.encode(game.state)
    return hidden_state(state) if hidden else state


MOST_TOLD = 40
"""Of up to so many choices it is told what each costs and brings."""


def _offer(game: Game, offer: Offer) -> dict[str, Any]:
    told: dict[str, Any] = offer.to_dict()
    terms = game.title.terms if isinstance(game.title, TellsTerms) else None
    asked = None if terms is None else terms.asked(game, offer.action)
    told["about"] = None if asked is None else asked.to_dict()
    for domain, shown in zip(offer.domains, told["domains"], strict=True):
        if shown.get("kind") == "solved":
            shown["options"] = [value[shown["fields"][0]] for value in domain.values()]
        for key in ("options", "rows"):
            if key in shown:
                shown[key] = plainly(shown[key])
    first = list(offer.domains[0].values()) if offer.domains else []
    if terms is not None and 0 < len(first) <= MOST_TOLD and told["domains"][0].keys() & {"options", "rows"}:
        told["domains"][0]["terms"] = [
            [term.to_dict() for term in terms.of(game, offer.action, values)] for values in first
        ]
    return told

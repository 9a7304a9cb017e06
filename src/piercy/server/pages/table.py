"""The table: one page that shows a game and lets people play it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from piercy.core.actions import Redo, Undo
from piercy.core.errors import EngineError, IllegalAction, InvalidAction
from piercy.core.game import Game
from piercy.core.offers import Values
from piercy.present.labels import Label, Labels
from piercy.present.languages import Speaker
from piercy.present.refusals import Refusal, told
from piercy.present.tables import PLAIN_MONEY, money_of, view_of
from piercy.present.words import action_words
from piercy.rail.rail_title import FindsRoutes
from piercy.server.api import GameId, TheServices, Who, position
from piercy.server.choices import Params
from piercy.server.game_cache import Loaded
from piercy.server.game_log import log_entries
from piercy.server.keys import Caller
from piercy.server.pages.ending import Ending, ending_of
from piercy.server.pages.left import Left, left_by
from piercy.server.pages.stage import Stage
from piercy.server.pages.standing import orders_told
from piercy.server.panel import Panel, panel_for
from piercy.server.problems import status_of
from piercy.server.reasons import NotOffered, refused, why_not
from piercy.server.services import Services
from piercy.server.store import LoggedAction
from piercy.server.undoing import can_undo, check_seated, standing_of
from piercy.server.web import page, root_of, speaker

router = APIRouter(include_in_schema=False)

LOG_LINES = 60


@router.get("/games/{game_id}")
def table(request: Request, services: TheServices, who: Who, game_id: GameId) -> HTMLResponse:
    """The table at its latest position, or at the one that ``at`` names."""
    return show(request, services, who, game_id)


@router.post("/games/{game_id}/do")
def do(
    request: Request,
    services: TheServices,
    who: Who,
    game_id: GameId,
    seq: Annotated[int, Form(ge=0, le=2**31 - 1)],
    action: Annotated[str, Form(max_length=20_000)],
) -> Response:
    """Do an action that was clicked together."""
    try:
        services.games.submit(game_id, seq, _read(action), who=who)
    except EngineError as error:
        return show(request, services, who, game_id, error)
    return _to(game_id)


@router.post("/games/{game_id}/undo")
def undo(
    request: Request,
    services: TheServices,
    who: Who,
    game_id: GameId,
    seq: Annotated[int, Form(ge=0, le=2**31 - 1)],
) -> Response:
    try:
        services.games.undo(game_id, seq, who)
    except EngineError as error:
        return show(request, services, who, game_id, error)
    return _to(game_id)


@router.post("/games/{game_id}/redo")
def redo(
    request: Request,
    services: TheServices,
    who: Who,
    game_id: GameId,
    seq: Annotated[int, Form(ge=0, le=2**31 - 1)],
) -> Response:
    try:
        services.games.redo(game_id, seq, who)
    except EngineError as error:
        return show(request, services, who, game_id, error)
    return _to(game_id)


@router.post("/games/{game_id}/retry")
def retry(services: TheServices, who: Who, game_id: GameId) -> Response:
    """Have a bot that could not move try again at once."""
    info = services.store.info(game_id)
    check_seated(who, info)
    services.bots.retry(info)
    return _to(game_id)


@router.get("/games/{game_id}/log")
def whole_log(request: Request, services: TheServices, game_id: GameId) -> HTMLResponse:
    """The whole log on a page of its own."""
    say = speaker(request)
    loaded = services.game_cache.current(game_id)
    if loaded.game is not None:
        say = say.about(loaded.game.title)
    money = money_of(loaded.game) if loaded.game else PLAIN_MONEY
    sent = services.store.standing.sent(game_id)
    entries = log_entries(services.game_cache.log(game_id), say, money, sent=sent)
    return page(request, "log.html", say=say, info=loaded.info, entries=entries, title=_name(loaded))


def show(
    request: Request, services: Services, who: Caller, game_id: str, error: EngineError | None = None
) -> HTMLResponse:
    """The table as a page, with what was refused."""
    say = speaker(request)
    at = _number(request.query_params.get("at"))
    loaded = position(services, game_id, at)
    if loaded.game is None:
        reason = loaded.problem or ""
        return page(request, "broken.html", say=say, info=loaded.info, reason=reason, who=who)
    say = say.about(loaded.game.title)
    params: Params = {key: request.query_params.getlist(key) for key in request.query_params}
    root = root_of(request)
    shown = Shown(
        services, who, loaded, loaded.game, say, params if error is None else {}, at, root, left_by(request)
    )
    refusal = None if error is None else told(error, say)
    status = 200 if error is None else status_of(error)
    return page(request, "table.html", say=say, status=status, refusal=refusal, **shown.context())


@dataclass(frozen=True)
class Shown:
    """One look at a game."""

    services: Services
    who: Caller
    loaded: Loaded
    game: Game
    say: Speaker
    params: Params
    at: int | None
    root: str
    left: Left

    def context(self) -> dict[str, Any]:
        info, game = self.loaded.info, self.game
        view = view_of(game)
        live = self.at is None or self.at >= info.seq
        seat = info.seat(game.actor) if game.actor else None
        mine = self.who.seats(info)
        playable = live and self.loaded.problem is None and seat is not None and seat.name in mine
        labels = Labels(game, view, self.say)
        panel = self._panel(labels) if playable else Panel()
        at_table = live and self.loaded.problem is None and not game.over
        stage = Stage(game, view, panel, labels, self.params, self.left, self._rows).context()
        return {
            **orders_told(self.services, info, game, mine if at_table else [], labels),
            **stage,
            "info": info,
            "title": _name(self.loaded),
            "problem": self.loaded.problem,
            "at": game.seq,
            "live": live,
            "playable": playable,
            **self._trouble(),
            "seat": seat,
            "mine": mine,
            "who": self.who,
            "over": game.over,
            "ending": self._ending(),
            "scores": game.scores(),
            "view": view,
            "panel": panel,
            "labels": labels,
            "steps": labels.steps(),
            "proof": self._proof(panel),
            "reasons": self._reasons(labels) if playable else [],
            "refused": self._refused(labels) if playable and not panel.focused else [],
            "asked": self._first("why"),
            **self._done(view.money, None if stage["pane"] == "log" else LOG_LINES),
        }

    def _done(self, money: str, lines: int | None) -> dict[str, Any]:
        """The log, so many lines of it, and what can be taken back."""
        info, rows = self.loaded.info, self._rows()
        sent = self.services.store.standing.sent(info.id)
        standing = standing_of(rows, sent)
        return {
            "log": log_entries(rows, self.say, money, lines, sent),
            "can_undo": can_undo(self.who, info, self.game, Undo, standing),
            "can_redo": can_undo(self.who, info, self.game, Redo, standing),
        }

    def _ending(self) -> Ending | None:
        if not self.game.over:
            return None
        return ending_of(self.game, self.say, {seat.name: seat.kind for seat in self.loaded.info.seats})

    def _trouble(self) -> dict[str, Any]:
        """What keeps the bot from moving, and why in the reader's words."""
        trouble = self.services.bots.trouble(self.loaded.info.id)
        return {"trouble": trouble, "why_not": told(trouble.error, self.say) if trouble else None}

    def _rows(self) -> Sequence[LoggedAction]:
        return self.services.game_cache.rows(self.loaded.info.id, self.game.seq)

    def _panel(self, labels: Labels) -> Panel:
        offers = [offer.settled() for offer in self.game.offers()]
        return panel_for(self.game, offers, self.params, labels, f"{self.root}/games/{self.loaded.info.id}")

    def _proof(self, panel: Panel) -> dict[str, Any] | None:
        """The best routes with their certificate, when routes are being chosen."""
        title = self.game.title
        if panel.confirmation is None or not panel.confirmation.runs or not isinstance(title, FindsRoutes):
            return None
        return title.best_routes(self.game.state).to_dict()

    def _reasons(self, labels: Labels) -> list[Refusal]:
        spot = self._first("why")
        return [told(error, self.say) for error in why_not(self.game, spot)] if spot else []

    def _refused(self, labels: Labels) -> list[tuple[str, list[Label], Refusal]]:
        """What cannot be done; what is refused alike is told once."""
        alike: dict[tuple[str, ...], list[NotOffered]] = {}
        for found in refused(self.game):
            others = {k: v for k, v in found.error.fields.items() if k != "company"}
            alike.setdefault((found.kind, found.error.template, repr(others)), []).append(found)
        return [
            (
                action_words(self.say, group[0].kind),
                list(dict.fromkeys(labels.of(_named(one.values)) for one in group)),
                told(_together(group), self.say),
            )
            for group in alike.values()
        ]

    def _first(self, name: str) -> str:
        return next(iter(self.params.get(name, ())), "")


def _together(group: Sequence[NotOffered]) -> IllegalAction:
    """One refusal for all that are refused alike: it names every company."""
    error = group[0].error
    companies = dict.fromkeys(
        str(one.error.fields["company"]) for one in group if "company" in one.error.fields
    )
    if len(companies) < 2:
        return error
    return IllegalAction(error.rule, error.template, **{**error.fields, "company": ", ".join(companies)})


def _named(values: Values) -> Values:
    """Of what was tried, the company alone if there is one."""
    return {"company": values["company"]} if "company" in values else values


def _name(loaded: Loaded) -> str:
    return loaded.game.title.name if loaded.game else loaded.info.title


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def _read(action: str) -> object:
    try:
        found: object = json.loads(action)
    except (ValueError, RecursionError) as error:
        raise InvalidAction("this is not JSON: {problem}", problem=str(error)) from None
    return found


def _to(game_id: str) -> RedirectResponse:
    return RedirectResponse(f"/games/{game_id}", status_code=303)


__all__ = ["router", "show"]

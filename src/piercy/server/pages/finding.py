"""The list of games on the home page: what somebody looks for, and the page of games that is found."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import Depends, Query, Request

from piercy.bots import BOTS
from piercy.core import registry
from piercy.core.wording import sentence
from piercy.present.languages import Speaker
from piercy.server.store import NoSuchGame, Place, Store
from piercy.server.store.shelf import WantedGames

DONE = {
    "archived": (sentence("“{game}” is in the archive."), "unarchive"),
    "unarchived": (sentence("“{game}” is out of the archive."), "archive"),
    "deleted": (sentence("“{game}” is deleted."), "restore"),
    "restored": (sentence("“{game}” is back."), ""),
}
"""What was done to a game, and what takes it back."""


def _looked_for(
    words: Annotated[str, Query(alias="q", max_length=100)] = "",
    status: Literal["", "active", "over"] = "",
    title: Annotated[str, Query(max_length=40)] = "",
    place: Literal["open", "archive", "bin"] = "open",
) -> WantedGames:
    return WantedGames(words, status, title, place)


LookedFor = Annotated[WantedGames, Depends(_looked_for)]


def title_names(say: Speaker) -> dict[str, str]:
    """What every title is called in the reader's language."""
    titles = map(registry.title, registry.titles())
    return {title.id: say.about(title)(title.name) for title in titles}


def bot_names(say: Speaker) -> dict[str, str]:
    """The bots in words that a person understands, the weakest first."""
    named = {"random": say("without aim"), "greedy": say("easy"), "club": say("club player")}
    return named | {kind: kind for kind in sorted(BOTS.keys() - named.keys())}


def listed(
    request: Request, store: Store, wanted: WantedGames, after: Place | None, most: int, say: Speaker
) -> dict[str, Any]:
    """What the list of games needs: the games, the way to older ones, and what was done last."""
    names = title_names(say)
    found = store.shelf.find(wanted, names, limit=most, after=after)
    filters = {"q": wanted.words, "status": wanted.status, "title": wanted.title}
    if wanted.place != "open":
        filters["place"] = wanted.place
    kept = {name: value for name, value in filters.items() if value}
    older = {} if found.after is None else {"after": str(found.after), **kept}
    return {
        "names": names,
        "games": found.games,
        "wanted": wanted,
        "filtered": bool(kept),
        "begun": after is None,
        "older": urlencode(older),
        "newest": urlencode(kept),
        "count": store.count(),
        "archived": store.shelf.count("archive"),
        "binned": store.shelf.count("bin"),
        "done": _done(request, store, names, say),
    }


def _done(request: Request, store: Store, names: dict[str, str], say: Speaker) -> dict[str, str] | None:
    """What was just done to a game, in words, and the way to take it back."""
    told = DONE.get(request.query_params.get("done", ""))
    if told is None:
        return None
    try:
        info = store.info(request.query_params.get("game", ""))
    except NoSuchGame:
        return None
    name = store.shelf.of(info.id).name or names.get(info.title, info.title)
    return {"game": info.id, "text": say(told[0], game=name), "back": told[1]}

"""A position and its news for the terminal: the sheets and words of the page, as text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table

from piercy.core.actions import Action
from piercy.core.events import Event
from piercy.core.game import Game
from piercy.core.offers import Offer, Values
from piercy.present.labels import Labels
from piercy.present.languages import Speaker
from piercy.present.tables import money_of, view_of
from piercy.present.view import Sheet, TableView
from piercy.present.words import event_words
from piercy.rail.rail_title import TellsTerms

_ENGLISH = Speaker("en")


def news(game: Game, events: tuple[Event, ...]) -> Iterator[str]:
    """What happened, one line each."""
    money, say = money_of(game), _ENGLISH.about(game.title)
    for event in events:
        yield f"* {event_words(say, event.to_dict(), money)}"


def summary(game: Game) -> Iterator[Table | str]:
    """The position: the game as a whole, players, companies, trains."""
    view = view_of(game)
    facts = "  ".join(f"{chip.label} {chip.value}" for chip in view.chips)
    yield f"{game.title.name}  {facts}"
    yield _table("Player", view.players)
    if view.companies.rows:
        yield _table("Company", view.companies)
    if view.trains:
        yield _trains(view)


def question(game: Game, offer: Offer) -> str:
    """What an offer asks, where its name does not say enough."""
    return _labels(game).question(offer.action)


def terms(game: Game, kind: type[Action], values: Values) -> list[str]:
    """What a choice costs and brings, as far as its fields are filled."""
    title = game.title
    if not isinstance(title, TellsTerms):
        return []
    return _labels(game).terms(kind, values)


def hexes(game: Game, chosen: tuple[str, ...]) -> str:
    """Hexes chosen together, and what is lost by it."""
    return _labels(game).hexes(chosen)


def _labels(game: Game) -> Labels:
    return Labels(game, view_of(game), _ENGLISH.about(game.title))


def _table(first: str, sheet: Sheet) -> Table:
    table = Table(first, box=None)
    for column in sheet.columns:
        table.add_column(column.label, justify="right" if column.number else "left")
    for row in sheet.rows:
        style = "bold" if row.acting else None
        marked = f"> {row.key}" if row.acting else f"  {row.key}"
        table.add_row(marked, *(row.cells.get(column.key, "") for column in sheet.columns), style=style)
    return table


def _trains(view: TableView) -> str:
    stacks = [
        stack.name
        + (f" {view.money.format(stack.price)}" if stack.price else "")
        + (f" x{stack.left}" if stack.left is not None else "")
        + (" (market)" if stack.used else "")
        for stack in view.trains
    ]
    return f"Trains for sale, in order: {', '.join(stacks)}"

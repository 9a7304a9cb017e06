"""The table of a game in words and figures, for page and terminal alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from piercy.core.events import Event
from piercy.core.game import Game
from piercy.present.languages import SHARED, Vocabulary, home_of, vocabulary
from piercy.present.legends import sheets_legend
from piercy.present.pictures import draw_sheet
from piercy.present.plainly import plain_table
from piercy.present.values import NUMBERS, written
from piercy.present.view import Badge, Chip, Column, Drawing, Question, Row, Sheet, TableView, TrainStack
from piercy.rail.rail_title import Foretells, HasPrices, RailTitle
from piercy.rail.table import Asked, ForSale, Heading, Ledger, Line, Pane, TableModel
from piercy.rail.values import Fact, Held, Money

PLAIN_MONEY = "{}"


def table_of(game: Game) -> TableModel:
    """What a player sees of a game, as data; of a title that is no rail title, its state by its shape."""
    title = game.title
    return title.table(game) if isinstance(title, RailTitle) else plain_table(game)


def money_of(game: Game) -> str:
    """How the game writes a sum of money."""
    title = game.title
    return title.money if isinstance(title, RailTitle) else PLAIN_MONEY


def words_for(game: Game) -> Vocabulary:
    """What things are called at the table of a game, in English."""
    home = home_of(game.title)
    return vocabulary((home, *SHARED) if home else SHARED)


def colours_of(game: Game) -> Mapping[str, str]:
    """The colours of the companies."""
    title = game.title
    return title.company_colours if isinstance(title, RailTitle) else {}


def figures_of(game: Game) -> dict[str, dict[str, int]]:
    """The numbers that the charts follow through a game: worth, and prices where there is a market."""
    title = game.title
    worth = {"worth": game.scores()}
    return {**worth, "prices": dict(title.prices(game.state))} if isinstance(title, HasPrices) else worth


def view_of(game: Game) -> TableView:
    """What the table shows of a game."""
    model, money, colours, words = table_of(game), money_of(game), colours_of(game), words_for(game)
    badges = {name: Badge(name, colour) for name, colour in colours.items()}
    return TableView(
        money=money,
        chips=tuple(_chip(fact, money, words) for fact in model.facts),
        players=_sheet(model.players, badges, money, words),
        companies=_sheet(model.companies, badges, money, words),
        trains=tuple(map(_stack, model.trains)),
        tiles=tuple(model.tiles.items()),
        company=model.company,
        badges=badges,
        waiting=tuple(badges[name] for name in model.waiting),
        notes={name: written(value, money) for name, value in model.notes.items()},
        train_prices=model.train_prices,
        forecast=_forecast(game),
        focus=model.focus,
        drawings=tuple(_drawing(pane, colours, money, words) for pane in model.panes),
        question=None if model.asked is None else _question(model.asked),
    )


def _sheet(ledger: Ledger, badges: Mapping[str, Badge], money: str, words: Vocabulary) -> Sheet:
    return Sheet(
        tuple(_column(heading, words) for heading in ledger.columns),
        tuple(_row(line, badges, money) for line in ledger.lines),
    )


def _chip(fact: Fact, money: str, words: Vocabulary) -> Chip:
    """A fact in a few signs; of a sum below nothing, how much is missing."""
    value = fact.value
    if isinstance(value, Money) and value.amount < 0:
        return Chip(words.label(fact.key), written(Money(-value.amount), money), short=True)
    return Chip(words.label(fact.key), written(value, money))


_OWNING = frozenset(("size", "share", "offer", "pool", "bank", "dragons", "traffic", "rank"))
"""Columns that tell, beside those of the players, where shares lie and what they are worth."""


def _column(heading: Heading, words: Vocabulary) -> Column:
    if heading.holder is not None:
        return Column(heading.key, heading.holder, raw=True, owning=True)
    number = heading.of in NUMBERS
    return Column(heading.key, words.label(heading.key), number, owning=heading.key in _OWNING)


def _row(line: Line, badges: Mapping[str, Badge], money: str) -> Row:
    cells = {key: written(value, money) for key, value in line.cells.items()}
    held = {key: value for key, value in line.cells.items() if isinstance(value, Held) and value.president}
    president = next((key.removeprefix("of ") for key in held), "")
    return Row(line.key, cells, badges.get(line.key), line.acting, line.name, president)


def _stack(trains: ForSale) -> TrainStack:
    return TrainStack(
        trains.name,
        trains.price or 0,
        trains.left,
        trains.used,
        " ".join(trains.removes),
        tuple(trains.types.items()),
    )


def _drawing(pane: Pane, colours: Mapping[str, str], money: str, words: Vocabulary) -> Drawing:
    def draw() -> str:
        return "".join(draw_sheet(sheet, colours, money) for sheet in pane.sheets)

    axes = words.labels.get(f"axes_{pane.key}", "")
    return Drawing(pane.key, words.label(pane.key), draw, partial(sheets_legend, pane.sheets, words), axes)


def _question(asked: Asked) -> Question:
    return Question(asked.action, asked.key, asked.fields, asked.stakes)


def _forecast(game: Game) -> Callable[[], list[tuple[str, tuple[Event, ...]]]] | None:
    """What happens by itself before whose turn; worked out only when it is looked at."""
    title = game.title
    if not isinstance(title, Foretells):
        return None
    ask = partial(title.coming_turns, game.state)
    return lambda: [(turn.before, turn.events) for turn in ask()]

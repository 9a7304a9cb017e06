"""The documents that the JSON API takes and gives."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from piercy.core.game import LARGEST_SEED

Name = Annotated[str, Field(min_length=1, max_length=40)]
Seq = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatIn(Strict):
    """A seat: ``kind`` is ``person`` or the name of a bot."""

    name: Name
    kind: Annotated[str, Field(min_length=1, max_length=20)] = "person"


class NewGame(Strict):
    title: Annotated[str, Field(min_length=1, max_length=40)]
    seats: Annotated[list[SeatIn], Field(min_length=1, max_length=12)]
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED, strict=True)] | None = None
    options: dict[str, Any] = Field(default_factory=dict)


class Submission(Strict):
    """An action, and the position that it was chosen at."""

    seq: Seq
    action: dict[str, Any]


class Position(Strict):
    """The position that somebody looked at when deciding to go back or forth."""

    seq: Seq


class Problem(BaseModel):
    """Every error looks like this."""

    code: str
    message: str
    rule: str | None = None
    seq: int | None = None


class OptionOut(BaseModel):
    name: str
    default: bool | int | str
    help: str
    choices: list[bool | int | str]
    """Empty for any whole number from 0 to ``most``."""
    most: int | None


class TitleOut(BaseModel):
    id: str
    name: str
    description: str
    players: list[int]
    rules_version: int
    options: list[OptionOut]
    rules: str | None
    """Where the rules can be read."""
    minutes: tuple[int, int] | None
    """How long people play: at least and at most, about."""


class BrokenTitleOut(BaseModel):
    id: str
    reason: str


class SeatOut(BaseModel):
    name: str
    kind: str


class SeatKeyOut(BaseModel):
    name: str
    key: str
    """For the header ``Authorization: Bearer KEY``."""
    link: str
    """What a browser opens, behind the address of the server."""


class GameOut(BaseModel):
    id: str
    title: str
    rules_version: int
    options: dict[str, Any]
    seed: int | None
    """None while the game runs, for all but the host."""
    seats: list[SeatOut]
    status: str
    """``active`` or ``over``; ``broken`` if its row in the database is damaged."""
    problem: str | None
    """What is wrong with the row, if something is; what cannot be read is empty then."""
    actor: str | None
    round: str | None
    scores: dict[str, int]
    seq: int
    created: str
    updated: str
    place: str
    """Where the game stands in the list of games; a list after this place goes on behind it."""


class BotTroubleOut(BaseModel):
    """Why a bot has not moved."""

    message: str
    tries: int
    """How often in a row it could not."""
    next_try: int
    """Seconds until it tries again by itself; ``POST …/retry`` makes it try at once."""


class ViewOut(BaseModel):
    """A game at one position."""

    game: GameOut
    at: int
    problem: str | None
    """Why the game is read-only, if it is."""
    bot_trouble: BotTroubleOut | None
    """Why the bot whose turn it is has not moved, if it tried and could not."""
    actor: str | None
    over: bool
    scores: dict[str, int]
    digest: str | None
    """None while the game runs, for all but the host: it would prove a guess of the seed."""
    state: dict[str, Any] | None


class TableOut(BaseModel):
    seq: int
    money: str
    """How a sum of money is written."""
    table: dict[str, Any]


class OffersOut(BaseModel):
    seq: int
    actor: str | None
    offers: list[dict[str, Any]]


class ActionOut(BaseModel):
    seq: int
    actor: str
    action: dict[str, Any]
    events: list[dict[str, Any]]
    digest: str | None
    """None where the view's is."""
    time: str
    problem: str | None
    """What is wrong with the row, if something is; what cannot be read is empty then."""

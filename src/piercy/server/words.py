"""Events and actions in words. The English template is the message id that translations are looked up by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piercy.server.languages import Speaker

ACTIONS: dict[str, str] = {
    "pass": "Pass",
    "lay_tile": "Lay track",
    "place_token": "Place a station",
    "run_trains": "Run trains",
    "buy_train": "Buy a train",
    "discard_train": "Give up a train",
    "undo": "Undo",
    "redo": "Redo",
}

EVENTS: dict[str, str] = {
    "passed": "{player} passes",
    "game_over": "The game is over",
    "round_began": "Round {number} begins",
    "turn_began": "{company} is on turn ({player})",
    "tile_laid": "{company} lays tile {tile} on {hex} for {cost}",
    "token_placed": "{company} places a station on {hex} for {cost}",
    "trains_run": "{company} runs its trains for {income}",
    "train_bought": "{company} buys a {train}-train for {price}",
    "train_discarded": "{company} gives up a {train}-train",
    "phase_opened": "Phase {phase} begins",
    "trains_rusted": "Trains leave the game: {trains}",
    "end_triggered": "The end of the game is triggered; the bank gets {reserve} more",
    "stopped_idle": "The game stops after {rounds} idle rounds",
}

FIELDS: dict[str, str] = {
    "hex": "Hex",
    "tile": "Tile",
    "rotation": "Rotation",
    "city": "City",
    "train": "Train",
    "source": "From",
    "routes": "Routes",
    "company": "Company",
    "price": "Price",
    "player": "Player",
    "count": "Number",
    "amount": "Amount",
}

MONEY = frozenset(
    (
        "amount", "bid", "bonus", "cash", "cost", "dividend", "fee", "income", "paid", "payment", "price",
        "refund", "reserve", "total", "value",
    )
)  # fmt: skip


def event_words(say: Speaker, event: Mapping[str, Any], money: str) -> str:
    """What happened, in one line."""
    key = str(event["event"])
    fields = {name: field_words(name, value, money) for name, value in event.items() if name != "event"}
    template = EVENTS.get(key)
    if template is not None:
        try:
            return say(template, **fields) if fields else say(template)
        except (KeyError, IndexError):
            pass
    told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in fields.items() if value)
    return key.replace("_", " ").capitalize() + (f": {told}" if told else "")


def field_words(name: str, value: Any, money: str) -> str:
    """A field of an event or an action."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, int) and name in MONEY:
        return money.format(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {field_words(name, inner, money)}" for key, inner in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(field_words(name, inner, money) for inner in value)
    return str(value)


def action_words(say: Speaker, kind: str) -> str:
    """What an action is called on a button."""
    return say(ACTIONS.get(kind, kind.replace("_", " ").capitalize()))


def field_name(say: Speaker, name: str) -> str:
    """What a blank is called."""
    return say(FIELDS.get(name, name.replace("_", " ").capitalize()))

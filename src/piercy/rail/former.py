"""What became of actions that saves of format 1 call otherwise: the parts of a title's ``former``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from piercy.core.title import Rewrite
from piercy.rail.actions import BuyShare, BuyTrain
from piercy.rail.trains import DEPOT, POOL

Plain = dict[str, Any]

_SOURCES: Mapping[object, str] = {"bank": DEPOT, "market": POOL}
"""Where trains were bought."""


def renamed(kind: str, **fields: str) -> Rewrite:
    """Another type, and other names of fields (today's by the former ones)."""

    def rewrite(action: Plain) -> Plain:
        # an action that has both names stays one with a field too many
        names = {old: new for old, new in fields.items() if new not in action}
        return {names.get(name, name): value for name, value in action.items()} | {"type": kind}

    return rewrite


def bought_in(place: str) -> Rewrite:
    """The purchase of a share where there was one place only to buy it, which was not said."""
    return lambda action: action | {"type": BuyShare.type} | ({} if "source" in action else {"source": place})


def counted(kind: str, each: int) -> Rewrite:
    """A number of equal sums (``count``), for which today stands their sum (``amount``)."""

    def rewrite(action: Plain) -> Plain:
        found = renamed(kind, count="amount")(action)
        if type(action.get("count")) is int and "count" not in found:
            found["amount"] *= each
        return found

    return rewrite


def train_bought(action: Plain) -> Plain:
    """The purchase of a train from the bank: new ones are in the depot, used ones in the pool."""
    source = action.get("source")
    found = _SOURCES.get(source, source) if isinstance(source, str) else source
    return action | {"type": BuyTrain.type} | ({"source": found} if "source" in action else {})

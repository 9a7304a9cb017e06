"""Events: what happened, as data. Words are made from them elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: a key such as ``tile_laid`` and the fields that tell it."""

    key: str
    fields: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        return {"event": self.key, **self.fields}

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

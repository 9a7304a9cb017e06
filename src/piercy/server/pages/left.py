"""How a viewer left the table: which pane lay in front, what was folded or grown, how the map lay.

It is kept in the viewer's browser, which sends it along, so that a page comes as it was left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from fastapi import Request

COOKIE = "table"
_LONGEST = 600
_SHARES = range(40, 81)


@dataclass(frozen=True, slots=True)
class Left:
    """What a viewer's browser tells; what it does not tell is as the page thinks best."""

    kept: Mapping[str, str] = field(default_factory=dict)
    phone: bool = False

    def pane(self, moment: str) -> str:
        """What lay on the stage in such a moment."""
        return self.kept.get(moment, "")

    def fold(self, section: str) -> str:
        """``folded``, ``open``, ``grown``, or ``auto`` if the viewer never said."""
        return {"0": "folded", "1": "open", "2": "grown"}.get(self.kept.get(f"fold-{section}", ""), "auto")

    @property
    def turned(self) -> bool:
        """Whether a tall board lies on its side: as chosen, else on wide screens."""
        chosen = self.kept.get("turned")
        return chosen == "1" if chosen in ("0", "1") else self.wide

    @property
    def wide(self) -> bool:
        screen = self.kept.get("screen")
        return screen == "wide" if screen in ("wide", "high") else not self.phone

    @property
    def share(self) -> int | None:
        """How much of the width the stage has, in percent, where the viewer moved its border."""
        told = self.kept.get("share", "")
        return int(told) if told.isdecimal() and len(told) < 3 and int(told) in _SHARES else None

    @property
    def palette(self) -> bool:
        """Whether colours are wanted that nobody confuses."""
        return self.kept.get("colours") == "safe"


def left_by(request: Request) -> Left:
    """What the browser of a request tells."""
    told = request.cookies.get(COOKIE, "")[:_LONGEST]
    phone = "Mobi" in request.headers.get("user-agent", "")
    return Left(dict(parse_qsl(told, max_num_fields=30)) if told.count("&") < 30 else {}, phone)

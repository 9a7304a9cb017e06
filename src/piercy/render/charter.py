"""What lies on the charters of companies, and the track on which the rounds are counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from piercy.rail.sheets import Card, Charter, TrackBox
from piercy.rail.values import Value
from piercy.render.chart import draw_marker, spot
from piercy.render.palette import UNKNOWN_COMPANY, ink_on
from piercy.render.svg import Attributes, clean, document, element, text, translated

_WIDTH, _HEAD, _LINE, _GAP = 236.0, 34.0, 22.0, 12.0
_COLUMNS = 5
_TRAIN_FILLS = {"red": "#e8867a", "blue": "#7fb2de", "green": "#86c47a"}
ROUND_FILLS = {"stock": "#f3e3b3", "operating": "#dfe8d8", "export": "#eadfdf", "end": "#d8d8d2"}
_BOX = 46.0
_NOTHING = "-"

Say = Callable[[str], str]
"""The label for a key."""
Tell = Callable[[Value], str]
"""A value in words."""


def draw_charters(charters: Sequence[Charter], say: Say, tell: Tell) -> str:
    """Charters side by side, as an SVG document."""
    most = max((len(charter.notes) for charter in charters), default=0)
    high = _HEAD + (5 + most) * _LINE + 10.0
    drawn = []
    for at, charter in enumerate(charters):
        row, column = divmod(at, _COLUMNS)
        place = column * (_WIDTH + _GAP), row * (high + _GAP)
        drawn.append(
            translated(
                *place, _charter(charter, high, say, tell), class_="charter", data_company=charter.company
            )
        )
    columns, rows = max(1, min(len(charters), _COLUMNS)), max(1, -(-len(charters) // _COLUMNS))
    wide, tall = columns * (_WIDTH + _GAP) + _GAP, rows * (high + _GAP) + _GAP
    return document(-_GAP, -_GAP, wide, tall, element("g", *drawn, class_="charters"), title="Charters")


def draw_round_track(boxes: Sequence[TrackBox]) -> str:
    """The track that counts the rounds, as an SVG document; the box of now has a heavy frame."""
    drawn = []
    for at, box in enumerate(boxes):
        frame: Attributes = {
            "width": _BOX - 4,
            "height": _BOX - 4,
            "rx": 5.0,
            "fill": ROUND_FILLS.get(box.kind, "#fff"),
        }
        edge: Attributes = {
            "stroke": "#c0392b" if box.current else "#7d7f74",
            "stroke_width": 3.5 if box.current else 1.0,
        }
        size = 14.0 if len(box.text) < 4 else 9.0
        words = text(box.text, _BOX / 2 - 2, _BOX / 2 - 2, size, font_weight="bold")
        cell = translated(at * _BOX, 0.0, element("rect", **frame, **edge), words, class_=f"box {box.kind}")
        drawn.append(cell)
    wide = max(len(boxes), 1) * _BOX + 8.0
    return document(-6.0, -6.0, wide, _BOX + 8.0, element("g", *drawn), title="Rounds")


def draw_revenue_table(
    revenues: Mapping[str, int], company_colours: Mapping[str, str], unit: int = 10
) -> str:
    """Spaces from 1 on with the companies' markers on what they last earned, counted in ``unit``."""
    spaces = {company: revenue // unit for company, revenue in revenues.items()}
    last = -(-max([*spaces.values(), 20]) // 20) * 20
    drawn = []
    for space in range(1, last + 1):
        row, column = divmod(space - 1, 20)
        here = [company for company, at in spaces.items() if at == space]
        parts = [
            element("rect", width=_BOX - 4, height=_BOX - 4, rx=5.0, fill="#fdfdf8", stroke="#7d7f74"),
            text(str(space), 10.0, 9.0, 9.0, fill="#5c5e55"),
            *(_revenue_marker(company, company_colours, at, len(here)) for at, company in enumerate(here)),
        ]
        drawn.append(translated(column * _BOX, row * _BOX, *parts, class_="space", data_space=str(space)))
    tall = last // 20 * _BOX + 8.0
    return document(-6.0, -6.0, 20 * _BOX + 8.0, tall, element("g", *drawn), title="Revenue")


def _revenue_marker(company: str, colours: Mapping[str, str], at: int, together: int) -> str:
    (x, y), radius = spot(at, together, _BOX - 12.0, 12.0)
    return draw_marker(company, x + 4.0, y + 8.0, radius, colours.get(company, UNKNOWN_COMPANY))


def _charter(charter: Charter, high: float, say: Say, tell: Tell) -> str:
    ink = ink_on(charter.colour)
    parts = [
        element("rect", width=_WIDTH, height=high, rx=6.0, fill="#fdfdf8", stroke="#7d7f74"),
        element("rect", width=_WIDTH, height=_HEAD, rx=6.0, fill=charter.colour),
        text(charter.company, 8.0, 12.0, 15.0, text_anchor="start", font_weight="bold", fill=ink),
        text(charter.name, 8.0, 26.0, 9.0, text_anchor="start", fill=ink, class_="name"),
    ]
    if charter.price is not None:
        price = text(
            str(charter.price), _WIDTH - 8.0, 12.0, 15.0, text_anchor="end", font_weight="bold", fill=ink
        )
        parts.append(price)
    for at, (label, content) in enumerate(_rows(charter, say, tell)):
        y = _HEAD + (at + 0.5) * _LINE + 4.0
        parts.append(text(label, 8.0, y, 10.0, text_anchor="start", fill="#5c5e55"))
        if isinstance(content, str):
            parts.append(text(content, 78.0, y, 11.0, text_anchor="start", font_weight="bold"))
        else:
            parts += _cards(content, y)
    return "".join(parts)


def _rows(charter: Charter, say: Say, tell: Tell) -> list[tuple[str, Sequence[Card] | str]]:
    """Label and content of every line."""
    limit = "" if charter.train_limit is None else f" ({len(charter.trains)}/{charter.train_limit})"
    return [
        (say(charter.president_key), charter.president or _NOTHING),
        (say("treasury"), _NOTHING if charter.cash is None else _money(charter.cash, charter.revenue)),
        (f"{say('trains')}{limit}", charter.trains),
        (say("tokens"), _repeated(charter.markers) or _NOTHING),
        (say(charter.cards_key), charter.cards),
        *((say(fact.key), tell(fact.value)) for fact in charter.notes),
    ]


def _repeated(words: Sequence[str]) -> str:
    """Words one after the other; the same word again and again is counted."""
    runs = [(word, len(list(run))) for word, run in groupby(words)]
    return " ".join(f"{count} × {word}" if count > 3 else " ".join([word] * count) for word, count in runs)


def _money(cash: int, revenue: int | None) -> str:
    return str(cash) if revenue is None else f"{cash}   (last run {revenue})"


def _cards(cards: Sequence[Card], y: float) -> list[str]:
    if not cards:
        return [text(_NOTHING, 78.0, y, 11.0, text_anchor="start")]
    wide = min(36.0, (_WIDTH - 84.0) / len(cards))
    parts = []
    for at, card in enumerate(cards):
        x = 78.0 + at * wide
        look: Attributes = {"fill": "#d5d5cf" if card.used else "#ffffff", "stroke_width": 2.0}
        edge = _TRAIN_FILLS.get(card.colour or "", "#7d7f74")
        box = element("rect", x=x, y=y - 8.0, width=wide - 3.0, height=16.0, rx=3.0, stroke=edge, **look)
        name = text(card.name, x + (wide - 3.0) / 2, y, min(10.0, wide / 3.2), font_weight="bold")
        title = element("title", clean(card.name + (" (used)" if card.used else "")))
        parts.append(element("g", title, box, name, class_="card"))
    return parts

"""The share market: rows of prices with the companies' markers, in the order of their stacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from piercy.rail.sheets import MarketSheet, PriceRow
from piercy.render.palette import UNKNOWN_COMPANY, ink_on
from piercy.render.svg import clean, document, element, text, translated

_WIDTH, _HEIGHT = 58.0, 106.0
_LEAST = 36.0
"""How high a row is, at most and at least; in between as its highest stack needs."""
_ABREAST = 16
"""Spaces side by side; longer rows go on below."""
_TOKEN = 12.0
_OVERLAP = 18.0
"""From the middle of a marker to the middle of the one below it."""
PAR_FILLS = {"red": "#f0b3aa", "blue": "#a9cbea", "green": "#a9d8a0", "yellow": "#f5e493"}


def draw_market(sheet: MarketSheet, company_colours: Mapping[str, str]) -> str:
    """The market as an SVG document.

    The top marker of each stack is drawn whole, those under it look out below.
    """
    rows = _broken(sheet.rows)
    parts, top = [], 0.0
    for row in rows:
        high = _height(sheet, row.prices)
        parts += [
            translated(
                (column + row.shift) * _WIDTH,
                top,
                _cell(price, sheet.pars.get(price, ()), high),
                *_premiums(sheet.premiums.get(price, ())),
                *_stack(sheet.stacks.get(price, ()), company_colours, high, bool(sheet.premiums)),
                class_="price",
                data_price=str(price),
            )
            for column, price in enumerate(row.prices)
        ]
        top += high
    wide = max((len(row.prices) + row.shift for row in rows), default=1.0) * _WIDTH
    body = element("g", *parts, class_="market")
    return document(-8.0, -8.0, wide + 16.0, top + 16.0, body, title="Share market")


def _broken(rows: Sequence[PriceRow]) -> list[PriceRow]:
    """The rows in pieces that fit side by side; rows that lie beside each other stay together."""
    longest = max((len(row.prices) for row in rows), default=0)
    pieces = max(1, -(-longest // _ABREAST))
    each = -(-longest // pieces)
    return [
        PriceRow(row.prices[at * each : (at + 1) * each], row.shift) for at in range(pieces) for row in rows
    ]


def _height(sheet: MarketSheet, prices: Sequence[int]) -> float:
    """As much as the highest stack of a row needs."""
    most = max((len(sheet.stacks.get(price, ())) for price in prices), default=0)
    needed = (13.0 if sheet.premiums else 0.0) + 26.0 + (2 * _TOKEN + (most - 1) * _OVERLAP if most else 0.0)
    return min(_HEIGHT, max(_LEAST, needed))


def _cell(price: int, colours: Sequence[str], high: float) -> str:
    frame = {"x": 0.0, "y": 0.0, "width": _WIDTH, "height": high}
    parts = [element("rect", fill="#fdfdf8", stroke="#7d7f74", stroke_width=1.0, **frame)]
    for at, colour in enumerate(colours):
        share = _WIDTH / len(colours)
        shade = PAR_FILLS.get(colour, "#e8e8e0")
        parts.append(element("rect", x=at * share + 0.5, y=0.5, width=share - 1, height=19.0, fill=shade))
    parts.append(text(str(price), _WIDTH / 2, 10.5, 13.0, font_weight="bold", class_="value"))
    return "".join(parts)


def _premiums(prices: Sequence[tuple[int, str]]) -> list[str]:
    """Further prices in a line below the price, each on its colour."""
    parts = []
    for at, (price, colour) in enumerate(prices):
        wide = _WIDTH / len(prices)
        shade = "#ffffff" if colour == "white" else PAR_FILLS.get(colour, "#e8e8e0")
        box = element("rect", x=at * wide + 0.5, y=20.0, width=wide - 1, height=13.0, fill=shade)
        parts.append(box + text(str(price), (at + 0.5) * wide, 26.5, 9.5, class_="premium"))
    return parts


def _stack(companies: Sequence[str], colours: Mapping[str, str], high: float, premiums: bool) -> list[str]:
    """The lowest marker is drawn first, so that the top one lies over all others."""
    top = 35.0 if premiums else 22.0
    step = min(_OVERLAP, (high - top - 2 * _TOKEN - 2.0) / max(len(companies) - 1, 1))
    placed = [(company, top + _TOKEN + at * step) for at, company in enumerate(companies)]
    return [_marker(company, y, colours.get(company, UNKNOWN_COMPANY)) for company, y in reversed(placed)]


def _marker(company: str, y: float, colour: str) -> str:
    disc = element("circle", cx=_WIDTH / 2, cy=y, r=_TOKEN, fill=colour, stroke="#1a1a1a", stroke_width=1.0)
    size = 9.5 if len(company) < 4 else 8.0
    letters = text(company, _WIDTH / 2, y, size, font_weight="bold", fill=ink_on(colour))
    return element(
        "g", element("title", clean(company)), disc, letters, class_="marker", data_company=company
    )

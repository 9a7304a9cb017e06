"""The share market: rows of prices with the companies' markers, in the order of their stacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from piercy.rail.sheets import MarketSheet
from piercy.render.palette import UNKNOWN_COMPANY, ink_on
from piercy.render.svg import clean, document, element, text, translated

_WIDTH, _HEIGHT = 58.0, 106.0
_TOKEN = 12.0
_OVERLAP = 18.0
"""From the middle of a marker to the middle of the one below it."""
_PAR_FILLS = {"red": "#f0b3aa", "blue": "#a9cbea", "green": "#a9d8a0", "yellow": "#f5e493"}


def draw_market(sheet: MarketSheet, company_colours: Mapping[str, str]) -> str:
    """The market as an SVG document.

    The top marker of each stack is drawn whole, those under it look out below.
    """
    cells = [
        translated(
            (column + row.shift) * _WIDTH,
            line * _HEIGHT,
            _cell(price, sheet.pars.get(price, ())),
            *_premiums(sheet.premiums.get(price, ())),
            *_stack(sheet.stacks.get(price, ()), company_colours, bool(sheet.premiums)),
            class_="price",
            data_price=str(price),
        )
        for line, row in enumerate(sheet.rows)
        for column, price in enumerate(row.prices)
    ]
    wide = max((len(row.prices) + row.shift for row in sheet.rows), default=1.0) * _WIDTH
    body = element("g", *cells, class_="market")
    return document(-8.0, -8.0, wide + 16.0, len(sheet.rows) * _HEIGHT + 16.0, body, title="Share market")


def _cell(price: int, colours: Sequence[str]) -> str:
    frame = {"x": 0.0, "y": 0.0, "width": _WIDTH, "height": _HEIGHT}
    parts = [element("rect", fill="#fdfdf8", stroke="#7d7f74", stroke_width=1.0, **frame)]
    for at, colour in enumerate(colours):
        share = _WIDTH / len(colours)
        shade = _PAR_FILLS.get(colour, "#e8e8e0")
        parts.append(element("rect", x=at * share + 0.5, y=0.5, width=share - 1, height=19.0, fill=shade))
    parts.append(text(str(price), _WIDTH / 2, 10.5, 13.0, font_weight="bold", class_="value"))
    return "".join(parts)


def _premiums(prices: Sequence[tuple[int, str]]) -> list[str]:
    """Further prices in a line below the price, each on its colour."""
    parts = []
    for at, (price, colour) in enumerate(prices):
        wide = _WIDTH / len(prices)
        shade = "#ffffff" if colour == "white" else _PAR_FILLS.get(colour, "#e8e8e0")
        box = element("rect", x=at * wide + 0.5, y=20.0, width=wide - 1, height=13.0, fill=shade)
        parts.append(box + text(str(price), (at + 0.5) * wide, 26.5, 9.5, class_="premium"))
    return parts


def _stack(companies: Sequence[str], colours: Mapping[str, str], premiums: bool) -> list[str]:
    """The lowest marker is drawn first, so that the top one lies over all others."""
    top = 35.0 if premiums else 22.0
    step = min(_OVERLAP, (_HEIGHT - top - 2 * _TOKEN) / max(len(companies) - 1, 1))
    placed = [(company, top + _TOKEN + at * step) for at, company in enumerate(companies)]
    return [_marker(company, y, colours.get(company, UNKNOWN_COMPANY)) for company, y in reversed(placed)]


def _marker(company: str, y: float, colour: str) -> str:
    disc = element("circle", cx=_WIDTH / 2, cy=y, r=_TOKEN, fill=colour, stroke="#1a1a1a", stroke_width=1.0)
    size = 9.5 if len(company) < 4 else 8.0
    letters = text(company, _WIDTH / 2, y, size, font_weight="bold", fill=ink_on(colour))
    return element(
        "g", element("title", clean(company)), disc, letters, class_="marker", data_company=company
    )

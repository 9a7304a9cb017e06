"""Samples of what is drawn, each with the key of the words that explain it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from piercy.rail.board import Ground
from piercy.rail.hexes import Layout
from piercy.rail.sheets import ChartSheet, MarketSheet, RoundTrack, Sheet
from piercy.rail.tiles import Stop
from piercy.render.chart import REGION_FILLS
from piercy.render.charter import ROUND_FILLS
from piercy.render.market import PAR_FILLS
from piercy.render.marks import cost_sign
from piercy.render.palette import fill
from piercy.render.shape import Seat, corners
from piercy.render.stops import draw_bands, draw_stop
from piercy.render.svg import FONTS, element, number, text
from piercy.render.terrain import border_sample

_SIDE = 30.0
Sign = tuple[str, str]
"""The key of its words, and the sample as an SVG document."""


def map_signs(ground: Ground) -> list[Sign]:
    """What is drawn on a board, each kind once."""
    atlas = ground.atlas
    places = list(atlas.hexes.values())
    stops = [stop for place in places for stop in place.printed.stops]
    kinds = {stop.kind for stop in stops} | {place.kind.rpartition("_")[2] for place in places}
    found = [("sign_lit", _sample(_rim()))]
    for kind in ("town", "city", "mine"):
        if kind in kinds:
            stop = Stop(kind, (0,), 0 if kind == "town" else 1, ())
            found.append((f"sign_{kind}", _sample(element("g", draw_stop(stop, Seat((0.0, 0.0), 0.0), [])))))
    if any(stop.kind in ("red", "through") for stop in stops) or any(
        place.colour == "red" for place in places
    ):
        values = next((stop.values for stop in stops if len(stop.values) > 1), (20, 30))
        found.append(("sign_red", _sample(draw_bands(Stop("red", values[:2], 0, ()), (0.0, 0.0)))))
    for wet in (False, True):
        costs = sorted({place.cost for place in places if place.cost and (place.terrain in _WET) == wet})
        if costs:
            found.append(("sign_water" if wet else "sign_hill", _sample(cost_sign(costs[0], wet=wet))))
    found += [
        (f"sign_border_{kind}", _sample(drawn)) for kind, drawn in border_sample(atlas, _SIDE / 2 - 3.0)
    ]
    labels = dict.fromkeys(place.label for place in places if place.label and place.label != place.name)
    found += [(f"sign_label_{label}", _sample(_letters(label))) for label in labels]
    if any("purple" in tile.flags for tile in ground.tiles.values()):
        found.append(("sign_purple", _sample(_edge())))
    return [*found, ("sign_home", _sample(_letters("Abc", font_style="italic", fill="#6d6f66", size=11.0)))]


def sheet_signs(sheet: Sheet) -> Iterator[Sign]:
    """What colours mean on what lies beside the map."""
    match sheet:
        case MarketSheet():
            pars = dict.fromkeys(colour for colours in sheet.pars.values() for colour in colours)
            premiums = dict.fromkeys(colour for pairs in sheet.premiums.values() for _, colour in pairs)
            yield from _swatches("par", list(pars), PAR_FILLS)
            yield from _swatches("premium", list(premiums), {"white": "#ffffff", **PAR_FILLS})
        case ChartSheet():
            yield from _swatches("region", list(REGION_FILLS), REGION_FILLS)
        case RoundTrack():
            yield from _swatches("round", list(dict.fromkeys(box.kind for box in sheet.boxes)), ROUND_FILLS)
        case _:
            return


_WET = ("water", "river", "lake", "swamp", "marsh")


def _swatches(what: str, colours: Sequence[str], fills: dict[str, str]) -> Iterator[Sign]:
    for colour in colours:
        shade = fills.get(colour, "#e8e8e0")
        box = {"x": -11.0, "y": -11.0, "width": 22.0, "height": 22.0}
        yield f"sign_{what}_{colour}", _sample(element("rect", rx=3.0, fill=shade, stroke="#7d7f74", **box))


def _sample(drawn: str) -> str:
    half = _SIDE / 2
    box = " ".join(number(part) for part in (-half, -half, _SIDE, _SIDE))
    return element(
        "svg",
        drawn,
        viewBox=box,
        width=_SIDE,
        height=_SIDE,
        aria_hidden="true",
        font_family=FONTS,
        color=fill(None),
    )


def _hexagon(size: float) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners(Layout(True), size))


def _rim() -> str:
    outer = element("polygon", points=_hexagon(13.0), fill=fill(None), stroke="#ffffff", stroke_width=4.0)
    return outer + element(
        "polygon", points=_hexagon(12.5), fill="none", stroke="#e6007e", stroke_width=2.6, class_="lit-sample"
    )


def _edge() -> str:
    return element(
        "polygon", points=_hexagon(12.5), fill=fill("green"), stroke=fill("purple"), stroke_width=3.0
    )


def _letters(words: str, *, size: float = 13.0, **look: str) -> str:
    return text(words, 0.0, 0.0, size, **{"font_weight": "bold", **look})

"""The whole map: hexes, tiles, markers and the routes of trains."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import fields

from piercy.core.cache import Cache
from piercy.rail.atlas import Atlas, Hex
from piercy.rail.board import Board, Ground
from piercy.rail.hexes import EDGES, Layout, opposite
from piercy.rail.tiles import Stop, Track
from piercy.render.face import GROUND, Face, on_ground
from piercy.render.labels import name_lines
from piercy.render.palette import ROUTE_COLOURS, fill, hex_colour, is_water, rim_of
from piercy.render.shape import SIZE, Arc, Point, arc_from_edge, corners, path_arc
from piercy.render.svg import Attributes, clean, document, element, moved, number, text
from piercy.render.terrain import LEGEND_HEIGHT, border_fees, terrain_borders, terrain_legend
from piercy.render.tile import draw_ground, draw_top, draw_track
from piercy.render.turned import as_seen

_MARGIN = 26.0


def draw_map(
    ground: Ground,
    board: Board,
    *,
    company_colours: Mapping[str, str],
    routes: Sequence[Sequence[str]] = (),
    highlight: Collection[str] = (),
    homes: Mapping[str, Sequence[tuple[str, int]]] | None = None,
    turned: bool = False,
) -> str:
    """The map as an SVG document; turned it lies with its north to the left, its letters upright.

    ``homes`` names, hex by hex, the companies that may still place a home marker there, each with its city.

    Each hex is a group with the attribute ``data-hex``; the layers above let clicks through to it. Places of
    a route that do not hang together are drawn as far as they do, so that it can be shown while it grows.
    """
    atlas = ground.atlas
    layout = as_seen(atlas.layout, turned=turned)
    centres = {name: layout.centre(name, SIZE) for name in in_sight(atlas)}
    waiting = homes or {}
    faces = {
        name: _face(ground, board, layout, name, company_colours, waiting.get(name, ())) for name in centres
    }
    drawn = {name: _drawn(face) for name, face in faces.items()}
    lower = [_ground_layer(ground, faces[name], name, centres[name], drawn[name][0]) for name in faces]
    lit = [name for name in centres if name in highlight]
    above = {
        "terrain": terrain_borders(atlas, layout, centres),
        "tracks": [_layer(faces[name], centres[name], drawn[name][1]) for name in faces],
        "fees": border_fees(atlas, layout, centres),
        "borders": _closed_borders(ground, layout, centres),
        "routes": [_draw_route(ground, faces, centres, route, train) for train, route in enumerate(routes)],
        "highlights": [_rim(layout, centres[name], name) for name in lit],
        "stops": [_layer(faces[name], centres[name], drawn[name][2]) for name in faces],
        "heads": _heads(layout, centres),
    }
    waters = element("g", *_waters(atlas, layout), class_="scenery on-blue", color=fill("blue"))
    hexes = element("g", *lower, class_="hexes")
    return _document(atlas, centres, waters + hexes if atlas.scenery else hexes, above)


def in_sight(atlas: Atlas) -> list[str]:
    """The hexes that are drawn: where land is closed, neither that nor the water around it."""
    closed = {name for name, place in atlas.hexes.items() if place.kind == "closed"}
    if not closed:
        return list(atlas.hexes)
    land = {name for name, place in atlas.hexes.items() if name not in closed and not is_water(place)}
    return [
        name
        for name, place in atlas.hexes.items()
        if name in land or (is_water(place) and land.intersection(filter(None, atlas.beside[name])))
    ]


def _document(
    atlas: Atlas, centres: Mapping[str, Point], hexes: str, above: Mapping[str, Sequence[str]]
) -> str:
    """The hexes, the layers above them, and below the map what its borders cost."""
    left, top, wide, tall = _frame(list(centres.values()))
    legend = terrain_legend(atlas, left + _MARGIN, top + tall)
    layers = [
        element("g", *parts, class_=kind, pointer_events="none")
        for kind, parts in {**above, "legend": legend}.items()
        if parts
    ]
    height = tall + LEGEND_HEIGHT if legend else tall
    return document(left, top, wide, height, hexes, *layers, title="Map")


def _layer(face: Face, centre: Point, drawn: str) -> str:
    return element("g", drawn, transform=moved(*centre), **on_ground(face)) if drawn else ""


def _face(
    ground: Ground,
    board: Board,
    layout: Layout,
    name: str,
    company_colours: Mapping[str, str],
    homes: Sequence[tuple[str, int]],
) -> Face:
    place = ground.atlas[name]
    laid = board.tiles.get(name)
    tile = None if laid is None else ground.tiles[laid[0]]
    return Face(
        layout,
        _bare_towns(place) if tile is None else ground.track(board, name),
        hex_colour(place) if tile is None else tile.colour,
        place.label if tile is None else tile.label,
        number=None if tile is None else tile.id,
        coordinate=name,
        name=place.name,
        cost=place.cost if tile is None else 0,
        terrain=place.terrain,
        tokens=board.tokens.get(name, ()),
        company_colours=company_colours,
        homes=homes,
        rim=rim_of(tile),
        stubs=place.stubs if tile is None else (),
        coming=_coming(ground, place) if tile is None else (),
    )


def _coming(ground: Ground, place: Hex) -> Sequence[int]:
    """What a red place will be worth, which is printed on the tile that it waits for."""
    if place.colour != "red" or place.printed.stops or not place.first_tiles:
        return ()
    stops = ground.tiles[place.first_tiles[0]].track.stops
    return stops[0].values if stops else ()


def _bare_towns(place: Hex) -> Track:
    """The print of a hex; towns that wait for their first tile are in its kind only."""
    towns = {"town": 1, "double_town": 2}.get(place.kind, 0)
    if place.printed.stops or not towns:
        return place.printed
    return Track((Stop("town", (0,), 0, ()),) * towns)


_DRAWN: Cache[Hashable, tuple[str, str, str]] = Cache(8192)
"""Hexes as they were drawn lately: from one map to the next hardly any changes."""


def _drawn(face: Face) -> tuple[str, str, str]:
    """The layers of a hex: its ground, its track, and all else."""
    shown = [company for company, _ in (*face.tokens, *face.homes)]
    key = (
        *(getattr(face, part.name) for part in fields(face) if part.name not in _NOT_IN_KEY),
        tuple(face.tokens),
        tuple(face.homes),
        tuple(face.company_colours.get(company) for company in shown),
    )
    return _DRAWN.get_or_make(key, lambda: (draw_ground(face), draw_track(face), draw_top(face)))


_NOT_IN_KEY = ("tokens", "homes", "company_colours")


def _ground_layer(ground: Ground, face: Face, name: str, centre: Point, drawn: str) -> str:
    place = ground.atlas[name]
    words = f"{name} {place.name}" if place.name else name
    look = on_ground(face)
    look["class_"] = f"hex {look['class_']}"
    marks: Attributes = {"transform": moved(*centre), "data_hex": name, "data_tile": face.number, **look}
    return element("g", element("title", clean(words)), drawn, **marks)


def _waters(atlas: Atlas, layout: Layout) -> list[str]:
    """The lakes around the board, each with its name."""
    found = []
    for name, places in atlas.scenery.items():
        centres = [layout.centre(place, SIZE) for place in places]
        look: Attributes = {"fill": GROUND, "stroke": GROUND, "stroke_width": 1.2}
        found += [element("polygon", points=_points(layout, centre, SIZE), **look) for centre in centres]
        lines = name_lines(name)
        found += [
            text(line, centres[0][0], centres[0][1] + (at - (len(lines) - 1) / 2) * 15.0, 13.0, **_ON_WATER)
            for at, line in enumerate(lines)
        ]
    return found


_ON_WATER: Attributes = {"fill": "#1f5f96", "font_style": "italic", "class_": "water"}


def _closed_borders(ground: Ground, layout: Layout, centres: Mapping[str, Point]) -> list[str]:
    """Borders between two hexes for tiles that no track may cross."""
    atlas, found = ground.atlas, []
    around = corners(layout)
    for name in centres:
        place = atlas[name]
        for edge in EDGES:
            beside = atlas.beside[name][edge]
            if beside is None or not place.first_tiles or not atlas[beside].first_tiles:
                continue
            both_sides = opposite(edge) in atlas[beside].blocked
            if edge in place.blocked and (name < beside or not both_sides):
                (x, y), (a, b), (c, d) = centres[name], around[edge - 1], around[edge]
                ends = {"x1": x + a, "y1": y + b, "x2": x + c, "y2": y + d}
                found.append(
                    element("line", stroke="#2a78b5", stroke_width=5.0, stroke_linecap="round", **ends)
                )
    return found


def _draw_route(
    ground: Ground, faces: Mapping[str, Face], centres: Mapping[str, Point], route: Sequence[str], train: int
) -> str:
    """One train's way as a broad band along the track."""
    names = [place.partition("/")[0] for place in route]
    pieces = []
    for at, place in enumerate(route):
        name, _, stop = place.partition("/")
        if name not in faces:
            continue
        entered = ground.atlas.edge_between(name, names[at - 1]) if at else None
        left = ground.atlas.edge_between(name, names[at + 1]) if at + 1 < len(names) else None
        index = int(stop) if stop.isdecimal() and int(stop) < len(faces[name].track.stops) else None
        pieces.append(_passage(faces[name], centres[name], index, entered, left))
    colour = ROUTE_COLOURS[train % len(ROUTE_COLOURS)]
    look: Attributes = {"stroke": colour, "stroke_width": 12.0, "stroke_opacity": 0.62}
    path = element(
        "path", d="".join(pieces), fill="none", stroke_linejoin="round", stroke_linecap="round", **look
    )
    return element("g", path, class_="route", data_route=" ".join(route))


def _passage(face: Face, centre: Point, stop: int | None, entered: int | None, left: int | None) -> str:
    """The path commands for a way across one hex."""
    if stop is None and entered is not None and left is not None and entered != left:
        return _stroke(path_arc(face.layout, entered, left), centre)
    middle = (0.0, 0.0) if stop is None else face.seats[stop].point
    ways = [arc_from_edge(face.layout, edge, middle) for edge in (entered, left) if edge is not None]
    if not ways:
        # A line of no length with round ends: a dot where the route begins.
        return _stroke(Arc(middle, middle, 0.0, False), centre)
    if len(ways) == 2:
        return _stroke(ways[0], centre) + ways[1].backwards().command(centre)
    return _stroke(ways[0], centre)


def _stroke(arc: Arc, centre: Point) -> str:
    x, y = arc.start[0] + centre[0], arc.start[1] + centre[1]
    return f"M{number(x)} {number(y)}{arc.command(centre)}"


def _rim(layout: Layout, centre: Point, name: str) -> str:
    """A lit hex: tinted, and with a rim between white lines, so that no terrain hides it.

    It lies below all that is written.
    """
    tint = element("polygon", points=_points(layout, centre, SIZE - 4.0), fill="#e6007e", fill_opacity=0.06)
    look: Attributes = {"points": _points(layout, centre, SIZE - 3.6), "fill": "none"}
    white = element("polygon", stroke="#ffffff", stroke_width=8.0, class_="rim-casing", **look)
    return tint + white + element("polygon", stroke="#e6007e", stroke_width=4.6, data_highlight=name, **look)


def _points(layout: Layout, centre: Point, size: float) -> str:
    around = corners(layout, size)
    return " ".join(f"{number(centre[0] + x)},{number(centre[1] + y)}" for x, y in around)


def _extent(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the hexes around these middles."""
    xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    return min(xs) - SIZE, min(ys) - SIZE, max(xs) + SIZE, max(ys) + SIZE


def _frame(points: Sequence[Point]) -> tuple[float, float, float, float]:
    left, top, right, bottom = _extent(points)
    return left - _MARGIN, top - _MARGIN, right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN


def _heads(layout: Layout, centres: Mapping[str, Point]) -> list[str]:
    """Letters and numbers along all four sides."""
    left, top, right, bottom = _extent(list(centres.values()))
    away = _MARGIN / 2
    across: dict[str, float] = {}
    down: dict[str, float] = {}
    for name, (x, y) in sorted(centres.items()):
        letter_side, number_side = (across, down) if layout.flat else (down, across)
        letter_side[name[0]] = x if layout.flat else y
        number_side[name[1:]] = y if layout.flat else x
    look = {"font_weight": "bold", "fill": "#5c5e55"}
    parts = [
        text(head, x, y, 13.0, **look) for head, x in across.items() for y in (top - away, bottom + away)
    ]
    parts += [text(head, x, y, 13.0, **look) for head, y in down.items() for x in (left - away, right + away)]
    return parts

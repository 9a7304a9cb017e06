"""The stage of a table: the map or another pane, and what the folding panes beside it show."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from piercy.core.game import Game
from piercy.present import pictures
from piercy.present.labels import Labels
from piercy.present.legends import map_legend
from piercy.present.view import TableView
from piercy.present.words import event_words
from piercy.rail.rail_title import board_of, ground_in, ground_of
from piercy.render.position import draw_position
from piercy.server.charts import charts_of, incomes
from piercy.server.choices import Params
from piercy.server.pages.left import Left
from piercy.server.panel import Panel
from piercy.server.store import LoggedAction

FIRST, LAST = ("map",), ("sheet", "charts", "tiles", "log")
"""Panes that every table has, before and after those of its title."""
SHEETS = ("market", "sheet")
"""Panes that show players and companies themselves."""
MOMENTS = {True: "operating", False: "trading"}


@dataclass(frozen=True)
class Stage:
    """One viewer's look at the board and what lies around it."""

    game: Game
    view: TableView
    panel: Panel
    labels: Labels
    params: Params
    left: Left
    rows: Callable[[], Sequence[LoggedAction]]

    def context(self) -> dict[str, Any]:
        """What the templates of stage and panes are filled with."""
        pane, tall = self._pane(), is_tall(self.game)
        turned = tall and self.left.turned
        on_stage = {pane, "dragons"} if pane == "market" else {pane}
        side = [d for d in self.view.drawings if d.key not in {*on_stage, "charters"}]
        unfolded = {d.key: d.draw() for d in side if self.left.fold(d.key) in ("open", "grown")}
        foreseen = pane == "market" or "dragons" in {pane, *unfolded}
        return {
            "moment": self._moment,
            "pane": pane,
            "panes": [*FIRST, *(d.key for d in self.view.drawings), *LAST],
            "pane_names": {d.key: d.label for d in self.view.drawings},
            "left": self.left,
            "tall": tall,
            "turned": turned,
            "map_picture": self._map(turned=turned) if pane == "map" else "",
            "picture": self._picture(pane),
            "chart": self._picture("dragons") if pane == "market" else "",
            "axes": {drawing.key: drawing.axes for drawing in self.view.drawings},
            "side_drawings": [d.key for d in side],
            "beside": unfolded,
            "has_sheets": pane in SHEETS,
            "hexes": json.dumps(hex_words(self.game, self.labels), ensure_ascii=False)
            if pane == "map"
            else "{}",
            "lit": json.dumps(dict(self.panel.lit)),
            "forecast": self._forecast() if foreseen else [],
            "running": self._incomes() if pane == "sheet" else [],
            "legend": self._legend(pane),
            "map_words": self._map_words() if pane == "map" else [],
            "tile_pictures": _tiles(self.game, self.view) if pane == "tiles" else [],
        }

    @property
    def _moment(self) -> str:
        """What the moment is about: ``operating`` or ``trading``."""
        return MOMENTS[self.view.focus == "map"]

    def _pane(self) -> str:
        known = {*FIRST, *LAST, *(drawing.key for drawing in self.view.drawings)}
        wanted = self._first("show")
        if wanted in known:
            return wanted
        if self._on_the_map:
            return "map"
        if self.game.over:
            return "charts"
        kept = self.left.pane(self._moment)
        if kept in known:
            return kept
        return self.view.focus if self.view.focus in known and not self.panel.lit else "map"

    @property
    def _on_the_map(self) -> bool:
        """Whether what is being chosen or asked can only be seen on the map."""
        sure = self.panel.confirmation
        hexes = self.panel.focused and any(group.kind == "hexes" for group in self.panel.groups)
        return bool(self._first("hex") or self._first("why") or hexes or (sure is not None and sure.paths))

    def _picture(self, pane: str) -> str:
        """What a pane other than the map shows."""
        if pane == "charts":
            return charts_of(self.rows(), self.view, self.labels.say)
        drawing = next((d for d in self.view.drawings if d.key == pane), None)
        return drawing.draw() if drawing is not None else ""

    def _map(self, *, turned: bool) -> str:
        """The map: with the effects of a whole choice, else with what is lit."""
        sure = self.panel.confirmation
        after = sure.effects.game if sure is not None and sure.effects is not None else self.game
        if sure is not None and sure.paths:
            return draw_position(self.game, sure.paths, turned=turned)
        spot = self._first("hex")
        lit = [spot] if self.panel.focused and spot in self.panel.lit else list(self.panel.lit)
        return draw_position(after, lit=lit, turned=turned)

    def _incomes(self) -> list[tuple[str, list[str]]]:
        """What each company earned, run after run."""
        money = self.view.money
        earned = incomes(self.rows())
        names = [row.key for row in self.view.companies.rows if row.key in earned]
        return [(name, [money.format(revenue) for _, revenue in earned[name]]) for name in names]

    def _legend(self, pane: str) -> list[tuple[str, str]]:
        """What is drawn on the stage, explained."""
        if pane == "map":
            return map_legend(self.game, self.labels.say.words)
        shown = {pane, "dragons"} if pane == "market" else {pane}
        return [entry for drawing in self.view.drawings if drawing.key in shown for entry in drawing.legend()]

    def _map_words(self) -> list[str]:
        """The map for those who do not see it: hexes with something on them, and where their track leads."""
        ground, board = ground_in(self.game.title, self.game.state), board_of(self.game)
        told, say = hex_words(self.game, self.labels), self.labels.say
        found = []
        for name, place in ground.atlas.hexes.items():
            if not (place.name or name in board.tiles or board.tokens.get(name) or name in self.panel.lit):
                continue
            track = ground.track(board, name)
            edges = sorted(
                {edge for path in track.paths for edge in path} | {e for s in track.stops for e in s.edges}
            )
            beside = [other for edge in edges if (other := ground.atlas.beside[name][edge]) is not None]
            parts = [told[name]]
            if beside:
                parts.append(say("track to {hexes}", hexes=", ".join(beside)))
            if name in self.panel.lit:
                parts.append(say("something can be done here"))
            found.append(" · ".join(parts))
        return found

    def _forecast(self) -> list[tuple[str, list[str]]]:
        """Before whose turns the Dragons do what; turns that are alike are told together."""
        view, say = self.view, self.labels.say
        told: list[tuple[str, list[str]]] = []
        for player, events in view.forecast() if view.forecast is not None else ():
            lines = [event_words(say, event.to_dict(), view.money) for event in events]
            if told and told[-1][1] == lines:
                told[-1] = (f"{told[-1][0]}, {player}", lines)
            else:
                told.append((player, lines))
        return told

    def _first(self, name: str) -> str:
        return next(iter(self.params.get(name, ())), "")


def hex_words(game: Game, labels: Labels) -> dict[str, str]:
    """For each hex what a pointer over it tells: name, tile, values, stations."""
    ground = ground_in(game.title, game.state)
    board = board_of(game)
    found = {}
    for name in ground.atlas.hexes:
        parts = [labels.place(name)]
        if name in board.tiles:
            parts.append(f"#{board.tiles[name][0]}")
        values = [
            "/".join(map(str, stop.values)) for stop in ground.track(board, name).stops if any(stop.values)
        ]
        if values:
            parts.append(labels.say("value {value}", value=", ".join(values)))
        cost = ground.atlas[name].cost
        if cost and name not in board.tiles:
            parts.append(labels.say("terrain {cost}", cost=labels.view.money.format(cost)))
        tokens = [company for company, _ in board.tokens.get(name, ())]
        if tokens:
            parts.append(labels.say("stations {companies}", companies=", ".join(tokens)))
        found[name] = " · ".join(parts)
    return found


def is_tall(game: Game) -> bool:
    """Whether the board is much higher than wide, and so lies better on its side where there is room."""
    atlas = ground_of(game.title).atlas
    middles = [atlas.layout.centre(name, 1.0) for name in atlas.hexes]
    wide = max(x for x, _ in middles) - min(x for x, _ in middles)
    high = max(y for _, y in middles) - min(y for _, y in middles)
    return bool(high > 1.4 * wide)


def _tiles(game: Game, view: TableView) -> list[tuple[str, int | None, str]]:
    known = ground_of(game.title).tiles
    return [(tile, left, pictures.tile_svg(game, tile, 0, 72)) for tile, left in view.tiles if tile in known]

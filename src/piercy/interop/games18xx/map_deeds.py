"""What companies do on the map in a file: tiles and stations."""

from __future__ import annotations

from typing import Any

from piercy.interop.games18xx import names
from piercy.interop.games18xx.reader import SiteAction
from piercy.interop.games18xx.table import NOBODY, Table
from piercy.rail.actions import LayTile, PlaceToken, RemoveToken
from piercy.titles.cz.actions import LayPurple, LayWaived


class MapDeeds:
    """Turns lays and stations into ours and does them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._tiles: dict[str, str] = {}
        """Copy of a tile -> our hex where it lies."""

    def lay_tile(self, source: SiteAction, fields: dict[str, Any]) -> None:
        tile, place = names.read_tile(fields["tile"]), names.our_hex(fields["hex"])
        rotation = names.turned(fields["rotation"])
        if source.entity_type == "company":
            local = self._table.local(source, source.entity)
            kind = LayPurple if tile.endswith("p") else LayWaived
            owner = self._table.owner(source, local)
            self._table.in_turn(source, owner, kind(NOBODY, local, place, tile, rotation))
        else:
            company = names.our_company(source.entity)
            self._table.in_turn(source, company, LayTile(NOBODY, place, tile, rotation))
        self._tiles[fields["tile"]] = place

    def place_token(self, source: SiteAction, fields: dict[str, Any]) -> None:
        place, city = self._city(fields["city"])
        company = names.our_company(source.entity)
        if self._table.interrupted():  # a green tile has come to B8: its layer settles the station there
            self._table.do(source, PlaceToken(self._table.actor(), place, city))
            return
        self._table.to_company(source, company)
        state = self._table.state
        stands = any(owner == company for owner, _ in state.board.tokens.get(place, ()))
        # the site lets ATE choose among cities that the bare or the brown hex does not tell apart [DCZ-12]
        if stands and state.turn.first:
            return
        self._table.in_turn(source, company, PlaceToken(NOBODY, place, city))

    def remove_token(self, source: SiteAction, fields: dict[str, Any]) -> None:
        place, city = self._city(fields["city"])
        self._table.in_turn(source, names.our_company(source.entity), RemoveToken(NOBODY, place, city))

    def _city(self, name: str) -> tuple[str, int]:
        """The hex and the index of a city that is named by its tile or its bare hex."""
        place, index = names.read_city(name)
        if names.is_site_hex(place):
            return names.our_hex(place), index
        if place not in self._tiles:
            raise ValueError(f"the tile {place} does not lie on the map")
        return self._tiles[place], index

"""Home tokens at the start of a first turn, and the spaces kept for them [RCZ-VIII.6]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, OneOf, Table
from piercy.rail.actions import LayTile, PlaceToken
from piercy.rail.board import BARE, settle_token
from piercy.rail.building import check_hex, lay_tile, set_token
from piercy.rail.laying import compare
from piercy.titles.cz.book import Book
from piercy.titles.cz.events import TokenSettled
from piercy.titles.cz.state import CzState, company_on_turn, token_decider, track_decider, vaclavs

Ctx = Context[CzState]


def home_cities(facts: Book, state: CzState, name: str) -> tuple[str, tuple[int, ...]]:
    """A company's home hex as it is now and the cities of it where the home station may stand.

    No city: the hex is bare and its cities cannot be told apart. Red homes have none before their tile.
    """
    company = facts.companies[name]
    home = company.homes[0]
    printed, track = facts.ground.atlas[home].printed, facts.ground.track(state.board, home)
    if len(printed.stops) < 2:
        return home, (0,)
    if company.home_city is not None:
        change = compare(printed, track, merge=True)
        assert change is not None
        return home, (change.stops[company.home_city],)
    return home, tuple(range(len(track.stops))) if home in state.board.tiles else ()


def set_home(ctx: Ctx, player: str | None, hex_name: str, city: int) -> None:
    """The company on turn places its home token, free of charge [RCZ-VIII.6.1]."""
    name = company_on_turn(ctx.state)
    company = ctx.state.companies[name]
    company.tokens -= 1
    company.operated = True
    set_token(ctx, player, name, (hex_name, city))


class HomeToken(Step[CzState, LayTile | PlaceToken]):
    """First turn: the home station; a large company lays its red tile for it, ATE may choose its city."""

    name = "home"
    actions = (LayTile, PlaceToken)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def begin(self, ctx: Ctx) -> None:
        state = ctx.state
        name = company_on_turn(state)
        if state.companies[name].operated or self._facts.companies[name].red_tile:
            return
        home, cities = home_cities(self._facts, state, name)
        if len(cities) < 2:
            set_home(ctx, None, home, cities[0] if cities else BARE)

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        name = company_on_turn(state)
        if state.companies[name].operated:
            return None
        decider = track_decider if self._facts.companies[name].red_tile else token_decider
        return decider(self._facts, state, name)

    def decider_rule(self, ctx: Ctx) -> str | None:
        name = company_on_turn(ctx.state)
        if not vaclavs(ctx.state.companies[name]):
            return None
        return "RCZ-XI.1.17" if self._facts.companies[name].red_tile else "RCZ-XI.1.18"

    def offers(self, ctx: Ctx) -> list[Offer]:
        state, facts = ctx.state, self._facts
        name = company_on_turn(state)
        decider = self.actor(ctx)
        assert decider is not None
        if facts.companies[name].red_tile:
            rows = tuple(
                (home, tile, rotation)
                for home in facts.companies[name].homes
                for tile, rotation, _ in facts.placements.on(state.board, home)
            )
            return [Offer(LayTile, decider, (Table(("hex", "tile", "rotation"), rows),))]
        home, cities = home_cities(facts, state, name)
        return [Offer(PlaceToken, decider, (OneOf("hex", (home,)), OneOf("city", cities)))]

    def check(self, ctx: Ctx, action: LayTile | PlaceToken) -> None:
        name = company_on_turn(ctx.state)
        red = self._facts.companies[name].red_tile
        if isinstance(action, LayTile):
            self._check_red(ctx, action, name, red)
            return
        if red:
            raise IllegalAction("RCZ-VIII.4.22", "{company} lays its red tile first", company=name)
        home, cities = home_cities(self._facts, ctx.state, name)
        check_hex(self._facts.ground, action.hex)
        if action.hex != home or action.city not in cities:
            raise IllegalAction(
                "RCZ-VIII.6.10", "{company} chooses a city of its home {home}", company=name, home=home
            )

    def check_pass(self, ctx: Ctx) -> None:
        red = self._facts.companies[company_on_turn(ctx.state)].red_tile
        rule = "RCZ-VIII.4.22" if red else "RCZ-VIII.6.1"
        raise IllegalAction(rule, "the home station is compulsory")

    def apply(self, ctx: Ctx, action: LayTile | PlaceToken) -> None:
        if isinstance(action, PlaceToken):
            set_home(ctx, action.player, action.hex, action.city)
            return
        facts, state = self._facts, ctx.state
        change = facts.placements.change(state.board, action.hex, action.tile, action.rotation)
        lay_tile(ctx, action, company_on_turn(state), change)
        set_home(ctx, action.player, action.hex, 0)

    def _check_red(self, ctx: Ctx, action: LayTile, name: str, red: str | None) -> None:
        facts = self._facts
        check_hex(facts.ground, action.hex)
        tile = facts.ground.tiles.get(action.tile)
        if tile is None:
            raise InvalidAction("unknown tile {tile!r}", tile=action.tile)
        if red is None:
            raise IllegalAction("RCZ-VIII.6.1", "{company} places its home station first", company=name)
        if tile.id != red:
            raise IllegalAction(
                "RCZ-VIII.4.22", "{company} lays its red tile {red} first", company=name, red=red
            )
        if action.hex not in facts.companies[name].homes:
            raise IllegalAction(
                "RCZ-VIII.4.20", "{hex} is not reserved for {company}", hex=action.hex, company=name
            )
        place = facts.ground.atlas[action.hex]
        if 0 <= action.rotation < 6 and tile.turned[action.rotation].edges & place.blocked:
            raise IllegalAction(
                "RCZ-VIII.4.23", "both exits of the red tile on {hex} must point to the map", hex=action.hex
            )
        facts.placements.change(ctx.state.board, action.hex, action.tile, action.rotation)


class SettleToken(Step[CzState, PlaceToken]):
    """A tile came under a station on a bare double city: its layer chooses the city [RCZ-VIII.6.11]."""

    name = "settle"
    actions = (PlaceToken,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self._hexes = [
            name
            for name, place in facts.ground.atlas.hexes.items()
            if len(place.printed.stops) > 1 and not place.printed.edges
        ]

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        if self._unsettled(state) is None:
            return None
        return track_decider(self._facts, state, company_on_turn(state))

    def decider_rule(self, ctx: Ctx) -> str:
        return "RCZ-VIII.6.11"

    def offers(self, ctx: Ctx) -> list[Offer]:
        decider, name = self.actor(ctx), self._unsettled(ctx.state)
        assert decider is not None
        assert name is not None
        cities = tuple(range(len(self._facts.ground.track(ctx.state.board, name).stops)))
        return [Offer(PlaceToken, decider, (OneOf("hex", (name,)), OneOf("city", cities)))]

    def check(self, ctx: Ctx, action: PlaceToken) -> None:
        name = self._unsettled(ctx.state)
        assert name is not None
        check_hex(self._facts.ground, action.hex)
        stops = self._facts.ground.track(ctx.state.board, name).stops
        if action.hex != name or not 0 <= action.city < len(stops):
            raise IllegalAction("RCZ-VIII.6.11", "put the station on {hex} into one of its cities", hex=name)

    def check_pass(self, ctx: Ctx) -> None:
        raise IllegalAction("RCZ-VIII.6.11", "the station must be put into one of the two cities")

    def apply(self, ctx: Ctx, action: PlaceToken) -> None:
        company = settle_token(ctx.state.board, action.hex, action.city)
        ctx.emit(TokenSettled(player=action.player, company=company, hex=action.hex, city=action.city))

    def _unsettled(self, state: CzState) -> str | None:
        for name in self._hexes:
            tokens = state.board.tokens.get(name)
            if tokens and name in state.board.tiles and any(city == BARE for _, city in tokens):
                return name
        return None


def reserved(facts: Book, state: CzState, hex_name: str, city: int) -> int:
    """How many spaces of a city are kept for the home stations of companies that have not yet operated."""
    kept = 0
    for name, company in state.companies.items():
        if company.operated or company.closed or facts.companies[name].red_tile:
            continue
        if hex_name == facts.companies[name].homes[0]:
            kept += city in home_cities(facts, state, name)[1]
    return kept

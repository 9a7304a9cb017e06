"""Home stations at the start of a first turn, and step 2 of every turn: one more station [RCZ-VIII.6]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Step
from piercy.core.offers import Offer, OneOf, Table
from piercy.rail.actions import LayTile, PlaceToken
from piercy.rail.board import BARE, place_token, settle_token, stands_on
from piercy.rail.events import TileLaid, TokenPlaced
from piercy.rail.laying import compare
from piercy.rail.money import pay
from piercy.titles.cz.book import Book
from piercy.titles.cz.events import TokenSettled
from piercy.titles.cz.state import CzState, company_on_turn, station_decider, stations, track_decider, vaclavs
from piercy.titles.cz.tilework import Ctx, known_tile, lay, reach_of, reaches_stop


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
    """The company on turn places its home station, free of charge [RCZ-VIII.6.1]."""
    state = ctx.state
    name = company_on_turn(state)
    company = state.companies[name]
    company.markers -= 1
    company.operated = True
    place_token(state.board, hex_name, city, name)
    ctx.emit(TokenPlaced(player=player, company=name, hex=hex_name, city=city, cost=0))


class HomeStation(Step[CzState, LayTile | PlaceToken]):
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
        decider = track_decider if self._facts.companies[name].red_tile else station_decider
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
        if action.hex not in self._facts.ground.atlas:
            raise InvalidAction("unknown hex {hex!r}", hex=action.hex)
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
        lay(ctx.state, self._facts, action.hex, action.tile, action.rotation)
        ctx.emit(
            TileLaid(
                player=action.player,
                company=company_on_turn(ctx.state),
                hex=action.hex,
                tile=action.tile,
                rotation=action.rotation,
                cost=0,
            )
        )
        set_home(ctx, action.player, action.hex, 0)

    def _check_red(self, ctx: Ctx, action: LayTile, name: str, red: str | None) -> None:
        facts = self._facts
        tile = known_tile(facts, action.hex, action.tile)
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


class SettleTeplice(Step[CzState, PlaceToken]):
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
        if action.hex not in self._facts.ground.atlas:
            raise InvalidAction("unknown hex {hex!r}", hex=action.hex)
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


def station_price(facts: Book, state: CzState, name: str) -> int:
    """What the company's next station costs [RCZ-VIII.6.3, RCZ-VIII.9.18, RCZ-XI.1.19]."""
    company = state.companies[name]
    second, further = facts.station_costs
    if vaclavs(company):
        return 0
    if state.house.dear_after_acquisition and company.acquirer:
        return further
    return second if _second_marker(facts, state, name) else further


def _second_marker(facts: Book, state: CzState, name: str) -> bool:
    """Whether the next station is the company's own second one and the only other is on the map."""
    own = state.companies[name].markers == facts.size(name).markers - 1
    return own and len(stations(state, name)) == 1


def reserved(facts: Book, state: CzState, hex_name: str, city: int) -> int:
    """How many spaces of a city are kept for the home stations of companies that have not yet operated."""
    kept = 0
    for name, company in state.companies.items():
        if company.operated or company.closed or facts.companies[name].red_tile:
            continue
        if hex_name == facts.companies[name].homes[0]:
            kept += city in home_cities(facts, state, name)[1]
    return kept


class PlaceStation(Step[CzState, PlaceToken]):
    """One station a turn, in a city that a line of the company reaches [RCZ-VIII.6.2, RCZ-VIII.6.4]."""

    name = "token"
    actions = (PlaceToken,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        name = company_on_turn(state)
        company = state.companies[name]
        has_marker = company.markers + company.taken_markers > 0
        return station_decider(self._facts, state, name) if has_marker else None

    def decider_rule(self, ctx: Ctx) -> str | None:
        return "RCZ-XI.1.18" if vaclavs(ctx.state.companies[company_on_turn(ctx.state)]) else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        name = company_on_turn(state)
        if station_price(self._facts, state, name) > state.companies[name].cash:
            return []
        decider = station_decider(self._facts, state, name)
        reach = reach_of(ctx, self._facts)
        rows = tuple(place for place in sorted(reach.stops) if self._refusal(state, *place) is None)
        return [Offer(PlaceToken, decider, (Table(("hex", "city"), rows),))] if rows else []

    def check(self, ctx: Ctx, action: PlaceToken) -> None:
        state, facts = ctx.state, self._facts
        name = company_on_turn(state)
        if action.hex not in facts.ground.atlas:
            raise InvalidAction("unknown hex {hex!r}", hex=action.hex)
        if not 0 <= action.city < len(facts.ground.track(state.board, action.hex).stops):
            raise InvalidAction("hex {hex} has no stop {city}", hex=action.hex, city=action.city)
        refusal = self._refusal(state, action.hex, action.city)
        if refusal is not None:
            raise IllegalAction(*refusal, company=name, hex=action.hex)
        if not reaches_stop(ctx, facts, action.hex, action.city):
            raise IllegalAction(
                "RCZ-VIII.6.4", "no line of {company} reaches the city in {hex}", company=name, hex=action.hex
            )
        price, cash = station_price(facts, state, name), state.companies[name].cash
        if price > cash:
            raise IllegalAction(
                "RCZ-VIII.6.3", "a station costs {price}; {company} has {cash}",
                price=price, company=name, cash=cash,
            )  # fmt: skip

    def apply(self, ctx: Ctx, action: PlaceToken) -> None:
        state = ctx.state
        name = company_on_turn(state)
        company = state.companies[name]
        price = station_price(self._facts, state, name)
        pay(company, state.bank, price)
        if company.taken_markers and not _second_marker(self._facts, state, name):
            company.taken_markers -= 1
        else:
            company.markers -= 1
        place_token(state.board, action.hex, action.city, name)
        ctx.emit(
            TokenPlaced(player=action.player, company=name, hex=action.hex, city=action.city, cost=price)
        )
        ctx.next_step()

    def _refusal(self, state: CzState, hex_name: str, city: int) -> tuple[str, str] | None:
        """Why the city takes no station of the company on turn, reach and money apart: rule and template."""
        facts, name = self._facts, company_on_turn(state)
        stop = facts.ground.stop(state.board, hex_name, city)
        if not stop.slots:
            return "RCZ-VIII.6.6", "{hex} has no space for a station there"
        if stands_on(state.board, hex_name, name):
            return "RCZ-VIII.6.5", "{company} has a station in {hex} already"
        free = facts.ground.free_slots(state.board, hex_name, city)
        if free < 1:
            return "RCZ-VIII.6.6" if stop.terminal else "RCZ-VIII.6.4", "the city in {hex} has no free space"
        if self._waits_for_home(state, hex_name):
            return "RCZ-VIII.6.9", "{hex} is closed to others until its company has its home station"
        if free <= reserved(facts, state, hex_name, city):
            rule = "RCZ-VIII.6.8" if facts.ground.atlas[hex_name].area else "RCZ-VIII.6.7"
            return rule, "the last space in {hex} is kept for a home station"
        return None

    def _waits_for_home(self, state: CzState, hex_name: str) -> bool:
        """Whether it is the double city of a company that has not yet operated [RCZ-VIII.6.9, DCZ-11]."""
        place = self._facts.ground.atlas[hex_name]
        if len(place.printed.stops) < 2 or place.printed.edges:
            return False
        merged = len(self._facts.ground.track(state.board, hex_name).stops) == 1
        if merged and state.house.early_teplice:
            return False
        return any(
            facts.homes[0] == hex_name
            and not (state.companies[name].operated or state.companies[name].closed)
            for name, facts in self._facts.companies.items()
        )

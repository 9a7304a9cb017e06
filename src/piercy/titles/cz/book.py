"""The static part of 18CZ: boards, tiles, companies, Locals, trains, phases and prices of each variant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any

from piercy.rail.board import Ground
from piercy.rail.laying import LayingRules, Placements
from piercy.rail.loading import DataError, load_ground, read_toml
from piercy.rail.routes import RouteRules
from piercy.rail.trains import TrainKind
from piercy.titles.cz.fit import misfit

PACKAGE = "piercy.titles.cz"
STANDARD, BOHEMIA, MORAVIA = "standard", "bohemia", "moravia"
SIZES = ("small", "medium", "large")

LAYING = LayingRules(
    takes_tiles="RCZ-VIII.4.19",
    first_tile="RCZ-VIII.4.28",
    upgrade="RCZ-VIII.5.8",
    keeps_track="RCZ-VIII.5.7",
    blocked="RCZ-VIII.4.15",
    rotation="RCZ-VIII.4.15",
    stub="RCZ-VIII.4.18",
)

ROUTES = RouteRules(
    token="RCZ-VIII.7.3",
    two_stops="RCZ-VIII.7.2",
    length="RCZ-VIII.7.5",
    stop_twice="RCZ-VIII.7.13",
    track_twice="RCZ-VIII.7.18",
    reversal="RCZ-VIII.7.21",
    red="RCZ-VIII.7.12",
    area="RCZ-VIII.7.15",
    closed="RCZ-VIII.7.17",
    ends_at_stops="RCZ-VIII.7.2",
    shared_track="RCZ-VIII.7.22",
    owned_train="RCZ-VIII.7.1",
)


@dataclass(frozen=True, slots=True)
class SizeFacts:
    """What companies of one size have in common [RCZ-IV.2b to IV.2d]."""

    shares: int
    """All shares; the Director's certificate is two of them."""
    opens: int
    """Shares in players' hands that open the company."""
    holding: int
    """Most shares that one player may have."""
    pars: tuple[int, ...]
    tokens: int
    dividend: int
    """Spaces that a dividend moves the price to the right."""
    on_sale: str
    """The card whose first sale or export puts the shares on sale."""


@dataclass(frozen=True, slots=True)
class CompanyFacts:
    name: str
    size: str
    homes: tuple[str, ...]
    """The home hex, or the two reserved red hexes of which one becomes the home."""
    colour: str
    home_city: int | None = None
    """The city of the home hex, on the bare hex, where it is fixed among several."""
    red_tile: str | None = None


@dataclass(frozen=True, slots=True)
class LocalFacts:
    """A private company: a Local, or in Moravia-Silesia the 3E card ("train") and the MW ("railway")."""

    name: str
    size: str
    price: int
    """The price on the pre-stock sheet, or the least bid in the auction."""
    income: int = 0
    waives: tuple[str, ...] = ()
    purple: tuple[str, ...] = ()
    kind: str = "local"
    home: str | None = None


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A train card: the types printed on it, red one first, and how many there are (None: endless)."""

    types: tuple[str, ...]
    count: int | None


@dataclass(frozen=True, slots=True)
class PhaseFacts:
    colours: tuple[str, ...]
    band: int
    """Which of the four values of red places counts."""
    limits: Mapping[str, int]
    """Trains that a company of each size may own."""
    closes_privates: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """What depends on the number of players."""

    cash: int
    certificates: int
    companies: int
    """How many companies are in the game."""
    stack: tuple[str, ...]
    """The train cards, next one first; the endless last letter is not in it."""


@dataclass(frozen=True, slots=True)
class VaclavFacts:
    """What Vaclav gets of a company of one size, and the card that calls it [RCZ-XI.1.7 to XI.1.10]."""

    shares: int
    called_by: str


@dataclass(frozen=True)
class Book:
    """All facts of one variant, loaded once."""

    variant: str
    ground: Ground
    placements: Placements
    companies: Mapping[str, CompanyFacts]
    sizes: Mapping[str, SizeFacts]
    locals: Mapping[str, LocalFacts]
    trains: Mapping[str, TrainKind]
    """By type, such as ``3+3``."""
    train_sizes: Mapping[str, str]
    """Type -> the size of company whose colour it has."""
    scraps: Mapping[str, tuple[str, ...]]
    """Type -> the types that its sale makes obsolete."""
    cards: Mapping[str, CardFacts]
    """By letter, in the order of the stack."""
    phases: Mapping[str, PhaseFacts]
    """By letter, in order."""
    prices: tuple[int, ...]
    """The two rows of the market merged: even places lie in the lower row, odd ones in the upper."""
    local_prices: tuple[tuple[int, ...], ...]
    """The progress track: for each set of operating rounds the price of Locals in each."""
    last_local_price: int
    tables: Mapping[int, Table]
    token_costs: tuple[int, int]
    """The second station, and each further one."""
    vaclav: Mapping[str, VaclavFacts]
    """By size; empty where he does not play."""
    deals_from: str
    """The phase from which companies buy Locals, and trains from each other."""
    bid_step: int
    red_bonus: int
    """What a red place adds for those entitled to it."""
    red_bonus_trains: tuple[str, ...]
    """Trains that get the bonus of every red place; none: only the owner of a red tile gets it."""

    def size(self, company: str) -> SizeFacts:
        return self.sizes[self.companies[company].size]

    @cached_property
    def may_run(self) -> Mapping[str, frozenset[str]]:
        """By size of company: the types of its own colour [RCZ-IV.2b.2, RCZ-IV.2c.2, RCZ-IV.2d.2]."""
        if self.variant == MORAVIA:
            return {size: frozenset(self.trains) - {"3E"} for size in self.sizes}
        return {s: frozenset(t for t, size in self.train_sizes.items() if size == s) for s in self.sizes}

    @cached_property
    def may_own(self) -> Mapping[str, frozenset[str]]:
        """By size of company: the types it may buy and own."""
        if self.variant == MORAVIA:
            return self.may_run
        rank = {size: i for i, size in enumerate(SIZES)}
        return {
            s: frozenset(t for t, size in self.train_sizes.items() if rank[size] <= rank[s])
            for s in self.sizes
        }

    @cached_property
    def cell_of(self) -> Mapping[int, int]:
        """Price -> its place in ``prices``; every price occurs once [RCZ-IX.1.1]."""
        return {price: cell for cell, price in enumerate(self.prices)}

    @cached_property
    def endless(self) -> str:
        """The letter of the train card that never runs out."""
        return next(letter for letter, card in self.cards.items() if card.count is None)


@cache
def book(variant: str = STANDARD) -> Book:
    """The facts of a variant from the data files.

    :raises DataError: the files contradict themselves.
    """
    made = {STANDARD: _standard, BOHEMIA: _bohemia, MORAVIA: _moravia}[variant]()
    if problems := _problems(made):
        raise DataError("; ".join(problems))
    return made


def _standard() -> Book:
    game = read_toml(PACKAGE, "game.toml")
    return _make(STANDARD, load_ground(PACKAGE, flat=False), game, game["standard"])


def _bohemia() -> Book:
    game, own = read_toml(PACKAGE, "game.toml"), read_toml(PACKAGE, "bohemia.toml")
    rules = game["standard"] | {"players": own["players"]}
    for size, holding in own["holding"].items():
        rules["sizes"][size]["holding"] = holding
    ground = load_ground(PACKAGE, flat=False, without=frozenset(own["without"]))
    return _make(BOHEMIA, ground, game, rules, own)


def _moravia() -> Book:
    game, own = read_toml(PACKAGE, "game.toml"), read_toml(PACKAGE, "moravia.toml")
    for facts in game["trains"].values():
        facts.pop("scraps", None)
    for train, scrapped in own["scraps"].items():
        game["trains"][train]["scraps"] = scrapped
    used = {train for card in own["cards"].values() for train in card["types"]} | {"3E"}
    game["trains"] = {name: facts for name, facts in game["trains"].items() if name in used}
    ground = load_ground(PACKAGE, flat=False, board="moravia_map.toml")
    return _make(MORAVIA, ground, game, own, own)


def _make(
    variant: str,
    ground: Ground,
    game: Mapping[str, Any],
    rules: Mapping[str, Any],
    own: Mapping[str, Any] | None = None,
) -> Book:
    """A book from what is common, from the rules of the variant, and from what is the variant's own."""
    own = own or {}
    cards = {
        letter: CardFacts(tuple(card["types"]), card.get("count")) for letter, card in rules["cards"].items()
    }
    companies = _companies(own)
    trains = game["trains"]
    return Book(
        variant=variant,
        ground=ground,
        placements=Placements(ground, LAYING, partial(misfit, ground), merge_stops=True),
        companies=companies,
        sizes=_sizes(rules),
        locals=_locals(game, own),
        trains={name: _kind(name, facts) for name, facts in trains.items()},
        train_sizes={name: facts["size"] for name, facts in trains.items()},
        scraps={name: tuple(facts.get("scraps", ())) for name, facts in trains.items()},
        cards=cards,
        phases=_phases(rules),
        prices=tuple(sorted(game["market"]["lower"] + game["market"]["upper"])),
        local_prices=tuple(map(tuple, rules["local_prices"])),
        last_local_price=game["locals"]["last_price"],
        tables={int(n): _table(facts, cards, len(companies)) for n, facts in rules["players"].items()},
        token_costs=(game["tokens"]["second"], game["tokens"]["further"]),
        vaclav={size: VaclavFacts(**facts) for size, facts in own.get("vaclav", {}).items()},
        deals_from=rules["deals_from"],
        bid_step=own.get("bid_step", 0),
        red_bonus=own.get("reconstructed", {}).get("red_bonus", game["red"]["bonus"]),
        red_bonus_trains=tuple(own.get("red_bonus_trains", ())),
    )


def _sizes(rules: Mapping[str, Any]) -> dict[str, SizeFacts]:
    return {s: SizeFacts(**facts | {"pars": tuple(facts["pars"])}) for s, facts in rules["sizes"].items()}


def _phases(rules: Mapping[str, Any]) -> dict[str, PhaseFacts]:
    return {
        letter: PhaseFacts(**facts | {"colours": tuple(facts["colours"])})
        for letter, facts in rules["phases"].items()
    }


def _companies(own: Mapping[str, Any]) -> dict[str, CompanyFacts]:
    listed = read_toml(PACKAGE, "companies.toml")
    homes = own.get("reconstructed", {}).get("homes")
    kept = homes or own.get("companies", listed)
    made = {}
    for name, facts in listed.items():
        if name in kept:
            facts["homes"] = (homes[name],) if homes else tuple(facts["homes"])
            if homes:
                facts.pop("red_tile")
            made[name] = CompanyFacts(**facts)
    return made


def _locals(game: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, LocalFacts]:
    privates = own.get("reconstructed", {}).get("privates")
    listed = privates or read_toml(PACKAGE, "locals.toml")
    made = {}
    for name, facts in listed.items():
        if name not in own.get("locals", listed):
            continue
        powers = game["locals"][facts["size"]] if facts.get("kind", "local") == "local" else {}
        made[name] = LocalFacts(
            name=facts["name"],
            size=facts["size"],
            price=facts["price"],
            income=powers.get("income", 0),
            waives=tuple(powers.get("waives", ())),
            purple=tuple(powers.get("purple", ())),
            kind=facts.get("kind", "local"),
            home=facts.get("home"),
        )
    return made


def _kind(name: str, facts: Mapping[str, Any]) -> TrainKind:
    return TrainKind(
        name, facts["price"], facts["stops"], facts.get("cities"), facts.get("skips_towns", False)
    )


def _table(facts: Mapping[str, Any], cards: Mapping[str, CardFacts], companies: int) -> Table:
    counts = facts.get("trains", {letter: card.count for letter, card in cards.items() if card.count})
    stack = tuple(letter for letter in cards for _ in range(counts.get(letter, 0)))
    return Table(facts["cash"], facts["certificates"], facts.get("companies", companies), stack)


def _problems(facts: Book) -> list[str]:
    hexes = facts.ground.atlas
    found = [f"{c} has no home {h}" for c, f in facts.companies.items() for h in f.homes if h not in hexes]
    found += [
        f"card {letter} has an unknown type {kind}"
        for letter, card in facts.cards.items()
        for kind in card.types
        if kind not in facts.trains
    ]
    if list(facts.cards) != list(facts.phases):
        found.append("every card letter has its phase")
    par = {price for size in facts.sizes.values() for price in size.pars}
    found += [f"there is no price {price}" for price in sorted(par - set(facts.prices))]
    return found

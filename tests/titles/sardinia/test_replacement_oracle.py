"""An independent judge of which tokens of a target may be replaced: every subset of its places, one by one.

It walks the track by itself and takes the rule by the letter of the digest. What the game offers in many
random positions must be what it finds, and nothing else.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

import pytest
from tests.titles.sardinia.openings import FULL, position

from piercy.core.errors import IllegalAction
from piercy.core.game import Game
from piercy.rail.hexes import opposite
from piercy.rail.tiles import Track
from piercy.testing import questions as ask
from piercy.testing.moves import offered
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.operating_actions import ReplaceTokens, VacateMines

ATLAS = FULL.ground.atlas
STATIONS = [name for name, place in ATLAS.hexes.items() if any(stop.slots for stop in place.printed.stops)]
MINES = frozenset(name for name in STATIONS if ATLAS[name].kind == "mine")
CARBONIA = frozenset(("B32", "B34", "B36"))
LAND = [name for name, place in ATLAS.hexes.items() if place.first_tiles and name not in STATIONS]
Laid = dict[str, tuple[str, int]]
Options = dict[str, Any]
PLAYER, ACQUIRER, TARGET = "Alan", "FMS", "FA"

READINGS: dict[str, Options] = {
    "default": {},
    "mines count": {"mines_count_as_scarce": True},
    "strictly linked": {"linked_to_network": True},
    "mines first": {"mines_before_cities": True},
    "two in Carbonia": {"carbonia_after_absorption": True},
    "all": {
        "mines_count_as_scarce": True,
        "linked_to_network": True,
        "mines_before_cities": True,
        "carbonia_after_absorption": True,
    },
}


def tiles_with(*kinds: str) -> list[str]:
    """The tiles with a stop of these kinds; for no kind, those with plain track alone."""
    return [tile.id for tile in FULL.ground.tiles.values() if {s.kind for s in tile.track.stops} == {*kinds}]


def random_track(chance: random.Random) -> Laid:
    """Tiles all over the islands, those with many arms first, wherever they lead; no more than there are."""
    left = {tile.id: tile.count or 0 for tile in FULL.ground.tiles.values()}
    mines, cities, others = tiles_with("mine"), tiles_with("city"), tiles_with("town") + tiles_with()
    laid = {}
    for name in chance.sample(STATIONS + LAND, len(STATIONS + LAND)):
        fitting = mines if name in MINES else cities if name in STATIONS else others
        there = [tile for tile in fitting if left[tile]]
        if there and chance.random() < 0.9:
            (tile,) = chance.choices(there, [len(FULL.ground.tiles[tile].track.edges) ** 2 for tile in there])
            left[tile] -= 1
            laid[name] = (tile, chance.choice(inland(name, tile)))
    return laid


def inland(name: str, tile: str) -> list[int]:
    """The rotations in which the tile has an arm to land: that counts for a mine, which has one exit."""
    arms = FULL.ground.tiles[tile].track.edges
    beside = ATLAS.beside[name]
    return [turn for turn in range(6) if any(beside[(edge + turn) % 6] in STATIONS + LAND for edge in arms)]


def joined_to(laid: Laid, start: str) -> set[str]:
    """The other stations at the ends of direct routes, found by walking from hex to hex."""
    met: set[str] = set()
    sides = {(start, edge) for stop in track(laid, start).stops for edge in stop.edges}
    walked: set[tuple[str, int]] = set()
    while sides:
        side = sides.pop()
        if side in walked:
            continue
        walked.add(side)
        beside = ATLAS.beside[side[0]][side[1]]
        if beside is None:
            continue
        entered = opposite(side[1])
        there = track(laid, beside)
        if any(stop.slots and entered in stop.edges for stop in there.stops):
            met.add(beside)
            continue
        lines = [*there.paths, *(stop.edges for stop in there.stops)]
        sides |= {(beside, edge) for line in lines if entered in line for edge in line if edge != entered}
    return met - {start}


def track(laid: Laid, name: str) -> Track:
    if name not in laid:
        return ATLAS.hexes[name].printed
    tile, rotation = laid[name]
    return FULL.ground.tiles[tile].track.turned(rotation)


def random_tokens(chance: random.Random, laid: Laid, home: str, most: int, options: Options) -> list[str]:
    """The home and other stations, one of them in Carbonia at most unless more are allowed.

    Many lie at the end of a direct route from the one before: so connection comes about, and fails, often.
    """
    found, wanted = [home], chance.randrange(most - 2, most + 1)
    while len(found) < wanted:
        near = sorted(joined_to(laid, found[-1]).difference(found))
        name = chance.choice(near if near and chance.random() < 0.7 else STATIONS)
        second = name in CARBONIA and CARBONIA.intersection(found)
        if name not in found and not (second and not options.get("carbonia_after_absorption")):
            found.append(name)
    return found


def random_absorption(chance: random.Random, options: Options) -> Game:
    """FMS has just paid for FA, and nothing is sorted out yet; where their tokens stand, anybody's guess."""
    made = position(3, **options)
    made.company(ACQUIRER, 120, PLAYER, {PLAYER: 1})
    made.company(TARGET, 100, PLAYER, {PLAYER: 1})
    laid = random_track(chance)
    own = random_tokens(chance, laid, "E35", 6, options)
    theirs = random_tokens(chance, laid, "E25", 7, options)
    paid = SardiniaScenario(made.begin("operating")).map(laid, {ACQUIRER: own, TARGET: theirs})
    return paid.absorption(ACQUIRER, TARGET).game(conserved=False)


@dataclass(frozen=True)
class Judge:
    """The position after own mines were vacated, and the rule by the letter."""

    routes: dict[str, set[str]]
    """Where direct routes lead from the places in question."""
    own: frozenset[str]
    cities: frozenset[str]
    mines: frozenset[str]
    left: int
    options: Options

    @property
    def places(self) -> list[str]:
        return sorted(self.cities | self.mines)

    def scarce(self) -> bool:
        wanted = set(self.cities)
        if self.options.get("mines_count_as_scarce"):
            open_to_us = self.options.get("carbonia_after_absorption") or not self.own & CARBONIA
            wanted |= self.mines if open_to_us else self.mines - CARBONIA
        return len(wanted) > self.left

    def possible(self, chosen: frozenset[str]) -> bool:
        """Whether tokens, districts and, where it counts, direct routes allow it."""
        if len(chosen) > self.left:
            return False
        if len((self.own | chosen) & CARBONIA) > 1 and not self.options.get("carbonia_after_absorption"):
            return False
        return not self.scarce() or self.linked(chosen)

    def linked(self, chosen: frozenset[str]) -> bool:
        if not self.options.get("linked_to_network"):
            return all(self.routes[name] & (self.own | chosen) for name in chosen)
        joined = set(self.own)
        for _ in chosen:
            joined |= {name for name in chosen if self.routes[name] & joined}
        return chosen <= joined

    def legal(self) -> set[frozenset[str]]:
        every = [frozenset(some) for some in subsets(self.places) if self.possible(frozenset(some))]
        if not self.scarce():
            return {chosen for chosen in every if self.cities <= chosen}
        mines_first = self.options.get("mines_before_cities") and len(self.cities) > self.left
        return {
            chosen
            for chosen in every
            if not any(
                len(other & self.cities) > len(chosen & self.cities)
                for other in every
                if not mines_first or other & self.mines == chosen & self.mines
            )
        }

    def by_the_first_rules(self) -> set[frozenset[str]]:
        """As version 1 read it: mines are given up with scarce tokens, and as much as possible is kept."""
        if len(self.cities) <= self.left:
            return self.legal()
        places = self.places if self.options.get("mines_before_cities") else sorted(self.cities)
        every = [frozenset(some) for some in subsets(places) if self.possible(frozenset(some))]
        return {chosen for chosen in every if len(chosen) == max(map(len, every))}


def subsets(places: list[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(places, size) for size in range(len(places) + 1))


def judge(position: SardiniaScenario, options: Options) -> Judge:
    own = tokens_of(position, ACQUIRER)
    theirs = tokens_of(position, TARGET) - own
    routes = {name: joined_to(ask.tiles_laid(position), name) for name in theirs}
    return Judge(routes, own, theirs - MINES, theirs & MINES, 7 - len(own), options)


def tokens_of(position: ask.Position, company: str) -> frozenset[str]:
    return frozenset(name for name, _ in ask.tokens_of(position, company))


def compared(game: Game, chance: random.Random, options: Options, *, first: bool = False) -> Counter[str]:
    """Compare what the game asks with the judge; what kind of position it was."""
    own_mines = sorted(tokens_of(game, ACQUIRER) & MINES)
    leaves = tuple(name for name in own_mines if chance.random() < 0.3)
    at = judge(SardiniaScenario(game).token_gone(ACQUIRER, *leaves), options)
    legal = at.by_the_first_rules() if first else at.legal()
    after = game.apply(VacateMines(PLAYER, leaves))
    if len(legal) == 1:
        assert not ask.tokens_to_sort(after), "the president is asked although there is no choice"
        assert tokens_of(after, ACQUIRER) == at.own | next(iter(legal))
        assert tokens_of(after, TARGET) == frozenset()
    else:
        sets = [frozenset(action.hexes) for action in offered(after, ReplaceTokens)]
        assert len(sets) == len(set(sets))
        assert set(sets) == legal
        _nothing_else(after, at, legal, chance)
        _carried_out(after, at, chance.choice(sorted(map(sorted, legal))))
    return Counter(_kinds(at, legal))


def _nothing_else(game: Game, at: Judge, legal: set[frozenset[str]], chance: random.Random) -> None:
    """Every other set is refused, and sets with a place of nobody's too."""
    strays = [name for name in (*sorted(at.own), *STATIONS) if name not in at.places][:2]
    every = list(subsets(at.places + strays))
    for some in chance.sample(every, min(len(every), 24)):
        try:
            game.check(ReplaceTokens(PLAYER, some))
        except IllegalAction:
            assert frozenset(some) not in legal
        else:
            assert frozenset(some) in legal


def _carried_out(game: Game, at: Judge, hexes: list[str]) -> None:
    after = game.apply(ReplaceTokens(PLAYER, tuple(hexes)))
    assert tokens_of(after, ACQUIRER) == at.own.union(hexes)
    assert ask.tokens_left(after, ACQUIRER) == at.left - len(hexes)
    assert tokens_of(after, TARGET) == frozenset()


def _kinds(at: Judge, legal: set[frozenset[str]]) -> Iterator[str]:
    if not at.scarce():
        return
    yield "scarce"
    if len(legal) > 1:
        yield "asked"
    if any(chosen & at.mines for chosen in legal):
        yield "a mine is kept"
    if any(not at.linked(chosen & at.cities) for chosen in legal):
        yield "a mine holds a city"
    if at.legal() != at.by_the_first_rules():
        yield "the readings differ"
    if len(at.cities) <= at.left:
        yield "enough for cities"


@pytest.mark.rule("R65-5.4.7", "R65-5.4.9", "R65-5.4.11", "R65-5.4.12", "R65-5.4.13")
@pytest.mark.parametrize("reading", READINGS)
def test_what_may_be_replaced_is_offered_and_nothing_else(reading: str) -> None:
    options = READINGS[reading]
    chance = random.Random(f"replaced tokens, {reading}")
    seen: Counter[str] = Counter()
    for _ in range(200):
        seen += compared(random_absorption(chance, options), chance, options)
    assert min(seen["scarce"], seen["asked"], seen["a mine is kept"], seen["the readings differ"]) > 5
    assert seen["a mine holds a city"] > 0 or options.get("linked_to_network")
    assert bool(seen["enough for cities"]) == options.get("mines_count_as_scarce", False)


@pytest.mark.rule("R65-5.4.11")
@pytest.mark.parametrize("reading", ["default", "mines first"])
def test_games_of_the_first_rules_keep_their_reading(reading: str) -> None:
    options = READINGS[reading]
    chance = random.Random(f"first rules, {reading}")
    seen: Counter[str] = Counter()
    for _ in range(150):
        game = random_absorption(chance, {"version": 1, **options})
        seen += compared(game, chance, options, first=True)
    assert min(seen["asked"], seen["the readings differ"]) > 0

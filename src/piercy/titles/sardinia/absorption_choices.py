"""Which tokens of the target the acquirer may replace [R65-5.4.7 to R65-5.4.13]."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from piercy.core.errors import IllegalAction
from piercy.rail.board import token_places
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.state import SardiniaState
from piercy.titles.sardinia.traffic import mines_of
from piercy.titles.sardinia.ways import direct_routes

Hexes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is at stake when the tokens of the target are replaced."""

    own: frozenset[str]
    """Where the acquirer has its own tokens."""
    cities: Hexes
    """Cities with a token of the target and none of the acquirer."""
    mines: Hexes
    left: int
    """Tokens on the charter of the acquirer."""
    scarce: bool
    """Whether they do not suffice, so that each replaced token must be connected [R65-5.4.12]."""

    @property
    def places(self) -> Hexes:
        return self.cities + self.mines


def stakes(facts: Book, state: SardiniaState) -> Stakes:
    """The stakes of the absorption that is going on."""
    absorption = state.absorption
    assert absorption is not None
    own = frozenset(name for name, _ in token_places(state.board, absorption.acquirer))
    places = [name for name, _ in token_places(state.board, absorption.target) if name not in own]
    pits = set(mines_of(facts, state, absorption.target))
    cities = tuple(name for name in places if name not in pits)
    mines = tuple(name for name in places if name in pits)
    left = state.companies[absorption.acquirer].tokens
    wanted = len(cities)
    if state.rulings.mines_count_as_scarce:
        wanted += sum(_keeps_districts(facts, state, own, (name,)) for name in mines)
    return Stakes(own, cities, mines, left, wanted > left)


def replacements(facts: Book, state: SardiniaState) -> list[Hexes]:
    """All sets of hexes where the acquirer may take the place of the target."""
    at = stakes(facts, state)
    if state.rulings.scarce_cities_alone and at.scarce:
        return _cities_alone(facts, state, at)
    found = [
        hexes
        for size in range(min(at.left, len(at.places)) + 1)
        for hexes in combinations(at.places, size)
        if _keeps_districts(facts, state, at.own, hexes)
    ]
    if not at.scarce:
        return [hexes for hexes in found if set(at.cities) <= set(hexes)]
    found = [hexes for hexes in found if _holds_together(facts, state, at.own, hexes)]
    if _mines_first(state, at):
        return [hexes for hexes in found if _kept(at, hexes) == _most(at, found, beside=_mines(at, hexes))]
    most = _most(at, found)
    return [hexes for hexes in found if _kept(at, hexes) == most]


def refusal(facts: Book, state: SardiniaState, hexes: Hexes) -> IllegalAction:
    """The rule that a choice breaks which is not among the replacements."""
    assert state.absorption is not None
    at, target = stakes(facts, state), state.absorption.target
    if not set(hexes) <= set(at.places):
        return IllegalAction("R65-5.4.7", "only tokens of {target} are replaced", target=target)
    if len(hexes) > at.left:
        return IllegalAction(
            "R65-5.4.4", "there {left:is|are} {left} {left:token|tokens} to place", left=at.left
        )
    if not _keeps_districts(facts, state, at.own, hexes):
        return IllegalAction("R65-5.4.13", "a company has one token in a mining district")
    if not at.scarce:
        return IllegalAction("R65-5.4.7", "every city of {target} is kept", target=target)
    if not _holds_together(facts, state, at.own, hexes):
        return IllegalAction("R65-5.4.12", "each new token needs a direct route to another")
    if _mines(at, hexes) and not _mines_first(state, at):
        return IllegalAction("R65-5.4.11", "cities come before mines")
    return IllegalAction("R65-5.4.7", "as many cities as possible are kept")


def _mines_first(state: SardiniaState, at: Stakes) -> bool:
    """Whether mines may be taken at the cost of cities [Q65-37]; only if some city has to go."""
    return state.rulings.mines_before_cities and len(at.cities) > at.left


def _kept(at: Stakes, hexes: Hexes) -> int:
    """How many cities are kept."""
    return sum(name in at.cities for name in hexes)


def _mines(at: Stakes, hexes: Hexes) -> set[str]:
    return set(hexes) & set(at.mines)


def _most(at: Stakes, found: Iterable[Hexes], *, beside: set[str] | None = None) -> int:
    """How many cities can be kept: at all, or beside exactly these mines."""
    return max(_kept(at, hexes) for hexes in found if beside is None or _mines(at, hexes) == beside)


def _cities_alone(facts: Book, state: SardiniaState, at: Stakes) -> list[Hexes]:
    """The reading of rules version 1: mines are given up where tokens are scarce."""
    places = at.places if state.rulings.mines_before_cities else at.cities
    for size in range(min(at.left, len(places)), 0, -1):
        found = [
            hexes
            for hexes in combinations(places, size)
            if _keeps_districts(facts, state, at.own, hexes) and _holds_together(facts, state, at.own, hexes)
        ]
        if found:
            return found
    return [()]


def _keeps_districts(facts: Book, state: SardiniaState, own: frozenset[str], hexes: Hexes) -> bool:
    """One token in a mining district [R65-5.4.13]."""
    if state.rulings.carbonia_after_absorption:
        return True
    return all(len(mines & own.union(hexes)) <= 1 for mines in facts.districts.values())


def _holds_together(facts: Book, state: SardiniaState, own: frozenset[str], hexes: Hexes) -> bool:
    """Each new token has a direct route to another token, old or new [R65-5.4.12]."""
    net = direct_routes(facts, state.rulings).on(state.board)
    tokens = {(name, 0) for name in (*own, *hexes)}
    new = {(name, 0) for name in hexes}
    if not state.rulings.linked_to_network:
        return all(net.reach(place) & tokens for place in new)
    linked = tokens - new
    while more := {place for place in new - linked if net.reach(place) & linked}:
        linked |= more
    return new <= linked

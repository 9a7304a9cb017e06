"""Counting: what the players own [RCZ-X.2], and that nothing appears or vanishes."""

from __future__ import annotations

from collections import Counter

from piercy.rail.money import Purse
from piercy.titles.cz.book import Book
from piercy.titles.cz.state import CzState, card_of, player_shares, price_of

Kept = dict[str, tuple[int, int]]


def wealth(facts: Book, state: CzState, player: str) -> int:
    """Cash, shares and Locals, less loans and penalties [RCZ-X.2.2]."""
    return sum(wealth_parts(facts, state, player).values())


def wealth_parts(facts: Book, state: CzState, player: str) -> dict[str, int]:
    """What a player's wealth is made of [RCZ-X.2.2]."""
    purse = state.players[player]
    shares = sum(
        company.shares.get(player, 0) * price_of(facts, company) for company in state.companies.values()
    )
    held = sum(
        local.owner == player and not local.with_company and facts.locals[name].kind == "local"
        for name, local in state.locals.items()
    )
    debt = purse.loan + purse.penalty
    return {"cash": purse.cash, "shares": shares, "locals": held * facts.last_local_price, "debt": -debt}


def conserved(facts: Book, state: CzState) -> Kept:
    """For each thing that can neither appear nor vanish: how much there must be, and is."""
    return {"money": (0, _money(state))} | _tiles(facts, state) | _cards(facts, state) | _papers(facts, state)


def _money(state: CzState) -> int:
    purses: list[Purse] = [state.bank, *state.players.values(), *state.companies.values()]
    return sum(purse.cash for purse in purses)


def _tiles(facts: Book, state: CzState) -> Kept:
    laid = Counter(tile for tile, _ in state.board.tiles.values())
    return {
        f"tile {tile.id}": (tile.count or 0, state.supply[tile.id] + laid[tile.id])
        for tile in facts.ground.tiles.values()
    }


def _cards(facts: Book, state: CzState) -> Kept:
    depot = state.depot
    there = Counter(map(card_of, depot.stack + depot.pool + depot.gone))
    for company in state.companies.values():
        there.update(map(card_of, company.trains))
    made = Counter(facts.tables[len(state.players)].stack)
    made[facts.endless] = depot.drawn
    return {f"{letter} cards": (made[letter], there[letter]) for letter in facts.cards}


def _papers(facts: Book, state: CzState) -> Kept:
    """Shares, station markers and Locals."""
    found: Kept = {}
    made = there = 0
    for name, company in state.companies.items():
        held, total = player_shares(company), facts.size(name).shares
        # the bank has what players do not: they must not have more than there is, nor a share without price
        found[f"shares of {name}"] = (
            held,
            min(held, total if company.cell >= 0 and not company.closed else 0),
        )
        made += facts.size(name).tokens if company.open else 0
        there += company.tokens + company.taken_tokens
    there += sum(map(len, state.board.tokens.values()))
    found["station markers"] = (made + _private_tokens(facts, state), there)
    owners = {local.owner for local in state.locals.values() if local.owner is not None}
    known = owners & (state.players.keys() | state.companies.keys())
    found["owners of Locals"] = (len(owners), len(known))
    return found


def _private_tokens(facts: Book, state: CzState) -> int:
    """MW's marker: on the map from its sale on, until it closes unsold to a company."""
    return sum(
        1
        for name, local in state.locals.items()
        if facts.locals[name].kind == "railway"
        and local.owner is not None
        and (local.with_company or not local.closed)
    )

"""What the site numbers and we do not: copies of tiles and train cards, and single certificates."""

from __future__ import annotations

from collections import Counter

from piercy.interop.games18xx import names
from piercy.interop.games18xx.cards import POOL
from piercy.titles.cz.state import CzState, card_of

BANK = ""


class TileCopies:
    """Which copy of a tile lies where."""

    def __init__(self) -> None:
        self._on: dict[str, str] = {}

    def lay(self, place: str, tile: str) -> str:
        """Lay the lowest free copy of a tile; the one below it becomes free."""
        self._on.pop(place, None)
        taken = set(self._on.values())
        copy = next(name for n in range(len(taken) + 1) if (name := f"{tile}-{n}") not in taken)
        self._on[place] = copy
        return copy

    def city(self, place: str, index: int) -> str:
        """The site's name of a city."""
        return f"{self._on.get(place, f'{names.site_hex(place)}-0')}-{index}"


class CardCopies:
    """Who holds which copy of a train card, as which train of ours."""

    def __init__(self) -> None:
        self._drawn: Counter[str] = Counter()
        self._held: list[tuple[str, str, str]] = []
        """Holder, train, copy."""

    def draw(self, holder: str | None, train: str) -> str:
        """The next card of the stack goes to a company, or out of the game."""
        letter = card_of(train)
        copy = names.card_name(letter, self._drawn[letter])
        self._drawn[letter] += 1
        if holder is not None:
            self._held.append((holder, train, copy))
        return copy

    def take(self, holder: str, train: str) -> str:
        """Take a copy from its holder: one used as the train, or from the pool any of its letter."""
        letter = card_of(train)
        fits = [held for held in self._held if held[0] == holder and card_of(held[1]) == letter]
        found = next((held for held in fits if held[1] == train), fits[0])
        self._held.remove(found)
        return found[2]

    def give(self, holder: str, train: str, copy: str) -> None:
        self._held.append((holder, train, copy))

    def of(self, holder: str, kind: str) -> list[str]:
        """The copies that a company uses as trains of a type."""
        return [copy for who, train, copy in self._held if who == holder and train[:-1] == kind]

    def keep_up(self, state: CzState) -> None:
        """Forget the cards that became obsolete, and follow those that went with an acquisition."""
        for name, company in state.companies.items():
            for holder, train, copy in list(self._held):
                if holder == name and company.closed:
                    self._held[self._held.index((holder, train, copy))] = (state.turn.company, train, copy)
        wanted = Counter({(POOL, train): n for train, n in Counter(state.depot.pool).items()})
        for name, company in state.companies.items():
            wanted.update((name, train) for train in company.trains)
        kept = []
        for held in self._held:
            if wanted[held[:2]]:
                wanted[held[:2]] -= 1
                kept.append(held)
        self._held = kept


class Certificates:
    """Who holds which certificate; number 0 is the Director's."""

    def __init__(self) -> None:
        self._holders: dict[str, dict[int, str]] = {}

    def moved(self, state: CzState, company: str, shares: int) -> list[str]:
        """Follow the state, and tell which ordinary certificates of a company have changed hands."""
        now = state.companies[company]
        known = self._holders.setdefault(company, dict.fromkeys(range(1, shares - 1), BANK))
        wanted = {who: n - 2 * (who == now.president) for who, n in now.shares.items()}
        free, changed = [], []
        for number, who in known.items():
            if who == BANK:
                free.append(number)
            elif wanted.get(who, 0) > 0:
                wanted[who] -= 1
            else:
                free.append(number)
                changed.append(number)
        for number in free:
            known[number] = BANK
        for who, missing in wanted.items():
            for _ in range(missing):
                number = free.pop(0)
                known[number] = who
                changed.append(number)
        return [f"{names.site_company(company)}_{number}" for number in sorted(set(changed))]

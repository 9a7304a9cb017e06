"""Where the train cards of a file are: the site names every copy, we name types and letters."""

from __future__ import annotations

POOL = "pool"


class Cards:
    """Who holds each named card that has left the bank's stack, and as which train of ours."""

    def __init__(self) -> None:
        self._held: dict[str, tuple[str, str]] = {}

    def holder(self, card: str) -> str | None:
        """The company that holds the card, the pool, or None while it is in the stack."""
        found = self._held.get(card)
        return None if found is None else found[0]

    def train(self, card: str) -> str:
        """The train of ours that the card is used as."""
        return self._held[card][1]

    def put(self, card: str, holder: str, train: str) -> None:
        self._held[card] = (holder, train)

    def drop(self, card: str) -> None:
        """The card has left the game."""
        self._held.pop(card, None)

    def pass_over(self, old: str, new: str) -> None:
        """All cards of one holder go to another."""
        for card, (holder, train) in self._held.items():
            if holder == old:
                self._held[card] = (new, train)

    def pooled(self, train: str) -> int:
        """How many cards in the pool are used as the train."""
        return sum(held == (POOL, train) for held in self._held.values())

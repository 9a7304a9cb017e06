"""Asking for the blanks of an offer: menus, numbers, and tables field by field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console

from piercy.cli.common import one_line
from piercy.core.actions import Action
from piercy.core.offers import Domain, Offer, Values

MANY = 12
SHORT = 24
"""A longer value is shown by what it means, where that is known."""

Tell = Callable[[str, Any, Values], str]
"""Field, value, fields filled before -> what it means, or nothing."""


class Back(Exception):
    """The player wants another action after all."""


class Leave(Exception):
    """The player wants to stop, or nobody is there any more."""


class Asker:
    """Puts questions on a console and understands the answers."""

    def __init__(self, console: Console, read: Callable[[str], str]) -> None:
        self._console = console
        self._read = read
        self.tell: Tell = lambda name, value, chosen: ""
        """Says what a value means; set it for the game that is asked about."""
        self._chosen: Values = {}

    def line(self, prompt: str) -> str:
        """One line of input.

        :raises Leave: there is no more.
        """
        try:
            return self._read(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def action(self, offer: Offer) -> Action:
        """The offer with its blanks filled.

        :raises Back: the player changed his mind.
        """
        self._chosen = {"player": offer.player}
        for domain in offer.domains:
            self._chosen |= domain.fill(self)
        return offer.action(**self._chosen)

    def one(self, name: str, options: Sequence[Any]) -> Any:
        """One of the options; a single one is not asked for."""
        if not options:
            self._console.print(f"there is nothing to choose for {name}")
            raise Back
        if len(options) == 1:
            told = self.tell(name, options[0], self._chosen)
            self._console.print(f"{name}: {words(options[0])}" + (f" ({told})" if told else ""))
            return options[0]
        keys = self._list(name, options)
        while (answer := self._answer(f"{name}: ")) not in keys:
            self._console.print(f"{answer!r} is not in the list (b goes back)")
        return keys[answer]

    def rows(self, fields: tuple[str, ...], rows: Sequence[Values]) -> Values:
        """Ask for one field after the other; what fits the answers so far is left to choose from."""
        left = list(rows)
        for name in fields:
            options = list({repr(row[name]): row[name] for row in left}.values())
            chosen = self.one(name, options)
            self._chosen[name] = chosen
            left = [row for row in left if row[name] == chosen]
        return left[0]

    def number(self, name: str, low: int, high: int | None, step: int) -> Values:
        """Ask for a number until it fits."""
        if low == high:
            return {name: self.one(name, [low])}
        steps = f" in steps of {step}" if step != 1 else ""
        asked = f"at least {low}" if high is None else f"{low} to {high}{steps}"
        while True:
            answer = self._answer(f"{name} ({asked}): ")
            fits = answer.removeprefix("-").isdecimal() and int(answer) >= low
            if fits and (high is None or int(answer) in range(low, high + 1, step)):
                return {name: int(answer)}
            self._console.print(f"{answer!r} is not such a number (b goes back)")

    def several(self, name: str, options: Sequence[Any], least: int, most: int) -> Values:
        """Ask for some options until they fit."""
        keys = self._list(name, options)
        while True:
            answer = self._answer(f"{name} ({least} to {most}, with commas): ")
            parts = [part.strip() for part in answer.split(",") if part.strip()]
            fits = all(part in keys for part in parts) and len(set(parts)) == len(parts)
            if fits and least <= len(parts) <= most:
                wanted = [keys[part] for part in parts]
                return {name: tuple(option for option in options if option in wanted)}
            self._console.print(f"{answer!r} is not such a choice (b goes back)")

    def _list(self, name: str, options: Sequence[Any]) -> dict[str, Any]:
        """Print the options; what to type for each. Those that read as numbers are typed as they are."""
        shown = [words(option) for option in options]
        told = [self.tell(name, option, self._chosen) for option in options]
        by_text = len(set(shown)) == len(shown)
        numeric = any(text.lstrip("-").isdecimal() for text in shown)
        if by_text and (numeric or len(shown) > MANY):
            parts = [f"{a} ({b})" if b else a for a, b in zip(shown, told, strict=True)]
            self._console.print(f"{name}: {', '.join(parts)}")
            return dict(zip(shown, options, strict=True))
        for number, (text, more) in enumerate(zip(shown, told, strict=True), start=1):
            line = more or text if len(text) > SHORT else f"{text}  {more}".rstrip()
            self._console.print(f"  {number:>3}  {line}")
        keys = dict(zip(shown, options, strict=True)) if by_text else {}
        return keys | {str(number): option for number, option in enumerate(options, start=1)}

    def _answer(self, prompt: str) -> str:
        answer = self.line(prompt)
        if answer == "b":
            raise Back
        if answer == "q":
            raise Leave
        return answer


def words(value: Any) -> str:
    """A value of an action's field, for people."""
    return one_line(value)


def offer_words(offer: Offer) -> str:
    """An offer in one line: what can be done, and with what where that is short to say."""
    parts = [told for domain in offer.domains if (told := _domain_words(domain))]
    name = offer.type.replace("_", " ")
    return f"{name} ({'; '.join(parts)})" if parts else name


def _domain_words(domain: Domain) -> str:
    return "" if domain.computed else domain.fill(_InALine())


class _InALine:
    """Says in a line what may be chosen, where that is short to say."""

    def rows(self, fields: tuple[str, ...], rows: Sequence[Values]) -> str:
        first = list(dict.fromkeys(words(row[fields[0]]) for row in rows))
        return f"{fields[0]} {' | '.join(first)}" if len(first) <= MANY else ""

    def number(self, name: str, low: int, high: int | None, step: int) -> str:
        return f"{name} at least {low}" if high is None else f"{name} {low} to {high}"

    def several(self, name: str, options: Sequence[Any], least: int, most: int) -> str:
        return f"{name} {' | '.join(map(words, options))}" if len(options) <= MANY else ""

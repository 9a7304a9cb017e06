"""Asking for the blanks of an offer: menus, numbers, and tables field by field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console

from piercy.cli.common import one_line
from piercy.core.actions import Action
from piercy.core.offers import Domain, Offer, OneOf, Open, Range, Subset, Table, Values

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
            self._chosen |= self._fill(domain)
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

    def _fill(self, domain: Domain) -> Values:
        if isinstance(domain, OneOf):
            return {domain.name: self.one(domain.name, domain.options)}
        if isinstance(domain, Range):
            return {domain.name: self._number(domain)}
        if isinstance(domain, Open):
            return {domain.name: self._open_number(domain)}
        if isinstance(domain, Subset):
            return {domain.name: self._several(domain)}
        if isinstance(domain, Table):
            return self._row(domain)
        found = list(domain.values())
        (name,) = domain.to_dict()["fields"]
        return {name: self.one(name, [values[name] for values in found])}

    def _number(self, domain: Range) -> int:
        span = range(domain.low, domain.high + 1, domain.step)
        steps = f" in steps of {domain.step}" if domain.step != 1 else ""
        if len(span) == 1:
            return int(self.one(domain.name, span))
        while True:
            answer = self._answer(f"{domain.name} ({span[0]} to {span[-1]}{steps}): ")
            if answer.removeprefix("-").isdecimal() and int(answer) in span:
                return int(answer)
            self._console.print(f"{answer!r} is not such a number (b goes back)")

    def _open_number(self, domain: Open) -> int:
        while True:
            answer = self._answer(f"{domain.name} (at least {domain.low}): ")
            if answer.removeprefix("-").isdecimal() and int(answer) >= domain.low:
                return int(answer)
            self._console.print(f"{answer!r} is not such a number (b goes back)")

    def _several(self, domain: Subset) -> tuple[Any, ...]:
        most = len(domain.options) if domain.most is None else domain.most
        keys = self._list(domain.name, domain.options)
        while True:
            answer = self._answer(f"{domain.name} ({domain.least} to {most}, with commas): ")
            parts = [part.strip() for part in answer.split(",") if part.strip()]
            fits = all(part in keys for part in parts) and len(set(parts)) == len(parts)
            if fits and domain.least <= len(parts) <= most:
                wanted = [keys[part] for part in parts]
                return tuple(option for option in domain.options if option in wanted)
            self._console.print(f"{answer!r} is not such a choice (b goes back)")

    def _row(self, domain: Table) -> Values:
        rows = list(domain.rows)
        for column, name in enumerate(domain.names):
            options = list({repr(row[column]): row[column] for row in rows}.values())
            chosen = self.one(name, options)
            self._chosen[name] = chosen
            rows = [row for row in rows if row[column] == chosen]
        return dict(zip(domain.names, rows[0], strict=True))

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
    if isinstance(domain, Range):
        return f"{domain.name} {domain.low} to {domain.high}"
    if isinstance(domain, Open):
        return f"{domain.name} at least {domain.low}"
    if isinstance(domain, OneOf | Subset) and len(domain.options) <= MANY:
        return f"{domain.name} {' | '.join(words(option) for option in domain.options)}"
    if isinstance(domain, Table):
        first = list(dict.fromkeys(words(row[0]) for row in domain.rows))
        return f"{domain.names[0]} {' | '.join(first)}" if len(first) <= MANY else ""
    return ""

"""Templates of messages: blanks in braces, and words that go by a number.

``{count:loan|loans}`` is the one word where the field ``count`` is 1, and the other where it is not. A
template goes by one number; what other languages need beyond two forms stands in their catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

_COUNTED = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")


@dataclass(frozen=True, slots=True)
class Counted:
    """A template that goes by a number, in its two English forms."""

    field: str
    one: str
    other: str

    def form(self, fields: Mapping[str, object]) -> str:
        """The form for these fields."""
        return self.one if fields.get(self.field) == 1 else self.other


@cache
def counted(template: str) -> Counted | None:
    """The two forms of a template that goes by a number; None if it does not."""
    found = _COUNTED.search(template)
    if found is None:
        return None
    return Counted(found[1], _COUNTED.sub(r"\2", template), _COUNTED.sub(r"\3", template))


def sentence(text: str) -> str:
    """A sentence that is kept to be said later: it wants its translations as if it were said here."""
    return text


def english(template: str, fields: Mapping[str, object]) -> str:
    """The template with its blanks filled."""
    forms = counted(template)
    said = template if forms is None else forms.form(fields)
    return said.format(**fields) if fields else said

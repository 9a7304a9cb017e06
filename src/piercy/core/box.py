"""What the titles of one folder share beside their code: the digest of the rules, and how its ids look."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Box:
    """A game as it lies on the shelf; one box may hold several titles."""

    name: str
    """What the digest is called, in addresses too."""
    package: str
    """The folder of its titles, as Python imports it."""
    families: tuple[str, ...]
    """What the ids of the digest begin with: the rules, then the test cases."""
    beside: tuple[str, ...] = ()
    """What other ids begin with that the digest speaks of: open questions, differences between languages."""
    links: tuple[tuple[str, str], ...] = ()
    """Where to read more: a name and an address each."""

    @property
    def digest(self) -> str:
        """The rules with their ids, in Markdown."""
        return files(self.package).joinpath("digest.md").read_text(encoding="utf-8")


@cache
def rule_ids(box: Box) -> tuple[str, ...]:
    """The ids that a digest defines, in its order."""
    families = "|".join(map(re.escape, box.families))
    entry = re.compile(rf"^(?:- )?\*\*((?:{families})-[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*)", re.MULTILINE)
    return tuple(entry.findall(box.digest))

"""The formats of saved games, and how an action of an earlier one is said today.

A format is the words of the actions. When these change, the number rises, and each title says in ``former``
what became of its actions. What was saved before is read for ever.
"""

from __future__ import annotations

from typing import Any

from piercy.core.title import Title

FORMAT = 2
"""What is written. 1: the words of version 0.1.0."""
FORMATS = frozenset({1, FORMAT})
"""What can be read."""
COMPARABLE = frozenset({FORMAT})
"""Formats whose digests are of states as they are today. When the shape of states changes the earlier formats
leave this set: then a digest of theirs says nothing, and equal scores are what shows that a game is the same.
"""


def today(title: Title[Any], saved_in: int, action: object) -> object:
    """An action as plain data of a format, in the words of today. What is no action stays as it is."""
    if saved_in == FORMAT or not isinstance(action, dict):
        return action
    name = action.get("type")
    rewrite = title.former.get(name) if isinstance(name, str) else None
    return action if rewrite is None else rewrite(action)

"""The games. Each lives in a package of its own and is known by its id."""

from typing import Any

from piercy.core.registry import register
from piercy.core.title import Title


def _short_1856() -> Title[Any]:
    from piercy.titles.short1856.title import Short1856

    return Short1856()


register("1856-short", _short_1856)

"""The games. Each lives in a package of its own and is known by its id."""

from collections.abc import Callable
from typing import Any

from piercy.core.registry import register
from piercy.core.title import Title


def _short_1856() -> Title[Any]:
    from piercy.titles.short1856.title import Short1856

    return Short1856()


register("1856-short", _short_1856)


def _cz(name: str) -> Callable[[], Title[Any]]:
    def make() -> Title[Any]:
        from piercy.titles.cz.title import VARIANTS, Cz

        return Cz(next(variant for variant in VARIANTS if variant.id == name))

    return make


for _name in ("18cz", "18cz-bohemia", "18cz-moravia"):
    register(_name, _cz(_name))


def _sardinia() -> Title[Any]:
    from piercy.titles.sardinia.title import Sardinia

    return Sardinia()


def _short_sardinia() -> Title[Any]:
    from piercy.titles.sardinia.title import ShortSardinia

    return ShortSardinia()


register("1865", _sardinia)
register("1865-short", _short_sardinia)

"""Packages that bring titles, put into a folder as an installer would put them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from piercy.core import registry


def install(
    site: Path, name: str, titles: Mapping[str, str], modules: Mapping[str, str] | None = None
) -> None:
    """A package with entry points for these titles; the text of each module is given."""
    told = site / f"{name}-1.0.dist-info"
    told.mkdir(parents=True)
    told.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    lines = [f"[{registry.GROUP}]", *(f"{title} = {value}" for title, value in titles.items())]
    told.joinpath("entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    for module, text in (modules or {}).items():
        site.joinpath(f"{module}.py").write_text(text, "utf-8")


@contextmanager
def found(site: Path) -> Iterator[None]:
    """What is installed in a folder belongs to this process, for as long as this lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        forget()
        yield
    forget()


def forget() -> None:
    """Titles are looked for again."""
    registry._brought.cache_clear()
    registry._told.cache_clear()
    registry._made.cache_clear()

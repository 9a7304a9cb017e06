"""Shared by all tests."""

from __future__ import annotations

import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest

pytest_plugins = ["piercy.testing.pytest_plugin", "pytester"]


def pytest_configure() -> None:
    """The titles are found where Piercy was installed: what pyproject.toml says now must be installed."""
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    wanted = tomllib.loads(text)["project"]["entry-points"]["piercy.titles"]
    entries = distribution("piercy").entry_points
    if {entry.name: entry.value for entry in entries if entry.group == "piercy.titles"} != wanted:
        pytest.exit("pyproject.toml names other titles than those installed: run `make setup`", 3)

"""Every title, with every number of players, goes through the conformance kit."""

from __future__ import annotations

import pytest

import piercy
from piercy.core import registry
from piercy.testing.conformance import run_conformance

TABLES = [(title, players) for title in piercy.titles() for players in registry.title(title).player_counts]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_conforms(title: str, players: int, seed: int) -> None:
    assert run_conformance(title, players, seed, thorough_every=60).over


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_conforms_at_length(title: str, players: int, seed: int) -> None:
    assert run_conformance(title, players, seed, thorough_every=5).over

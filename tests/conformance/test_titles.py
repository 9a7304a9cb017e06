"""Every title, with every number of players, goes through the conformance kit."""

from __future__ import annotations

from itertools import cycle

import pytest

import piercy
from piercy.core import registry
from piercy.core.chance import Chance
from piercy.testing.conformance import draw_options, run_conformance

TABLES = [(title, players) for title in piercy.titles() for players in registry.title(title).player_counts]

DRAWN = [
    (title, players, seed)
    for title in piercy.titles()
    for seed, players in zip(range(1, 6), cycle(registry.title(title).player_counts), strict=False)
]
"""Five games of every title, however few numbers of players it takes."""


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_conforms(title: str, players: int, seed: int) -> None:
    assert run_conformance(title, players, seed, thorough_every=60).over


@pytest.mark.parametrize(("title", "players", "seed"), DRAWN)
def test_conforms_with_options_drawn_at_random(title: str, players: int, seed: int) -> None:
    options = draw_options(title, Chance(seed))
    assert run_conformance(title, players, seed, thorough_every=60, options=options).over


@pytest.mark.parametrize(
    "title", [name for name in piercy.titles() if registry.title(name).rules_version > 1]
)
def test_conforms_under_the_first_rules(title: str) -> None:
    players = registry.title(title).player_counts[0]
    game = run_conformance(title, players, 4, thorough_every=60, version=1)
    assert game.over
    assert game.setup.rules_version == 1


@pytest.mark.parametrize("title", piercy.titles())
def test_draws_reach_every_value_of_every_option(title: str) -> None:
    drawn = [draw_options(title, Chance(seed)) for seed in range(200)]
    for option in registry.title(title).options:
        values = {options.get(option.name, option.default) for options in drawn}
        assert values == set(option.choices) if option.choices else len(values) > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 210))
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_conforms_at_length_with_options_drawn_at_random(title: str, players: int, seed: int) -> None:
    options = draw_options(title, Chance(seed * 100 + players))
    assert run_conformance(title, players, seed, thorough_every=15, options=options).over


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_conforms_at_length(title: str, players: int, seed: int) -> None:
    assert run_conformance(title, players, seed, thorough_every=5).over

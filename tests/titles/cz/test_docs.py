"""The page on 18CZ names the options that there are, and for whom."""

from __future__ import annotations

import re
from pathlib import Path

from piercy.core import registry
from piercy.core.title import Audience

PAGE = (Path(__file__).parents[3] / "docs" / "18cz.md").read_text(encoding="utf-8")
NAME = re.compile(r"`([a-z_]+)`")


def options(title: str, *audiences: Audience) -> set[str]:
    return {option.name for option in registry.title(title).options_for(*audiences)}


def test_the_page_names_all_options_that_players_may_choose() -> None:
    told = PAGE.partition("## Options")[2].partition("\n## ")[0]
    assert set(NAME.findall(told)) == options("18cz-bohemia", Audience.PLAYERS)
    assert options("18cz-bohemia", Audience.PLAYERS) - options("18cz", Audience.PLAYERS) == {"export"}
    assert len(options("18cz", Audience.PLAYERS)) == 7
    assert "Seven may be chosen when a game is begun, in Bohemia eight" in told


def test_the_table_names_all_options_that_follow_the_site() -> None:
    table = PAGE.partition("| option | follows the site in |")[2].partition("\n\n")[0]
    ours = {"conversion_obsoletes"}
    assert set(NAME.findall(table)) == options("18cz-bohemia", Audience.PLAYERS, Audience.IMPORT) - ours

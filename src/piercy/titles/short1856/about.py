"""What people choose the title by."""

from __future__ import annotations

from piercy.core.title import About, Audience, Option

RULES_VERSION = 2

OPTIONS = (
    Option("test_everybody", True, "The end test looks at every player, not only the one on turn (R56-8.3)."),
    Option("printed_toronto", 30, "What each city printed on Toronto is worth (R56-4.11).", (30, 40)),
    Option(
        "idle_limit",
        0,
        "Rounds without any action after which the game stops; 0: never (R56-8.11).",
        (),
        most=1000,
        audience=Audience.SIMULATIONS,
        simulated=20,
        before=((1, 20),),
    ),
)
ABOUT = About(
    "1856-short",
    "1856 short game",
    "Two to six players, one company each, no stock market: lay track, run trains, get rich.",
    RULES_VERSION,
    range(2, 7),
    OPTIONS,
    (30, 30),
    1,
    "For a first game: nothing but track, trains and money.",
)
TITLES = (ABOUT,)

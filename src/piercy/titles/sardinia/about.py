"""What people choose the two titles by.

There is an option for each open question that could well be answered the other way (Q65).
"""

from __future__ import annotations

from piercy.core.title import About, Audience, Option

RULES_VERSION = 2
ROUND_CAP = 40

TRACK, TOKENS, ABSORPTION = "Track and terrain", "Tokens on the map", "Absorbing companies"
TRAINS, SHARES = "Buying and discarding trains", "Shares and the order of companies"
DRAGONS, ENDING = "The Dragons", "The end of the game"

OPTIONS = (
    Option(
        "round_cap",
        0,
        "Sets (a stock round and two operating rounds) after which a game that does not break the bank is"
        " stopped; 0: never.",
        (),
        most=1000,
        audience=Audience.SIMULATIONS,
        simulated=ROUND_CAP,
        before=((1, ROUND_CAP),),
    ),
    Option("same_hex_twice", True, "Both tile operations of a turn may be on one hex (Q65-07).", group=TRACK),
    Option(
        "rotate_same_tile", True, "A competitive upgrade may turn the same tile number (Q65-08).", group=TRACK
    ),
    Option(
        "keep_joints",
        True,
        "A competitive upgrade keeps joints, not only connected edges (Q65-09).",
        group=TRACK,
    ),
    Option(
        "sea_shores_cost",
        False,
        "The two shores of a sea link cost a token route extra (Q65-10).",
        group=TOKENS,
    ),
    Option(
        "operated_may_absorb",
        True,
        "A company that has operated may absorb passively (Q65-11).",
        group=ABSORPTION,
    ),
    Option(
        "bonus_after_absorption",
        True,
        "Unpaid maritime bonuses are paid after absorption (Q65-12).",
        group=ABSORPTION,
    ),
    Option(
        "limit_after_absorption",
        True,
        "The train limit holds at once after an absorption (Q65-13).",
        group=ABSORPTION,
    ),
    Option(
        "linked_to_network",
        False,
        "Scarce replaced tokens must join the old network (Q65-14).",
        group=ABSORPTION,
    ),
    Option("empty_bank_ends", False, "A bank balance of exactly 0 ends the game (Q65-15).", group=ENDING),
    Option(
        "unfloated_become_major",
        False,
        "An unfloated minor is a major from phase 5 on (Q65-17).",
        group=SHARES,
    ),
    Option(
        "relaunch_on_bare_city",
        True,
        "A company may come back on a city without tile (Q65-19).",
        group=TOKENS,
    ),
    Option(
        "discard_lowest",
        False,
        "Companies over the limit discard their lowest trains (Q65-21).",
        group=TRAINS,
    ),
    Option(
        "discounted_when_forced",
        True,
        "A forced purchase may take a discounted train beside another of its phase (Q65-22).",
        group=TRAINS,
    ),
    Option(
        "help_for_better_train", False, "A president may add money for a better train (Q65-23).", group=TRAINS
    ),
    Option(
        "dragons_restart_passes",
        True,
        "A trade of the Dragons restarts the count of passes (Q65-25).",
        group=DRAGONS,
    ),
    Option(
        "rank_ceiling",
        False,
        "Ranks are compared up to the last column of the chart (Q65-27).",
        group=DRAGONS,
    ),
    Option(
        "stuck_token_goes_under",
        False,
        "A token that cannot move goes under its stack (Q65-28).",
        group=TOKENS,
    ),
    Option("fixed_order", False, "The operating order is fixed for the whole round (Q65-29).", group=SHARES),
    Option(
        "carbonia_after_absorption",
        False,
        "An absorption may leave two Carbonia tokens (Q65-30).",
        group=TOKENS,
    ),
    Option(
        "mines_before_cities",
        False,
        "Scarce tokens may replace mines before cities (Q65-37).",
        group=ABSORPTION,
    ),
    Option("both_terrains", True, "A border with river and mountain costs both (Q65-40).", group=TRACK),
    Option("bankruptcy_by_choice", False, "Small blocks may lead into bankruptcy (Q65-41).", group=SHARES),
    Option(
        "mines_count_as_scarce",
        False,
        "Replaced tokens must be connected as soon as there are too few for cities and mines (Q65-42).",
        group=ABSORPTION,
    ),
    Option(
        "limit_after_exchange",
        False,
        "A purchase that wins the presidency counts after the exchange of certificates (Q65-43).",
        group=SHARES,
    ),
    Option(
        "no_discounted_of_the_pool",
        False,
        "Where a discounted train may not be chosen, no used one may even if alone of its phase, as in rules"
        " version 1 (R65-4.7.6).",
        (False,),
        audience=Audience.LOADING,
        before=((1, True),),
    ),
    Option(
        "scarce_cities_alone",
        False,
        "Scarce tokens replace cities alone, as in rules version 1 (R65-5.4.11).",
        (False,),
        audience=Audience.LOADING,
        before=((1, True),),
    ),
)

WHOLE = About(
    "1865",
    "1865 Sardinia",
    "Two to four players, minors and majors on two islands, and the Dragons who buy and sell.",
    RULES_VERSION,
    range(2, 5),
    OPTIONS,
    (180, 240),
    5,
    "For those who know the short game and want all of it.",
)
SHORT = About(
    "1865-short",
    "1865 Sardinia, short game",
    "Two or three players on Sardinia alone: fewer companies and trains, a smaller bank.",
    RULES_VERSION,
    range(2, 4),
    OPTIONS,
    (120, 120),
    2,
    "A good second game: shares and a market, on a small board.",
)
TITLES = (WHOLE, SHORT)

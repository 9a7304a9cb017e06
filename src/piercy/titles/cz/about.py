"""What people choose the three titles by."""

from __future__ import annotations

from piercy.core.title import About, Audience, Option

RULES_VERSION = 1

MODULUS = 1 << 31
"""The generator of 18xx.games counts modulo this number, so a seed of 0 may be written as it [DCZ-15]."""


def _imported(name: str, words: str) -> Option:
    """An option that follows 18xx.games where it is lax, or where nobody at a table would want it."""
    return Option(name, False, words, audience=Audience.IMPORT)


TRAINS, SHARES, TRACK = "Trains", "Shares and certificates", "Track and stations"

OPTIONS = (
    Option(
        "conversion_obsoletes",
        True,
        "A conversion makes old trains obsolete as the sale of the new type would (RCZ-VIII.9.23).",
        group=TRAINS,
    ),
    Option(
        "drop_per_sale",
        False,
        "Every sale drops the price, a second one in a turn too (DCZ-4).",
        group=SHARES,
    ),
    Option(
        "early_train_deals",
        False,
        "Trains between companies from phase A on (DCZ-7).",
        group=TRAINS,
    ),
    Option(
        "dear_after_acquisition",
        False,
        "All markers cost 100 after an acquisition (DCZ-10).",
        group=TRACK,
    ),
    Option(
        "early_teplice",
        False,
        "Stations of others on brown B8 before ATE (DCZ-11).",
        group=TRACK,
    ),
    Option(
        "strict_certificate_limit",
        False,
        "At the certificate limit nobody buys (DCZ-18).",
        group=SHARES,
    ),
    Option(
        "first_tile_anywhere",
        False,
        "The first tile need not be at home (DCZ-35).",
        group=TRACK,
    ),
    _imported("recorded_runs", "Runs are taken as recorded, not checked (DCZ-5)."),
    _imported("swap_towns_for_cities", "E trains may count towns in place of cities (DCZ-6)."),
    _imported("no_consent", "Deals are done without asking the other side (DCZ-8)."),
    _imported("lax_train_duty", "A turn may end without a train that can run (DCZ-9)."),
    _imported("return_any_train", "Any train may be returned, also the new one (DCZ-32, DCZ-39)."),
    _imported("order_as_listed", "The first order of players is the listed one (DCZ-37)."),
)
BOHEMIA_OPTIONS = (
    Option(
        "export",
        True,
        "Cards are exported at the end of a set, before Vaclav's (RCZ-XI.1.33, DCZ-14).",
        group=TRAINS,
    ),
    Option(
        "draw_seed",
        0,
        "Vaclav's companies by the generator of 18xx.games; 0: ours (DCZ-15).",
        (),
        most=MODULUS,
        audience=Audience.IMPORT,
    ),
)

STANDARD = About(
    "18cz",
    "18CZ",
    "Three to six players build the railways of the Czech lands with companies of three sizes.",
    RULES_VERSION,
    range(3, 7),
    OPTIONS,
    (180, 240),
    3,
    "The heart of the box: companies grow, merge and are taken over.",
)
BOHEMIA = About(
    "18cz-bohemia",
    "18CZ Bohemia",
    "Two players in Bohemia, and Vaclav, whose companies they run in turn.",
    RULES_VERSION,
    range(2, 3),
    OPTIONS + BOHEMIA_OPTIONS,
    (120, 120),
    4,
    "The same game for two, in an evening.",
)
MORAVIA = About(
    "18cz-moravia",
    "18CZ Moravia-Silesia",
    "Two or three players with five large companies. The board, homes, least bids and red values are"
    " reconstructed: no copy of the printed board is on record.",
    RULES_VERSION,
    range(2, 4),
    OPTIONS,
    (120, 120),
    6,
    "Auctions instead of Locals, for those who know 18CZ.",
)
TITLES = (STANDARD, BOHEMIA, MORAVIA)

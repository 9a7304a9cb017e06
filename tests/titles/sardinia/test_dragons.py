"""The Dragons (3.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.titles.sardinia.openings import position

from piercy.core.actions import Pass
from piercy.core.events import Event
from piercy.core.game import Game
from piercy.rail.actions import BuyShare, SellShares, StartCompany
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia import dragons
from piercy.titles.sardinia.book import book

FACTS = book()


def turns(made: SardiniaScenario, count: int) -> list[str | None]:
    """What the Dragons buy in so many turns in a row, with nobody in between."""
    bought: list[str | None] = []
    for _ in range(count):
        ctx = made.context()
        dragons.take_turn(ctx, FACTS)
        found = [event["company"] for event in ctx.events if event.key == "dragons_bought"]
        bought.append(found[0] if found else None)
    return bought


def one_turn(made: SardiniaScenario) -> tuple[Game, list[Event]]:
    """The position after the first turn of the Dragons, and what they did in it."""
    game = made.begin("stock")
    return game, [event for event in game.log if event.key.startswith("dragons")]


COASTS = ("F32", "B28", "B20")


def book_example(phase: int, **third: Any) -> SardiniaScenario:
    """The companies of the example in the rulebook: all three green, in the first row."""
    return (
        position(3)
        .phase(phase)
        .company(
            "FMS", 120, "Alan", major=True, dragons=2, row=2, tokens=["F32", "B28", "B20"], trains=["PH3"]
        )
        .company("RCSF", 80, "Bob", major=True, dragons=1, row=2, tokens=["E35"], trains=["PH3d"])
        .company("SFSS", 100, "Carl", dragons=1, row=2, tokens=["E25"], trains=["PH3"], **third)
    )


@pytest.mark.rule("R65-3.2.1", "T65-04")
@pytest.mark.parametrize(
    ("tokens", "trains", "expected"),
    [
        (["F32", "B28"], ["PH2", "PH2"], 7),
        (["B28"], ["PH3"], 5),
        (["F32", "B28", "B20", "E25"], [], 5),
        ([], ["PH2d", "PH4d"], 7),
    ],
)
def test_rank_is_the_phases_of_the_trains_and_the_tokens_on_the_map(
    tokens: Sequence[str], trains: Sequence[str], expected: int
) -> None:
    made = position().company(
        "FMS", 100, "Alan", {"Alan": 1}, major=True, tokens=tokens, trains=trains,
        maritimes=["M1"], traffic=40, cash=300,
    )  # fmt: skip
    assert ask.rank(made.begin("stock"), "FMS") == expected


@pytest.mark.rule("R65-3.2.2", "R65-3.2.4")
def test_the_rank_follows_tokens_and_trains_at_once_and_no_trade_changes_it() -> None:
    game = position(2).company("FMS", 100, "Alan", {"Alan": 1}, trains=["PH2", "PH3"]).begin("stock")
    assert (ask.rank(game, "FMS"), ask.region(game, "FMS")) == (6, "green")
    traded = play(game, SellShares("Alan", "FMS", 1), Pass("Alan"), Pass("Bob"))
    assert ask.rank(traded, "FMS") == 6
    assert ask.row(traded, "FMS") == 2
    poorer = SardiniaScenario(game).scrapped("FMS", "PH3")
    assert (ask.rank(poorer, "FMS"), ask.region(poorer, "FMS")) == (3, "white")


@pytest.mark.rule("R65-3.2.3", "R65-3.6.6")
@pytest.mark.parametrize(("phase", "row"), [(2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (7, 3)])
def test_the_row_of_a_new_marker_depends_on_the_phase_of_floating(phase: int, row: int) -> None:
    made = position(2).cash("Alan", 900).phase(phase)
    made.company("FMS", 60, "Alan", {"Alan": 3} if phase >= 5 else {}, major=phase >= 5, floated=False)
    game = play(made.begin("stock"), BuyShare("Alan", "FMS", "offer"))
    assert ask.floated(game, "FMS")
    assert (ask.row(game, "FMS"), ask.rank(game, "FMS")) == (row, 1)


@pytest.mark.rule("R65-3.2.3")
def test_the_phase_of_floating_counts_not_that_of_launching() -> None:
    """A minor launched before phase 5 that floats in it starts in the second row."""
    game = position(2).phase(5).company("FMS", 60, "Alan", floated=False).begin("stock")
    game = play(game, BuyShare("Alan", "FMS", "offer"))
    assert (ask.major(game, "FMS"), ask.row(game, "FMS")) == (False, 3)


@pytest.mark.rule("R65-3.2.5", "R65-3.2.26")
def test_an_unfloated_company_is_in_no_region_and_a_new_one_is_red() -> None:
    game = position(2).begin("stock").apply(StartCompany("Alan", "FMS", 60))
    assert ask.region(game, "FMS") is None
    assert ask.row(game, "FMS") == 0
    game = play(game, BuyShare("Bob", "FMS", "offer"))
    assert ask.region(game, "FMS") == "red"
    assert not events(game, "dragons_bought", "dragons_sold")


@pytest.mark.rule("R65-3.2.6")
def test_they_sell_before_they_buy() -> None:
    """At their limit of six they can buy only because they sell first."""
    made = (
        position()
        .company("FMS", 100, "Alan", {"Alan": 1}, major=True, dragons=4)
        .company("FA", 80, "Bob", {"Bob": 1}, major=True, dragons=2, trains=["PH2", "PH2d"])
    )
    game, told = one_turn(made)
    assert [event.key for event in told] == ["dragons_sold", "dragons_bought"]
    assert (ask.dragons(game, "FMS"), ask.dragons(game, "FA")) == (0, 3)


@pytest.mark.rule("R65-3.2.7", "R65-3.2.20", "R65-3.2.22", "R65-3.11.4")
def test_they_sell_every_certificate_of_every_red_company() -> None:
    made = (
        position()
        .company("FMS", 100, "Alan", {"Alan": 1}, major=True, dragons=3)
        .company("FA", 80, "Bob", {"Bob": 1}, dragons=1)
    )
    before = ask.cash(made, ask.BANK)
    game, _ = one_turn(made)
    assert (ask.dragons(game, "FMS"), ask.pool_shares(game, "FMS")) == (0, 3)
    assert (ask.dragons(game, "FA"), ask.pool_shares(game, "FA")) == (0, 1)
    assert (ask.price(game, "FMS"), ask.price(game, "FA")) == (70, 70), "one cell for each share, at once"
    assert ask.cash(game, ask.BANK) == before, "no money moves"


@pytest.mark.rule("R65-3.2.8", "R65-3.4.11", "T65-28")
@pytest.mark.parametrize(("pool", "sold", "price"), [(4, 1, 90), (5, 0, 100), (2, 2, 80)])
def test_the_pool_takes_no_more_than_half_from_them(pool: int, sold: int, price: int) -> None:
    made = position().company("FMS", 100, "Alan", {"Alan": 1}, major=True, pool=pool, dragons=2)
    game, _ = one_turn(made)
    assert ask.pool_shares(game, "FMS") == pool + sold
    assert ask.dragons(game, "FMS") == 2 - sold
    assert ask.price(game, "FMS") == price


@pytest.mark.rule("R65-3.2.9")
def test_what_did_not_fit_is_sold_when_room_appears() -> None:
    game = position(2).company("FMS", 100, "Alan", pool=2, dragons=1).begin("stock")
    assert ask.dragons(game, "FMS") == 1
    game = play(game, Pass("Alan"), BuyShare("Bob", "FMS", "pool"))
    assert (ask.dragons(game, "FMS"), ask.pool_shares(game, "FMS")) == (0, 2)


@pytest.mark.rule("R65-3.2.10", "R65-3.2.20", "R65-3.2.22", "R65-3.2.23", "R65-2.7.5")
def test_they_buy_exactly_one_certificate_at_market_price_out_of_the_bank() -> None:
    made = position().company("FMS", 100, "Alan", {"Alan": 1}, trains=["PH2", "PH3"], cash=10)
    before = ask.cash(made, ask.BANK)
    game, told = one_turn(made)
    assert [event.key for event in told] == ["dragons_bought"]
    assert (told[0]["source"], told[0]["price"], told[0]["reason"]) == ("offer", 100, "only_candidate")
    assert ask.dragons(game, "FMS") == 1
    assert ask.cash(game, "FMS") == 110
    assert ask.cash(game, ask.BANK) == before - 100
    assert ask.price(game, "FMS") == 100


@pytest.mark.rule("R65-3.2.11", "R65-3.2.16", "R65-3.2.22")
def test_they_buy_from_the_offer_first_then_from_the_pool_and_never_from_players() -> None:
    made = position().company("FMS", 100, "Alan", {"Alan": 3}, major=True, pool=4, trains=["PH2", "PH3"])
    later = SardiniaScenario(made.begin("stock"))
    assert (ask.offer(later, "FMS"), ask.pool_shares(later, "FMS")) == (0, 4)
    treasury, bank = ask.cash(later, "FMS"), ask.cash(later, ask.BANK)
    assert turns(later, 1) == ["FMS"]
    assert ask.pool_shares(later, "FMS") == 3
    assert (ask.cash(later, "FMS"), ask.cash(later, ask.BANK)) == (treasury, bank)
    later.certificates("FMS", pool=-3, Bob=3)
    assert turns(later, 1) == [None], "what players own is not for sale"


@pytest.mark.rule("R65-3.2.12")
def test_white_companies_are_left_alone() -> None:
    game, told = one_turn(position().company("FMS", 100, "Alan", {"Alan": 1}, dragons=1, trains=["PH3"]))
    assert ask.region(game, "FMS") == "white"
    assert (told[0].key, told[0]["reason"]) == ("dragons_bought_nothing", "no_green_company")
    assert (ask.dragons(game, "FMS"), ask.price(game, "FMS")) == (1, 100)


@pytest.mark.rule("R65-3.2.13", "R65-3.2.14", "R65-3.2.15", "T65-06")
def test_the_example_of_the_rulebook() -> None:
    made = book_example(5).still()
    assert [ask.rank(made, name) for name in ("FMS", "RCSF", "SFSS")] == [7, 5, 5]
    assert turns(made, 4) == ["RCSF", "SFSS", "FMS", "RCSF"]


@pytest.mark.rule("R65-3.2.13", "R65-3.2.14", "R65-3.2.15")
def test_the_log_says_why_they_chose_a_company() -> None:
    made = book_example(5).still()
    reasons = []
    for _ in range(4):
        ctx = made.context()
        dragons.take_turn(ctx, FACTS)
        reasons.append(next(e["reason"] for e in ctx.events if e.key == "dragons_bought"))
    # before the last purchase SFSS, with as few certificates as RCSF, is already at its half
    assert reasons == ["lowest_price", "fewest_certificates", "highest_rank", "fewest_certificates"]


@pytest.mark.rule("R65-3.2.15")
def test_in_the_same_cell_the_higher_token_wins() -> None:
    made = position().company("FA", 80, "Bob", {"Bob": 1}, trains=["PH2", "PH3"])
    made.company("FMS", 80, "Alan", {"Alan": 1}, trains=["PH2", "PH3d"])
    _, told = one_turn(made)
    assert (told[0]["company"], told[0]["reason"]) == ("FA", "higher_in_stack")


@pytest.mark.rule("R65-3.2.13")
def test_certificates_are_compared_by_number_not_by_percentage() -> None:
    """Two certificates of a major (20 %) are more than one of a minor (20 %)."""
    made = position().company("FA", 80, "Bob", {"Bob": 1}, major=True, dragons=2, trains=["PH2", "PH4"])
    made.company("FMS", 100, "Alan", {"Alan": 1}, dragons=1, trains=["PH2", "PH3"])
    _, told = one_turn(made)
    assert (told[0]["company"], told[0]["reason"]) == ("FMS", "fewest_certificates")


@pytest.mark.rule("R65-1.6.3", "R65-3.2.14")
@pytest.mark.parametrize(("ceiling", "chosen"), [(False, "FMS"), (True, "FA")])
def test_ranks_beyond_the_chart_are_compared_by_their_true_number(ceiling: bool, chosen: str) -> None:
    made = position(rank_ceiling=ceiling).phase(7)
    made.company("FA", 80, "Bob", {"Bob": 1}, major=True, trains=["PH7", "PH7"], tokens=["F18", "D30"])
    made.company("FMS", 100, "Alan", {"Alan": 1}, major=True, trains=["PH7", "PH7"],
                 tokens=["F32", "B28", "B20"])  # fmt: skip
    still = made.still()
    assert [ask.rank(still, name) for name in ("FA", "FMS")] == [17, 18]
    assert turns(still, 1) == [chosen]


@pytest.mark.rule("R65-3.2.17", "T65-07")
def test_half_of_a_company_is_enough_for_them() -> None:
    made = book_example(5).still()
    turns(made, 4)
    made.certificates("SFSS", offer=-1, pool=1)
    assert (ask.dragons(made, "SFSS"), ask.pool_shares(made, "SFSS")) == (2, 1)
    assert turns(made, 6) == ["FMS", "RCSF", "FMS", "RCSF", None, None]
    assert ask.dragons_certificates(made) == 12


@pytest.mark.rule("R65-3.2.18", "T65-07")
def test_with_a_limit_of_ten_they_stop_two_turns_earlier() -> None:
    made = book_example(4).still()
    assert turns(made, 8) == ["RCSF", "SFSS", "FMS", "RCSF", "FMS", "RCSF", None, None]
    assert ask.dragons_certificates(made) == 10


@pytest.mark.rule("R65-3.2.18", "R65-3.5.6", "T65-41")
def test_in_phase_2_they_own_six_at_most_until_somebody_buys_from_them() -> None:
    made = book_example(3)
    made.phase(2)
    still = made.still()
    assert turns(still, 4) == ["RCSF", "SFSS", None, None]
    still.certificates("FMS", dragons=-1, Carl=1)
    assert turns(still, 2) == ["FMS", None]


@pytest.mark.rule("R65-3.2.18")
@pytest.mark.parametrize(("phase", "limit"), [(2, 6), (3, 10), (4, 10), (5, 16), (6, 16), (7, 16)])
def test_their_certificate_limit(phase: int, limit: int) -> None:
    assert FACTS.phases[phase].dragons_limit == limit
    assert book(short=True).phases[phase].dragons_limit == limit


@pytest.mark.rule("R65-3.2.19")
def test_at_the_limit_they_still_sell() -> None:
    made = position().company("FMS", 100, "Alan", {"Alan": 1}, major=True, dragons=5, trains=["PH2", "PH3"])
    made.company("FA", 80, "Bob", {"Bob": 1}, dragons=1)
    game, told = one_turn(made)
    assert ask.dragons(game, "FA") == 0
    assert told[0].key == "dragons_sold"
    assert (told[1]["reason"], told[1]["hindrances"]) == ("none_available", {"FMS": "half_owned"})


@pytest.mark.rule("R65-3.2.21")
def test_several_red_companies_are_sold_in_operating_order() -> None:
    made = position().company("FA", 70, "Bob", {"Bob": 1}, major=True, dragons=1)
    made.company("FMS", 80, "Alan", {"Alan": 1}, major=True, dragons=2)
    game, told = one_turn(made)
    assert [(event["company"], event["count"]) for event in told[:2]] == [("FMS", 2), ("FA", 1)]
    assert ask.stack(game, 60) == ["FMS", "FA"], "both end at 60, FMS came first"


@pytest.mark.rule("R65-3.2.24", "R65-3.4.9")
def test_the_dragons_are_never_president() -> None:
    """They own more than the president, who keeps his post and cannot leave it to them."""
    made = position(2).company("FMS", 100, "Alan", {"Bob": 1}, major=True, dragons=4, trains=["PH2", "PH3"])
    game, _ = one_turn(made.priority("Alan"))
    assert (ask.president(game, "FMS"), ask.dragons(game, "FMS")) == ("Alan", 5)
    assert broken_rule(game, SellShares("Alan", "FMS", 1)) == "R65-3.4.9"


@pytest.mark.rule("R65-3.2.25")
def test_a_sale_does_not_bar_them_from_buying() -> None:
    """A red company turns green within a round only in a thought experiment: then they buy it."""
    game = position().company("FMS", 100, "Alan", {"Alan": 1}, dragons=1).begin("stock")
    assert ask.dragons(game, "FMS") == 0
    assert turns(SardiniaScenario(game).trains("FMS", "PH4"), 1) == ["FMS"]


def test_a_pass_is_told_with_its_reason() -> None:
    """At the limit; below it, with what stands in the way of each green company."""
    made = book_example(5).still()
    turns(made, 8)
    ctx = made.context()
    dragons.take_turn(ctx, FACTS)
    half = {"FMS": "half_owned", "RCSF": "half_owned", "SFSS": "half_owned"}
    assert (ctx.events[0]["reason"], ctx.events[0]["hindrances"]) == ("none_available", half)
    for phase, reason in ((2, "at_limit"), (5, "none_available")):
        made.phase(phase)
        for name, number in (("FMS", 1 if phase == 2 else 5), ("RCSF", 3 if phase == 2 else 5)):
            made.certificates(name, dragons=number - ask.dragons(made, name))
        ctx = made.context()
        dragons.take_turn(ctx, FACTS)
        told = ctx.events[0]
        assert (told.key, told["reason"]) == ("dragons_bought_nothing", reason)
        if reason == "at_limit":
            assert (told["owned"], told["limit"], told["hindrances"]) == (6, 6, {})


def test_every_turn_is_told() -> None:
    """Each turn of the Dragons leaves one event about buying, with its reason."""
    game = play(position(2).begin("stock"), Pass("Alan"))
    told: list[Mapping[str, Any]] = [event.fields for event in events(game, "dragons_bought_nothing")]
    assert [fields["reason"] for fields in told] == ["no_green_company"] * 2

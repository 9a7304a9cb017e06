"""Before a stock round: mines, rank rows, conversions (3.9, 3.12)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.openings import FULL, owned, position

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.actions import ConvertCompany

TO_SERBARIU = "D36 9@1, C37 8@4, B36 173@5"
"""Track from Cagliari by D36 and C37 to the mine of Serbariu."""
TO_BASTIA = "F10 8@3, F8 4@0, F6 9@0, F4 4@0"
"""Track from Portovecchio along the eastern shore to Bastia."""


def mine_colour(made: SardiniaScenario, place: str = "F32") -> str | None:
    game = made.begin("prelude")
    return FULL.ground.colour(ask.board(game), place)


def mine(phase: int, tile: str, *, token: bool = True) -> SardiniaScenario:
    tokens = ["F32"] if token else []
    made = position().phase(phase).company("FMS", 80, "Alan", {"Alan": 1}, tokens=tokens, traffic=7)
    return made.tiles(f"F32 {tile}@0")


@pytest.mark.rule("R65-3.12.1")
def test_mines_come_first_then_rows_then_conversions() -> None:
    made = mine(3, "173").tiles(TO_SERBARIU)
    made.row("FMS", 2)
    game = made.begin("prelude")
    assert [event.key for event in game.log] == ["mine_downgraded", "rank_row_moved"]
    assert game.actor == "Alan"
    told = [event.key for event in play(game, ConvertCompany("Alan", "FMS")).log]
    assert told[2:4] == ["company_converted", "stock_round_began"]


@pytest.mark.rule("R65-3.12.2", "R65-3.12.3", "R65-3.12.4", "R65-3.12.5", "T65-16")
@pytest.mark.parametrize(
    ("phase", "tile", "token", "colour"),
    [
        (2, "173", True, "yellow"),
        (3, "173", True, "green"),
        (3, "173", False, "yellow"),
        (4, "174", True, "green"),
        (5, "174", True, "brown"),
        (5, "174", False, "green"),
        (5, "173", True, "green"),
        (7, "175", True, "brown"),
    ],
)
def test_a_mine_with_a_token_goes_one_step_down(phase: int, tile: str, token: bool, colour: str) -> None:
    assert mine_colour(mine(phase, tile, token=token)) == colour


@pytest.mark.rule("R65-3.12.5", "R65-4.3.5")
def test_a_downgrade_keeps_track_and_traffic() -> None:
    made = mine(3, "173")
    game = made.begin("prelude")
    assert ask.tile_on(game, "F32") == ("174", 0)
    assert ask.traffic(game, "FMS") == 7
    assert (ask.copies_left(game, "173"), ask.copies_left(game, "174")) == (8, 7)


@pytest.mark.rule("R65-3.12.6", "R65-3.12.7", "R65-3.2.4", "T65-17")
def test_a_marker_above_the_row_of_the_phase_moves_down_one_row() -> None:
    made = position().phase(4).company("FMS", 80, "Alan", {"Alan": 1}, row=2)
    made.company("FA", 80, "Bob", {"Bob": 1}, row=4).company("SFS", 70, "Bob", floated=False)
    game = made.begin("prelude")
    assert [ask.row(game, name) for name in ("FMS", "FA", "SFS")] == [3, 4, 0]
    following = play(game, Pass("Alan"), Pass("Bob"), Pass("Carl"))
    assert ask.row(following, "FMS") == 3, "not before the next stock round"


@pytest.mark.rule("R65-3.12.6", "T65-18")
def test_falling_a_row_can_change_the_region() -> None:
    made = (
        position()
        .phase(5)
        .company("RCSF", 80, "Alan", {"Alan": 1}, row=3, trains=["PH4"], major=True, tokens=["E35"])
        .company("SFSS", 90, "Bob", {"Bob": 1}, row=4, trains=["PH4", "PH4"], major=True)
        .company("SFS", 100, "Carl", {"Carl": 1}, row=5, trains=["PH3"])
    )
    before = made.still()
    assert [ask.region(before, name) for name in ("RCSF", "SFSS", "SFS")] == ["white", "green", "red"]
    game = made.begin("prelude")
    assert [ask.row(game, name) for name in ("RCSF", "SFSS", "SFS")] == [4, 5, 5]
    assert [ask.region(game, name) for name in ("RCSF", "SFSS", "SFS")] == ["red", "white", "red"]


def cfd(phase: int, tiles: str = TO_BASTIA) -> SardiniaScenario:
    """CFD as launched in the example, with track to its destination."""
    made = position(3).phase(phase).company("CFD", 90, "Alan", {"Alan": 1, "Carl": 1}, cash=40)
    return made.tiles(tiles)


@pytest.mark.rule("R65-3.9.2", "R65-3.9.8", "R65-3.9.9", "R65-3.9.10", "R65-1.3.4", "T65-12")
def test_the_example_of_a_conversion() -> None:
    game = play(cfd(3).begin("prelude"), ConvertCompany("Alan", "CFD"))
    assert ask.major(game, "CFD")
    assert (owned(game, "Alan", "CFD"), owned(game, "Carl", "CFD")) == ((True, 1), (False, 1))
    percent = FULL.facts.major.percent
    assert [ask.holding(game, name, "CFD") * percent for name in ("Alan", "Carl")] == [30, 10]
    assert (ask.offer(game, "CFD"), ask.tokens_left(game, "CFD") + 1) == (6, 5)
    assert (ask.price(game, "CFD"), ask.cash(game, "CFD")) == (90, 40)
    assert ask.certificates(game, "Alan") == 2


@pytest.mark.rule("R65-3.9.8")
def test_certificates_of_pool_and_dragons_are_turned_over_too() -> None:
    made = position(3).company("CFD", 90, "Alan", {"Alan": 1}, pool=1, dragons=1, trains=["PH2"])
    game = play(made.tiles(TO_BASTIA).begin("prelude"), ConvertCompany("Alan", "CFD"))
    assert (ask.pool_shares(game, "CFD"), ask.dragons(game, "CFD"), ask.offer(game, "CFD")) == (1, 1, 5)


@pytest.mark.rule("R65-3.9.10", "T65-40")
@pytest.mark.parametrize(("phase", "total"), [(2, 4), (3, 5), (4, 6), (5, 7), (6, 7), (7, 7)])
def test_tokens_after_a_conversion(phase: int, total: int) -> None:
    game = play(cfd(phase).begin("prelude"), ConvertCompany("Alan", "CFD"))
    assert ask.tokens_left(game, "CFD") + 1 == total


@pytest.mark.rule("R65-3.9.11")
def test_a_company_never_owns_more_than_seven_tokens() -> None:
    made = position(3).phase(5).company("CFD", 90, "Alan", {"Alan": 1}, charter=5)
    game = play(made.tiles(TO_BASTIA).begin("prelude"), ConvertCompany("Alan", "CFD"))
    assert ask.tokens_left(game, "CFD") + 1 == 7


@pytest.mark.rule("R65-1.2.3")
def test_seven_tokens_are_all_there_are() -> None:
    with pytest.raises(ValueError, match="tokens of CFD beyond seven"):
        position(3).company("CFD", 90, "Alan", {"Alan": 1}, charter=7).still()


@pytest.mark.rule("R65-3.9.2")
def test_track_that_only_points_at_the_destination_is_not_enough() -> None:
    """FMS needs the mine tile on Serbariu, not just track up to its border."""
    made = position().company("FMS", 80, "Alan", {"Alan": 1})
    assert not ask.can_convert(made.tiles("D36 9@1, C37 8@4").still(), "FMS")
    assert ask.can_convert(made.tiles("B36 173@5").still(), "FMS")


@pytest.mark.rule("R65-3.9.3")
def test_the_destination_may_be_full_and_towns_may_lie_on_the_way() -> None:
    made = cfd(2)
    made.company("FA", 80, "Bob", {"Bob": 1}, tokens=["F2"])
    still = made.still()
    assert FULL.ground.free_slots(ask.board(still), "F2", 0) == 0
    assert ask.can_convert(still, "CFD")


@pytest.mark.rule("R65-3.9.4")
def test_the_link_must_exist_now() -> None:
    made = cfd(2).still()
    assert ask.can_convert(made, "CFD")
    made.tiles("F6 8@0")
    assert not ask.can_convert(made, "CFD")


@pytest.mark.rule("R65-3.9.5")
def test_an_own_token_on_the_destination_is_enough() -> None:
    made = position().company("CFD", 90, "Alan", {"Alan": 1}, tokens=["F2"])
    assert ask.can_convert(made.still(), "CFD")


@pytest.mark.rule("R65-3.9.2")
def test_another_city_on_the_way_breaks_the_direct_route() -> None:
    """RCSF reaches Cagliari along the coast; SFS, at the far end of a line through Isili, does not."""
    made = position().company("RCSF", 80, "Alan", {"Alan": 1}).company("SFS", 80, "Bob", {"Bob": 1})
    made.tiles("B30 8@5, C31 58@2, C33 8@5, D34 4@2")
    still = made.still()
    assert ask.can_convert(still, "RCSF")
    assert not ask.can_convert(still, "SFS")


@pytest.mark.rule("R65-3.9.6")
def test_an_eligible_company_may_wait() -> None:
    game = play(cfd(2).begin("prelude"), Pass("Alan"))
    assert not ask.major(game, "CFD")
    assert ask.round_name(game) == "stock"


@pytest.mark.rule("R65-3.9.7")
def test_only_a_floated_minor_converts() -> None:
    made = position(3).company("CFD", 90, "Alan", floated=False).tiles(TO_BASTIA)
    assert not ask.can_convert(made.still(), "CFD")
    major = position(3).company("CFD", 90, "Alan", {"Alan": 4}, major=True).tiles(TO_BASTIA)
    assert not ask.can_convert(major.still(), "CFD")


@pytest.mark.rule("R65-3.9.1")
@pytest.mark.parametrize("round_name", ["stock", "operating"])
def test_no_conversion_in_stock_and_operating_rounds(round_name: str) -> None:
    game = cfd(2).begin(round_name)
    assert broken_rule(game, ConvertCompany("Alan", "CFD")) == "R65-3.9.1"


@pytest.mark.rule("R65-3.9.12")
def test_a_conversion_changes_neither_rank_nor_row() -> None:
    made = position(3).phase(3).company("CFD", 90, "Alan", {"Alan": 1}, row=3, trains=["PH3"])
    game = made.tiles(TO_BASTIA).begin("prelude")
    before = ask.region(game, "CFD")
    game = play(game, ConvertCompany("Alan", "CFD"))
    assert (ask.row(game, "CFD"), ask.region(game, "CFD")) == (3, before)


@pytest.mark.rule("R65-3.12.8")
def test_presidents_are_asked_in_operating_order() -> None:
    made = position(3).tiles(TO_SERBARIU).tiles(TO_BASTIA)
    made.company("CFD", 80, "Bob", {"Bob": 1}).company("FMS", 90, "Alan", {"Alan": 1})
    game = made.begin("prelude")
    assert game.actor == "Alan"
    assert broken_rule(game, ConvertCompany("Alan", "CFD")) == "R65-3.12.8"
    assert broken_rule(game, ConvertCompany("Bob", "CFD")) == "R65-3.12.8"
    with pytest.raises(InvalidAction):
        game.apply(ConvertCompany("Alan", "XYZ"))
    game = play(game, ConvertCompany("Alan", "FMS"))
    assert ask.major(game, "FMS"), "it takes effect before the next president is asked"
    assert (game.actor, len(events(game, "stock_round_began"))) == ("Bob", 0)

"""The end by agreement of a game that stands still (R56-8.12)."""

from __future__ import annotations

import pytest

from piercy.bots import GreedyBot
from piercy.core import plain
from piercy.core.actions import Pass
from piercy.core.chance import Chance
from piercy.core.game import Game, from_json, new_game
from piercy.core.standstill import AnswerEnd, ProposeEnd
from piercy.rail.actions import LayTile, PlaceToken, RunTrains
from piercy.testing import questions as ask
from piercy.testing.conformance import check_offers, check_over, check_refusals, check_undo
from piercy.testing.moves import broken_rule, player
from piercy.testing.scenario import Short1856Scenario, scenario


def table() -> Short1856Scenario:
    """Three companies with trains, none of which anybody runs."""
    made = scenario("1856-short", players=3, seed=1)
    for company in ("BBG", "WGB", "TGB"):
        made.trains(company, "2")
    return made


def idle_round(game: Game) -> Game:
    number = ask.round_number(game)
    while not game.over and ask.round_number(game) == number:
        game = game.apply(Pass(str(game.actor)))
    return game


def standing_still() -> Game:
    """A game with its whole history in which nobody has done anything for a round."""
    return idle_round(new_game("1856-short", players=["Ada", "Bruno"], seed=4))


def offered(game: Game) -> set[str]:
    return {offer.type for offer in game.offers()}


@pytest.mark.rule("R56-8.12")
def test_the_end_is_offered_only_after_an_idle_round() -> None:
    game = table().game()
    assert "propose_end" not in offered(game)
    assert broken_rule(game, ProposeEnd(str(game.actor))) == "R56-8.12"
    still = idle_round(game)
    assert still.actor == player(still, "BBG")
    assert "propose_end" in offered(still)
    assert [e["rounds"] for e in still.latest_events if e.key == "stands_still"] == [1]
    acted = still.apply(LayTile(str(still.actor), "J15", "57", 0))
    assert "propose_end" not in offered(acted)
    moved = idle_round(acted)
    assert "propose_end" not in offered(moved)
    assert "stands_still" not in {event.key for event in moved.latest_events}
    assert [ask.standstill(now) for now in (game, still, acted, moved)] == [0, 1, 0, 0]


@pytest.mark.rule("R56-8.12")
def test_a_round_in_which_only_a_token_was_placed_is_not_idle() -> None:
    made = scenario("1856-short", players=2, seed=1).phase(2).tiles("C14 14@1, D15 8@3, D17 14@0")
    game = made.trains("LPS", "3").trains("CA", "3").on_turn("LPS").at_step("token").game()
    placed = game.apply(PlaceToken(player(game, "LPS"), "D17", 0))
    assert ask.standstill(idle_round(placed)) == 0
    assert ask.standstill(idle_round(game)) == 1


@pytest.mark.rule("R56-8.12", "R56-1.5")
def test_all_must_agree_and_are_asked_in_turn_order() -> None:
    still = idle_round(table().game())
    while still.actor == player(still, "BBG"):
        still = still.apply(Pass(str(still.actor)))
    wgb, tgb, bbg = (player(still, company) for company in ("WGB", "TGB", "BBG"))
    assert broken_rule(still, ProposeEnd(tgb)) == "R56-1.5"
    asked = still.apply(ProposeEnd(wgb))
    assert asked.actor == tgb
    assert offered(asked) == {"answer_end"}
    assert broken_rule(asked, Pass(tgb)) == "R56-8.12"
    assert broken_rule(asked, AnswerEnd(bbg, True)) == "R56-8.12"
    half = asked.apply(AnswerEnd(tgb, True))
    assert (half.actor, half.over) == (bbg, False)
    ended = half.apply(AnswerEnd(bbg, True))
    assert ended.over
    assert ended.scores() == ask.purses(still)
    assert ask.cash(ended, ask.BANK) == ask.cash(still, ask.BANK)
    assert ask.ending(ended) == "agreed"
    check_over(ended)


@pytest.mark.rule("R56-8.12")
def test_after_a_refusal_play_goes_on_and_nobody_asks_again_in_that_round() -> None:
    still = idle_round(table().game())
    before = still.offers()
    game = still.apply(ProposeEnd(player(still, "BBG"))).apply(AnswerEnd(player(still, "WGB"), True))
    game = game.apply(AnswerEnd(player(still, "TGB"), False))
    assert game.actor == player(still, "BBG")
    assert [o.type for o in game.offers()] == [o.type for o in before if o.type != "propose_end"]
    number = ask.round_number(game)
    while ask.round_number(game) == number:
        assert broken_rule(game, ProposeEnd(str(game.actor))) == "R56-8.12"
        game = game.apply(Pass(str(game.actor)))
    assert "propose_end" in offered(game)


@pytest.mark.rule("R56-8.12")
def test_the_vote_is_logged_can_be_undone_and_is_kept_in_a_save() -> None:
    game = standing_still()
    for position in (game, game.apply(ProposeEnd(str(game.actor)))):
        check_offers(position)
        check_refusals(position, Chance(3))
        check_undo(position)
        again = from_json(position.to_json())
        assert again.digest() == position.digest()
    asked = game.apply(ProposeEnd(str(game.actor)))
    ended = asked.apply(AnswerEnd(str(asked.actor), True))
    assert from_json(ended.to_json()).over
    assert ended.undo().actor == asked.actor


def test_a_state_without_a_vote_is_written_as_before() -> None:
    assert "vote" not in plain.encode(standing_still().state)


@pytest.mark.rule("R56-8.12")
def test_greedy_bots_move_a_game_on_if_they_can_and_else_agree_to_its_end() -> None:
    """The run of 1856 that breaks the bank: while more seemed to come both waited for ever."""
    bot, chance = GreedyBot(), Chance(1)
    made = scenario("1856-short", players=2, seed=1).phase(2).trains("LPS", "3").trains("CA", "3")
    made.tiles("C14 14@1, D15 8@3, D17 14@0").cash("LPS", 1000).bank(10, against="CA")
    still = made.idle_rounds(1).at_step("run").game()
    assert isinstance(bot.choose(still, chance), RunTrains)
    asked = still.apply(ProposeEnd(str(still.actor)))
    assert bot.choose(asked, chance) == AnswerEnd(str(asked.actor), False)
    longer = made.idle_rounds(2).game().apply(ProposeEnd(str(still.actor)))
    assert bot.choose(longer, chance) == AnswerEnd(str(asked.actor), True)


@pytest.mark.rule("R56-8.12")
def test_greedy_bots_propose_the_end_when_all_have_waited() -> None:
    bot, chance = GreedyBot(), Chance(1)
    made = scenario("1856-short", players=2, seed=1).trains("LPS", "2").trains("CA", "2").at_step("run")
    for rounds, kind in ((1, Pass), (2, ProposeEnd)):
        game = made.idle_rounds(rounds).game()
        assert isinstance(bot.choose(game, chance), kind)

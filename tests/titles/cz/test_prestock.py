"""Set-up and the pre-stock round: chapters III and VI."""

from __future__ import annotations

import pytest
from tests.titles.cz.openings import fresh

from piercy.core.actions import action_types
from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.rail.board import Board
from piercy.testing import questions as ask
from piercy.testing.moves import passes, refused
from piercy.testing.scenario import CzScenario
from piercy.titles.cz.actions import DraftLocal
from piercy.titles.cz.book import book

FACTS = book()


def draft(game: Game, local: str) -> Game:
    return game.apply(DraftLocal(str(game.actor), local))


def in_order(players: int = 4) -> Game:
    """A fresh game whose priority cards follow the order of the players: Ada 1, Bruno 2..."""
    return fresh(players, order_as_listed=True)


def actors(game: Game, turns: int) -> list[str]:
    found = []
    for _ in range(turns):
        found.append(str(game.actor))
        game = draft(
            game, next(name for name in ask.local_names(game) if ask.local_owner(game, name) is None)
        )
    return found


@pytest.mark.rule("RCZ-III.1.1")
def test_the_only_deals_between_players_are_those_of_the_rules() -> None:
    """Consent is asked for Locals, trains and acquisitions, and no action moves money in another way."""
    deals = {"buy_local", "offer_for_train", "acquire", "answer"}
    assert deals <= action_types("18cz").keys()
    assert not {"give", "lend_money", "trade", "pay_player"} & action_types("18cz").keys()


@pytest.mark.rule("RCZ-III.2.1", "RCZ-III.2.2")
@pytest.mark.parametrize(("players", "cash"), [(3, 380), (4, 300), (5, 250), (6, 210)])
def test_starting_cash(players: int, cash: int) -> None:
    assert set(ask.purses(fresh(players)).values()) == {cash}


@pytest.mark.rule("RCZ-III.2.2")
def test_two_and_seven_players_are_refused() -> None:
    for players in (2, 7):
        with pytest.raises(InvalidAction):
            fresh(players)


@pytest.mark.rule("RCZ-III.3.1")
def test_position_prices_of_the_locals() -> None:
    prices = {size: [p.price for p in FACTS.locals.values() if p.size == size] for size in FACTS.sizes}
    assert prices == {
        "small": [25, 30, 35, 40, 45, 50],
        "medium": [40, 45, 50, 55, 60, 65],
        "large": [55, 60, 65, 70, 75, 80],
    }


@pytest.mark.rule("RCZ-III.3.2")
def test_all_certificates_start_in_the_bank() -> None:
    game = fresh()
    assert all(not ask.shareholders(game, name) for name in ask.companies(game))
    assert all(ask.president(game, name) is None for name in ask.companies(game))


@pytest.mark.rule("RCZ-III.3.3")
def test_train_cards_are_stacked_by_letter_with_a_on_top() -> None:
    game = fresh()
    assert ask.depot(game) == sorted(ask.depot(game))
    assert ask.card_on_sale(game) == "a"
    assert not ask.pool(game)


@pytest.mark.rule("RCZ-III.3.4")
def test_only_yellow_tiles_are_usable_but_all_are_in_sight() -> None:
    game = fresh()
    assert FACTS.phases[ask.phase(game)].colours == ("yellow",)
    assert ask.board(game) == Board()
    assert ask.copies_left(game, "8893") == 1


@pytest.mark.rule("RCZ-III.3.5")
def test_every_company_has_a_purse_trains_and_markers_of_its_own() -> None:
    game = fresh()
    for name in ask.companies(game):
        assert (ask.cash(game, name), ask.trains(game, name), ask.tokens_left(game, name)) == (0, [], 0)
    one = CzScenario(game).trains("MW", "2a").cash("MW", 40)
    others = [name for name in ask.companies(one) if ask.trains(one, name) or ask.cash(one, name)]
    assert others == ["MW"]


@pytest.mark.rule("RCZ-III.3.6")
def test_priority_cards_are_dealt_at_random_and_the_lowest_starts() -> None:
    orders = {tuple(ask.order(fresh(4, seed=seed))) for seed in range(40)}
    assert len(orders) > 15
    for seed in range(5):
        game = fresh(4, seed=seed)
        assert game.actor == ask.order(game)[0]
        assert sorted(ask.order(game)) == sorted(game.players)


@pytest.mark.rule("RCZ-VI.1", "WCZ-1")
def test_snake_order() -> None:
    assert actors(in_order(), 14) == [
        "Ada", "Bruno", "Carla", "Dario", "Dario", "Carla", "Bruno", "Ada",
        "Ada", "Bruno", "Carla", "Dario", "Dario", "Carla",
    ]  # fmt: skip


@pytest.mark.rule("RCZ-VI.2")
def test_one_local_of_any_size_at_its_printed_price() -> None:
    game = in_order(3)
    after = draft(game, "L6")
    assert ask.cash(after, "Ada") == 380 - 80
    assert ask.local_owner(after, "L6") == "Ada"
    assert after.actor == "Bruno"
    refused(after, DraftLocal("Bruno", "L6"), "RCZ-VI.2")
    with pytest.raises(InvalidAction):
        after.check(DraftLocal("Bruno", "L7"))


@pytest.mark.rule("RCZ-VI.2")
def test_a_local_must_be_affordable() -> None:
    game = in_order(6)
    for local in ("L6", "L5", "L4", "M6", "M5", "M4", "M3", "M2", "M1", "S6", "S5", "S4"):
        game = draft(game, local)
    assert (game.actor, ask.cash(game, "Ada")) == ("Ada", 210 - 80 - 40)
    game = draft(draft(draft(draft(draft(draft(game, "L3"), "S1"), "S2"), "S3"), "L1"), "L2")
    assert ask.round_name(game) == "stock"
    poor = CzScenario(in_order(6)).cash("Ada", 50).game()
    assert "costs 55" in str(refused(poor, DraftLocal("Ada", "L1"), "RCZ-VI.2"))
    assert ask.cash(draft(poor, "S6"), "Ada") == 0


@pytest.mark.rule("RCZ-VI.3")
def test_who_passed_may_buy_later() -> None:
    game = passes(in_order(3))
    game = draft(game, "S1")
    game = passes(game, 1)
    assert game.actor == "Carla"
    game = passes(game, 2)
    assert game.actor == "Ada"
    assert ask.local_owner(draft(game, "S2"), "S2") == "Ada"


@pytest.mark.rule("RCZ-VI.4")
def test_the_round_ends_when_all_locals_are_sold() -> None:
    game = in_order(6)
    for state_locals in range(18):
        assert ask.round_name(game) == "prestock", state_locals
        game = _cheapen(game)
        game = draft(
            game, next(name for name in ask.local_names(game) if ask.local_owner(game, name) is None)
        )
    assert ask.round_name(game) == "stock"


def _cheapen(game: Game) -> Game:
    """Give the player on turn enough cash, out of the bank."""
    return CzScenario(game).cash(str(game.actor), 500).game()


@pytest.mark.rule("RCZ-VI.5", "WCZ-2")
def test_the_round_ends_when_every_player_has_passed_since_the_last_purchase() -> None:
    game = draft(passes(in_order()), "S1")  # Ada passes, Bruno buys
    for actor in ("Carla", "Dario", "Dario", "Carla", "Bruno", "Ada"):
        assert ask.round_name(game) == "prestock"
        assert game.actor == actor
        game = passes(game)
    assert ask.round_name(game) == "stock"


@pytest.mark.rule("RCZ-VI.5", "WCZ-2")
def test_a_purchase_makes_earlier_passes_void() -> None:
    game = draft(passes(in_order()), "S1")
    game = passes(game, 2)  # Carla, Dario
    game = draft(game, "S2")  # Dario's second turn in a row
    assert not ask.passed(game)
    game = passes(game, 3)  # Carla, Bruno, Ada
    assert ask.round_name(game) == "prestock"
    game = passes(game, 3)  # Ada, Bruno, Carla: all but Dario have passed
    assert game.actor == "Dario"
    assert ask.round_name(passes(game)) == "stock"


@pytest.mark.rule("RCZ-VI.6")
def test_who_can_afford_nothing_passes_by_himself_and_the_others_go_on() -> None:
    game = CzScenario(in_order(3)).cash("Bruno", 10).game()
    game = draft(game, "S1")
    assert game.actor == "Carla"
    assert ("passed", "Bruno") in {(e.key, e.fields.get("player")) for e in game.latest_events}
    game = draft(game, "S2")
    assert [game.actor, ask.passed(game)] == ["Carla", []]
    game = draft(game, "S3")
    assert game.actor == "Ada"
    assert ask.round_name(game) == "prestock"


@pytest.mark.rule("RCZ-VI.7")
def test_unsold_locals_leave_the_game() -> None:
    game = passes(draft(in_order(3), "S1"), 5)
    assert ask.round_name(game) == "stock"
    closed = [name for name in ask.local_names(game) if ask.local_closed(game, name)]
    assert len(closed) == 17
    assert "S1" not in closed
    assert all(ask.local_owner(game, name) is None for name in closed)


@pytest.mark.rule("RCZ-VI.8", "RCZ-VI.9", "WCZ-3")
def test_least_cash_gets_the_lowest_card_and_equals_keep_their_order() -> None:
    position = CzScenario(in_order())
    for name, cash in {"Ada": 60, "Bruno": 20, "Carla": 60, "Dario": 20}.items():
        position.cash(name, cash)
    game = passes(
        position.game(), 1
    )  # Bruno and Dario can buy nothing but Ada and Carla must pass themselves
    while ask.round_name(game) == "prestock":
        game = passes(game)
    assert ask.order(game) == ["Bruno", "Dario", "Ada", "Carla"]
    assert ask.round_name(game) == "stock"
    assert game.actor == "Bruno"


@pytest.mark.rule("RCZ-VI.10")
def test_the_certificate_limit_binds_here_too() -> None:
    position = CzScenario(in_order(6))
    for name in ask.local_names(position)[:9]:
        position.local(name, "Ada")
    game = position.game()
    assert ask.certificates(game, "Ada") == 9
    refused(game, DraftLocal("Ada", "L6"), "RCZ-VI.10")


@pytest.mark.rule("RCZ-VI.10", "RCZ-VI.6")
def test_who_is_at_the_certificate_limit_passes_by_himself() -> None:
    position = CzScenario(in_order(6))
    for name in ask.local_names(position)[:9]:
        position.local(name, "Bruno")
    game = draft(position.game(), "L6")
    assert (game.actor, ask.passed(game)) == ("Carla", ["Bruno"])


@pytest.mark.rule("RCZ-VI.8")
def test_the_round_is_told_in_events() -> None:
    game = in_order(3)
    assert [event.key for event in game.log] == ["prestock_round_began"]
    bought = draft(game, "M2").latest_events[0]
    assert (bought.key, bought.fields) == (
        "local_drafted",
        {"player": "Ada", "local": "M2", "price": 45},
    )
    ended = passes(draft(game, "M2"), 5).latest_events
    assert {"order": ["Ada", "Bruno", "Carla"]} in [e.fields for e in ended if e.key == "priority_dealt"]

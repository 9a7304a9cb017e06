"""What seats have the server do: steps with nothing to do, purchases and passes until something matters."""

from __future__ import annotations

import html
from dataclasses import replace

import pytest
from starlette.testclient import TestClient
from tests.server.conftest import Start

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.rail.actions import BuyShare, LayTile
from piercy.server.services import Services
from piercy.server.standing import (
    BUY,
    NOTHING,
    PASS,
    Order,
    SeatOrders,
    matters,
    nothing_to_do,
    price_of,
    read_orders,
)

TITLE = "1856-short"


def now(services: Services, game: str) -> Game:
    found = services.game_cache.current(game).game
    assert found is not None
    return found


def do(services: Services, game: str) -> None:
    """The player on turn passes, or does the first thing that there is."""
    here = now(services, game)
    actor = here.actor
    assert actor is not None
    action = next((a for a in here.actions(50) if not isinstance(a, Pass)), Pass(actor))
    services.games.submit(game, here.seq, action.to_dict())


def skipping(services: Services, game: str, *, on: bool = True) -> str:
    """Have all persons skip what they can do nothing in, as those do who sit down at the page."""
    for seat in services.store.info(game).seats:
        if not seat.is_bot:
            services.games.order(game, seat.name, lambda _, orders: replace(orders, skip=on))
    return game


def to_nothing(services: Services, game: str, most: int = 80) -> int:
    """Play until the server has sent something; the number of that action."""
    for _ in range(most):
        do(services, game)
        if sent := services.store.standing.sent(game):
            return min(sent)
    raise AssertionError("there was always something to do")


def test_a_step_with_nothing_to_do_is_passed_for_its_seat(services: Services, start: Start) -> None:
    game = skipping(services, start("18cz", "Ann", "Bob", "Cy", seed=4))
    seq = to_nothing(services, game)
    before = services.game_cache.at(game, seq - 1).game
    assert before is not None
    assert nothing_to_do(before)
    row = services.store.log(game)[seq - 1]
    assert row.action["type"] == "pass"
    assert row.actor == before.actor
    assert services.store.standing.sent(game)[seq] == NOTHING
    assert not nothing_to_do(now(services, game))


def test_who_wants_to_be_asked_is_asked(services: Services, start: Start) -> None:
    game = skipping(services, start("18cz", "Ann", "Bob", "Cy", seed=4), on=False)
    for _ in range(80):
        do(services, game)
        if nothing_to_do(now(services, game)):
            break
    here = now(services, game)
    assert nothing_to_do(here)
    assert not services.store.standing.sent(game)
    # as soon as he does not want it any more it is done
    services.games.order(game, here.actor or "", lambda _, orders: replace(orders, skip=True))
    assert services.store.standing.sent(game)[here.seq + 1] == NOTHING


def test_who_sits_down_at_the_page_is_not_asked_for_nothing(client: TestClient, services: Services) -> None:
    form = {"title": TITLE, "name-0": "Ann", "kind-0": "person", "name-1": "Bob", "kind-1": "random"}
    answer = client.post("/games", data=form, follow_redirects=False)
    game = answer.headers["location"].rpartition("/")[2]
    kept = services.store.standing.of(game)
    persons = {seat.name for seat in services.store.info(game).seats if not seat.is_bot}
    assert {player for player, document in kept.items() if read_orders(document).skip} == persons


def test_a_bot_is_never_passed_for(services: Services, start: Start) -> None:
    game = start(TITLE, "bot:random", "bot:random", seed=4)
    for _ in range(400):
        if now(services, game).seq > 30:
            break
        services.bots.retry(services.store.info(game))
    assert not services.store.standing.sent(game)


def test_undo_goes_back_beyond_what_the_server_did(services: Services, start: Start) -> None:
    game = skipping(services, start("18cz", "Ann", "Bob", "Cy", seed=4))
    seq = to_nothing(services, game)
    last = now(services, game).seq
    decided = max(n for n in range(1, last + 1) if n not in services.store.standing.sent(game))
    assert decided < seq
    there = services.game_cache.at(game, decided - 1).game
    assert there is not None
    services.games.undo(game, last)
    assert now(services, game).digest() == there.digest()
    assert now(services, game).actor == there.actor
    services.games.redo(game, now(services, game).seq)
    after = services.game_cache.at(game, last).game
    assert after is not None
    assert now(services, game).digest() == after.digest()


def test_the_log_says_what_was_done_by_itself(client: TestClient, services: Services, start: Start) -> None:
    game = skipping(services, start("18cz", "Ann", "Bob", "Cy", seed=4))
    to_nothing(services, game)
    assert "by itself: nothing else was possible" in client.get(f"/games/{game}/log").text
    client.cookies.set("language", "it")
    assert "da sé: non era possibile altro" in html.unescape(client.get(f"/games/{game}/log").text)


def trading(services: Services, start: Start) -> str:
    """A game of 1865 in its first stock round, where somebody has started a company."""
    game = start("1865", "Ann", "Bob", "Cy", seed=4)
    for _ in range(60):
        here = now(services, game)
        actor = here.actor or ""
        kinds = {offer.action for offer in here.offers()}
        if BuyShare in kinds and here.state.flow.round == "stock":
            return game
        starts = [a for a in here.actions(40) if a.type in ("take_maritime", "start_company")]
        services.games.submit(game, here.seq, (starts[0] if starts else Pass(actor)).to_dict())
    raise AssertionError("no share is on offer")


def test_a_player_passes_until_something_matters(
    client: TestClient, services: Services, start: Start
) -> None:
    game = trading(services, start)
    waiting = next(p for p in now(services, game).players if p != now(services, game).actor)
    client.post(f"/games/{game}/orders", data={"player": waiting, "kind": "pass"})
    assert "passes until something happens that matters" in client.get(f"/games/{game}").text
    while now(services, game).actor != waiting and PASS not in services.store.standing.sent(game).values():
        here = now(services, game)
        services.games.submit(game, here.seq, Pass(here.actor or "").to_dict())
    (seq,) = (n for n, why in services.store.standing.sent(game).items() if why == PASS)
    assert services.store.log(game)[seq - 1].action == {"type": "pass", "player": waiting}


def test_a_pass_ends_when_somebody_starts_a_company(
    client: TestClient, services: Services, start: Start
) -> None:
    game = trading(services, start)
    here = now(services, game)
    waiting = next(p for p in here.players if p != here.actor)
    client.post(f"/games/{game}/orders", data={"player": waiting, "kind": "pass"})
    new = next(a for a in here.actions() if a.type == "start_company")
    services.games.submit(game, here.seq, new.to_dict())
    while now(services, game).actor != waiting:
        there = now(services, game)
        services.games.submit(game, there.seq, Pass(there.actor or "").to_dict())
    assert read_orders(services.store.standing.of(game)[waiting]).ended == "started"
    page = html.unescape(client.get(f"/games/{game}").text)
    assert f"The orders of {waiting} have ended: somebody has started a company." in page


def test_a_share_is_bought_when_it_is_the_players_turn(
    client: TestClient, services: Services, start: Start
) -> None:
    game = trading(services, start)
    here = now(services, game)
    buy = next(a for a in here.actions() if isinstance(a, BuyShare))
    share = f"{buy.company}/{buy.source}"
    actor = here.actor or ""
    client.post(f"/games/{game}/orders", data={"player": actor, "kind": "buy", "share": share, "times": "1"})
    (sent, *_) = services.store.standing.sent(game).items()
    assert sent == (here.seq + 1, BUY)
    row = services.store.log(game)[here.seq]
    assert row.action == {
        "type": "buy_share",
        "player": actor,
        "company": buy.company,
        "source": buy.source,
    }
    assert read_orders(services.store.standing.of(game)[actor]) == SeatOrders()


def test_at_another_price_the_player_is_asked(services: Services, start: Start) -> None:
    game = trading(services, start)
    here = now(services, game)
    buy = next(a for a in here.actions() if isinstance(a, BuyShare))
    order = Order(BUY, here.seq, buy.company, buy.source, 1, price_of(here, buy.company) + 10)
    actor = here.actor or ""
    services.games.order(game, actor, lambda _, orders: replace(orders, orders=(order,)))
    assert now(services, game).seq == here.seq
    assert read_orders(services.store.standing.of(game)[actor]) == SeatOrders(ended="price")


def test_orders_are_taken_back(client: TestClient, services: Services, start: Start) -> None:
    game = trading(services, start)
    here = now(services, game)
    waiting = next(p for p in here.players if p != here.actor)
    client.post(f"/games/{game}/orders", data={"player": waiting, "kind": "pass"})
    assert 'id="stop-orders-' in client.get(f"/games/{game}").text
    client.post(f"/games/{game}/orders/stop", data={"player": waiting})
    assert 'id="stop-orders-' not in client.get(f"/games/{game}").text
    assert read_orders(services.store.standing.of(game)[waiting]) == SeatOrders()


def test_orders_are_stored_with_the_game_and_go_with_it(services: Services, start: Start) -> None:
    game = start("1865", "Ann", "Bob", "Cy", seed=4)
    services.store.standing.put(game, "Ann", SeatOrders(orders=(Order(PASS, 3),)).to_dict())
    assert read_orders(services.store.standing.of(game)["Ann"]).orders == (Order(PASS, 3),)
    services.store.shelf.put(game, deleted="2026-01-01T00:00:00")
    services.store.shelf.purge(game)
    assert services.store.standing.of(game) == {}


@pytest.mark.parametrize(
    "document",
    [None, 3, [], {"orders": 7}, {"orders": [1, {}, {"kind": "pass"}]}, {"orders": [{"kind": 1}]}],
)
def test_what_cannot_be_read_of_orders_is_no_order(document: object) -> None:
    assert read_orders(document) == SeatOrders()


def test_nobody_orders_for_another_seat_or_what_cannot_be(
    client: TestClient, services: Services, start: Start
) -> None:
    game = start(TITLE, "Ann", "bot:random", seed=3)
    bot = next(seat.name for seat in services.store.info(game).seats if seat.is_bot)
    assert client.post(f"/games/{game}/orders/skip", data={"player": bot, "on": "false"}).status_code == 403
    assert client.post(f"/games/{game}/orders", data={"player": "Ann", "kind": "pass"}).status_code == 400
    assert client.post(f"/games/{game}/orders", data={"player": "Ann", "kind": "fly"}).status_code == 400


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ({"event": "shares_sold", "player": "Bob", "company": "FMS"}, "sold"),
        ({"event": "shares_sold", "player": "Bob", "company": "FCS"}, ""),
        ({"event": "shares_sold", "player": "Ann", "company": "FMS"}, ""),
        ({"event": "company_started", "player": "Bob", "company": "FCS"}, "started"),
        ({"event": "president_changed", "player": "Bob", "before": "Ann"}, "president"),
        ({"event": "president_changed", "player": "Bob", "before": "Cy"}, ""),
        ({"event": "operating_round_began"}, "round"),
        ({"event": "share_bought", "player": "Bob", "company": "FMS"}, ""),
    ],
)
def test_what_matters_to_a_player(event: dict[str, str], why: str) -> None:
    assert matters(event, "Ann", frozenset(("FMS",))) == why


def test_a_lay_with_a_choice_is_never_skipped(services: Services, start: Start) -> None:
    game = skipping(services, start(TITLE, "Ann", "Bob", seed=3))
    assert any(offer.action is LayTile for offer in now(services, game).offers())
    services.games.order(game, now(services, game).actor or "", lambda _, orders: orders)
    assert now(services, game).seq == 0

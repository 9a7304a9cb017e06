"""Choices say what they are: sentences, prices and first numbers of the panel, for each kind of offer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from starlette.testclient import TestClient
from tests.server.conftest import Start

from piercy.bots import RandomBot
from piercy.cli.telling import Teller
from piercy.core import registry
from piercy.core.chance import Chance
from piercy.core.game import Game, new_game
from piercy.core.offers import Offer
from piercy.present.labels import Labels
from piercy.present.languages import Speaker
from piercy.present.refusals import told
from piercy.present.tables import view_of
from piercy.rail.actions import Answer, BuyTrain, LayTile, OfferForTrain, PayDividend, RunTrains, StartCompany
from piercy.server.panel import Group, Panel, panel_for
from piercy.server.reasons import why_not
from piercy.titles.cz.actions import BuyLocal, DraftLocal, OfferAcquisition, OpenAuction, RaiseBid
from piercy.titles.cz.state import CzState
from piercy.titles.sardinia.actions import TakeMaritime
from piercy.titles.sardinia.operating_actions import Absorb


def reached(title: str, kind: type, seed: int = 4, most: int = 900) -> Game:
    """The first position of a random game at which an action of the kind is on offer."""
    names = ["Ann", "Bob", "Cy"][: registry.title(title).player_counts[-1]]
    game, bot, chance = new_game(title, players=names, seed=seed), RandomBot(), Chance(seed)
    for _ in range(most):
        if any(offer.action is kind for offer in game.offers()):
            return game
        game = game.apply(bot.choose(game, chance))
    raise AssertionError(f"{kind.__name__} is not reached")


def panel(game: Game, **params: list[str]) -> Panel:
    offers: list[Offer] = [offer.settled() for offer in game.offers()]
    labels = Labels(game, view_of(game), Speaker("en", "piercy.server").about(game.title))
    return panel_for(game, offers, params, labels, "/games/x")


def group(game: Game, name: str, **params: list[str]) -> Group:
    return next(g for g in panel(game, **params).groups if g.name.split(".")[0] == name)


def test_an_offer_of_another_player_is_told_with_its_terms() -> None:
    game = reached("18cz", Answer)
    asked = group(game, "answer").question
    assert re.match(r"\w+ \(\w+\) offers (you )?\d+ K for ", asked)
    trade = reached("1865", Answer)
    assert re.match(
        r"\w+ \(\w+\) offers L\.\d+ for the PH\w+-train of \w+; ", group(trade, "answer").question
    )


def test_an_auction_names_the_lot_and_who_leads() -> None:
    game = reached("18cz-moravia", RaiseBid)
    shown = group(game, "raise_bid")
    assert re.match(r"\w+ is under the hammer: \w+ bids \d+ K\. Bid \d+ K or more, or pass\.", shown.question)
    assert shown.blank is not None
    assert shown.usual == shown.blank.low


def test_putting_up_and_bidding_are_one_form() -> None:
    """Each lot stands there once: with a bid that starts at its price, and to be put up without one."""
    shown = panel(reached("18cz-moravia", OpenAuction)).groups
    assert [g.kind for g in shown] == ["number"] * 5
    for lot in shown:
        assert [button.label.text for button in lot.others] == ["put it up without a bid"]
        assert lot.blank is not None
        assert lot.usual == lot.blank.low
        assert f"least bid {lot.usual} K" in lot.terms


def test_no_share_price_stands_beside_a_train() -> None:
    """A train of another company shows what a new one costs, and who is asked."""
    game = reached("18cz", OfferForTrain)
    details = [button.label.detail for button in group(game, "offer_for_train").buttons]
    assert details
    assert all(re.match(r"new \d+ K( · \w+ is asked)?$", detail) for detail in details)


def test_prices_start_at_what_is_usual_and_never_at_a_gift() -> None:
    game = reached("18cz", BuyLocal)
    (first, *_) = group(game, "buy_local").buttons
    shown = group(game, "buy_local", do=["buy_local"], local=[first.value])
    assert shown.blank is not None
    assert shown.usual == shown.blank.high
    assert shown.blank.low == 1
    train = reached("18cz", OfferForTrain)
    button = group(train, "offer_for_train").buttons[0]
    asks = dict(part.split("=") for part in button.url.partition("?")[2].split("&"))
    asked = group(train, "offer_for_train", **{name: [value] for name, value in asks.items()})
    assert asked.blank is not None
    assert asked.usual is not None
    assert asked.usual in (asked.blank.high, int(re.findall(r"new (\d+) K", " ".join(asked.terms))[0]))


def test_what_was_asked_before_is_asked_again() -> None:
    """After a refusal the field starts at the price that was refused."""
    game = reached("18cz", Answer)
    offer = game.history[-1]
    refused = game.apply(Answer(game.actor or "", False))
    values = {name: getattr(offer, name) for name in ("local", "seller", "train") if hasattr(offer, name)}
    labels = Labels(refused, view_of(refused), Speaker("en"))
    assert labels.usual(type(offer), "price", values) == offer.price  # type: ignore[attr-defined]


def test_an_acquisition_starts_at_the_price_of_the_share() -> None:
    game = reached("18cz", OfferAcquisition, seed=5)
    shown = group(game, "acquire")
    if shown.kind != "number":
        raise AssertionError(shown.kind)
    assert shown.blank is not None
    price = int(re.findall(r"now (\d+) K each", " ".join(shown.terms))[0])
    assert shown.usual == min(price, shown.blank.high or price)


def test_private_companies_and_cards_say_what_they_do() -> None:
    local = group(reached("18cz", DraftLocal), "draft_local").buttons[0].label
    assert local.detail.startswith("costs 25 K · Plan - Tachau · pays 5 K a round · once for its company")
    card = group(reached("1865", TakeMaritime), "take_maritime").buttons[0].label
    assert "traffic for a token on F18 Olbia" in card.detail


def test_a_start_tells_cost_float_and_home() -> None:
    game = reached("1865", StartCompany)
    first = group(game, "start_company")
    assert re.match(r"floats with 3 shares sold · home E35 Cagliari", first.buttons[0].label.detail)
    pars = group(game, "start_company", do=["start_company"], company=[first.buttons[0].value])
    assert pars.buttons[0].label.detail == "costs L.120 · floats with 3 shares sold: L.180 in all"


def test_who_absorbs_whom_is_said() -> None:
    game = reached("1865", Absorb, seed=4)
    shown = panel(game)
    sure = shown.confirmation
    words = " ".join(
        [label.text for g in shown.groups for label in g.about]
        + [b.label.detail for g in shown.groups for b in g.buttons]
        + (list(sure.terms) if sure else [])
    )
    assert re.search(r"\w+ absorbs \w+", words)


def test_a_train_tells_what_it_makes_obsolete() -> None:
    found = ""
    names, bot, chance = ["Ann", "Bob", "Cy"], RandomBot(), Chance(1)
    game = new_game("1856-short", players=names, seed=1)
    while not game.over and "makes obsolete" not in found:
        if any(offer.action is BuyTrain for offer in game.offers()):
            shown = panel(game)
            found += " ".join(b.label.detail for g in shown.groups for b in g.buttons)
            found += " ".join(shown.confirmation.terms if shown.confirmation else ())
        game = game.apply(bot.choose(game, chance))
    assert "opens phase" in found
    assert "makes obsolete: 2" in found


def test_the_best_run_and_the_dividend_are_shown_before_anybody_asks() -> None:
    """One click each: the effects are there, and the other choices stand beside."""
    run = panel(reached("18cz", RunTrains)).confirmation
    assert run is not None
    assert run.effects is not None
    assert run.runs
    assert run.terms[0].startswith("earns ")
    pay = panel(reached("18cz", PayDividend)).confirmation
    assert pay is not None
    assert pay.effects is not None
    assert pay.instead is not None
    assert [button.current for button in pay.instead.buttons] == [True, False]
    assert [button.label.text for button in pay.instead.buttons] == [
        "pay a dividend",
        "keep it in the treasury",
    ]
    assert all(" K" in button.label.detail for button in pay.instead.buttons)


def test_steps_show_where_the_turn_stands(client: TestClient, start: Start) -> None:
    game = start("1856-short", "Ann", "Bob", seed=3)
    page = client.get(f"/games/{game}").text
    assert '<li aria-current="step">Track</li>' in page
    assert re.findall(r'<ol class="steps"[^>]*>(?:<li[^>]*>\w+</li>)+</ol>', page.replace(" >", ">"))


def test_why_not_leads_with_the_connection() -> None:
    """Praha in phase A: no tile fits there, but first of all no line comes there."""
    game = reached("18cz", LayTile, seed=6)
    game = next(g for g in _turns(game) if _company(g) and "E11" not in _near(g))
    reasons = why_not(game, "E11")
    assert reasons[0].rule == "RCZ-VIII.4.7"
    assert "no line of" in reasons[0].message
    assert not any("tile" in reason.fields for reason in reasons[1:])


def _turns(game: Game) -> Iterator[Game]:
    bot, chance = RandomBot(), Chance(6)
    while not game.over:
        if any(offer.action is LayTile for offer in game.offers()):
            yield game
        game = game.apply(bot.choose(game, chance))


def _company(game: Game) -> bool:
    state = game.state_as(CzState)
    return state.flow.round == "operating" and state.companies[state.turn.company].operated


def _near(game: Game) -> set[str]:
    return {action.hex for action in game.actions() if isinstance(action, LayTile)}


def test_a_refusal_names_no_action_by_its_key() -> None:
    game = reached("1856-short", BuyTrain, seed=1)
    say = Speaker("en", "piercy.server").about(game.title)
    told_ = [told(error, say).message for error in why_not(game, "J13")]
    assert told_
    assert not any("_" in message for message in told_)
    assert "Lay track is not possible at this point" in told_


def test_the_api_tells_terms_as_data(client: TestClient, start: Start) -> None:
    game = start("1865", "Ann", "Bob", "Cy", seed=3)
    (offer,) = client.get(f"/api/games/{game}/offers").json()["offers"]
    assert offer["about"] == {"key": "take_maritime", "fields": {"income": 20, "count": 8, "number": 2}}
    terms = offer["domains"][0]["terms"]
    assert len(terms) == len(offer["domains"][0]["options"])
    assert terms[0][1] == {"key": "bonus_places", "fields": {"hexes": ["F18"]}}


def test_the_terminal_tells_the_same() -> None:
    game = reached("1865", TakeMaritime)
    teller = Teller(game, TakeMaritime)
    assert "traffic for a token on F18 Olbia" in teller("card", "M1", {"player": "Ann"})

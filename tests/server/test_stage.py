"""What stands where at a table: the stage, the panes beside it, and what explains them."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from tests.browser.moments import GAMES, before, longest, saved

from piercy.core.game import from_json
from piercy.server.files import replayed
from piercy.server.services import Services

TITLES = ("1856-short", "18cz", "1865")


def brought(client: TestClient, text: str) -> str:
    """The game of a file, replayed here, which spares a process."""
    app = client.app
    assert isinstance(app, FastAPI)
    services: Services = app.state.services
    info, recording = replayed(text.encode(), 20_000)
    services.store.create(info, recording.rows, recording.snapshots)
    return info.id


def page_at(client: TestClient, title: str, kind: str, query: str = "", **cookies: str) -> str:
    """The table just before the last decision of a kind in a golden game."""
    moment = before(title, kind)
    text = saved(title, [moment])[moment]
    game = brought(client, text)
    kept = "&".join(f"{name.replace('_', '-')}={value}" for name, value in cookies.items())
    client.cookies.clear()
    answer = client.get(f"/games/{game}{query}", headers={"Cookie": f"table={kept}"})
    assert answer.status_code == 200
    return answer.text


def shown(page: str) -> str:
    found = re.search(r'id="pane-(\w+)"[^>]*aria-current', page)
    assert found
    return found[1]


def test_the_stage_shows_what_the_moment_is_about(client: TestClient) -> None:
    assert shown(page_at(client, "18cz", "lay_tile")) == "map"
    assert shown(page_at(client, "18cz", "buy_share")) == "market"
    assert (
        shown(page_at(client, "1865", "sell_certificates" if "sell_certificates" in KINDS else "sell_shares"))
        == "market"
    )


KINDS = {action["type"] for action in longest("1865")["actions"]}


def test_the_viewers_own_choice_goes_before_that_in_such_moments_alone(client: TestClient) -> None:
    assert shown(page_at(client, "18cz", "lay_tile", operating="tiles")) == "tiles"
    assert shown(page_at(client, "18cz", "buy_share", operating="tiles")) == "market"
    assert shown(page_at(client, "18cz", "lay_tile", "?show=charts", operating="tiles")) == "charts"
    assert shown(page_at(client, "18cz", "lay_tile", operating="moon")) == "map"


def test_what_is_chosen_on_the_map_is_shown_on_the_map(client: TestClient) -> None:
    page = page_at(client, "18cz", "lay_tile", "?why=A7", operating="tiles")
    assert shown(page) == "map"


@pytest.mark.parametrize(
    "cookie", ["x" * 5000, "&".join(["a=1"] * 400), "share=99&turned=7&fold-log=9", "%ff=%00"]
)
def test_a_cookie_that_means_nothing_does_no_harm(client: TestClient, cookie: str) -> None:
    client.cookies.clear()
    assert client.get("/", headers={"Cookie": f"table={cookie}"}).status_code == 200


@pytest.mark.parametrize("title", TITLES)
def test_a_discard_is_headed_by_the_company_that_must_discard(client: TestClient, title: str) -> None:
    action = longest(title)["actions"][before(title, "discard_train")]
    page = page_at(client, title, "discard_train")
    card = page[page.index('id="acting"') :]
    heading = page[page.index('<h2 class="turn"') :]
    badge = re.compile(r'class="badge"[^>]*>([^<]+)<')
    ours, theirs = badge.search(card), badge.search(heading)
    assert ours
    assert theirs
    assert ours[1] == theirs[1]
    # it owns the train that goes
    train = action["train"]
    assert (
        train.removeprefix("PH") if title == "1865" else train[:-1] if title == "18cz" else train
    ) in card[:2500]


@pytest.mark.parametrize("title", TITLES)
def test_a_legend_explains_the_map(client: TestClient, title: str) -> None:
    page = page_at(client, title, "lay_tile")
    legend = page[page.index('id="legend"') : page.index("</details>", page.index('id="legend"'))]
    assert legend.count("<li>") >= 5
    assert "City: each circle" in legend
    assert ("Mine, with its place" in legend) == (title == "1865")
    assert ("laid with a Local" in legend) == (title == "18cz")


def test_a_legend_explains_the_colours_of_market_and_chart(client: TestClient) -> None:
    page = page_at(client, "18cz", "buy_share")
    for words in ("Small companies may start here", "Operating round, with the price of Locals"):
        assert words in page
    page = page_at(client, "1865", "buy_certificate" if "buy_certificate" in KINDS else "buy_share")
    for words in ("The Dragons sell", "Across: its rank", "company in the green region"):
        assert words in page


def test_the_map_is_told_in_words(client: TestClient) -> None:
    page = page_at(client, "1856-short", "lay_tile")
    words = page[page.index('id="map-words"') : page.index("</ul>", page.index('id="map-words"'))]
    assert "<li>J15 Brantford · #14 · value 30 · stations BBG · track to " in words
    assert words.count("something can be done here") == 9


def test_a_broken_bank_is_said_to_be_broken(client: TestClient) -> None:
    actions = len(longest("1865")["actions"])
    text = saved("1865", [actions])[actions]
    game = brought(client, text)
    page = client.get(f"/games/{game}").text
    chips = page[page.index('class="chips"') : page.index("</ul>")]
    assert re.search(r"broken, L\.\d+ missing", chips)
    assert "L.-" not in chips


@pytest.mark.parametrize("title", TITLES)
def test_the_end_tells_why_who_and_what_the_scores_are_made_of(client: TestClient, title: str) -> None:
    actions = len(longest(title)["actions"])
    text = saved(title, [actions])[actions]
    ended = from_json(text)
    game = brought(client, text)
    page = client.get(f"/games/{game}").text
    over = page[page.index('id="over"') : page.index("</section>", page.index('id="over"'))]
    (winner,) = ended.winners()
    assert f"<h2>{winner} wins</h2>" in over
    assert REASONS[title] in over
    for name, score in ended.scores().items():
        row = over[over.index(f'<th scope="row">{name}</th>') :]
        sums = [
            int(found) for found in re.findall(r"(-?\d+)", re.sub(r"<[^>]*>", " ", row[: row.index("</tr>")]))
        ]
        assert sums[-1] == score
        assert len(sums) == 1 or sum(sums[:-1]) == score
    assert 'id="again"' in over
    assert f"/api/games/{game}/export" in over
    assert shown(page) == "charts"


REASONS = {
    "1856-short": "The bank is broken.",
    "18cz": "All rounds have been played.",
    "1865": "The bank is broken.",
}


def test_a_game_can_be_played_again_with_the_same_seats_and_options(
    client: TestClient, services: Services
) -> None:
    text = (GAMES / "1856-short" / "2-players.json").read_text("utf-8")
    game = brought(client, text)
    page = client.get(f"/games/{game}").text
    fields = dict(re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)">', page))
    fresh = client.post("/games", data=fields)
    assert fresh.status_code == 200, re.findall(r"refusal[^<]*<|seed[^<]{0,80}", fresh.text)[:3]
    old, new = services.store.info(game), services.store.info(fresh.url.path.rpartition("/")[2])
    assert (new.title, new.seats, new.seq) == (old.title, old.seats, 0)
    assert new.options["test_everybody"] == old.options["test_everybody"]
    assert new.seed != old.seed

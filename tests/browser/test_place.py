"""What matters at the moment has the place, can be read, and stays where it is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import At
from tests.browser.moments import TITLES

LAPTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
BAR = 46

TEXTS = """() => [...document.querySelectorAll('#map svg text')].map(
    (text) => Number(text.getAttribute('font-size')) * text.getScreenCTM().a).sort((a, b) => a - b)"""
LIT = """() => {
    const map = document.getElementById('map').getBoundingClientRect();
    const marks = [...document.querySelectorAll('[data-highlight]')];
    return marks.map((mark) => mark.getBoundingClientRect()).map((box) => ({
        inside: box.left >= map.left - 1 && box.right <= map.right + 1
            && box.top >= map.top - 1 && box.bottom <= map.bottom + 1,
        wide: box.width, high: box.height}));
}"""


@contextmanager
def opened(browser: Browser, address: str, screen: dict[str, int] = LAPTOP, **look: Any) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": screen["width"], "height": screen["height"]}, reduced_motion="reduce", **look
    )
    page = context.new_page()
    page.set_default_timeout(30_000)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.wait_for_selector("#table")
    yield page
    context.close()
    assert complaints == []


def box(page: Page, part: str) -> dict[str, float]:
    found = page.locator(part).first.bounding_box()
    assert found is not None, part
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def view_box(page: Page) -> list[float]:
    told = page.locator("#map svg").first.get_attribute("viewBox") or ""
    return [round(float(part), 1) for part in told.split()]


@pytest.mark.parametrize("title", TITLES)
def test_in_an_operating_turn_the_map_has_the_place_and_can_be_read(
    browser: Browser, at: At, title: str
) -> None:
    with opened(browser, at(title, "lay_tile")) as page:
        stage = box(page, ".stage")
        assert box(page, "#map")["width"] >= 0.6 * LAPTOP["width"]
        # all the height below the top bar, but for the gaps
        assert stage["height"] >= LAPTOP["height"] - BAR - 2 * 8
        texts = page.evaluate(TEXTS)
        assert len(texts) > 50
        assert texts[0] >= 6
        assert texts[len(texts) // 2] >= 8
        lit = page.evaluate(LIT)
        assert lit
        assert sum(hexagon["inside"] for hexagon in lit) >= len(lit) / 2
        card = box(page, "#acting")
        assert card["x"] >= stage["x"] + stage["width"]


@pytest.mark.parametrize("title", ["18cz", "1865"])
def test_growing_lists_of_companies_take_nothing_from_the_map(browser: Browser, at: At, title: str) -> None:
    sizes = []
    for last in (False, True):
        with opened(browser, at(title, "lay_tile", last=last)) as page:
            sizes.append(box(page, "#map"))
    assert sizes[0] == sizes[1]


@pytest.mark.parametrize(("title", "kind"), [("18cz", "buy_share"), ("18cz-moravia", "raise_bid")])
def test_where_shares_are_traded_market_players_and_companies_stand_in_front(
    browser: Browser, at: At, title: str, kind: str
) -> None:
    with opened(browser, at(title, kind)) as page:
        for part in ("g.market", "#players", ".stage #companies"):
            assert page.locator(part).first.is_visible(), part
        assert page.locator("#map").count() == 0
        page.locator("#pane-map").click()
        page.wait_for_selector("#map")


def test_one_key_shows_the_whole_board_and_brings_it_back(browser: Browser, at: At) -> None:
    with opened(browser, at("18cz", "lay_tile")) as page:
        before = view_box(page)
        page.keyboard.press("m")
        whole = view_box(page)
        assert whole[2] > before[2]
        drawn = [
            float(part) for part in (page.locator("#map svg").first.get_attribute("data-whole") or "").split()
        ]
        assert whole[0] <= drawn[0] + 0.1
        assert whole[0] + whole[2] >= drawn[0] + drawn[2] - 0.1
        assert whole[1] + whole[3] >= drawn[1] + drawn[3] - 0.1
        page.keyboard.press("m")
        assert view_box(page) == before


def drag(page: Page, across: float, down: float) -> None:
    place = box(page, "#map")
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across, y + down, steps=6)
    page.mouse.up()


def settled(page: Page, act: Callable[[], None]) -> None:
    """Do what brings a new table, and wait for it."""
    page.evaluate("document.getElementById('table').dataset.old = 1")
    act()
    page.wait_for_selector("#table:not([data-old])")
    page.wait_for_selector(".htmx-request, .htmx-swapping, .htmx-settling", state="detached")


def test_pane_zoom_and_place_survive_actions_and_a_reload(browser: Browser, at: At) -> None:
    with opened(browser, at("18cz", "lay_tile")) as page:
        page.locator("[data-zoom=in]").click()
        drag(page, 90, 40)
        moved = view_box(page)
        settled(page, lambda: page.locator("#pass").click())
        assert view_box(page)[2:] == moved[2:]
        assert view_box(page) == moved
        page.reload()
        assert view_box(page) == moved
        settled(page, lambda: page.locator("#pane-sheet").click())
        settled(page, lambda: page.locator("#undo").click())
        assert page.locator("#pane-sheet").get_attribute("aria-current") == "true"
        page.reload()
        assert page.locator("#pane-sheet").get_attribute("aria-current") == "true"
        settled(page, lambda: page.locator("#pane-map").click())
        assert view_box(page) == moved


def test_panes_stay_folded_and_grown_as_they_are_left(browser: Browser, at: At) -> None:
    with opened(browser, at("18cz", "lay_tile")) as page:
        assert not page.locator("#companies").is_visible()
        page.locator("[data-fold=companies]").click()
        assert page.locator("#companies").is_visible()
        page.locator("[data-fold=players]").click()
        assert not page.locator("#players").is_visible()
        settled(page, lambda: page.locator("[data-fold=market]").click())
        assert page.locator(".side g.market").is_visible()
        small = box(page, "#side-log")["height"]
        page.locator("[data-grow=log]").click()
        assert box(page, "#side-log")["height"] > 1.5 * small
        page.reload()
        assert box(page, "#side-log")["height"] > 1.5 * small
        page.locator("[data-grow=log]").click()
        assert page.locator("#companies").is_visible()
        assert page.locator(".side g.market").is_visible()
        assert not page.locator("#players").is_visible()
        settled(page, lambda: page.locator("#pass").click())
        assert page.locator("#companies").is_visible()
        assert not page.locator("#players").is_visible()


def test_a_tall_board_lies_on_its_side_where_there_is_room_unless_the_viewer_turns_it(
    browser: Browser, at: At
) -> None:
    address = at("1865", "lay_tile")
    with opened(browser, address) as page:
        _, _, wide, high = page.locator("#map svg").first.evaluate(
            "s => s.dataset.whole.split(' ').map(Number)"
        )
        assert wide > high
        settled(page, lambda: page.locator("#turn-map").click())
        _, _, wide, high = page.locator("#map svg").first.evaluate(
            "s => s.dataset.whole.split(' ').map(Number)"
        )
        assert high > wide
        page.reload()
        assert page.locator("#map").get_attribute("data-turned") == "0"
    with opened(browser, address, PHONE, has_touch=True, is_mobile=True) as page:
        page.wait_for_selector("#map[data-turned='0']")


@pytest.mark.parametrize("title", ["1865", "1865-short"])
def test_on_a_phone_the_first_tap_on_a_small_target_brings_it_near(
    browser: Browser, at: At, title: str
) -> None:
    with opened(browser, at(title, "lay_tile"), PHONE, has_touch=True, is_mobile=True) as page:
        page.wait_for_selector("#map[data-turned='0']")
        small = page.evaluate(LIT)
        assert small[0]["wide"] < 40, "a target that is large enough needs no tap"
        name = page.locator("[data-highlight]").first.get_attribute("data-highlight")
        place = page.locator(f"#map [data-hex='{name}'] polygon").first.bounding_box()
        assert place is not None
        middle = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        page.touchscreen.tap(*middle)
        page.wait_for_function(
            "document.querySelector('[data-highlight]').getBoundingClientRect().width >= 40"
        )
        assert all(min(hexagon["wide"], hexagon["high"]) >= 40 for hexagon in page.evaluate(LIT))
        assert "?" not in page.url
        place = page.locator(f"#map [data-hex='{name}'] polygon").first.bounding_box()
        assert place is not None
        middle = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        settled(page, lambda: page.touchscreen.tap(*middle))
        assert f"hex={name}" in page.url

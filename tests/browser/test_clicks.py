"""How many clicks the common actions take, each with its effects in sight before the last one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

At = Callable[..., str]


class Hand:
    """A hand with a mouse that counts its clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    @property
    def seq(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-seq") or 0)

    def click(self, selector: str) -> None:
        self.clicks += 1
        with self.page.expect_response(lambda r: r.request.resource_type in ("xhr", "fetch", "document")):
            self.page.locator(selector).first.click()
        self.settle()

    def click_lit(self) -> str:
        """Click a lit hex on the map; its name."""
        self.clicks += 1
        name: str = self.page.evaluate(
            "Object.keys(JSON.parse(document.getElementById('lit').textContent))[0]"
        )
        with self.page.expect_response(lambda r: r.request.resource_type in ("xhr", "fetch", "document")):
            self.page.locator(f"[data-hex='{name}'] polygon").first.dispatch_event("click")
        self.settle()
        return name

    def settle(self) -> None:
        self.page.wait_for_selector(".htmx-request, .htmx-swapping, .htmx-settling", state="detached")

    def sees_effects(self) -> bool:
        return self.page.locator("#panel .effects, #panel .news li").count() > 0


@pytest.fixture
def hand(browser: Browser) -> Iterator[Hand]:
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    yield Hand(page)
    page.close()


@pytest.mark.parametrize("title", ["1865", "18cz", "1856-short"])
def test_a_tile_takes_two_clicks(hand: Hand, at: At, title: str) -> None:
    hand.page.goto(at(title, "lay_tile"))
    start = hand.seq
    hand.click_lit()
    assert hand.sees_effects()
    assert hand.page.locator("#panel .pictures [aria-current], #panel .picked svg").count() == 1
    hand.click("#confirm")
    assert hand.clicks == 2
    assert hand.seq > start


def test_any_tile_takes_two_clicks_with_a_mouse(hand: Hand, at: At) -> None:
    """What the mouse rests on lies on the map, and a click confirms it."""
    hand.page.goto(at("18cz", "lay_tile"))
    hand.click_lit()
    pictures = hand.page.locator("#panel .confirm .pictures [data-choice]")
    assert pictures.count() > 1
    start, other = hand.seq, pictures.nth(1)
    other.hover()
    hand.page.wait_for_selector(".confirm .pictures [data-choice]:nth-of-type(2)[aria-current]")
    wanted = other.locator(".sr").inner_text()
    tile = wanted.split()[1].rstrip(",")
    hand.clicks += 1
    other.click()
    hand.page.wait_for_selector(f"#table:not([data-seq='{start}'])")
    assert f"tile {tile} on" in (hand.page.locator(".log").first.text_content() or "")
    assert hand.clicks == 2


@pytest.mark.parametrize("title", ["18cz", "18cz-moravia"])
def test_run_and_pay_take_two_clicks(hand: Hand, at: At, title: str) -> None:
    hand.page.goto(at(title, "run_trains", last=False))
    start = hand.seq
    assert hand.sees_effects()
    hand.click("#confirm")
    assert hand.sees_effects()
    assert hand.page.locator("#panel .confirm .picks [data-choice]").count() == 2
    hand.click("#confirm")
    assert hand.clicks == 2
    assert hand.seq >= start + 2


@pytest.mark.parametrize(("title", "kind"), [("1865", "buy_certificate"), ("18cz", "buy_share")])
def test_a_share_takes_two_clicks(hand: Hand, at: At, title: str, kind: str) -> None:
    hand.page.goto(at(title, kind, last=False))
    start = hand.seq
    if not hand.page.locator("#confirm").count():
        hand.click("#panel [id^=do-buy_share]")
    assert hand.sees_effects()
    hand.click("#confirm")
    assert hand.clicks <= 2
    assert hand.seq > start


def test_a_question_mark_shows_the_keys(hand: Hand, at: At) -> None:
    hand.page.goto(at("1856-short", "lay_tile"))
    hand.page.keyboard.press("?")
    assert hand.page.locator("dialog#keys").is_visible()
    hand.page.keyboard.press("Escape")
    assert not hand.page.locator("dialog#keys").is_visible()

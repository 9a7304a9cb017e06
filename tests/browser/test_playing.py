"""People play in a browser: by clicks, by keys, on a small screen, in their language."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from tests.server.live import Server

LAPTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}


class Reader:
    """A person at a page: looks, clicks, and hears every complaint of the browser."""

    def __init__(self, browser: Browser, server: Server, screen: dict[str, int], seed: int = 1) -> None:
        self.page: Page = browser.new_page(viewport={"width": screen["width"], "height": screen["height"]})
        self.page.set_default_timeout(30_000)
        self.server = server
        self.complaints: list[str] = []
        self.dice = random.Random(seed)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _console(self, message: object) -> None:
        if getattr(message, "type", "") in ("error", "warning"):
            self.complaints.append(str(getattr(message, "text", "")))

    def open(self, path: str) -> None:
        self.page.goto(self.server.address + path)

    @property
    def seq(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-seq") or 0)

    def click(self, selector: str, at: int = 0) -> None:
        """Click and wait for what it brings."""
        with self.page.expect_response(lambda r: r.request.resource_type in ("xhr", "fetch", "document")):
            self.page.locator(selector).nth(at).click()
        self.settle()

    def settle(self) -> None:
        self.page.wait_for_selector(".htmx-request, .htmx-swapping, .htmx-settling", state="detached")

    def wait_for_turn(self) -> bool:
        """Wait until a person decides; False: the game is over."""
        self.page.wait_for_selector("#panel .turn, #panel .ranking")
        return self.page.locator("#panel .ranking").count() == 0

    def lit(self) -> list[str]:
        found: list[str] = self.page.evaluate(
            "Object.keys(JSON.parse(document.getElementById('lit')?.textContent || '{}'))"
        )
        return found

    def click_hex(self, name: str) -> None:
        with self.page.expect_response(lambda r: r.request.resource_type in ("xhr", "fetch", "document")):
            self.page.locator(f"[data-hex='{name}'] polygon").first.dispatch_event("click")
        self.settle()

    def act(self, *, passing: float = 0.1) -> None:
        """One action, by clicks: on the map where something is lit, else in the panel."""
        start = self.seq
        for _ in range(12):
            page = self.page
            if page.locator("#confirm").count():
                self.click("#confirm")
                return
            picks = page.locator("#panel .picks:not(.small) [data-choice], #panel .group-ready [data-choice]")
            forms = page.locator("#panel form.number, #panel form.subset")
            hexes = [] if page.locator("#panel .picked").count() else self.lit()
            ways = ["pick"] * bool(picks.count()) + ["hex"] * bool(hexes) + ["form"] * bool(forms.count())
            if page.locator("#pass").count() and (not ways or self.dice.random() < passing):
                self.click("#pass")
                return
            way = self.dice.choice(ways)
            if way == "hex":
                self.click_hex(self.dice.choice(hexes))
            elif way == "form":
                self.click("#panel form.number button, #panel form.subset button")
            else:
                buttons = "#panel .picks:not(.small) [data-choice], #panel .group-ready [data-choice]"
                self.click(buttons, self.dice.randrange(picks.count()))
            if self.seq != start:
                return
        raise AssertionError(f"no action came of twelve clicks at {self.page.url}")


@pytest.fixture
def reader(browser: Browser, server: Server) -> Iterator[Reader]:
    made = Reader(browser, server, LAPTOP)
    yield made
    made.page.close()
    assert made.complaints == []


def test_a_whole_game_against_bots_by_clicking_only(reader: Reader) -> None:
    reader.open("/")
    page = reader.page
    # a title whose rounds are counted: it ends whatever is done
    page.locator("#title-18cz-moravia > summary").click()
    page.locator("#title-18cz-moravia [name=kind-2]").select_option("")
    page.locator("#title-18cz-moravia button.primary").click()
    page.wait_for_url("**/games/*")
    actions = 0
    while reader.wait_for_turn():
        reader.act(passing=0.02)
        actions += 1
    assert actions > 20
    ranking = page.locator(".ranking tr").all_inner_texts()
    assert len(ranking) == 2
    assert ranking[0].startswith("1")
    assert page.locator("svg.chart").count() >= 1
    page.locator("#again").click()
    reader.wait_for_turn()
    assert reader.seq < actions


@pytest.mark.parametrize(
    ("title", "seats", "until"),
    [("18cz", 3, "Stock round 2 begins"), ("1865", 2, "Operating round 1.2 begins")],
)
def test_a_stock_round_and_an_operating_round_by_clicking(
    reader: Reader, title: str, seats: int, until: str
) -> None:
    game = reader.server.start(title, *("Ann", "Ben", "Cid")[:seats], seed=3)
    reader.open(f"/games/{game}")
    for _ in range(300):
        assert reader.wait_for_turn()
        reader.act(passing=0.15)
        if until in reader.page.locator(".logbox").inner_text():
            break
    else:
        raise AssertionError(f"{until!r} was not reached")
    kinds = {row["action"]["type"] for row in reader.server.call(f"/api/games/{game}/log")}
    assert "start_company" in kinds
    assert "lay_tile" in kinds


def test_history_undo_and_redo(reader: Reader) -> None:
    game = reader.server.start("1856-short", "Ann", "Ben", seed=3)
    reader.open(f"/games/{game}")
    for _ in range(5):
        reader.wait_for_turn()
        reader.act()
    page = reader.page
    page.locator("#slider").fill("2")
    page.wait_for_url("**?at=2")
    page.wait_for_selector(".past")
    assert page.locator("#panel form").count() == 0
    reader.click(".past a")
    assert page.locator("#table").get_attribute("data-at") == "5"
    reader.click("#undo")
    assert reader.seq == 6
    reader.click("#redo")
    assert reader.seq == 7
    assert page.locator(".log .undone").count() == 0


def test_a_rule_can_be_read_from_a_refusal(reader: Reader) -> None:
    game = reader.server.start("1856-short", "Ann", "Ben", seed=3)
    reader.open(f"/games/{game}")
    dark = next(name for name in ("D15", "H9", "M12") if name not in reader.lit())
    reader.click_hex(dark)
    link = reader.page.locator(".why .rule-link").first
    rule = link.inner_text()
    with reader.page.expect_popup() as opened:
        link.click()
    opened.value.wait_for_load_state()
    assert opened.value.url.endswith(f"/rules/1856-short#{rule}")
    assert opened.value.locator(f"[id='{rule}']").is_visible()
    opened.value.close()


def test_the_language_can_be_switched(reader: Reader) -> None:
    game = reader.server.start("1856-short", "Ann", "Ben", seed=3)
    reader.open(f"/games/{game}")
    reader.page.locator(".language button[value=it]").click()
    reader.page.wait_for_selector("html[lang=it]")
    assert f"/games/{game}" in reader.page.url
    assert reader.page.locator("#pass").inner_text().split() == ["Passa", "Binari"]
    reader.page.locator(".language button[value=pl]").click()
    reader.page.wait_for_selector("html[lang=pl]")
    assert reader.page.locator("#pass").inner_text().split() == ["Pas", "Tory"]


def test_a_turn_by_keyboard_only(reader: Reader) -> None:
    game = reader.server.start("1856-short", "Ann", "Ben", seed=3)
    reader.open(f"/games/{game}")
    keys = reader.page.keyboard
    for _ in range(3):
        reader.wait_for_turn()
        before = reader.seq
        reader.settle()
        if reader.page.locator("#panel .picks, #panel .group-ready").count():
            keys.press("1")
            reader.page.wait_for_selector("#confirm")
            reader.settle()
            keys.press("Enter")
        elif reader.page.locator("#confirm").count():
            keys.press("Enter")
        else:
            keys.press("p")
        reader.page.wait_for_selector(f"#table:not([data-seq='{before}'])")
    assert reader.seq == 3
    keys.press("u")
    reader.page.wait_for_selector("#table[data-seq='4']")
    keys.press(",")
    reader.page.wait_for_url("**?at=3")


def test_a_reload_in_the_middle_of_a_choice(reader: Reader) -> None:
    game = reader.server.start("1856-short", "Ann", "Ben", seed=3)
    reader.open(f"/games/{game}")
    reader.click("#panel .pictures [data-choice]", 2)
    before = reader.page.locator("#panel").inner_text()
    reader.page.reload()
    assert reader.page.locator("#panel").inner_text() == before
    reader.click("#confirm")
    assert reader.seq == 1


def test_a_game_moves_on_by_itself_when_others_move(browser: Browser, reader: Reader) -> None:
    game = reader.server.start("1856-short", "Ann", "Ben", seed=3)
    reader.open(f"/games/{game}")
    actor = reader.server.call(f"/api/games/{game}")["actor"]
    reader.server.call(f"/api/games/{game}/actions", {"seq": 0, "action": {"type": "pass", "player": actor}})
    reader.page.wait_for_selector("#table[data-seq='1']")


def test_on_a_phone(browser: Browser, server: Server) -> None:
    reader = Reader(browser, server, PHONE)
    game = server.start("1856-short", "Ann", "Ben", seed=3)
    reader.open(f"/games/{game}")
    page = reader.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#map").is_visible()
    assert not page.locator("#companies").is_visible()
    page.locator(".tabs [data-tab=table]").click()
    assert page.locator("#companies").is_visible()
    assert not page.locator("#map").is_visible()
    page.locator(".tabs [data-tab=log]").click()
    assert page.locator(".logbox").is_visible()
    page.locator(".tabs [data-tab=play]").click()
    for _ in range(3):
        reader.act()
    assert reader.seq == 3
    assert reader.complaints == []
    page.close()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_stands_in_the_way_of_assistive_technology(reader: Reader, dark: bool) -> None:
    page = reader.page
    page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
    short = reader.server.start("1856-short", "Ann", "Ben", seed=3)
    stock = reader.server.start("18cz", "Ann", "Ben", "Cid", seed=3)
    addresses = ["/", f"/games/{short}", f"/games/{stock}", f"/games/{stock}?show=map", "/rules/1856-short"]
    reader.open(f"/games/{short}")
    reader.click("#panel .pictures [data-choice]")
    addresses.append(page.url.removeprefix(reader.server.address))
    for address in addresses:
        reader.open(address)
        found = Axe().run(page).response["violations"]
        serious = [
            (problem["id"], problem["nodes"][0]["html"][:160])
            for problem in found
            if problem["impact"] in ("serious", "critical")
        ]
        assert serious == [], address


def test_screens_for_the_documentation_have_no_scroll_hunts(reader: Reader, tmp_path: Path) -> None:
    """On a laptop the page itself never scrolls, and the panel is whole."""
    for title, seats in (("1856-short", 3), ("18cz", 4), ("1865", 3)):
        game = reader.server.start(title, *("Ann", "Ben", "Cid", "Dan")[:seats], seed=3)
        reader.open(f"/games/{game}")
        for side in ("Height", "Width"):
            assert reader.page.evaluate(f"document.documentElement.scroll{side} <= inner{side}")
        for part in ("#panel", ".stage", ".logbox", "#players", ".pane-bar"):
            box = reader.page.locator(part).first.bounding_box()
            assert box is not None
            assert box["y"] + min(box["height"], 60) <= LAPTOP["height"], part

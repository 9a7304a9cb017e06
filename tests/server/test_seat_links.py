"""A game evening in browsers: the host hands out links, a guest plays a seat with one, others watch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from tests.server.live import CHROMIUM, FLAGS, Server

pytestmark = [
    pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium; `make browser` installs it"),
    pytest.mark.xdist_group("browser"),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One that others may reach; its key is the host's."""
    started = Server(tmp_path / "games.db", "--allowed-host", "games.example")
    assert started.process.stdout is not None
    while not (found := re.search(r"#host=([\w-]+)", started.process.stdout.readline())):
        pass
    started.key = found[1]
    yield started
    started.stop()


@pytest.fixture
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield opened
        opened.close()


def device(browser: Browser, address: str) -> Page:
    """A device of its own, with cookies of its own, on which an address is opened."""
    page = browser.new_context().new_page()
    page.set_default_timeout(60_000)
    page.goto(address)
    return page


def reached(page: Page, seq: int) -> None:
    page.wait_for_selector(f"#table[data-seq='{seq}']")


def test_a_host_a_guest_and_a_watcher(browser: Browser, server: Server) -> None:
    sent: list[str] = []
    host = device(browser, f"{server.address}/#host={server.key}")
    host.wait_for_selector("#title-1856-short")
    assert host.url == f"{server.address}/"
    game = server.start("1856-short", "Ann", "Bob", seed=3)
    first = str(server.call(f"/api/games/{game}")["actor"])
    at = 0 if first == "Ann" else 1

    host.goto(f"{server.address}/games/{game}")
    host.locator("#seats").click()
    link = host.locator("input.link").nth(at).input_value()
    assert link.startswith(f"https://games.example/games/{game}#seat=")
    link = link.replace("https://games.example", server.address)
    host.locator("[data-copy]").nth(at).click()
    host.wait_for_selector("[data-copy]:has-text('Copied')")
    host.locator("main a.button").click()
    host.wait_for_selector("#panel [data-choice]")

    guest = browser.new_context().new_page()
    guest.on("request", lambda request: sent.append(f"{request.url} {request.headers.get('referer', '')}"))
    guest.goto(link)
    guest.wait_for_selector("#panel [data-choice]")
    assert guest.url == f"{server.address}/games/{game}"
    key = link.partition("#seat=")[2]
    assert sent
    assert not [line for line in sent if key in line.replace(link, "")]
    assert guest.evaluate("document.cookie").find(key) < 0
    assert guest.locator(".tag", has_text="you").count() == 1

    watcher = device(browser, f"{server.address}/games/{game}")
    watcher.wait_for_selector("#watching")
    assert watcher.locator("#panel [data-choice]").count() == 0
    assert watcher.locator("#seats").count() == 0

    guest.keyboard.press("p")
    for page in (guest, host, watcher):
        reached(page, 1)
    assert watcher.locator("#watching").count() == 1
    if server.call(f"/api/games/{game}")["actor"] != first:
        guest.wait_for_selector("#watching")
    host.keyboard.press("u")
    for page in (host, guest, watcher):
        reached(page, 2)
    assert guest.locator("#panel [data-choice]").count() > 0

    guest.reload()
    guest.wait_for_selector("#panel [data-choice]")


def test_a_link_that_is_not_valid_says_so_and_leaves_a_watcher(browser: Browser, server: Server) -> None:
    game = server.start("1856-short", "Ann", "Bob", seed=3)
    page = device(browser, f"{server.address}/games/{game}#seat={'x' * 32}")
    page.wait_for_selector("#problem")
    assert "not valid" in page.locator("#problem").inner_text()
    page.locator("#problem a").click()
    page.wait_for_selector("#watching")

"""A bot that cannot move, as people at an open page see it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import sync_playwright
from tests.server.conftest import Mood
from tests.server.live import CHROMIUM, FLAGS
from tests.server.test_connections import serving

from piercy.server.services import Services
from piercy.server.settings import Settings
from piercy.server.store import Seat

pytestmark = [
    pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium; `make browser` installs it"),
    pytest.mark.xdist_group("browser"),
]


def test_an_open_page_tells_of_the_trouble_and_its_button_ends_it(
    settings: Settings, mood: Mood, long_pauses: None
) -> None:
    mood("hang")
    with serving(replace(settings, bot_patience=300.0)) as (server, port), sync_playwright() as playwright:
        services: Services = server.config.app.state.services  # type: ignore[union-attr]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_page()
        page.set_default_timeout(30_000)
        game = services.games.create("1856-short", [Seat("Ann", "greedy"), Seat("Ben", "greedy")], 1).id
        page.goto(f"http://localhost:{port}/games/{game}")
        page.wait_for_selector("#panel .thinking")
        while not services.hub.listeners(game):
            page.wait_for_timeout(50)
        mood("raise")
        # the page shows it by itself
        page.wait_for_selector("#panel .stuck")
        assert "The bot could not move: an error of the bot (KeyError)" in page.inner_text("#panel .refusal")
        first = page.locator("#retry")
        page.wait_for_timeout(500)
        assert first.count() == 1
        mood("")
        first.click()
        page.wait_for_selector("#table:not([data-seq='0'])")
        assert page.locator("#panel .stuck").count() == 0
        browser.close()

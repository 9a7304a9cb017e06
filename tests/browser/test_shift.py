"""Nothing on the page jumps: what changed is drawn in its place at once."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import At
from tests.browser.test_place import opened, settled

WATCH = """() => {
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((entry) => entry.value)))
        .observe({type: 'layout-shift', buffered: true});
}"""
CHOICES = "#panel .picks [data-choice], #panel .group-ready [data-choice], #panel form [data-choice]"
TAKE = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
    const sum = window.shifts.reduce((a, b) => a + b, 0);
    window.shifts.length = 0;
    done(sum);
}, 60)))"""


@pytest.mark.parametrize(("title", "kind"), [("18cz", "start_company"), ("1865", "declare_income")])
def test_no_action_shifts_the_page(browser: Browser, at: At, title: str, kind: str) -> None:
    """All entries count, also those right after a click, which the browser's own sum leaves out."""
    with opened(browser, at(title, kind, last=False)) as page:
        page.evaluate(WATCH)
        assert page.evaluate(TAKE) < 0.05
        for number in range(25):
            seq = page.locator("#table").get_attribute("data-seq")
            for _ in range(8):
                places = page.locator("#confirm")
                if not places.count():
                    places = page.locator(CHOICES)
                settled(
                    page, partial(places.nth(number % places.count()).evaluate, "choice => choice.click()")
                )
                if page.locator("#table").get_attribute("data-seq") != seq:
                    break
            else:
                raise AssertionError(f"no action came of eight clicks at {page.url}")
            shifted = page.evaluate(TAKE)
            assert shifted < 0.05, f"{title}, action {number}: {shifted}"

"""One server and one browser for all tests of this folder, and games at moments worth looking at."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.browser.moments import before, saved
from tests.server.live import CHROMIUM, FLAGS, Server

At = Callable[..., str]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.xdist_group("browser"))
            if not CHROMIUM:
                item.add_marker(pytest.mark.skip(reason="there is no Chromium; `make browser` installs it"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("server") / "games.db")
    yield started
    started.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def at(server: Server) -> At:
    """The address of a golden game just before a kind of decision: its last one, or its first."""

    def address(title: str, kind: str, *, last: bool = True) -> str:
        moment = before(title, kind, last=last)
        game = server.call("/api/games/import", json.loads(saved(title, [moment])[moment]), patience=120)[
            "id"
        ]
        return f"{server.address}/games/{game}"

    return address

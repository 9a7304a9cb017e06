"""Pictures of every screen, to be looked at: each title early and late, before each kind of decision.

    scripts/look.py FOLDER [TITLE ...]

Each screen is taken at three sizes, light and dark; a contact sheet per title shows them together. The games
are the golden ones of the tests.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.moments import TITLES, before, kinds, longest, saved
from tests.server.live import CHROMIUM, FLAGS, Server

SCREENS = {"laptop": (1366, 768), "large": (1920, 1080), "phone": (390, 844)}
THUMB = {"laptop": 440, "large": 560, "phone": 160}
PAGES = ("/", "/rules", "/rules/1856-short")


@dataclass(frozen=True)
class Screen:
    """A page to take pictures of."""

    name: str
    path: str


def moments(title: str) -> dict[str, int]:
    """What to look at: the beginning, each kind of decision when it was last taken, and the end."""
    found = {"begin": 0}
    found |= {kind: before(title, kind) for kind in kinds(title)}
    found |= {
        f"{kind} early": before(title, kind, last=False)
        for kind in ("lay_tile", "buy_share")
        if kind in found
    }
    return found | {"end": len(longest(title)["actions"])}


def screens_of(title: str, server: Server) -> Iterator[Screen]:
    """Every moment of a title, and every pane at a late one."""
    wanted = moments(title)
    games = saved(title, wanted.values())
    ids = {
        at: server.call("/api/games/import", json.loads(text), patience=300)["id"]
        for at, text in games.items()
    }
    ids.setdefault(0, server.start(title, *longest(title)["players"], seed=longest(title)["seed"]))
    for name, at in wanted.items():
        yield Screen(name, f"/games/{ids[at]}")
    late = ids[wanted["lay_tile"]]
    for pane in ("market", "dragons", "charters", "sheet", "charts", "tiles", "log"):
        yield Screen(f"pane {pane}", f"/games/{late}?show={pane}")
    yield Screen("manage", f"/games/{late}/manage")


def take(browser: Browser, server: Server, screens: list[Screen], folder: Path) -> list[tuple[str, Path]]:
    """Pictures of screens, each at every size, light and dark."""
    taken = []
    for size, (wide, high) in SCREENS.items():
        for look in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": wide, "height": high},
                color_scheme="dark" if look == "dark" else "light",
                reduced_motion="reduce",
                has_touch=size == "phone",
                is_mobile=size == "phone",
            )
            page = context.new_page()
            page.set_default_timeout(300_000)
            for screen in screens:
                page.goto(server.address + screen.path)
                page.wait_for_timeout(150)
                path = folder / f"{screen.name.strip('/').replace('/', '-') or 'home'}-{size}-{look}.png"
                page.screenshot(path=path)
                taken.append((size, path))
            context.close()
    return taken


def contact_sheet(browser: Browser, title: str, taken: list[tuple[str, Path]], path: Path) -> None:
    """All pictures of a title on one."""
    shown = "".join(
        f'<figure><img src="{picture.as_uri()}" width="{THUMB[size]}"><figcaption>{escape(picture.stem)}'
        "</figcaption></figure>"
        for size, picture in taken
    )
    style = "body{font:12px sans-serif;display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}h1{width:100%}"
    html = path.with_suffix(".html")
    html.write_text(f"<meta charset=utf-8><style>{style}</style><h1>{escape(title)}</h1>{shown}", "utf-8")
    page = browser.new_page(viewport={"width": 2300, "height": 900})
    page.goto(html.as_uri())
    page.screenshot(path=path, full_page=True)
    page.close()


def main(folder: Path, titles: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    database = folder / "games.db"
    database.unlink(missing_ok=True)
    server = Server(database)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            groups = {"pages": [Screen(path, path) for path in PAGES]} if not titles else {}
            groups |= {title: list(screens_of(title, server)) for title in titles or TITLES}
            for name, screens in groups.items():
                room = folder / name
                room.mkdir(exist_ok=True)
                contact_sheet(browser, name, take(browser, server, screens, room), folder / f"{name}.png")
                print(folder / f"{name}.png")
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:])

"""A reader of the table's page that clicks: it knows links and forms, and nothing of the games."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

from starlette.testclient import TestClient

from piercy.core.chance import Chance


@dataclass
class PageForm:
    """A form of the panel: where it goes, and its fields."""

    action: str
    method: str
    hidden: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[tuple[str, str]] = field(default_factory=list)
    number: tuple[str, int, int, int] | None = None
    least: int = 0
    most: int = 0
    button: str = ""

    def filled(self, chance: Chance) -> list[tuple[str, str]]:
        """The fields with the blanks filled at random, within what the form itself allows."""
        fields = list(self.hidden)
        if self.number is not None:
            name, low, high, step = self.number
            fields.append((name, str(chance.choice(range(low, high + 1, step)))))
        if self.boxes:
            size = self.least + chance.below(min(self.most, len(self.boxes)) - self.least + 1)
            fields += chance.shuffled(self.boxes)[:size]
        return fields


class PanelReader(HTMLParser):
    """Finds what can be clicked in the panel of a table."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[PageForm] = []
        self.seq = -1
        self.over = 'class="ranking"' in html
        self._inside = False
        self._form: PageForm | None = None
        # the rest of the page is big, and nothing in it is clicked
        top, panel = html.index('<div id="table"'), html.index('<section class="doing"')
        self.feed(html[top : html.index(">", top) + 1] + html[panel : html.index("</section>", panel) + 10])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if given.get("id") == "table":
            self.seq = int(given["data-seq"])
        if tag == "section":
            self._inside = given.get("id") == "panel"
        if not self._inside:
            return
        if tag == "a" and "data-choice" in given:
            self.links.append(given["href"])
        elif tag == "form":
            self._form = PageForm(given["action"], given["method"])
            self._form.least, self._form.most = (
                int(given.get("data-least", 0)),
                int(given.get("data-most", 0)),
            )
            self.forms.append(self._form)
        elif self._form is not None:
            self._field(self._form, tag, given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None

    def _field(self, form: PageForm, tag: str, given: dict[str, str]) -> None:
        kind = given.get("type")
        if tag == "input" and kind == "hidden":
            form.hidden.append((given["name"], given["value"]))
        elif tag == "input" and kind == "checkbox":
            form.boxes.append((given["name"], given["value"]))
        elif tag == "input" and kind == "number":
            form.number = (given["name"], int(given["min"]), int(given["max"]), int(given["step"]))
        elif tag == "button":
            form.button = given.get("id", "")


class Clicker:
    """Plays a game by reading pages and clicking at random."""

    def __init__(self, client: TestClient, game: str, chance: Chance) -> None:
        self._client = client
        self._chance = chance
        self._address = f"/games/{game}"
        self.clicks = 0

    def look(self) -> PanelReader:
        return self._read(self._client.get(self._address))

    def act(self, panel: PanelReader) -> PanelReader:
        """Click until one action is done; the panel after it."""
        start = panel.seq
        for _ in range(20):
            self.clicks += 1
            panel = self._click(panel)
            if panel.over or panel.seq != start:
                return panel
        raise AssertionError(f"no action came of 20 clicks at {self._address}")

    def _click(self, panel: PanelReader) -> PanelReader:
        ways: list[str | PageForm] = [*panel.links, *panel.forms]
        sure = [form for form in panel.forms if form.button == "confirm"]
        if sure and self._chance.below(2):
            # beside what is shown with its effects other choices stay open: not for ever
            return self._read(self._client.post(sure[0].action, data=dict(sure[0].hidden)))
        passing = [form for form in panel.forms if form.button == "pass"]
        doing = [way for way in ways if way not in passing]
        assert ways, f"nothing to click at {self._address}"
        way = self._chance.choice(doing if doing and (not passing or self._chance.below(4)) else passing)
        if isinstance(way, str):
            return self._read(self._client.get(way))
        if way.method == "get":
            return self._read(self._client.get(f"{way.action}?{urlencode(way.filled(self._chance))}"))
        return self._read(self._client.post(way.action, data=dict(way.hidden)))

    def _read(self, response: object) -> PanelReader:
        status, text = response.status_code, response.text  # type: ignore[attr-defined]
        assert status == 200, text[:2000]
        return PanelReader(text)

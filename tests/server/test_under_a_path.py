"""The server may lie under a path of a host that has other things too: no page leads out of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from piercy.server.app import create_app
from piercy.server.settings import Settings
from piercy.server.web import STATIC

ROOT = "/rails/piercy"
_PLACES = re.compile(r"""\s(?:href|src|action|formaction|hx-get|hx-post|data-[a-z-]+)="(/[^"]*)\"""")
_POSTED = re.compile(r"""<form[^>]*\smethod="post"[^>]*\saction="(/[^"]*)\"""")
_LIT = re.compile(r'<script type="application/json" id="lit">(.*?)</script>')


@pytest.fixture
def below(settings: Settings) -> Iterator[TestClient]:
    app = create_app(settings)
    told = {"Origin": "http://localhost"}
    with TestClient(app, "http://localhost", root_path=ROOT, headers=told) as opened:
        yield opened


def start(below: TestClient) -> str:
    form = {"title": "18cz", "kind-0": "person", "name-0": "Ann", "kind-1": "person", "name-1": "Ben"}
    form |= {"kind-2": "person", "name-2": "Cyd"}
    answer = below.post(f"{ROOT}/games", data=form, follow_redirects=False)
    assert answer.status_code == 303
    place = answer.headers["location"]
    assert place.startswith(f"{ROOT}/games/")
    return place


def test_every_address_of_every_page_stays_below(below: TestClient) -> None:
    game = start(below)
    seen = {f"{ROOT}/"}
    waiting = [f"{ROOT}/", game, f"{game}/log", f"{ROOT}/rules", f"{ROOT}/nowhere", f"{game}?at=0"]
    looked = 0
    while waiting and looked < 60:
        place = waiting.pop(0)
        looked += 1
        answer = below.get(place)
        assert answer.status_code in (200, 404), place
        if "text/html" not in answer.headers["content-type"]:
            continue
        found = [address.replace("&amp;", "&") for address in _PLACES.findall(answer.text)]
        found += re.findall(r'"(/[^"]*)"', "".join(_LIT.findall(answer.text)))
        strange = [address for address in found if not f"{address}/".startswith(f"{ROOT}/")]
        assert not strange, f"{place} leads to {strange}"
        news = [a.split("#")[0] for a in found if "?" not in a or a.startswith(f"{game}?")]
        posted = set(_POSTED.findall(answer.text))
        links = [a for a in dict.fromkeys(news) if a not in seen and a not in posted]
        seen.update(links)
        waiting += links
    assert looked > 20


def test_the_language_is_changed_without_leaving_the_page(below: TestClient) -> None:
    game = start(below)
    back = game.removeprefix(ROOT)
    page = below.get(game).text
    assert f'name="back" value="{back}"' in page
    answer = below.post(f"{ROOT}/language", data={"choice": "it", "back": back}, follow_redirects=False)
    assert answer.headers["location"] == game
    assert 'lang="it"' in below.get(game).text


def test_a_page_tells_the_scripts_where_it_lies(below: TestClient) -> None:
    assert f'data-root="{ROOT}"' in below.get(f"{ROOT}/").text


def test_a_server_with_a_host_for_itself_has_no_root(client: TestClient) -> None:
    assert "data-root" not in client.get("/").text


def test_refusals_of_the_api_are_told_as_such_below(below: TestClient) -> None:
    answer = below.get(f"{ROOT}/api/games/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_game")


def test_no_script_names_a_place_without_the_root() -> None:
    """``root.js`` says where the server lies."""
    names = r"""["'`]/(?:games|api|static|rules|language|host|import)\b"""
    for script in STATIC.glob("*.js"):
        text = script.read_text(encoding="utf-8")
        bare = [line for line in text.splitlines() if re.search(names, line) and "root + " not in line]
        assert not bare, f"{script.name}: {bare}"

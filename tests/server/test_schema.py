"""Anything that the API's own document allows is answered: well, or with a refusal in the one shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from tests.server.live import Server

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    server = Server(tmp_path_factory.mktemp("schema") / "games.db")
    server.start("1856-short", "Ann", "Ben", seed=1)
    document = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    # the stream of live updates never ends
    yield document.exclude(path_regex="/events$")
    server.stop()


def test_no_request_breaks_the_server(api: Any) -> None:
    tried = set()
    for found in api.get_all_operations():
        operation = found.ok()
        tried.add(f"{operation.method.upper()} {operation.path}")

        @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            response = case.call(timeout=30)
            assert response.status_code < 500, response.text
            if response.status_code >= 400:
                assert response.json().keys() == {"code", "message", "rule", "seq"}

        ask()
    assert "POST /api/games/{game_id}/actions" in tried
    assert len(tried) >= 12

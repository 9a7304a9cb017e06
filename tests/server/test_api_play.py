"""Programs play through the API alone: what it offers can be filled in and sent back, of whatever kind."""

from __future__ import annotations

import random
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.conftest import Start

SEATS = {"1856-short": 2, "18cz": 3, "18cz-bohemia": 2, "18cz-moravia": 2, "1865": 2, "1865-short": 2}
RUNNING = ("1856-short", "18cz-bohemia")
"""Where chance soon comes to a train."""
MOST = 160


def filled(offer: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """An action made from an offer as the API tells it."""
    action = {"type": offer["type"], "player": offer["player"]}
    for domain in offer["domains"]:
        kind, fields = domain["kind"], domain["fields"]
        if kind == "table":
            action |= dict(zip(fields, dice.choice(domain["rows"]), strict=True))
        elif kind == "range":
            action[fields[0]] = dice.randint(domain["low"], min(domain["high"], domain["low"] + 60))
        elif kind == "subset":
            action[fields[0]] = sorted(dice.sample(domain["options"], domain["least"]))
        else:
            action[fields[0]] = dice.choice(domain["options"])
    return action


@pytest.mark.parametrize("title", SEATS)
def test_a_program_plays_by_what_is_offered(client: TestClient, start: Start, title: str) -> None:
    game = start(title, *("Ann", "Ben", "Cleo")[: SEATS[title]], seed=5)
    dice = random.Random(5)
    seen = set()
    for _ in range(MOST):
        answer = client.get(f"/api/games/{game}/offers")
        assert answer.status_code == 200, answer.text
        told = answer.json()
        if not told["offers"]:
            break
        offer = max(told["offers"], key=lambda one: (one["type"] not in seen, dice.random()))
        action = filled(offer, dice)
        sent = client.post(f"/api/games/{game}/actions", json={"seq": told["seq"], "action": action})
        assert sent.status_code == 200, (action, sent.text)
        seen.add(offer["type"])
    assert "lay_tile" in seen
    assert "run_trains" in seen or title not in RUNNING

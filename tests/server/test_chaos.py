"""Server and bots are killed under load: nothing acknowledged is lost or doubled, and bots play on.

A sample here; `make chaos` kills a hundred times and tells its figures.
"""

from __future__ import annotations

import os
import sqlite3
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from tests.server.chaos import Killer, Player, Site, Table

from piercy.core.actions import Redo, Undo, read_action
from piercy.core.chance import Chance
from piercy.server.game_cache import load
from piercy.server.services import Services
from piercy.server.store import Seat, Store

KILLS = int(os.environ.get("CHAOS_KILLS", "4"))
WITH_PERSONS = [
    ("1856-short", ("Ann", "Bob:greedy", "Cid:random")),
    ("18cz-bohemia", ("Ann", "Bob:random")),
    ("18cz", ("Ann", "Bob:random", "Cid:greedy")),
    ("1865-short", ("Ann", "Bob:random")),
]
BOTS_ALONE = [
    ("1865", ("Ann:greedy", "Bob:random", "Cid:random")),
    ("18cz-moravia", ("Ann:random", "Bob:greedy")),
    ("1856-short", ("Ann:random", "Bob:random", "Cid:random", "Dan:random")),
]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the bots' processes are found in /proc")
def test_kills_under_load(tmp_path: Path) -> None:
    began = time.monotonic()
    database = tmp_path / "games.db"
    site = Site(database, tmp_path / "errors.txt")
    players: list[Player] = []
    try:
        killer = Killer(site, Chance(KILLS), BOTS_ALONE)
        for seed, (title, seats) in enumerate(WITH_PERSONS):
            players.append(Player(site, title, seats, seed))
        # two who play the same seats: one of them is always too late
        players += [Player(site, *WITH_PERSONS[at], 50 + at, rival=players[at]) for at in (0, 3)]
        for player in players:
            player.start()
        for number in range(KILLS):
            killer.kill(number, players)
    finally:
        site.stopping.set()
        for player in players:
            player.join(60)
        site.close()
    assert [line for player in players for line in player.wrong] == []
    counts = sum((player.counts for player in players), Counter())
    found = _verify(database, site.tables)
    print(_report(killer, counts, site.tables, found, time.monotonic() - began))
    assert (found["lost"], found["doubled"]) == (0, 0)
    assert killer.killed.total() >= KILLS
    assert counts["actions"] >= KILLS
    assert counts["undo"] >= 1


def _verify(database: Path, tables: list[Table]) -> Counter[str]:
    """Replay all games against what clients know: how many actions there are, are lost, are doubled."""
    plain = sqlite3.connect(database)
    assert plain.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    plain.close()
    store = Store(f"sqlite:///{database}")
    try:
        return sum((_verify_game(store, table) for table in tables), Counter())
    finally:
        store.close()


def _verify_game(store: Store, table: Table) -> Counter[str]:
    info = store.info(table.id)
    rows = store.log(table.id)
    assert [row.seq for row in rows] == list(range(1, info.seq + 1))
    logged = {row.seq: row.action for row in rows}
    lost = {seq for seq, action in table.acknowledged.items() if not _is(logged.get(seq), action)}
    lost |= {seq for seq in table.seen if seq not in logged}
    doubled = table.twice
    position = table.start
    for row in rows:
        action = read_action(row.action)
        if action.player not in table.bots or isinstance(action, Undo | Redo):
            asked = table.sent.get(row.seq, [])
            # what an undo took back of the bots' moves has no request of its own
            covered = isinstance(action, Undo) and _is(logged.get(row.seq - 1), {"type": "undo"})
            # once asked for and once more in the log: nobody asked for the second
            doubled += not covered and not any(_is(row.action, one) for one in asked)
        position = position.apply(action)
        assert position.digest() == row.digest
        if table.seen.get(row.seq, row.digest) != row.digest:
            lost.add(row.seq)
    assert load(store, info, info.seq).problem is None
    return Counter(actions=len(rows), lost=len(lost), doubled=doubled)


def _is(logged: dict[str, object] | None, asked: dict[str, object]) -> bool:
    """Whether the log has what was asked for; who takes back is for the server to say."""
    if logged is None or logged["type"] != asked["type"]:
        return False
    return asked["type"] == "undo" or logged == asked


def _report(
    killer: Killer, counts: Counter[str], tables: list[Table], found: Counter[str], seconds: float
) -> str:
    titles = sorted({table.title for table in tables})
    return "\n".join(
        [
            "",
            f"kills: {dict(killer.killed)} in {seconds:.0f} s",
            f"games: {len(tables)} of {len(titles)} titles ({', '.join(titles)})",
            f"acknowledged: {counts['actions']} actions, {counts['undo']} undos",
            f"of these lost: {found['lost']}, doubled: {found['doubled']}",
            f"answers: {counts['200']} done, {counts['409']} too late, {counts['503']} busy",
            f"without an answer: {counts['unanswered']} requests",
            f"replayed with equal fingerprints: {found['actions']} actions",
            f"the server is up again after: {_spread(killer.restarts)}",
            f"all tables have moved on after: {_spread(killer.recoveries)}",
        ]
    )


def _spread(times: list[float]) -> str:
    return f"{statistics.median(times):.1f} s (median), {max(times):.1f} s (longest)" if times else "-"


def test_what_is_lost_or_doubled_is_found(services: Services) -> None:
    """The count itself: all told and asked for, something gone, something that nobody asked for."""
    seats = [Seat("Ann"), Seat("Bob")]
    info = services.games.create("1856-short", seats, 3)
    start = services.game_cache.current(info.id).game
    assert start is not None
    table = Table(info.id, info.title, start, frozenset())
    game = start
    for seq in range(4):
        action = game.actions(1)[0]
        services.games.submit(info.id, seq, action.to_dict())
        table.ask(seq + 1, action.to_dict())
        table.acknowledge(seq + 1, action.to_dict())
        game = game.apply(action)
        table.seen[seq + 1] = game.digest()
    assert _verify_game(services.store, table) == Counter(actions=4, lost=0, doubled=0)
    table.seen[2] = "another"
    assert _verify_game(services.store, table)["lost"] == 1
    table.acknowledge(5, game.actions(1)[0].to_dict())
    assert _verify_game(services.store, table)["lost"] == 2
    del table.sent[3]
    assert _verify_game(services.store, table)["doubled"] == 1
    table.acknowledge(4, table.acknowledged[4])
    assert _verify_game(services.store, table)["doubled"] == 2

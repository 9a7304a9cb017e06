"""A server under load that is killed again and again, and clients that remember what it told them."""

from __future__ import annotations

import json
import os
import signal
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.error import HTTPError

from tests.server.live import Server

from piercy.bots import RandomBot
from piercy.core.actions import read_action
from piercy.core.chance import Chance
from piercy.core.game import Game, new_game

LONGEST = 90.0
"""Seconds in which bots must have moved everywhere after a kill, on a machine that does other things too."""


@dataclass
class Table:
    """A game, with all that clients sent to it and were told of it."""

    id: str
    title: str
    start: Game
    bots: frozenset[str]
    sent: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    """What was asked for, by the number that the action would have."""
    acknowledged: dict[int, dict[str, Any]] = field(default_factory=dict)
    seen: dict[int, str] = field(default_factory=dict)
    """The fingerprints that were told, by the number of the action."""
    twice: int = 0
    """How often one number was acknowledged for two requests."""

    def ask(self, seq: int, action: dict[str, Any]) -> None:
        self.sent.setdefault(seq, []).append(action)

    def acknowledge(self, seq: int, action: dict[str, Any]) -> None:
        self.twice += seq in self.acknowledged
        self.acknowledged[seq] = action


class Site:
    """The server that is up just now, and everything that was started on it."""

    def __init__(self, database: Path, errors: Path) -> None:
        self._database = database
        self._errors = errors.open("w", encoding="utf-8")
        self.server = Server(database, errors=self._errors)
        self.tables: list[Table] = []
        self.stopping = Event()

    def close(self) -> None:
        self.stopping.set()
        self.server.stop()
        self._errors.close()

    def ask(self, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and answer.

        :raises OSError: nobody answers, or not to the end.
        """
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.server.address + path, data, {"Content-Type": "application/json"}
        )
        try:
            try:
                answer = urllib.request.urlopen(request, timeout=30)
            except HTTPError as refusal:
                answer = refusal
            with answer:
                return answer.status, json.load(answer)
        except (HTTPException, ValueError) as error:
            # a refusal can be cut off too
            raise ConnectionError(str(error)) from error

    def open(self, title: str, seats: Iterable[str], seed: int) -> Table:
        """A new game; the start is asked for until there is an answer."""
        told = [dict(zip(("name", "kind"), (*seat.split(":"), "person"), strict=False)) for seat in seats]
        body = {"title": title, "seats": told, "seed": seed}
        info = self.insist("/api/games", body)
        names = [seat["name"] for seat in told]
        game = new_game(title, players=names, seed=seed, options=info["options"])
        bots = frozenset(seat["name"] for seat in told if seat["kind"] != "person")
        table = Table(info["id"], title, game, bots)
        self.tables.append(table)
        return table

    def insist(self, path: str, body: Any = None) -> Any:
        """The answer, however often the server is killed meanwhile."""
        until = time.monotonic() + LONGEST
        while time.monotonic() < until:
            try:
                status, answer = self.ask(path, body)
            except OSError:
                time.sleep(0.1)
                continue
            if status < 300:
                return answer
            assert status == 503, answer
        raise AssertionError(f"no answer: {path}")

    def reached(self, table: Table) -> tuple[int, bool]:
        """How far a game has come, and whether it is over."""
        info = self.insist(f"/api/games/{table.id}")["game"]
        return info["seq"], info["status"] == "over"

    def processes(self) -> list[int]:
        """The processes that bots think in."""
        children = Path(f"/proc/{self.server.process.pid}/task").glob("*/children")
        pids = [int(pid) for file in children for pid in file.read_text().split()]
        return [pid for pid in pids if _is_mind(pid)]

    def kill_server(self) -> list[int]:
        """End the server and start another; the bots' processes that are left behind."""
        left = self.processes()
        self.server.kill()
        self.server = Server(self._database, errors=self._errors)
        return left


def _is_mind(pid: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False


class Player(Thread):
    """Plays the persons of one table after the other, takes back now and then, writes every answer down."""

    def __init__(
        self, site: Site, title: str, seats: tuple[str, ...], seed: int, rival: Player | None = None
    ):
        super().__init__(daemon=True)
        self._site = site
        self._title, self._seats, self._seed = title, seats, seed
        self._chance = Chance(seed)
        self._rival = rival
        self.table: Table = rival.table if rival is not None else site.open(title, seats, seed)
        self._game = self.table.start
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []

    def run(self) -> None:
        while not self._site.stopping.is_set():
            try:
                self._turn()
            except OSError:
                self.counts["unanswered"] += 1
                time.sleep(0.2)
            except Exception as error:  # noqa: BLE001 - told at the end, with all others
                self.wrong.append(f"{self.table.id}: {type(error).__name__}: {error}")
                return

    def _turn(self) -> None:
        self._read()
        if self._game.over:
            self._next_table()
        elif self._game.history and self._chance.below(12) == 0:
            self._post("undo", {"seq": self._game.seq}, {"type": "undo"})
        elif self._game.actor in self.table.bots:
            time.sleep(0.03)
        else:
            action = RandomBot().choose(self._game, self._chance).to_dict()
            self._post("actions", {"seq": self._game.seq, "action": action}, action)

    def _next_table(self) -> None:
        if self._rival is None:
            self._seed += 100
            self.table = self._site.open(self._title, self._seats, self._seed)
        elif self._rival.table is self.table:
            time.sleep(0.05)
            return
        else:
            self.table = self._rival.table
        self._game = self.table.start

    def _read(self) -> None:
        """Follow the log, every fingerprint checked."""
        status, rows = self._site.ask(f"/api/games/{self.table.id}/log?since={self._game.seq}")
        assert status in (200, 503), rows
        for row in rows if status == 200 else ():
            assert row["seq"] == self._game.seq + 1, "an action is missing"
            self._game = self._game.apply(read_action(row["action"]))
            assert self._game.digest() == row["digest"], f"another position after action {row['seq']}"
            assert self.table.seen.setdefault(row["seq"], row["digest"]) == row["digest"]

    def _post(self, what: str, body: dict[str, Any], action: dict[str, Any]) -> None:
        """Ask; who gets no answer asks the very same again, and it is done once at most."""
        seq = self._game.seq + 1
        self.table.ask(seq, action)
        for _ in range(1 + self._chance.below(3)):
            try:
                status, answer = self._site.ask(f"/api/games/{self.table.id}/{what}", body)
            except OSError:
                self.counts["unanswered"] += 1
                time.sleep(0.2)
                continue
            self.counts[str(status)] += 1
            if status == 200:
                self.counts[what] += 1
                self.table.acknowledge(seq, action)
                # an undo takes back what bots did too
                for more in range(seq + 1, answer["seq"] + 1):
                    self.table.ask(more, action)
                    self.table.acknowledge(more, action)
            else:
                # somebody was faster, the first of two was done after all, or nobody sits here to undo
                assert status in (400, 409, 503), answer
            return


class Killer:
    """Kills the server and the bots' processes by turns, and waits until bots play on everywhere."""

    def __init__(self, site: Site, chance: Chance, bots_alone: list[tuple[str, tuple[str, ...]]]) -> None:
        self._site = site
        self._chance = chance
        self._kinds = bots_alone
        self._tables = [site.open(*kind, seed=number) for number, kind in enumerate(bots_alone)]
        self.restarts: list[float] = []
        self.recoveries: list[float] = []
        self.killed: Counter[str] = Counter()

    def kill(self, number: int, players: list[Player]) -> None:
        time.sleep(0.1 + 0.1 * self._chance.below(8))
        left: list[int] = []
        began = time.monotonic()
        if number % 2 == 0:
            left = self._site.kill_server()
            self.restarts.append(time.monotonic() - began)
            self.killed["server"] += 1
        else:
            # a bot may be killed while its process is only being started
            processes = self._wait(self._site.processes, "there is no process that bots think in")
            for pid in processes[: 1 + self._chance.below(len(processes))]:
                os.kill(pid, signal.SIGKILL)
                self.killed["bots' process"] += 1
        self._bots_play_on(players)
        self.recoveries.append(time.monotonic() - began)
        self._wait(lambda: not any(map(_is_mind, left)), "bots think on without their server")

    def _bots_play_on(self, players: list[Player]) -> None:
        """Every table moves on, or is over. Where a person plays, bots are between one move and the next."""
        tables = [*self._tables, *(player.table for player in players)]
        before = {table.id: self._site.reached(table) for table in tables}
        for table in tables:

            def moved(table: Table = table) -> bool:
                seq, over = self._site.reached(table)
                return over or seq > before[table.id][0]

            self._wait(moved, f"{table.title} {table.id}: the bots have stopped playing", players)
        for at, table in enumerate(self._tables):
            if self._site.reached(table)[1]:
                self._tables[at] = self._site.open(*self._kinds[at], seed=len(self._site.tables))

    def _wait(self, what: Callable[[], Any], why: str, players: Iterable[Player] = ()) -> Any:
        until = time.monotonic() + LONGEST
        while not (found := what()):
            wrong = [line for player in players for line in player.wrong]
            assert not wrong, wrong
            assert time.monotonic() < until, why
            time.sleep(0.05)
        return found

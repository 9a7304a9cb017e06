"""A real server in a process of its own, and a browser to look at it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import IO, Any

CHROMIUM = next(
    (path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if Path(path).exists()), ""
)
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


class Server:
    """``piercy serve`` on any free port; without a database it keeps its games where it always does."""

    def __init__(
        self,
        database: Path | None,
        *options: str,
        bot_pause: float = 0.0,
        before: tuple[str, ...] = (),
        errors: IO[str] | None = None,
    ) -> None:
        """``before`` is a command that starts the server's; ``errors`` a file for what it complains of."""
        command = [*before, sys.executable, "-m", "piercy", "serve", "--port", "0"]
        command += ["--bot-pause", str(bot_pause), *options]
        if database is not None:
            command += ["--database", f"sqlite:///{database}"]
        self.key = ""
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=dict(os.environ)
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the server did not start: {line}"
        self.address = found[0].rstrip("/")

    def call(self, path: str, body: Any = None, *, patience: float = 30) -> Any:
        """What the API answers."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=patience) as answer:
            return json.load(answer)

    def start(self, title: str, *seats: str, seed: int = 1) -> str:
        """Start a game; ``Ann`` is a person, ``Ben:greedy`` a bot."""
        told = [dict(zip(("name", "kind"), (*seat.split(":"), "person"), strict=False)) for seat in seats]
        game: str = self.call("/api/games", {"title": title, "seats": told, "seed": seed})["id"]
        return game

    def kill(self) -> None:
        """End it without any warning."""
        self.process.kill()
        self.process.wait(20)
        self._close()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self._close()

    def _close(self) -> None:
        if self.process.stdout is not None:
            self.process.stdout.close()

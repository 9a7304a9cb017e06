"""What somebody does who has never seen Piercy, done by a program: `make newcomer`.

From a fresh clone with an empty environment and an empty home, `make play`; then from the built wheel,
installed elsewhere, `piercy serve` with the network shut. Each time a page is read, a game started and moved.
Standard library only: it runs before anything is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ODD_NAME = "Zofia Żółć with blanks"
WAIT = 300.0
"""Seconds that the first start may take; it installs everything."""
# What this machine needs to reach its package registry is the system's own configuration (of pip, and of the
# certificates): nothing of ours is passed on. An empty HOME means that no user's configuration is read.
KEPT = ("PATH",)
SHUT = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "all_proxy")


def environment(home: Path, **more: str) -> dict[str, str]:
    """As good as empty: where programs are, and a home that nobody has used."""
    return {name: os.environ[name] for name in KEPT} | {"HOME": str(home)} | more


def shut_network() -> tuple[list[str], dict[str, str]]:
    """A command that starts another one without a network but the loopback, or proxies that refuse."""
    unshared = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--net"]
    inside = [*unshared, "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    try:
        if subprocess.run([*inside, "true"], capture_output=True, check=False).returncode == 0:
            return inside, {}
    except OSError:
        pass
    refusing = dict.fromkeys(SHUT, "http://127.0.0.1:9")
    return [], refusing | {"no_proxy": "localhost,127.0.0.1"}


PLAY = r"""
import json, sys, urllib.request
address = sys.argv[1]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
    with opener.open(asked, timeout=30) as answer:
        return answer.read()
home = call("/").decode()
assert "1856" in home and "htmx" in home, "the home page is not whole"
assert len(call("/static/vendor/htmx.js")) > 10_000, "htmx is not there"
seats = [{"name": "Ann", "kind": "person"}, {"name": "Bob", "kind": "person"}]
game = json.loads(call("/api/games", {"title": "18cz-bohemia", "seats": seats, "seed": 1}))["id"]
for wanted in (1, 2):
    player = json.loads(call(f"/api/games/{game}"))["game"]["actor"]
    action = {"type": "pass", "player": player}
    call(f"/api/games/{game}/actions", {"seq": wanted - 1, "action": action})
    assert json.loads(call(f"/api/games/{game}"))["game"]["seq"] == wanted, "the move was not made"
assert call(f"/games/{game}")
"""


class Serving:
    """A server that was started as people start it, until it is left."""

    def __init__(self, command: list[str], cwd: Path, env: dict[str, str], within: list[str]) -> None:
        self._within, self._env, self._cwd = within, env, cwd
        self.process = subprocess.Popen(
            [*within, *command],
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def __enter__(self) -> str:
        assert self.process.stdout is not None
        seen: list[str] = []
        try:
            for line in self.process.stdout:
                seen.append(line)
                if found := re.search(r"Piercy is at (http://\S+)", line):
                    return found[1].rstrip("/")
            raise SystemExit("the server did not start:\n" + "".join(seen[-40:]))
        except BaseException:  # out of time too: nothing is left running
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        self.process.communicate(timeout=30)


def said(what: str, since: float) -> None:
    print(f"newcomer: {what} ({time.monotonic() - since:.0f} s)", flush=True)


def run(command: list[str], cwd: Path, env: dict[str, str]) -> None:
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    if done.returncode:
        raise SystemExit(
            f"{command} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
        )


def visit(address: str, within: list[str], env: dict[str, str]) -> None:
    """A game is started and moved; by a program inside the same network as the server."""
    run([*within, sys.executable, "-c", PLAY, address], Path("/"), env)


class Inside:
    """Runs commands in the network of one server that was started there."""

    def __init__(self, server: Serving) -> None:
        self.command = ["nsenter", f"--net=/proc/{server.process.pid}/ns/net"]


def play_once(command: list[str], cwd: Path, env: dict[str, str], within: list[str]) -> None:
    server = Serving(command, cwd, env, within)
    with server as address:
        visit(address, Inside(server).command if within else [], env)


def fresh_clone(folder: Path) -> Path:
    """What is committed, and what is about to be, without anything that git ignores."""
    clone = folder / "clone"
    run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone)], ROOT, dict(os.environ))
    changed = subprocess.run(
        ["git", "diff", "--binary", "HEAD"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    if changed:
        subprocess.run(["git", "apply"], cwd=clone, input=changed, check=True)
    return clone


def played_from_a_clone(folder: Path, clone: Path) -> None:
    began = time.monotonic()
    home = folder / "home"
    home.mkdir()
    # PATH holds no program that opens a page; BROWSER names one that does nothing
    env = environment(home, BROWSER="true")
    play_once(["make", "play", "PORT=0"], clone, env, [])
    assert (home / ".local" / "share" / "piercy" / "games.db").is_file(), "the games are not in the home"
    said("make play in a fresh clone, with an empty environment and home", began)


def installed(folder: Path, clone: Path) -> Path:
    """The wheel, built from the source package, in an empty environment outside the clone."""
    began = time.monotonic()
    home = folder / "home of the builder"
    home.mkdir()
    env = environment(home)
    run(
        [str(clone / ".venv/bin/python"), "-m", "build", "--outdir", str(folder / "dist"), str(clone)],
        folder,
        env,
    )
    (wheel,) = (folder / "dist").glob("*.whl")
    run([sys.executable, "-m", "venv", str(folder / "venv")], folder, env)
    pip = [str(folder / "venv/bin/python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    run([*pip, str(wheel)], folder, env)
    said("the wheel is built from the source package and installed", began)
    return folder / "venv" / "bin" / "piercy"


def served_without_network(folder: Path, piercy: Path) -> None:
    within, proxies = shut_network()
    for name in ("home 2", ODD_NAME):
        began = time.monotonic()
        home = folder / name
        home.mkdir()
        env = environment(home, **proxies)
        kept = home / ".local" / "share" / "piercy"
        serve = [str(piercy), "serve", "--port", "0"]
        for _ in range(2):
            play_once(serve, folder, env, within)
            assert (kept / "games.db").is_file()
            shutil.rmtree(kept)  # and once more after somebody has removed it
        how = "in a network of its own" if within else "behind proxies that refuse"
        said(f"piercy serve {how}, twice, home {name!r}", began)


def refused_where_nothing_can_be_written(folder: Path, piercy: Path) -> None:
    began = time.monotonic()
    home = folder / "a home that cannot be written"
    home.mkdir()
    home.chmod(0o555)
    (folder / "blocked").mkdir()
    (folder / "blocked" / ".local").write_text("a file where the folder should be", "utf-8")
    cases: list[tuple[Path, list[str]]] = [(folder / "blocked", [])]
    if os.geteuid() != 0:
        cases.append((home, []))
    else:  # root may write anywhere but where the file system itself is read-only
        read_only = [
            "unshare",
            "--mount",
            "sh",
            "-c",
            'mount -t tmpfs -o ro none "$0" && exec "$@"',
            str(home),
        ]
        if subprocess.run([*read_only, "true"], capture_output=True, check=False).returncode == 0:
            cases.append((home, read_only))
        else:
            print("newcomer: root, and nothing can be mounted: only a file in the folder's place is tried")
    for where, within in cases:
        command = [*within, str(piercy), "serve", "--port", "0"]
        env = environment(where)
        done = subprocess.run(
            command, cwd="/", env=env, capture_output=True, text=True, timeout=60, check=False
        )
        lines = done.stderr.splitlines()
        clear = len(lines) == 1 and lines[0].startswith("error: no games can be kept in ")
        if done.returncode != 2 or not clear:
            raise SystemExit(f"no clear refusal in {where}: {done.returncode}\n{done.stdout}{done.stderr}")
    said("a folder that cannot be written is refused in one line", began)


def out_of_time(*_: object) -> None:
    raise SystemExit(f"not done after {WAIT * 4:.0f} s")


def main() -> None:
    # whatever hangs is ended, with what it has started
    signal.signal(signal.SIGALRM, out_of_time)
    signal.alarm(int(WAIT * 4))
    folder = Path(tempfile.mkdtemp(prefix="newcomer-"))
    try:
        clone = fresh_clone(folder)
        played_from_a_clone(folder, clone)
        piercy = installed(folder, clone)
        served_without_network(folder, piercy)
        refused_where_nothing_can_be_written(folder, piercy)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

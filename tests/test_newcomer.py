"""`make newcomer` ends by itself, whatever hangs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

NEWCOMER = Path(__file__).parents[1] / "scripts" / "newcomer.py"
IMPATIENT = """
import runpy, sys
names = runpy.run_path(sys.argv[1])
main = names["main"]
main.__globals__.update(WAIT=1.0, fresh_clone=lambda folder: folder)
main()
"""


def test_what_hangs_is_ended_with_all_that_it_has_started(tmp_path: Path) -> None:
    """A `make` that never serves anything, and leaves its number behind."""
    (tmp_path / "kept").mkdir()
    number = tmp_path / "number"
    make = tmp_path / "make"
    make.write_text(f"#!/bin/sh\nsleep 60 &\necho $! > '{number}'\nwait\n", "utf-8")
    make.chmod(0o755)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "TMPDIR": str(tmp_path / "kept")}
    done = subprocess.run(
        [sys.executable, "-c", IMPATIENT, str(NEWCOMER)],
        env=env,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "not done after 4 s\n")
    assert list((tmp_path / "kept").iterdir()) == [], "its folder is left behind"
    started = subprocess.run(
        ["ps", "-o", "stat=", "-p", number.read_text().strip()], capture_output=True, text=True
    )
    assert started.stdout.strip()[:1] in ("", "Z"), "a process is left running"

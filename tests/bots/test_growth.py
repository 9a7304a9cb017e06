"""A process that plays game after game does not grow."""

from __future__ import annotations

import subprocess
import sys

import pytest

# resident memory in pages, before and after the second half of the games
PLAY = """
import gc
from piercy.cli.simulate import Job, play_one

def play(first):
    for seed in range(first, first + 9):
        assert play_one(Job("1865-short", ("A", "B"), ("random",), seed, 20_000)).finished
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1])

print(play(0), play(9))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells how large a process is")
def test_a_process_that_simulates_does_not_grow() -> None:
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, check=True)
    before, after = map(int, done.stdout.split())
    assert (after - before) * 4096 < 1_500_000

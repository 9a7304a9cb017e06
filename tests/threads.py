"""Many threads at once, switched as often as the interpreter can."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

THREADS = 16


class Ceding(str):
    """A key that lets other threads go first whenever it is compared, and is compared at every look.

    What can come in between two looks, does.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        time.sleep(0)
        return str.__eq__(self, other)

    def __hash__(self) -> int:
        return 0


def together(use: Callable[[int], None], threads: int = THREADS) -> None:
    """Call ``use`` with the numbers from 0, each in a thread of its own; the first error is raised."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(use, number) for number in range(threads)]:
                done.result()
    finally:
        sys.setswitchinterval(before)

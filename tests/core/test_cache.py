"""The one cache: bounded, least recently used first out, and safe for threads."""

from __future__ import annotations

from threading import Event, Thread

import pytest
from tests.threads import Ceding, together

from piercy.core.cache import Cache


def test_what_was_not_used_for_longest_goes_first() -> None:
    cache: Cache[str, int] = Cache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (1, None, 3)
    assert len(cache) == 2


def test_a_value_is_made_once_and_can_be_replaced_and_forgotten() -> None:
    cache: Cache[str, list[int]] = Cache(4)
    made = cache.get_or_make("a", lambda: [1])
    assert cache.get_or_make("a", lambda: [2]) is made
    cache.put("a", [3])
    assert cache.get("a") == [3]
    cache.clear()
    assert len(cache) == 0
    assert cache.get("a") is None


def test_a_failure_to_make_a_value_is_not_remembered() -> None:
    cache: Cache[str, int] = Cache(4)
    with pytest.raises(ZeroDivisionError):
        cache.get_or_make("a", lambda: 1 // 0)
    assert cache.get_or_make("a", lambda: 5) == 5


def test_a_cache_holds_something() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Cache(0)


def test_threads_share_a_cache() -> None:
    """Between two looks at a key another thread may throw it out: each method is one step for all others."""
    cache: Cache[str, int] = Cache(2)

    def use(number: int) -> None:
        for turn in range(60):
            key = Ceding((number + turn) % 5)
            assert cache.get_or_make(key, lambda key=key: int(key) + 1) == int(key) + 1  # type: ignore[misc]
            if turn % 20 == 0:
                cache.clear()
            assert len(cache) <= 2

    together(use, threads=8)


@pytest.mark.parametrize("method", ["get", "put", "clear"])
def test_no_method_of_a_cache_comes_between_two_looks_of_another(method: str) -> None:
    """While one thread is in the midst of comparing keys, no other gets in."""
    cache: Cache[object, int] = Cache(4)
    key = _Halting()
    cache.put(key, 1)
    looking = Thread(target=cache.get, args=(_Halting(key),))
    other = Thread(target=getattr(cache, method), args={"get": ("x",), "put": ("x", 2), "clear": ()}[method])
    looking.start()
    assert key.reached.wait(10)
    other.start()
    other.join(0.2)
    came_in = not other.is_alive()
    key.go_on.set()
    for thread in (looking, other):
        thread.join(10)
    assert not came_in


class _Halting:
    """A key that halts whoever compares another with it."""

    def __init__(self, like: _Halting | None = None) -> None:
        self.like = like
        self.reached, self.go_on = Event(), Event()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _Halting) and other.like is self:
            return other == self
        if self.like is not None:
            self.like.reached.set()
            return self.like.go_on.wait(10)
        return self is other

    def __hash__(self) -> int:
        return 0

"""The one cache: bounded, least recently used first out, and safe for threads."""

from __future__ import annotations

import pytest
from tests.threads import together

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
    cache: Cache[int, int] = Cache(3)

    def use(number: int) -> None:
        for turn in range(400):
            key = (number + turn) % 7
            assert cache.get_or_make(key, lambda key=key: key * key) == key * key  # type: ignore[misc]
            if turn % 50 == 0:
                cache.clear()

    together(use)
    assert len(cache) <= 3

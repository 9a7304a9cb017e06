"""A cache that threads may share and that never grows beyond its size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Remembers values by key, and forgets first what was not used for longest. None is no value."""

    __slots__ = ("_items", "_lock", "_size")

    def __init__(self, size: int) -> None:
        if size < 1:
            raise ValueError("a cache holds at least one value")
        self._size = size
        self._items: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._items)

    def get(self, key: K) -> V | None:
        """The value, if it is remembered."""
        with self._lock:
            found = self._items.get(key)
            if found is not None:
                self._items.move_to_end(key)
            return found

    def put(self, key: K, value: V) -> None:
        """Remember a value, in place of an older one."""
        with self._lock:
            self._items[key] = value
            self._items.move_to_end(key)
            if len(self._items) > self._size:
                self._items.popitem(last=False)

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """The value, made if it is not remembered.

        Nobody waits while it is made: threads that ask for one thing at one moment may each make it.
        """
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._items.clear()

"""A cache: the values used last, as many as fit; safe to share among threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any, Generic, TypeVar
from weakref import ref

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """At most ``most`` values by their keys, plus what ``more`` returns; the one used longest ago goes first."""

    def __init__(self, most: int, more: Callable[[], int] = int) -> None:
        self._most, self._more, self._values = most, more, OrderedDict[Key, Value]()
        self.lock = RLock()  # For several steps that nobody may come between.

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def get(self, key: Key) -> Value | None:
        """Return a value, from now on the one used last; ``None`` where there is none."""
        with self.lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def peek(self, key: Key) -> Value | None:
        """Return a value without waiting for anybody, and without noting that it was used."""
        return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Keep a value as the one used last."""
        with self.lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most + self._more():
                self._values.popitem(last=False)

    def pop(self, key: Key) -> Value | None:
        """Forget a value and return it."""
        with self.lock:
            return self._values.pop(key, None)

    def items(self) -> list[tuple[Key, Value]]:
        """Return all there is just now, the one used longest ago first."""
        with self.lock:
            return list(self._values.items())

    def clear(self) -> None:
        """Forget everything."""
        with self.lock:
            self._values.clear()


class DerivedCache(Cache[Key, tuple["ref[Any]", Value]]):
    """Values worked out of objects that nobody changes: each is good for the very object it was made of."""

    def of(self, source: object, key: Key, make: Callable[[], Value]) -> Value:
        """Return the value by this key if it was made of ``source``; else make it."""
        made_of, value = self.get(key) or (None, None)
        if made_of is None or value is None or made_of() is not source:
            value = make()
            self.put(key, (ref(source), value))
        return value

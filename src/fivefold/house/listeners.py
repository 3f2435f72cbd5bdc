"""Who wants to hear of something: callbacks by its name; safe to share among threads."""

from collections.abc import Callable
from threading import Lock

Callback = Callable[..., object]


class Listeners:
    """The callbacks of everything that somebody listens to."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._callbacks: dict[str, list[Callback]] = {}

    def __len__(self) -> int:
        return len(self._callbacks)

    def listen(self, name: str, callback: Callback) -> Callable[[], None]:
        """Call ``callback`` whenever ``name`` is woken; return a function that ends this."""
        with self._lock:
            self._callbacks.setdefault(name, []).append(callback)

        def stop() -> None:
            with self._lock:
                left = self._callbacks.get(name, [])
                if callback in left:
                    left.remove(callback)
                if not left:
                    self._callbacks.pop(name, None)

        return stop

    def wake(self, name: str) -> None:
        """Call whoever listens to ``name``."""
        for callback in self.of(name):
            callback()

    def wake_all(self) -> None:
        """Call whoever listens to anything."""
        for name in self.names():
            self.wake(name)

    def of(self, name: str) -> list[Callback]:
        """Return the callbacks of ``name``."""
        with self._lock:
            return list(self._callbacks.get(name, ()))

    def names(self) -> list[str]:
        """Return everything that somebody listens to."""
        with self._lock:
            return list(self._callbacks)

"""Who wants to hear of something: callbacks by its name; safe to share among threads."""

from collections.abc import Callable
from threading import Lock

Callback = Callable[[], None]


class Listeners:
    """The callbacks of everything that somebody listens to."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._callbacks: dict[str, list[Callback]] = {}

    def __len__(self) -> int:
        return len(self._callbacks)

    def listen(self, name: str, callback: Callback) -> Callback:
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
        with self._lock:
            callbacks = list(self._callbacks.get(name, ()))
        for callback in callbacks:
            callback()

    def wake_all(self) -> None:
        """Call whoever listens to anything."""
        with self._lock:
            names = list(self._callbacks)
        for name in names:
            self.wake(name)

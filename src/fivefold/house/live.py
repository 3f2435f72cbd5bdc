"""The matches in memory, and who listens to them."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from threading import Lock, RLock
from typing import Final

from fivefold.session.snapshot import LIVE, MatchSnapshot

Listener = Callable[[MatchSnapshot], None]
Callback = Callable[..., object]

MOST: Final = 500
"""Snapshots kept in memory besides as many as are listened to: these, those with a live clock, the last ones used."""
LOOKS: Final = 8  # At the oldest ones, for room to make.

log = logging.getLogger("fivefold.service")


class Listeners:
    """The callbacks of everything that somebody listens to, by its name; safe to share among threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._callbacks: dict[str, list[Callback]] = {}

    def __len__(self) -> int:
        return len(self._callbacks)

    def __contains__(self, name: str) -> bool:
        return name in self._callbacks

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


class LiveMatches:
    """The newest snapshot of each match in memory; safe to share among threads."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = RLock()
        self._snapshots: OrderedDict[str, MatchSnapshot] = OrderedDict()
        self._outdated = 0
        self._listeners = Listeners()
        self.listen = self._listeners.listen
        """Calls a function with every new snapshot of a match; returns one that ends this."""

    def __len__(self) -> int:
        return len(self._snapshots)

    def get(self, match_id: str) -> MatchSnapshot | None:
        """Return the snapshot in memory, if any."""
        with self._lock:
            found = self._snapshots.get(match_id)
            if found is not None:
                self._snapshots.move_to_end(match_id)
            return found

    def keep(self, snapshot: MatchSnapshot) -> MatchSnapshot:
        """Keep a snapshot unless a newer one is there; return the one that is kept."""
        with self._lock:
            known = self._snapshots.get(snapshot.id)
            if known is not None and known.revision >= snapshot.revision:
                snapshot = known
            self._snapshots[snapshot.id] = snapshot
            self._snapshots.move_to_end(snapshot.id)
            for _ in range(min(LOOKS, len(self._snapshots) - self._most - len(self._listeners))):
                match_id, oldest = self._snapshots.popitem(last=False)
                time = oldest.terms.time
                if match_id in self._listeners or (oldest.status == LIVE and time is not None and not time.slow):
                    self._snapshots[match_id] = oldest  # whoever needs it next has no time to load it
            return snapshot

    def has(self, match_id: str) -> bool:
        """Return whether a snapshot is in memory."""
        with self._lock:
            return match_id in self._snapshots

    def held(self) -> list[str]:
        """Return the matches that are in memory, and those to which anybody listens."""
        with self._lock:
            return list({**dict.fromkeys(self._snapshots), **dict.fromkeys(self._listeners.names())})

    def newest(self, match_id: str) -> tuple[MatchSnapshot | None, int]:
        """Return the snapshot in memory, if any, and a number that rises when matches in the store are changed."""
        with self._lock:
            return self._snapshots.get(match_id), self._outdated

    def count_heard(self) -> int:
        """Return how many matches are listened to."""
        return len(self._listeners)

    def is_heard(self, match_id: str) -> bool:
        """Return whether anybody listens to a match."""
        return match_id in self._listeners

    def loaded(self, load: Callable[[], MatchSnapshot]) -> MatchSnapshot:
        """Return a snapshot from the store, and keep it unless matches in the store were changed meanwhile."""
        outdated = self._outdated
        snapshot = load()
        with self._lock:
            return self.keep(snapshot) if outdated == self._outdated else snapshot

    def outdate(self, match_ids: Iterable[str]) -> None:
        """Note that matches were changed in the store: what is being loaded just now may be out of date."""
        with self._lock:
            self._outdated += 1
            for match_id in match_ids:
                self._snapshots.pop(match_id, None)

    def tell(self, snapshot: MatchSnapshot) -> None:
        """Call the listeners of a match; an error in one is logged and does not affect the others."""
        for listener in self._listeners.of(snapshot.id):
            try:
                listener(snapshot)
            except Exception:
                log.exception("match %s: a listener failed", snapshot.id)

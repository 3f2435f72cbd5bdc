"""The matches at hand, and who wants their news."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from threading import RLock
from typing import Final

from fivefold.session.snapshot import MatchSnapshot

Listener = Callable[[MatchSnapshot], None]

MOST: Final = 500
"""Standings kept at hand, those used last."""

log = logging.getLogger("fivefold.service")


class LiveMatches:
    """Standings by match, the newest of each; safe to share among threads."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = RLock()
        self._standings: OrderedDict[str, MatchSnapshot] = OrderedDict()
        self._outdated = 0
        self._listeners: dict[str, list[Listener]] = {}

    def get(self, match_id: str) -> MatchSnapshot | None:
        """Return the snapshot at hand, if any."""
        with self._lock:
            found = self._standings.get(match_id)
            if found is not None:
                self._standings.move_to_end(match_id)
            return found

    def keep(self, snapshot: MatchSnapshot) -> MatchSnapshot:
        """Keep a snapshot unless a newer one is there; return the one that is kept."""
        with self._lock:
            known = self._standings.get(snapshot.id)
            if known is not None and known.revision >= snapshot.revision:
                snapshot = known
            self._standings[snapshot.id] = snapshot
            self._standings.move_to_end(snapshot.id)
            while len(self._standings) > self._most:
                self._standings.popitem(last=False)
            return snapshot

    def has(self, match_id: str) -> bool:
        """Tell whether a snapshot is at hand."""
        with self._lock:
            return match_id in self._standings

    def loaded(self, load: Callable[[], MatchSnapshot]) -> MatchSnapshot:
        """Return a snapshot from the store, and keep it unless matches in the store were changed meanwhile."""
        outdated = self._outdated
        snapshot = load()
        with self._lock:
            return self.keep(snapshot) if outdated == self._outdated else snapshot

    def outdate(self, match_ids: Iterable[str]) -> None:
        """Note that matches were changed in the store: whoever is just loading one may have come too early."""
        with self._lock:
            self._outdated += 1
            for match_id in match_ids:
                self._standings.pop(match_id, None)

    def forget(self, match_id: str) -> None:
        """Let the next reader load a match from the store."""
        with self._lock:
            self._standings.pop(match_id, None)

    def listen(self, match_id: str, listener: Listener) -> Callable[[], None]:
        """Let somebody have a match's news; return how to stop that."""
        with self._lock:
            self._listeners.setdefault(match_id, []).append(listener)

        def stop() -> None:
            with self._lock:
                listeners = self._listeners.get(match_id, [])
                if listener in listeners:
                    listeners.remove(listener)
                if not listeners:
                    self._listeners.pop(match_id, None)

        return stop

    def tell(self, snapshot: MatchSnapshot) -> None:
        """Give the news to who listens; what goes wrong there is logged and hinders nobody else."""
        with self._lock:
            listeners = list(self._listeners.get(snapshot.id, ()))
        for listener in listeners:
            try:
                listener(snapshot)
            except Exception:
                log.exception("match %s: a listener failed", snapshot.id)

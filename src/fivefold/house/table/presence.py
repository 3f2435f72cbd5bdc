"""Who is here: people whose page is connected, at a table or elsewhere in the house.

It is kept in memory; of those who are here through other processes it is told (``processes.shared_presence``).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from threading import RLock
from time import monotonic
from typing import Final

from fivefold.house.match_view.view_types import PresenceView, SeatPresenceView
from fivefold.house.table.elsewhere import Elsewhere
from fivefold.house.table.stay import AWAY, GONE, GRACE_SECONDS, HERE, State, Stay
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import MatchSnapshot

__all__ = ["AWAY", "GONE", "GRACE_SECONDS", "HERE", "Presence", "State"]

KEPT_SECONDS: Final = 1200.0
"""For how long the house knows since when somebody has been gone."""
MOST_PRESENT: Final = (HERE, AWAY, GONE).index
COMING: Final = "coming"
"""The tab of a page that is still on its way."""
Clock = Callable[[], float]
Callback = Callable[[], None]


class Presence:
    """Who is at which place, a match's id or another name; threads may share it."""

    def __init__(self, clock: Clock = monotonic) -> None:
        self._clock, self._lock = clock, RLock()
        self._places: dict[str, dict[str, Stay]] = {}
        self._people: dict[str, set[str]] = {}
        self._listeners: dict[str, list[Callback]] = {}
        self._left: dict[tuple[str, str], float] = {}
        """Who has left where, the first first."""
        self._elsewhere = Elsewhere()
        self.on_change: list[Callable[[str, str], None]] = []
        """Each called with a place and a person who has come, looked away or left there."""

    # What pages tell

    @contextmanager
    def connected(self, person_id: str, place: str, tab: str, visible: bool = True, name: str = "") -> Iterator[None]:
        """Let a person be at a place while a page of theirs, a ``tab``, is connected."""
        self._arrive(person_id, place, tab, visible, name)
        try:
            yield
        finally:
            self._leave(person_id, place, tab)

    def came(self, person_id: str, place: str) -> None:
        """Let a person be at a place that they ask for a page of: that page connects in a moment."""
        with self._lock:
            if not self._places.get(place, {}).get(person_id, Stay()).tabs:
                self._arrive(person_id, place, COMING, True, "")
                self._leave(person_id, place, COMING)

    def noted(self, person_id: str, place: str, tab: str, visible: bool) -> None:
        """Note whether a connected page can be seen and is in use; of others nothing is noted."""
        with self._lock:
            stay = self._places.get(place, {}).get(person_id)
            if stay is None or tab not in stay.tabs or stay.tabs[tab] == visible:
                return
            stay.tabs[tab] = visible
            changed = stay.note(self._clock())
        if changed:
            self._tell(place, person_id)

    # What other processes tell

    def stay(self, place: str, person_id: str) -> tuple[str, State, float, float | None] | None:
        """Return how somebody is at a place through this process, for the others: by which name, how present, for how
        many seconds, and how many seconds ago they left."""
        with self._lock:
            stay, now = self._places.get(place, {}).get(person_id), self._clock()
            if stay is None or stay.since is None:
                return None
            return stay.name, stay.state, now - stay.since, None if stay.left is None else now - stay.left

    def learn(
        self, process: str, place: str, person_id: str, name: str, told: str, seconds: float, left: float | None
    ) -> None:
        """Note how somebody is at a place through another process."""
        state: State = HERE if told == HERE else AWAY if told == AWAY else GONE
        with self._lock:
            now = self._clock()
            tabs = {process: state == HERE} if left is None else {}
            stay = Stay(name, tabs, state, now - seconds, None if left is None else now - left)
            self._elsewhere.put(process, place, person_id, stay)
            self._elsewhere.forget(now - KEPT_SECONDS)
        self._wake(place)

    def gone(self, process: str) -> None:
        """Note that a process is gone: people may come back through another one."""
        with self._lock:
            places = self._elsewhere.left(process, self._clock())
        for place in places:
            self._wake(place)

    def is_elsewhere(self, person_id: str) -> bool:
        """Tell whether somebody is here through another process, or was a moment ago."""
        with self._lock:
            now = self._clock()
            return any(stay.state_at(now) != GONE for stay in self._elsewhere.of(person_id))

    # What can be asked

    def state(self, person_id: str) -> State:
        """Return how present a person is in the house, wherever they are most present."""
        with self._lock:
            now = self._clock()
            stays = [self._places[place][person_id] for place in self._people.get(person_id, ())]
            stays += self._elsewhere.of(person_id)
            return min((stay.state_at(now) for stay in stays), key=MOST_PRESENT, default=GONE)

    def people(self) -> set[str]:
        """Return the ids of all who are here, or away for a moment."""
        with self._lock:
            now = self._clock()
            every = ((person, self._places[place][person]) for person in self._people for place in self._people[person])
            return {person for person, stay in (*every, *self._elsewhere.people()) if stay.state_at(now) != GONE}

    def state_at(self, person_id: str, place: str) -> tuple[State, float | None]:
        """Return how present a person is at a place, and for how many seconds; ``None`` where that is not known."""
        with self._lock:
            own, now = self._places.get(place, {}).get(person_id), self._clock()
            stays = [*([] if own is None else [own]), *self._elsewhere.stays(place, person_id)]
            for stay in stays:
                stay.note(now)
            states: list[State] = [stay.state for stay in stays]
            best: State = min(states, key=MOST_PRESENT, default=GONE)
            known = [now - stay.since for stay in stays if stay.state == best and stay.since is not None]
            return best, (min(known) if best == GONE else max(known)) if known else None

    def at(self, place: str) -> dict[str, str]:
        """Return the ids of all who are at a place, each with the name they are listed by; empty for no name."""
        with self._lock:
            now = self._clock()
            here = self._places.get(place, {})
            found = {person: stay.name for person, stay in here.items() if stay.state_at(now) != GONE}
            for person, stays in self._elsewhere.at(place).items():
                for stay in stays:
                    if stay.state_at(now) != GONE:
                        found[person] = found.get(person) or stay.name
            return found

    def watching(self, snapshot: MatchSnapshot) -> tuple[int, list[str]]:
        """Return how many people look on at a match, and the names of those who want to be named."""
        seated = {seat.person for seat in snapshot.seats}
        others = {person: name for person, name in self.at(snapshot.id).items() if person not in seated}
        return len(others), sorted({name for name in others.values() if name}, key=str.casefold)

    def view(self, snapshot: MatchSnapshot) -> PresenceView:
        """Return who is at a table, the same for all who ask."""
        people = [seat for seat in snapshot.seats if seat.kind == PERSON and seat.person is not None]
        count, named = self.watching(snapshot)
        return {
            "seats": [self._seat_view(snapshot.id, seat.seat, seat.person or "") for seat in people],
            "watching": count,
            "named": named,
        }

    def seconds_to_change(self, place: str) -> float | None:
        """Return how soon somebody will count as gone unless they come back; ``None`` where nobody is leaving."""
        with self._lock:
            now = self._clock()
            waits = [
                stay.left + GRACE_SECONDS - now
                for stay in (
                    *self._places.get(place, {}).values(),
                    *(stay for stays in self._elsewhere.at(place).values() for stay in stays),
                )
                if stay.left is not None and stay.left + GRACE_SECONDS > now
            ]
        return min(waits, default=None)

    def listen(self, place: str, callback: Callback) -> Callback:
        """Call ``callback`` whenever somebody comes, looks away or disconnects; return a function that ends this."""
        with self._lock:
            self._listeners.setdefault(place, []).append(callback)

        def stop() -> None:
            with self._lock:
                left = self._listeners.get(place, [])
                if callback in left:
                    left.remove(callback)
                if not left:
                    self._listeners.pop(place, None)

        return stop

    # How it works

    def _seat_view(self, match_id: str, seat: int, person_id: str) -> SeatPresenceView:
        state, seconds = self.state_at(person_id, match_id)
        if seconds is None:  # not seen at this table yet: on the way to it from another page, or not there
            state = self.state(person_id)
        return {"seat": seat, "state": state, "seconds": None if seconds is None else round(seconds, 1)}

    def _arrive(self, person_id: str, place: str, tab: str, visible: bool, name: str) -> None:
        with self._lock:
            self._forget_those_who_left()
            stay = self._places.setdefault(place, {}).setdefault(person_id, Stay())
            self._people.setdefault(person_id, set()).add(place)
            self._left.pop((place, person_id), None)
            before = stay.name
            stay.name, stay.left = name, None
            stay.tabs[tab] = visible
            changed = stay.note(self._clock()) or before != name
        if changed:
            self._tell(place, person_id)

    def _leave(self, person_id: str, place: str, tab: str) -> None:
        with self._lock:
            stay = self._places[place][person_id]
            stay.tabs.pop(tab, None)
            if not stay.tabs:
                stay.left = self._clock()
                self._left[place, person_id] = stay.left
            stay.note(self._clock())
        # Also where nobody counts as gone yet: whoever listens asks when that will be.
        self._tell(place, person_id)

    def _left_long_ago(self, now: float) -> list[tuple[str, str]]:
        """Return some of those who left long ago; the first to leave come first."""
        some = islice(self._left.items(), 20)
        return [key for key, left in some if now - left >= KEPT_SECONDS]

    def _forget_those_who_left(self) -> None:
        now = self._clock()
        for place, person_id in self._left_long_ago(now):
            del self._left[place, person_id]
            del self._places[place][person_id]
            self._people[person_id].discard(place)
            if not self._places[place]:
                del self._places[place]
            if not self._people[person_id]:
                del self._people[person_id]

    def _tell(self, place: str, person_id: str) -> None:
        for changed in self.on_change:
            changed(place, person_id)
        self._wake(place)

    def _wake(self, place: str) -> None:
        with self._lock:
            listeners = list(self._listeners.get(place, ()))
        for listener in listeners:
            listener()

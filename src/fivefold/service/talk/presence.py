"""Who is here: people whose page is connected, at a table or elsewhere in the house.

It is kept in the memory of this process. Houses of several processes would need a shared store behind the same class.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from threading import RLock
from time import monotonic
from typing import Final, Literal

from fivefold.service.view.match_view import PresenceView, SeatPresenceView
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import MatchSnapshot

State = Literal["here", "away", "gone"]
HERE: Final = "here"
AWAY: Final = "away"
GONE: Final = "gone"
"""Looking at a page of the house; connected but not looking; not connected."""
GRACE_SECONDS: Final = 15.0
"""How long somebody still counts as being there without a connection: a page that is loaded anew comes back by then."""
KEPT_SECONDS: Final = 1200.0
"""For how long the house knows since when somebody has been gone."""
Clock = Callable[[], float]
Callback = Callable[[], None]


@dataclass(slots=True)
class Stay:
    """A person at one place."""

    name: str = ""
    """What they are called where they are listed; empty for those who would rather not be."""
    tabs: dict[str, bool] = field(default_factory=dict)
    """Their connected pages, and whether each can be seen."""
    state: State = GONE
    """As it was when ``since`` was noted."""
    since: float | None = None
    left: float | None = None
    """When the last page was disconnected; ``None`` while one is connected."""

    def note(self, now: float) -> bool:
        """Note what follows from the tabs; return whether the state has changed."""
        state = self.state_at(now)
        if state == self.state and self.since is not None:
            return False
        self.state, self.since = state, self.left if state == GONE and self.left is not None else now
        return True

    def state_at(self, now: float) -> State:
        """Return how present the person is."""
        if self.tabs:
            return HERE if any(self.tabs.values()) else AWAY
        if self.left is None or now - self.left >= GRACE_SECONDS:
            return GONE
        return self.state


class Presence:
    """Who is at which place, a match's id or another name; threads may share it."""

    def __init__(self, clock: Clock = monotonic) -> None:
        self._clock, self._lock = clock, RLock()
        self._places: dict[str, dict[str, Stay]] = {}
        self._people: dict[str, set[str]] = {}
        self._listeners: dict[str, list[Callback]] = {}
        self._left: dict[tuple[str, str], float] = {}
        """Who has left where, the first first."""

    # What pages tell

    @contextmanager
    def connected(self, person_id: str, place: str, tab: str, visible: bool = True, name: str = "") -> Iterator[None]:
        """Let a person be at a place while a page of theirs, a ``tab``, is connected."""
        self._arrive(person_id, place, tab, visible, name)
        try:
            yield
        finally:
            self._leave(person_id, place, tab)

    def noted(self, person_id: str, place: str, tab: str, visible: bool) -> None:
        """Note whether a connected page can be seen and is in use; of others nothing is noted."""
        with self._lock:
            stay = self._places.get(place, {}).get(person_id)
            if stay is None or tab not in stay.tabs or stay.tabs[tab] == visible:
                return
            stay.tabs[tab] = visible
            changed = stay.note(self._clock())
        if changed:
            self._tell(place)

    # What can be asked

    def state(self, person_id: str) -> State:
        """Return how present a person is in the house, wherever they are most present."""
        with self._lock:
            now = self._clock()
            stays = (self._places[place][person_id] for place in self._people.get(person_id, ()))
            return min((stay.state_at(now) for stay in stays), key=(HERE, AWAY, GONE).index, default=GONE)

    def people(self) -> set[str]:
        """Return the ids of all who are here, or away for a moment."""
        with self._lock:
            now = self._clock()
            every = ((person, self._places[place][person]) for person in self._people for place in self._people[person])
            return {person for person, stay in every if stay.state_at(now) != GONE}

    def state_at(self, person_id: str, place: str) -> tuple[State, float | None]:
        """Return how present a person is at a place, and for how many seconds; ``None`` where that is not known."""
        with self._lock:
            stay, now = self._places.get(place, {}).get(person_id), self._clock()
            if stay is None:
                return GONE, None
            stay.note(now)
            return stay.state, None if stay.since is None else now - stay.since

    def at(self, place: str) -> dict[str, str]:
        """Return the ids of all who are at a place, each with the name they are listed by; empty for no name."""
        with self._lock:
            now = self._clock()
            here = self._places.get(place, {})
            return {person: stay.name for person, stay in here.items() if stay.state_at(now) != GONE}

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
                for stay in self._places.get(place, {}).values()
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
            self._tell(place)

    def _leave(self, person_id: str, place: str, tab: str) -> None:
        with self._lock:
            stay = self._places[place][person_id]
            stay.tabs.pop(tab, None)
            if not stay.tabs:
                stay.left = self._clock()
                self._left[place, person_id] = stay.left
            stay.note(self._clock())
        # Also where nobody counts as gone yet: whoever listens asks when that will be.
        self._tell(place)

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

    def _tell(self, place: str) -> None:
        with self._lock:
            listeners = list(self._listeners.get(place, ()))
        for listener in listeners:
            listener()

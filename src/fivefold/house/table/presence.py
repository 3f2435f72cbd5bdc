"""Who is here: people whose page is connected, at a table or elsewhere in the house.

It is kept in memory. The processes of a house tell each other how people are here through them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock, RLock
from time import monotonic
from typing import Final, Literal

from fivefold.house.bus import RESET, SECOND, TELLING
from fivefold.house.database.processes import timed
from fivefold.house.ledger import Ledger
from fivefold.house.live import Listeners
from fivefold.house.match_view.view_types import PresenceView, SeatPresenceView
from fivefold.house.notices.news import News
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import MatchSnapshot

State = Literal["here", "away", "gone"]
HERE: Final = "here"  # Looking at a page of the house.
AWAY: Final = "away"  # Connected, but not looking.
GONE: Final = "gone"  # Not connected.
GRACE_SECONDS: Final = 4.0
"""How long somebody still counts as being there without a connection: a page that is loaded anew comes back by then."""
KEPT_SECONDS: Final = 1200.0  # For how long the house knows since when somebody has been gone.
MOST_PRESENT: Final = (HERE, AWAY, GONE).index
COMING: Final = "coming"  # The tab of a page that is still on its way.
OWN: Final = ""  # This process, before the names of all others.
PRESENCE: Final = "presence"
KEEP: Final = timed(
    """
    INSERT INTO presences (process, number, place, person, name, state, since, left_at)
    SELECT :process, number, place, person, name, state, NOW - since, NOW - left_for
    FROM unnest(CAST(:numbers AS int[]), CAST(:places AS text[]), CAST(:persons AS text[]), CAST(:names AS text[]),
        CAST(:states AS text[]), CAST(:since AS float8[]), CAST(:left AS float8[]))
        AS noted (number, place, person, name, state, since, left_for)
    ON CONFLICT (process, place, person) DO UPDATE SET number = excluded.number, name = excluded.name,
        state = excluded.state, since = excluded.since, left_at = excluded.left_at
    """
)
KEPT_COLUMNS: Final = ("numbers", "places", "persons", "names", "states", "since", "left")
READ: Final = timed(
    """
    SELECT process, number, place, person, name, state, NOW - since, NOW - left_at
    FROM presences LEFT JOIN unnest(CAST(:processes AS text[]), CAST(:numbers AS int[])) AS known (id, seen)
        ON known.id = process
    WHERE process <> :process AND number > coalesce(seen, 0) ORDER BY process, number
    """
)
FORGET: Final = timed(
    """
    DELETE FROM presences WHERE left_at < NOW - 1200
        OR NOT EXISTS (SELECT 1 FROM processes WHERE id = process AND until >= NOW - 1200)
    """
)
Clock = Callable[[], float]


@dataclass(slots=True)
class Stay:
    """A person at one place, as one process knows it."""

    name: str = ""  # What they are called where they are listed; empty for those who would rather not be.
    tabs: dict[str, bool] = field(default_factory=dict)  # Their connected pages, and whether each can be seen.
    state: State = GONE  # As it was when ``since`` was noted.
    since: float | None = None
    left: float | None = None  # When the last page was disconnected; ``None`` while one is connected.

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
        self._places: dict[str, dict[str, dict[str, Stay]]] = {}  # By place and person, as each process knows it.
        self._people: dict[str, set[str]] = {}  # By person, their places.
        self._left: dict[tuple[str, str, str], float] = {}
        """Who has left where, as which process knows; the first first."""
        self._listeners = Listeners()
        self.listen = self._listeners.listen
        """Calls a function whenever somebody comes to a place, looks away or disconnects; returns one that ends
        this."""
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
            stay = self._own(place, person_id)
            if stay is None or not stay.tabs:
                self._arrive(person_id, place, COMING, True, "")
                self._leave(person_id, place, COMING)

    def noted(self, person_id: str, place: str, tab: str, visible: bool) -> None:
        """Note whether a connected page can be seen and is in use; of others nothing is noted."""
        with self._lock:
            stay = self._own(place, person_id)
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
            stay, now = self._own(place, person_id), self._clock()
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
            self._put(process, place, person_id, stay)
            self._note_left(process, place, person_id, stay.left)
            self._forget_those_who_left()
        self._listeners.wake(place)

    def gone(self, process: str) -> None:
        """Note that a process is gone: people may come back through another one."""
        changed = set()
        with self._lock:
            now = self._clock()
            for place, people in self._places.items():
                for person_id, stays in people.items():
                    stay = stays.get(process)
                    if stay is not None and stay.tabs:
                        stay.tabs, stay.left = {}, now
                        stay.note(now)
                        self._note_left(process, place, person_id, now)
                        changed.add(place)
        for place in changed:
            self._listeners.wake(place)

    def is_elsewhere(self, person_id: str) -> bool:
        """Tell whether somebody is here through another process, or was a moment ago."""
        with self._lock:
            now = self._clock()
            return any(
                process != OWN and stay.state_at(now) != GONE
                for place in self._people.get(person_id, ())
                for process, stay in self._places[place][person_id].items()
            )

    # What can be asked

    def state(self, person_id: str) -> State:
        """Return how present a person is in the house, wherever they are most present."""
        with self._lock:
            now = self._clock()
            states: list[State] = [stay.state_at(now) for stay in self._stays_of(person_id)]
            return min(states, key=MOST_PRESENT, default=GONE)

    def people(self) -> set[str]:
        """Return the ids of all who are here, or away for a moment."""
        with self._lock:
            now = self._clock()
            return {
                person for person in self._people if any(stay.state_at(now) != GONE for stay in self._stays_of(person))
            }

    def state_at(self, person_id: str, place: str) -> tuple[State, float | None]:
        """Return how present a person is at a place, and for how many seconds; ``None`` where that is not known."""
        with self._lock:
            stays, now = self._places.get(place, {}).get(person_id, {}).values(), self._clock()
            for stay in stays:
                stay.note(now)
            states: list[State] = [stay.state for stay in stays]
            best: State = min(states, key=MOST_PRESENT, default=GONE)
            known = [now - stay.since for stay in stays if stay.state == best and stay.since is not None]
            return best, (min(known) if best == GONE else max(known)) if known else None

    def at(self, place: str) -> dict[str, str]:
        """Return the ids of all who are at a place, each with the name they are listed by; empty for no name."""
        found: dict[str, str] = {}
        with self._lock:
            now = self._clock()
            for person, stays in self._places.get(place, {}).items():
                names = [stays[process].name for process in sorted(stays) if stays[process].state_at(now) != GONE]
                if names:
                    found[person] = next(filter(None, names), "")
        return found

    def watching(self, snapshot: MatchSnapshot) -> tuple[int, list[str]]:
        """Return how many people look on at a match, and the names of those who want to be named."""
        seated = {seat.person for seat in snapshot.seats}
        others = {person: name for person, name in self.at(snapshot.table_id).items() if person not in seated}
        return len(others), sorted({name for name in others.values() if name}, key=str.casefold)

    def view(self, snapshot: MatchSnapshot) -> PresenceView:
        """Return who is at a table, the same for all who ask."""
        people = [seat for seat in snapshot.seats if seat.kind == PERSON and seat.person is not None]
        count, named = self.watching(snapshot)
        return {
            "seats": [self._seat_view(snapshot.table_id, seat.seat, seat.person or "") for seat in people],
            "watching": count,
            "named": named,
        }

    def seconds_to_change(self, place: str) -> float | None:
        """Return how soon somebody will count as gone unless they come back; ``None`` where nobody is leaving."""
        with self._lock:
            now = self._clock()
            stays = [stay for stays in self._places.get(place, {}).values() for stay in stays.values()]
            waits = [stay.left + GRACE_SECONDS - now for stay in stays if stay.left is not None]
        return min((wait for wait in waits if wait > 0), default=None)

    def _seat_view(self, place: str, seat: int, person_id: str) -> SeatPresenceView:
        state, seconds = self.state_at(person_id, place)
        if seconds is None:  # not seen at this table yet: on the way to it from another page, or not there
            state = self.state(person_id)
        return {"seat": seat, "state": state, "seconds": None if seconds is None else round(seconds, 1)}

    def _own(self, place: str, person_id: str) -> Stay | None:
        return self._places.get(place, {}).get(person_id, {}).get(OWN)

    def _stays_of(self, person_id: str) -> Iterator[Stay]:
        for place in self._people.get(person_id, ()):
            yield from self._places[place][person_id].values()

    def _put(self, process: str, place: str, person_id: str, stay: Stay) -> None:
        self._places.setdefault(place, {}).setdefault(person_id, {})[process] = stay
        self._people.setdefault(person_id, set()).add(place)

    def _note_left(self, process: str, place: str, person_id: str, left: float | None) -> None:
        self._left.pop((place, person_id, process), None)
        if left is not None:
            self._left[place, person_id, process] = left

    def _arrive(self, person_id: str, place: str, tab: str, visible: bool, name: str) -> None:
        with self._lock:
            self._forget_those_who_left()
            stay = self._own(place, person_id) or Stay()
            self._put(OWN, place, person_id, stay)
            self._note_left(OWN, place, person_id, None)
            before = stay.name
            stay.name, stay.left = name, None
            stay.tabs[tab] = visible
            changed = stay.note(self._clock()) or before != name
        if changed:
            self._tell(place, person_id)

    def _leave(self, person_id: str, place: str, tab: str) -> None:
        with self._lock:
            stay = self._places[place][person_id][OWN]
            stay.tabs.pop(tab, None)
            if not stay.tabs:
                stay.left = self._clock()
                self._note_left(OWN, place, person_id, stay.left)
            stay.note(self._clock())
        # Also where nobody counts as gone yet: whoever listens asks when that will be.
        self._tell(place, person_id)

    def _forget_those_who_left(self) -> None:
        """Forget some of those who left long ago; the first to leave come first."""
        now = self._clock()
        for place, person_id, process in [
            key for key, left in islice(self._left.items(), 20) if now - left >= KEPT_SECONDS
        ]:
            del self._left[place, person_id, process]
            del self._places[place][person_id][process]
            if not self._places[place][person_id]:
                del self._places[place][person_id]
                self._people[person_id].discard(place)
            if not self._places[place]:
                del self._places[place]
            if not self._people[person_id]:
                del self._people[person_id]

    def _tell(self, place: str, person_id: str) -> None:
        for changed in self.on_change:
            changed(place, person_id)
        self._listeners.wake(place)


class SharedPresence:
    """Keeps the presence of a house the same in all its processes; without others it does nothing."""

    def __init__(self, ledger: Ledger, presence: Presence, news: News) -> None:
        self._ledger, self._presence = ledger, presence
        self._bus = ledger.bus
        self._lock = Lock()
        self._changed: dict[tuple[str, str], None] = {}
        self._number = 0
        self._known: dict[str, int] = {}  # The last change that is known of each other process.
        if not self._bus.shared:
            return
        presence.on_change.append(self._note)
        news.is_elsewhere = presence.is_elsewhere
        self._bus.subscribe(TELLING, self._tell)
        self._bus.subscribe(PRESENCE, lambda words: self._read())
        self._bus.subscribe(SECOND, self._look)
        self._bus.subscribe(RESET, self._read)

    def _note(self, place: str, person_id: str) -> None:
        with self._lock:
            self._changed[place, person_id] = None
        self._bus.wake()

    def _tell(self) -> None:
        """Store how people are here now of whom something has changed, in place of what was known of them."""
        with self._lock:
            changed, self._changed = list(self._changed), {}
        rows = []
        for place, person_id in changed:
            found = self._presence.stay(place, person_id)
            if found is not None:
                self._number += 1
                rows.append((self._number, place[:40], person_id, *found))
        if rows:
            columns = dict(zip(KEPT_COLUMNS, map(list, zip(*rows, strict=True)), strict=True))
            with self._ledger.telling() as connection:
                connection.execute(KEEP, {"process": self._bus.id, **columns})
                self._bus.publish(connection, PRESENCE)

    def _read(self) -> None:
        known = {"processes": list(self._known), "numbers": list(self._known.values())}
        found = self._ledger.rows(READ, {"process": self._bus.id, **known})
        for process, number, *told in found:
            self._known[process] = number
            self._presence.learn(process, *told)

    def _look(self) -> None:
        """Learn what others have noted since, and which of them are gone, whose people have left with them."""
        self._read()
        up = self._bus.up()
        for process in [name for name in self._known if name not in up]:
            del self._known[process]
            self._presence.gone(process)

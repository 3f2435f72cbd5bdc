"""Who is here, told to the other processes of the house and heard from them."""

from threading import Lock

from fivefold.house.ledger import Ledger
from fivefold.house.notices.news import News
from fivefold.house.table import stored_presences as presences
from fivefold.house.table.presence import Presence
from fivefold.house.table.stored_presences import StoredPresence

PRESENCE = "presence"


class SharedPresence:
    """Keeps the presence of a house the same in all its processes; without others it does nothing."""

    def __init__(self, ledger: Ledger, presence: Presence, news: News) -> None:
        self._ledger, self._presence = ledger, presence
        self._neighbours = ledger.neighbours
        self._lock = Lock()
        self._changed: dict[tuple[str, str], None] = {}
        self._number = 0
        self._known: dict[str, int] = {}
        if not self._neighbours.shared:
            return
        presence.on_change.append(self._note)
        news.is_elsewhere = presence.is_elsewhere
        self._neighbours.on_tell.append(self._tell)
        self._neighbours.on(PRESENCE, lambda words: self._read())
        self._neighbours.each_second.append(self._look)
        self._neighbours.on_reset.append(self._read)

    def _note(self, place: str, person_id: str) -> None:
        with self._lock:
            self._changed[place, person_id] = None
        self._neighbours.wake()

    def _tell(self) -> None:
        """Store how people are here now of whom something has changed."""
        with self._lock:
            changed, self._changed = list(self._changed), {}
        rows = []
        for place, person_id in changed:
            found = self._presence.stay(place, person_id)
            if found is not None:
                self._number += 1
                rows.append(StoredPresence(self._neighbours.id, self._number, place[:40], person_id, *found))
        if rows:
            with self._ledger.telling() as connection:
                presences.keep(connection, self._neighbours.id, rows)
                self._neighbours.post(connection, PRESENCE)

    def _read(self) -> None:
        """Learn what others have noted since."""
        with self._ledger.reading() as connection:
            found = presences.elsewhere(connection, self._neighbours.id, self._known)
        for each in found:
            self._known[each.process] = each.number
            self._presence.learn(each.process, each.place, each.person, *each[4:])

    def _look(self) -> None:
        """Learn what others have noted since, and which of them are gone, whose people have left with them."""
        self._read()
        up = self._neighbours.up()
        for process in [name for name in self._known if name not in up]:
            del self._known[process]
            self._presence.gone(process)

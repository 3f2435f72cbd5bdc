"""News: what waits for a person, and word of it the moment it happens.

What waits is read from the store, so nothing is lost if nobody listens. A note is only the nudge to look.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.house.bus import CHANGED, RESET
from fivefold.house.errors import Busy, NotKept
from fivefold.house.ledger import Ledger
from fivefold.house.links import is_first_board
from fivefold.house.live import Listeners
from fivefold.house.notices import awaited as waits
from fivefold.house.notices.awaited import awaited, several_people, to_answer, to_be_ready, to_claim, to_move
from fivefold.play.clocks import ANNOUNCED, REMINDED
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import OVER, MatchSnapshot

log = logging.getLogger("fivefold.service")

TURN, OFFER, READY, CHALLENGE, SEATED, ENDED, CHAT, TIME, TIME_OUT = (
    *("turn", "offer", "ready", "challenge"),
    *("seated", "ended", "chat", "time", "time-out"),
)


@dataclass(frozen=True, slots=True)
class NewsKind:
    """Something a person is told of."""

    waits: bool  # Whether somebody waits for the person until they have done something.
    pushed: bool  # Whether it is sent to a device that asked for news, unless the person says otherwise.


KINDS: Final[Mapping[str, NewsKind]] = {
    TURN: NewsKind(waits=True, pushed=True),
    OFFER: NewsKind(waits=True, pushed=True),
    READY: NewsKind(waits=True, pushed=True),
    CHALLENGE: NewsKind(waits=True, pushed=True),
    SEATED: NewsKind(waits=False, pushed=True),
    ENDED: NewsKind(waits=False, pushed=True),
    CHAT: NewsKind(waits=False, pushed=False),
    TIME: NewsKind(waits=True, pushed=True),
    TIME_OUT: NewsKind(waits=True, pushed=True),
}
"""It is the person's turn; somebody offers something at the table; somebody is ready for a race or a second game; a
challenge; somebody sat down at the person's table; a match has ended; somebody wrote at a table where the person
plays; the person's time in a slow match runs out; another's time there is out."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something has happened that a person wants to know."""

    person_id: str
    kind: str  # One of ``KINDS``.
    match_id: str | None  # Where; ``None`` where only the number of what waits has changed.
    seat: int | None = None  # Whose doing it is, where that is one of the table's seats.


Listener = Callable[[Note], None]


class News:
    """Who is told of what; safe to share among threads."""

    def __init__(self, ledger: Ledger, foreseen: Callable[[Note], bool]) -> None:
        """``foreseen``: tells of a note whether it is settled by itself, so that nobody need be bothered with it."""
        self._ledger, self.foreseen = ledger, foreseen
        self.is_elsewhere: Callable[[str], bool] = lambda person_id: True
        """Tells whether somebody may have pages open through other processes."""
        self._listeners = Listeners()
        self.listen = self._listeners.listen
        """Calls a function with every note to a person, by the thread that made the change: it should only pass it on;
        returns a function that ends this."""
        self.on_note: list[Listener] = []
        """Each called with every note, by the thread that made the change: they should only pass it on."""
        ledger.bus.subscribe(CHANGED, self._changed)
        ledger.bus.subscribe("note", self._told_elsewhere)
        ledger.bus.subscribe(RESET, self._recount_all)

    def prepare(self) -> None:
        """Note for whom matches wait that were begun before this was noted."""
        unsettled = self._ledger.read(waits.unsettled)
        for match_id in unsettled:
            self._ledger.write(waits.wait_for, match_id, self._waits_for(match_id))

    def waiting(self, person_id: str, besides: str = "") -> int:
        """Return how many matches and challenges wait for a person, not counting the match ``besides``."""
        return self._ledger.read(waits.waiting, person_id, besides)

    def note(self, person_id: str, kind: str, match_id: str | None, seat: int | None = None) -> None:
        """Tell a person that something has happened, after it is stored; ``seat``: whose doing it is."""
        made = Note(person_id, kind, match_id, seat)
        if self.is_elsewhere(person_id):
            self._ledger.bus.publish_soon("note", person_id, kind, match_id or "", "" if seat is None else str(seat))
        self._pass_on(made, self.on_note if kind in KINDS else ())

    def _told_elsewhere(self, words: Sequence[str]) -> None:
        """Tell the pages here what happened in another process, which sees to devices itself."""
        person_id, kind, match_id, seat = words
        self._pass_on(Note(person_id, kind, match_id or None, int(seat) if seat else None))

    def _recount_all(self) -> None:
        for person_id in self._listeners.names():
            self._pass_on(Note(person_id, "", None))

    def _pass_on(self, made: Note, also: Sequence[Listener] = ()) -> None:
        for listener in (*self._listeners.of(made.person_id), *also):
            try:
                listener(made)
            except FivefoldError as error:
                log.warning("news wait: %s", error)
            except Exception:
                log.exception("a listener to news failed")

    def recount(self, person_id: str) -> None:
        """Say that less may wait for a person than before."""
        self.note(person_id, "", None)

    def _waits_for(self, match_id: str) -> frozenset[int]:
        try:
            return awaited(self._ledger.known(match_id))
        except (Busy, NotKept) as error:
            log.warning("match %s could not be looked at: %s", match_id, error)
            return frozenset()
        except FivefoldError:  # a damaged match waits for nobody
            log.exception("match %s waits for nobody", match_id)
            return frozenset()

    def _changed(self, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        if not several_people(after):
            return
        told: dict[str, tuple[str, int | None]] = {}
        for kind, people, seat in _news(before, after):
            for person_id in people:
                told.setdefault(person_id, (kind, seat))
        freed = _persons(before, awaited(before)) - told.keys() if before is not None else set()
        for person_id, (kind, seat) in told.items():
            self.note(person_id, kind, after.id, seat)
        for person_id in freed - _persons(after, awaited(after)):
            self.recount(person_id)


def _news(before: MatchSnapshot | None, after: MatchSnapshot) -> list[tuple[str, set[str], int | None]]:
    """Return what happened between two snapshots, to whom it is news and whose doing it is, the most urgent first."""
    guest = _new_guest(before, after)
    return [
        (OFFER, _newly(before, after, to_answer), after.offer.seat if after.offer else None),
        (READY, _newly(before, after, to_be_ready), after.agreed[-1] if after.agreed else None),
        (TURN, _newly(before, after, to_move), None),
        (TIME, _persons(after, to_move(after)) if _told(before, after, REMINDED) else set(), None),
        (TIME_OUT, _persons(after, to_claim(after)) if _told(before, after, ANNOUNCED) else set(), after.to_act),
        (ENDED, _told_of_end(before, after), None),
        (SEATED, _everybody(before) if before is not None and guest is not None else set(), guest),
    ]


def _newly(
    before: MatchSnapshot | None, after: MatchSnapshot, waited: Callable[[MatchSnapshot], frozenset[int]]
) -> set[str]:
    known = _persons(before, waited(before)) if before is not None else set()
    return _persons(after, waited(after)) - known


def _told(before: MatchSnapshot | None, after: MatchSnapshot, what: int) -> bool:
    """Return whether this has just been said of a slow clock."""
    return after.told == what and (before is None or before.told < what)


def _told_of_end(before: MatchSnapshot | None, after: MatchSnapshot) -> set[str]:
    """Return the people to whom it is news that a match is over: not the one who ended it. Of a duplicate the second
    board says it."""
    if before is None or before.status == OVER or after.status != OVER or is_first_board(after):
        return set()
    last = after.entries[-1].mover if after.entries else -1
    return _everybody(after) - (_persons(after, frozenset({last})) if last >= 0 else set())


def _new_guest(before: MatchSnapshot | None, after: MatchSnapshot) -> int | None:
    there = _everybody(before) if before is not None else set()
    new = (seat.seat for seat in after.seats if seat.kind == PERSON and seat.person not in there)
    return next(new, None) if there else None


def _everybody(now: MatchSnapshot) -> set[str]:
    return _persons(now, frozenset(range(len(now.seats))))


def _persons(now: MatchSnapshot, seats: frozenset[int]) -> set[str]:
    sitting = (seat for seat in now.seats if seat.seat in seats and seat.kind == PERSON)
    return {seat.person for seat in sitting if seat.person is not None}

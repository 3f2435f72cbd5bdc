"""What is withheld for a while: what spectators see with a delay, and seeds that could still help somebody.

Whoever has no seat sees a match as it stood some seconds ago, to its end and after. The one place in which this
happens: what spectators get is made from the snapshot that comes from here, as if nothing
had happened since. Players see no delay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from fivefold.contract import CHANCE
from fivefold.house import log
from fivefold.house.cache import Cache
from fivefold.house.errors import NotYours
from fivefold.house.ledger import Ledger
from fivefold.house.links import REMATCH, SECOND
from fivefold.play.clocks import NO_STOPS, Stops
from fivefold.session.snapshot import LIVE, MOVE, OVER, UNDO, Entry, Link, MatchSnapshot
from fivefold.session.timing import replayed

KEPT: Final = 64  # Matches kept as they stood; all spectators of one share it.


class Delays:
    """What those see who look on at matches with a delay."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._seen: Cache[tuple[str, int, int], MatchSnapshot] = Cache(KEPT)

    def seen_by(self, snapshot: MatchSnapshot, person_id: str) -> MatchSnapshot:
        """Return a match as a person may see it: as it stands, or with its delay for somebody without a seat."""
        return snapshot if snapshot.seats_of(person_id) else self.by_spectators(snapshot)

    def by_spectators(self, snapshot: MatchSnapshot) -> MatchSnapshot:
        """Return a match as somebody without a seat may see it."""
        if not snapshot.terms.delay:
            return snapshot
        number = number_at(snapshot, self._ledger.now() - timedelta(seconds=snapshot.terms.delay))
        key = snapshot.id, snapshot.revision, number
        with self._seen.lock:
            found = self._seen.get(key)
            if found is None:
                found = as_of(snapshot, number, self._ledger.stops(snapshot))
                self._seen.put(key, found)
        return found

    def seconds_to_change(self, snapshot: MatchSnapshot, seen: MatchSnapshot) -> float:
        """Return how soon whoever sees a match as ``seen`` may see more of it."""
        at = snapshot.entries[seen.number].at if seen.number < snapshot.number else None
        if at is None:
            return float("inf")
        return max(0.0, (at + timedelta(seconds=snapshot.terms.delay) - self._ledger.now()).total_seconds())

    def refuse_spectator(self, match_id: str, person_id: str) -> None:
        """Raise ``NotYours`` where a refusal or an answer could tell a spectator what they may not know yet."""
        snapshot = self._ledger.snapshot(match_id)
        if self.seen_by(snapshot, person_id) is not snapshot:
            words = f"you are watching this match with a delay of {snapshot.terms.delay} seconds"
            raise NotYours(words, remedy="wait until you have seen its end")


def number_at(snapshot: MatchSnapshot, moment: datetime) -> int:
    """Return the number of the last entry that was stored at a moment or before, at least that of the first deal: what
    was dealt before anybody moved tells nothing that is still to come."""
    number, dealt = snapshot.number, 0
    while dealt < number and snapshot.entries[dealt].kind == MOVE and snapshot.entries[dealt].mover == CHANCE:
        dealt += 1
    while number > dealt and (at := snapshot.entries[number - 1].at) is not None and at > moment:
        number -= 1
    return number


def as_of(snapshot: MatchSnapshot, number: int, stops: Stops = NO_STOPS) -> MatchSnapshot:
    """Return a match as it stood when this was its last entry, its clocks too; who sits there is as now. What the
    players offer each other is left out: it would tell that they have gone on."""
    if number == snapshot.number:
        quiet = snapshot.offer is None and not snapshot.declined
        return snapshot if quiet else replace(snapshot, offer=None, declined=())
    entries = snapshot.entries[:number]
    match = snapshot.match.replayed(_kept(entries))
    match.legal()  # worked out now, so that threads that share it only read
    then = replace(
        snapshot,
        match=match,
        entries=entries,
        status=LIVE if snapshot.status == OVER else snapshot.status,
        links=_before_the_end(snapshot.links),
        offer=None,
        declined=(),
        agreed=(),
        clocks=None,
        next_look=None,
        told=0,
    )
    return replayed(then, stops)


def _before_the_end(links: Mapping[str, Link]) -> Mapping[str, Link]:
    """Return links as they were before the match was over: no rematch, and a second game that is yet to begin."""
    before = {name: link for name, link in links.items() if name != REMATCH}
    return before | {SECOND: Link("")} if SECOND in before else before


def _kept(entries: Sequence[Entry]) -> list[str]:
    kept: list[str] = []
    for entry in entries:
        if entry.kind == MOVE:
            kept.append(entry.text)
        elif entry.kind == UNDO:
            del kept[int(entry.text) :]
    return kept


def sealed(ledger: Ledger, now: MatchSnapshot) -> str:
    """Return when the seed of a match that is over may be shown, "once …"; empty if it may be shown now.

    A seed reveals every card of a pack, also those still to come. Everything that shows a seed, or cards that were not
    dealt, asks here first.
    """
    with ledger.reading() as connection:
        pack = log.on_pack(connection, now.id)
    today = ledger.now().astimezone(UTC).date().isoformat()
    day = max((each.day for each in pack if each.day is not None), default="")
    if any(each.double and each.double_of is None and each.second is None and each.begin is None for each in pack):
        return "once the second game of the double match is over"
    # A companion is a computer's: it reads no records.
    if any(each.status != OVER and each.id != now.id and each.beside is None for each in pack):
        return "once every match on these cards is over"
    return f"once {day} is over (UTC)" if day >= today else ""

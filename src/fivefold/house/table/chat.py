"""Chat at the table: a room of the players, and one of the spectators that players see only when the match is over.

What is said is no part of the match's record. A person sees no lines of those they have muted, nor of anybody with whom
a block stands between them.
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from threading import RLock
from time import monotonic
from typing import Final, NamedTuple

from fivefold.house.errors import NotOffered, TooFast, UnknownLine
from fivefold.house.ledger import Ledger
from fivefold.house.match_view.view_types import ChatLineView, ChatView, MutedView
from fivefold.house.people import blocks, people
from fivefold.house.people.accounts import Accounts
from fivefold.house.stored_match import time_text
from fivefold.house.table import stored_chat as stored
from fivefold.house.table.chat_text import LONGEST, LONGEST_OF_GUESTS, SAID, known_phrase, tidy_line
from fivefold.house.table.stored_chat import StoredLine
from fivefold.session.seats import OPEN, PERSON
from fivefold.session.snapshot import OVER, MatchSnapshot

PLAYERS, SPECTATORS = "players", "spectators"
AT_ONCE: Final = 50
"""Lines on a page; the others are earlier ones."""
KEPT_LINES, KEPT_MATCHES = 100, 300
"""Kept in memory for streams that come back: the last lines of each of so many matches."""
MOST_LINES: Final = 2000
"""Lines of one match."""
MOST_MUTED: Final = 500
HIDDEN_SECONDS: Final = 10.0
"""For how long a stream may go on with what it knows of blocks."""
REPEATED_SECONDS: Final = 60.0
Callback = Callable[[], None]


class Pace(NamedTuple):
    """How much somebody may say."""

    lines: int
    seconds: float
    """In which they may write so many lines."""
    longest: int


OF_GUESTS: Final = Pace(5, 20.0, LONGEST_OF_GUESTS)
OF_THE_NAMED: Final = Pace(10, 20.0, LONGEST)


@dataclass(frozen=True, slots=True)
class Rooms:
    """Which rooms of a match are open to a person."""

    write: str = ""
    read: tuple[str, ...] = ()


def rooms_for(snapshot: MatchSnapshot, person_id: str) -> Rooms:
    """Return the rooms of a person who does want to chat."""
    if not snapshot.seats_of(person_id):
        return Rooms(SPECTATORS, (SPECTATORS,))
    others = any(snapshot.seats[seat].kind in (PERSON, OPEN) for seat in snapshot.people_besides(person_id))
    own = (PLAYERS,) if others else ()
    return Rooms("".join(own), (*own, SPECTATORS) if snapshot.status == OVER else own)


class Chat:
    """What is said at the tables of a house; threads may share it."""

    def __init__(
        self,
        ledger: Ledger,
        accounts: Accounts,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self.on_line: list[Callable[[str, str], None]] = []
        """Each called with a person for whom a line of the players is, and its match."""
        self._ledger, self._accounts = ledger, accounts
        self._seconds, self._lock = seconds, RLock()
        self._recent: OrderedDict[str, deque[StoredLine]] = OrderedDict()
        self._listeners: dict[str, list[Callback]] = {}
        self._said: OrderedDict[str, deque[tuple[float, str, str]]] = OrderedDict()
        """For each person when they said what lately, and in which match."""
        self._edits: Counter[str] = Counter()
        """How often lines of a match were hidden, as far as this process has heard."""
        self._hidden: OrderedDict[str, tuple[float, frozenset[str]]] = OrderedDict()
        ledger.neighbours.on("chat", lambda words: self._read_more(words[0]))
        ledger.neighbours.on("mute", lambda words: self._forget_hidden(words[0]))
        ledger.neighbours.on_reset.append(self._read_all_again)

    # Reading

    def rooms(self, snapshot: MatchSnapshot, person_id: str) -> Rooms:
        """Return the rooms that are open to a person; none for somebody who wants no chat."""
        return rooms_for(snapshot, person_id) if self._wants(person_id) else Rooms()

    def view(self, snapshot: MatchSnapshot, person_id: str, before: int | None = None) -> ChatView:
        """Return the chat as a person sees it: the latest lines, or those before a line."""
        rooms, hidden = self.rooms(snapshot, person_id), self._hide_anew(person_id)
        with self._ledger.reading() as connection:
            found = stored.latest(connection, snapshot.id, rooms.read, AT_ONCE + 1, before)
            muted = set(stored.muted(connection, person_id))
        return {
            "open": bool(rooms.write or found),
            "off": not self._wants(person_id),
            "room": rooms.write,
            "lines": [_line(line, person_id) for line in found[-AT_ONCE:] if line.person not in hidden],
            "earlier": len(found) > AT_ONCE,
            "longest": self._pace(person_id).longest,
            "muted": self._muted_here(snapshot, found, muted),
        }

    def since(self, match_id: str, person_id: str, rooms: Rooms, after: int) -> tuple[list[ChatLineView], bool]:
        """Return what was said lately after a line in these rooms, and whether that is all."""
        recent = self._recent_of(match_id)
        if not recent or recent[-1].id <= after:
            return [], True
        new = [line for line in recent if line.id > after and line.room in rooms.read]
        by_others = any(line.person != person_id for line in new)
        hidden = self._hidden_from(person_id) if by_others else ()
        complete = not after or len(recent) < KEPT_LINES or recent[0].id <= after + 1
        return [_line(line, person_id) for line in new if line.person not in hidden], complete

    def latest(self, match_id: str) -> int:
        """Return the number of the last line said in a match, in any room; 0 for none."""
        recent = self._recent_of(match_id)
        return recent[-1].id if recent else 0

    def edits(self, match_id: str) -> int:
        """Return how often lines of a match were hidden; whoever has shown them since then reads them anew."""
        return self._edits[match_id]

    def outdate(self, match_id: str) -> None:
        """Read the lines of a match anew, of which one was hidden, and let whoever looks on do so."""
        with self._lock:
            self._recent.pop(match_id, None)
            self._edits[match_id] += 1
            listeners = list(self._listeners.get(match_id, ()))
        for listener in listeners:
            listener()

    def own_last(self, match_id: str, person_id: str, most: int) -> list[str]:
        """Return what a player has said last in a match, with nothing said by the others since, the latest first."""
        lines = (line for line in reversed(self._recent_of(match_id)) if line.room == PLAYERS)
        own = takewhile(lambda line: line.person == person_id, lines)
        return [line.text for line in islice(own, most)]

    def seen_line(self, snapshot: MatchSnapshot, person_id: str, line_id: int) -> StoredLine:
        """Return a line that a person may see. Raises ``UnknownLine``."""
        with self._ledger.reading() as connection:
            found = stored.line(connection, line_id)
        if found is None or found.match != snapshot.id or found.room not in self.rooms(snapshot, person_id).read:
            raise UnknownLine("it does not exist", subject=f"line {line_id}")
        return found

    def listen(self, match_id: str, callback: Callback) -> Callback:
        """Call ``callback`` whenever something is said in a match; return a function that ends this."""
        with self._lock:
            self._listeners.setdefault(match_id, []).append(callback)

        def stop() -> None:
            with self._lock:
                left = self._listeners.get(match_id, [])
                if callback in left:
                    left.remove(callback)
                if not left:
                    self._listeners.pop(match_id, None)

        return stop

    # Writing

    def say(self, snapshot: MatchSnapshot, person_id: str, text: str = "", phrase: str = "") -> ChatLineView:
        """Say something, in one's own words or by a quick phrase.

        Raises ``NotOffered``, ``InvalidOption``, ``TooFast``.
        """
        self._ledger.refuse.person(person_id)
        rooms, pace = self.rooms(snapshot, person_id), self._pace(person_id)
        if not rooms.write:
            raise NotOffered("there is no chat for you at this table", subject="chat")
        said = "" if phrase else tidy_line(text, pace.longest)
        key = known_phrase(phrase) if phrase else None
        self._refuse_haste(snapshot.id, person_id, pace, phrase or said.casefold())
        line = self._store(snapshot, person_id, rooms.write, key, said)
        self._tell(line)
        self._note(snapshot, line)
        return _line(line, person_id)

    def _store(self, snapshot: MatchSnapshot, person_id: str, room: str, phrase: str | None, text: str) -> StoredLine:
        now, seats = time_text(self._ledger.now()), snapshot.seats_of(person_id)
        name = snapshot.names[seats[0]] if seats else self._ledger.person(person_id).shown
        line = StoredLine(0, snapshot.id, room, person_id, name, seats[0] if seats else None, phrase, text, now)
        with self._ledger.writing() as connection:
            if stored.count_lines(connection, snapshot.id) >= MOST_LINES:
                raise NotOffered(f"{MOST_LINES} lines have been said at this table", subject="chat")
            people.note(connection, person_id, now)
            self._ledger.neighbours.post(connection, "chat", snapshot.id)
            return stored.add(connection, line)

    def _tell(self, line: StoredLine) -> None:
        with self._lock:
            known = self._recent.get(line.match)
            if known is not None and (not known or known[-1].id < line.id):
                known.append(line)
        self._wake(line.match)

    def _wake(self, match_id: str) -> None:
        with self._lock:
            listeners = list(self._listeners.get(match_id, ()))
        for listener in listeners:
            listener()

    def _read_more(self, match_id: str) -> None:
        """Take note of what was said through another process."""
        with self._lock:
            if self._recent.pop(match_id, None) is not None:
                self._recent_of(match_id)
        self._wake(match_id)

    def _forget_hidden(self, person_id: str) -> None:
        with self._lock:
            self._hidden.pop(person_id, None)

    def _read_all_again(self) -> None:
        with self._lock:
            self._recent.clear()
            self._hidden.clear()
            heard = list(self._listeners)
        for match_id in heard:
            self._wake(match_id)

    def _note(self, snapshot: MatchSnapshot, line: StoredLine) -> None:
        """Pass on for whom a line of the players is: the others, but for those who do not want to hear this one."""
        others = {seat.person for seat in snapshot.seats if seat.kind == PERSON and seat.person is not None}
        for other in others - {line.person} if line.room == PLAYERS else ():
            if self.hears(other, line.person):
                for told in self.on_line:
                    told(other, snapshot.id)

    def hears(self, person_id: str, other: str) -> bool:
        """Return whether a person wants to see what another says."""
        return other not in self._hidden_from(person_id) and self._wants(person_id)

    def _wants(self, person_id: str) -> bool:
        return self._accounts.preferences(person_id).chat

    # Muting

    def mute(self, person_id: str, other: str) -> None:
        """Let a person see no more lines of another. Raises ``NotOffered``."""
        if person_id == other:
            raise NotOffered("you cannot mute yourself", subject="mute")
        now = time_text(self._ledger.now())
        with self._ledger.writing() as connection:
            if len(stored.muted(connection, person_id)) >= MOST_MUTED:
                raise NotOffered(f"you have muted {MOST_MUTED} people already", subject="mute")
            people.note(connection, person_id, now)
            stored.mute(connection, person_id, other, now)
            self._ledger.neighbours.post(connection, "mute", person_id)
        self._hide_anew(person_id)

    def unmute(self, person_id: str, other: str) -> None:
        """Let a person see another's lines again."""
        with self._ledger.writing() as connection:
            stored.unmute(connection, person_id, other)
            self._ledger.neighbours.post(connection, "mute", person_id)
        self._hide_anew(person_id)

    # How it works

    def _pace(self, person_id: str) -> Pace:
        return OF_THE_NAMED if self._accounts.is_named(person_id) else OF_GUESTS

    def _refuse_haste(self, match_id: str, person_id: str, pace: Pace, said: str) -> None:
        """Note what a person says. Raises ``TooFast`` where it is too much, or the same again."""
        with self._lock:
            now, lately = self._seconds(), self._said.setdefault(person_id, deque(maxlen=OF_THE_NAMED.lines))
            self._said.move_to_end(person_id)
            while len(self._said) > 10_000:
                self._said.popitem(last=False)
            if lately and lately[-1][1:] == (match_id, said) and now - lately[-1][0] < REPEATED_SECONDS:
                raise TooFast("you have just said that", field="text")
            recent = [at for at, _, _ in lately if now - at < pace.seconds]
            if len(recent) >= pace.lines:
                wait = max(1, round(pace.seconds - (now - recent[-pace.lines])))
                raise TooFast("that is a lot at once", remedy=f"wait {wait} s", field="text")
            lately.append((now, match_id, said))

    def _recent_of(self, match_id: str) -> Sequence[StoredLine]:
        with self._lock:
            known = self._recent.get(match_id)
            if known is not None:
                self._recent.move_to_end(match_id)
                return tuple(known)
            with self._ledger.reading() as connection:
                found = stored.latest(connection, match_id, (PLAYERS, SPECTATORS), KEPT_LINES)
            self._recent[match_id] = deque(found, maxlen=KEPT_LINES)
            while len(self._recent) > KEPT_MATCHES:
                self._recent.popitem(last=False)
            return found

    def _hidden_from(self, person_id: str) -> frozenset[str]:
        """Return whose lines a person does not see, as far as it was known some seconds ago."""
        with self._lock:
            until, hidden = self._hidden.get(person_id, (0.0, frozenset[str]()))
        return hidden if self._seconds() < until else self._hide_anew(person_id)

    def _hide_anew(self, person_id: str) -> frozenset[str]:
        """Return whose lines a person does not see."""
        with self._ledger.reading() as connection:
            hidden = frozenset({*stored.muted(connection, person_id), *blocks.around(connection, person_id)})
        with self._lock:
            self._hidden[person_id] = self._seconds() + HIDDEN_SECONDS, hidden
            self._hidden.move_to_end(person_id)
            while len(self._hidden) > 10_000:
                self._hidden.popitem(last=False)
        return hidden

    def _muted_here(self, snapshot: MatchSnapshot, lines: Sequence[StoredLine], muted: set[str]) -> list[MutedView]:
        """Return those whom a person has muted and who sit here or have said something here."""
        found: dict[str, MutedView] = {}
        for line in lines:
            if line.person in muted:
                found[line.person] = {"name": line.name, "seat": line.seat, "line": line.id}
        for seat in snapshot.seats:
            if seat.person in muted and seat.person is not None:
                found[seat.person] = {"name": snapshot.names[seat.seat], "seat": seat.seat, "line": None}
        return list(found.values())


def _line(line: StoredLine, person_id: str) -> ChatLineView:
    return {
        "id": line.id,
        "room": line.room,
        "seat": line.seat,
        "name": line.name,
        "own": line.person == person_id,
        "text": SAID.get(line.phrase, line.text) if line.phrase else line.text,
        "phrase": line.phrase or "",
        "at": line.at,
    }

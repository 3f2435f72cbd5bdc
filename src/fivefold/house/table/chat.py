"""Chat at the table: a room of the players, and one of the spectators that players see only when the match is over.

What is said is no part of the match's record. A person sees no lines of those they have muted, nor of anybody with whom
a block stands between them.
"""

import re
import unicodedata
from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from time import monotonic
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, func, insert, select, update

from fivefold.contract.errors import InvalidOption
from fivefold.house.bus import RESET, Signal
from fivefold.house.cache import Cache
from fivefold.house.database.schema import chat_lines, mutes
from fivefold.house.errors import NotOffered, TooFast, UnknownLine
from fivefold.house.ledger import Ledger
from fivefold.house.live import Listeners
from fivefold.house.match_view.view_types import ChatLineView, ChatView, MutedView
from fivefold.house.people import people, ties
from fivefold.house.people.accounts import Accounts
from fivefold.house.people.ties import Ties
from fivefold.house.stored_match import time_text
from fivefold.session.seats import OPEN, PERSON
from fivefold.session.snapshot import OVER, MatchSnapshot

PLAYERS, SPECTATORS = "players", "spectators"
AT_ONCE: Final = 50  # Lines on a page; the others are earlier ones.
KEPT_LINES, KEPT_MATCHES = 100, 300
"""Kept in memory for streams that come back: the last lines of each of so many matches."""
MOST_LINES: Final = 2000  # Lines of one match.
HIDDEN_SECONDS: Final = 10.0  # For how long a stream may go on with what it knows of blocks.
REPEATED_SECONDS: Final = 60.0
MOST_PEOPLE: Final = 10_000  # Of whom it is remembered what they have said lately, and whose lines they do not see.
LONGEST_SENT: Final = 1200  # Characters of a line as it is sent; the house takes fewer, and says how many.
LARGEST_LINE: Final = 2**31 - 1  # The largest number of a line that PostgreSQL keeps.
LONGEST: Final = 300  # Characters of a line.
LONGEST_OF_GUESTS: Final = 200
PHRASES: Final[Mapping[str, str]] = {
    "hello": "Hello!",
    "luck": "Good luck!",
    "fun": "Have fun!",
    "nice": "Nice move!",
    "played": "Well played!",
    "close": "That was close!",
    "oops": "Oops!",
    "thanks": "Thank you!",
    "moment": "One moment, please.",
    "back": "I’m back.",
    "go": "I have to go.",
    "again": "Another game?",
}
"""Quick phrases by their keys: what is stored is the key."""
REMOVED: Final = "removed"
"""Stands in the place of a phrase's key where those who run the house have hidden a line."""
SAID: Final[Mapping[str, str]] = {**PHRASES, REMOVED: "(This line was removed by those who run the house.)"}
"""What is shown instead of a line's own text, by the key that is stored."""
MOST_MARKS: Final = 3  # Accents on one letter; more are taken for mischief.
ACCENTS: Final = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
TOO_MANY_MARKS: Final = re.compile(f"({ACCENTS}{{{MOST_MARKS}}}){ACCENTS}+")
JOINER: Final = "\u200d"  # Joins several pictographs to one; nowhere else has it a meaning here.
UNSEEN: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, by Unicode's classes, that are drawn as nothing."""
LEFT_OUT: Final = frozenset({"Cc", "Cf", "Co", "Cn", "Cs"})
"""Classes of characters: controls, those that change the direction of what follows or have no width, no characters."""


class ChatLine(NamedTuple):
    """A line of chat as it is stored."""

    id: int
    match: str
    room: str
    person: str
    name: str
    seat: int | None
    phrase: str | None
    text: str
    at: str


class Pace(NamedTuple):
    """How much somebody may say."""

    lines: int
    seconds: float  # In which they may write so many lines.
    longest: int


_LINES: Final = select(*(chat_lines.c[name] for name in ChatLine._fields))
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


LINE_SAID: Final[Signal[[str, str]]] = Signal()
"""A line of the players is for the person with this id, in the match with this one."""


class Chat:
    """What is said at the tables of a house; threads may share it."""

    def __init__(self, ledger: Ledger, accounts: Accounts, seconds: Callable[[], float] = monotonic) -> None:
        self._ledger, self._accounts, self._seconds = ledger, accounts, seconds
        self._mutes = Ties(ledger, mutes.c.muted, "mute", most=500)
        self._recent: Cache[str, deque[ChatLine]] = Cache(KEPT_MATCHES, ledger.count_heard)
        self._listeners = Listeners()
        self.listen = self._listeners.listen
        """Calls a function whenever something is said in a match; returns one that ends this."""
        self._said: Cache[str, deque[tuple[float, str, str]]] = Cache(MOST_PEOPLE)
        """For each person when they said what lately, and in which match."""
        self._edits: Counter[str] = Counter()
        """How often lines of a match were hidden, as far as this process has heard."""
        self._hidden: Cache[str, tuple[float, frozenset[str]]] = Cache(MOST_PEOPLE)
        ledger.bus.subscribe("chat", lambda words: self._read_more(words[0]))
        ledger.bus.subscribe("mute", lambda words: self._hidden.pop(words[0]))
        ledger.bus.subscribe(RESET, self._read_all_again)

    # Reading

    def rooms(self, snapshot: MatchSnapshot, person_id: str) -> Rooms:
        """Return the rooms that are open to a person; none for somebody who wants no chat."""
        return rooms_for(snapshot, person_id) if self._wants(person_id) else Rooms()

    def view(self, snapshot: MatchSnapshot, person_id: str, before: int | None = None) -> ChatView:
        """Return the chat as a person sees it: the latest lines, or those before a line."""
        rooms, hidden = self.rooms(snapshot, person_id), self._hide_anew(person_id)
        found = self._ledger.read(_latest, snapshot.table_id, rooms.read, AT_ONCE + 1, before)
        return {
            "open": bool(rooms.write or found),
            "off": not self._wants(person_id),
            "room": rooms.write,
            "lines": [_line(line, person_id) for line in found[-AT_ONCE:] if line.person not in hidden],
            "earlier": len(found) > AT_ONCE,
            "longest": self._pace(person_id).longest,
            "muted": self._muted_here(snapshot, found, set(self._mutes.of(person_id))),
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
        with self._recent.lock:
            self._recent.pop(match_id)
            self._edits[match_id] += 1
        self._listeners.wake(match_id)

    def own_last(self, match_id: str, person_id: str, most: int) -> list[str]:
        """Return what a player has said last in a match, with nothing said by the others since, the latest first."""
        lines = (line for line in reversed(self._recent_of(match_id)) if line.room == PLAYERS)
        own = takewhile(lambda line: line.person == person_id, lines)
        return [line.text for line in islice(own, most)]

    def seen_line(self, snapshot: MatchSnapshot, person_id: str, line_id: int) -> ChatLine:
        """Return a line that a person may see. Raises ``UnknownLine``."""
        found = self._ledger.read(load_line, line_id)
        if found is None or found.match != snapshot.table_id or found.room not in self.rooms(snapshot, person_id).read:
            raise UnknownLine("it does not exist", subject=f"line {line_id}")
        return found

    # Writing

    def say(self, snapshot: MatchSnapshot, person_id: str, text: str = "", phrase: str = "") -> ChatLineView:
        """Say something, in one's own words or by a quick phrase. Raises ``NotOffered``, ``InvalidOption``,
        ``TooFast``."""
        self._ledger.refuse.person(person_id)
        rooms, pace = self.rooms(snapshot, person_id), self._pace(person_id)
        if not rooms.write:
            raise NotOffered("there is no chat for you at this table", subject="chat")
        said = "" if phrase else tidy_line(text, pace.longest)
        key = known_phrase(phrase) if phrase else None
        self._refuse_haste(snapshot.table_id, person_id, pace, phrase or said.casefold())
        line = self._store(snapshot, person_id, rooms.write, key, said)
        self._tell(line)
        self._note(snapshot, line)
        return _line(line, person_id)

    def _store(self, snapshot: MatchSnapshot, person_id: str, room: str, phrase: str | None, text: str) -> ChatLine:
        now, seats = time_text(self._ledger.now()), snapshot.seats_of(person_id)
        name = snapshot.names[seats[0]] if seats else self._ledger.person(person_id).shown
        line = ChatLine(0, snapshot.table_id, room, person_id, name, seats[0] if seats else None, phrase, text, now)
        with self._ledger.writing() as connection:
            count = connection.scalar(select(func.count()).where(chat_lines.c.match == snapshot.table_id))
            if (count or 0) >= MOST_LINES:
                raise NotOffered(f"{MOST_LINES} lines have been said at this table", subject="chat")
            people.note(connection, person_id, now)
            self._ledger.bus.publish(connection, "chat", snapshot.table_id)
            return add_line(connection, line)

    def _tell(self, line: ChatLine) -> None:
        with self._recent.lock:
            known = self._recent.get(line.match)
            if known is not None and (not known or known[-1].id < line.id):
                known.append(line)
        self._listeners.wake(line.match)

    def _read_more(self, match_id: str) -> None:
        with self._recent.lock:
            if self._recent.pop(match_id) is not None:
                self._recent_of(match_id)
        self._listeners.wake(match_id)

    def _read_all_again(self) -> None:
        self._recent.clear()
        self._hidden.clear()
        self._listeners.wake_all()

    def _note(self, snapshot: MatchSnapshot, line: ChatLine) -> None:
        """Pass on for whom a line of the players is: the others, but for those who do not want to hear this one."""
        others = {seat.person for seat in snapshot.seats if seat.kind == PERSON and seat.person is not None}
        for other in others - {line.person} if line.room == PLAYERS else ():
            if self.hears(other, line.person):
                self._ledger.bus.signal(LINE_SAID, other, snapshot.id)

    def hears(self, person_id: str, other: str) -> bool:
        """Return whether a person wants to see what another says."""
        return other not in self._hidden_from(person_id) and self._wants(person_id)

    def _wants(self, person_id: str) -> bool:
        return self._accounts.preferences(person_id).chat

    # Muting

    def mute(self, person_id: str, other: str) -> None:
        """Let a person see no more lines of another. Raises ``NotOffered``."""
        self._mutes.make(person_id, other)
        self._muted_anew(person_id)

    def unmute(self, person_id: str, other: str) -> None:
        """Let a person see another's lines again."""
        self._mutes.end(person_id, other)
        self._muted_anew(person_id)

    def _muted_anew(self, person_id: str) -> None:
        self._ledger.bus.publish_soon("mute", person_id)
        self._hide_anew(person_id)

    def _pace(self, person_id: str) -> Pace:
        return OF_THE_NAMED if self._accounts.is_named(person_id) else OF_GUESTS

    def _refuse_haste(self, match_id: str, person_id: str, pace: Pace, said: str) -> None:
        """Note what a person says. Raises ``TooFast`` where it is too much, or the same again."""
        with self._said.lock:
            now, lately = self._seconds(), self._said.get(person_id)
            if lately is None:
                lately = deque(maxlen=OF_THE_NAMED.lines)
                self._said.put(person_id, lately)
            if lately and lately[-1][1:] == (match_id, said) and now - lately[-1][0] < REPEATED_SECONDS:
                raise TooFast("you have just said that", field="text")
            recent = [at for at, _, _ in lately if now - at < pace.seconds]
            if len(recent) >= pace.lines:
                wait = max(1, round(pace.seconds - (now - recent[-pace.lines])))
                raise TooFast("that is a lot at once", remedy=f"wait {wait} s", field="text")
            lately.append((now, match_id, said))

    def _recent_of(self, match_id: str) -> Sequence[ChatLine]:
        with self._recent.lock:
            known = self._recent.get(match_id)
            if known is None:
                found = self._ledger.read(_latest, match_id, (PLAYERS, SPECTATORS), KEPT_LINES)
                known = deque(found, maxlen=KEPT_LINES)
                self._recent.put(match_id, known)
            return tuple(known)

    def _hidden_from(self, person_id: str) -> frozenset[str]:
        """Return whose lines a person does not see, as far as it was known some seconds ago."""
        known = self._hidden.get(person_id)
        return known[1] if known is not None and self._seconds() < known[0] else self._hide_anew(person_id)

    def _hide_anew(self, person_id: str) -> frozenset[str]:
        hidden = frozenset({*self._mutes.of(person_id), *self._ledger.read(ties.around, person_id)})
        self._hidden.put(person_id, (self._seconds() + HIDDEN_SECONDS, hidden))
        return hidden

    def _muted_here(self, snapshot: MatchSnapshot, lines: Sequence[ChatLine], muted: set[str]) -> list[MutedView]:
        found: dict[str, MutedView] = {}
        for line in lines:
            if line.person in muted:
                found[line.person] = {"name": line.name, "seat": line.seat, "line": line.id}
        for seat in snapshot.seats:
            if seat.person in muted and seat.person is not None:
                found[seat.person] = {"name": snapshot.names[seat.seat], "seat": seat.seat, "line": None}
        return list(found.values())


def _line(line: ChatLine, person_id: str) -> ChatLineView:
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


# What may stand in a line


def tidy_line(text: str, longest: int = LONGEST) -> str:
    """Return a line as it is stored: on one line, without anything that cannot be seen or that disturbs other lines.
    Raises ``InvalidOption`` for one that is empty or too long."""
    written = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if each.isspace() else each for each in written)
    seen = "".join(each for place, each in enumerate(spaced) if _stays(spaced, place))
    tidy = " ".join(TOO_MANY_MARKS.sub(r"\1", seen).split())
    if not tidy:
        raise InvalidOption("there is nothing in this line", remedy="write something", field="text")
    if len(tidy) > longest:
        raise InvalidOption(f"{len(tidy)} characters are too long", remedy=f"at most {longest}", field="text")
    return tidy


def known_phrase(key: str) -> str:
    """Return a phrase's key. Raises ``InvalidOption`` for one that is not known."""
    if key not in PHRASES:
        raise InvalidOption("there is no such phrase", subject=key[:20], field="phrase")
    return key


def _stays(text: str, place: int) -> bool:
    character = text[place]
    if character == JOINER:
        around = text[place - 1 : place] + text[place + 1 : place + 2]
        return len(around) == 2 and all(unicodedata.category(each) in {"So", "Sk", "Mn"} for each in around)
    return unicodedata.category(character) not in LEFT_OUT and character not in UNSEEN


def add_line(connection: Connection, line: ChatLine) -> ChatLine:
    """Store a line; return it with its id."""
    values = {name: value for name, value in line._asdict().items() if name != "id"}
    key = connection.execute(insert(chat_lines), values).inserted_primary_key
    return line._replace(id=int(key[0]) if key else 0)


def load_line(connection: Connection, line_id: int) -> ChatLine | None:
    """Return a line, or ``None`` if there is none with this id."""
    found = connection.execute(_LINES.where(chat_lines.c.id == line_id)).first()
    return None if found is None else ChatLine(*found)


def set_phrase(connection: Connection, line_id: int, phrase: str | None) -> None:
    """Let a line show a phrase instead of its own text, or its own text again."""
    connection.execute(update(chat_lines).where(chat_lines.c.id == line_id).values(phrase=phrase))


def lines_around(connection: Connection, middle: ChatLine, count: int) -> list[ChatLine]:
    """Return a line with so many before and after it in the same room."""
    here = _of(middle.match, (middle.room,))
    after = connection.execute(here.where(chat_lines.c.id > middle.id).order_by(chat_lines.c.id).limit(count))
    before = _latest(connection, middle.match, (middle.room,), count, middle.id)
    return [*before, middle, *(ChatLine(*row) for row in after)]


def _latest(
    connection: Connection, match: str, rooms: Collection[str], limit: int, before: int | None = None
) -> list[ChatLine]:
    """Return the latest lines of some rooms of a match, or those before a line, in their order."""
    wanted = _of(match, rooms)
    if before is not None:
        wanted = wanted.where(chat_lines.c.id < before)
    found = connection.execute(wanted.order_by(chat_lines.c.id.desc()).limit(limit))
    return [ChatLine(*row) for row in found][::-1]


def _of(match: str, rooms: Collection[str]) -> Select[Any]:
    return _LINES.where(chat_lines.c.match == match, chat_lines.c.room.in_(rooms))

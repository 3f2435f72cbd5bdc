"""The lobby: the open tables of all games, who sits there, and news of each change.

What it shows is read from the store, where any process may change it; this process's own changes are shown at once.
"""

import logging
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import count
from threading import RLock
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, exists, func, or_, select, update

from fivefold.contract import Game
from fivefold.contract.errors import FivefoldError
from fivefold.house.bus import CHANGED, Signal
from fivefold.house.database.schema import matches, people, seats, seeks, standing_answers
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people.ties import Blocks, Follows
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.play import catalogue, set_ups
from fivefold.play.options import resolve
from fivefold.play.time_control import TimeControl, parsed
from fivefold.session import steps
from fivefold.session.races import becomes_race
from fivefold.session.seats import COMPUTER, OPEN, PERSON
from fivefold.session.snapshot import WAITING, MatchSnapshot

AWAY: Final = timedelta(seconds=60)
"""After this long without a sign of its owner a table is not shown; it comes back with them."""
GONE: Final = timedelta(hours=1)  # After this long it is taken out of the lobby for good. Its link goes on working.
NOTED_EVERY: Final = timedelta(seconds=15)  # How often it is stored that people are still here.
LIVELY: Final = timedelta(minutes=5)  # After so long without a move a match is not worth watching just now.
MOST_WATCHED: Final = 6  # Matches to watch that are named.
MOST_COMPARED: Final = 100  # Matches among which the best are looked for.
MOST_LISTED: Final = 5  # Tables that one person may have open in the lobby.
MOST_REMEMBERED: Final = 256  # Changes kept for pages that come back after a lost connection.
TAKEN_DOWN_AT_ONCE: Final = 20

log = logging.getLogger("fivefold.service")
AT_ONCE = 500  # Ids in one statement.


_open = exists().where((seats.c.match == matches.c.id) & (seats.c.kind == "open"))
SELECT_LISTED = (
    select(
        matches.c.id,
        matches.c.revision,
        func.coalesce(people.c.seen, "").label("owner_seen"),
        standing_answers.c.match.is_not(None).label("kept"),
    )
    .select_from(
        matches.outerjoin(people, people.c.id == matches.c.owner).outerjoin(
            standing_answers, standing_answers.c.match == matches.c.id
        )
    )
    .where(matches.c.listed, matches.c.status == "waiting", _open)
)
"""Tables that the lobby may show, those that are ``kept`` also while their owner, who looks for a match, is away."""
FIELDS = ("id", "game", "options", "drawn", "started", "owner", "rated", "double", "duplicate", "time", "revision")


class TableSeat(NamedTuple):
    """A seat at an open table."""

    kind: str  # ``person``, ``computer`` or ``open``.
    name: str
    level: int | None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table in the lobby."""

    id: str
    game: Game
    set_up: str  # In a few words; empty for the usual one.
    host: str  # The name of the person who opened it.
    places: tuple[TableSeat, ...]
    rated: bool
    double: bool
    duplicate: bool  # Whether it is a double match of which both games are played at once.
    time: TimeControl | None  # How long everybody may think; ``None`` for no limit.
    since: datetime
    owner: str = field(repr=False)  # A person's id: it stays in the house.
    people: frozenset[str] = field(repr=False)  # Ids of those who sit there; they stay in the house.
    revision: int = field(compare=False)

    @property
    def free(self) -> int:
        """How many seats are open."""
        return sum(place.kind == OPEN for place in self.places)


class LobbyChange(NamedTuple):
    """Something that happened in the lobby."""

    number: int
    id: str
    table: OpenTable | None  # As it is now; ``None`` where it is gone.
    before: OpenTable | None


LOBBY_CHANGED: Final[Signal[[LobbyChange]]] = Signal()
"""Something has happened in the lobby; in order, from the thread that made the change."""


class Lobby:
    """The open tables of one house; safe to share among threads."""

    def __init__(
        self,
        ledger: Ledger,
        blocks: Blocks,
        follows: Follows,
        strengths: Callable[[Sequence[str]], Mapping[str, float]],
    ) -> None:
        """``strengths``: returns how strong those who play each match are together."""
        self._ledger, self._blocks, self._follows, self._strengths = ledger, blocks, follows, strengths
        self._lock = RLock()
        self._tables: dict[str, OpenTable] = {}
        self._read: datetime | None = None
        self._numbers = count(1)
        self._number = 0
        self._changes: deque[LobbyChange] = deque(maxlen=MOST_REMEMBERED)
        self._here: dict[str, datetime] = {}
        ledger.bus.subscribe(CHANGED, self._heard)
        ledger.bus.subscribe("lobby", lambda words: self._read_again(ledger.now()) if self._read is not None else None)

    # What the lobby shows

    def tables(self, game: str | None = None, person_id: str = "") -> list[OpenTable]:
        """Return the open tables, of one game or of all: those of people whom a person follows first, then the newest;
        none of people whom they block, or who block them."""
        blocked = self._blocks.around(person_id) if person_id else set()
        followed = self._follows.of(person_id) if person_id else ()
        with self._lock:
            self._read_once()
            found = [table for table in self._tables.values() if game is None or table.game.key == game]
        shown = [table for table in found if blocked.isdisjoint(table.people)] if blocked else found
        return sorted(
            shown, key=lambda table: (not table.people.isdisjoint(followed), table.since, table.id), reverse=True
        )

    def running(self, person_ids: Collection[str] | None = None) -> list[str]:
        """Return the ids of matches to watch, the best first: begun at a table that was open to all, and being played
        just now; rated ones before others, then by how strong the players are, then by the last move.

        ``person_ids``: only matches in which one of these people sits.
        """
        since = time_text(self._ledger.now() - LIVELY)
        played = select(matches.c.id, matches.c.rated).where(
            matches.c.listed, matches.c.status == "live", matches.c.touched >= since
        )
        if person_ids is not None:
            played = played.where(matches.c.id.in_(select(seats.c.match).where(seats.c.person.in_(person_ids))))
        latest = played.order_by(matches.c.rated.desc(), matches.c.touched.desc()).limit(MOST_COMPARED)
        rated = {each.id: each.rated for each in self._ledger.rows(latest)}
        strengths = self._strengths(list(rated))
        return sorted(rated, key=lambda each: (not rated[each], -strengths[each]))[:MOST_WATCHED]

    @property
    def number(self) -> int:
        """The number of the last change."""
        return self._number

    def since(self, number: int) -> list[LobbyChange] | None:
        """Return the changes after this number; ``None`` where they are not all remembered."""
        with self._lock:
            if number > self._number or self._number - number > len(self._changes):
                return None
            return [change for change in self._changes if change.number > number]

    # What may be done with a table

    def refuse_more(self, person_id: str) -> None:
        """Raise ``NotOffered`` for a person who has as many tables in the lobby as allowed."""
        with self._lock:
            self._read_once()
            own = sum(table.owner == person_id for table in self._tables.values())
        if own >= MOST_LISTED:
            raise NotOffered(f"you have {own} in the lobby", subject="another open table", remedy="close one first")

    def fill(self, match_id: str, person_id: str, level: int, seat: int | None = None) -> MatchSnapshot:
        """Give an open seat to a computer. Raises ``NotYours``, ``NotOffered``."""
        self._ledger.refuse.person(person_id)
        return self._do(match_id, lambda now: steps.fill(now, person_id, seat, level))

    def stand_up(self, match_id: str, person_id: str) -> MatchSnapshot:
        """Give a seat back while the table waits for others. Raises ``NotOffered``."""
        return self._do(match_id, lambda now: steps.stand_up(now, person_id))

    def close(self, match_id: str, person_id: str) -> MatchSnapshot:
        """Close a table before its match begins. Raises ``NotYours``, ``NotOffered``."""
        return self._do(match_id, lambda now: steps.close(now, person_id))

    # Who is there

    def here(self, person_id: str) -> None:
        """Note that a person is looking at a page of the house; it is stored with the next ``attend``."""
        with self._lock:
            self._here[person_id] = self._ledger.now()

    def attend(self, present: Collection[str] = ()) -> None:
        """Do what has to be done every few seconds: note who is here, and show what other processes changed.
        ``present``: the people with an open page. Doing it twice, or in two processes, does no harm."""
        now = self._ledger.now()
        with self._lock:
            self._here = {person: at for person, at in self._here.items() if now - at < NOTED_EVERY}
            there = {*present, *self._here}
        self._note(there, now)
        self._read_again(now)

    def _note(self, there: Collection[str], now: datetime) -> None:
        if not there:
            return
        with self._ledger.reading() as connection:
            awaited = any(_is_awaited(connection, some, time_text(now - NOTED_EVERY)) for some in _in_parts(there))
        if awaited:
            with self._ledger.writing() as connection:
                for some in _in_parts(there):
                    _touch(connection, some, time_text(now))

    def _do(self, match_id: str, step: Callable[[MatchSnapshot], MatchSnapshot]) -> MatchSnapshot:
        self._ledger.snapshot(match_id)
        return self._ledger.change({match_id: step})[0]

    def _heard(self, before: MatchSnapshot | None, snapshot: MatchSnapshot) -> None:
        """Show a match that was just changed in this process, if it belongs here."""
        belongs = snapshot.terms.listed and snapshot.status == WAITING
        if not belongs and snapshot.id not in self._tables:
            return
        open_table = table_of(snapshot) if belongs and steps.open_seats(snapshot) else None
        with self._lock:
            if self._read is not None:
                self._put(snapshot.id, open_table)
        self._ledger.bus.publish_soon("lobby")

    def _read_once(self) -> None:
        if self._read is None:
            self._read_again(self._ledger.now())

    def _read_again(self, now: datetime) -> None:
        with self._ledger.reading() as connection:
            listed = connection.execute(SELECT_LISTED).all()
            away = time_text(now - AWAY)
            shown = {table.id: table.revision for table in listed if table.kept or table.owner_seen >= away}
            with self._lock:
                known = {match_id: table.revision for match_id, table in self._tables.items()}
            changed = [match_id for match_id, revision in shown.items() if known.get(match_id, -1) < revision]
            read = _read_tables(connection, changed)
        with self._lock:
            self._read = now
            for match_id in [each for each in known if each not in shown]:
                if match_id in self._tables and self._tables[match_id].revision <= known[match_id]:
                    self._put(match_id, None)
            for table in sorted(read, key=lambda table: table.since):
                if self._tables.get(table.id) is None or self._tables[table.id].revision < table.revision:
                    self._put(table.id, table)
        gone = time_text(now - GONE)
        self._take_down([table.id for table in listed if table.owner_seen < gone and not table.kept])

    def _take_down(self, match_ids: Sequence[str]) -> None:
        for match_id in match_ids[:TAKEN_DOWN_AT_ONCE]:
            try:
                self._ledger.change({match_id: steps.unlisted})
            except FivefoldError as error:
                log.warning("table %s stays listed: %s", match_id, error)

    def _put(self, match_id: str, table: OpenTable | None) -> None:
        """Show a table as it is now, or no more, and tell those who listen."""
        before = self._tables.get(match_id)
        if table is None:
            self._tables.pop(match_id, None)
        else:
            self._tables[match_id] = table
        if table == before:
            return
        self._number = next(self._numbers)
        change = LobbyChange(self._number, match_id, table, before)
        self._changes.append(change)
        self._ledger.bus.signal(LOBBY_CHANGED, change)


def usual_options(game: Game) -> Mapping[str, str] | None:
    """Return the usual set-up for several players: all defaults, or the first well-known one; ``None`` for none."""
    for options in ({}, *(preset.options for preset in game.setup.presets)):
        if game.setup.seats(set_ups.settled(game, options)) > 1:
            return options
    return None


def fitting_time(game: Game, text: str) -> TimeControl | None:
    """Return a time control for the usual set-up; none where that is a race, which knows no clock for each player.
    Raises ``InvalidOption``."""
    control = parsed(text)
    options = usual_options(game)
    raced = options is not None and becomes_race(game, resolve(game, options))
    return None if raced else control


def table_of(snapshot: MatchSnapshot) -> OpenTable:
    """Return a match as the lobby shows it."""
    match, terms = snapshot.match, snapshot.terms
    drawn = match.undecided if not match.dealt else ()
    options = {name: value for name, value in match.options.items() if name not in drawn}
    taken = [(seat.kind, seat.person, seat.level, seat.name) for seat in snapshot.seats]
    kind = terms.rated, "second" in snapshot.links, terms.duplicate
    rest = snapshot.started, terms.owner, *kind, terms.time, snapshot.revision
    return _table(snapshot.id, match.game.key, options, *rest, taken)


def _read_tables(connection: Connection, match_ids: Collection[str]) -> list[OpenTable]:
    taken: dict[str, list[Sequence[object]]] = {match_id: [] for match_id in match_ids}
    rows = list[Any]()
    for some in _in_parts(match_ids):
        rows += connection.execute(select(*(matches.c[name] for name in FIELDS)).where(matches.c.id.in_(some)))
        columns = (seats.c[name] for name in ("match", "kind", "person", "level", "name"))
        seated = select(*columns).where(seats.c.match.in_(some)).order_by(seats.c.match, seats.c.seat)
        for match, *seat in connection.execute(seated):
            taken[match].append(seat)
    found = []
    for row in rows:
        options = {name: value for name, value in row.options.items() if name not in row.drawn}
        kind = row.rated, row.double, row.duplicate
        rest = time_from_text(row.started), row.owner, *kind, parsed(row.time), row.revision
        found.append(_table(row.id, row.game, options, *rest, taken[row.id]))
    return found


def _is_awaited(connection: Connection, present: Sequence[str], before: str) -> bool:
    """Tell whether anybody waits for one of these people, who was last noted as here before this time."""
    owners = select(matches.c.owner).where(matches.c.status == "waiting", matches.c.owner.in_(present))
    stale = select(people.c.id).where(people.c.id.in_(owners), people.c.seen < before).limit(1)
    seeking = select(seeks.c.person).where(seeks.c.person.in_(present), seeks.c.seen < before).limit(1)
    return connection.scalar(stale) is not None or connection.scalar(seeking) is not None


def _touch(connection: Connection, present: Sequence[str], at: str) -> None:
    """Note that these people are here, as far as anybody waits for them: at an open table, or to be paired."""
    waiting = (matches.c.owner == people.c.id) & (matches.c.status == "waiting")
    awaited = or_(exists().where(waiting), people.c.id.in_(select(seeks.c.person)))
    connection.execute(update(people).where(people.c.id.in_(present), awaited).values(seen=at))
    connection.execute(update(seeks).where(seeks.c.person.in_(present)).values(seen=at))


def _in_parts(ids: Iterable[str]) -> Iterable[list[str]]:
    every = sorted(set(ids))
    return (every[start : start + AT_ONCE] for start in range(0, len(every), AT_ONCE))


def _table(
    match_id: str,
    game_key: str,
    options: Mapping[str, str],
    started: datetime,
    owner: str | None,
    rated: bool,
    double: bool,
    duplicate: bool,
    time: TimeControl | None,
    revision: int,
    taken: Iterable[Sequence[object]],
) -> OpenTable:
    seats = [tuple(each) for each in taken]
    places = tuple(TableSeat(str(kind), str(name), level) for kind, _, level, name in seats)  # type: ignore[arg-type]
    host = next((str(name) for kind, person, _, name in seats if kind == PERSON and person == owner), "")
    people = frozenset(str(person) for _, person, _, _ in seats if person is not None)
    host = host or next((place.name for place in places if place.kind == COMPUTER), "")
    people |= {owner} if owner else set()
    game, set_up = catalogue.find(game_key), set_up_words(game_key, tuple(sorted(options.items())))
    kind = rated, double, duplicate
    return OpenTable(match_id, game, set_up, host, places, *kind, time, started, owner or "", people, revision)


@lru_cache(maxsize=512)
def set_up_words(game_key: str, options: tuple[tuple[str, str], ...]) -> str:
    """Return a set-up in a few words, how many play first; empty for the usual one."""
    game, given = catalogue.find(game_key), dict(options)
    try:
        seats = _seats_words(game, given)
        words = set_ups.words(game, {name: value for name, value in given.items() if not seats or name != seats[0]})
    except FivefoldError:  # of an older version of the game
        return ""
    return ", ".join(filter(None, [seats[1] if seats else "", "" if words == "as usual" else words]))


def _seats_words(game: Game, options: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the option that says how many play, and that in words, where it is not as usual."""
    option = game.setup.seat_option
    if option is None or set_ups.chosen_preset(game, options) is not None:
        return None
    value = set_ups.differing(game, options).get(option.name, "")
    return (option.name, f"{value} players") if value.isdigit() else None

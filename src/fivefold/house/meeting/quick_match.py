"""Quick match: people who look for somebody to play with, and the matches in which they meet.

Who looks for what stands in the store, and so does who has been paired: two processes, or the same request twice, pair
nobody twice.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update

from fivefold.contract.errors import FivefoldError
from fivefold.house import bounds
from fivefold.house.bus import CHANGED, CHANGED_ELSEWHERE, Signal
from fivefold.house.database.schema import blocks, matches, seeks
from fivefold.house.errors import NotOffered, UnknownMatch
from fivefold.house.ledger import Ledger
from fivefold.house.links import with_second_board
from fivefold.house.meeting.lobby import fitting_time, usual_options
from fivefold.house.people import people
from fivefold.house.people.people import new_match_id
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.play import catalogue
from fivefold.play.chance import check_nonce
from fivefold.play.time_control import TimeControl, parsed
from fivefold.session import steps
from fivefold.session.seats import OPEN, Seat, Terms
from fivefold.session.snapshot import DRAW, OVER, MatchSnapshot

FIRST_WINDOW: Final = 100.0  # How far apart two ratings may be at once.
WIDER_EACH_SECOND: Final = 10.0
ANYBODY_AFTER: Final = 60.0  # Seconds after which anybody will do: a small house has few people.
FRESH: Final = timedelta(seconds=40)  # Whoever gave no sign for longer is not paired.
FORGOTTEN: Final = timedelta(seconds=90)  # Whoever gave no sign for longer looks no more.
ANSWER_WITHIN: Final = timedelta(seconds=45)  # How long somebody who plays meanwhile has to say whether they come.
TAKEN_WITHIN: Final = timedelta(seconds=20)  # How long a page has to take a person to the match that has begun.
UNRATED: Final = 1500.0

log = logging.getLogger("fivefold.service")
State = Literal["looking", "found", "waiting", "ready"]


class SeekRow(NamedTuple):
    """A row of ``seeks``."""

    person: str
    game: str
    terms: Mapping[str, Any]
    since: str
    seen: str
    match: str | None
    meanwhile: str | None


ROWS = select(*(seeks.c[name] for name in SeekRow._fields))
UNPAIRED = seeks.c.match.is_(None)


def seeks_of_game(connection: Connection, game: str) -> list[SeekRow]:
    """Return who looks for a game, paired or not."""
    return [SeekRow(*row) for row in connection.execute(ROWS.where(seeks.c.game == game))]


def _waiting(connection: Connection, *which: ColumnElement[bool]) -> list[SeekRow]:
    """Return those who are not paired yet, the longest waiting first."""
    chosen = ROWS.where(UNPAIRED, *which).order_by(seeks.c.since)
    return [SeekRow(*row) for row in connection.execute(chosen)]


def _paired(connection: Connection) -> list[tuple[SeekRow, str]]:
    chosen = ROWS.add_columns(matches.c.touched).join(matches, matches.c.id == seeks.c.match)
    return [(SeekRow(*row[:-1]), row[-1]) for row in connection.execute(chosen)]


def _remove(connection: Connection, person: str, game: str | None = None) -> None:
    own = seeks.c.person == person
    connection.execute(delete(seeks).where(own if game is None else own & (seeks.c.game == game)))


@dataclass(frozen=True, slots=True)
class Seek:
    """A person who looks for somebody to play with."""

    person: str
    game: str
    rated: bool
    since: datetime
    rating: float  # As the house guesses it, also for somebody who has not played yet.
    time: str = ""  # How long everybody may think, as a text; empty for no limit.


def window(seek: Seek, now: datetime) -> float:
    """Return how far from their own rating somebody accepts another by now."""
    waited = max(0.0, (now - seek.since).total_seconds())
    return float("inf") if waited >= ANYBODY_AFTER else FIRST_WINDOW + WIDER_EACH_SECOND * waited


def pairs(
    looking: Sequence[Seek], now: datetime, apart: Callable[[str, str], bool] = lambda one, other: False
) -> list[tuple[Seek, Seek]]:
    """Return who meets now. Whoever has waited longest chooses first, and gets the nearest rating there is.

    Two meet if they want the same, are two people, are not to be kept ``apart``, and their ratings are as close as the
    one who has waited longer accepts by now.
    """
    waiting = sorted(looking, key=lambda seek: (seek.since, seek.person))
    taken: set[str] = set()
    found = []
    for place, first in enumerate(waiting):
        if first.person in taken:
            continue
        wide = window(first, now)
        fitting = [
            second
            for second in waiting[place + 1 :]
            if second.person not in taken
            and second.person != first.person
            and (second.game, second.rated, second.time) == (first.game, first.rated, first.time)
            and abs(second.rating - first.rating) <= wide
            and not apart(first.person, second.person)
        ]
        if fitting:
            second = min(fitting, key=lambda each: (abs(each.rating - first.rating), each.since, each.person))
            taken |= {first.person, second.person}
            found.append((first, second))
    return found


class PairedElsewhere(Exception):
    """One of the two has been paired already, or looks no more."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a person looks for, and what has come of it."""

    game: str
    rated: bool
    since: datetime
    state: State
    """``looking``; ``found`` somebody (do they come?); ``waiting`` for the other's answer; ``ready`` to be played."""
    match: str | None  # In which they meet.
    others: tuple[str, ...]  # Who sits there already.
    meanwhile: str | None  # The match against a computer that they play while they wait.
    time: TimeControl | None = None  # How long everybody may think; ``None`` for no limit.


SEARCH_CHANGED: Final[Signal[[str]]] = Signal()  # Something has changed in the search of the person with this id.


class QuickMatch:
    """Everybody who looks for somebody to play with; safe to share among threads."""

    def __init__(
        self,
        ledger: Ledger,
        rating: Callable[[str, str], float] = lambda person, game: UNRATED,
        refuse_rated: Callable[[str], None] = lambda person: None,
        refuse: Callable[[str], None] = lambda person: None,
    ) -> None:
        """``rating``: how strong a person is in a game. ``refuse_rated``: raise ``NotOffered`` for a person who cannot
        play a rated match; ``refuse``: for one who is paired with nobody."""
        self._ledger, self._rating, self._refuse_rated = ledger, rating, refuse_rated
        self._refuse = refuse
        self._told: dict[str, Search | None] = {}
        ledger.bus.subscribe(CHANGED, self._heard)
        ledger.bus.subscribe(CHANGED_ELSEWHERE, self._heard)
        ledger.bus.subscribe("search", lambda words: self._tell_here(words[0]))
        self._meeting: dict[str, tuple[str, ...]] = {}

    def seek(self, person_id: str, game_key: str, rated: bool = False, nonce: str = "", time: str = "") -> Search:
        """Look for somebody to play this game with, instead of any other; the same again changes nothing. ``time``: how
        long everybody may think, as a text; a race has no clock. Raises ``InvalidOption``, ``NotOffered``."""
        game = catalogue.find(game_key)
        self._ledger.refuse.beginning(person_id, game.key)
        self._refuse(person_id)
        own = check_nonce(nonce) if nonce else self._ledger.nonce()
        if usual_options(game) is None:
            raise NotOffered(f"{game.name} is for one", subject="quick match")
        if rated:
            self._refuse_rated(person_id)
        control = fitting_time(game, time)
        known = self.search(person_id)
        if known is None or (known.game, known.rated, known.time) != (game.key, rated, control):
            bounds.refuse_more(self._ledger, person_id)
            self.stop(person_id)
            now = time_text(self._ledger.now())
            terms = {"rated": rated, "nonce": own, "time": control.text if control else ""}
            person = self._ledger.person(person_id)
            with self._ledger.writing() as connection:
                people.note(connection, person_id, now, person.name)
                _remove(connection, person_id, game.key)
                connection.execute(insert(seeks), SeekRow(person_id, game.key, terms, now, now, None, None)._asdict())
            self._pair(game.key)
        found = self.search(person_id)
        if found is None:
            raise NotOffered("you have just stopped looking", subject="quick match")
        return found

    def stop(self, person_id: str) -> None:
        """Look no more; somebody who was found goes on looking."""
        found = self._row(person_id)
        if found is None:
            return
        if found.match is not None:
            self._part(found.match, [person_id])
        self._ledger.write(_remove, person_id)
        self._tell([person_id])

    def accept(self, person_id: str, nonce: str = "") -> MatchSnapshot:
        """Come to the match in which somebody was found. Raises ``NotOffered``, ``SeatTaken``."""
        self._ledger.refuse.person(person_id)
        own = check_nonce(nonce) if nonce else self._ledger.nonce()
        found = self._row(person_id)
        if found is None or found.match is None:
            raise NotOffered("they have found somebody else meanwhile", subject="quick match", remedy="look once more")
        person = self._ledger.person(person_id)
        return self._ledger.change(
            {found.match: lambda now: steps.sit(now, person_id, None, person.shown, own)}, person
        )[0]

    def play_meanwhile(self, person_id: str, match_id: str) -> None:
        """Note that a person plays this match while they look on."""
        found = self._row(person_id)
        if found is not None:
            mine = (seeks.c.person == person_id) & (seeks.c.game == found.game)
            self._ledger.execute(update(seeks).where(mine).values(meanwhile=match_id))

    def search(self, person_id: str) -> Search | None:
        """Return what a person looks for; ``None`` if nothing."""
        found = self._row(person_id)
        return None if found is None else self._search(found)

    def attend(self) -> None:
        """Do what has to be done every few seconds: part those who got no answer, forget who has left, pair the others.
        Doing it twice, or in two processes, does no harm."""
        now = self._ledger.now()
        with self._ledger.reading() as connection:
            paired = _paired(connection)
            waiting = _waiting(connection)
        self._settle(paired, now)
        gone = [each.person for each in waiting if time_from_text(each.seen) < now - FORGOTTEN]
        if gone:
            self._ledger.execute(delete(seeks).where(seeks.c.seen < time_text(now - FORGOTTEN), UNPAIRED))
        for game in sorted({each.game for each in waiting}):
            self._pair(game)
        self._tell({each.person for each, _ in paired} | set(gone), only_news=True)

    def _row(self, person_id: str) -> SeekRow | None:
        found = self._ledger.row(ROWS.where(seeks.c.person == person_id).order_by(seeks.c.since))
        return None if found is None else SeekRow(*found)

    def _search(self, found: SeekRow) -> Search | None:
        match = None if found.match is None else self._ledger.known(found.match)
        state = _state(match, found.person)
        if state is None:
            return None
        return Search(
            game=found.game,
            rated=bool(found.terms["rated"]),
            since=time_from_text(found.since),
            state=state,
            match=found.match,
            others=()
            if match is None
            else tuple(match.names[seat.seat] for seat in match.seats if seat.person not in {None, found.person}),
            meanwhile=found.meanwhile,
            time=parsed(_time(found)),
        )

    def _pair(self, game: str) -> None:
        now = self._ledger.now()
        with self._ledger.reading() as connection:
            waiting = _waiting(connection, seeks.c.seen >= time_text(now - FRESH), seeks.c.game == game)
            if len(waiting) < 2:
                return
            there = [each.person for each in waiting]
            either = or_(blocks.c.person.in_(there), blocks.c.blocked.in_(there))
            found = connection.execute(select(blocks.c.person, blocks.c.blocked).where(either))
            blocked = {frozenset(two) for two in found}
        rows = {each.person: each for each in waiting}
        looking = [self._seek(each) for each in waiting]
        for pair in pairs(looking, now, lambda one, other: frozenset({one, other}) in blocked):
            try:
                self._meet([rows[seek.person] for seek in pair])
            except PairedElsewhere:
                continue
            except FivefoldError as error:
                log.warning("a quick match of %s was not begun: %s", game, error)

    def _seek(self, row: SeekRow) -> Seek:
        rating = self._rating(row.person, row.game)
        return Seek(row.person, row.game, bool(row.terms["rated"]), time_from_text(row.since), rating, _time(row))

    def _meet(self, two: Collection[SeekRow]) -> None:
        """Begin the match of two people; who plays a computer meanwhile is asked first."""
        game = catalogue.find(next(iter(two)).game)
        rated = any(each.terms["rated"] for each in two)
        match = steps.undealt_match(game, usual_options(game) or {}, self._ledger.fair(), self._ledger.now)
        free = [Seat(seat, OPEN, None, None, "", "") for seat in range(len(match.seats))]
        new = steps.open_table(new_match_id(), match, free)
        new = replace(new, begin=DRAW, terms=Terms(listed=True, rated=rated, time=parsed(_time(next(iter(two))))))
        new = with_second_board(new)
        for each in two:
            if not self._busy(each):
                shown = self._ledger.person(each.person).shown
                new = steps.sit(new, each.person, None, shown, str(each.terms["nonce"]))
        new = replace(new, revision=0)

        def note(connection: Connection) -> None:
            for each in two:
                same = (seeks.c.person == each.person) & (seeks.c.game == each.game) & (seeks.c.since == each.since)
                found = connection.execute(update(seeks).where(same, UNPAIRED).values(match=new.id))
                if found.rowcount != 1:
                    raise PairedElsewhere

        self._meeting[new.id] = tuple(each.person for each in two)
        self._ledger.begin(new, also=note)

    def _busy(self, row: SeekRow) -> bool:
        if row.meanwhile is None:
            return False
        try:
            return self._ledger.known(row.meanwhile).status != OVER
        except UnknownMatch:
            return False

    def _settle(self, paired: Iterable[tuple[SeekRow, str]], now: datetime) -> None:
        """Forget those who have been taken to their match, and part those who got no answer in time."""
        late: dict[str, list[str]] = {}
        for row, touched in paired:
            match_id = row.match or ""
            state = _state(self._ledger.known(match_id), row.person)
            if state is None or (state == "ready" and now - time_from_text(touched) > TAKEN_WITHIN):
                self._ledger.write(_remove, row.person, row.game)
            elif state == "looking":
                self._part(match_id, [])
            elif state == "found" and now - time_from_text(touched) > ANSWER_WITHIN:
                late.setdefault(match_id, []).append(row.person)
        for match_id, silent in late.items():
            self._part(match_id, silent)

    def _part(self, match_id: str, leaving: Collection[str]) -> None:
        """Cancel a match that has not begun; those who leave look no more, the others go on looking. Whoever sits in a
        match that has begun is left alone: their search is at its end."""
        both = [row.person for row, _ in self._ledger.read(_paired) if row.match == match_id]
        with self._ledger.turn():
            now = self._ledger.change({match_id: lambda now: now if _begun(now) else steps.closed(now)})[0]
            with self._ledger.writing() as connection:
                for person in both:
                    if _state(now, person) != "looking":
                        continue
                    if person in leaving:
                        _remove(connection, person)
                    else:
                        mine = (seeks.c.person == person) & (seeks.c.match == match_id)
                        connection.execute(update(seeks).where(mine).values(match=None))
        self._tell(both)

    def _heard(self, before: MatchSnapshot | None, snapshot: MatchSnapshot) -> None:
        meeting = self._meeting.get(snapshot.id)
        if meeting is None:
            return
        if not steps.open_seats(snapshot):
            del self._meeting[snapshot.id]
        self._tell(meeting)

    def _tell(self, person_ids: Iterable[str], only_news: bool = False) -> None:
        """Tell those who listen about these people; ``only_news``: as far as they have not been told already."""
        for person in person_ids:
            now = self.search(person)
            if only_news and self._told.get(person) == now:
                continue
            if now is None:
                self._told.pop(person, None)
            else:
                self._told[person] = now
            self._ledger.bus.publish_soon("search", person)
            self._tell_here(person)

    def _tell_here(self, person_id: str) -> None:
        self._ledger.bus.signal(SEARCH_CHANGED, person_id)


def _time(row: SeekRow) -> str:
    return str(row.terms.get("time", ""))


def _state(match: MatchSnapshot | None, person_id: str) -> State | None:
    """Return how a person's search stands; ``None`` where its match has begun and is over: so is the search."""
    if match is None:
        return "looking"
    seated = bool(match.seats_of(person_id))
    if _begun(match):
        return "looking" if not seated else "ready" if match.status != OVER else None
    if match.status == OVER:
        return "looking"
    return "waiting" if seated else "found"


def _begun(match: MatchSnapshot) -> bool:
    """Tell whether everybody came, whatever became of the match since; its seats never open again."""
    return all(seat.kind != OPEN for seat in match.seats)

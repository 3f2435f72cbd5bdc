"""When people's clocks stand still in slow games: the weekly times they have chosen, and vacations."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from math import ceil
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from fivefold.contract.errors import InvalidOption
from fivefold.house.bus import Signal
from fivefold.house.database.schema import vacations
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people import people
from fivefold.house.people.accounts import Accounts
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.play.rest import Rest, zones
from fivefold.session.snapshot import WAITING, MatchSnapshot
from fivefold.session.timing import moment, time_of

DAY: Final = timedelta(days=1)
YEAR: Final = timedelta(days=365)
MOST_DAYS: Final = 30  # Days of vacation within a year.
LONGEST: Final = 21  # Days of one vacation.
CHANGE_OF_CLOCKS: Final = timedelta(hours=1)  # A day in autumn may be so much longer.
_OF_PEOPLE: Final = (
    select(vacations)
    .where(vacations.c.person.in_(bindparam("people", expanding=True)), vacations.c.ends > bindparam("since"))
    .order_by(vacations.c.begins, vacations.c.id)
)
"""Read whenever a clock of a slow game is: built once, it takes a third of the time."""
Times = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Vacation:
    """One time away."""

    id: int
    begins: datetime
    ends: datetime

    @property
    def days(self) -> int:
        """How many days of a year's vacation it takes; one that was begun takes one at least."""
        return days(self.begins, self.ends)


VACATION_CHANGED: Final[Signal[[str]]] = Signal()  # The person with this id has taken or ended a vacation.


class Vacations:
    """Who is away when, and when clocks of seats stand still; safe to share among threads. A vacation begins when it is
    taken or later, so nothing that a clock has counted is ever taken back by one."""

    def __init__(self, ledger: Ledger, accounts: Accounts) -> None:
        self._ledger, self._accounts = ledger, accounts
        ledger.with_rests = self.with_rests

    # Vacations

    def of(self, person_id: str) -> list[Vacation]:
        """Return a person's vacations of the last year and those to come, in order."""
        return self._ledger.read(self._of_last_year, person_id)

    def days_left(self, person_id: str) -> int:
        """Return how many days of vacation a person can still take within a year of the last one booked."""
        times = [(each.begins, each.ends) for each in self.of(person_id)]
        last = max([self._ledger.now(), *(ends for _, ends in times)])
        return max(0, MOST_DAYS - _days_before(last, times))

    def take(self, person_id: str, begins: datetime | None, ends: datetime) -> Vacation:
        """Let a person be away from a time on, ``None`` for now. Raises ``InvalidOption``, ``NotOffered``."""
        self._ledger.refuse.person(person_id)
        with self._ledger.turn():
            now = self._now()
            new = (begins or now, ends)
            _check(new, now)
            with self._ledger.writing() as connection:
                _check_beside(new, [(each.begins, each.ends) for each in self._of_last_year(connection, person_id)])
                people.note(connection, person_id, time_text(now))
                times = {"begins": time_text(new[0]), "ends": time_text(ends), "made": time_text(now)}
                key = connection.execute(insert(vacations), {"person": person_id, **times}).inserted_primary_key
        self._tell(person_id)
        assert key is not None  # noqa: S101  (the table has one)
        return Vacation(int(key[0]), *new)

    def end(self, person_id: str, vacation_id: int) -> None:
        """End a vacation now, or cancel one that has not begun. Raises ``NotOffered``."""
        with self._ledger.turn():
            now = self._now()
            with self._ledger.writing() as connection:
                found = next(
                    (each for each in self._of_last_year(connection, person_id) if each.id == vacation_id), None
                )
                if found is None or found.ends <= now:
                    raise NotOffered("this vacation is over already", subject="vacation")
                here = vacations.c.id == vacation_id
                if found.begins >= now:
                    connection.execute(delete(vacations).where(here))
                else:
                    connection.execute(update(vacations).where(here).values(ends=time_text(now)))
        self._tell(person_id)

    def away_until(self, person_ids: Collection[str]) -> dict[str, datetime]:
        """Return who of these people is away now, and until when."""
        now, found = moment(self._now()), self._times(set(person_ids))
        return {
            person: time_of(ends)
            for person, times in found.items()
            for begins, ends in joined(times)
            if begins <= now < ends
        }

    # Clocks

    def zone(self, person_id: str) -> str:
        """Return the time zone in which a person's dates are meant: the one for slow games, for quiet hours, or UTC."""
        chosen = self._accounts.preferences(person_id)
        if chosen.rest:
            return weekly(chosen.rest).zone
        return chosen.time_zone if chosen.time_zone in zones() else "UTC"

    def rests(self, now: MatchSnapshot) -> Mapping[int, Rest]:
        """Return when the clocks of the people in a match stand still, by seat: only in slow games."""
        if not _is_slow(now):
            return {}
        found = self._times(now.people)
        return {
            seat.seat: replace(weekly(seat.rest), vacations=joined(found.get(seat.person, [])))
            for seat in now.seats
            if seat.person is not None
        }

    def with_rests(self, now: MatchSnapshot) -> MatchSnapshot:
        """Return a slow match that is about to begin with what its players have chosen for every week."""
        if not _is_slow(now) or now.status == WAITING or now.clocks is not None:
            return now
        return replace(now, seats=tuple(replace(seat, rest=self._chosen(seat.person)) for seat in now.seats))

    def _chosen(self, person_id: str | None) -> str:
        if person_id is None:
            return ""
        rest = weekly(self._accounts.preferences(person_id).rest)
        return "" if rest.never else rest.text

    def _times(self, person_ids: Collection[str]) -> dict[str, list[tuple[str, str]]]:
        times: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for each in self._ledger.read(_of, person_ids):
            times[each.person].append((each.begins, each.ends))
        return times

    def _of_last_year(self, connection: Connection, person_id: str) -> list[Vacation]:
        found = _of(connection, [person_id], time_text(self._ledger.now() - YEAR))
        return [Vacation(each.id, time_from_text(each.begins), time_from_text(each.ends)) for each in found]

    def _now(self) -> datetime:
        return time_from_text(time_text(self._ledger.now()))

    def _tell(self, person_id: str) -> None:
        self._ledger.bus.signal(VACATION_CHANGED, person_id)


def _of(connection: Connection, people: Collection[str], since: str = "") -> Sequence[Row[Any]]:
    return connection.execute(_OF_PEOPLE, {"people": list(people), "since": since}).all()


def days(begins: datetime, ends: datetime) -> int:
    """Return how many days of vacation a time takes, those in part as well."""
    return max(1, ceil((ends - begins - CHANGE_OF_CLOCKS) / DAY))


@lru_cache(maxsize=1000)
def weekly(text: str) -> Rest:
    """Return the weekly times of a stored text; in a time zone that this machine does not know they are in UTC."""
    for readable in (text, f"{text.rpartition(' ')[0]} UTC"):
        try:
            return Rest.parse(readable)
        except InvalidOption:
            continue
    return Rest()


def _check(new: Times, now: datetime) -> None:
    begins, ends = new
    if begins < now:
        raise _wrong("a vacation cannot begin in the past", "choose today or a later day", "from")
    if ends <= begins:
        raise _wrong("this is not after the first day", "choose a later day", "back")
    if begins > now + YEAR:
        raise _wrong("this is too far away", "at most a year ahead", "from")
    if days(begins, ends) > LONGEST:
        raise _wrong(f"these are {days(begins, ends)} days", f"one vacation lasts at most {LONGEST}", "back")


def _check_beside(new: Times, others: Sequence[Times]) -> None:
    begins, ends = new
    if any(begins < until and since < ends for since, until in others):
        raise _wrong("you have booked a vacation then already", "end or cancel that one first", "from")
    together = [*others, new]
    most = max(_days_before(until, together) for _, until in together if until >= ends)
    if most > MOST_DAYS:
        remedy = f"at most {MOST_DAYS} within {YEAR.days} days"
        raise _wrong(f"with the others this makes {most} days of vacation", remedy, "back")


def _days_before(until: datetime, times: Iterable[Times]) -> int:
    since = until - YEAR
    return sum(days(max(begins, since), min(ends, until)) for begins, ends in times if ends > since and begins < until)


def joined(times: Iterable[tuple[str, str]]) -> tuple[tuple[int, int], ...]:
    """Return times as moments, in order and apart from each other: those that a guest brought into an account may
    overlap its own."""
    spans: list[tuple[int, int]] = []
    moments = ((moment(time_from_text(begins)), moment(time_from_text(ends))) for begins, ends in times)
    for begins, ends in sorted(moments):
        if spans and begins <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(ends, spans[-1][1]))
        elif begins < ends:
            spans.append((begins, ends))
    return tuple(spans)


def _is_slow(now: MatchSnapshot) -> bool:
    return now.terms.time is not None and now.terms.time.slow


def _wrong(message: str, remedy: str, field: str) -> InvalidOption:
    return InvalidOption(message, subject="vacation", remedy=remedy, field=field)

"""What those who run the house can know and do; every look at a person or a report and every act is noted.

A thread of each other process follows what was noted and brings its process up to date.
"""

import hashlib
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.house.database.schema import (
    announcements,
    api_tokens,
    bans,
    closed_games,
    finished,
    matches,
    passkeys,
    people,
    seats,
)
from fivefold.house.errors import NotOffered, UnknownLine
from fivefold.house.house import House
from fivefold.house.loop import Loop
from fivefold.house.meeting.challenges import OPEN
from fivefold.house.meeting.quick_match import seeks_of_game
from fivefold.house.moderation import audit_log, reports
from fivefold.house.moderation.active_rules import Announcement, Ban, ClosedGame
from fivefold.house.moderation.audit_log import RENAME, Act, Noted, reason
from fivefold.house.moderation.reports import AbuseReport
from fivefold.house.notices.mail.mail_queue import MailLoad
from fivefold.house.people import accounts, leaving, sessions
from fivefold.house.people.names import check_account_name, name_key
from fivefold.house.people.people import Person, tidy_name
from fivefold.house.people.sessions import Session
from fivefold.house.stored_match import time_text
from fivefold.house.table.chat import REMOVED, ChatLine, load_line, set_phrase, tidy_line
from fivefold.play import catalogue
from fivefold.session import steps
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import WAITING, Cause, MatchSnapshot

LONGEST_BAN: Final = 3650  # Days.
LONGEST_TEXT: Final = 300
LONGEST_HOURS: Final = 24 * 365
MOST_SHOWN: Final = 3  # Announcements at the same time: more would push the pages away.
MOST_LISTED: Final = 200
HANDLE: Final = 8  # Characters by which a session is named: made from its id, which stays in the house.

log = logging.getLogger("fivefold.service")


class UnknownPerson(FivefoldError):
    """Nobody here is called so."""


class KnownPerson(NamedTuple):
    """A person as the list of all shows them."""

    id: str
    name: str
    created: str
    seen: str
    kept: str | None
    deleted: str | None
    bot: bool


class PersonCounts(NamedTuple):
    """How much there is of somebody."""

    playing: int
    finished: int
    passkeys: int
    tokens: int


_PERSON: Final = select(*(people.c[name] for name in KnownPerson._fields))


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """Somebody in the list of people."""

    person: KnownPerson
    ban: Ban | None


@dataclass(frozen=True, slots=True)
class PersonPage:
    """What is known of a person."""

    person: KnownPerson
    name: str
    former_names: Sequence[str]
    ban: Ban | None
    counts: PersonCounts
    ratings: Sequence[tuple[str, int, int]]  # Key of the pool, rating, matches.
    reports: Sequence[AbuseReport]  # About them, the latest first.
    sessions: Sequence[Session]
    address: str  # Masked; empty for none.
    has_password: bool
    codes_left: int
    mail: MailLoad


class Operator:
    """What somebody who runs the house does. Every method raises ``FivefoldError`` for what cannot be."""

    def __init__(self, house: House, by: str) -> None:
        """``by``: the machine's user."""
        self._house, self._noting = house, partial(house.moderation.acts.noting, by)

    # People

    def list(self, letters: str = "", most: int = MOST_LISTED) -> Sequence[ListedPerson]:
        """Return who keeps an account and has these letters in their name, who was here last first."""
        named, key = people.c.name.contains(" ".join(letters.split()), autoescape=True), name_key(letters)
        if key:
            named |= people.c.name_key.contains(key, autoescape=True)
        kept = _PERSON.where(people.c.kept.is_not(None), people.c.deleted.is_(None), named)
        rows = self._house.rows(kept.order_by(people.c.seen.desc(), people.c.id).limit(most))
        found = [KnownPerson(*row) for row in rows]
        return [ListedPerson(each, self._house.moderation.ban_of(each.id)) for each in found]

    def page(self, typed: str) -> PersonPage:
        """Return what is known of a person, and note that it was read."""
        person_id, house = person_of(self._house, typed), self._house
        with house.writing() as connection:
            found = connection.execute(_PERSON.where(people.c.id == person_id)).first()
            if found is None:
                raise NotOffered("nothing is stored of them yet", subject=typed[:40])
            former = accounts.former_of(connection, person_id, time_text(house.now()))
            counts = _counts(connection, person_id)
            about = reports.reports_about(connection, person_id)
            self._noting("read-person", person=person_id)(connection)
        address, account = house.mail.addresses.of(person_id), house.accounts.account(person_id)
        return PersonPage(
            KnownPerson(*found),
            house.person(person_id).shown,
            [each.name for each in former],
            house.moderation.ban_of(person_id),
            counts,
            [(each.pool.key, each.view["rating"], each.view["games"]) for each in house.ratings.of(person_id)],
            about,
            house.sessions.of(person_id),
            "" if address is None else masked(address.address),
            account is not None and account.has_password,
            house.signing_in.codes_left(person_id),
            house.mail.outgoing.load_of(person_id, "" if address is None else address.address),
        )

    # Sessions

    def sessions(self, typed: str) -> Sequence[tuple[str, Session]]:
        """Return where a person is signed in, each with what names it here, and note that it was read."""
        person_id = person_of(self._house, typed)
        self._house.write(self._noting("read-sessions", person=person_id))
        return [(handle(each), each) for each in self._house.sessions.of(person_id)]

    def end_sessions(self, typed: str, which: str, why: str) -> Sequence[Session]:
        """Sign a person out: ``all`` devices or the one of this name. Raises ``NotOffered`` where there is none."""
        person_id, house = person_of(self._house, typed), self._house
        chosen = [each for each in house.sessions.of(person_id) if which in ("all", handle(each))]
        if not chosen:
            raise NotOffered("no such session", subject=which[:20], remedy="fivefold admin sessions NAME lists them")
        facts = {"sessions": [each.id for each in chosen], "devices": [each.device for each in chosen]}
        noted = self._noting("end-sessions", reason(why), person=person_id, facts=facts)
        with house.writing() as connection:
            for each in chosen:
                sessions.end(connection, each.id)
            noted(connection)
        for each in chosen:
            house.sessions.ended(each.id)
        return chosen

    def recover(self, typed: str, why: str) -> tuple[str, str]:
        """Return an account's name and a code that sets a new password for it, once."""
        person_id, house = person_of(self._house, typed), self._house
        if not house.accounts.is_named(person_id):
            raise NotOffered("a guest has no password", subject=typed[:40])
        with house.storing_also(self._noting("recover", reason(why), person=person_id)):
            (code,) = house.signing_in.new_codes(person_id, count=1, instead=False)
        return house.person(person_id).shown, code

    # Names

    def rename(self, typed: str, new: str, why: str) -> tuple[str, str]:
        """Give a person another name; nobody can take the one before. Return both."""
        person_id, house = person_of(self._house, typed), self._house
        before = house.person(person_id)
        name = check_account_name(new) if before.named else tidy_name(new)
        if not name or name == before.name:
            raise InvalidOption("that is the name they have", subject=name or "no name", remedy="choose another name")
        house.accounts.refuse_held(person_id, name)
        facts = {"before": before.name, "before_key": name_key(before.name), "name": name, "key": name_key(name)}
        noted = self._noting(RENAME, reason(why), person=person_id, facts=facts)
        with house.writing() as connection:
            accounts.change(
                connection, person_id, {"name": name} | ({"name_key": facts["key"]} if before.named else {})
            )
            accounts.free(connection, facts["key"])
            noted(connection)
        house.moderation.look()
        house.accounts.forget(person_id)
        house.rename_at_tables(before.shown, Person(person_id, name, before.named))
        return before.shown, name

    # Bans

    def ban(self, typed: str, why: str, days: int | None = None) -> Ban:
        """Ban a person for so many days, or until it is lifted, instead of any ban before.

        What they look for ends at once, and tables they have opened are closed. Where no clock runs against them and
        the ban has no end, their matches with other people are given up, so that nobody waits for ever.
        """
        if days is not None and not 0 < days <= LONGEST_BAN:
            raise InvalidOption(f"takes 1 to {LONGEST_BAN}", subject=f"--days {days}", remedy="leave it out for no end")
        person_id, house, now = person_of(self._house, typed), self._house, self._house.now()
        until = None if days is None else now + timedelta(days=days)
        told, ends = reason(why), None if until is None else time_text(until)
        row = {"person": person_id, "since": time_text(now), "until": ends, "why": told}
        with house.writing() as connection:
            before = _ban_row(connection, person_id)
            connection.execute(delete(bans).where(bans.c.person == person_id))
            connection.execute(insert(bans), row)
            facts = {"until": ends, "before": None if before is None else before._asdict()}
            self._noting("ban", told, person=person_id, facts=facts)(connection)
            made = _ban_row(connection, person_id)
        house.moderation.look()
        self._withdraw_all(person_id)
        self._leave_tables(person_id, for_good=until is None)
        assert made is not None  # noqa: S101  (stored above)
        return Ban.from_row(made)

    def lift(self, typed: str, why: str) -> Ban:
        """Let a person play again; return the ban that was lifted."""
        person_id, house = person_of(self._house, typed), self._house
        with house.writing() as connection:
            before = _ban_row(connection, person_id)
            if before is None:
                raise NotOffered("there is no ban", subject=typed[:40])
            connection.execute(delete(bans).where(bans.c.person == person_id))
            facts = {"before": before._asdict()}
            self._noting("lift-ban", reason(why), person=person_id, facts=facts)(connection)
        house.moderation.look()
        return Ban.from_row(before)

    def _withdraw_all(self, person_id: str) -> None:
        """Let nobody wait for somebody who is banned: withdraw what they look for, and answer what they are asked."""
        house = self._house
        house.quick_match.stop(person_id)
        for standing in house.standing.of(person_id):
            house.slow_seeks.stop(person_id, standing.game)
        for each in house.challenges.of(person_id):
            if each.state == OPEN:
                (house.challenges.withdraw if each.mine else house.challenges.decline)(each.id, person_id)

    def _leave_tables(self, person_id: str, *, for_good: bool) -> None:
        playing = self._house.read(leaving.unfinished, person_id)
        for match_id in playing:
            noted = self._noting("leave-table", "banned", person=person_id, match=match_id)
            try:
                with self._house.storing_also(noted, only_matches=True):
                    self._house.change({match_id: lambda now: _left(now, person_id, for_good=for_good)})
            except FivefoldError as error:  # one that cannot be loaded any more stops no ban
                log.warning("match %s: somebody who is banned stays there: %s", match_id, error)

    # Results

    def annul(self, match_id: str, why: str) -> bool:
        """Let a match count for nothing; return whether it did before. Raises ``NotOffered``, ``UnknownMatch``."""
        with self._house.storing_also(self._noting("annul", reason(why), match=match_id), only_matches=True):
            return self._house.ratings.annul(match_id)

    def restore(self, match_id: str, why: str) -> bool:
        """Let a match count again; return whether it did not before. Raises ``NotOffered``, ``UnknownMatch``."""
        with self._house.storing_also(self._noting("restore", reason(why), match=match_id), only_matches=True):
            return self._house.ratings.annul(match_id, annulled=False)

    # Reports

    def report(self, number: int) -> tuple[AbuseReport, Sequence[ChatLine]]:
        """Return a report and the lines around what it is about, and note that they were read. Raises
        ``UnknownLine``."""
        found, around = self._house.reports.find(number)
        self._house.write(self._about_report("read-report", found))
        return found, around

    def handle(self, number: int, why: str) -> AbuseReport:
        """Note that a report is handled; return it as it is then. Raises ``UnknownLine``, ``NotOffered``."""
        found, _ = self._house.reports.find(number)
        if found.handled is not None:
            raise NotOffered("it was handled before", subject=f"report {number}")
        with self._house.storing_also(self._about_report("handle", found, reason(why))):
            self._house.reports.handle(number)
        return self._house.reports.find(number)[0]

    def _about_report(self, act: str, found: AbuseReport, why: str = "") -> Noted:
        return self._noting(act, why, person=found.about, match=found.match, facts={"report": found.id})

    # Chat

    def hide(self, line_id: int, why: str) -> ChatLine:
        """Show a line of chat to nobody any more; return it. Raises ``UnknownLine``, ``NotOffered``."""
        return self._hide(line_id, why, hidden=True)

    def show(self, line_id: int, why: str) -> ChatLine:
        """Show a line again that was hidden; return it. Raises ``UnknownLine``, ``NotOffered``."""
        return self._hide(line_id, why, hidden=False)

    def _hide(self, line_id: int, why: str, *, hidden: bool) -> ChatLine:
        with self._house.writing() as connection:
            line = load_line(connection, line_id)
            if line is None:
                raise UnknownLine("it does not exist", subject=f"line {line_id}")
            if (line.phrase == REMOVED) == hidden:
                raise NotOffered("it is hidden already" if hidden else "it is shown", subject=f"line {line_id}")
            facts = {"line": line_id, "phrase": line.phrase}
            act = "hide-line" if hidden else "show-line"
            self._noting(act, reason(why), person=line.person, match=line.match, facts=facts)(connection)
            set_phrase(connection, line_id, REMOVED if hidden else None)
        self._house.chat.outdate(line.match)
        return line

    # Announcements

    def announce(self, text: str, hours: float | None = None) -> Announcement:
        """Tell everybody something on every page, for so long or until it is withdrawn. Raises ``InvalidOption``,
        ``NotOffered``."""
        if hours is not None and not 0 < hours <= LONGEST_HOURS:
            raise InvalidOption(f"takes up to {LONGEST_HOURS}", subject=f"--hours {hours:g}")
        tidy, house, now = tidy_line(text, LONGEST_TEXT), self._house, self._house.now()
        if len(house.moderation.announced()) >= MOST_SHOWN:
            raise NotOffered(f"{MOST_SHOWN} are shown already", subject="announcement", remedy="withdraw one first")
        until = None if hours is None else time_text(now + timedelta(hours=hours))
        with house.writing() as connection:
            values = {"text": tidy, "made": time_text(now), "until": until}
            key = connection.execute(insert(announcements), values).inserted_primary_key
            assert key is not None  # noqa: S101  (the table has one)
            made = connection.execute(select(announcements).where(announcements.c.id == key[0])).one()
            self._noting("announce", tidy, facts={"announcement": made.id, "until": until})(connection)
        house.moderation.look()
        return Announcement.from_row(made)

    def withdraw(self, number: int, why: str = "") -> Announcement:
        """Show an announcement no longer; return it. Raises ``NotOffered``."""
        house = self._house
        found = next((each for each in house.moderation.announced() if each.number == number), None)
        if found is None:
            raise NotOffered("it is not shown", subject=f"announcement {number}")
        facts = {"announcement": number, "until": None if found.until is None else time_text(found.until)}
        with house.writing() as connection:
            # Its row stays, so that its number is never another's.
            here = update(announcements).where(announcements.c.id == number)
            connection.execute(here.values(until=time_text(house.now())))
            self._noting("withdraw", why, facts=facts)(connection)
        house.moderation.look()
        return found

    # Games

    def close_game(self, game: str, why: str) -> ClosedGame:
        """Let no match of a game begin; whoever looks for one looks no more. Raises ``InvalidOption``."""
        key, house = catalogue.find(game).key, self._house
        new = {"game": key, "since": time_text(house.now()), "why": reason(why)}
        with house.writing() as connection:
            connection.execute(delete(closed_games).where(closed_games.c.game == key))
            connection.execute(insert(closed_games), new)
            self._noting("close-game", new["why"], facts={"game": key})(connection)
        house.moderation.look()
        looking = [each.person for each in house.read(seeks_of_game, key)]
        for person_id in looking:
            house.quick_match.stop(person_id)
        return house.moderation.closed_games()[key]

    def open_game(self, game: str, why: str = "") -> ClosedGame:
        """Let matches of a game begin again; return how it was closed. Raises ``InvalidOption``, ``NotOffered``."""
        key, house = catalogue.find(game).key, self._house
        found = house.moderation.closed_games().get(key)
        if found is None:
            raise NotOffered("it is open", subject=key)
        facts = {"game": key, "since": time_text(found.since), "why": found.why}
        with house.writing() as connection:
            connection.execute(delete(closed_games).where(closed_games.c.game == key))
            self._noting("open-game", why, facts=facts)(connection)
        house.moderation.look()
        return found


def person_of(house: House, typed: str) -> str:
    """Return the id of whoever is meant: ``Anna``; ``report:17`` whom it is about; ``match:ID:2`` the second seat.
    Raises ``UnknownPerson``, ``UnknownMatch``, ``UnknownLine``."""
    kind, _, rest = typed.partition(":")
    find = _WAYS.get(kind) if rest else None
    if find is not None:
        return find(house, rest)
    account = house.accounts.by_name(typed)
    if account is None:
        raise UnknownPerson(
            "no account here has this name",
            subject=typed[:40],
            remedy="a guest is report:17, whom that report is about, or match:ID:2, who sits second there",
        )
    return account.id


def _reported(house: House, number: str) -> str:
    if not _is_number(number):
        raise UnknownLine("it does not exist", subject=f"report {number[:20]}")
    return house.read(reports.load, int(number)).about


def _seated(house: House, place: str) -> str:
    match_id, _, seat = place.partition(":")
    seats = house.known(match_id).seats
    found = seats[int(seat) - 1].person if _is_number(seat) and 0 < int(seat) <= len(seats) else None
    if found is None:
        raise UnknownPerson("no person sits there", subject=f"match:{place[:30]}", remedy="seats are counted from 1")
    return found


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


_WAYS: Final[Mapping[str, Callable[[House, str], str]]] = {"report": _reported, "match": _seated}


def _left(now: MatchSnapshot, person_id: str, *, for_good: bool) -> MatchSnapshot:
    if now.status == WAITING:
        if steps.opened_by(now, person_id):
            return steps.closed(now, Cause.OPERATOR)
        return steps.stand_up(now, person_id) if steps.open_seats(now) else now
    others = any(seat.kind == PERSON and seat.person != person_id for seat in now.seats)
    gives_up = for_good and others and now.terms.time is None
    return leaving.given_up(now, person_id) if gives_up else now


def handle(session: Session) -> str:
    """Return what a session is called here."""
    return hashlib.sha256(session.id.encode()).hexdigest()[:HANDLE]


def masked(address: str) -> str:
    """Return an address of which only the first letter and the domain can be read: ``a…@example.org``."""
    name, _, domain = address.rpartition("@")
    return f"{name[:1]}…@{domain}"


def _counts(connection: Connection, person: str) -> PersonCounts:
    mine = select(seats.c.match).where(seats.c.person == person)
    several = (
        select(func.count()).select_from(matches).where(matches.c.id.in_(mine), matches.c.status != "over"),
        *(select(func.count()).where(table.c.person == person) for table in (finished, passkeys, api_tokens)),
    )
    return PersonCounts(*(int(connection.scalar(each) or 0) for each in several))


def _ban_row(connection: Connection, person: str) -> Row[Any] | None:
    return connection.execute(select(bans).where(bans.c.person == person)).first()


EVERY_SECONDS: Final = 1.0
AGAIN_SECONDS: Final = 5.0
"""After which an act is looked at once more: what follows from it may have been stored a moment after it."""


class AuditPoller:
    """Follows the audit log."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._loop = Loop("acts", self._round)
        self._last = 0
        self._again: deque[tuple[float, Act]] = deque()

    def start(self) -> None:
        """Begin with what is done from now on."""
        self.begin()
        self._loop.start()

    def stop(self) -> None:
        """End."""
        self._loop.stop()

    def begin(self) -> None:
        """Note the last act there is."""
        self._last = self._house.read(audit_log.last)
        self._house.moderation.look()

    def look(self) -> None:
        """Bring this process up to date with what was done since the last look."""
        self._house.moderation.look()
        new = self._house.read(audit_log.after, self._last)
        now = monotonic()
        for act in new:
            self._take(act)
            self._last = act.number
            self._again.append((now + AGAIN_SECONDS, act))
        while self._again and self._again[0][0] <= now:
            self._take(self._again.popleft()[1])

    def _round(self) -> float:
        self.look()
        if not self._house.bus.shared:
            self._house.tokens.heard()  # operators alone share a file, and what they do is in the log
        return EVERY_SECONDS

    def _take(self, act: Act) -> None:
        house = self._house
        for session in act.facts.get("sessions", ()):
            house.sessions.ended(session)
        if act.act == "ban" and act.person is not None:
            house.quick_match.stop(act.person)  # one who began to look in the second before this was known
        if act.act == RENAME and act.person is not None:
            house.accounts.forget(act.person)
            playing = house.read(leaving.unfinished, act.person)
            for match_id in playing:
                house.catch_up(match_id)
        if act.act in {"hide-line", "show-line"} and act.match is not None:
            house.chat.outdate(act.match)
        elif act.match is not None:
            house.catch_up(act.match)

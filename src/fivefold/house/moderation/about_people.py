"""What those who run the house can know of a person and do about them; every look and every act is noted."""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.meeting.challenges import OPEN
from fivefold.house.moderation import known_people
from fivefold.house.moderation import stored_moderation as running
from fivefold.house.moderation.acts import reason
from fivefold.house.moderation.bans import Ban, ban_from
from fivefold.house.moderation.finding import person_of
from fivefold.house.moderation.known_people import Counts, KnownPerson
from fivefold.house.moderation.stored_moderation import RENAME, StoredBan
from fivefold.house.notices.mail.queue import MailLoad
from fivefold.house.people import accounts, leaving, sessions
from fivefold.house.people.names import check_account_name, name_key
from fivefold.house.people.people import Person, tidy_name
from fivefold.house.people.sessions import Session
from fivefold.house.stored_match import time_text
from fivefold.house.table import stored_chat
from fivefold.house.table.stored_chat import StoredReport
from fivefold.session import open_seats, steps
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import OVER, WAITING, Cause, MatchSnapshot

LONGEST_BAN: Final = 3650
"""Days."""
MOST_LISTED: Final = 200
MOST_SEATS: Final = 8
HANDLE: Final = 8
"""Characters by which a session is named: made from its id, which stays in the house."""

log = logging.getLogger("fivefold.service")


@dataclass(frozen=True, slots=True)
class Listed:
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
    counts: Counts
    ratings: Sequence[tuple[str, int, int]]
    """Key of the pool, rating, matches."""
    reports: Sequence[StoredReport]
    """About them, the latest first."""
    sessions: Sequence[Session]
    address: str
    """Masked; empty for none."""
    has_password: bool
    codes_left: int
    mail: MailLoad


class AboutPeople:
    """What somebody who runs the house does about people. Every method raises ``FivefoldError`` for what cannot be."""

    def __init__(self, house: House, by: str) -> None:
        """``by``: the machine's user."""
        self._house, self._by = house, by

    # Looking

    def list(self, letters: str = "", most: int = MOST_LISTED) -> Sequence[Listed]:
        """Return who keeps an account and has these letters in their name, who was here last first."""
        key = name_key(letters)
        with self._house.reading() as connection:
            found = known_people.kept(connection, " ".join(letters.split()), key, most)
        return [Listed(each, self._house.running.bans.of(each.id)) for each in found]

    def page(self, typed: str) -> PersonPage:
        """Return what is known of a person, and note that it was read."""
        person_id, house = person_of(self._house, typed), self._house
        with house.writing() as connection:
            found = known_people.load(connection, person_id)
            if found is None:
                raise NotOffered("nothing is stored of them yet", subject=typed[:40])
            former = accounts.former_of(connection, person_id, time_text(house.now()))
            counts = known_people.counts(connection, person_id)
            reports = stored_chat.reports_about(connection, person_id)
            house.running.acts.noting(self._by, "read-person", person=person_id)(connection)
        address, account = house.mail.addresses.of(person_id), house.accounts.account(person_id)
        return PersonPage(
            found,
            house.person(person_id).shown,
            [each.name for each in former],
            house.running.bans.of(person_id),
            counts,
            [(each.pool.key, each.view["rating"], each.view["games"]) for each in house.ratings.of(person_id)],
            reports,
            house.sessions.of(person_id),
            "" if address is None else masked(address.address),
            account is not None and account.has_password,
            house.signing_in.codes_left(person_id),
            house.mail.queue.load_of(person_id, "" if address is None else address.address),
        )

    # Sessions

    def sessions(self, typed: str) -> Sequence[tuple[str, Session]]:
        """Return where a person is signed in, each with what names it here, and note that it was read."""
        person_id = person_of(self._house, typed)
        with self._house.writing() as connection:
            self._house.running.acts.noting(self._by, "read-sessions", person=person_id)(connection)
        return [(handle(each), each) for each in self._house.sessions.of(person_id)]

    def end_sessions(self, typed: str, which: str, why: str) -> Sequence[Session]:
        """Sign a person out: ``all`` devices or the one of this name. Raises ``NotOffered`` where there is none."""
        person_id, house = person_of(self._house, typed), self._house
        chosen = [each for each in house.sessions.of(person_id) if which in ("all", handle(each))]
        if not chosen:
            raise NotOffered("no such session", subject=which[:20], remedy="fivefold admin sessions NAME lists them")
        facts = {"sessions": [each.id for each in chosen], "devices": [each.device for each in chosen]}
        noted = house.running.acts.noting(self._by, "end-sessions", reason(why), person=person_id, facts=facts)
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
        with house.storing_also(house.running.acts.noting(self._by, "recover", reason(why), person=person_id)):
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
        noted = house.running.acts.noting(self._by, RENAME, reason(why), person=person_id, facts=facts)
        with house.writing() as connection:
            accounts.change(
                connection, person_id, {"name": name} | ({"name_key": facts["key"]} if before.named else {})
            )
            accounts.free(connection, facts["key"])
            noted(connection)
        house.running.decisions.look()
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
        new = StoredBan(person_id, time_text(now), None if until is None else time_text(until), reason(why))
        with house.writing() as connection:
            before = running.ban_of(connection, person_id)
            running.ban(connection, new)
            facts = {"until": new.until, "before": None if before is None else before._asdict()}
            noted = house.running.acts.noting(self._by, "ban", new.why, person=person_id, facts=facts)
            noted(connection)
        house.running.decisions.look()
        self._withdraw_all(person_id)
        self._leave_tables(person_id, for_good=until is None)
        return ban_from(new)

    def lift(self, typed: str, why: str) -> Ban:
        """Let a person play again; return the ban that was lifted."""
        person_id, house = person_of(self._house, typed), self._house
        with house.writing() as connection:
            before = running.ban_of(connection, person_id)
            if before is None:
                raise NotOffered("there is no ban", subject=typed[:40])
            running.lift(connection, person_id)
            facts = {"before": before._asdict()}
            house.running.acts.noting(self._by, "lift-ban", reason(why), person=person_id, facts=facts)(connection)
        house.running.decisions.look()
        return ban_from(before)

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
        with self._house.reading() as connection:
            playing = leaving.unfinished(connection, person_id)
        for match_id in playing:
            noted = self._house.running.acts.noting(self._by, "leave-table", "banned", person=person_id, match=match_id)
            try:
                with self._house.storing_also(noted, only_matches=True):
                    self._house.change({match_id: lambda now: _left(now, person_id, for_good=for_good)})
            except FivefoldError as error:  # one that cannot be loaded any more stops no ban
                log.warning("match %s: somebody who is banned stays there: %s", match_id, error)


def _left(now: MatchSnapshot, person_id: str, *, for_good: bool) -> MatchSnapshot:
    """Return a match after somebody was banned."""
    if now.status == WAITING:
        return (
            open_seats.closed(now, Cause.OPERATOR)
            if open_seats.opened_by(now, person_id)
            else _stood_up(now, person_id)
        )
    others = any(seat.kind == PERSON and seat.person != person_id for seat in now.seats)
    if not (for_good and others and now.terms.time is None):
        return now
    for _ in range(MOST_SEATS):
        if now.status == OVER or not now.plays(person_id):
            break
        now = steps.resign(now, person_id, now.number + 1)
    return now


def _stood_up(now: MatchSnapshot, person_id: str) -> MatchSnapshot:
    return open_seats.stand_up(now, person_id) if open_seats.open_seats(now) else now


def handle(session: Session) -> str:
    """Return what a session is called here."""
    return hashlib.sha256(session.id.encode()).hexdigest()[:HANDLE]


def masked(address: str) -> str:
    """Return an address of which only the first letter and the domain can be read: ``a…@example.org``."""
    name, _, domain = address.rpartition("@")
    return f"{name[:1]}…@{domain}"

"""Mails to send: written in the transaction in which there is something to tell, so that none is forgotten.

A mail about a match holds facts only: to whom, and from which entry to which. What it says is worked out when it is
sent, of a view for that person, and fixed before it is tried for the first time: from then on it is the same message,
whenever it is tried again.
"""

import hmac
from base64 import b32decode, b32encode
from binascii import Error
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Text, case, delete, func, insert, select, type_coerce, update

from fivefold.house.bus import STORING
from fivefold.house.database.schema import incoming_mails, outgoing_mails, people
from fivefold.house.ledger import Ledger
from fivefold.house.meeting.challenges import DECLINED, OPEN, WITHDRAWN, ChallengeRow
from fivefold.house.notices.awaited import awaited, several_people, to_answer, to_be_ready, to_claim, to_move
from fivefold.house.notices.mail import boards as mail_boards
from fivefold.house.notices.mail import followings as mail_followings
from fivefold.house.notices.mail.followings import ENDS, EVERY, NEVER, KnownAudience, reached
from fivefold.house.notices.push import zone_of
from fivefold.house.people import accounts
from fivefold.house.people.accounts import Preferences
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.play.clocks import ANNOUNCED, REMINDED
from fivefold.play.outcome import Termination
from fivefold.session import races
from fivefold.session.seats import COMPUTER, PERSON
from fivefold.session.snapshot import OVER, MatchSnapshot
from fivefold.session.snapshot import WAITING as NOT_BEGUN

_COLUMNS = outgoing_mails.c
WAITING: Final = "waiting"
FIXED: Final = "fixed"
"""It was tried, and is the same when it is tried again."""
SENT: Final = "sent"
FAILED: Final = "failed"


class OutgoingMail(NamedTuple):
    """A mail to send."""

    id: int
    kind: str
    person: str | None
    address: str
    """Empty until it is sent, where it goes to the address that the person has then."""
    match: str | None
    since: int | None
    """The last entry that was told before."""
    number: int | None
    """The last entry that it tells of."""
    content: Any
    made: str
    due: str
    tries: int
    state: str


_ALL = select(*(_COLUMNS[name] for name in OutgoingMail._fields))
_OPEN = _COLUMNS.state.in_((WAITING, FIXED))


def add(connection: Connection, **values: Any) -> int:
    """Store a mail to send; return its id."""
    key = connection.execute(insert(outgoing_mails), {"address": "", "state": WAITING, **values}).inserted_primary_key
    assert key is not None  # noqa: S101  (the table has one)
    return int(key[0])


def _widen(connection: Connection, kind: str, person: str, match: str, number: int, due: str) -> bool:
    """Let the mail about a match that waits to be sent tell of more; return whether there is one."""
    mine = (_COLUMNS.person == person) & (_COLUMNS.match == match) & (_COLUMNS.kind == kind)
    changed = update(outgoing_mails).where(mine, _COLUMNS.state == WAITING)
    sooner = case((_COLUMNS.due < due, _COLUMNS.due), else_=due)
    return connection.execute(changed.values(number=number, due=sooner)).rowcount > 0


def load(connection: Connection, mail: int) -> OutgoingMail | None:
    """Return a mail."""
    row = connection.execute(_ALL.where(_COLUMNS.id == mail)).first()
    return None if row is None else OutgoingMail(*row)


def load_due(connection: Connection, at: str, most: int, later: Collection[str] = ()) -> list[OutgoingMail]:
    """Return mails that are to be sent by a time, the longest due first, those of kinds for ``later`` last."""
    rank = case((_COLUMNS.kind.in_(later), 1), else_=0)
    chosen = _ALL.where(_OPEN, _COLUMNS.due <= at).order_by(rank, _COLUMNS.due, _COLUMNS.id).limit(most)
    return [OutgoingMail(*row) for row in connection.execute(chosen)]


def of_person(connection: Connection, person: str, kind: str, match: str | None = None) -> list[OutgoingMail]:
    """Return a person's mails of a kind, and about a match if one is named, the newest first."""
    chosen = _ALL.where(_COLUMNS.person == person, _COLUMNS.kind == kind)
    if match is not None:
        chosen = chosen.where(_COLUMNS.match == match)
    return [OutgoingMail(*row) for row in connection.execute(chosen.order_by(_COLUMNS.id.desc()))]


def change(connection: Connection, /, mail: int, **values: Any) -> None:
    """Change a mail."""
    connection.execute(update(outgoing_mails).where(_COLUMNS.id == mail).values(**values))


def _change_waiting(connection: Connection, /, known: OutgoingMail, **values: Any) -> bool:
    return connection.execute(update(outgoing_mails).where(_is_still(known)).values(**values)).rowcount > 0


def _is_still(known: OutgoingMail) -> ColumnElement[bool]:
    same = (_COLUMNS.due == known.due) & _COLUMNS.number.is_not_distinct_from(known.number)
    return (_COLUMNS.id == known.id) & (_COLUMNS.state == WAITING) & same


def remove(connection: Connection, mail: int) -> None:
    """Forget a mail."""
    connection.execute(delete(outgoing_mails).where(_COLUMNS.id == mail))


# --- Keys of reply addresses -----------------------------------------------------------------------------------------


NUMBER_BYTES: Final = 5
SIGNATURE_BYTES: Final = 10
KEY_LENGTH: Final = (NUMBER_BYTES + SIGNATURE_BYTES) * 8 // 5
"""Letters and digits of a key; servers on the way may change the case of an address."""


def reply_key(secret: bytes, mail: int) -> str:
    """Return the key of the mail with this id, in lower case."""
    number = mail.to_bytes(NUMBER_BYTES, "big")
    return b32encode(number + _signature(secret, number)).decode().lower()


def mail_of(secret: bytes, key: str) -> int | None:
    """Return the id of the mail that a key was made for; ``None`` for one that the house did not make."""
    try:
        read = b32decode(key.upper())
    except (Error, ValueError):
        return None
    number, signature = read[:NUMBER_BYTES], read[NUMBER_BYTES:]
    if len(key) != KEY_LENGTH or not hmac.compare_digest(signature, _signature(secret, number)):
        return None
    return int.from_bytes(number, "big")


def _signature(secret: bytes, number: bytes) -> bytes:
    return hmac.new(secret, number, sha256).digest()[:SIGNATURE_BYTES]


# --- What somebody has to be told although no entry of a match's log says it -----------------------------------------


REMINDER, LATE, CLAIMABLE = "reminder", "late", "claimable"
"""What a mail about a slow clock says: the person's own time runs out; it is out, and the others may claim the win;
another's time is out, so that the person may claim, give or wait."""
NOTHING: Final[Mapping[str, str]] = {}


def _told_of_time(before: MatchSnapshot, after: MatchSnapshot) -> Mapping[str, str]:
    """Return who has to be told of a slow clock after a change, each with what."""
    if after.told <= before.told:
        return NOTHING
    if after.told == REMINDED:
        return dict.fromkeys(_people_in(after, to_move(after)), REMINDER)
    late = dict.fromkeys(_people_in(after, to_move(after)), LATE)
    return late | dict.fromkeys(_people_in(after, to_claim(after)), CLAIMABLE)


def still_holds(now: MatchSnapshot, person_id: str, number: int | None, what: str) -> bool:
    """Return whether what was to be told of a slow clock is still so."""
    told = REMINDED if what == REMINDER else ANNOUNCED
    seats = to_claim(now) if what == CLAIMABLE else to_move(now)
    return now.number == number and now.told == told and person_id in _people_in(now, seats)


def _newly_asked(before: MatchSnapshot, after: MatchSnapshot) -> set[str]:
    """Return whom others newly wait for, and whose offer was declined, where the log says nothing of it."""
    if (before.offer, before.agreed, before.declined) == (after.offer, after.agreed, after.declined):
        return set()
    declined = frozenset(each.seat for each in after.declined if each not in before.declined)
    newly = (to_answer(after) - to_answer(before)) | (to_be_ready(after) - to_be_ready(before))
    return _people_in(after, newly | declined)


def _people_in(now: MatchSnapshot, seats: frozenset[int]) -> set[str]:
    return {person for seat in seats if (person := now.seats[seat].person) is not None}


# --- Mails to send ---------------------------------------------------------------------------------------------------


SECRET: Final = "mail"  # noqa: S105  (the name it is kept as)
ANSWERABLE: Final = timedelta(days=60)
"""How long a mail can be answered."""
A_MOMENT: Final = timedelta(seconds=30)
"""How long a mail waits that asks for nothing: more may follow at once."""

MATCH, ANSWER, QUESTION, CONFIRM_ADDRESS, NAG, CHAT, SUBMITTED, CHALLENGE, MESSAGE, DIGEST = (
    *("match", "answer", "question", "address", "nag"),
    *("chat", "submitted", "challenge", "message", "digest"),
)
"""Kinds of mails: what happened in a match; the answer to a mail; whether somebody wrote what came in their name;
whether an address is theirs; time runs out; what was written at a table; a move to be confirmed; a challenge; a
message from another player; what happened in several matches."""
SIGN_UP, SIGN_OFF = "sign-up", "sign-off"
"""Whether somebody wants an account; whether they want theirs deleted."""
MOVED: Final = "moved"
"""To the address before: mails go to another one from now on."""
WEEK: Final = "week"
"""What somebody has finished in seven days, and what their mistakes had in common; on Mondays."""
CHOICE: Final = "mail_of_week"
"""The preference of who wants it."""
MONDAY, WEEK_HOUR = 0, 8
A_WEEK: Final = timedelta(days=6)
"""Who was told of a week is told of none within so long."""
HINT: Final = "hint"
"""What the strongest opponent would play, once it has thought."""
PLAYED: Final = "played"
"""In the content of an answer to a move: what is said of it, and after which entry it tells what happened."""
READ: Final = (ANSWER, SIGN_OFF)
"""Kinds of which every mail of a person that is read leads to one."""


PATIENT: Final = (MATCH, DIGEST, NAG)
"""Kinds that nobody has asked for a moment ago."""

MOST_SENT: Final = 60
"""Mails to an address in an hour, of all kinds together; then only those follow that cannot wait."""
AN_HOUR: Final = timedelta(hours=1)
MOST_READ: Final = 120
"""Mails of a person that are read in an hour."""
SUBJECT: Final = "subject"
"""Every letter that was written before it is sent has one."""
SAID: Final = frozenset({"text", "html", "pictures"})
"""What a letter says besides."""


class MailLoad(NamedTuple):
    """How much mail of a person there is."""

    sent: int
    """To them within the last hour."""
    read: int
    """Of theirs, within the last hour."""
    waiting: int
    """To be sent."""


class OutgoingMails:
    """The mails to send; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._secret = b""
        self._audience = KnownAudience()
        ledger.bus.subscribe(STORING, self.note)

    # What there is to tell

    def note(self, connection: Connection, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        """Note for everybody who wants to know that a match has changed, in the transaction that changes it."""
        if not self._audience.may_hear(connection, after.match.game.key, after.id, _people(after)):
            return
        since = 0 if before is None else before.number
        if after.held is not None and after.number == since + 1:  # What it is, is told once it is shown.
            return
        if after.number == since and after.status == (before.status if before else NOT_BEGUN):
            if before is not None:
                self._note_beside(connection, before, after)
            return
        for person_id in _to_tell(connection, before, after):
            self._add_match(connection, person_id, after, since)

    def _note_beside(self, connection: Connection, before: MatchSnapshot, after: MatchSnapshot) -> None:
        """Note what the match's log says nothing of."""
        asked, late = _newly_asked(before, after), _told_of_time(before, after)
        if asked:
            for person_id in _hearing(connection, after, asked):
                self._add_match(connection, person_id, after, after.number)
        if late:
            mail_boards.give(connection, after.match.game.key, after.id)
            for person_id in _hearing(connection, after, late.keys()):
                content = {"what": late[person_id]}
                self.add(connection, NAG, person_id, content=content, match=after.id, number=after.number)

    def _add_match(self, connection: Connection, person_id: str, now: MatchSnapshot, since: int) -> None:
        mail_boards.give(connection, now.match.game.key, now.id)
        at = self._ledger.now()
        asked = now.may_move(person_id) or not awaited(now).isdisjoint(now.seats_of(person_id))
        hurried = asked or now.status == OVER
        due = time_text(at if hurried else at + A_MOMENT)
        if not _widen(connection, MATCH, person_id, now.id, now.number, due):
            facts = {"kind": MATCH, "person": person_id, "match": now.id, "since": since, "number": now.number}
            add(connection, **facts, made=time_text(at), due=due)

    # Other mails

    def add(
        self,
        connection: Connection,
        /,
        kind: str,
        person: str | None,
        address: str = "",
        content: Any = None,
        due: datetime | None = None,
        **about: Any,
    ) -> int:
        """Store a mail in a transaction that is open; return its id.

        ``address``: where it goes, empty for where the person gets mail when it is sent. ``content``: what it says, and
        what is needed when it is answered. ``about``: ``match``, ``number``, ``since``.
        """
        now = self._ledger.now()
        times = {"made": time_text(now), "due": time_text(due or now)}
        return add(connection, kind=kind, person=person, address=address, content=content, **times, **about)

    def put(self, kind: str, person: str | None, address: str = "", content: Any = None, **about: Any) -> int:
        """Store a mail; return its id. The arguments are those of ``add``."""
        return self._ledger.write(self.add, kind, person, address, content, **about)

    def add_weeks(self) -> None:
        """Store the letter of the week for everybody who wants it, where it is Monday morning with them."""
        wants = type_coerce(people.c.settings, Text).contains(CHOICE) & people.c.deleted.is_(None)
        for person_id, stored in self._ledger.rows(select(people.c.id, people.c.settings).where(wants)):
            preferences = Preferences.read(stored)
            here = self._ledger.now().astimezone(zone_of(preferences))
            due = preferences.mail_of_week and here.weekday() == MONDAY and here.hour >= WEEK_HOUR
            if due and not self.made_within(person_id, (WEEK,), A_WEEK):
                self.put(WEEK, person_id)

    def settle(self, connection: Connection, mail: OutgoingMail, **how: Any) -> None:
        """Note in a transaction that is open how a mail was answered, beside what it says."""
        change(connection, mail.id, content={**(mail.content or {}), **how})

    def made_within(self, whose: str, kinds: tuple[str, ...], time: timedelta) -> int:
        """Return how many mails of these kinds were made for an address, or for a person's id, within a time."""
        mine = ((_COLUMNS.address == whose) | (_COLUMNS.person == whose)) & _COLUMNS.kind.in_(kinds)
        return self._count(mine, _COLUMNS.made >= time_text(self._ledger.now() - time))

    def acknowledged(self, now: MatchSnapshot) -> datetime:
        """Return when to answer a move: while a computer thinks, its own move may come into the same mail."""
        seat = now.seats[now.to_act] if now.to_act is not None else None
        thinks = now.status != OVER and seat is not None and seat.kind == COMPUTER
        return self._ledger.now() + A_MOMENT if thinks else self._ledger.now()

    def contents_within(self, kind: str, time: timedelta) -> list[dict[str, Any]]:
        """Return what all mails of a kind say that were made within a time."""
        made = _COLUMNS.made >= time_text(self._ledger.now() - time)
        found = self._ledger.values(select(_COLUMNS.content).where(_COLUMNS.kind == kind, made))
        return [content for content in found if content is not None]

    def of_person(self, person_id: str, kind: str, match_id: str | None = None) -> list[OutgoingMail]:
        """Return a person's mails of a kind, and about a match if one is named, the newest first."""
        return self._ledger.read(of_person, person_id, kind, match_id)

    # Answers

    def mail(self, mail: int) -> OutgoingMail | None:
        """Return a mail by its id."""
        return self._ledger.read(load, mail)

    def key(self, mail: int) -> str:
        """Return the key of the address at which a mail is answered."""
        return reply_key(self._known_secret(), mail)

    def answered(self, key: str) -> OutgoingMail | None:
        """Return the mail that is answered at a key; ``None`` for a key that was made up, or is too old."""
        found = mail_of(self._known_secret(), key)
        if found is None:
            return None
        mail = self._ledger.read(load, found)
        oldest = time_text(self._ledger.now() - ANSWERABLE)
        return mail if mail is not None and mail.made >= oldest else None

    def _known_secret(self) -> bytes:
        if not self._secret:
            self._secret = self._ledger.secret(SECRET)
        return self._secret

    # Sending

    def due(self, most: int) -> list[OutgoingMail]:
        """Return mails that are to be sent by now, the longest due first, those for which nobody waits last."""
        return self._ledger.read(load_due, time_text(self._ledger.now()), most, PATIENT)

    def waiting(self, person_id: str) -> list[OutgoingMail]:
        """Return a person's mails about matches that have not been tried yet."""
        return self._waiting(person_id, MATCH)

    def followed(self, person_id: str, game: str, match_id: str) -> str | None:
        """Return what a person has chosen to hear of a match, or of every match of its game; ``None`` for nothing."""
        found = self._ledger.read(mail_followings.of_match, game, match_id)
        mine = [each.level for each in found if each.person == person_id]
        return mine[-1] if mine else None

    def told_at(self, person_id: str, match_id: str) -> datetime | None:
        """Return when a person was last told of a match by a mail of its own; ``None`` for not yet."""
        mails = self._ledger.read(of_person, person_id, MATCH, match_id)
        return next((time_from_text(mail.made) for mail in mails if mail.state in (FIXED, SENT)), None)

    def sent_within(self, address: str, time: timedelta, kind: str | None = None) -> list[datetime]:
        """Return when mails, or those of a kind, were sent to an address within a time, the first first."""
        there = select(_COLUMNS.sent).where(_COLUMNS.address == address)
        lately = there.where(_COLUMNS.sent > time_text(self._ledger.now() - time)).order_by(_COLUMNS.sent)
        return [
            *map(time_from_text, self._ledger.values(lately if kind is None else lately.where(_COLUMNS.kind == kind)))
        ]

    def load_of(self, person_id: str, address: str) -> MailLoad:
        """Return how much mail of a person there is."""
        sent = self.sent_within(address, AN_HOUR) if address else []
        read = self.made_within(person_id, READ, AN_HOUR)
        return MailLoad(len(sent), read, self._count(_COLUMNS.person == person_id, _OPEN))

    def _count(self, *wanted: ColumnElement[bool]) -> int:
        return self._ledger.scalar(select(func.count()).select_from(outgoing_mails).where(*wanted)) or 0

    def _waiting(self, person_id: str, kind: str) -> list[OutgoingMail]:
        """Return a person's mails of a kind that have not been tried yet, the first first."""
        mine = (_COLUMNS.person == person_id) & (_COLUMNS.kind == kind) & (_COLUMNS.state == WAITING)
        return [OutgoingMail(*row) for row in self._ledger.rows(_ALL.where(mine).order_by(_COLUMNS.id))]

    # What becomes of a mail

    def postpone(self, mail: OutgoingMail, due: datetime) -> bool:
        """Let a mail that waits be sent later, unless there is more to tell by now; return whether it is."""
        return self._ledger.write(_change_waiting, mail, due=time_text(due))

    def drop(self, mail: OutgoingMail) -> bool:
        """Forget a mail that waits, unless there is more to tell by now; return whether it is forgotten."""
        return self._ledger.execute(delete(outgoing_mails).where(_is_still(mail))) > 0

    def fix(self, mail: OutgoingMail, address: str, number: int | None, raw: bytes) -> bool:
        """Keep the message of a mail that is tried now, unless there is more to tell; return whether it is kept.

        The time in which it can be answered begins now, however long it waited.
        """
        made = time_text(self._ledger.now())
        values = {"state": FIXED, "address": address, "number": number, "raw": raw, "made": made}
        with self._ledger.writing() as connection:
            kept = _change_waiting(connection, mail, **values)
            if kept and acknowledges(mail):
                told = (_COLUMNS.kind == MATCH) & (_COLUMNS.person == mail.person) & (_COLUMNS.match == mail.match)
                waits = (_COLUMNS.state == WAITING) & (_COLUMNS.number <= (number or 0))
                connection.execute(delete(outgoing_mails).where(told, waits))
            return kept

    def acknowledgement(self, mail: OutgoingMail) -> OutgoingMail | None:
        """Return the answer to a move that waits for what follows it, where a mail about that match tells just this."""
        waiting = self._waiting(mail.person or "", ANSWER)
        return next((each for each in waiting if each.match == mail.match and acknowledges(each)), None)

    def message(self, mail: int) -> bytes | None:
        """Return the message of a mail that is fixed."""
        found: bytes | None = self._ledger.scalar(select(_COLUMNS.raw).where(_COLUMNS.id == mail))
        return found

    def sent(self, mail: int) -> None:
        """Note that a mail was handed over."""
        self._end(mail, state=SENT, sent=time_text(self._ledger.now()))

    def failed(self, mail: int) -> None:
        """Note that a mail is not tried any more."""
        self._end(mail, state=FAILED)

    def try_again(self, mail: OutgoingMail, due: datetime) -> None:
        """Note that a mail that is fixed was tried in vain."""
        self._ledger.write(change, mail.id, tries=mail.tries + 1, due=time_text(due))

    def digest(self, person_id: str, mails: Sequence[tuple[OutgoingMail, OutgoingMail]]) -> None:
        """Make one mail of a person's mails about matches, each as it is known here and as it is told.

        Those of which there is more to tell by now stay for the next one.
        """
        now = time_text(self._ledger.now())
        with self._ledger.writing() as connection:
            content = [
                {"match": told.match, "since": told.since, "number": told.number}
                for known, told in mails
                if _change_waiting(connection, known, state=SENT, number=told.number, made=now)
            ]
            if content:
                add(connection, kind=DIGEST, person=person_id, content=content, made=now, due=now)

    def forget_old(self) -> None:
        """Forget mails that nobody can answer any more."""
        long_ago, over = time_text(self._ledger.now() - ANSWERABLE), _COLUMNS.state.in_((SENT, FAILED))
        self._ledger.execute(delete(outgoing_mails).where(over, _COLUMNS.made < long_ago))

    def _end(self, mail: int, **values: str) -> None:
        """Keep of a mail what is needed when it is answered, not what it said."""
        with self._ledger.writing() as connection:
            known = load(connection, mail)
            content = None if known is None else known.content
            if isinstance(content, dict) and SUBJECT in content:
                content = {name: fact for name, fact in content.items() if name not in SAID}
            change(connection, mail, raw=None, content=content, **values)


def acknowledges(mail: OutgoingMail) -> bool:
    """Tell whether a mail answers nothing but a move, so that it can tell what has followed as well."""
    return mail.kind == ANSWER and isinstance(mail.content, dict) and PLAYED in mail.content


def _to_tell(connection: Connection, before: MatchSnapshot | None, after: MatchSnapshot) -> list[str]:
    """Return who is to be told by mail, of those who have an address: not those whose doing it is."""
    players, actors = _people(after), _actors(before, after)
    levels = dict.fromkeys(players, EVERY) if _by_itself(after) else {}
    if before is not None:
        levels |= {each: ENDS for each in levels if before.seats_of(each) and not before.plays(each)}
    for each in mail_followings.of_match(connection, after.match.game.key, after.id):
        if each.match or each.person in players or _may_be_found(connection, after, players):
            levels[each.person] = each.level
    wanted = {EVERY, ENDS} if after.status == OVER else {EVERY}
    told = {person for person, level in levels.items() if level in wanted and person not in actors}
    return sorted(reached(connection, told)) if told else []


def _may_be_found(connection: Connection, now: MatchSnapshot, players: Collection[str]) -> bool:
    """Return whether those who follow every match of a game hear of this one: of people who let others watch."""
    chosen = [Preferences.read(accounts.settings(connection, each)) for each in players]
    return several_people(now) and all(each.public_profile and each.public_games for each in chosen)


def _hearing(connection: Connection, now: MatchSnapshot, people: Collection[str]) -> list[str]:
    levels = dict.fromkeys(people, EVERY if _by_itself(now) else NEVER)
    for each in mail_followings.of_match(connection, now.match.game.key, now.id):
        levels[each.person] = each.level
    told = [person for person in people if levels[person] == EVERY]
    return sorted(reached(connection, told)) if told else []


def _people(now: MatchSnapshot) -> set[str]:
    return {seat.person for seat in now.seats if seat.kind == PERSON and seat.person is not None}


def _actors(before: MatchSnapshot | None, after: MatchSnapshot) -> set[str]:
    """Return whose doing a change is: who began with it, or has sat down; whoever ran out of time did nothing."""
    first = next((each for each in after.entries[before.number if before else 0 :] if each.mover >= 0), None)
    if first is None:
        return _people(after) - _people(before) if before is not None else set()
    person = after.seats[first.mover].person
    return set() if person is None or first.gives_up == Termination.TIME else {person}


def _by_itself(now: MatchSnapshot) -> bool:
    """Return whether the people of a match hear of it by mail without asking: nobody has to be quick in it."""
    slow = now.terms.time is None or now.terms.time.slow
    return slow and several_people(now) and not races.is_race(now)


# --- Mails of challenges ---------------------------------------------------------------------------------------------


ASKED: Final = "asked"
"""What a mail tells of a challenge, besides ``DECLINED`` and ``WITHDRAWN``."""


class ChallengeMails:
    """Tells those who get mail of challenges, and of those that came to nothing.

    That one was accepted is told by the match, which begins.
    """

    def __init__(self, outgoing: OutgoingMails) -> None:
        self._outgoing = outgoing

    def note(self, connection: Connection, changed: ChallengeRow) -> None:
        """Note what there is to tell of a challenge that is stored just now."""
        if changed.state == OPEN:
            self._tell(connection, changed.to, changed, ASKED)
            return
        knows_of_it = self._has_sent(connection, changed)
        if changed.state == DECLINED:
            self._tell(connection, changed.by, changed, DECLINED)
        elif changed.state == WITHDRAWN and knows_of_it:
            self._tell(connection, changed.to, changed, WITHDRAWN)

    def _tell(self, connection: Connection, person_id: str, changed: ChallengeRow, what: str) -> None:
        gets_mail = person_id in reached(connection, [person_id])
        chosen = Preferences.read(accounts.settings(connection, person_id))
        if gets_mail and chosen.mail_of_matches != NEVER:
            mail_boards.give_to(connection, changed.match)
            facts = {"what": what, "challenge": changed.id, "by": changed.by, "to": changed.to, "word": changed.word}
            self._outgoing.add(connection, CHALLENGE, person_id, content=facts, match=changed.match)

    def _has_sent(self, connection: Connection, changed: ChallengeRow) -> bool:
        """Return whether the mail that asks was sent; one that waits to be sent has nothing to tell any more."""
        mails = of_person(connection, changed.to, CHALLENGE, changed.match)
        asked = [mail for mail in mails if (mail.content["what"], mail.content["challenge"]) == (ASKED, changed.id)]
        for mail in asked:
            if mail.state == WAITING:
                remove(connection, mail.id)
        return any(mail.state != WAITING for mail in asked)


# --- How many mails there are in each state --------------------------------------------------------------------------


def mail_counts(connection: Connection) -> dict[tuple[str, str], int]:
    """Return the counts by direction, ``in`` or ``out``, and state; those done are kept for a while."""
    state = outgoing_mails.c.state
    found = {
        ("out", str(name)): count for name, count in connection.execute(select(state, func.count()).group_by(state))
    }
    waits = incoming_mails.c.done.is_(None)
    waiting = connection.scalar(select(func.count()).select_from(incoming_mails).where(waits)) or 0
    return {**found, ("in", "waiting"): waiting}

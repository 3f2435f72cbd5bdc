"""Mails to send: written in the transaction in which there is something to tell, so that none is forgotten.

A mail about a match holds facts only: to whom, and from which entry to which. What it says is worked out when it is
sent, of a view for that person.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection

from fivefold.house.bus import STORING
from fivefold.house.ledger import Ledger
from fivefold.house.notices.awaited import awaited, several_people
from fivefold.house.notices.mail import nags
from fivefold.house.notices.mail import stored_addresses as mail_addresses
from fivefold.house.notices.mail import stored_boards as mail_boards
from fivefold.house.notices.mail import stored_followings as mail_followings
from fivefold.house.notices.mail import stored_outgoing as stored
from fivefold.house.notices.mail.audience import KnownAudience
from fivefold.house.notices.mail.reply_keys import mail_of, reply_key
from fivefold.house.notices.mail.stored_outgoing import StoredOutgoing
from fivefold.house.people import accounts
from fivefold.house.people.preferences import Preferences
from fivefold.house.stored_match import time_text
from fivefold.play.outcome import Termination
from fivefold.session import races
from fivefold.session.seats import COMPUTER, PERSON
from fivefold.session.snapshot import OVER, WAITING, MatchSnapshot

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
HINT: Final = "hint"
"""What the strongest opponent would play, once it has thought."""
PLAYED: Final = "played"
"""In the content of an answer to a move: what is said of it, and after which entry it tells what happened."""
READ: Final = (ANSWER, SIGN_OFF)
"""Kinds of which every mail of a person that is read leads to one."""
EVERY, ENDS, NEVER = "every", "ends", "never"
"""What a person wants to hear of a match that they follow."""


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
        if after.number == since and after.status == (before.status if before else WAITING):
            if before is not None:
                self._note_beside(connection, before, after)
            return
        for person_id in _to_tell(connection, before, after):
            self._add_match(connection, person_id, after, since)

    def _note_beside(self, connection: Connection, before: MatchSnapshot, after: MatchSnapshot) -> None:
        """Note what the match's log says nothing of."""
        asked, late = nags.asked(before, after), nags.of_time(before, after)
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
        if not stored.widen(connection, MATCH, person_id, now.id, now.number, due):
            facts = {"kind": MATCH, "person": person_id, "match": now.id, "since": since, "number": now.number}
            stored.add(connection, **facts, made=time_text(at), due=due)

    # Other mails

    def add(
        self,
        connection: Connection,
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
        return stored.add(connection, kind=kind, person=person, address=address, content=content, **times, **about)

    def put(self, kind: str, person: str | None, address: str = "", content: Any = None, **about: Any) -> int:
        """Store a mail; return its id. The arguments are those of ``add``."""
        with self._ledger.writing() as connection:
            return self.add(connection, kind, person, address, content, **about)

    def settle(self, connection: Connection, mail: StoredOutgoing, **how: Any) -> None:
        """Note in a transaction that is open how a mail was answered, beside what it says."""
        stored.change(connection, mail.id, content={**(mail.content or {}), **how})

    def made_within(self, whose: str, kinds: tuple[str, ...], time: timedelta) -> int:
        """Return how many mails of these kinds were made for an address, or for a person's id, within a time."""
        with self._ledger.reading() as connection:
            return stored.made_since(connection, whose, kinds, time_text(self._ledger.now() - time))

    def acknowledged(self, now: MatchSnapshot) -> datetime:
        """Return when to answer a move: while a computer thinks, its own move may come into the same mail."""
        seat = now.seats[now.to_act] if now.to_act is not None else None
        thinks = now.status != OVER and seat is not None and seat.kind == COMPUTER
        return self._ledger.now() + A_MOMENT if thinks else self._ledger.now()

    def contents_within(self, kind: str, time: timedelta) -> list[dict[str, Any]]:
        """Return what all mails of a kind say that were made within a time."""
        with self._ledger.reading() as connection:
            return stored.contents_since(connection, kind, time_text(self._ledger.now() - time))

    def of_person(self, person_id: str, kind: str, match_id: str | None = None) -> list[StoredOutgoing]:
        """Return a person's mails of a kind, and about a match if one is named, the newest first."""
        with self._ledger.reading() as connection:
            return stored.of_person(connection, person_id, kind, match_id)

    # Answers

    def mail(self, mail: int) -> StoredOutgoing | None:
        """Return a mail by its id."""
        with self._ledger.reading() as connection:
            return stored.load(connection, mail)

    def key(self, mail: int) -> str:
        """Return the key of the address at which a mail is answered."""
        return reply_key(self._known_secret(), mail)

    def answered(self, key: str) -> StoredOutgoing | None:
        """Return the mail that is answered at a key; ``None`` for a key that was made up, or is too old."""
        found = mail_of(self._known_secret(), key)
        if found is None:
            return None
        with self._ledger.reading() as connection:
            mail = stored.load(connection, found)
        oldest = time_text(self._ledger.now() - ANSWERABLE)
        return mail if mail is not None and mail.made >= oldest else None

    def _known_secret(self) -> bytes:
        if not self._secret:
            self._secret = self._ledger.secret(SECRET)
        return self._secret


def acknowledges(mail: StoredOutgoing) -> bool:
    """Tell whether a mail answers nothing but a move, so that it can tell what has followed as well."""
    return mail.kind == ANSWER and isinstance(mail.content, dict) and PLAYED in mail.content


def _to_tell(connection: Connection, before: MatchSnapshot | None, after: MatchSnapshot) -> list[str]:
    """Return who is to be told by mail, of those who have an address: not those whose doing it is."""
    players, actors = _people(after), _actors(before, after)
    levels = dict.fromkeys(players, EVERY) if by_itself(after) else {}
    if before is not None:
        levels |= {each: ENDS for each in levels if before.seats_of(each) and not before.plays(each)}
    for each in mail_followings.of_match(connection, after.match.game.key, after.id):
        if each.match or each.person in players or _may_be_found(connection, after, players):
            levels[each.person] = each.level
    wanted = {EVERY, ENDS} if after.status == OVER else {EVERY}
    told = {person for person, level in levels.items() if level in wanted and person not in actors}
    return sorted(mail_addresses.reached(connection, told)) if told else []


def _may_be_found(connection: Connection, now: MatchSnapshot, players: Collection[str]) -> bool:
    """Return whether those who follow every match of a game hear of this one: of people who let others watch."""
    chosen = [Preferences.read(accounts.settings(connection, each)) for each in players]
    return several_people(now) and all(each.public_profile and each.public_games for each in chosen)


def _hearing(connection: Connection, now: MatchSnapshot, people: Collection[str]) -> list[str]:
    """Return which of these players are told by mail what a match asks of them."""
    levels = dict.fromkeys(people, EVERY if by_itself(now) else NEVER)
    for each in mail_followings.of_match(connection, now.match.game.key, now.id):
        levels[each.person] = each.level
    told = [person for person in people if levels[person] == EVERY]
    return sorted(mail_addresses.reached(connection, told)) if told else []


def _people(now: MatchSnapshot) -> set[str]:
    return {seat.person for seat in now.seats if seat.kind == PERSON and seat.person is not None}


def _actors(before: MatchSnapshot | None, after: MatchSnapshot) -> set[str]:
    """Return whose doing a change is: who began with it, or has sat down; whoever ran out of time did nothing."""
    first = next((each for each in after.entries[before.number if before else 0 :] if each.mover >= 0), None)
    if first is None:
        return _people(after) - _people(before) if before is not None else set()
    person = after.seats[first.mover].person
    return set() if person is None or first.gives_up == Termination.TIME else {person}


def by_itself(now: MatchSnapshot) -> bool:
    """Return whether the people of a match hear of it by mail without asking: nobody has to be quick in it."""
    slow = now.terms.time is None or now.terms.time.slow
    return slow and several_people(now) and not races.is_race(now)

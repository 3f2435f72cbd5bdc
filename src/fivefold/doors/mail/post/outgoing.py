"""Mails that are sent: what each says, of its facts, and the thread that sends what is due. No move ever waits for it.

What a mail says is decided, and kept, before it is tried for the first time. So it arrives at least once, and if it
arrives twice it is the same message with the same Message-ID.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from hashlib import sha256
from typing import Final, Literal

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.commands.lists import week_answers
from fivefold.doors.mail.commands.moves import hint_answer
from fivefold.doors.mail.post.arrivals import BOUNCE
from fivefold.doors.mail.post.transports import NotNow, NotSent, Refused, Transport, Unreachable
from fivefold.doors.mail.writing.answer_letters import compose_answers
from fivefold.doors.mail.writing.letters import Letter, before_a_pause, written
from fivefold.doors.mail.writing.match_letters import (
    chat_letter,
    digest_letter,
    match_letter,
    nag_letter,
    told_of_challenge,
)
from fivefold.doors.mail.writing.message import GENERATED, REPLIED, Draw, composed
from fivefold.house.computers.opponents import Opponents
from fivefold.house.errors import Busy, NotKept, NotOffered
from fivefold.house.house import House
from fivefold.house.loop import Loop
from fivefold.house.notices.awaited import awaited
from fivefold.house.notices.mail import links
from fivefold.house.notices.mail import mail_queue as mails
from fivefold.house.notices.mail.followings import ENDS, EVERY, NEVER
from fivefold.house.notices.mail.mail_queue import (
    ASKED,
    CHALLENGE,
    CHAT,
    DIGEST,
    MATCH,
    MESSAGE,
    MOST_SENT,
    NAG,
    PLAYED,
    OutgoingMail,
    acknowledges,
)
from fivefold.house.notices.push import is_quiet, zone_of
from fivefold.house.people.accounts import Preferences
from fivefold.house.table import stored_answers as answers
from fivefold.house.table.presence import GONE, HERE
from fivefold.play.outcome import Termination
from fivefold.session.snapshot import LIVE, MOVE, OVER, WAITING, MatchSnapshot
from fivefold.session.timing import moment

ANSWERS: Final = {*(mails.ANSWER, mails.QUESTION, mails.SUBMITTED, mails.HINT), *(mails.SIGN_UP, mails.SIGN_OFF)}
"""Kinds that answer a mail."""
ID_LETTERS: Final = 20


class Messages:
    """Makes messages; safe to share among threads."""

    def __init__(
        self, house: House, base: str = "", opponents: Opponents | None = None, draw: Draw | None = None
    ) -> None:
        """``base``: the public address of the pages; empty where there is none. ``opponents``: who give hints.

        ``draw``: draws the pictures; without it they are drawn here.
        """
        self._house, self._base, self._opponents, self._draw = house, base, opponents, draw
        self._letters = self._makers()

    def composed(self, mail: OutgoingMail, address: str, others_wait: datetime | None = None) -> bytes | None:
        """Return a mail as the message that goes to an address; ``None`` where it cannot be made yet.

        ``others_wait``: until when other mails to it wait, which this one announces; ``None`` where none has to.
        Raises ``FivefoldError`` where there is nothing to tell.
        """
        letter = self.letter(mail)
        if letter is None:
            return None
        person = mail.person or ""
        if others_wait is not None:
            letter = before_a_pause(letter, MOST_SENT, moment(others_wait), self._house.vacations.zone(person))
        if not self._house.accounts.preferences(person).mail_pictures:
            letter = replace(letter, html="", pictures=())
        content = mail.content if isinstance(mail.content, dict) else {}
        return composed(
            letter,
            self._house.mail.domain,
            address,
            self.message_id(mail.id),
            self._house.mail.outgoing.key(mail.id),
            self._house.now(),
            in_reply_to=content.get("in_reply_to", ""),
            automatic=REPLIED if mail.kind in ANSWERS else GENERATED,
            unsubscribe=self._stop_page(mail),
            draw=self._draw,
        )

    def letter(self, mail: OutgoingMail) -> Letter | None:
        """Return what a mail says; ``None`` where that is not known yet. Raises ``FivefoldError``."""
        if acknowledges(mail) and (played := mail.content[PLAYED])["number"] != mail.number:
            about = self._house, mail.match or "", mail.person or "", played["since"], mail.number
            return match_letter(*about, base=self._base, done=played["said"])
        if isinstance(mail.content, dict) and "subject" in mail.content:
            return Letter.read(mail.content)
        return self._letters[mail.kind](mail)

    def message_id(self, mail: int) -> str:
        """Return a mail's Message-ID, always the same, from which nobody can tell where it is answered."""
        digest = sha256(self._house.mail.outgoing.key(mail).encode()).hexdigest()
        return f"<{mail}.{digest[:ID_LETTERS]}@{self._house.mail.domain}>"

    def _makers(self) -> Mapping[str, Callable[[OutgoingMail], Letter | None]]:
        """Return what makes the letter of each kind of mail that holds only facts."""
        house, base = self._house, self._base
        return {
            MATCH: lambda m: match_letter(house, m.match or "", m.person or "", m.since or 0, m.number, base),
            DIGEST: lambda m: digest_letter(
                house, m.person or "", [(each["match"], each["since"]) for each in m.content], base
            ),
            NAG: lambda m: nag_letter(house, m.match or "", m.person or "", m.content["what"], base),
            CHAT: lambda m: chat_letter(house, m.match or "", m.person or "", m.content["by"], m.content["text"], base),
            MESSAGE: lambda m: written("message", by=m.content["by"], text=m.content["text"], base=base),
            CHALLENGE: lambda m: told_of_challenge(house, m, base),
            mails.WEEK: lambda m: compose_answers(house, week_answers(house, m.person or ""), m.person, base),
            mails.CONFIRM_ADDRESS: lambda m: self._with_link(m, "address"),
            mails.MOVED: lambda m: written("moved", name=house.person(m.person or "").shown, base=base),
            links.SIGN_IN: lambda m: self._with_link(m, "sign_in"),
            mails.HINT: self._hint,
        }

    def _with_link(self, mail: OutgoingMail, template: str) -> Letter:
        if not self._base and mail.kind == links.SIGN_IN:
            raise NotOffered("the house does not know the address of its pages", subject="sign in by mail")
        link = f"{self._base}{self._house.mail.links.of_mail(mail)}" if self._base else ""
        return written(template, name=self._house.person(mail.person or "").shown, link=link, base=self._base)

    def _hint(self, mail: OutgoingMail) -> Letter | None:
        if self._opponents is None:
            raise NotOffered("nobody gives hints here", subject="hint")
        told = hint_answer(self._house, self._opponents, mail)
        return None if told is None else compose_answers(self._house, [told], mail.person, self._base)

    def _stop_page(self, mail: OutgoingMail) -> str:
        """Return the page on which one click stops mails like this; empty where there is none."""
        if not self._base or mail.person is None or mail.kind not in UNASKED:
            return ""
        return f"{self._base}{self._house.mail.links.path(links.STOP, mail.person, mail.match or '')}"


# --- What becomes of a mail that is due ------------------------------------------------------------------------------


DAYS: Final = 3
"""Within so many days every hour of the day comes, also where clocks change."""


def next_of(hours: str, chosen: Preferences, at: datetime) -> datetime:
    """Return the first moment from a time on at which one of these hours begins, in the person's time zone."""
    zone = zone_of(chosen)
    here = at.astimezone(zone)
    days = [here.date() + timedelta(days=ahead) for ahead in range(DAYS)]
    times = [datetime.combine(day, time(int(hour)), zone) for day in days for hour in hours.split(",")]
    return min(each for each in (each.astimezone(at.tzinfo) for each in times) if each >= at)


def quiet_until(chosen: Preferences, at: datetime) -> datetime | None:
    """Return when a person may be sent something again who wants nothing at this time of the day; else ``None``."""
    return next_of(chosen.quiet_until, chosen, at) if is_quiet(chosen, at) else None


SEND: Final = "send"
DROP: Final = "drop"
TOGETHER: Final = "together"
Verdict = Literal["send", "drop", "together"] | datetime
"""What becomes of a mail; a time: it is looked at again then."""
SEEN_SECONDS: Final = 10.0
"""Whoever has looked at a match for so long knows how it stands."""
UNREAD: Final = timedelta(minutes=5)
"""A mail waits this long for somebody who has the match open, but does not look at it."""
A_LOOK: Final = timedelta(seconds=15)
"""Until such a mail is looked at again."""
LONGEST_LOOK: Final = 3600.0
"""Seconds; a mail for who watches with a delay is looked at again at the latest then."""
UNTIL_MORE: Final = datetime(9999, 12, 31, tzinfo=UTC)
"""When a mail is due that is sent with the next move, or never."""
UNASKED: Final = frozenset({MATCH, DIGEST, NAG, CHAT, CHALLENGE, MESSAGE, mails.WEEK})
"""Kinds that wait for the end of a person's quiet hours, and that one click stops; the others answer what they sent."""
OTHERS_WRITE: Final = frozenset({CHAT, CHALLENGE, MESSAGE})
"""Kinds that hold what other people wrote: they have no hurry."""
TURNS, TOLD_IN_DIGEST = "turns", "digest"
"""Preferences of ``mail_of_matches`` besides those of who follows a match."""


class DeliveryRules:
    """Decides what becomes of mails; safe to share among threads."""

    def __init__(self, house: House) -> None:
        self._house = house

    def verdict(self, mail: OutgoingMail) -> Verdict:
        """Return what becomes of a mail that is due."""
        if mail.person is None or mail.kind not in UNASKED:
            return SEND
        chosen = self._house.accounts.preferences(mail.person)
        quiet = quiet_until(chosen, self._house.now())
        if quiet is not None:
            return quiet
        if mail.kind == mails.WEEK:
            return SEND if chosen.mail_of_week else DROP
        if mail.match is None:
            return DROP if chosen.mail_of_matches == NEVER else SEND
        try:
            now = self._house.known(mail.match)
        except FivefoldError:  # damaged: there is nothing to tell
            return DROP
        judge = {MATCH: self._match, NAG: self._nag, CHAT: self._chat, CHALLENGE: self._challenge}[mail.kind]
        return judge(mail, now, chosen)

    def cannot_wait(self, mail: OutgoingMail) -> bool:
        """Return whether a mail is about a match that its person plays, whose clock runs or which waits for them."""
        if mail.match is None or mail.kind in OTHERS_WRITE:
            return False
        try:
            now = self._house.known(mail.match)
        except FivefoldError:
            return False
        runs = now.clocks is not None and now.clocks.running is not None
        return now.status == LIVE and bool(now.seats_of(mail.person or "")) and (runs or _waits_for(mail, now))

    def news(self, mail: OutgoingMail, now: MatchSnapshot) -> OutgoingMail:
        """Return a mail about a match as it is sent now: since which entry it tells, and up to which."""
        since = mail.since or 0
        if not self._has_answers(mail, now):
            since = max(since, _last_move(mail, now))
        return mail._replace(since=since, number=now.number)

    def may_be_told(self, mail: OutgoingMail, now: MatchSnapshot) -> bool:
        """Return whether a person may see a match as it stands: who watches with a delay is told later."""
        return self._house.delays.seen_by(now, mail.person or "").number >= now.number

    def is_seen(self, mail: OutgoingMail, now: MatchSnapshot) -> bool:
        """Return whether a person knows of what a mail about a match was to tell: they look at it, or have moved."""
        if self._looks_on(mail, now):
            return True
        moved = _last_move(mail, now) > (mail.number or 0)
        return (moved and not self._has_answers(mail, now)) or not _is_news(mail, now)

    def _match(self, mail: OutgoingMail, now: MatchSnapshot, chosen: Preferences) -> Verdict:
        at = self._house.now()
        if now.number < (mail.number or 0):  # it is stored, and not yet at hand
            return at
        seen = self._house.delays.seen_by(now, mail.person or "")
        if seen.number < now.number:  # who watches hears of it when they may see it
            return at + timedelta(seconds=min(LONGEST_LOOK, self._house.delays.seconds_to_change(now, seen)))
        level = self._level(mail, now, chosen)
        if self.is_seen(mail, now) or level == NEVER or (level == ENDS and now.status != OVER):
            return DROP
        if level == TURNS and now.status != OVER and not _waits_for(mail, now):
            return UNTIL_MORE
        later = self._has_open(mail, now)
        if later is not None:
            return later
        return SEND if level != TOLD_IN_DIGEST else _in_digest(chosen, datetime.fromisoformat(mail.made), at)

    def _nag(self, mail: OutgoingMail, now: MatchSnapshot, chosen: Preferences) -> Verdict:
        what = mail.content["what"]
        if self._level(mail, now, chosen) in (NEVER, ENDS):
            return DROP
        return SEND if mails.still_holds(now, mail.person or "", mail.number, what) else DROP

    def _level(self, mail: OutgoingMail, now: MatchSnapshot, chosen: Preferences) -> str:
        """Return what a person wants to hear of a match: as they follow it, else as they have chosen for all."""
        followed = self._house.mail.outgoing.followed(mail.person or "", now.match.game.key, now.id)
        together = followed == EVERY and chosen.mail_of_matches == TOLD_IN_DIGEST
        return chosen.mail_of_matches if followed is None or together else followed

    def _chat(self, mail: OutgoingMail, now: MatchSnapshot, chosen: Preferences) -> Verdict:
        if self._looks_on(mail, now) or self._level(mail, now, chosen) == NEVER:
            return DROP
        return self._has_open(mail, now) or SEND

    def _challenge(self, mail: OutgoingMail, now: MatchSnapshot, chosen: Preferences) -> Verdict:
        """Return what becomes of a mail about a challenge: one that was answered meanwhile is told of no more."""
        asks = mail.content["what"] == ASKED
        answered = now.status != WAITING or bool(now.seats_of(mail.person or ""))
        return DROP if (asks and answered) or self._level(mail, now, chosen) == NEVER else SEND

    def _looks_on(self, mail: OutgoingMail, now: MatchSnapshot) -> bool:
        """Return whether a person has looked at a match for a moment, and still does."""
        here, seconds = self._house.presence.state_at(mail.person or "", now.table_id)
        return here == HERE and (seconds or 0.0) >= SEEN_SECONDS

    def _has_open(self, mail: OutgoingMail, now: MatchSnapshot) -> datetime | None:
        """Return when to look again at a mail for somebody who has the match open, and may yet look at it."""
        at, until = self._house.now(), datetime.fromisoformat(mail.made) + UNREAD
        there = self._house.presence.state_at(mail.person or "", now.table_id)[0] != GONE
        return at + A_LOOK if there and at < until else None

    def _has_answers(self, mail: OutgoingMail, now: MatchSnapshot) -> bool:
        """Return whether the house may have moved for a person, by answers that they have given in advance."""
        with self._house.reading() as connection:
            return any(answers.of_seat(connection, now.id, seat) for seat in now.seats_of(mail.person or ""))


def _in_digest(chosen: Preferences, made: datetime, at: datetime) -> Verdict:
    hour = next_of(chosen.mail_hours, chosen, made)
    return hour if at < hour else TOGETHER


def _last_move(mail: OutgoingMail, now: MatchSnapshot) -> int:
    """Return the number of the last entry that a person's own doing has led to; 0 for none.

    What chance draws then, and moves that are forced, belong to it; forced moves of their own are nobody's doing.
    """
    seats, last = now.seats_of(mail.person or ""), now.number
    chosen = set(now.match.decisions)
    for entry, ply in zip(reversed(now.entries), reversed(now.plies), strict=True):
        if entry.mover < 0 or (entry.kind == MOVE and ply - 1 not in chosen and not entry.gives_up):
            continue
        if entry.mover in seats and entry.gives_up != Termination.TIME:
            return last
        last = entry.number - 1
    return 0


def _waits_for(mail: OutgoingMail, now: MatchSnapshot) -> bool:
    person_id = mail.person or ""
    return now.may_move(person_id) or not awaited(now).isdisjoint(now.seats_of(person_id))


def _is_news(mail: OutgoingMail, now: MatchSnapshot) -> bool:
    """Return whether there is anything to tell: new entries, or something that is asked or was declined."""
    declined = any(each.seat in now.seats_of(mail.person or "") for each in now.declined)
    return now.number > (mail.since or 0) or now.status == OVER or _waits_for(mail, now) or declined


# --- Sends what is due, in a thread of its own -----------------------------------------------------------------------


MOST: Final = 20
"""Mails in one sweep; an answer that was asked for meanwhile comes first in the next one."""
LONGEST_SLEEP: Final = 1.0
"""Seconds until the store is looked at again."""
SENDING_SECONDS: Final = 300.0
"""How long a process has a mail to itself, as long as it is up."""
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
PAUSES: Final = (*(n * MINUTE for n in (1, 2, 5, 10, 20, 30)), *(n * HOUR for n in (1, 2, 4, 8)), *(9 * [12 * HOUR]))
"""Between tries of a mail: five days altogether; then it is given up."""
RESTS: Final = tuple(n * MINUTE for n in (1, 2, 4, 8, 15))
"""After these, nothing was sent for so long that the last is kept to."""
GIVEN_UP: Final = timedelta(days=5)
"""What could not be tried for so long is not sent any more; what tells of a match is, as the match stands then."""
MOST_QUESTIONS_A_DAY: Final = 5
"""Whether it is theirs is asked so often of an address, whoever wants to have it; the others are dropped."""
LOOK_EVERY: Final = HOUR

NOT_YET: Final = timedelta(seconds=2)
"""Until a mail is looked at again of which it is not known yet what it says."""

Compose = Callable[[OutgoingMail, str, datetime | None], bytes | None]
"""Returns a mail to an address as the message it is from now on; ``None`` where that is not known yet. With a time, it
is the last one that does not wait until then. Raises ``FivefoldError`` where there is nothing to tell any more."""

logger = logging.getLogger("fivefold.mail")


class Sender:
    """Takes mails that are due, one after the other."""

    def __init__(self, house: House, way: Transport, compose: Compose) -> None:
        self._house, self._queue, self._rules = house, house.mail.outgoing, DeliveryRules(house)
        self._way, self._compose = way, compose
        self.loop = Loop("mail sender", self.sweep)
        self._rests, self._rests_until = 0, house.now()
        self._looked = house.now() - LOOK_EVERY

    def sweep(self) -> float:
        """Send what is due by now; return the seconds until something else may be."""
        if not self._house.bus.owns_duty("mail-out"):
            return LONGEST_SLEEP
        self._every_hour()
        if self._house.now() < self._rests_until:
            return LONGEST_SLEEP
        due = self._queue.due(MOST)
        try:
            for mail in due:
                if self.loop.stopping or not self._house.bus.owns_duty("mail-out"):
                    break
                with self._house.bus.lease("mail-out", str(mail.id), SENDING_SECONDS) as mine:
                    if mine:
                        self._take_safely(mail)
        except Unreachable as error:
            self._rest(error)
        finally:
            if due:
                self._way.close()
        return 0.0 if due and not self._rests else LONGEST_SLEEP

    # One mail

    def _take_safely(self, mail: OutgoingMail) -> None:
        """Take a mail; one that cannot be made does not keep the others waiting."""
        try:
            self._take(mail)
        except (NotSent, Busy, NotKept):
            raise
        except Exception:
            logger.exception("mail %s (%s) could not be made", mail.id, mail.kind)
            self._try_again(mail)

    def _take(self, mail: OutgoingMail) -> None:
        if mail.state == mails.FIXED:
            message = self._queue.message(mail.id)
            if message is not None:
                self._hand_over(mail, message)
            return
        verdict = self._rules.verdict(mail)
        address = mail.address or self._address(mail.person)
        too_old = mail.kind != MATCH and self._house.now() - datetime.fromisoformat(mail.made) > GIVEN_UP
        if verdict == DROP or not address or too_old:
            self._queue.drop(mail)
        elif isinstance(verdict, datetime):
            self._queue.postpone(mail, verdict)
        elif verdict == TOGETHER:
            self._gather(mail.person or "")
        elif mail.kind == mails.CONFIRM_ADDRESS and self._was_asked_often(address):
            self._queue.drop(mail)
        elif (later := self._bounded(mail, address)) is not None:
            self._queue.postpone(mail, later)
        elif mail.kind == MATCH and (answer := self._queue.acknowledgement(mail)) is not None:
            self._send_first(answer, answer.address)  # it tells of this as well
        else:
            self._send_first(mail, address)

    def _send_first(self, mail: OutgoingMail, address: str) -> None:
        """Send a mail that was not tried before: what it says holds from now on."""
        self._way.open()
        told = mail
        if mail.kind in (MATCH, mails.HINT):
            told = self._rules.news(mail, self._house.known(mail.match or ""))
        elif acknowledges(mail):
            told = mail._replace(number=self._house.known(mail.match or "").number)
        try:
            message = self._compose(told, address, self._others_wait(address))
        except (Busy, NotKept):
            raise
        except FivefoldError as error:
            logger.info("mail %s (%s) has nothing to tell: %s", mail.id, mail.kind, error)
            self._queue.drop(mail)
            return
        if message is None:
            self._queue.postpone(mail, self._house.now() + NOT_YET)
        elif self._queue.fix(mail, address, told.number, message):
            self._hand_over(mail._replace(address=address, state=mails.FIXED), message)

    def _gather(self, person_id: str) -> None:
        """Make one mail of all that a person has not been told of their matches."""
        found = []
        for mail in self._queue.waiting(person_id):
            now = self._known(mail)
            if now is None or self._rules.is_seen(mail, now):
                self._queue.drop(mail)
            elif now.number >= (mail.number or 0) and self._rules.may_be_told(mail, now):
                found.append((mail, self._rules.news(mail, now)))
        self._queue.digest(person_id, found)

    def _known(self, mail: OutgoingMail) -> MatchSnapshot | None:
        """Return the match of a mail; ``None`` where it is damaged."""
        try:
            return self._house.known(mail.match or "")
        except (Busy, NotKept):
            raise
        except FivefoldError:
            return None

    def _hand_over(self, mail: OutgoingMail, message: bytes) -> None:
        """Send a mail that is fixed. Raises ``Unreachable``."""
        try:
            self._way.open()
            bounces = f"{BOUNCE}+{self._queue.key(mail.id)}@{self._house.mail.domain}"
            self._way.send(bounces, mail.address, message)
        except Refused as error:
            logger.info("mail %s was refused: %s", mail.id, error)
            self._queue.failed(mail.id)
            if error.no_such_address and mail.person is not None:
                self._house.mail.addresses.failed(mail.person, mail.address, str(error))
        except NotSent as error:
            self._try_again(mail)
            if not isinstance(error, NotNow):
                raise
        else:
            self._queue.sent(mail.id)
            if self._rests > 0:
                logger.warning("Mails are sent again.")
            self._rests = 0

    def _try_again(self, mail: OutgoingMail) -> None:
        if mail.tries >= len(PAUSES):
            logger.warning("mail %s is given up after %s tries", mail.id, mail.tries + 1)
            self._queue.failed(mail.id)
        else:
            self._queue.try_again(mail, self._house.now() + PAUSES[mail.tries])

    # What holds mails back

    def _address(self, person_id: str | None) -> str:
        """Return where a person gets mail; empty where nothing is sent."""
        found = self._house.mail.addresses.of(person_id) if person_id is not None else None
        return found.address if found is not None and found.reached else ""

    def _bounded(self, mail: OutgoingMail, address: str) -> datetime | None:
        """Return when a mail may be sent to an address that has had many lately; ``None`` for now."""
        sent = self._queue.sent_within(address, HOUR)
        if len(sent) < MOST_SENT or self._rules.cannot_wait(mail):
            return None
        return sent[-MOST_SENT] + HOUR

    def _was_asked_often(self, address: str) -> bool:
        return len(self._queue.sent_within(address, DAY, mails.CONFIRM_ADDRESS)) >= MOST_QUESTIONS_A_DAY

    def _others_wait(self, address: str) -> datetime | None:
        """Return until when others wait after one more mail to an address; ``None`` where another may follow."""
        sent = self._queue.sent_within(address, HOUR)
        return sent[0] + HOUR if len(sent) == MOST_SENT - 1 else None

    # How it works

    def _rest(self, error: Unreachable) -> None:
        """Try nothing for a while, longer each time."""
        if self._rests == 0:
            logger.warning("Mails cannot be sent just now: %s", error)
        pause = RESTS[min(self._rests, len(RESTS) - 1)]
        self._rests, self._rests_until = self._rests + 1, self._house.now() + pause

    def _every_hour(self) -> None:
        if self._house.now() - self._looked >= LOOK_EVERY:
            self._looked = self._house.now()
            self._queue.forget_old()
            self._queue.add_weeks()

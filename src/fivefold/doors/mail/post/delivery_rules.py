"""What becomes of a mail that is due: it is sent, sent later, sent together with others, or not wanted any more."""

from datetime import UTC, datetime, time, timedelta
from typing import Final, Literal

from fivefold.contract.errors import FivefoldError
from fivefold.house.house import House
from fivefold.house.notices.awaited import awaited
from fivefold.house.notices.mail import outgoing
from fivefold.house.notices.mail.followings import ENDS, EVERY, NEVER
from fivefold.house.notices.mail.outgoing import ASKED, CHALLENGE, CHAT, DIGEST, MATCH, MESSAGE, NAG, OutgoingMail
from fivefold.house.notices.push import is_quiet, zone_of
from fivefold.house.people.accounts import Preferences
from fivefold.house.table import stored_answers as answers
from fivefold.house.table.presence import GONE, HERE
from fivefold.play.outcome import Termination
from fivefold.session.snapshot import LIVE, MOVE, OVER, WAITING, MatchSnapshot

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


# --- What becomes of a mail that is due ------------------------------------------------------------------------------


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
UNASKED: Final = frozenset({MATCH, DIGEST, NAG, CHAT, CHALLENGE, MESSAGE})
"""Kinds that wait for the end of a person's quiet hours; the others answer what the person has just sent."""
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
        return SEND if outgoing.still_holds(now, mail.person or "", mail.number, what) else DROP

    def _level(self, mail: OutgoingMail, now: MatchSnapshot, chosen: Preferences) -> str:
        """Return what a person wants to hear of a match: as they follow it, else as they have chosen for all."""
        followed = self._house.mail.queue.followed(mail.person or "", now.match.game.key, now.id)
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
        here, seconds = self._house.presence.state_at(mail.person or "", now.id)
        return here == HERE and (seconds or 0.0) >= SEEN_SECONDS

    def _has_open(self, mail: OutgoingMail, now: MatchSnapshot) -> datetime | None:
        """Return when to look again at a mail for somebody who has the match open, and may yet look at it."""
        at, until = self._house.now(), datetime.fromisoformat(mail.made) + UNREAD
        there = self._house.presence.state_at(mail.person or "", now.id)[0] != GONE
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

"""News sent to devices that asked for it (web push), by threads of its own: no move ever waits for it."""

import logging
from dataclasses import dataclass, replace
from datetime import datetime, time
from hashlib import sha256
from threading import Lock
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import orjson
from sqlalchemy import Connection, delete, exists, insert, or_, select, update

from fivefold.contract.errors import FivefoldError
from fivefold.house.cache import Cache
from fivefold.house.database.schema import push_subscriptions, sessions
from fivefold.house.ledger import Ledger
from fivefold.house.notices import news, news_words
from fivefold.house.notices.awaited import awaited
from fivefold.house.notices.news import KINDS, News, Note
from fivefold.house.notices.news_view import NewsItemView
from fivefold.house.notices.push_delivery import (
    Signer,
    Unreachable,
    check_endpoint,
    check_keys,
    deliver,
    encrypted,
    origin,
)
from fivefold.house.outbox import Outbox
from fivefold.house.people.accounts import Accounts
from fivefold.house.people.preferences import Preferences
from fivefold.house.stored_match import time_text
from fivefold.house.table.presence import HERE, Presence

log = logging.getLogger("fivefold.service")

THREADS: Final = 3
KEPT_AS: Final = "push"
"""The name of the house's secret from which its key is made."""
MOST_DEVICES: Final = 10
"""Of a person."""
LATER_SECONDS: Final = 25.0
"""Who is here may have left by then, before they saw it."""
PAUSES: Final = (10.0, 60.0, 300.0, 1800.0)
"""Seconds between tries."""
MOST_FAILURES: Final = 20
"""In a row; then a device is forgotten."""
MOST_TOLD: Final = 10_000
"""Matches kept of which somebody was told and has not looked since."""
REMINDERS: Final = frozenset({news.TIME, news.TIME_OUT})
"""News that comes also to somebody who was told of the match before, and that waits for the end of quiet hours."""
QUIET_SECONDS: Final = 1800.0
"""Until it is tried again in quiet hours."""
GONE: Final = (404, 410)
TOO_MUCH, BROKEN = 429, 500
KEPT_SECONDS: Final = {news.CHAT: 3600}
"""How long a push service keeps a message for a device that is switched off, where it is not a day."""
DAY: Final = 86_400
TEST: Final = "test"
"""A message that somebody asks for to see whether it works."""
SWITCHES: Final = {
    news.TURN: "news_of_turns",
    news.OFFER: "news_of_offers",
    news.READY: "news_of_offers",
    news.CHALLENGE: "news_of_challenges",
    news.SEATED: "news_of_seats",
    news.ENDED: "news_of_ends",
    news.CHAT: "news_of_chat",
    news.TIME: "news_of_turns",
    news.TIME_OUT: "news_of_turns",
}
"""By kind the choice that switches it on."""
SIGNED_IN: Final = or_(
    push_subscriptions.c.session.is_(None), exists().where(sessions.c.id == push_subscriptions.c.session)
)
"""Signing out on a device ends what it asked for."""


class Subscription(NamedTuple):
    """A device of a person: where to send it news, and with which keys."""

    id: str
    person: str
    session: str | None
    endpoint: str
    public_key: str
    auth: str
    created: str
    failures: int


@dataclass(frozen=True, slots=True)
class Sending:
    """A note on its way: to everybody's devices, or again to one of them."""

    note: Note
    device: str | None = None
    tries: int = 0
    waited: bool = False
    """Whether the person was here at first."""


class Push:
    """Who asked for news on which device, and the sending of it; safe to share among threads."""

    def __init__(self, ledger: Ledger, told: News, presence: Presence, accounts: Accounts) -> None:
        self._ledger, self._presence, self._accounts = ledger, presence, accounts
        self._lock = Lock()
        self._outbox: Outbox[Sending] = Outbox(self._send)
        self._people: set[str] = set()
        self._news = told
        self._told: Cache[tuple[str, str], str] = Cache(MOST_TOLD)
        self._local, self._contact = False, ""
        told.on_note.append(self._receive)
        ledger.bus.subscribe("push", lambda words: self._note_asked(words[0]))
        ledger.bus.subscribe("looked", lambda words: self._note_looked(words[0], words[1]))
        ledger.bus.subscribe("told", lambda words: self._note_told(words[0], words[1], words[2]))

    def prepare(self) -> None:
        """Make the house's keys, once."""
        self._ledger.secret(KEPT_AS)

    def start(self, contact: str = "", local: bool = False, threads: int = THREADS) -> None:
        """Begin to send; ``contact``: the public address; ``local``: for tests, also to services on this machine."""
        self._local, self._contact = local, contact
        with self._ledger.reading() as connection:
            self._people = set(connection.scalars(select(push_subscriptions.c.person).distinct()))
        self._outbox.start(threads)

    def stop(self) -> None:
        """End; what was not sent waits in the house, as ever."""
        self._outbox.stop()

    # What people ask for

    def key(self) -> str:
        """Return the house's public key, which a browser needs to subscribe."""
        return self._signer().public_key()

    def check(self, endpoint: str, public_key: str, auth: str) -> None:
        """Raise ``InvalidEndpoint`` or ``InvalidKeys`` for what no browser sends."""
        check_endpoint(endpoint, self._local)
        check_keys(public_key, auth)

    def subscribe(self, person_id: str, endpoint: str, public_key: str, auth: str, session: str | None = None) -> None:
        """Send news to a device from now on. Raises ``InvalidEndpoint``, ``InvalidKeys``."""
        self.check(endpoint, public_key, auth)
        at = time_text(self._ledger.now())
        new = Subscription(_id(endpoint), person_id, session, endpoint, public_key, auth, at, 0)
        self._ledger.note_person(person_id)
        with self._ledger.writing() as connection:
            _keep(connection, new)
        self._note_asked(person_id)
        self._ledger.bus.publish_soon("push", person_id)

    def _note_asked(self, person_id: str) -> None:
        with self._lock:
            self._people.add(person_id)

    def unsubscribe(self, person_id: str, endpoint: str) -> bool:
        """Send nothing more to a device of this person, to none where it is empty; return whether there was one."""
        mine = [each.id for each in self.devices(person_id) if endpoint in ("", each.endpoint)]
        for each in mine:
            self._forget(each)
        return bool(mine)

    def devices(self, person_id: str) -> list[Subscription]:
        """Return the devices of a person that asked for news."""
        chosen = select(push_subscriptions).where(push_subscriptions.c.person == person_id, SIGNED_IN)
        with self._ledger.reading() as connection:
            return [Subscription(*row) for row in connection.execute(chosen.order_by(push_subscriptions.c.created))]

    def test(self, person_id: str, endpoint: str) -> None:
        """Send a message to one device of this person, whatever they have chosen."""
        self._outbox.put(Sending(Note(person_id, TEST, None), device=_id(endpoint)))

    def looked(self, person_id: str, match_id: str) -> None:
        """Note that a person has looked at a match: what comes next is news again."""
        self._note_looked(person_id, match_id)
        if person_id in self._people:
            self._ledger.bus.publish_soon("looked", person_id, match_id)

    def _note_looked(self, person_id: str, match_id: str) -> None:
        self._told.pop((person_id, match_id))

    def _note_told(self, person_id: str, match_id: str, kind: str) -> None:
        self._told.put((person_id, match_id), kind)

    # How it works

    def _receive(self, note: Note) -> None:
        with self._lock:
            asked = note.person_id in self._people
        if asked and note.match_id is not None:
            self._outbox.put(Sending(note))

    def _send(self, sending: Sending) -> None:
        note = sending.note
        if sending.device is None:
            for each in self.devices(note.person_id) if self._is_due(sending) else ():
                self._outbox.put(replace(sending, device=each.id))
            return
        device = next((each for each in self.devices(note.person_id) if each.id == sending.device), None)
        item = _tested() if note.kind == TEST else news_words.item(self._ledger, note)
        if device is not None and item is not None and (sending.tries == 0 or self._still_holds(note)):
            self._post(sending, device, item)

    def _is_due(self, sending: Sending) -> bool:
        """Return whether to send a note now: it is wanted, not known already, and the person does not see it here."""
        note = sending.note
        match_id = note.match_id or ""
        if not self._is_wanted(note) or not self._still_holds(note) or self._news.foreseen(note):
            return False
        if is_quiet(self._accounts.preferences(note.person_id), self._ledger.now()):
            if note.kind in REMINDERS:
                self._outbox.put(sending, QUIET_SECONDS)
            return False
        presence = self._presence
        if presence.state(note.person_id) == HERE:
            watched = presence.state_at(note.person_id, match_id)[0] == HERE
            if not sending.waited and not watched:
                self._outbox.put(replace(sending, waited=True), LATER_SECONDS)
            return False
        before = self._told.get((note.person_id, match_id))
        told = before is not None and (KINDS[before].waits or not KINDS[note.kind].waits)
        if told and note.kind not in REMINDERS:
            return False
        self._note_told(note.person_id, match_id, note.kind)
        self._ledger.bus.publish_soon("told", note.person_id, match_id, note.kind)
        return True

    def _is_wanted(self, note: Note) -> bool:
        wanted: bool = getattr(self._accounts.preferences(note.person_id), SWITCHES[note.kind])
        return wanted

    def _still_holds(self, note: Note) -> bool:
        """Return whether somebody still waits for the person, where that is what a note says."""
        if note.kind not in (news.TURN, news.OFFER, news.READY, *REMINDERS) or note.match_id is None:
            return True
        try:
            now = self._ledger.known(note.match_id)
        except FivefoldError:
            return False
        return not awaited(now).isdisjoint(now.seats_of(note.person_id))

    def _post(self, sending: Sending, device: Subscription, item: NewsItemView) -> None:
        signer, note = self._signer(), sending.note
        headers = {
            **signer.headers(origin(device.endpoint), self._contact),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS.get(note.kind, DAY)),
            "Topic": signer.topic(note.match_id or ""),
            "Urgency": "high" if note.kind in KINDS and KINDS[note.kind].waits else "normal",
        }
        body = encrypted(orjson.dumps(item), device.public_key, device.auth)
        try:
            answer = deliver(device.endpoint, headers, body, self._local)
        except Unreachable as error:
            log.info("a push service was not reached: %s", error)
            self._failed(sending, device, again=True)
            return
        if answer.status in GONE:
            self._forget(device.id)
        elif 200 <= answer.status < 300:
            self._note_failures(device, 0)
        else:
            again = answer.status == TOO_MUCH or answer.status >= BROKEN
            self._failed(sending, device, again, answer.pause)

    def _failed(self, sending: Sending, device: Subscription, again: bool, pause: int = 0) -> None:
        if device.failures + 1 >= MOST_FAILURES:
            self._forget(device.id)
            return
        self._note_failures(device, device.failures + 1)
        if again and sending.tries < len(PAUSES):
            seconds = max(PAUSES[sending.tries], pause)
            self._outbox.put(replace(sending, tries=sending.tries + 1), seconds)

    def _note_failures(self, device: Subscription, failures: int) -> None:
        if failures != device.failures:
            with self._ledger.writing() as connection:
                here = push_subscriptions.c.id == device.id
                connection.execute(update(push_subscriptions).where(here).values(failures=failures))

    def _forget(self, device: str) -> None:
        with self._ledger.writing() as connection:
            _remove(connection, device)

    def _signer(self) -> Signer:
        return Signer(self._ledger.secret(KEPT_AS))


def _keep(connection: Connection, new: Subscription) -> None:
    """Store a subscription instead of the one with the same id, and of a person's only the latest."""
    _remove(connection, new.id)
    connection.execute(insert(push_subscriptions), new._asdict())
    mine = select(push_subscriptions.c.id).where(push_subscriptions.c.person == new.person)
    latest = mine.order_by(push_subscriptions.c.created.desc(), push_subscriptions.c.id).limit(MOST_DEVICES)
    for old in set(connection.scalars(mine)) - set(connection.scalars(latest)):
        _remove(connection, old)


def _remove(connection: Connection, subscription_id: str) -> None:
    connection.execute(delete(push_subscriptions).where(push_subscriptions.c.id == subscription_id))


def is_quiet(chosen: Preferences, now: datetime) -> bool:
    """Return whether a person wants no messages at this time of the day."""
    if not chosen.quiet_from or not chosen.quiet_until or chosen.quiet_from == chosen.quiet_until:
        return False
    first, last = (time(int(each)) for each in (chosen.quiet_from, chosen.quiet_until))
    here = now.astimezone(zone_of(chosen)).time()
    return first <= here < last if first < last else here >= first or here < last


def zone_of(chosen: Preferences) -> ZoneInfo:
    """Return the time zone in which a person's hours of the day are meant."""
    try:
        return ZoneInfo(chosen.time_zone or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def _tested() -> NewsItemView:
    words = news_words.test_words()
    return {
        "kind": TEST,
        "match": "",
        "title": words[0],
        "words": words[1],
        "path": "/news/settings",
        "challenge": "",
    }


def _id(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()

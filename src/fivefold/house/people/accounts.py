"""Accounts: people who have a name of their own and can come back to it on any device.

A guest becomes an account by getting a name and a way to sign in; the person's id stays, and with it every seat.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NamedTuple, Self, get_args
from urllib.parse import quote

from sqlalchemy import ColumnElement, Connection, Row, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from fivefold.contract.errors import InvalidOption
from fivefold.house import log
from fivefold.house.bus import RESET
from fivefold.house.cache import Cache
from fivefold.house.database.schema import former_names, people
from fivefold.house.errors import InvalidName, NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people.names import check_account_name, looks_like, name_key, refuse_staff
from fivefold.house.people.people import Person, tidy_name
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.play.rest import Rest

Choice = bool | str
MailOfMatches = Literal["every", "turns", "digest", "ends", "never"]
MAIL_OF_MATCHES: Final[tuple[str, ...]] = get_args(MailOfMatches)


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's choices; every feature adds its own here, with what holds until somebody chooses."""

    chat: bool = True  # Whether the chat is open at the table.
    named_spectator: bool = False  # Whether those at a table see the name of this person who looks on.
    public_profile: bool = True  # Whether others see more of the player's page than the name.
    show_presence: bool = True  # Whether the player's page tells whether the player is here now.
    public_games: bool = True  # Whether the player's page shows results and recent games.
    public_ratings: bool = True  # Whether the player's page shows ratings; the leaderboards too.
    public_opponents: bool = True  # Whether the player's page tells who was played most.
    news_of_turns: bool = True  # Whether a push tells of a turn.
    news_of_offers: bool = True  # Whether a push tells of offers and rematches.
    news_of_challenges: bool = True  # Whether a push tells of challenges.
    news_of_seats: bool = True  # Whether a push tells that somebody sat down at a table.
    news_of_ends: bool = True  # Whether a push tells that a match is over.
    news_of_chat: bool = False  # Whether a push tells of messages at a table.
    mail_of_matches: str = "every"
    """When a mail tells of a match, one of ``MAIL_OF_MATCHES``: after every move; when it is this person's turn, and
    when the match is over; of all matches together at ``mail_hours``; when the match is over; never."""
    mail_hours: str = "08,18"  # The hours of the day at which such a mail of all matches goes out.
    mail_of_week: bool = False  # Whether a mail tells on Mondays what was finished in the week, and what to practise.
    mail_pictures: bool = True  # Whether mails come as HTML with pictures beside their text.
    quiet_from: str = ""  # The hour of the day, ``00`` to ``23``, from which nothing is sent; empty for none.
    quiet_until: str = ""  # The hour until which nothing is sent.
    time_zone: str = ""  # Where all these hours hold, ``Europe/Vienna``; empty for UTC.
    rest: str = ""
    """When the clock stands still every week in slow games, as ``fivefold.play.rest`` writes it; empty for never."""
    look: str = ""  # How pages look, ``theme=dark&suits=4``; the door knows what may stand there.

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return stored choices; those that are missing or no longer valid are as usual."""
        usual = cls()
        return replace(usual, **{name: value for name, value in stored.items() if _is_valid(usual, name, value)})

    def having(self, name: str, value: Choice) -> Self:
        """Return these preferences with another choice. Raises ``InvalidOption``."""
        if not _is_valid(self, name, value):
            raise InvalidOption("there is no such choice", subject=f"{name}={value}"[:60], field=name)
        return replace(self, **{name: value})  # type: ignore[arg-type]

    def stored(self) -> dict[str, Choice]:
        """Return what is stored: the choices that differ from the usual."""
        usual = asdict(type(self)())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


ZONE: Final = re.compile(r"(?:[A-Za-z][A-Za-z0-9_+-]{0,20}(/[A-Za-z0-9_+-]{1,20}){0,2})?")
"""How time zones are named; one that the machine does not know counts as UTC."""
HOURS: Final = ("", *(f"{hour:02}" for hour in range(24)))
MAIL_HOURS: Final = re.compile(r"(?:[01]\d|2[0-3])(?:,(?:[01]\d|2[0-3])){0,23}")
"""Hours of the day, each once and in order."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "mail_of_matches": MAIL_OF_MATCHES,
    "quiet_from": HOURS,
    "quiet_until": HOURS,
}
"""For each choice that is not yes or no, its values."""


def _is_valid(preferences: Preferences, name: str, value: object) -> bool:
    if name in WRITTEN:
        return isinstance(value, str) and bool(WRITTEN[name](value))
    if name in CHOICES:
        return value in CHOICES[name]
    return name in {field.name for field in fields(preferences)} and isinstance(value, bool)


def _is_rest(text: str) -> bool:
    try:
        _ = Rest.parse(text)
    except InvalidOption:
        return False
    return True


WRITTEN: Final[Mapping[str, Callable[[str], object]]] = {
    "time_zone": ZONE.fullmatch,
    "mail_hours": lambda text: MAIL_HOURS.fullmatch(text) and sorted(set(text.split(","))) == text.split(","),
    "rest": _is_rest,
    "look": re.compile(r"[a-z0-9=&]{0,200}").fullmatch,
}
"""For each choice that is a text, whether one is valid."""
RESERVED: Final = timedelta(days=30)  # How long nobody else may take a name that was given up.
MOST_FORMER: Final = 3  # Names of one person that are reserved so at the same time.
CACHED: Final = 10_000
_COLUMNS: Final = ("id", "name", "kept", "bot", "name_key", "password")
_ACCOUNT: Final = select(*(people.c[name] for name in _COLUMNS)).where(
    people.c.kept.is_not(None), people.c.deleted.is_(None)
)
_BY_ID: Final = _ACCOUNT.where(people.c.id == bindparam("person"))
_BOTS: Final = _ACCOUNT.where(people.c.bot)
_SETTINGS: Final = select(people.c.settings).where(people.c.id == bindparam("person"))
"""Read with almost everything that is done: built once, they take a third of the time."""


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody with a name of their own."""

    id: str  # The person's id; it stays in the house.
    name: str
    since: datetime
    bot: bool  # Whether a program plays; for good.
    name_key: str
    password: str | None = field(repr=False)  # Its hash; ``None`` for an account without a password.

    @classmethod
    def from_row(cls, row: Row[Any]) -> Self:
        """Return an account as it is stored."""
        return cls(row.id, row.name, time_from_text(row.kept), row.bot, row.name_key, row.password)

    @property
    def has_password(self) -> bool:
        """Whether it signs in with a password."""
        return self.password is not None

    @property
    def path(self) -> str:
        """The address of the player's page."""
        return f"/players/{quote(self.name, safe='')}"


class FormerName(NamedTuple):
    """A name that somebody gave up, and until when nobody else may take it."""

    name_key: str
    name: str
    person: str
    until: str


class Accounts:
    """All accounts of a house."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._cached: Cache[str, tuple[Account | None]] = Cache(CACHED)
        self._bots: frozenset[str] | None = None  # As they were when somebody first asked; few, and told of every seat.
        self._changed: set[str] = set()  # Who may have become one since.
        ledger.bus.subscribe("person", lambda words: self._forget_here(words[0]))
        ledger.bus.subscribe(RESET, self._forget_all)

    # Who is who

    def account(self, person_id: str) -> Account | None:
        """Return a person's account; ``None`` for a guest."""
        known = self._cached.get(person_id)
        if known is None:
            known = (self._ledger.read(load, person_id),)
            self._cached.put(person_id, known)
        return known[0]

    def is_named(self, person_id: str) -> bool:
        """Return whether a person has an account."""
        return self.account(person_id) is not None

    def is_bot(self, person_id: str | None) -> bool:
        """Return whether a program plays for this account."""
        bots = self._bots
        if bots is None:
            bots = self._bots = frozenset(self._ledger.values(_BOTS))
        if person_id is None or person_id not in self._changed:
            return person_id in bots
        found = self.account(person_id)
        return found is not None and found.bot

    def by_name(self, name: str) -> Account | None:
        """Return whose name this is, or was, or looks like."""
        key = name_key(name)
        with self._ledger.reading() as connection:
            found = _by_key(connection, key)
            former = _former(connection, key) if found is None else None
            return found if former is None else load(connection, former.person)

    def path(self, person_id: str) -> str | None:
        """Return the address of a player's page; guests have none."""
        found = self.account(person_id)
        return None if found is None else found.path

    def forget(self, person_id: str) -> None:
        """Look a person up again next time: something has changed."""
        self._ledger.bus.publish_soon("person", person_id)
        self._forget_here(person_id)

    def _forget_here(self, person_id: str) -> None:
        self._cached.pop(person_id)
        self._changed.add(person_id)

    def _forget_all(self) -> None:
        self._cached.clear()
        self._bots, self._changed = None, set()

    # What they have chosen

    def preferences(self, person_id: str) -> Preferences:
        """Return what a person has chosen; as usual for one who has chosen nothing."""
        return Preferences.read(self._ledger.read(settings, person_id))

    def set_preference(self, person_id: str, name: str, value: Choice) -> Preferences:
        """Store a choice; one that a guest makes holds in the account as well. Raises ``InvalidOption``."""
        chosen = self.preferences(person_id).having(name, value)
        self._ledger.note_person(person_id)
        self._ledger.write(change, person_id, {"settings": chosen.stored()})
        return chosen

    # Names

    def renamed(self, before: Person, name: str) -> Person:
        """Return a person with another name, that of an account stored. Raises ``InvalidName``, ``NotOffered``."""
        if before.named:
            return self.take_name(before, name)
        tidy = tidy_name(name)
        if tidy and tidy != before.name:
            refuse_staff(tidy)
            self.refuse_taken(before.id, tidy)
        return replace(before, name=tidy)

    def why_not(self, person_id: str, name: str) -> InvalidName | None:
        """Return why a guest cannot be called so; ``None`` where they can."""
        try:
            guest = Person(person_id, "")
            _ = self.renamed(guest, name)
        except InvalidName as error:
            return error
        return None

    def refuse_taken(self, person_id: str, name: str) -> None:
        """Raise ``InvalidName`` for the name of another account, one given up lately, or one that looks like it."""
        self._ledger.refuse.name(name)
        self.refuse_held(person_id, name)
        now = time_text(self._ledger.now())
        former = self._ledger.read(_former, name_key(name))
        if former is not None and former.person != person_id and former.until > now:
            raise InvalidName(f"somebody was called {former.name or name} until lately", remedy="choose another name")

    def refuse_held(self, person_id: str, name: str) -> None:
        """Raise ``InvalidName`` for the name of another account, or one that looks like it."""
        with self._ledger.reading() as connection:
            holders = [_by_key(connection, key) for key in sorted(looks_like(name))]
        for holder in (each for each in holders if each is not None and each.id != person_id):
            whose = name if name == holder.name else f"{name} looks like {holder.name}, which"
            remedy = "choose another name, or sign in if the account is yours"
            raise InvalidName(f"{whose} belongs to an account", remedy=remedy)

    def take_name(self, before: Person, name: str) -> Person:
        """Give an account another name, and keep the old one for it. Raises ``InvalidName``, ``NotOffered``."""
        tidy = check_account_name(name)
        if tidy == before.name:
            return before
        self.refuse_taken(before.id, tidy)
        key, old = name_key(tidy), name_key(before.name)
        with self._ledger.writing() as connection:
            if key != old:
                self._keep_old(connection, before, old, key)
            try:
                change(connection, before.id, {"name": tidy, "name_key": key})
            except IntegrityError:  # taken a moment ago
                raise InvalidName(f"{tidy} has just been taken", remedy="choose another name") from None
        self.forget(before.id)
        return replace(before, name=tidy)

    def _keep_old(self, connection: Connection, before: Person, old: str, new: str) -> None:
        now = self._ledger.now()
        kept = [each for each in former_of(connection, before.id, time_text(now)) if each.name_key != new]
        if len(kept) >= MOST_FORMER:
            again = min(time_from_text(each.until) for each in kept)
            raise NotOffered(
                f"you have changed it {MOST_FORMER} times in {RESERVED.days} days",
                subject="name",
                remedy=f"you can change it again on {again.day} {again:%B}",
                field="name",
            )
        free(connection, new)
        give_up(connection, FormerName(old, before.name, before.id, time_text(now + RESERVED)))


class Bots:
    """Accounts for which a program plays; one becomes a bot before its first game, and stays one for good."""

    def __init__(self, ledger: Ledger, accounts: Accounts) -> None:
        self._ledger, self._accounts = ledger, accounts

    def become(self, person_id: str) -> None:
        """Make an account a bot; one that is a bot already stays one. Raises ``NotOffered``."""
        account = self._accounts.account(person_id)
        if account is None:
            raise NotOffered("a guest cannot become one", subject="bot", remedy="sign up first: /sign-up")
        if account.bot:
            return
        with self._ledger.writing() as connection:
            if log.of_person(connection, person_id, 1):
                raise NotOffered(
                    "this account has played already, so it stays a person",
                    subject="bot",
                    remedy="sign up another account for the program",
                )
            change(connection, person_id, {"bot": True})
        self._accounts.forget(person_id)

    def refuse_by_hand(self, person_id: str) -> None:
        """Raise ``NotOffered`` for a bot that would play or meet people without its token, that is, by hand."""
        if self._accounts.is_bot(person_id):
            raise NotOffered(
                "this account is a bot, so only its program plays", subject="bot", remedy="play with your own account"
            )

    def refuse_quick_match(self, person_id: str) -> None:
        """Raise ``NotOffered`` for a bot that would be paired with people who have not asked for one."""
        if self._accounts.is_bot(person_id):
            raise NotOffered(
                "a bot is not paired with people who look for anybody",
                subject="quick match",
                remedy="open a table, or challenge somebody",
            )


def load(connection: Connection, person: str) -> Account | None:
    """Return a person's account; ``None`` for a guest and for one that was deleted."""
    return _account(connection.execute(_BY_ID, {"person": person}).first())


def _by_key(connection: Connection, key: str) -> Account | None:
    return _account(connection.execute(_ACCOUNT.where(people.c.name_key == key)).first())


def _account(found: Row[Any] | None) -> Account | None:
    return None if found is None else Account.from_row(found)


def alike(connection: Connection, here: ColumnElement[bool], most: int) -> list[Account]:
    """Return accounts in the order of the keys of their names."""
    found = connection.execute(_ACCOUNT.where(here).order_by(people.c.name_key).limit(most))
    return [Account.from_row(each) for each in found]


def change(connection: Connection, person: str, values: Mapping[str, Any]) -> None:
    """Change columns of a person. Raises ``IntegrityError`` for a name key that is taken."""
    connection.execute(update(people).where(people.c.id == person).values(**values))


def settings(connection: Connection, person: str) -> dict[str, Any]:
    """Return what a person has chosen."""
    return connection.scalar(_SETTINGS, {"person": person}) or {}


def _former(connection: Connection, key: str) -> FormerName | None:
    found = connection.execute(select(former_names).where(former_names.c.name_key == key)).first()
    return None if found is None else FormerName(*found)


def former_of(connection: Connection, person: str, now: str) -> list[FormerName]:
    """Return the names that are still kept for a person."""
    mine = select(former_names).where(former_names.c.person == person, former_names.c.until > now)
    found = connection.execute(mine.order_by(former_names.c.until.desc()))
    return [FormerName(*row) for row in found]


def give_up(connection: Connection, given_up: FormerName) -> None:
    """Note that a person gave a name up."""
    free(connection, given_up.name_key)
    connection.execute(insert(former_names), given_up._asdict())


def free(connection: Connection, key: str) -> None:
    """Forget who gave a name up."""
    connection.execute(delete(former_names).where(former_names.c.name_key == key))

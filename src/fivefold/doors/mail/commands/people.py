"""What concerns one person: their account, vacation, what they write to others and what they are mailed."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said, Told
from fivefold.doors.mail.commands.help import example_game, first_page
from fivefold.doors.mail.commands.requests import MailRequest, board_called, find_match, lines_of, mail_word, title
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.doors.mail.writing.letters import Letter, written
from fivefold.house.errors import NotOffered, TooFast
from fivefold.house.moderation.reports import REASONS
from fivefold.house.notices.mail.addresses import check_address
from fivefold.house.notices.mail.followings import ENDS, EVERY, NEVER
from fivefold.house.notices.mail.links import PASSWORD
from fivefold.house.notices.mail.outgoing import CHAT, MESSAGE, SIGN_OFF, SIGN_UP, OutgoingMail
from fivefold.house.people.accounts import MAIL_OF_MATCHES
from fivefold.house.people.vacations import Vacation
from fivefold.house.stored_match import time_from_text
from fivefold.house.table.chat import PLAYERS, tidy_line
from fivefold.parts.words import counted, listed
from fivefold.play import catalogue
from fivefold.play.rest import zone_called, zones
from fivefold.session.snapshot import OVER, MatchSnapshot

GOOD_FOR: Final = timedelta(days=7)
"""How long a yes deletes an account; an old mail that turns up again does nothing."""
MOST_COUNTED: Final = 500
"""Matches of a person that are looked at to count those they play."""


def own_account(asking: MailRequest, word: str) -> str:
    """Return the id of who asks, who has an account. Raises ``NotOffered``."""
    if asking.person is None or not asking.house.accounts.is_named(asking.person):
        raise NotOffered("you have no account yet", subject=word, remedy="send signup and the name you want")
    return asking.person


# --- address ---------------------------------------------------------------------------------------------------------


@mail_word("address")
def address(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Ask another address whether it is this person's. Raises ``InvalidOption``, ``NotOffered``."""
    person = own_account(asking, "address")
    new = [each.strip(",;<>") for each in line.arguments]
    if not new:
        return [
            Said((f"Your mail goes to {_address_of(asking, person)}. To change it, send address and the new one.",))
        ]
    if len(new) > 1:
        remedy = "name the one that you want"
        raise InvalidOption(f"there are {len(new)} addresses", subject="address", remedy=remedy)
    before = _address_of(asking, person)
    if new[0].lower() == before:
        return [Said((f"Your mail goes to {before} already.",))]
    wanted = asking.house.mail.link_mails.confirm(person, new[0])
    said = f"A mail has gone to {wanted}. Reply to it with yes, and your mail goes there."
    return [Said((said, f"Until then it goes to {before}."))]


def address_confirmed(asking: MailRequest, mail: OutgoingMail) -> Sequence[Answer]:
    """Let a person's mail go to the address that has answered. Raises ``InvalidOption``."""
    person = mail.person or ""
    before = asking.house.mail.addresses.of(person)
    if before is not None and before.address == mail.address and not before.off:
        return [Said((f"Your mail goes to {mail.address}.",))]
    asking.house.mail.addresses.confirm(person, mail.address)
    name = asking.house.person(person).shown
    return [
        Said((f"Thank you, {name}. From now on your mail goes to {mail.address}.", "Send help to see how to play."))
    ]


def _address_of(asking: MailRequest, person: str) -> str:
    found = asking.house.mail.addresses.of(person)
    return asking.address if found is None else found.address


# --- name and password -----------------------------------------------------------------------------------------------


@mail_word("name")
def name(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Give a person another name. Raises ``InvalidName``, ``NotOffered``."""
    person = own_account(asking, "name")
    wanted = " ".join(line.arguments)
    if not wanted:
        shown = asking.house.person(person).shown
        return [Said((f"You are called {shown}. To change it, send name and the new one.",))]
    after = asking.house.rename(person, wanted)
    return [Said((f"You are called {after.shown} now.", "The old name stays yours for a while, and leads to you."))]


@mail_word("password")
def password(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Send a link to a page where a password is chosen. Raises ``NotOffered``."""
    person = own_account(asking, "password")
    if not asking.base:
        remedy = "ask whoever runs it, or go on playing by mail: you need no password here"
        raise NotOffered("this house does not know the address of its pages", subject="password", remedy=remedy)
    link = f"{asking.base}{asking.house.mail.links.path(PASSWORD, person)}"
    shown = asking.house.person(person).shown
    said = f"Open {link} to choose a password for {shown}. The page works once, for the next seven days."
    return [Said((said, "By mail you go on playing without it."))]


# --- leaving ---------------------------------------------------------------------------------------------------------


@mail_word("signoff")
def sign_off(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Ask whether an account is to be deleted, or stop its mail. Raises ``NotOffered``."""
    person = own_account(asking, "signoff")
    if "mail" in [each.casefold() for each in line.arguments]:
        return _no_more_mail(asking, person)
    shown, house = asking.house.person(person).shown, asking.house
    playing = sum(each.status != OVER for each in house.matches_of(person, MOST_COUNTED))
    letter = written("sign_off", name=shown, playing=playing, base=asking.base)
    house.mail.outgoing.put(SIGN_OFF, person, _address_of(asking, person), letter.stored())
    return []  # that mail says it


def signed_off(asking: MailRequest, mail: OutgoingMail) -> Sequence[Answer]:
    """Delete the account of a person who has said yes. Raises ``NotOffered``."""
    account = asking.house.accounts.account(mail.person or "")
    if account is None:
        raise NotOffered("this account is deleted already", subject="signoff", remedy="there is nothing left to do")
    if asking.house.now() - time_from_text(mail.made) > GOOD_FOR:
        raise NotOffered("this mail is too old", subject="signoff", remedy="send signoff again to get a new one")
    asking.house.leaving.delete(account)
    return [
        Said((f"Your account {account.name} is deleted, and this is our last mail to you. Thank you for playing.",))
    ]


def _no_more_mail(asking: MailRequest, person: str) -> Sequence[Answer]:
    asking.house.mail.stopping.stop(person)
    said = (
        "No more mail comes by itself, about no match and from nobody. Your account stays, and your mails are answered."
    )
    return [Said((said, "To get mail again, send: mail every"))]


# --- An account by mail ----------------------------------------------------------------------------------------------


A_DAY: Final = timedelta(days=1)
MOST_A_DAY: Final = 4
"""Mails to one address that ask whether somebody wants an account, whoever causes them."""
ENOUGH: Final = (
    "Several mails were sent to you today to ask whether you want an account. Reply to one of them with yes."
)


@mail_word("signup")
def sign_up(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Ask an address whether its owner wants an account with a name. Raises ``InvalidName``, ``InvalidOption``."""
    _refuse_another(asking)
    addresses = [each.strip(",;<>") for each in line.arguments if "@" in each]
    name = " ".join(each for each in line.arguments if "@" not in each)
    if not name:
        raise InvalidOption("there is no name in it", subject="signup", remedy="write it like this: signup Anna")
    tidy = asking.house.mail.signing_up.check(name)
    address = check_address(addresses[0] if addresses else asking.address)
    sent = _ask(asking, tidy, address)
    if address == asking.address:
        return [] if sent else [Said((ENOUGH,))]  # the mail with the question is answer enough, and the one to reply to
    said = [f"A mail has gone to {address}. Reply to it with yes, and you are {tidy}."]
    if len(addresses) > 1:
        said.append(f"One address is enough; {addresses[1]} was left out.")
    return [Said(tuple(said))]


def _refuse_another(asking: MailRequest) -> None:
    if asking.person is not None:
        name = asking.house.person(asking.person).shown
        remedy = "send help to see what you can do, or name to choose another name"
        raise NotOffered(f"you have an account already, {name}", subject="signup", remedy=remedy)


def _ask(asking: MailRequest, name: str, address: str) -> bool:
    """Send the question, and return whether it is; whether the address has an account is told to its owner alone."""
    outgoing, owner = asking.house.mail.outgoing, asking.house.mail.addresses.owner(address)
    if outgoing.made_within(address, (SIGN_UP,), A_DAY) >= MOST_A_DAY:
        return False
    if owner is not None:
        known = written("has_account", name=asking.house.person(owner).shown, base=asking.base)
        _put(asking, known, address, {"owned": True})
    else:
        _put(asking, written("sign_up", name=name, base=asking.base), address, {"name": name})
    return True


def _put(asking: MailRequest, letter: Letter, address: str, facts: Mapping[str, object]) -> None:
    asking.house.mail.outgoing.put(SIGN_UP, None, address, {**letter.stored(), **facts})


def signed_up(asking: MailRequest, mail: OutgoingMail) -> Sequence[Answer]:
    """Make the account that a mail has offered; the same answer again changes nothing. Raises ``InvalidName``."""
    owner = asking.house.mail.addresses.owner(mail.address)
    if owner is not None:
        return [Said((f"You play as {asking.house.person(owner).shown}, at this address. Send help to see how.",))]
    name = (mail.content or {}).get("name", "")
    made = asking.house.mail.signing_up.sign_up(name, mail.address)
    now = MailRequest(asking.house, made.id, asking.address, "", base=asking.base)
    return [
        Said((f"Welcome, {made.name}! Your account is made.", *_for_the_page(asking))),
        Told("How to play by mail", first_page(now, example_game())),
    ]


def _for_the_page(asking: MailRequest) -> tuple[str, ...]:
    return (f"To use it at {asking.base} as well, send password.",) if asking.base else ()


# --- Dates as people write them in a mail ----------------------------------------------------------------------------


MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
UNITS: Final = {"day": 1, "days": 1, "week": 7, "weeks": 7}
SHORTEST_NAME: Final = 3
AHEAD: Final = frozenset({"until", "till", "to", "through", "-", "–", "—", "back", "til"})
AT_FIRST: Final = frozenset({"from", "starting", "beginning", "on", "for", "in", "of", "the", "at", "and", "by"})
ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
DOTTED: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.?(\d{4})?")
SLASHED: Final = re.compile(r"\d{1,4}/\d{1,2}(/\d{1,4})?")
DAY: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?")
YEAR: Final = re.compile(r"\d{4}")
ZONE: Final = re.compile(r"[A-Za-z]+(?:/[A-Za-z_+-]+)+|UTC|GMT")
EXAMPLE: Final = "write it like 3 July or 2027-07-03"


@dataclass(frozen=True, slots=True)
class Span:
    """When somebody is away, as they wrote it."""

    first: date | None
    """``None`` where they named none."""
    back: date
    zone: str
    """Empty where they named none."""


def span_of(words: Sequence[str], today: date) -> Span:
    """Return what words say of a time away. Raises ``InvalidOption``."""
    zone = next((word for word in words if ZONE.fullmatch(word)), "")
    plain = [word.strip(",;").casefold() for word in " ".join(words).replace(zone, " ", 1 if zone else 0).split()]
    places = [place for place, word in enumerate(plain) if word in AHEAD]
    split = places[-1] if places else None
    front = plain if split is None else plain[:split]
    before, rest = _date(front, today)
    if split is None:
        return Span(*_alone(before, rest, front, today), zone_called(zone) if zone else "")
    back = _one_date(plain[split + 1 :], before or today)
    if rest:
        raise _wrong(" ".join(front))
    return Span(before, back, zone_called(zone) if zone else "")


def _alone(first: date | None, rest: Sequence[str], words: Sequence[str], today: date) -> tuple[date | None, date]:
    """Return both days where only one is named, or two without a word between them, or how many days."""
    if first is None and rest and (count := _length(rest)) is not None:
        return None, today + timedelta(days=count)
    if first is None:
        raise _wrong(" ".join(words))
    if not rest:
        return None, first
    count = _length(rest)
    return first, first + timedelta(days=count) if count is not None else _one_date(rest, first)


def _one_date(words: Sequence[str], after: date) -> date:
    count = _length(words)
    if count is not None:
        return after + timedelta(days=count)
    found, rest = _date(words, after)
    if found is None or rest:
        raise _wrong(" ".join(words))
    return found


def _length(words: Sequence[str]) -> int | None:
    plain = [word for word in words if word not in AT_FIRST]
    if len(plain) == 2 and plain[0].isdecimal() and len(plain[0]) < 4 and plain[1] in UNITS:
        return int(plain[0]) * UNITS[plain[1]]
    return None


def _date(words: Sequence[str], today: date) -> tuple[date | None, Sequence[str]]:
    """Return the date with which words begin, and the words after it; a day without a year is the next one."""
    plain = [word for word in words if word not in AT_FIRST]
    if not plain or _length(plain) is not None:
        return None, plain
    for length in (3, 2, 1):
        found = _read(plain[:length], today) if len(plain) >= length else None
        if found is not None:
            return found, plain[length:]
    if SLASHED.fullmatch(plain[0]):
        raise InvalidOption("is it the day or the month that comes first?", subject=plain[0], remedy=EXAMPLE)
    return None, plain


def _read(words: Sequence[str], today: date) -> date | None:
    first = words[0]
    if len(words) == 1:
        return _one_word(first, today)
    month_first = _month(first) is not None
    day, month = (words[1], first) if month_first else (first, words[1])
    found = DAY.fullmatch(day)
    number, year = _month(month), words[2] if len(words) > 2 else ""
    if found is None or number is None or (year and not YEAR.fullmatch(year)):
        return None
    return _made(int(year) if year else None, number, int(found[1]), today)


def _one_word(word: str, today: date) -> date | None:
    ahead = {"today": 0, "now": 0, "tomorrow": 1}.get(word)
    if ahead is not None:
        return today + timedelta(days=ahead)
    weekday = _name_begun(word, DAYS)
    if weekday is not None:
        return today + timedelta(days=(weekday - today.weekday() - 1) % len(DAYS) + 1)
    if found := ISO.fullmatch(word):
        return _made(int(found[1]), int(found[2]), int(found[3]), today)
    found = DOTTED.fullmatch(word)
    return _made(int(found[3]) if found[3] else None, int(found[2]), int(found[1]), today) if found else None


def _name_begun(word: str, names: Sequence[str]) -> int | None:
    """Return which of these a word is, or begins."""
    plain = word.strip(".")
    return next((at for at, name in enumerate(names) if len(plain) >= SHORTEST_NAME and name.startswith(plain)), None)


def _month(word: str) -> int | None:
    found = _name_begun(word, MONTHS)
    return None if found is None else found + 1


def _made(year: int | None, month: int, day: int, today: date) -> date:
    try:
        if year is not None:
            return date(year, month, day)
        this = date(today.year, month, day)
        return this if this >= today else date(today.year + 1, month, day)
    except ValueError:
        raise InvalidOption("there is no such day", subject=f"{day}.{month}.{year or ''}", remedy=EXAMPLE) from None


def _wrong(written: str) -> InvalidOption:
    shown = f"{written[:40]} is no date" if written else "a date is missing"
    return InvalidOption(shown, subject="vacation", remedy=EXAMPLE)


# --- Time off by mail ------------------------------------------------------------------------------------------------


ENDED: Final = frozenset({"end", "off", "back", "over", "cancel"})
YEARS_AHEAD: Final = 2


@mail_word("vacation")
def vacation(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Let somebody's clocks stand still in slow games, begin them again, or tell. Raises ``InvalidOption``."""
    person = own_account(asking, "vacation")
    words = [*([line.board] if line.board else []), *line.arguments]
    if not words:
        return [Said(tuple(_booked(asking, person)))]
    if words[0].casefold().strip(".,!") in ENDED:
        return [Said((_ended(asking, person),))]
    span = span_of(words, _today(asking, asking.house.vacations.zone(person)))
    zone = _zone(asking, person, span)
    begins, ends = _times(asking, span, zone)
    made = asking.house.vacations.take(person, begins, ends)
    return [Said(tuple(_taken(asking, person, made, zone, begins is None)))]


def _times(asking: MailRequest, span: Span, zone: str) -> tuple[datetime | None, datetime]:
    """Return when it begins, ``None`` for now, and ends: days begin where the person lives."""
    today = _today(asking, zone)
    first = span.first or today
    for day in (first, span.back):
        if abs(day.year - today.year) > YEARS_AHEAD:
            raise InvalidOption("this is too far away", subject=f"vacation {day}", remedy="at most a year ahead")
    return None if first == today else _midnight(first, zone), _midnight(span.back, zone)


def _midnight(day: date, zone: str) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)


def _today(asking: MailRequest, zone: str) -> date:
    return asking.house.now().astimezone(ZoneInfo(zone)).date()


def _zone(asking: MailRequest, person: str, span: Span) -> str:
    """Return where the dates are meant; a zone that is named is kept where none was chosen before."""
    if span.zone and not _has_zone(asking, person):
        asking.house.accounts.set_preference(person, "time_zone", span.zone)
    return span.zone or asking.house.vacations.zone(person)


def _has_zone(asking: MailRequest, person: str) -> bool:
    chosen = asking.house.accounts.preferences(person)
    return bool(chosen.rest) or chosen.time_zone in zones()


# --- words -----------------------------------------------------------------------------------------------------------


def _taken(asking: MailRequest, person: str, made: Vacation, zone: str, now: bool) -> list[str]:
    back = _day(asking, made.ends, zone)
    begins = "You are away from now on" if now else f"You are away from {_day(asking, made.begins, zone)}"
    said = [f"{begins} until {back}: your clocks in slow games stand still, and run again when {back} begins."]
    said.append(f"That is in {zone.replace('_', ' ')}.")
    if zone == "UTC" and not _has_zone(asking, person):
        said.append(
            "If you live elsewhere, send vacation end, and then the dates with your time zone, as Europe/Vienna."
        )
    left = asking.house.vacations.days_left(person)
    return [
        *said,
        f"You have {counted(left, 'day')} of vacation left within a year of it. To come back now, send: vacation end",
    ]


def _booked(asking: MailRequest, person: str) -> list[str]:
    zone, now = asking.house.vacations.zone(person), asking.house.now()
    coming = [each for each in asking.house.vacations.of(person) if each.ends > now]
    said = [_vacation_words(asking, each, zone) for each in coming] or ["You have booked no vacation."]
    left = counted(asking.house.vacations.days_left(person), "day")
    return [*said, f"You have {left} left. To take some, send for example: vacation until 3 July"]


def _vacation_words(asking: MailRequest, each: Vacation, zone: str) -> str:
    if each.begins <= asking.house.now():
        return f"You are away until {_day(asking, each.ends, zone)}."
    return f"You will be away from {_day(asking, each.begins, zone)} until {_day(asking, each.ends, zone)}."


def _ended(asking: MailRequest, person: str) -> str:
    """End the vacation that goes on, or cancel the next one."""
    now = asking.house.now()
    coming = [each for each in asking.house.vacations.of(person) if each.ends > now]
    if not coming:
        raise NotOffered("you have booked no vacation", subject="vacation", remedy="there is nothing to end")
    first, zone = coming[0], asking.house.vacations.zone(person)
    asking.house.vacations.end(person, first.id)
    if first.begins <= now:
        return "Welcome back! Your clocks run again."
    return f"Your vacation from {_day(asking, first.begins, zone)} is cancelled."


def _day(asking: MailRequest, at: datetime, zone: str) -> str:
    day, today = at.astimezone(ZoneInfo(zone)).date(), _today(asking, zone)
    return f"{day.day} {day:%B}" if day.year == today.year else f"{day.day} {day:%B} {day.year}"


# --- What people write to each other ---------------------------------------------------------------------------------


MOST_NAMES: Final = 4
MOST_MESSAGES_A_DAY: Final = 20
"""Messages that a person may send in a day, counted by the players they go to."""
LONGEST: Final = 4000


# --- chat ------------------------------------------------------------------------------------------------------------


@mail_word("chat")
def chat(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Say something at a match, to its players, or to those who watch. Raises ``NotOffered``, ``TooFast``."""
    person, now = own_account(asking, "chat"), find_match(asking, line)
    return [Said(speak(asking, now, person, _text_of(asking, line, "chat")))]


def speak(asking: MailRequest, now: MatchSnapshot, person: str, written: str) -> tuple[str, ...]:
    """Say something in the room that is open to a person, and mail it to who is there; return what came of it.

    Raises ``NotOffered``, ``TooFast``.
    """
    lines = lines_of(" ".join(written.split()))
    for each in lines:
        said = asking.house.chat.say(now, person, each)
    text = " ".join(lines)
    facts = {"by": said["name"], "text": text, "line": said["id"]}
    hearers = _players(asking, now, person) if said["room"] == PLAYERS else _watchers(asking, now)
    for each in hearers:
        if each != person and asking.house.chat.hears(each, person):
            asking.house.mail.outgoing.put(CHAT, each, content=facts, match=now.id, number=now.number)
    whom = "players" if said["room"] == PLAYERS else "others who watch; players see it once the match is over"
    told = f"What you wrote has gone to the {whom}, at {title(asking.house, now)}."
    return (told,) if len(text) >= len(" ".join(written.split())) else (told, _bounded(text))


def _players(asking: MailRequest, now: MatchSnapshot, person: str) -> list[str]:
    people = {seat.person for seat in now.seats if seat.person not in (None, person)}
    return sorted(each for each in people if each is not None and _takes_mail(asking, each))


def _watchers(asking: MailRequest, now: MatchSnapshot) -> list[str]:
    followers = asking.house.mail.following.of_match(now)
    return [each for each in followers if not now.seats_of(each) and _takes_mail(asking, each)]


def _bounded(text: str) -> str:
    return f"Only the first {len(text)} characters were passed on: a chat has short lines."


# --- messages --------------------------------------------------------------------------------------------------------


@mail_word("message")
def message(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Write to other players, or back to who wrote the message that is answered.

    Raises ``InvalidOption``, ``NotOffered``, ``TooFast``.
    """
    person = own_account(asking, "message")
    asking.house.refuse.person(person)
    named = _named(asking, line)
    text = _text_of(asking, line, "message")
    _refuse_more(asking, person, len(named))
    facts = {"by": asking.house.person(person).shown, "text": text[:LONGEST], "from": person}
    reached = {name: other for name, other in named.items() if _takes_mail(asking, other)}
    for other in reached.values():
        if not asking.house.blocks.blocked(person, other):  # the writer never learns of that
            asking.house.mail.outgoing.put(MESSAGE, other, content=facts)
    return [Said(tuple(_sent_words(list(reached), [name for name in named if name not in reached], text)))]


def _sent_words(reached: list[str], others: list[str], text: str) -> list[str]:
    said = [f"Your message has gone to {listed(reached)}."] if reached else []
    if others:
        said.append(f"{listed(others)} {'takes' if len(others) == 1 else 'take'} no messages by mail.")
    if len(text) > LONGEST:
        said.append(f"Only its first {LONGEST} characters were sent.")
    return said


def _named(asking: MailRequest, line: CommandLine) -> dict[str, str]:
    """Return the ids of those who are meant, by name."""
    names = [each.strip(",;:") for each in line.arguments if each.strip(",;:")]
    if not names and asking.kind == MESSAGE:
        return _writer(asking)
    if not names:
        raise InvalidOption("whom is it for?", subject="message", remedy="name the players: message Ben")
    found = dict(_player(asking, name) for name in names)
    if len(found) > MOST_NAMES:
        raise InvalidOption(f"{len(found)} are too many", subject="message", remedy=f"name {MOST_NAMES} at most")
    return found


def _player(asking: MailRequest, name: str) -> tuple[str, str]:
    account = asking.house.accounts.by_name(name)
    if account is None:
        raise InvalidOption("there is no player of this name", subject=name[:40], remedy="check how it is written")
    if account.id == asking.person:
        raise NotOffered("that is you", subject=name[:40], remedy="name somebody else")
    return account.name, account.id


def _writer(asking: MailRequest) -> dict[str, str]:
    writer = asking.house.accounts.account(_facts(asking).get("from", ""))
    if writer is None:
        raise NotOffered("who wrote it has left", subject="message", remedy="name somebody else: message Ben")
    return {writer.name: writer.id}


def _refuse_more(asking: MailRequest, person: str, count: int) -> None:
    sent = asking.house.mail.outgoing.contents_within(MESSAGE, A_DAY)
    if sum(each.get("from") == person for each in sent) + count > MOST_MESSAGES_A_DAY:
        raise TooFast(
            f"{MOST_MESSAGES_A_DAY} messages may be sent in a day", subject="message", remedy="try again tomorrow"
        )


def _takes_mail(asking: MailRequest, person: str) -> bool:
    found, chosen = asking.house.mail.addresses.of(person), asking.house.accounts.preferences(person)
    return found is not None and found.reached and chosen.chat and chosen.mail_of_matches != NEVER


def _text_of(asking: MailRequest, line: CommandLine, word: str) -> str:
    text = asking.comment.strip()
    if not text:
        remedy = "leave a line blank below the command, and write your text there"
        raise InvalidOption("there is no text in it", subject=line.source[:60] or word, remedy=remedy)
    return text


def _facts(asking: MailRequest) -> dict[str, Any]:
    mail = None if asking.answered is None else asking.house.mail.outgoing.mail(asking.answered)
    return {} if mail is None or mail.content is None else dict(mail.content)


# --- reports and blocks ----------------------------------------------------------------------------------------------


@mail_word("report")
def report(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Tell those who run the house of the message that is answered. Raises ``NotOffered``."""
    person, facts = own_account(asking, "report"), _facts(asking)
    words = [each.casefold().strip(",.") for each in line.arguments]
    reason = next((each for each in words if each in REASONS), "other")
    why = " ".join(asking.comment.split())
    if asking.kind == MESSAGE and facts.get("from"):
        asking.house.reports.add_message(person, facts["from"], reason, why, facts["text"])
    elif asking.kind == CHAT and asking.match_id is not None and facts.get("line"):
        now = asking.house.shown_to(person, asking.match_id)
        asking.house.reports.add(now, person, reason, tidy_line(why, 10**6)[:400] if why else "", facts["line"], None)
    else:
        remedy = "reply to the mail that it is about; what stands on a page can be reported there"
        raise NotOffered("a report is an answer to a message", subject="report", remedy=remedy)
    said = f"Those who run this house have been told of what {facts['by']} wrote. Thank you."
    return [Said((said, f"To get no more messages from them, send: block {facts['by']}"))]


@mail_word("block")
def block(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Have nothing to do with other players any more. Raises ``InvalidOption``, ``NotOffered``."""
    person, found = own_account(asking, "block"), _named(asking, line)
    for other in found.values():
        asking.house.blocks.block(person, other)
    said = (
        f"You block {listed(list(found))}: no messages, no challenges, no new matches with each other. Nobody is told."
    )
    return [Said((said, f"To take it back, send: unblock {', '.join(found)}"))]


@mail_word("unblock")
def unblock(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Block other players no longer. Raises ``InvalidOption``, ``NotOffered``."""
    person, found = own_account(asking, "unblock"), _named(asking, line)
    for other in found.values():
        asking.house.blocks.unblock(person, other)
    return [Said((f"You no longer block {listed(list(found))}.",))]


# --- What somebody is mailed -----------------------------------------------------------------------------------------


CHOICE: Final = "mail_of_matches"
LEVELS: Final[Mapping[str, str]] = {
    "every": "after each move",
    "turns": "when it is your turn, and when a match is over",
    "digest": "once at the hours you have chosen, of all your matches together",
    "ends": "when a match is over",
    "never": "never by itself; what you ask for is answered",
}
PICTURES_CHOICE: Final = "mail_pictures"
PICTURES: Final = "pictures"
FORMS: Final[Mapping[str, str]] = {"text": "as text alone", PICTURES: "with pictures"}
"""How mails look."""
OFTEN: Final = ", ".join(LEVELS)
OFF: Final = frozenset({"off"})
A_MINUTE: Final = 60


@mail_word("subscribe")
def subscribe(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Mail somebody every move of a match, or of every match of a game. Raises ``InvalidOption``, ``NotOffered``."""
    person = own_account(asking, "subscribe")
    if _means_all(line):
        key = _game(asking, line, "subscribe")
        asking.house.mail.following.follow(person, key, "", EVERY)
        return [
            Said(
                (
                    f"You get every move of all matches of {_game_name(key)} among people who let others watch.",
                    _undo(key),
                )
            )
        ]
    now = find_match(asking, line)
    _refuse_over(asking, now, "subscribe")
    asking.house.mail.following.follow(person, now.match.game.key, now.id, EVERY)
    shown = title(asking.house, now)
    said = [f"You get every move of {shown}."]
    if now.terms.delay and not now.seats_of(person):
        said.append(f"Who watches this match sees each move {_later(now.terms.delay)} later.")
    return [Said((*said, f"To stop it, send: {_line(asking, now, 'unsubscribe')}"))]


@mail_word("unsubscribe")
def unsubscribe(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Stop what somebody has subscribed to. Raises ``InvalidOption``."""
    person = own_account(asking, "unsubscribe")
    if _means_all(line):
        return [Said((_unsubscribed_from_all(asking, person, line.game),))]
    now = find_match(asking, line)
    key, following = now.match.game.key, asking.house.mail.following
    was = following.forget(person, key, now.id)
    shown = title(asking.house, now)
    if any(each.match == "" and each.game == key and each.level != NEVER for each in following.of(person)):
        following.follow(person, key, now.id, NEVER)
        return [Said((f"You get no more mail about {shown}; about other matches of {_game_name(key)} you do.",))]
    if now.seats_of(person):
        said = f"You play {shown}, and are mailed about it as about all your matches."
        return [Said((said, f"To get none about this one, send: {_line(asking, now, 'notify')} never"))]
    return [Said((f"You get no more mail about {shown}." if was else f"You were not subscribed to {shown}.",))]


def _unsubscribed_from_all(asking: MailRequest, person: str, game: str | None) -> str:
    following = asking.house.mail.following
    gone = [each for each in following.of(person) if game in (None, each.game) and each.level != NEVER]
    for each in gone:
        following.forget(person, each.game, each.match)
    of_game = "" if game is None else f" of {_game_name(game)}"
    return (
        f"You are subscribed to no match{of_game} any more." if gone else f"You were subscribed to no match{of_game}."
    )


@mail_word("notify")
def notify(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Mail somebody only how matches end, or as they say; without a board, of every match of a game."""
    person = own_account(asking, "notify")
    words = [each.casefold() for each in line.arguments]
    level = next((word for word in words if word in {*MAIL_OF_MATCHES, *OFF}), ENDS)
    boards = [each for each in (line.board, *line.arguments) if each is not None and each.lstrip("#").isdecimal()]
    if not boards and asking.match_id is None and line.game is None:
        return mail(asking, CommandLine("mail", arguments=(level,))) if words else _ask_which()
    if level in ("turns", "digest"):
        raise InvalidOption(
            f"{level} is chosen for all matches together", subject="notify", remedy=f"send mail {level}"
        )
    if boards or (asking.match_id is not None and line.game is None and "all" not in words):
        found = [board_called(asking, board, line.game) for board in boards] or [find_match(asking, line)]
        return [Said(tuple(_notify_match(asking, person, now, level) for now in found))]
    return [Said((_notify_game(asking, person, _game(asking, line, "notify"), level if words else ""),))]


def _notify_match(asking: MailRequest, person: str, now: MatchSnapshot, level: str) -> str:
    key, shown, following = now.match.game.key, title(asking.house, now), asking.house.mail.following
    if level in OFF:
        following.forget(person, key, now.id)
        return f"About {shown} you are mailed as usual."
    following.follow(person, key, now.id, level)
    return {
        ENDS: f"About {shown} you get one mail, when it is over.",
        EVERY: f"You get every move of {shown}.",
        NEVER: f"You get no more mail about {shown}. To get it again, send: {_line(asking, now, 'notify')} off",
    }[level]


def _notify_game(asking: MailRequest, person: str, key: str, level: str) -> str:
    """Choose for every match of a game; without a level, choose its ends or take that back, as on the old servers."""
    following, name = asking.house.mail.following, _game_name(key)
    chosen = next((each.level for each in following.of(person) if (each.game, each.match) == (key, "")), "")
    if level in OFF or (not level and chosen == ENDS):
        following.forget(person, key, "")
        return f"About matches of {name} you are mailed as usual."
    following.follow(person, key, "", level or ENDS)
    how = {ENDS: "only how they end", EVERY: "every move", NEVER: "nothing"}[level or ENDS]
    return f"About matches of {name} you get {how}. To take it back, send: {key} notify off"


def _ask_which() -> Sequence[Answer]:
    remedy = f"name a board, as in {_example()} notify 101, or a game, as in {_example()} notify"
    raise InvalidOption("which matches?", subject="notify", remedy=remedy)


@mail_word("mail")
def mail(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Choose how much mail comes about matches, or tell what is chosen. Raises ``InvalidOption``."""
    person = own_account(asking, "mail")
    words = [each.casefold() for each in line.arguments]
    if not words:
        return [Said(tuple(_chosen_words(asking, person)))]
    if words[0] in FORMS:
        asking.house.accounts.set_preference(person, PICTURES_CHOICE, words[0] == PICTURES)
        return [Said((f"From now on mails come {FORMS[words[0]]}.",))]
    if words[0] not in LEVELS:
        remedy = f"there are {OFTEN}, {', '.join(FORMS)}"
        raise InvalidOption("there is no such choice", subject=words[0][:20], remedy=remedy)
    asking.house.accounts.set_preference(person, CHOICE, words[0])
    said = [f"From now on mail about your matches comes {LEVELS[words[0]]}."]
    if words[0] == "digest" and asking.base:
        said.append(f"The hours are chosen here: {asking.base}/mail")
    return [Said(tuple(said))]


def _chosen_words(asking: MailRequest, person: str) -> list[str]:
    level = asking.house.accounts.preferences(person).mail_of_matches
    said = [f"Mail about your matches comes {LEVELS[level]}. To change that, send mail and one of: {OFTEN}."]
    for each in asking.house.mail.following.of(person):
        said.append(_following_words(asking, each.game, each.match, each.level))
    return said


def _following_words(asking: MailRequest, key: str, match_id: str, level: str) -> str:
    what = title(asking.house, asking.house.known(match_id)) if match_id else f"Every match of {_game_name(key)}"
    return f"{what}: { ({EVERY: 'every move', ENDS: 'how it ends', NEVER: 'nothing'}[level]) }."


# --- words -----------------------------------------------------------------------------------------------------------


def _means_all(line: CommandLine) -> bool:
    return line.board is None and "all" in [each.casefold() for each in line.arguments]


def _game(asking: MailRequest, line: CommandLine, word: str) -> str:
    if line.game is not None:
        return line.game
    if asking.match_id is not None:
        return asking.house.known(asking.match_id).match.game.key
    raise InvalidOption("which game?", subject=word, remedy=f"name it first: {_example()} {line.source or word}")


def _refuse_over(asking: MailRequest, now: MatchSnapshot, word: str) -> None:
    if now.status == OVER:
        remedy = f"send {_line(asking, now, 'show')} to see how it ended"
        raise InvalidOption(f"{title(asking.house, now)} is over", subject=word, remedy=remedy)


def _line(asking: MailRequest, now: MatchSnapshot, word: str) -> str:
    return f"{now.match.game.key} {word} {asking.house.mail.boards.number(now.id)}"


def _later(seconds: int) -> str:
    return counted(seconds // 60, "minute") if seconds >= A_MINUTE else counted(seconds, "second")


def _game_name(key: str) -> str:
    return catalogue.find(key).name


def _undo(key: str) -> str:
    return f"To stop it, send: {key} unsubscribe all"


def _example() -> str:
    return example_game().key

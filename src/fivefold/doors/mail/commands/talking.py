"""What people write to each other: ``chat`` at a match, ``message`` to players, ``report`` of either."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said
from fivefold.doors.mail.commands.accounts import own_account
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.comments import lines_of
from fivefold.doors.mail.commands.finding import find_match, title
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.errors import NotOffered, TooFast
from fivefold.house.moderation.reports import REASONS
from fivefold.house.notices.mail.outgoing import CHAT, MESSAGE, NEVER
from fivefold.house.table.chat import PLAYERS, tidy_line
from fivefold.parts.words import listed
from fivefold.session.snapshot import MatchSnapshot

MOST_NAMES: Final = 4
MOST_A_DAY: Final = 20
"""Messages that a person may send in a day, counted by the players they go to."""
LONGEST: Final = 4000
A_DAY: Final = timedelta(days=1)


# --- chat ------------------------------------------------------------------------------------------------------------


def chat(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Say something at a match, to its players, or to those who watch. Raises ``NotOffered``, ``TooFast``."""
    person, now = own_account(asking, "chat"), find_match(asking, line)
    return [Said(speak(asking, now, person, _text_of(asking, line, "chat")))]


def speak(asking: Asking, now: MatchSnapshot, person: str, written: str) -> tuple[str, ...]:
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


def _players(asking: Asking, now: MatchSnapshot, person: str) -> list[str]:
    people = {seat.person for seat in now.seats if seat.person not in (None, person)}
    return sorted(each for each in people if each is not None and _takes_mail(asking, each))


def _watchers(asking: Asking, now: MatchSnapshot) -> list[str]:
    followers = asking.house.mail.following.of_match(now)
    return [each for each in followers if not now.seats_of(each) and _takes_mail(asking, each)]


def _bounded(text: str) -> str:
    return f"Only the first {len(text)} characters were passed on: a chat has short lines."


# --- messages --------------------------------------------------------------------------------------------------------


def message(asking: Asking, line: CommandLine) -> Sequence[Answer]:
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


def _named(asking: Asking, line: CommandLine) -> dict[str, str]:
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


def _player(asking: Asking, name: str) -> tuple[str, str]:
    account = asking.house.accounts.by_name(name)
    if account is None:
        raise InvalidOption("there is no player of this name", subject=name[:40], remedy="check how it is written")
    if account.id == asking.person:
        raise NotOffered("that is you", subject=name[:40], remedy="name somebody else")
    return account.name, account.id


def _writer(asking: Asking) -> dict[str, str]:
    writer = asking.house.accounts.account(_facts(asking).get("from", ""))
    if writer is None:
        raise NotOffered("who wrote it has left", subject="message", remedy="name somebody else: message Ben")
    return {writer.name: writer.id}


def _refuse_more(asking: Asking, person: str, count: int) -> None:
    sent = asking.house.mail.outgoing.contents_within(MESSAGE, A_DAY)
    if sum(each.get("from") == person for each in sent) + count > MOST_A_DAY:
        raise TooFast(f"{MOST_A_DAY} messages may be sent in a day", subject="message", remedy="try again tomorrow")


def _takes_mail(asking: Asking, person: str) -> bool:
    found, chosen = asking.house.mail.addresses.of(person), asking.house.accounts.preferences(person)
    return found is not None and found.reached and chosen.chat and chosen.mail_of_matches != NEVER


def _text_of(asking: Asking, line: CommandLine, word: str) -> str:
    text = asking.comment.strip()
    if not text:
        remedy = "leave a line blank below the command, and write your text there"
        raise InvalidOption("there is no text in it", subject=line.source[:60] or word, remedy=remedy)
    return text


def _facts(asking: Asking) -> dict[str, Any]:
    mail = None if asking.answered is None else asking.house.mail.outgoing.mail(asking.answered)
    return {} if mail is None or mail.content is None else dict(mail.content)


# --- reports and blocks ----------------------------------------------------------------------------------------------


def report(asking: Asking, line: CommandLine) -> Sequence[Answer]:
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


def block(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Have nothing to do with other players any more. Raises ``InvalidOption``, ``NotOffered``."""
    person, found = own_account(asking, "block"), _named(asking, line)
    for other in found.values():
        asking.house.blocks.block(person, other)
    said = (
        f"You block {listed(list(found))}: no messages, no challenges, no new matches with each other. Nobody is told."
    )
    return [Said((said, f"To take it back, send: unblock {', '.join(found)}"))]


def unblock(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Block other players no longer. Raises ``InvalidOption``, ``NotOffered``."""
    person, found = own_account(asking, "unblock"), _named(asking, line)
    for other in found.values():
        asking.house.blocks.unblock(person, other)
    return [Said((f"You no longer block {listed(list(found))}.",))]


RUN: Final[Mapping[str, Run]] = {
    "chat": chat,
    "message": message,
    "report": report,
    "block": block,
    "unblock": unblock,
}

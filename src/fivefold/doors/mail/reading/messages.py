"""What a message says, whoever sent it, which commands it holds, and what else it says."""

import logging
from dataclasses import dataclass, replace
from typing import Final

from fivefold.doors.mail.reading import headers, phrase
from fivefold.doors.mail.reading.lines import CommandLine, bare_move, command_in, hidden
from fivefold.doors.mail.reading.mime import header_text, headers_of, parts_of, text_of, tree
from fivefold.doors.mail.reading.quoting import fresh

LONGEST_ORIGINAL: Final = 8000
LONGEST_SUBJECT: Final = 1000
LOGGER: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Envelope:
    """Whom a message comes from and whom it goes to, as the servers on the way are told."""

    sender: str | None = None
    """Empty for what must never be answered; ``None`` where nobody told, as in a pipe: ``Return-Path`` is read then."""
    recipients: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Incoming:
    """A message as it was read; nothing in it is proved."""

    sender: str
    """The address in ``From``, in lower case; empty where no single one can be read."""
    name: str
    """The display name in ``From``."""
    recipients: tuple[str, ...]
    """In lower case: those of the envelope, otherwise those in ``To`` and ``Cc``."""
    subject: str
    """Decoded, on one line, without ``Re:`` and the like."""
    text: str
    """What the person wrote anew, without quotes and signatures."""
    original: str
    """The whole readable text, bounded, without passwords: to be quoted in an answer."""
    message_id: str = ""
    automatic: str = ""
    """Why it must never be answered: ``auto-submitted``, ``list``, ``bounce`` …; empty if a person wrote it."""
    bounced: tuple[str, ...] = ()
    """Addresses that a delivery report says failed for good."""
    vouched: str = ""
    """What the trusted receiving server says of ``From``: ``pass``, ``fail``, or nothing."""
    forwarded: bool = False
    """Whether somebody passed on a message of somebody else."""
    subject_is_reply: bool = False
    """Whether the subject began with ``Re:`` or the like, so that it may be older than the text."""


def read_message(raw: bytes, envelope: Envelope, trusted: str = "") -> Incoming:
    """Return what a message says; never raises. ``trusted``: the name of the server whose checks are believed."""
    try:
        return understood(raw, envelope, trusted)
    except Exception:  # whatever a stranger sends, the next message has to be read
        LOGGER.exception("a message of %d bytes could not be read", len(raw))
        return Incoming("", "", tuple(envelope.recipients), "", "", "", automatic="unreadable")


def understood(raw: bytes, envelope: Envelope, trusted: str = "") -> Incoming:
    """Return what a message says."""
    message = tree(raw)
    told, kind = headers_of(message), message.get_content_type()
    sender, name = headers.sender_of(told)
    subject = headers.taken_apart(header_text(next(iter(told.get("subject", ())), ""))[:LONGEST_SUBJECT])
    whole = text_of(message)
    new = fresh(whole)
    safe_subject, text, original = hidden(subject.text, new.text, whole.strip("\n")[:LONGEST_ORIGINAL])
    holds_another = any(part.get_content_type() == "message/rfc822" for part in parts_of(message))
    return Incoming(
        sender,
        name,
        headers.recipients_of(told, envelope.recipients),
        safe_subject,
        text,
        original,
        headers.message_id(told),
        headers.why_automatic(told, kind, envelope.sender, sender, subject.text),
        headers.bounced(message) if kind == "multipart/report" else (),
        headers.vouched([(each, str(value)) for each, value in message.raw_items()], trusted, sender),
        subject.is_forwarded or new.forwarded or holds_another,
        subject.is_reply,
    )


# --- Which commands a message holds, and what else it says -----------------------------------------------------------


MOST_COMMANDS: Final = 20
SUBJECT_ONLY: Final = "multiple"
"""What old servers wanted as the first word of a mail with several commands."""
SENTENCES_BEGIN: Final = frozenset({"add", "delete"})
"""Commands of old servers that an answer may well begin with, meaning something else."""
GREETING: Final = phrase("greeting", behind=r"\b[^\d\n:?]{0,30}")


@dataclass(frozen=True, slots=True)
class ParsedMail:
    """What a message asks for."""

    commands: tuple[CommandLine, ...] = ()
    comment: str = ""
    """The rest of the text, for the others."""
    subject_was_read: bool = False


def read_commands(incoming: Incoming, replies: bool) -> ParsedMail:
    """Return the commands of a message and its comment; ``replies``: a bare first line may be a move.

    The subject of an answer may be older than its text: it is read only where the text has no command.
    """
    in_text, comment = _commands_in_text(incoming.text, replies)
    subject = None if incoming.forwarded or (incoming.subject_is_reply and in_text) else command_in(incoming.subject)
    if subject is None:
        return ParsedMail(in_text, comment)
    others = tuple(each for each in in_text if not _is_same(each, subject))
    return ParsedMail((subject, *others), comment, subject_was_read=True)


def _commands_in_text(text: str, replies: bool) -> tuple[tuple[CommandLine, ...], str]:
    """Return the commands in the first lines, up to a blank line or one that is none; and the rest.

    A greeting may stand above them.
    """
    greeting, lines = _greeting_and_lines(text)
    found: list[CommandLine] = []
    for line in lines[:MOST_COMMANDS]:
        command = _command_in_text(line, replies, is_first=not found)
        if command is None:
            break
        found.append(command)
    rest = "\n".join(lines[len(found) :]).strip("\n")
    if not found:
        return (), text.strip("\n")
    return tuple(found), f"{greeting}\n{rest}" if greeting and rest else rest


def _greeting_and_lines(text: str) -> tuple[str, list[str]]:
    """Return the greeting with which a text begins, if any, and the lines behind it."""
    lines = text.strip("\n").split("\n")
    if lines[0].strip().casefold() == SUBJECT_ONLY:
        return "", lines[1:]
    if GREETING.fullmatch(lines[0]) is None:
        return "", lines
    return lines[0], "\n".join(lines[1:]).strip("\n").split("\n")


def _command_in_text(line: str, replies: bool, is_first: bool) -> CommandLine | None:
    """Return the command that a line of a text is, or the move that the first line of an answer may be."""
    if not replies:
        return command_in(line)
    if line.split(maxsplit=1)[:1] and line.split(maxsplit=1)[0].casefold() in SENTENCES_BEGIN:
        return None
    return command_in(line) or (bare_move(line) if is_first else None)


def _is_same(one: CommandLine, other: CommandLine) -> bool:
    """Tell whether two lines say the same, one of them perhaps without the game."""
    games = {one.game, other.game} - {None}
    plain = [
        replace(each, game=None, source="", old_form=False, arguments=("".join(each.arguments).casefold(),))
        for each in (one, other)
    ]
    return plain[0] == plain[1] and len(games) < 2

"""What a message says, whoever sent it, which commands it holds, and what else it says."""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from fivefold.doors.mail.reading import phrase
from fivefold.doors.mail.reading.headers import (
    bounced,
    message_ids,
    recipients_of,
    references_of,
    sender_of,
    taken_apart,
    vouched,
    why_automatic,
)
from fivefold.doors.mail.reading.lines import (
    DASH_SQUARE,
    LAST_SIGNS,
    LONGEST_LINE,
    OPTION,
    Token,
    fits,
    heading,
    hidden,
    hide,
    is_board,
    is_meant,
    is_some_move,
    looks_like_move,
    plain_line,
    split_number,
    tokens_of,
    without_password,
)
from fivefold.doors.mail.reading.mime import Part, header_text, headers_of, kind_of, parts_of, text_of, tree
from fivefold.doors.mail.reading.quoting import fresh
from fivefold.doors.mail.words import BY_NAME, Takes, Word, find


@dataclass(frozen=True, slots=True)
class Envelope:
    """Whom a message comes from and whom it goes to, as the servers on the way are told."""

    sender: str | None = None
    """Empty for what must never be answered; ``None`` where nobody told, as in a pipe: ``Return-Path`` is read then."""
    recipients: tuple[str, ...] = ()


# --- What a message says, whoever sent it, which commands it holds, and what else it says ----------------------------


LONGEST_ORIGINAL: Final = 8000
LONGEST_SUBJECT: Final = 1000
REPORT: Final = "multipart/report"
LOGGER: Final = logging.getLogger(__name__)


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
    references: tuple[str, ...] = ()
    """Message-IDs of ``References`` and ``In-Reply-To``, oldest first."""
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
    headers, kind = headers_of(message), kind_of(message)
    sender, name = sender_of(headers)
    subject = taken_apart(header_text(next(iter(headers.get("subject", ())), ""))[:LONGEST_SUBJECT])
    whole = text_of(message)
    new = fresh(whole)
    safe_subject, text, original = hidden(subject.text, new.text, whole.strip("\n")[:LONGEST_ORIGINAL])
    return Incoming(
        sender,
        name,
        recipients_of(headers, envelope.recipients),
        safe_subject,
        text,
        original,
        next(iter(message_ids(headers, "message-id")), ""),
        references_of(headers),
        why_automatic(headers, kind, envelope.sender, sender, subject.text),
        bounced(message) if kind == REPORT else (),
        vouched([(each, str(value)) for each, value in message.raw_items()], trusted, sender),
        subject.is_forwarded or new.forwarded or has_message_inside(message),
        subject.is_reply,
    )


def has_message_inside(message: Part) -> bool:
    """Tell whether a message holds another one as a part."""
    return any(kind_of(part) == "message/rfc822" for part in parts_of(message))


# --- Which commands a message holds, and what else it says -----------------------------------------------------------


MOST_COMMANDS: Final = 20
SUBJECT_ONLY: Final = "multiple"
"""What old servers wanted as the first word of a mail with several commands."""
AS_A_MOVE: Final = frozenset({"pass", "swap", "propose", "undo", "accept", "reject", "resign"})
"""``move 101 resign`` is ``resign 101``."""
FIRST_BOARD: Final = 101
COURTESY: Final = frozenset({"please", "pls", "thanks", "thx"})
SENTENCES_BEGIN: Final = frozenset({"add", "delete"})
"""Commands of old servers that an answer may well begin with, meaning something else."""
GREETING: Final = phrase("greeting", behind=r"\b[^\d\n:?]{0,30}")
LONGEST_BARE: Final = 200
MOST_BARE: Final = 30


@dataclass(frozen=True, slots=True)
class CommandLine:
    """One command as it was typed."""

    word: str
    """The name of a command in ``mail.words``; empty for a bare first line of a reply, perhaps a move."""
    game: str | None = None
    """The key of the game, where it was named."""
    board: str | None = None
    """As typed, without ``#n``."""
    number: int | None = None
    """The n of ``#n`` after a board or a move."""
    arguments: tuple[str, ...] = ()
    """The rest, in order. Of names and moves with blanks each word is one, unless there were commas or quotes."""
    options: Mapping[str, str] = field(default_factory=dict)
    """``-x=y`` and ``--x=y``, names without dashes; an empty value where there was none."""
    source: str = ""
    """The line as typed, without any password."""
    old_form: bool = False
    """Whether a user id and a password stood in it; they are in no other field."""
    fits: bool = True
    """Whether what follows the word can be meant by it; if not, the answer is how to write it."""


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
    in_text, comment = commands_in_text(incoming.text, replies)
    subject = None if incoming.forwarded or (incoming.subject_is_reply and in_text) else command_in(incoming.subject)
    if subject is None:
        return ParsedMail(in_text, comment)
    others = tuple(each for each in in_text if not is_same(each, subject))
    return ParsedMail((subject, *others), comment, subject_was_read=True)


def commands_in_text(text: str, replies: bool) -> tuple[tuple[CommandLine, ...], str]:
    """Return the commands in the first lines, up to a blank line or one that is none; and the rest.

    A greeting may stand above them.
    """
    greeting, lines = greeting_and_lines(text)
    found: list[CommandLine] = []
    for line in lines[:MOST_COMMANDS]:
        command = command_in_text(line, replies, is_first=not found)
        if command is None:
            break
        found.append(command)
    rest = "\n".join(lines[len(found) :]).strip("\n")
    if not found:
        return (), text.strip("\n")
    return tuple(found), f"{greeting}\n{rest}" if greeting and rest else rest


def greeting_and_lines(text: str) -> tuple[str, list[str]]:
    """Return the greeting with which a text begins, if any, and the lines behind it."""
    lines = text.strip("\n").split("\n")
    if lines[0].strip().casefold() == SUBJECT_ONLY:
        return "", lines[1:]
    if GREETING.fullmatch(lines[0]) is None:
        return "", lines
    return lines[0], "\n".join(lines[1:]).strip("\n").split("\n")


def command_in_text(line: str, replies: bool, is_first: bool) -> CommandLine | None:
    """Return the command that a line of a text is, or the move that the first line of an answer may be."""
    if not replies:
        return command_in(line)
    if line.split(maxsplit=1)[:1] and line.split(maxsplit=1)[0].casefold() in SENTENCES_BEGIN:
        return None
    return command_in(line) or (bare_move(line) if is_first else None)


def is_same(one: CommandLine, other: CommandLine) -> bool:
    """Tell whether two lines say the same, one of them perhaps without the game."""
    games = {one.game, other.game} - {None}
    plain = [
        replace(each, game=None, source="", old_form=False, arguments=("".join(each.arguments).casefold(),))
        for each in (one, other)
    ]
    return plain[0] == plain[1] and len(games) < 2


# --- one line --------------------------------------------------------------------------------------------------------


def command_in(line: str) -> CommandLine | None:
    """Return the command that a line is, or ``None``: a sentence that begins like one is none.

    ``Resign!`` may be said to somebody else.
    """
    if not line or line.isspace() or len(line) > LONGEST_LINE:
        return None
    plain = plain_line(line)
    found = heading(tokens_of(plain))
    if found is None:
        return None
    stripped = without_password(found)
    tokens, options = without_options(stripped.rest, found.word)
    board, number, texts = with_board(tokens, found.word)
    arguments, number = with_number(texts, number)
    arguments = with_colon(without_courtesy(arguments)) if found.word.takes is Takes.MOVES else arguments
    word, arguments = one_word(found.word, arguments)
    arguments = names_between_commas(arguments, word)
    named = found.game is not None or (board is not None and board[0].isdigit()) or found.unclear
    good = stripped.sure and not found.unclear and fits(word, arguments, board, found.game)
    if not is_meant(word, arguments, good=good, named=named, with_options=bool(options)):
        return None
    if word.name == "resign" and not named and "!" in plain:
        return None
    source = hide(plain, stripped.secrets) if stripped.secrets else line.strip()
    return CommandLine(word.name, found.game, board, number, arguments, options, source, stripped.old_form, good)


def without_options(tokens: Sequence[Token], word: Word) -> tuple[tuple[Token, ...], dict[str, str]]:
    """Return the words of a line that are no options, and the options."""
    rest, options = [], {}
    for token in tokens:
        found = OPTION.fullmatch(token.text)
        if found is None or token.quoted or is_part_of_move(token.text, word):
            rest.append(token)
        else:
            options[found[1].casefold()] = found[2] or ""
    return tuple(rest), options


def is_part_of_move(text: str, word: Word) -> bool:
    """Tell whether a dash belongs to a move typed with blanks: ``c1 -c3``."""
    return word.takes is Takes.MOVES and not text.startswith("--") and DASH_SQUARE.fullmatch(text) is not None


def with_board(tokens: Sequence[Token], word: Word) -> tuple[str | None, int | None, tuple[str, ...]]:
    """Return the board that stands first, if any, the number after it, and the words that follow."""
    texts = tuple(token.text for token in tokens)
    if not word.board or not texts or tokens[0].quoted:
        return None, None, texts
    if len(texts) == 2 and texts[0].casefold() in word.choices and split_number(texts[1])[0].isdecimal():
        texts = texts[::-1]  # ``resign now 101``
    board, number = split_number(texts[0].rstrip(LAST_SIGNS + ":"))
    if not board and number is not None and number >= FIRST_BOARD:
        return str(number), None, texts[1:]
    if is_board(board) and not (board.isalpha() and word.takes is Takes.NAMES):
        return board, number, texts[1:]
    return None, None, texts


def with_number(texts: Sequence[str], number: int | None) -> tuple[tuple[str, ...], int | None]:
    """Return the words without the ``#n`` at the end of one, and without signs that end a sentence; and n."""
    rest = []
    for text in texts:
        shorter, found = split_number(text.rstrip(LAST_SIGNS) or text)
        number = found if found is not None else number
        if found is None:
            rest.append(text)
        elif shorter:
            rest.append(shorter)
    if rest:
        rest[-1] = rest[-1].rstrip(LAST_SIGNS) or rest[-1]
    return tuple(rest), number


def without_courtesy(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return a move without ``please`` behind it."""
    while len(texts) > 1 and texts[-1].casefold() in COURTESY:
        texts = (*texts[:-2], texts[-2].rstrip(LAST_SIGNS) or texts[-2])
    return texts


def with_colon(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return ``keep 2 5 5`` or ``c3 up`` with the colon behind the first word, if only that makes a move of it."""
    if len(texts) < 2 or texts[0].endswith(":") or looks_like_move(texts):
        return texts
    found = (f"{texts[0]}:", *texts[1:])
    return found if is_some_move(found) else texts


def one_word(word: Word, arguments: tuple[str, ...]) -> tuple[Word, tuple[str, ...]]:
    """Return ``resign`` for ``move … resign``."""
    if word.name == "move" and len(arguments) == 1:
        other = find(arguments[0])
        if other is not None and other.name in AS_A_MOVE:
            return BY_NAME[other.name], ()
    return word, arguments


def names_between_commas(arguments: tuple[str, ...], word: Word) -> tuple[str, ...]:
    """Return names that may have blanks, where commas tell them apart."""
    if word.takes is not Takes.NAMES or not any("," in text for text in arguments):
        return arguments
    return tuple(filter(None, (name.strip() for name in " ".join(arguments).split(","))))


def begins_with_move(text: str) -> bool:
    """Tell whether a first word can be nothing but a move, whatever follows it."""
    return any(sign in text for sign in ":@-") and looks_like_move([text])


def bare_move(line: str) -> CommandLine | None:
    """Return a line that may be a move by itself, for whoever knows the match."""
    plain = plain_line(line)
    if not plain or len(plain) > LONGEST_BARE:
        return None
    texts, number = with_number([token.text for token in tokens_of(plain)], None)
    texts = with_colon(without_courtesy(texts))
    if not 0 < len(texts) <= MOST_BARE or not (looks_like_move(texts) or begins_with_move(texts[0])):
        return None
    return CommandLine("", None, None, number, texts, {}, line.strip())

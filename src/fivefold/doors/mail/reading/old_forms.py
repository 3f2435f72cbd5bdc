"""The user id and password that old servers wanted in a subject: found, so that nobody ever sees them again."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from fivefold.doors.mail.reading.heading import Heading, heading
from fivefold.doors.mail.reading.subjects import taken_apart
from fivefold.doors.mail.reading.typed_line import (
    HIDDEN,
    SMALL_WORDS,
    Token,
    games_called,
    is_board,
    is_some_move,
    looks_like_move,
    plain_line,
    tokens_of,
)
from fivefold.doors.mail.words import WORDS, Old, Takes, find

SHORTEST_ELSEWHERE: Final = 3
"""A shorter password is hidden only where it was typed as one."""
MOST: Final = 20
LABELLED: Final = r"(?:[^\s:]{1,20}+[ \t]?+:[ \t]*+){0,4}"
LONGEST_TURN: Final = 7
"""Words of one move: ``keep 1 2 3 4 5``."""
USER_ID: Final = re.compile(r"(?=.*[^\W\d_])\w[\w.+-]*")
MARKS: Final = re.compile(r"[ \t>|*]*")
LABEL: Final = re.compile(r"[^\s:]{1,20}[ \t]?:[ \t]*")
AFTER_BOARD, AT_FIRST = (
    "|".join(re.escape(name) for word in WORDS if word.old is old for name in (word.name, *word.aliases))
    for old in (Old.AFTER_BOARD, Old.FIRST)
)
BEGINNING: Final = "".join(sorted({name[0] for name in f"{AFTER_BOARD}|{AT_FIRST}|change|password|sub".split("|")}))
TWO_MORE: Final = r"\S?(?:[ \t]++\S++){2}.*"
THREE_MORE: Final = r"\S?(?:[ \t]++\S++){3}.*"
SUSPICIOUS: Final = re.compile(
    rf"^[ \t>|*\"]*+{LABELLED}(?:\S++[ \t]++){{0,2}}[*\"]?+(?=[{BEGINNING}])"
    rf"(?:(?:{AFTER_BOARD}|sub[a-z]+|unsub[a-z]*){THREE_MORE}|(?:{AT_FIRST}|change){TWO_MORE}|password[ \t].*)$",
    re.IGNORECASE | re.MULTILINE,
)
"""A line in which somebody may have typed a password."""


class Stripped(NamedTuple):
    """What follows a word, without user id and password."""

    rest: tuple[Token, ...]
    secrets: tuple[Token, ...] = ()
    old_form: bool = False
    sure: bool = True
    """Whether it can only be meant like this."""


def without_password(found: Heading) -> Stripped:
    """Return what follows a word, without the user id and the password of the old form."""
    words = tuple(token for token in found.rest if not token.text.startswith("--"))
    if found.word.name == "password":
        return Stripped((), words, old_form=bool(words))
    match found.word.old:
        case Old.AFTER_BOARD if words and (is_board(words[0].text.partition("#")[0]) or words[0].text == "all"):
            return after_board(found, words)
        case Old.FIRST:
            return at_first(found, words)
    return Stripped(found.rest)


def after_board(found: Heading, words: tuple[Token, ...]) -> Stripped:
    """``focus move 101 anna secret c1-c3:2``."""
    board, pair, others = words[0], words[1:3], words[3:]
    if len(pair) < 2 or SMALL_WORDS.fullmatch(pair[0].text) or pair[0].text.casefold() in found.word.choices:
        return Stripped(found.rest)
    if found.word.takes is Takes.MOVES:
        if not is_pair(words[1:], found.game is not None):
            return Stripped(found.rest)
    elif found.word.takes is Takes.ANYTHING and (others or found.game is None):
        return Stripped(found.rest)
    return taken_out(found, pair, sure=found.game is not None or found.word.takes is Takes.MOVES, keep=(board, *others))


def is_pair(words: Sequence[Token], with_game: bool) -> bool:
    """Tell whether a user id and a password stand before a move, rather than a move of several words."""
    texts = [word.text for word in words]
    first = texts[0].casefold()
    if find(first) is not None or looks_like_move(texts):
        return False
    if any(is_some_move([f"{first}:", *texts[1:count]]) for count in range(2, min(len(texts), LONGEST_TURN) + 1)):
        return False
    if USER_ID.fullmatch(texts[0]) is None:
        return False
    if not looks_like_move(texts[:1]):
        return len(texts) > 2 or with_game or not any(character.isdigit() for character in "".join(texts))
    could_be_password = re.fullmatch(r"[^\W_]\S{2,}", texts[1]) and not SMALL_WORDS.fullmatch(texts[1])
    return bool(with_game and could_be_password and looks_like_move(texts[2:]) and not looks_like_move(texts[1:2]))


def at_first(found: Heading, words: tuple[Token, ...]) -> Stripped:
    """``focus accept anna secret``, ``signup anna secret``, ``message anna secret bob``."""
    texts, name = [word.text for word in words], found.word.name
    if not takes_pair(found, words, texts):
        return Stripped(found.rest)
    if name == "signup":
        return taken_out(found, words[1:2], sure=True, keep=(words[0], *words[2:]))
    sure = found.game is not None or not found.word.needs_game
    return taken_out(found, words[:2], sure=sure, keep=words[2:])


def takes_pair(found: Heading, words: Sequence[Token], texts: Sequence[str]) -> bool:
    """Tell whether a user id and a password stand first."""
    name, choices = found.word.name, found.word.choices
    if len(texts) < 2 or "@" in texts[0] + texts[1] or re.fullmatch("[0-9]+(?:#.*)?", texts[0]):
        return False
    if texts[0].casefold() in choices or SMALL_WORDS.fullmatch(texts[0]):
        return False
    if name == "message":
        return len(texts) > 2 and not any(word.quoted or "," in word.text for word in words)
    with_game = found.game is not None
    known = {"accept": with_game, "reject": with_game, "notify": texts[1].casefold() not in choices}
    return known.get(name, True)


def taken_out(found: Heading, taken: Sequence[Token], sure: bool, keep: Sequence[Token]) -> Stripped:
    """Return what is left of a line; the last of what is taken out is the password."""
    rest = tuple(token for token in found.rest if token in keep or token.text.startswith("--"))
    return Stripped(rest, tuple(taken[-1:]), old_form=True, sure=sure)


# --- hiding them everywhere ------------------------------------------------------------------------------------------


def hide(line: str, secrets: Sequence[Token]) -> str:
    """Return a plain line with marks in the place of passwords."""
    for token in sorted(secrets, key=lambda token: token.start, reverse=True):
        line = f"{line[: token.start]}{HIDDEN}{line[token.end :]}"
    return line


def hidden(subject: str, text: str, original: str) -> tuple[str, str, str]:
    """Return a message's subject, its text and its original without the passwords that stand in them."""
    secrets: set[str] = set()
    safe_subject = hidden_in_line(subject, secrets, is_command=True)
    first, blank, others = text.partition("\n\n")
    first = SUSPICIOUS.sub(lambda match: hidden_in_line(match[0], secrets, is_command=True), first)
    others = SUSPICIOUS.sub(lambda match: hidden_in_line(match[0], secrets), others)
    safe_text = f"{first}{blank}{others}"
    safe_original = SUSPICIOUS.sub(lambda match: hidden_in_line(match[0], secrets), original)
    words = [secret for secret in sorted(secrets)[:MOST] if is_told_nowhere(secret)]
    if not words:
        return safe_subject, safe_text, safe_original
    elsewhere = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)
    return safe_subject, elsewhere.sub(HIDDEN, safe_text), elsewhere.sub(HIDDEN, safe_original)


def is_told_nowhere(secret: str) -> bool:
    """Tell whether a password can be hidden wherever it is: it is no word that commands are made of."""
    if len(secret) < SHORTEST_ELSEWHERE or secret == HIDDEN:
        return False
    return find(secret) is None and not games_called(secret) and not is_board(secret) and not looks_like_move([secret])


def hidden_in_line(line: str, secrets: set[str], is_command: bool = False) -> str:
    """Return a line, quoted or not, without passwords, which are added to ``secrets``.

    ``is_command``: it stands where commands do; elsewhere it may be part of a sentence.
    """
    marks = MARKS.match(line)[0]  # type: ignore[index]  # it matches anything
    label = LABEL.match(line[len(marks) :])
    fronts = [marks] if label is None else [marks, f"{marks}{label[0]}"]
    for front in fronts:
        subject = line[len(front) :]
        text = taken_apart(subject).text
        plain = plain_line(text)
        found = heading(tokens_of(plain))
        stripped = without_password(found) if found else None
        if found is None or stripped is None or not stripped.secrets:
            continue
        if is_command or front != marks or found.game is not None or found.changed or found.word.old is Old.AFTER_BOARD:
            secrets.update(token.text for token in stripped.secrets)
            return f"{front}{hide(plain, stripped.secrets)}"
    return line

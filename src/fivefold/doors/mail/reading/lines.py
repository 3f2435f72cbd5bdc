"""A typed line as words, what words look like, whether they may be a command, and passwords in it, which are hidden."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.doors.mail.reading.headers import taken_apart
from fivefold.doors.mail.reading.mime import plain_signs
from fivefold.doors.mail.words import BY_NAME, WORDS, Old, Takes, Word, find
from fivefold.parts.words import squeeze
from fivefold.play.catalogue import find as find_game
from fivefold.play.catalogue import keys
from fivefold.play.match import Match

LONGEST_LINE: Final = 1000
LINKED: Final = re.compile(r"[ \t]*(?:<(?:mailto:|https?://)[^<>\s]*>|\[mailto:[^\[\]\s]*\])", re.IGNORECASE)
"""What programs put behind something that they take for an address."""
TOKEN: Final = re.compile(r'(?:"[^"]*"|[^\s"])+|"')
HIDDEN: Final = "***"
"""Stands where a password was."""
AROUND: Final = "*_`"
OPENING_SIGNS: Final = f"{AROUND}<'"
WRAPPED: Final = re.compile(r"<(.*)>|'(.*)'|\*{2,}|_+")
LAST_SIGNS: Final = ".,;!"
BOARD: Final = re.compile(r"[0-9]{3,7}|[a-z2-7]{10}")
"""A number of a board, or the id of a match."""
NUMBERED: Final = re.compile(r"(.*?)#([0-9]{1,5})")
OPTION: Final = re.compile(r"--?([^\W\d_][\w-]*)(?:=(.*))?")
DASH_SQUARE: Final = re.compile(r"-[a-z][0-9]+.*", re.IGNORECASE)
SMALL_WORDS: Final = re.compile(
    "a|about|accepted|after|again|and|any|anything|are|as|at|be|but|by|declined|did|do|else|for|from|have|his|how|i|if|in|is|it|"
    "its|me|must|my|no|not|of|on|or|our|please|received|so|some|that|the|them|then|there|they|this|to|too|us|was|we|"
    "what|when|where|who|why|will|with|you|your",
    re.IGNORECASE,
)
"""They stand in sentences; nobody is called so."""
SHORTEST_BEGINNING: Final = 3
LONGEST_MOVE: Final = 40
MOVE: Final = re.compile(
    r"(?:[12]:)?(?:"
    r"[a-z][0-9]{1,2}(?:-?[a-z][0-9]{1,2})?(?::[a-z0-9]{1,5})?|"
    r"[a-z]{1,8}:(?:[0-9]{1,6}[cdhs]?|[0-9](?:,[0-9]){1,5}|[a-z][0-9]{1,2}(?:-?[a-z][0-9]{1,2})?)|"
    r"[a-z0-9]{2,3}@[a-z0-9,-]{1,9})"
)
"""What moves look like, in lower case without blanks, those that no game has included."""


class Token(NamedTuple):
    """A word of a line, and where it stands."""

    text: str
    start: int
    end: int
    quoted: bool


def plain_line(line: str) -> str:
    """Return a line with plain signs, without what programs add to it."""
    plain = plain_signs(line[: 2 * LONGEST_LINE]).strip()
    if plain[:1] in AROUND and plain[-1:] in AROUND:
        plain = plain.strip(AROUND)
    return LINKED.sub("", plain) if "<" in plain or "[" in plain else plain


def tokens_of(line: str) -> list[Token]:
    """Return the words of a plain line; one in quotation marks may have blanks."""
    found = []
    for match in TOKEN.finditer(line[:LONGEST_LINE]):
        text = bare(match[0].replace('"', ""))
        if text:
            found.append(Token(text, match.start(), match.end(), match[0].startswith('"')))
    return found


def bare(text: str) -> str:
    """Return a word without what was put around it to make it stand out; nothing for a lone ``**``."""
    if not text or text == HIDDEN or text[0] not in OPENING_SIGNS:
        return text
    if wrapped := WRAPPED.fullmatch(text):
        return wrapped[1] or wrapped[2] or ""
    return text.strip(AROUND) if text[0] in AROUND and text[-1] in AROUND and len(text) > 2 else text


def games_called(text: str) -> tuple[str, ...]:
    """Return the keys of the games whose key or name is this or begins with it."""
    return _games_called(re.sub(r"[\s_-]+", "", text).casefold()) if len(text) < LONGEST_MOVE else ()


@lru_cache(maxsize=512)
def _games_called(text: str) -> tuple[str, ...]:
    names = [(key, _names(key)) for key in keys()]
    exact = tuple(key for key, called in names if text in called)
    if exact or len(text) < SHORTEST_BEGINNING:
        return exact
    return tuple(key for key, called in names if any(name.startswith(text) for name in called))


@lru_cache(maxsize=64)
def _names(key: str) -> tuple[str, ...]:
    return tuple(re.sub(r"[\s_-]+", "", name).casefold() for name in (key, find_game(key).name))


def is_board(text: str) -> bool:
    """Tell whether a word may be a board."""
    return BOARD.fullmatch(text) is not None


def split_number(text: str) -> tuple[str, int | None]:
    """Return a word without the ``#n`` at its end, and n."""
    found = NUMBERED.fullmatch(text)
    return (found[1], int(found[2])) if found else (text, None)


def looks_like_move(texts: Sequence[str]) -> bool:
    """Tell whether words, put together, look like a move of some game, be it legal or not."""
    plain = squeeze("".join(texts))
    return 0 < len(plain) <= LONGEST_MOVE and (MOVE.fullmatch(plain) is not None or is_read_as_move(plain))


def is_some_move(texts: Sequence[str]) -> bool:
    """Tell whether some game takes words, put together, for a move."""
    plain = squeeze("".join(texts))
    return 0 < len(plain) <= LONGEST_MOVE and is_read_as_move(plain)


@lru_cache(maxsize=4096)
def is_read_as_move(text: str) -> bool:
    """Tell whether any game takes a text for a move, at its beginning."""
    return any(_reads(key, text) for key in keys())


def _reads(key: str, text: str) -> bool:
    game = find_game(key)
    try:
        game.notation.read(_beginning(key), text)
    except IllegalMove:
        return True
    except InvalidMove:
        return False
    return True


@lru_cache(maxsize=64)
def _beginning(key: str) -> list[int]:
    return Match(key, seed=1).row


# --- The beginning of a command line ---------------------------------------------------------------------------------


AFTER: Final = ":,.!;"
CHANGE: Final = ("password", "address")
"""``change password`` and ``change address`` were two words on old servers."""
NAMED_AFTER: Final = frozenset(
    {"rules", "list", "standings", "history", "games", "matches", "preview", "seek", "limit"}
)
"""Words after which a game is looked for."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a line begins with."""

    word: Word
    game: str | None
    rest: tuple[Token, ...]
    unclear: bool = False
    """Whether a game was named that could be one of several."""
    changed: bool = False
    """Whether it was a ``change`` of old servers."""


def heading(tokens: Sequence[Token]) -> Heading | None:
    """Return how a line begins, if it has the form of a command: ``[game] command``."""
    if not tokens:
        return None
    if tokens[0].text.casefold() == "all" and len(tokens) > 1 and tokens[1].text.casefold() == "show":
        return with_word(tokens, 1, None)
    if found := with_word(tokens, 0, None):
        return found
    for count in (2, 1):
        games = games_called(" ".join(token.text for token in tokens[:count]).rstrip(AFTER))
        if games and len(tokens) > count and (found := with_word(tokens, count, games)):
            return found
    return None


def with_word(tokens: Sequence[Token], at: int, games: Sequence[str] | None) -> Heading | None:
    """Return the heading whose word stands here."""
    text = tokens[at].text.casefold().rstrip(AFTER)
    following = tokens[at + 1].text.casefold() if len(tokens) > at + 1 else ""
    if text == "change" and following in CHANGE:
        return Heading(BY_NAME[following], one(games), tuple(tokens[at + 2 :]), changed=True)
    word = find(text or tokens[at].text)
    if word is None or tokens[at].quoted:
        return None
    if games is None:
        return with_game_after(word, tuple(tokens[at + 1 :]))
    return Heading(word, one(games), tuple(tokens[at + 1 :]), unclear=len(games) > 1)


def one(games: Sequence[str] | None) -> str | None:
    """Return the only one."""
    return games[0] if games is not None and len(games) == 1 else None


def with_game_after(word: Word, rest: tuple[Token, ...]) -> Heading:
    """Return a heading whose game may follow the word: ``rules focus``, ``preview new focus``."""
    skipped = int(word.takes is Takes.MOVES and bool(rest) and rest[0].text.casefold() in word.choices)
    if word.name not in NAMED_AFTER or len(rest) <= skipped:
        return Heading(word, None, rest)
    for count in (2, 1):
        text = " ".join(token.text for token in rest[skipped : skipped + count]).rstrip(AFTER)
        games = games_called(text) if len(text) >= SHORTEST_BEGINNING else ()
        if games:
            return Heading(word, one(games), rest[:skipped] + rest[skipped + count :], unclear=len(games) > 1)
    return Heading(word, None, rest)


# --- Whether what follows a word can be meant by it ------------------------------------------------------------------


NAME: Final = re.compile(r"[^\s,:;?!()<>@/\\#%]{1,24}(?: [^\s,:;?!()<>@/\\#%]{1,24}){0,3}")
DATE: Final = re.compile("[0-9]|until|till|today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE)
"""A figure, or a word for a day or before one."""
AMOUNT: Final = re.compile("([0-9]{1,4})(d|days?|h|hours?|hrs?|m|minutes?|mins?|s|seconds?)", re.IGNORECASE)
"""Of time, without blanks."""
LONGEST_NAME: Final = 4
"""Words of a player's name."""
MOST_NAMES: Final = 8
MOST_DATES: Final = 8
MOST_WORDS: Final = 2
SHORT: Final = 3
"""A line of a word and as many others at most was hardly a sentence, if there is a digit in it."""


def fits(word: Word, arguments: Sequence[str], board: str | None, game: str | None) -> bool:
    """Tell whether what follows a word has the shape that the word wants."""
    if arguments and word.takes is not Takes.MOVES and all(text.casefold() in word.choices for text in arguments):
        return len(arguments) == 1 or word.takes is Takes.NAMES
    if word.takes is Takes.MOVES:
        return fits_moves(word, arguments, board, game)
    if word.takes is Takes.NAMES:
        return fits_names(word, arguments, board)
    return fits_words(word, arguments, known=bool(board or game))


def fits_words(word: Word, arguments: Sequence[str], known: bool) -> bool:
    """Tell whether as many words of the right kind follow; ``known``: a board or a game was named."""
    count, together = len(arguments), "".join(arguments)
    if word.name == "notify":
        return all(is_board(text) or text.casefold() in word.choices for text in arguments)
    if word.name == "name" or (word.name == "signup" and "@" not in together):
        return count <= MOST_WORDS or (count <= LONGEST_NAME and not any(map(SMALL_WORDS.fullmatch, arguments)))
    if word.name == "signup" and any("@" in text for text in arguments):
        return count <= MOST_NAMES
    return {
        Takes.NOTHING: count == 0,
        Takes.NUMBER: count == 1 and re.fullmatch("[0-9]{1,4}", together) is not None,
        Takes.AMOUNT: count == 0 or AMOUNT.fullmatch(together) is not None,
        Takes.DATES: count <= MOST_DATES and (count == 0 or DATE.search(together) is not None),
        Takes.ADDRESSES: count <= MOST_NAMES and all("@" in text for text in arguments),
        Takes.PLACE: count <= 1 + known,
        Takes.ANYTHING: count <= MOST_WORDS + known,
    }[word.takes]


def fits_moves(word: Word, arguments: Sequence[str], board: str | None, game: str | None) -> bool:
    """Tell whether a move follows; after a board it may be written in any way, and its game says what is wrong."""
    if not arguments:
        return word.name == "queue" or (word.name == "preview" and board is not None)
    if board is not None or game is not None:
        return True
    first = arguments[0].casefold()
    return looks_like_move(arguments) or looks_like_move(arguments[:1]) or first in word.choices


def fits_names(word: Word, arguments: Sequence[str], board: str | None) -> bool:
    """Tell whether names follow."""
    if not arguments:
        return word.name != "challenge"
    if word.name in {"accept", "reject"} and board is None and len(arguments) > 1:
        return False  # perhaps an old form without its game, whose second word is a password
    if len(arguments) > MOST_NAMES or not all(NAME.fullmatch(split_number(text)[0]) for text in arguments):
        return False
    return board is not None or not any(SMALL_WORDS.fullmatch(text) for text in arguments)


def is_meant(word: Word, arguments: Sequence[str], *, good: bool, named: bool, with_options: bool) -> bool:
    """Tell whether a line is a command at all, perhaps one with a mistake in it."""
    if good or named or (with_options and word.needs_game):
        return True
    has_digit = any(sign.isdigit() for sign in "".join(arguments))
    return word.takes is Takes.MOVES and 0 < len(arguments) <= SHORT and has_digit


# --- The user id and password that old servers wanted in a subject ---------------------------------------------------


SHORTEST_ELSEWHERE: Final = 3
"""A shorter password is hidden only where it was typed as one."""
MOST_SECRETS: Final = 20
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
    words = [secret for secret in sorted(secrets)[:MOST_SECRETS] if is_told_nowhere(secret)]
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

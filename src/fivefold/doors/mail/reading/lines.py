"""A typed line as a command: its words, what they look like, and passwords among them, which are hidden."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
COURTESY: Final = frozenset({"please", "pls", "thanks", "thx"})
SHORTEST_BEGINNING: Final = 3
LONGEST_MOVE: Final = 40
MOVE: Final = re.compile(
    r"(?:[12]:)?(?:"
    r"[12]?[a-z][0-9]{1,2}(?:-?[12]?[a-z][0-9]{1,2})?(?::[a-z0-9]{1,5})?|"
    r"[a-z]{1,8}:(?:[0-9]{1,6}[cdhs]?|[0-9](?:,[0-9]){1,5}|[a-z][0-9]{1,2}(?:-?[a-z][0-9]{1,2})?)|"
    r"[a-z0-9]{2,3}@[a-z0-9,-]{1,9})"
)
"""What moves look like, in lower case without blanks, those that no game has included."""
AS_A_MOVE: Final = frozenset({"pass", "swap", "propose", "undo", "accept", "reject", "resign"})
"""``move 101 resign`` is ``resign 101``."""
FIRST_BOARD: Final = 101
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


class Token(NamedTuple):
    """A word of a line, and where it stands."""

    text: str
    start: int
    end: int
    quoted: bool


class Heading(NamedTuple):
    """What a line begins with, and what follows."""

    word: Word
    game: str | None
    rest: tuple[Token, ...]
    unclear: bool = False
    """Whether a game was named that could be one of several."""
    changed: bool = False
    """Whether it was a ``change`` of old servers."""
    secrets: tuple[Token, ...] = ()
    """Passwords that were taken out of the rest."""
    sure: bool = True
    """Whether it can only be meant like this."""


def command_in(line: str) -> CommandLine | None:
    """Return the command that a line is, or ``None``: a sentence that begins like one is none.

    ``Resign!`` may be said to somebody else.
    """
    if not line or line.isspace() or len(line) > LONGEST_LINE:
        return None
    plain = _plain_line(line)
    found = _heading(_tokens_of(plain))
    if found is None:
        return None
    found = _without_password(found)
    tokens, options = _without_options(found.rest, found.word)
    board, number, texts = _with_board(tokens, found.word)
    arguments, number = _with_number(texts, number)
    if found.word.takes is Takes.MOVES:
        arguments = _with_colon(_without_courtesy(arguments))
    word = found.word
    if word.name == "move" and len(arguments) == 1 and (other := find(arguments[0])) and other.name in AS_A_MOVE:
        word, arguments = other, ()
    if word.takes is Takes.NAMES and any("," in text for text in arguments):  # names may have blanks then
        arguments = tuple(filter(None, (name.strip() for name in " ".join(arguments).split(","))))
    named = found.game is not None or (board is not None and board[0].isdigit()) or found.unclear
    good = found.sure and not found.unclear and _fits(word, arguments, board, found.game)
    if not (good or named or _is_meant(word, arguments, with_options=bool(options))):
        return None
    if word.name == "resign" and not named and "!" in plain:
        return None
    source = _hide(plain, found.secrets) if found.secrets else line.strip()
    return CommandLine(word.name, found.game, board, number, arguments, options, source, bool(found.secrets), good)


def bare_move(line: str) -> CommandLine | None:
    """Return a line that may be a move by itself, for whoever knows the match."""
    plain = _plain_line(line)
    if not plain or len(plain) > LONGEST_BARE:
        return None
    texts, number = _with_number([token.text for token in _tokens_of(plain)], None)
    texts = _with_colon(_without_courtesy(texts))
    if not 0 < len(texts) <= MOST_BARE:
        return None
    begins_with_move = any(sign in texts[0] for sign in ":@-") and _looks_like_move(texts[:1])
    if not (begins_with_move or _looks_like_move(texts)):
        return None
    return CommandLine("", None, None, number, texts, {}, line.strip())


def _is_meant(word: Word, arguments: Sequence[str], *, with_options: bool) -> bool:
    """Tell whether a line is a command with a mistake in it, rather than a sentence."""
    has_digit = any(sign.isdigit() for sign in "".join(arguments))
    short_move = word.takes is Takes.MOVES and 0 < len(arguments) <= SHORT and has_digit
    return short_move or (with_options and word.needs_game)


# --- Words and what they look like -----------------------------------------------------------------------------------


def _plain_line(line: str) -> str:
    """Return a line with plain signs, without what programs add to it."""
    plain = plain_signs(line[: 2 * LONGEST_LINE]).strip()
    if plain[:1] in AROUND and plain[-1:] in AROUND:
        plain = plain.strip(AROUND)
    return LINKED.sub("", plain) if "<" in plain or "[" in plain else plain


def _tokens_of(line: str) -> list[Token]:
    """Return the words of a plain line; one in quotation marks may have blanks."""
    found = []
    for match in TOKEN.finditer(line[:LONGEST_LINE]):
        text = _bare(match[0].replace('"', ""))
        if text:
            found.append(Token(text, match.start(), match.end(), match[0].startswith('"')))
    return found


def _bare(text: str) -> str:
    """Return a word without what was put around it to make it stand out; nothing for a lone ``**``."""
    if not text or text == HIDDEN or text[0] not in OPENING_SIGNS:
        return text
    if wrapped := WRAPPED.fullmatch(text):
        return wrapped[1] or wrapped[2] or ""
    return text.strip(AROUND) if text[0] in AROUND and text[-1] in AROUND and len(text) > 2 else text


@lru_cache(maxsize=512)
def _games_called(text: str) -> tuple[str, ...]:
    if len(text) >= LONGEST_MOVE:
        return ()
    plain = _run_together(text)
    names = [(key, [_run_together(name) for name in (key, find_game(key).name)]) for key in keys()]
    exact = tuple(key for key, called in names if plain in called)
    if exact or len(plain) < SHORTEST_BEGINNING:
        return exact
    return tuple(key for key, called in names if any(name.startswith(plain) for name in called))


def _run_together(text: str) -> str:
    return re.sub(r"[\s_-]+", "", text).casefold()


def _split_number(text: str) -> tuple[str, int | None]:
    """Return a word without the ``#n`` at its end, and n."""
    found = NUMBERED.fullmatch(text)
    return (found[1], int(found[2])) if found else (text, None)


def _looks_like_move(texts: Sequence[str], *, has_form: bool = True) -> bool:
    """Tell whether words, put together, are a move of some game, legal or not, or at least have its form."""
    plain = squeeze("".join(texts))
    if not 0 < len(plain) <= LONGEST_MOVE:
        return False
    return (has_form and MOVE.fullmatch(plain) is not None) or _is_read_as_move(plain)


@lru_cache(maxsize=4096)
def _is_read_as_move(text: str) -> bool:
    """Tell whether any game takes a text for a move, at its beginning."""
    return any(_reads(key, text) for key in keys())


def _reads(key: str, text: str) -> bool:
    try:
        find_game(key).notation.read(_beginning(key), text)
    except IllegalMove:
        return True
    except InvalidMove:
        return False
    return True


@lru_cache(maxsize=64)
def _beginning(key: str) -> list[int]:
    return Match(key, seed=1).row


# --- The beginning of a command line: ``[game] command`` -------------------------------------------------------------


AFTER: Final = ":,.!;"
CHANGE: Final = ("password", "address")
"""``change password`` and ``change address`` were two words on old servers."""
NAMED_AFTER: Final = {
    *("rules", "list", "standings", "history", "games", "matches", "preview", "seek", "limit"),
    *("subscribe", "unsubscribe", "notify"),
}
"""Words after which a game is looked for."""


def _heading(tokens: Sequence[Token]) -> Heading | None:
    """Return how a line begins, if it has the form of a command."""
    if not tokens:
        return None
    if tokens[0].text.casefold() == "all" and len(tokens) > 1 and tokens[1].text.casefold() == "show":
        return _with_word(tokens, 1, None)
    if found := _with_word(tokens, 0, None):
        return found
    for count in (2, 1):
        games = _games_called(" ".join(token.text for token in tokens[:count]).rstrip(AFTER))
        if games and len(tokens) > count and (found := _with_word(tokens, count, games)):
            return found
    return None


def _with_word(tokens: Sequence[Token], at: int, games: Sequence[str] | None) -> Heading | None:
    text = tokens[at].text.casefold().rstrip(AFTER)
    following = tokens[at + 1].text.casefold() if len(tokens) > at + 1 else ""
    if text == "change" and following in CHANGE:
        return Heading(BY_NAME[following], _only(games or ()), tuple(tokens[at + 2 :]), changed=True)
    word, rest = find(text or tokens[at].text), tuple(tokens[at + 1 :])
    if word is None or tokens[at].quoted:
        return None
    return _with_game_after(word, rest) if games is None else Heading(word, _only(games), rest, len(games) > 1)


def _only(games: Sequence[str]) -> str | None:
    return games[0] if len(games) == 1 else None


def _with_game_after(word: Word, rest: tuple[Token, ...]) -> Heading:
    """Return a heading whose game may follow the word: ``rules focus``, ``preview new focus``."""
    skipped = int(word.takes is Takes.MOVES and bool(rest) and rest[0].text.casefold() in word.choices)
    if word.name not in NAMED_AFTER or len(rest) <= skipped:
        return Heading(word, None, rest)
    for count in (2, 1):
        text = " ".join(token.text for token in rest[skipped : skipped + count]).rstrip(AFTER)
        games = _games_called(text) if len(text) >= SHORTEST_BEGINNING else ()
        if games:
            return Heading(word, _only(games), rest[:skipped] + rest[skipped + count :], len(games) > 1)
    return Heading(word, None, rest)


# --- What follows a word ---------------------------------------------------------------------------------------------


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


def _without_options(tokens: Sequence[Token], word: Word) -> tuple[tuple[Token, ...], dict[str, str]]:
    """Return the words of a line that are no options, and the options; ``c1 -c3`` is a move typed with blanks."""
    rest, options = [], {}
    for token in tokens:
        found, text = OPTION.fullmatch(token.text), token.text
        of_move = word.takes is Takes.MOVES and not text.startswith("--") and DASH_SQUARE.fullmatch(text)
        if found is None or token.quoted or of_move:
            rest.append(token)
        else:
            options[found[1].casefold()] = found[2] or ""
    return tuple(rest), options


def _with_board(tokens: Sequence[Token], word: Word) -> tuple[str | None, int | None, tuple[str, ...]]:
    """Return the board that stands first, if any, the number after it, and the words that follow."""
    texts = tuple(token.text for token in tokens)
    if not word.board or not texts or tokens[0].quoted:
        return None, None, texts
    if len(texts) == 2 and texts[0].casefold() in word.choices and _split_number(texts[1])[0].isdecimal():
        texts = texts[::-1]  # ``resign now 101``
    board, number = _split_number(texts[0].rstrip(LAST_SIGNS + ":"))
    if not board and number is not None and number >= FIRST_BOARD:
        return str(number), None, texts[1:]
    if BOARD.fullmatch(board) and not (board.isalpha() and word.takes is Takes.NAMES):
        return board, number, texts[1:]
    return None, None, texts


def _with_number(texts: Sequence[str], number: int | None) -> tuple[tuple[str, ...], int | None]:
    """Return the words without the ``#n`` at the end of one, and without signs that end a sentence; and n."""
    rest = []
    for text in texts:
        shorter, found = _split_number(text.rstrip(LAST_SIGNS) or text)
        number = found if found is not None else number
        if found is None:
            rest.append(text)
        elif shorter:
            rest.append(shorter)
    if rest:
        rest[-1] = rest[-1].rstrip(LAST_SIGNS) or rest[-1]
    return tuple(rest), number


def _without_courtesy(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return a move without ``please`` behind it."""
    while len(texts) > 1 and texts[-1].casefold() in COURTESY:
        texts = (*texts[:-2], texts[-2].rstrip(LAST_SIGNS) or texts[-2])
    return texts


def _with_colon(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return ``keep 2 5 5`` or ``c3 up`` with the colon behind the first word, if only that makes a move of it."""
    if len(texts) < 2 or texts[0].endswith(":") or _looks_like_move(texts):
        return texts
    found = (f"{texts[0]}:", *texts[1:])
    return found if _looks_like_move(found, has_form=False) else texts


def _fits(word: Word, arguments: Sequence[str], board: str | None, game: str | None) -> bool:
    if arguments and word.takes is not Takes.MOVES and all(text.casefold() in word.choices for text in arguments):
        return len(arguments) == 1 or word.takes is Takes.NAMES
    if word.takes is Takes.MOVES:
        return _fits_moves(word, arguments, board, game)
    if word.takes is Takes.NAMES:
        return _fits_names(word, arguments, board)
    return _fits_words(word, arguments, known=bool(board or game))


def _fits_words(word: Word, arguments: Sequence[str], known: bool) -> bool:
    """Tell whether as many words of the right kind follow; ``known``: a board or a game was named."""
    count, together = len(arguments), "".join(arguments)
    if word.name == "notify":
        return all(BOARD.fullmatch(text) or text.casefold() in word.choices for text in arguments)
    if word.name == "name" or (word.name == "signup" and "@" not in together):
        return count <= MOST_WORDS or (count <= LONGEST_NAME and not any(map(SMALL_WORDS.fullmatch, arguments)))
    if word.name == "signup":
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


def _fits_moves(word: Word, arguments: Sequence[str], board: str | None, game: str | None) -> bool:
    """Tell whether a move follows; after a board it may be written in any way, and its game says what is wrong."""
    if not arguments:
        return word.name == "queue" or (word.name == "preview" and board is not None)
    if board is not None or game is not None:
        return True
    return _looks_like_move(arguments) or _looks_like_move(arguments[:1]) or arguments[0].casefold() in word.choices


def _fits_names(word: Word, arguments: Sequence[str], board: str | None) -> bool:
    if not arguments:
        return word.name != "challenge"
    if word.name in {"accept", "reject"} and board is None and len(arguments) > 1:
        return False  # perhaps an old form without its game, whose second word is a password
    if len(arguments) > MOST_NAMES or not all(NAME.fullmatch(_split_number(text)[0]) for text in arguments):
        return False
    return board is not None or not any(SMALL_WORDS.fullmatch(text) for text in arguments)


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


def _without_password(found: Heading) -> Heading:
    words = tuple(token for token in found.rest if not token.text.startswith("--"))
    if found.word.name == "password":
        return found._replace(rest=(), secrets=words)
    match found.word.old:
        case Old.AFTER_BOARD if words and (BOARD.fullmatch(words[0].text.partition("#")[0]) or words[0].text == "all"):
            return _after_board(found, words)
        case Old.FIRST if _takes_pair(found, words):
            return _at_first(found, words)
    return found


def _after_board(found: Heading, words: tuple[Token, ...]) -> Heading:
    """``focus move 101 anna secret c1-c3:2``."""
    board, pair, others = words[0], words[1:3], words[3:]
    takes, with_game = found.word.takes, found.game is not None
    if len(pair) < 2 or SMALL_WORDS.fullmatch(pair[0].text) or pair[0].text.casefold() in found.word.choices:
        return found
    if takes is Takes.MOVES and not _is_pair(words[1:], with_game):
        return found
    if takes is Takes.ANYTHING and (others or not with_game):
        return found
    return _taken_out(found, pair, sure=with_game or takes is Takes.MOVES, keep=(board, *others))


def _is_pair(words: Sequence[Token], with_game: bool) -> bool:
    """Tell whether a user id and a password stand before a move, rather than a move of several words."""
    texts = [word.text for word in words]
    first = texts[0].casefold()
    if find(first) is not None or _looks_like_move(texts) or USER_ID.fullmatch(texts[0]) is None:
        return False
    counts = range(2, min(len(texts), LONGEST_TURN) + 1)
    if any(_looks_like_move([f"{first}:", *texts[1:count]], has_form=False) for count in counts):
        return False
    if not _looks_like_move(texts[:1]):
        return len(texts) > 2 or with_game or not any(character.isdigit() for character in "".join(texts))
    could_be_password = re.fullmatch(r"[^\W_]\S{2,}", texts[1]) and not SMALL_WORDS.fullmatch(texts[1])
    return bool(with_game and could_be_password and _looks_like_move(texts[2:]) and not _looks_like_move(texts[1:2]))


def _at_first(found: Heading, words: tuple[Token, ...]) -> Heading:
    """``focus accept anna secret``, ``signup anna secret``, ``message anna secret bob``."""
    if found.word.name == "signup":
        return _taken_out(found, words[1:2], sure=True, keep=(words[0], *words[2:]))
    return _taken_out(found, words[:2], sure=found.game is not None or not found.word.needs_game, keep=words[2:])


def _takes_pair(found: Heading, words: Sequence[Token]) -> bool:
    name, choices, texts = found.word.name, found.word.choices, [word.text for word in words]
    if len(texts) < 2 or "@" in texts[0] + texts[1] or re.fullmatch("[0-9]+(?:#.*)?", texts[0]):
        return False
    if texts[0].casefold() in choices or SMALL_WORDS.fullmatch(texts[0]):
        return False
    if name == "signup" and len(texts) > 2 and texts[1].isalpha() and not any("@" in text for text in texts):
        return False  # a name of several words
    if name == "message":
        return len(texts) > 2 and not any(word.quoted or "," in word.text for word in words)
    if name in {"accept", "reject"}:
        return found.game is not None
    return name != "notify" or texts[1].casefold() not in choices


def _taken_out(found: Heading, taken: Sequence[Token], sure: bool, keep: Sequence[Token]) -> Heading:
    """Return what is left of a line; the last of what is taken out is the password."""
    rest = tuple(token for token in found.rest if token in keep or token.text.startswith("--"))
    return found._replace(rest=rest, secrets=tuple(taken[-1:]), sure=sure)


def _hide(line: str, secrets: Sequence[Token]) -> str:
    for token in sorted(secrets, key=lambda token: token.start, reverse=True):
        line = f"{line[: token.start]}{HIDDEN}{line[token.end :]}"
    return line


def hidden(subject: str, text: str, original: str) -> tuple[str, str, str]:
    """Return a message's subject, its text and its original without the passwords that stand in them."""
    secrets: set[str] = set()
    safe_subject = _hidden_in_line(subject, secrets, is_command=True)
    first, blank, others = text.partition("\n\n")
    first = SUSPICIOUS.sub(lambda match: _hidden_in_line(match[0], secrets, is_command=True), first)
    others = SUSPICIOUS.sub(lambda match: _hidden_in_line(match[0], secrets), others)
    safe_text = f"{first}{blank}{others}"
    safe_original = SUSPICIOUS.sub(lambda match: _hidden_in_line(match[0], secrets), original)
    words = [secret for secret in sorted(secrets)[:MOST_SECRETS] if _is_told_nowhere(secret)]
    if not words:
        return safe_subject, safe_text, safe_original
    elsewhere = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)
    return safe_subject, elsewhere.sub(HIDDEN, safe_text), elsewhere.sub(HIDDEN, safe_original)


def _is_told_nowhere(secret: str) -> bool:
    """Tell whether a password can be hidden wherever it is: it is no word that commands are made of."""
    if len(secret) < SHORTEST_ELSEWHERE or secret == HIDDEN:
        return False
    return not (find(secret) or _games_called(secret) or BOARD.fullmatch(secret) or _looks_like_move([secret]))


def _hidden_in_line(line: str, secrets: set[str], is_command: bool = False) -> str:
    """Return a line, quoted or not, without passwords, which are added to ``secrets``.

    ``is_command``: it stands where commands do; elsewhere it may be part of a sentence.
    """
    marks = MARKS.match(line)[0]  # type: ignore[index]  # it matches anything
    label = LABEL.match(line[len(marks) :])
    for front in (marks,) if label is None else (marks, f"{marks}{label[0]}"):
        plain = _plain_line(taken_apart(line[len(front) :]).text)
        found = _heading(_tokens_of(plain))
        found = None if found is None else _without_password(found)
        if found is None or not found.secrets:
            continue
        if is_command or front != marks or found.game is not None or found.changed or found.word.old is Old.AFTER_BOARD:
            secrets.update(token.text for token in found.secrets)
            return f"{front}{_hide(plain, found.secrets)}"
    return line

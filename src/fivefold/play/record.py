"""A match as plain text, and back: the lines and their order, not what they mean to a game.

    fivefold record 1 #5cf1a0
    game locus rules 1 #…
    option first 1 drawn #…
    seat 0 Anna #…
    …
    37 0 c3:up #…
    end #…

How players ended it stands in a line behind the moves: ``resigned SEAT``, ``agreed``, ``abandoned``, ``time SEAT`` for
a seat that ran out of time, ``time SEAT draw`` where nobody else could win any more, ``time`` where the time for the
whole game was up.

A record of format 2 also has what came with the players' own numbers: after ``chance`` a line ``nonce SEAT TEXT`` for
each; ``undealt`` where nothing was drawn yet, and then options that chance was to decide say ``?``; at its end
``sealed`` and when the seed comes, where it could still help somebody. One without any of these has format 1.

Each line ends with the first digits of the SHA-256 over all text so far, its own included, each line closed by one
newline: a line that was changed no longer fits its digits, and the error names that very line. This finds accidents and
careless edits; against forgery there is the commitment (``fivefold.play.audit``).
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from fivefold.contract import CHANCE
from fivefold.contract.errors import InvalidRecord
from fivefold.play.chance import LONGEST_NONCE, Nonce
from fivefold.play.outcome import WORDS, Ending, Outcome, Termination

FORMATS = ("1", "2")
UNDECIDED = "?"
"""The value of an option that chance has not decided yet."""
CHECK_DIGITS = 6
CHANCE_WORD = "chance"
DRAW = "draw"
"""Behind a seat that ran out of time: nobody else could win any more."""
_ENDS: Final = {Termination.TIME: f"(?:([0-9]{{1,3}})( {DRAW})?)?"}
"""What follows the word of an ending, where that is more than a seat or nothing."""


def mover_text(mover: int) -> str:
    """Return how a mover is written: a seat's number, or ``chance``."""
    return CHANCE_WORD if mover == CHANCE else str(mover)


class Move(NamedTuple):
    """One move as written: who made it (a seat or ``chance``) and its text."""

    mover: str
    text: str


class Result(NamedTuple):
    """What a record says at its end, as written."""

    ended: datetime
    returns: str
    scores: str
    reason: str


@dataclass(frozen=True, slots=True)
class Record:
    """What the lines of a record say."""

    game: str
    version: int
    """Of the game's rules."""
    options: Mapping[str, str]
    drawn: frozenset[str]
    """Names of the options that were drawn."""
    seats: tuple[str, ...]
    started: datetime
    chance: tuple[str, str]
    """Kind and what is public: ``fair`` and the commitment, ``seeded`` and the number, ``scripted`` and nothing."""
    scripted: int
    """So many chance moves came from a script, the first ones."""
    moves: tuple[Move, ...]
    ending: Ending | None = None
    result: Result | None = None
    """``None`` while the match is not over."""
    seed: str | None = None
    """A fair match's seed in hex, once the match is over."""
    nonces: tuple[Nonce, ...] = ()
    """In the order of their seats."""
    dealt: bool = True
    """Whether chance has begun; if not, the drawn options are ``UNDECIDED``."""
    sealed: str = ""
    """Of a match that is over, when its seed comes: "once …"."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Where things stand: line numbers from 1 by the first word of the line, a move's number, or ``option grid``."""

    def invalid(self, word: str, reason: str) -> InvalidRecord:
        """Return the error for the line that begins with ``word``, or for the last line where there is none."""
        return InvalidRecord(f"line {self.lines.get(word, self.lines.get('end', 0))}: {reason}")


def write(record: Record) -> str:
    """Return the text, each line closed by a newline."""
    return seal([*_header(record), *_moves(record.moves), *_end(record)])


def result(outcome: Outcome, ended: datetime) -> Result:
    """Return how an outcome is written."""
    returns = " ".join(f"{value:.6g}" for value in outcome.returns)
    return Result(ended, returns, " ".join(map(str, outcome.scores)), outcome.reason)


def compare(recorded: Record, claimed: Result, true: Result) -> None:
    """Raise ``InvalidRecord`` for the first line at the end of a record that says something else than is true."""
    for word, is_claimed, is_true in (
        ("result", claimed.returns, true.returns),
        ("scores", claimed.scores, true.scores),
        ("reason", claimed.reason, true.reason),
    ):
        if is_claimed != is_true:
            raise recorded.invalid(word, f"{word} {is_claimed}, but the moves lead to {word} {is_true}")


def seal(contents: Iterable[str]) -> str:
    """Return the lines with their check digits."""
    so_far = hashlib.sha256()
    text = []
    for content in contents:
        so_far.update(f"{content}\n".encode())
        text.append(f"{content} #{so_far.hexdigest()[:CHECK_DIGITS]}\n")
    return "".join(text)


def _header(record: Record) -> Iterable[str]:
    yield f"fivefold record {2 if record.nonces or record.sealed or not record.dealt else 1}"
    yield f"game {record.game} rules {record.version}"
    for name, value in record.options.items():
        yield f"option {name} {value}{' drawn' if name in record.drawn else ''}"
    for seat, name in enumerate(record.seats):
        yield f"seat {seat} {name}"
    yield f"started {_stamp(record.started)}"
    yield " ".join(["chance", *filter(None, record.chance)])
    yield from (f"nonce {seat} {text}" for seat, text in record.nonces)
    if not record.dealt:
        yield "undealt"
    if record.scripted:
        yield f"scripted {record.scripted}"


def _moves(moves: Sequence[Move]) -> Iterable[str]:
    return (f"{number} {move.mover} {move.text}" for number, move in enumerate(moves, start=1))


def _end(record: Record) -> Iterable[str]:
    if record.ending is not None:
        yield _ending(record.ending)
    if record.result is not None:
        yield f"ended {_stamp(record.result.ended)}"
        yield f"result {record.result.returns}"
        yield f"scores {record.result.scores}"
        yield f"reason {record.result.reason}"
    if record.seed is not None:
        yield f"seed {record.seed}"
    if record.sealed:
        yield f"sealed {record.sealed}"
    yield "end"


def _ending(ending: Ending) -> str:
    seat = () if ending.seat is None else (str(ending.seat),)
    return " ".join((ending.kind, *seat, *((DRAW,) if ending.drawn else ())))


def _stamp(time: datetime) -> str:
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Line(NamedTuple):
    """One line without its check digits."""

    number: int
    content: str


def read(text: str) -> Record:
    """Return what a record says. Raises ``InvalidRecord``, naming the line, if it is damaged or of another format."""
    return _Reader(_unseal(text)).record()


def _unseal(text: str) -> list[Line]:
    so_far = hashlib.sha256()
    lines: list[Line] = []
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip(" \t\r")
        if not line:
            continue
        if not lines:
            _check_format(number, line)
        content, mark, digits = line.rpartition(" #")
        if not mark or len(digits) != CHECK_DIGITS:
            raise InvalidRecord(f"line {number}: changed or cut off: {CHECK_DIGITS} check digits after a # are missing")
        so_far.update(f"{content}\n".encode(errors="surrogatepass"))
        if digits != so_far.hexdigest()[:CHECK_DIGITS]:
            raise InvalidRecord(
                f"line {number}: {content!r} does not fit its check digits:"
                " it was changed, or lines before it are missing"
            )
        lines.append(Line(number, content))
    _check_end(lines)
    return lines


def _check_format(number: int, line: str) -> None:
    match = re.match(r"fivefold record ([0-9]+)( |$)", line)
    if match is None:
        raise InvalidRecord(f"line {number}: {line[:40]!r} is no first line of a record, e.g. 'fivefold record 1'")
    if match[1] not in FORMATS:
        raise InvalidRecord(
            f"line {number}: a record of format {match[1]}; this program reads format {' and '.join(FORMATS)}"
        )


def _check_end(lines: Sequence[Line]) -> None:
    if not lines:
        raise InvalidRecord("line 1: the text is empty")
    if lines[-1].content != "end":
        raise InvalidRecord(f"line {lines[-1].number}: the record stops here; its last line, 'end', is missing")


class _Reader:
    """Walks through the lines, each of which must come in its place."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.left = list(reversed(lines))
        self.lines: dict[str, int] = {}
        self.format, self.seat_count = "", 0

    def record(self) -> Record:
        self.format = self.take("fivefold", "record ([0-9]+)")[0]
        game, version = self.take("game", r"(\S+) rules ([0-9]{1,9})")
        options, drawn = self.options()
        return Record(
            game=game,
            version=int(version),
            options=options,
            drawn=drawn,
            seats=self.seats(),
            started=self.time("started"),
            chance=self.chance(),
            **self.beginning(),
            scripted=int(self.optional("scripted", "([0-9]{1,9})") or 0),
            moves=self.moves(),
            ending=self.ending(),
            result=self.result(),
            **self.secret(),
            lines=self.finish(),
        )

    def sees(self, word: str) -> bool:
        return bool(self.left) and self.left[-1].content.split(" ", 1)[0] == word

    def take(self, word: str, pattern: str) -> tuple[str, ...]:
        """Return what the groups of ``pattern`` match behind ``word`` in the next line."""
        line = self.left.pop()
        first, _, rest = line.content.partition(" ")
        match = re.fullmatch(pattern, rest) if first == word else None
        if match is None:
            raise InvalidRecord(f"line {line.number}: {line.content!r} stands where '{word} …' belongs")
        self.lines[word] = line.number
        return match.groups()

    def optional(self, word: str, pattern: str) -> str | None:
        return self.take(word, pattern)[0] if self.sees(word) else None

    def options(self) -> tuple[dict[str, str], frozenset[str]]:
        options: dict[str, str] = {}
        drawn = set()
        while self.sees("option"):
            name, value, mark = self.take("option", r"(\S+) (\S+)( drawn)?")
            options[name] = value
            self.lines[f"option {name}"] = self.lines["option"]
            if mark:
                drawn.add(name)
        return options, frozenset(drawn)

    def seats(self) -> tuple[str, ...]:
        names: list[str] = []
        while self.sees("seat"):
            names += self.take("seat", f"{len(names)} (.+)")
        self.seat_count = len(names)
        return tuple(names)

    def time(self, word: str) -> datetime:
        (stamp,) = self.take(word, r"(\S+)")
        try:
            return datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
        except ValueError as error:
            raise InvalidRecord(f"line {self.lines[word]}: {stamp} is not a time, e.g. 2025-01-31T18:30:00Z") from error

    def chance(self) -> tuple[str, str]:
        (chance,) = self.take("chance", "(fair [0-9a-f]{64}|seeded -?[0-9]{1,1000}|scripted)")
        kind, _, public = chance.partition(" ")
        return kind, public

    def beginning(self) -> dict[str, Any]:
        """Return what format 2 says of the beginning."""
        if self.format == "1":
            return {}
        return {"nonces": self.nonces(), "dealt": self.optional("undealt", "()") is None}

    def secret(self) -> dict[str, Any]:
        """Return the seed, or in format 2 when it comes."""
        seed = self.optional("seed", "([0-9a-f]{64})")
        sealed = self.optional("sealed", "(.+)") if self.format != "1" and seed is None else None
        if self.format != "1" and sealed is None and not self.lines.keys() & {"nonce", "undealt"}:
            raise InvalidRecord(f"line {self.lines['chance']}: the nonces that a record of format 2 has are missing")
        return {"seed": seed, "sealed": sealed or ""}

    def nonces(self) -> tuple[Nonce, ...]:
        """Return the nonces in the order of their seats, each of which has one at most."""
        nonces: list[Nonce] = []
        while self.sees("nonce"):
            seat, text = self.take("nonce", rf"(0|[1-9][0-9]{{0,2}}) ([0-9A-Za-z_-]{{1,{LONGEST_NONCE}}})")
            nonces.append(Nonce(int(seat), text))
            self.check_order(nonces)
        return tuple(nonces)

    def check_order(self, nonces: Sequence[Nonce]) -> None:
        """Raise ``InvalidRecord`` where the last nonce does not belong after the one before."""
        line, seat = self.lines["nonce"], nonces[-1].seat
        if seat in {nonce.seat for nonce in nonces[:-1]}:
            raise InvalidRecord(f"line {line}: seat {seat} has a nonce already")
        if len(nonces) > 1 and seat < nonces[-2].seat:
            raise InvalidRecord(f"line {line}: the nonces must be in the order of the seats")
        if seat >= self.seat_count:
            raise InvalidRecord(f"line {line}: a nonce of seat {seat}, and there is no such seat")

    def moves(self) -> tuple[Move, ...]:
        moves: list[Move] = []
        while self.left and self.left[-1].content[:1].isdecimal():
            moves.append(Move(*self.take(str(len(moves) + 1), r"([0-9]+|chance) (\S+)")))
        return tuple(moves)

    def ending(self) -> Ending | None:
        for kind, words in WORDS.items():
            if self.sees(kind):
                usual = "([0-9]{1,3})" if "{who}" in words else ""
                seat, drawn, *_ = (*self.take(kind, _ENDS.get(kind, usual)), None, None)
                return Ending(kind, None if seat is None else int(seat), drawn is not None)
        return None

    def result(self) -> Result | None:
        if not self.sees("ended"):
            return None
        ended = self.time("ended")
        (returns,), (scores,), (reason,) = (self.take(word, "(.+)") for word in ("result", "scores", "reason"))
        return Result(ended, returns, scores, reason)

    def finish(self) -> dict[str, int]:
        self.take("end", "")
        if self.left:
            raise InvalidRecord(f"line {self.left[-1].number}: there is more text after the last line, 'end'")
        return self.lines

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
whole game was up. Where the others played on it is a move of that seat: ``38 2 resign:2``, or ``38 2 flag:2`` for time.

A record of format 2 also has what came with the players' own numbers: after ``chance`` a line ``nonce SEAT TEXT`` for
each; ``undealt`` where nothing was drawn yet, and then options that chance was to decide say ``?``; at its end
``sealed`` and when the seed comes, where it could still help somebody. One without any of these has format 1.

A match with clocks has format 3, with all that format 2 can have. Behind the seats stands ``time 5m+3s``, and where not
everybody had all of that time the part that each seat had, in per cent: ``time 5m+3s 100 50``. Behind each move that a
player chose stands how long it took by their clock, in seconds: ``37 0 c3:up 4.250``. What else happened to the clocks
stands between the moves: ``taken-back SEAT SECONDS``, a move that is no longer there; ``spent SEAT SECONDS``, thought
without a move (``spent SECONDS`` where all have one clock); ``given SEAT SECONDS``, more time; ``pause``, ``resume``.

Each line ends with the first digits of the SHA-256 over all text so far, its own included, each line closed by one
newline: a line that was changed no longer fits its digits, and the error names that very line. This finds accidents and
careless edits; against forgery there is the commitment (``fivefold.play.audit``).
"""

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from itertools import groupby
from typing import Any, Final, NamedTuple

from fivefold.contract import CHANCE, Game
from fivefold.contract.errors import InvalidOption, InvalidRecord
from fivefold.parts.words import listed
from fivefold.play import catalogue, chance, options
from fivefold.play.chance import LONGEST_NONCE, Nonce
from fivefold.play.clocks import GAME_CLOCK, MILLISECONDS, NO_STOPS, Clocks, Step
from fivefold.play.outcome import WORDS, Ending, Outcome, Termination
from fivefold.play.time_control import FULL, HANDICAPS, Pace, TimeControl

FORMATS = ("1", "2", "3")
CHECK_DIGITS = 6


class Line(NamedTuple):
    """One line without its check digits."""

    number: int
    content: str


def seal(contents: Iterable[str]) -> str:
    """Return the lines with their check digits."""
    so_far = hashlib.sha256()
    text = []
    for content in contents:
        so_far.update(f"{content}\n".encode())
        text.append(f"{content} #{so_far.hexdigest()[:CHECK_DIGITS]}\n")
    return "".join(text)


def unseal(text: str) -> list[Line]:
    """Return the lines without their check digits. Raises ``InvalidRecord``, naming the line that is damaged."""
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
            f"line {number}: a record of format {match[1]}; this program reads formats {listed(FORMATS)}"
        )


def _check_end(lines: Sequence[Line]) -> None:
    if not lines:
        raise InvalidRecord("line 1: the text is empty")
    if lines[-1].content != "end":
        raise InvalidRecord(f"line {lines[-1].number}: the record stops here; its last line, 'end', is missing")


class Happening(StrEnum):
    """What can happen to clocks; the values are the words of records."""

    MOVED = "moved"
    """A move; its time stands behind its text."""
    SPENT = "spent"
    """A player thought and did not move: the match ended, or the turn went elsewhere."""
    TAKEN_BACK = "taken-back"
    """A move that was taken back later: its time is gone all the same."""
    GIVEN = "given"
    """A player got more time."""
    PAUSE = "pause"
    RESUME = "resume"


SPENDING: Final = frozenset({Happening.MOVED, Happening.SPENT, Happening.TAKEN_BACK})


class Timed(NamedTuple):
    """Something that happened to a clock."""

    what: Happening
    ply: int
    """How many moves of the record came before it."""
    seat: int | None = None
    """Whose clock; ``None`` for a pause, and for what is thought in a match with one clock for all."""
    milliseconds: int = 0
    """As the clock counted them: what the network took, or a delay gave, is not among them."""


class TooLong(Exception):
    """Somebody thought longer than their clock had."""

    def __init__(self, number: int, timed: Timed, left: int) -> None:
        """``number``: of what happened, from 0; ``left``: what the clock had, in milliseconds."""
        super().__init__(number, timed, left)
        self.number, self.timed, self.left = number, timed, left


@dataclass(frozen=True, slots=True)
class Timing:
    """The time control of a match, and all that happened to its clocks, in order."""

    control: TimeControl
    handicaps: tuple[int, ...]
    """The part of the time that each seat has, in per cent."""
    happened: tuple[Timed, ...] = ()

    def stands(self) -> Clocks:
        """Return the clocks after all that happened, none of them running. Raises ``TooLong``."""
        clocks = Clocks.begun(self.control, self.handicaps, None, 0)
        for number, each in enumerate(self.happened):
            clocks = self._after(clocks, number, each)
        return replace(clocks, running=None)

    def _after(self, clocks: Clocks, number: int, each: Timed) -> Clocks:
        seat = GAME_CLOCK if self.control.pace == Pace.GAME or each.seat is None else each.seat
        spent = each.milliseconds if each.what in SPENDING else 0
        if spent > clocks.seats[seat].left:
            raise TooLong(number, each, clocks.seats[seat].left)
        step = Step(
            at=spent,
            turn=None,
            moved=each.seat if each.what in {Happening.MOVED, Happening.TAKEN_BACK} else None,
            gifts=((seat, each.milliseconds),) if each.what == Happening.GIVEN else (),
            pauses=each.what == Happening.PAUSE,
        )
        return replace(clocks, running=seat, since=0, free=0).after(step, NO_STOPS)

    def taken(self) -> dict[int, int]:
        """Return for each ply that a player chose how many milliseconds it took."""
        return {each.ply: each.milliseconds for each in self.happened if each.what == Happening.MOVED}


# --- as text ---------------------------------------------------------------------------------------------------------

DURATION: Final = r"([0-9]{1,8}\.[0-9]{3})"
"""Seconds, to the millisecond."""
PATTERNS: Final = {
    Happening.SPENT: rf"(?:([0-9]{{1,3}}) )?{DURATION}",
    Happening.TAKEN_BACK: rf"([0-9]{{1,3}}) {DURATION}",
    Happening.GIVEN: rf"([0-9]{{1,3}}) {DURATION}",
    Happening.PAUSE: "()()",
    Happening.RESUME: "()()",
}
"""What follows each word, apart from ``MOVED``."""


def heading(timing: Timing) -> str:
    """Return the time control, and where not everybody has all of the time the part that each seat has."""
    parts = timing.handicaps if any(part != FULL for part in timing.handicaps) else ()
    return " ".join([timing.control.text, *map(str, parts)])


def duration(milliseconds: int) -> str:
    """Return a duration as records have it: ``4.250``."""
    seconds, rest = divmod(milliseconds, MILLISECONDS)
    return f"{seconds}.{rest:03}"


def milliseconds_in(text: str) -> int:
    """Return what a duration says."""
    return int(text.replace(".", ""))


def timed_line(timed: Timed) -> str:
    """Return the line of what is no move."""
    seat = () if timed.seat is None else (str(timed.seat),)
    quiet = timed.what in {Happening.PAUSE, Happening.RESUME}
    return " ".join((timed.what, *seat, *(() if quiet else (duration(timed.milliseconds),))))


def handicaps(text: str, seats: int) -> tuple[int, ...]:
    """Return the part of the time that each seat has: all of it if the text is empty. Raises ``ValueError``."""
    parts = tuple(map(int, text.split())) or (FULL,) * seats
    if len(parts) != seats or not set(parts) <= set(HANDICAPS):
        choices = ", ".join(map(str, HANDICAPS))
        raise ValueError(f"behind the time control stands a number for each seat, one of {choices}, or nothing")
    return parts


# --- while they play -------------------------------------------------------------------------------------------------


class TimeKeeper:
    """Writes down what happens to clocks."""

    def __init__(self, timing: Timing) -> None:
        """``timing``: what happened before."""
        self._before = timing
        self._happened = list(timing.happened)
        self._pending: dict[int | None, int] = {}

    def think(self, seat: int | None, spent: int) -> None:
        """Note that so much came off a clock; ``None`` is the one clock of all."""
        if spent:
            self._pending[seat] = self._pending.get(seat, 0) + spent

    def move(self, seat: int, ply: int) -> None:
        """Note that a player chose a move, after ``ply`` others."""
        clock = None if self._before.control.pace == Pace.GAME else seat
        self._happened.append(Timed(Happening.MOVED, ply, seat, self._pending.pop(clock, 0)))

    def take_back(self, ply: int) -> None:
        """Note that all moves from ply ``ply`` on were taken back."""
        self._happened = list(_taken_back([*self._happened, *self._thought(ply)], ply))
        self._pending.clear()

    def give(self, seat: int, gift: int, ply: int) -> None:
        """Note that a seat got more time."""
        self._happened.append(Timed(Happening.GIVEN, ply, seat, gift))

    def stop(self, ply: int) -> None:
        """Note that the match is paused."""
        self._happened.append(Timed(Happening.PAUSE, ply))

    def go_on(self, ply: int) -> None:
        """Note that it goes on."""
        self._happened.append(Timed(Happening.RESUME, ply))

    def until(self, ply: int) -> Timing:
        """Return what happened in the first ``ply`` moves, which are all there are, and what was thought since. A pause
        that goes on stays the last that happened."""
        pauses = bool(self._happened) and self._happened[-1].what == Happening.PAUSE
        end = len(self._happened) - pauses
        return replace(self._before, happened=(*self._happened[:end], *self._thought(ply), *self._happened[end:]))

    def _thought(self, ply: int) -> Iterator[Timed]:
        return (Timed(Happening.SPENT, ply, clock, spent) for clock, spent in self._pending.items())


def _taken_back(happened: Sequence[Timed], ply: int) -> Iterator[Timed]:
    """Yield what happened, as it looks once the moves from ply ``ply`` on are no longer there."""
    for each in happened:
        gone = each.what == Happening.MOVED and each.ply >= ply
        yield each._replace(what=Happening.TAKEN_BACK if gone else each.what, ply=min(each.ply, ply))


UNDECIDED = "?"
"""The value of an option that chance has not decided yet."""
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
    timing: Timing | None = None
    """How long they thought; ``None`` without clocks."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Where things stand: line numbers from 1 by the first word of the line, a move's number, ``option grid``, ``time
    control``, or ``timed 0`` for what happened first to a clock."""

    def invalid(self, word: str, reason: str) -> InvalidRecord:
        """Return the error for the line that begins with ``word``, or for the last line where there is none."""
        return InvalidRecord(f"line {self.lines.get(word, self.lines.get('end', 0))}: {reason}")


def write(record: Record) -> str:
    """Return the text, each line closed by a newline."""
    return seal([*_header(record), *_moves(record), *_end(record)])


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


def _header(record: Record) -> Iterable[str]:
    yield f"fivefold record {_format(record)}"
    yield f"game {record.game} rules {record.version}"
    for name, value in record.options.items():
        yield f"option {name} {value}{' drawn' if name in record.drawn else ''}"
    for seat, name in enumerate(record.seats):
        yield f"seat {seat} {name}"
    if record.timing is not None:
        yield f"time {heading(record.timing)}"
    yield f"started {_stamp(record.started)}"
    yield " ".join(["chance", *filter(None, record.chance)])
    yield from (f"nonce {seat} {text}" for seat, text in record.nonces)
    if not record.dealt:
        yield "undealt"
    if record.scripted:
        yield f"scripted {record.scripted}"


def _format(record: Record) -> int:
    if record.timing is not None:
        return 3
    return 2 if record.nonces or record.sealed or not record.dealt else 1


def _moves(record: Record) -> Iterable[str]:
    """Yield the moves, and between them what happened to the clocks."""
    taken = record.timing.taken() if record.timing else {}
    happened = [each for each in record.timing.happened if each.what != Happening.MOVED] if record.timing else []
    between = groupby(happened, key=lambda each: each.ply)
    since = {ply: [timed_line(each) for each in group] for ply, group in between}
    for ply, move in enumerate(record.moves):
        yield from since.get(ply, ())
        took = f" {duration(taken[ply])}" if ply in taken else ""
        yield f"{ply + 1} {move.mover} {move.text}{took}"
    yield from since.get(len(record.moves), ())


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


def read(text: str) -> Record:
    """Return what a record says. Raises ``InvalidRecord``, naming the line, if it is damaged or of another format."""
    return _Reader(unseal(text)).record()


class _Reader:
    """Walks through the lines, each of which must come in its place."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.left = list(reversed(lines))
        self.lines: dict[str, int] = {}
        self.format, self.seat_count = "", 0
        self.happened: list[Timed] = []

    def record(self) -> Record:
        self.format = self.take("fivefold", "record ([0-9]+)")[0]
        game, version = self.take("game", r"(\S+) rules ([0-9]{1,9})")
        options, drawn = self.options()
        record = Record(
            game=game,
            version=int(version),
            options=options,
            drawn=drawn,
            seats=self.seats(),
            timing=self.timing(),
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
        timing = record.timing and replace(record.timing, happened=tuple(self.happened))
        return replace(record, timing=timing)

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

    def timing(self) -> Timing | None:
        """Return the time control, which only format 3 has."""
        if self.format != "3":
            return None
        text, parts = self.take("time", r"(\S+)((?: [0-9]{1,3})*)")
        line = self.lines["time control"] = self.lines.pop("time")
        try:
            return Timing(TimeControl.parse(text), handicaps(parts, self.seat_count))
        except (InvalidOption, ValueError) as error:
            raise InvalidRecord(f"line {line}: {error}") from error

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
        if self.format == "2" and sealed is None and not self.lines.keys() & {"nonce", "undealt"}:
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
        while self.left:
            if self.left[-1].content[:1].isdecimal():
                moves.append(self.move(len(moves)))
            elif self.format != "3" or not any(map(self.sees, PATTERNS)):
                break
            else:
                self.clock_event(len(moves))
        return tuple(moves)

    def move(self, ply: int) -> Move:
        """Return a move; in format 3 how long it took may stand behind it."""
        took = f"(?: {DURATION})?" if self.format == "3" else "()"
        mover, text, time = self.take(str(ply + 1), rf"([0-9]+|chance) (\S+){took}")
        if time and mover != CHANCE_WORD:
            self.lines[f"timed {len(self.happened)}"] = self.lines[str(ply + 1)]
            self.happened.append(Timed(Happening.MOVED, ply, int(mover), milliseconds_in(time)))
        elif time:
            raise InvalidRecord(f"line {self.lines[str(ply + 1)]}: {text}: nobody's clock runs for a move of chance")
        return Move(mover, text)

    def clock_event(self, ply: int) -> None:
        """Take what happened to a clock between two moves."""
        what = next(what for what in PATTERNS if self.sees(what))
        seat, time = self.take(what, PATTERNS[what])
        self.lines[f"timed {len(self.happened)}"] = self.lines[what]
        milliseconds = milliseconds_in(time) if time else 0
        self.happened.append(Timed(what, ply, int(seat) if seat else None, milliseconds))

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


def scripted_moves(recorded: Record) -> tuple[str, ...]:
    """Return the texts of the chance moves that came from a script."""
    return tuple(move.text for move in recorded.moves if move.mover == CHANCE_WORD)[: recorded.scripted]


def game_of(recorded: Record) -> Game:
    """Return the game, if this program plays it by the same rules."""
    try:
        game = catalogue.find(recorded.game)
    except InvalidOption as error:
        raise recorded.invalid("game", str(error)) from error
    if recorded.version != game.rules.VERSION:
        raise recorded.invalid(
            "game", f"rules version {recorded.version}; this program plays {game.name} by version {game.rules.VERSION}"
        )
    return game


def options_of(game: Game, recorded: Record) -> dict[str, str]:
    """Return a value for every option; those that chance has yet to decide have any value. An option with a default may
    be younger than the record: where it is not named, it is as it was before it came."""
    undecided = frozenset() if recorded.dealt else recorded.drawn
    for name in undecided:
        if recorded.options[name] != UNDECIDED:
            raise recorded.invalid(
                f"option {name}", f"{recorded.options[name]} is said to be drawn, but nothing was drawn yet"
            )
    given = options.with_earlier(game, recorded.options)
    for option in game.setup.options:
        if option.name not in given and option.default is None:
            raise recorded.invalid("started", f"option {option.name} is missing before this line")
        if option.name in undecided or option.name not in given:
            continue
        try:
            options.canonical(game, option, given[option.name])
        except InvalidOption as error:
            raise recorded.invalid(f"option {option.name}", str(error)) from error
    try:
        decided = {name: value for name, value in given.items() if name not in undecided}
        if not undecided:
            return options.resolve(game, decided, chance.Scripted().draw)
        if undecided != options.drawn(game, decided):
            raise recorded.invalid("undealt", f"chance decides nothing of {', '.join(sorted(undecided))}")
        return options.resolve(game, decided)
    except InvalidOption as error:
        raise recorded.invalid("option", str(error)) from error


def source_of(recorded: Record, seed: int | bytes | str | None = None) -> chance.Source:
    """Return what decides draws; ``seed``: a fair match's own, which an unfinished record does not tell."""
    kind, public = recorded.chance
    if kind == "scripted":
        return chance.source(seed, ())
    if seed is None:
        seed = int(public) if kind == "seeded" else recorded.seed
    if seed is None:
        return chance.Sealed(public, recorded.nonces)
    source = chance.mixed(chance.source(seed), recorded.nonces)
    if (source.kind, source.public) != recorded.chance:
        raise recorded.invalid(
            "seed" if recorded.seed else "chance", f"the seed is not the one of chance {kind} {public}"
        )
    return source


def check_times(recorded: Record, decisions: Collection[int]) -> None:
    """Check that every move a player chose has its time, no other has, and that the clocks had all of it. Moves from
    before the clocks began have none: those of the match that this one goes on from."""
    if recorded.timing is None:
        return
    _check_seats(recorded)
    taken = recorded.timing.taken()
    for ply, move in enumerate(recorded.moves):
        if ply in decisions and ply not in taken and ply > min(taken, default=ply):
            raise recorded.invalid(str(ply + 1), f"{move.text}: how long it took is missing")
        if ply in taken and ply not in decisions:
            raise recorded.invalid(str(ply + 1), f"{move.text}: the table made this move, so it took nobody's time")
    try:
        clocks = recorded.timing.stands()
    except TooLong as error:
        spent = f"{duration(error.timed.milliseconds)} seconds"
        reason = f"{spent} were spent, but the clock had {duration(error.left)}"
        raise recorded.invalid(f"timed {error.number}", reason) from error
    ending = recorded.ending
    if ending is not None and ending.kind == Termination.TIME:
        left = clocks.seats[GAME_CLOCK if recorded.timing.control.pace == Pace.GAME else ending.seat or 0].left
        if left:
            raise recorded.invalid(ending.kind, f"{ending.kind}: the clock still had {duration(left)} seconds")


def _check_seats(recorded: Record) -> None:
    """Check that what happened to clocks happened to those there are."""
    assert recorded.timing is not None  # noqa: S101  (the caller has looked)
    whole = recorded.timing.control.pace == Pace.GAME
    for number, each in enumerate(recorded.timing.happened):
        reason = ""
        if each.seat is not None and each.seat >= len(recorded.seats):
            reason = f"there is no seat {each.seat}"
        elif whole and (each.what == Happening.GIVEN or (each.what == Happening.SPENT and each.seat is not None)):
            reason = "no seat has a clock of its own here"
        elif not whole and each.what == Happening.SPENT and each.seat is None:
            reason = "the seat whose time it was is missing"
        if reason:
            raise recorded.invalid(f"timed {number}", reason)

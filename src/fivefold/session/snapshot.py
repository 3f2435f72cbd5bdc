"""How a match stands at one moment. A snapshot is never changed, so any thread may read it."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final, NamedTuple, Self

from fivefold.contract import ANYONE, CHANCE, DropOut
from fivefold.contract.drop_outs import RESIGN
from fivefold.play.clocks import Clocks
from fivefold.play.match import Match
from fivefold.play.outcome import Termination
from fivefold.session.seats import COMPUTER, PERSON, Seat, Terms, distinct_names

WAITING, LIVE, OVER = "waiting", "live", "over"  # Statuses: waiting for seats to be taken, being played, finished.
DRAW = "draw"  # Who begins is left to chance.
MOST_MOVES: Final = 3000
"""A match is cancelled after this many moves of players, with those taken back and each taking back.

The longest seen, Dice Poker among three of the weakest computers, take up to 1,700; people need a tenth of that. More
would only be played to fill the disk.
"""
MOVE, UNDO, ABANDONED = "move", "undo", "abandoned"
GIFT, MORE_TIME, PAUSE, RESUME = "gift", "more-time", "pause", "resume"
"""Kinds of entries; the others are those of ``fivefold.play.outcome.WORDS``.

Of time: a seat gives each of the others some; a seat gets some; the match is paused; it goes on.
"""
FEW: Final = 16
"""Entries at the end of a log whose plies are counted faster than those of all."""
TIME_KINDS: Final = frozenset({GIFT, MORE_TIME, PAUSE, RESUME})
HELD: Final = "held"
"""A kind of entry: on one board of a duplicate a seat has moved. Nobody is shown the move, the entry's text, before the
other board has its own: then both are made."""
REACTION_SECONDS: Final = (6.0, 4.5, 3.5, 2.6, 1.9, 1.3, 0.8)
"""How long a computer opponent takes to react where the quicker player moves first: on average, by level."""
REACTION_SPREAD: Final = 0.25  # The fraction of the average by which a reaction may be quicker or slower.
LONGEST_REACTION: Final = timedelta(seconds=max(REACTION_SECONDS) * (1 + REACTION_SPREAD))
"""Nobody takes longer to react: a time further ahead comes from a clock that was set back."""
DOUBLE_OF: Final = "double_of"
"""The link to the first game of a double match, with what it brings to each seat of the second."""


class Cause(StrEnum):
    """Why a match was cancelled: the text of its last entry, ``abandoned``, whose mover is the seat that caused it."""

    LATE = "late"  # The seat did not make its first move in time.
    AGREED = "agreed"
    EMPTY = "empty"  # Nobody joined.
    DECLINED = "declined"  # Whoever was invited declined.
    WITHDRAWN = "withdrawn"  # Whoever invited took that back.
    LEFT = "left"  # The seat left before the match began.
    EARLY = "resigned-early"  # The seat resigned in the first round, where the others could have played on.
    STOPPED = "stopped"  # By the only person at the table.
    OPERATOR = "operator"
    LONG = "long"  # No more moves fit.


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log."""

    number: int  # From 1, without gaps.
    kind: str
    """``move``, ``held``, ``undo``, ``gift``, ``more-time``, ``pause``, ``resume``; at the end ``resigned``, ``time``,
    ``agreed`` or ``abandoned``."""
    mover: int  # A seat, or ``CHANCE``, ``ANYONE``, ``NOBODY``.
    text: str
    """Of a move, made or held, its canonical text (of one who drops out ``resign:2``), of an undo how many plies are
    left, of time given its seconds, of time that ran out ``draw`` where nobody else could win any more, of a match that
    was cancelled a ``Cause`` (empty in old ones); otherwise empty."""
    at: datetime | None = field(default=None, compare=False)  # When it was stored, to the millisecond.
    given_back: int = field(default=0, compare=False)
    """Milliseconds that the network or the house itself took, and that its player's clock doesn't count."""

    @property
    def drop_out(self) -> DropOut | None:
        """Who drops out by it while the others play on; ``None`` for any other move, and what is none."""
        return DropOut.read(self.text) if self.kind == MOVE else None

    @property
    def gives_up(self) -> str:
        """``resigned`` or ``time`` where somebody leaves by it, whether the match ends or others play on."""
        out = self.drop_out
        kind = self.kind if out is None else Termination.RESIGNED if out.word == RESIGN else Termination.TIME
        return kind if kind in {Termination.RESIGNED, Termination.TIME} else ""


class Link(NamedTuple):
    """What ties a match to something beyond its table."""

    target: str  # The id of another match or of a tournament, or a day; empty while there is none yet.
    number: int | None = None  # Which of a series this is, from 1.
    points: tuple[int, ...] | None = None  # What the other match adds to each seat's points.
    shares: tuple[float, ...] | None = None  # Each seat's share of the win of the other match.


class Offer(NamedTuple):
    """What one player offers the others."""

    kind: str  # One of ``session.offers.KINDS``.
    seat: int  # Whose offer it is.
    agreed: tuple[int, ...] = ()  # The seats that have said yes.
    since: int = 0  # The number of the last entry when it was made.


class Declined(NamedTuple):
    """An offer to which somebody said no."""

    kind: str
    seat: int  # Whose offer it was.
    by: int  # The seat that said no.


class Call(NamedTuple):
    """A computer opponent that may move."""

    seat: int
    level: int
    at: datetime  # Not before then: in a race it takes its time to react.


@dataclass(frozen=True, eq=False)
class MatchSnapshot:
    """A match with its log and its seats. ``match`` is not to be changed: take a ``copy()``."""

    id: str
    match: Match
    entries: tuple[Entry, ...]
    seats: tuple[Seat, ...]
    status: str  # ``waiting``, ``live`` or ``over``.
    started: datetime
    begin: str = ""
    """Who is to move first, in the words of the one who asked for the match: ``me``, ``them`` or ``draw``. Settled when
    the match is dealt; empty where everybody stays in their seat."""
    offer: Offer | None = None  # What is offered, and still open.
    declined: tuple[Declined, ...] = ()  # What was declined since the last entry.
    agreed: tuple[int, ...] = ()
    """The seats that are ready: before a race, and for the second game of a double match."""
    begins: datetime | None = None  # When the cards of a race are dealt, once everybody is ready.
    links: Mapping[str, Link] = field(default_factory=dict)
    """What ties the match to others, by name; whoever adds a link knows what it means."""
    terms: Terms = field(default_factory=Terms)
    began: datetime | None = None  # When its clocks began to run; ``None`` before, and without clocks.
    clocks: Clocks | None = None
    """The clocks after the last entry; ``None`` before the match has begun, and without clocks."""
    next_look: int | None = None  # When somebody has to look at the clocks again, in milliseconds since 1970.
    told: int = 0
    """What has been said since the last entry of a slow clock that runs out: see ``fivefold.play.clocks``."""
    revision: int = 0  # Raised by every change; the log's numbers count entries only.

    def linked(self, name: str) -> str | None:
        """Return what the match is tied to by this name; ``None`` if nothing, or nothing yet."""
        return self.links[name].target or None if name in self.links else None

    @cached_property
    def plies(self) -> tuple[int, ...]:
        """For each entry how many plies the match had after it."""
        counts, count = [], 0
        for entry in self.entries:
            count = int(entry.text) if entry.kind == UNDO else count + (entry.kind == MOVE)
            counts.append(count)
        return tuple(counts)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """For each seat the player's name, no two the same; for an open seat what the game calls it."""
        return distinct_names(
            [seat.name or seat.seat_name for seat in self.seats], [seat.seat_name for seat in self.seats]
        )

    @cached_property
    def out(self) -> frozenset[int]:
        """The seats that have dropped out."""
        return frozenset(seat.seat for seat in self.seats if self.match.game.is_out(self.match.row, seat.seat))

    @property
    def gone(self) -> frozenset[int]:
        """The seats that nobody waits for: those that have dropped out; once a match is cancelled that more than two
        could have played on, the seat that left in the first round, so that the others can begin anew."""
        if self.status != OVER:
            return self.out
        last = self.entries[-1] if self.entries else None
        if last is None or last.kind != ABANDONED or last.text not in {Cause.EARLY, Cause.LATE}:
            return frozenset()
        return frozenset({last.mover}) if self.match.game.plays_on(self.match.options) else frozenset()

    @property
    def levels(self) -> list[int | None]:
        """For each seat the level of its computer opponent, ``None`` where there is none."""
        return [seat.level for seat in self.seats]

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.entries)

    @property
    def table_id(self) -> str:
        """The id of the table: where people are, and talk. Both boards of a duplicate stand on that of the first."""
        return (self.linked(DOUBLE_OF) if self.terms.duplicate else None) or self.id

    @cached_property
    def held(self) -> Entry | None:
        """The move that waits for the one on the other board of a duplicate; a secret."""
        if not self.terms.duplicate or self.status != LIVE:
            return None
        last = next((entry for entry in reversed(self.entries) if entry.kind in {MOVE, HELD}), None)
        return last if last is not None and last.kind == HELD else None

    @property
    def to_act(self) -> int | None:
        """The seat to move, or ``None`` while nobody may."""
        turn = self.match.to_move
        return turn if self.status == LIVE and turn >= 0 and self.held is None else None

    @property
    def racing(self) -> bool:
        """Whether anyone may move now."""
        return self.status == LIVE and self.match.to_move == ANYONE

    @cached_property
    def able(self) -> frozenset[int]:
        """The seats that may make a move now."""
        if self.racing:
            return frozenset(self.match.mover(move) for move in self.match.legal())
        return frozenset() if self.to_act is None else frozenset({self.to_act})

    @property
    def paused(self) -> bool:
        """Whether the players have agreed to a pause: nobody moves."""
        if self.clocks is not None:
            return self.status == LIVE and self.clocks.paused
        # One that has just been read from the store has no clocks yet.
        return self.status == LIVE and bool(self.entries) and self.entries[-1].kind == PAUSE

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The computer opponents that may move, the first to do so first."""
        if self.paused:
            return ()
        computers = [(seat, level) for seat in sorted(self.able) if (level := self.seats[seat].level) is not None]
        if not self.racing:
            return tuple(Call(seat, level, self.started) for seat, level in computers)
        calls = (Call(seat, level, self._reacts(seat, level)) for seat, level in computers)
        return tuple(sorted(calls, key=lambda call: call.at))

    @property
    def due(self) -> int | None:
        """The level of the computer opponent that is to move, if one is; in a race of the one that is first."""
        return self.calls[0].level if self.calls else None

    @property
    def people(self) -> frozenset[str]:
        """The ids of the people who sit at the table."""
        return frozenset(seat.person for seat in self.seats if seat.person is not None)

    @property
    def alone(self) -> bool:
        """Whether this is a game for one."""
        return len(self.seats) == 1

    @property
    def places_drawn(self) -> bool:
        """Whether people may change places once everybody sits."""
        return not self.match.dealt and bool(self.begin) and (self.begin == DRAW or bool(self.match.undecided))

    @property
    def result(self) -> tuple[int, ...] | None:
        """Each seat's points once the match is played out, or its time is up; ``None`` while it goes on or where it was
        broken off."""
        match = self.match
        counts = match.ending is None or match.ending.time_up
        return match.outcome.scores if match.outcome is not None and counts else None

    def _reacts(self, seat: int, level: int) -> datetime:
        """Return when a computer moves in a race: some time after it moved last, or could not move before. What others
        do meanwhile changes nothing; otherwise a quick player would never let it move."""
        number, at = 0, self.started
        for entry in reversed(self.entries):
            turn, able = self._turn_after(entry.number)
            if turn != CHANCE and seat not in able:
                break
            if turn != CHANCE or entry.mover == seat:
                number, at = entry.number, entry.at or self.started
            if entry.mover == seat:
                break
        seconds = reaction_seconds(self.match.game.level_below(level), self.id, number)
        return at + timedelta(milliseconds=round(1000 * seconds))

    def _turn_after(self, number: int) -> tuple[int, frozenset[int]]:
        """Return whose turn it was after an entry, and where anyone might move the seats that could."""
        game, row = self.match.game, self.row_at(self.plies_after(number))
        turn = game.rules.to_move(row)
        if turn != ANYONE or game.race is None:
            return turn, frozenset()
        legal = [0] * game.rules.MAX_MOVES
        count = game.rules.legal_moves(row, legal)
        return turn, frozenset(game.race.mover(row, move) for move in legal[:count])

    def plies_after(self, number: int) -> int:
        """Return how many plies the match had after this entry; 0 is before the first."""
        later = self.entries[max(number, 0) :]
        if len(later) > FEW or any(entry.kind == UNDO for entry in later):
            return self.plies[number - 1] if number > 0 else 0
        return len(self.match.moves) - sum(entry.kind == MOVE for entry in later)

    def taken_back_since(self, number: int) -> bool:
        """Return whether the position after this entry was taken back later."""
        ply = self.plies_after(number)
        return any(entry.kind == UNDO and int(entry.text) < ply for entry in islice(self.entries, number, None))

    def row_at(self, ply: int) -> list[int]:
        """Return the position after ``ply`` plies with everything in it, hidden or not."""
        found = self.match.passed(ply)
        return _rows(self.match)[ply].copy() if found is None else found

    def seats_of(self, person_id: str) -> tuple[int, ...]:
        """Return the seats of a person; several at one screen, none for somebody who only looks on."""
        return tuple(seat.seat for seat in self.seats if seat.kind == PERSON and seat.person == person_id)

    def plays(self, person_id: str) -> bool:
        """Return whether this person has a seat and has not dropped out."""
        return not self.out.issuperset(self.seats_of(person_id))

    def may_move(self, person_id: str) -> bool:
        """Return whether this person may make a move now."""
        return not self.able.isdisjoint(self.seats_of(person_id))

    def people_besides(self, person_id: str) -> tuple[int, ...]:
        """Return the seats of other people, those still open among them."""
        return tuple(
            s.seat for s in self.seats if s.kind != COMPUTER and not (s.kind == PERSON and s.person == person_id)
        )


def reaction_seconds(level: int, match_id: str, number: int) -> float:
    """Return how long after entry ``number`` of a match an opponent of this level moves: every time the same."""
    digest = hashlib.sha256(f"{match_id} {number} {level}".encode()).digest()
    drawn = int.from_bytes(digest[:8], "big") / (1 << 64)
    return REACTION_SECONDS[level - 1] * (1 + REACTION_SPREAD * (2 * drawn - 1))


def stamped(snapshot: MatchSnapshot, at: datetime) -> MatchSnapshot:
    """Return a snapshot with the time, to the millisecond, noted in those of its entries that have none yet."""
    if not snapshot.entries or snapshot.entries[-1].at is not None:
        return snapshot
    moment = at.astimezone(UTC).replace(microsecond=at.microsecond // 1000 * 1000)
    known = len(snapshot.entries)
    while known and snapshot.entries[known - 1].at is None:
        known -= 1
    new = (Entry(e.number, e.kind, e.mover, e.text, moment, e.given_back) for e in snapshot.entries[known:])
    return replace(snapshot, entries=(*snapshot.entries[:known], *new))


@lru_cache(maxsize=4)
def _rows(match: Match) -> tuple[list[int], ...]:
    """Return the positions before each ply; kept for whoever steps through a match."""
    return tuple(ply.before for ply in match.replay())


def move_count(entries: Iterable[Entry]) -> int:
    """Return how many of these are players' moves, taken back or not, and how often some were taken back."""
    return sum(entry.mover >= 0 and entry.kind in {MOVE, UNDO} for entry in entries)


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in a person's list."""

    id: str
    game: str
    options: dict[str, str]
    status: str
    seats: tuple[Seat, ...]
    yours: tuple[int, ...]
    number: int
    turn: bool  # Whether it is the person's turn.
    started: datetime

    @classmethod
    def of(cls, now: MatchSnapshot, person_id: str) -> Self:
        """Return a match as a person's list has it."""
        yours, turn = now.seats_of(person_id), now.may_move(person_id)
        match = now.match
        return cls(now.id, match.game.key, match.options, now.status, now.seats, yours, now.number, turn, now.started)

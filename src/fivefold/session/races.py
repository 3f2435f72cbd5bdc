"""Races: anyone may move, the first in the log counts, and a late move is made if it still does what was meant."""

import re
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import islice
from typing import Final

from fivefold.contract import ANYONE, CHANCE, Game
from fivefold.contract.errors import InvalidMove, Problem
from fivefold.parts.words import listed
from fivefold.play.chance import Seeded
from fivefold.play.match import Match
from fivefold.play.observation import observed
from fivefold.session.errors import LOOK_AGAIN, NotYours, Stale
from fivefold.session.seats import OPEN
from fivefold.session.snapshot import LONGEST_REACTION, MOVE, UNDO, WAITING, Call, Entry, MatchSnapshot

SEAT: Final = re.compile(r"\s*([0-9]{1,9})\s*:\s*")
"""How the moves of a race begin: with the seat's number, from 1, and a colon."""
COUNTDOWN: Final = timedelta(seconds=3.5)
"""From the moment at which everybody is ready until the cards are dealt: 3, 2, 1, and time for the news to arrive."""


def is_ahead(match: Match) -> bool:
    """Tell whether a match that is not dealt yet will be a race."""
    if match.game.race is None or match.dealt:
        return False
    return becomes_race(match.game, match.options)


def becomes_race(game: Game, options: Mapping[str, str]) -> bool:
    """Tell whether a match with these options will be a race."""
    return game.race is not None and _becomes_race(game, tuple(sorted(options.items())))


@lru_cache(maxsize=64)
def _becomes_race(game: Game, values: tuple[tuple[str, str], ...]) -> bool:
    return Match.prepared(game, dict(values), Seeded(0)).to_move == ANYONE


def waits_for_ready(now: MatchSnapshot) -> bool:
    """Tell whether everybody sits, and the race begins when all are ready."""
    return now.status == WAITING and is_ahead(now.match) and all(seat.kind != OPEN for seat in now.seats)


def is_race(now: MatchSnapshot) -> bool:
    """Tell whether a match is a race, was or will be."""
    if now.match.game.race is None:
        return False
    if not now.match.dealt:
        return is_ahead(now.match)
    made = next((entry for entry in now.entries if entry.kind == MOVE and entry.mover >= 0), None)
    return now.match.game.rules.to_move(now.match.row) == ANYONE if made is None else bool(SEAT.match(made.text))


def applies(now: MatchSnapshot, number: int) -> bool:
    """Tell whether the move that is to be entry ``number`` was chosen in a race, perhaps a few entries ago."""
    if now.match.game.race is None or not 0 < number <= now.number + 1 or now.taken_back_since(number - 1):
        return False
    return now.match.game.rules.to_move(now.row_at(now.plies_after(number - 1))) == ANYONE


def arrived_move(now: MatchSnapshot, seats: Collection[int], number: int, text: str) -> int | None:
    """Return the move to make now, for one of these seats; ``None`` where it was made already.

    ``number`` is one more than the player had seen. The text is read in the position that the player's seat saw then.
    Raises ``InvalidMove``, ``IllegalMove`` for what was no move there, ``NotYours``, and ``Stale`` where somebody was
    quicker.
    """
    seat = addressed_seat(now, seats, text)
    then = _Sight(now, now.plies_after(number - 1), seat)
    move = now.match.game.notation.read(then.row, with_seat_number(text, seat))
    if then.race.mover(then.row, move) != seat:
        raise _not_theirs(now, seats, text)
    said = now.match.game.notation.say(then.row, move, seat)
    since = tuple(islice(now.entries, number - 1, None))
    if any(entry.kind == MOVE and (entry.mover, entry.text) == (seat, said) for entry in since):
        return None
    if any(entry.kind == UNDO for entry in since):
        raise Stale(Problem("a move was taken back in the meantime", remedy=LOOK_AGAIN), now)
    if now.match.outcome is not None and since:
        raise Stale(f"the match is over: {now.match.outcome.reason}", now)
    if not then.still_meant(len(now.match.moves), move):
        raise Stale(_quicker(then, since, seats, move), now)
    return move


def addressed_seat(now: MatchSnapshot, seats: Collection[int], text: str) -> int:
    """Return which of these seats a move's text speaks for: the one it names, or the only one there is. Raises
    ``NotYours`` if it is another's, ``InvalidMove`` if the text leaves it open."""
    found = SEAT.match(text)
    if found is None and len(seats) == 1:
        return min(seats)
    if found is None:
        whose = listed([f"{seat + 1}: is {now.names[seat]}" for seat in sorted(seats)])
        raise InvalidMove("write whose move it is first", subject=text, remedy=whose)
    seat = int(found[1]) - 1
    if seat not in seats:
        raise _not_theirs(now, seats, text)
    return seat


def _not_theirs(now: MatchSnapshot, seats: Collection[int], text: str) -> NotYours:
    """Return the error for a move that another seat would make, or none."""
    found = SEAT.match(text)
    named = int(found[1]) - 1 if found else -1
    whose = f"that is {now.names[named]}'s to do" if named in range(len(now.names)) else "nobody has that number"
    own = listed([f"{seat + 1}:" for seat in sorted(seats)], "or")
    return NotYours(whose, subject=text, remedy=f"your moves begin with {own}")


def with_seat_number(text: str, seat: int) -> str:
    """Return a move's text with its seat's number in front, which may be left out where it goes without saying."""
    return text if SEAT.match(text) else f"{seat + 1}:{text}"


def without_seat_number(text: str) -> str:
    """Return the text of a move in a race without its seat's number."""
    return text[len(found[0]) :] if (found := SEAT.match(text)) else text


def first_call(now: MatchSnapshot, time: datetime) -> Call | None:
    """Return the computer that is to move first, and when, by a clock that says ``time``; ``None`` where none is to.
    Where the clock was set back since, those who took their time before it are due at once."""
    calls = (call._replace(at=call.at if call.at <= time + LONGEST_REACTION else time) for call in now.calls)
    return min(calls, key=lambda call: call.at, default=None)


def refuse_haste(now: MatchSnapshot, seat: int, time: datetime) -> None:
    """Raise ``Stale`` for a computer that moves before it would have reacted."""
    if now.racing and any(call.seat == seat and time < call.at <= time + LONGEST_REACTION for call in now.calls):
        raise Stale(Problem(f"{now.names[seat]} has only just moved", remedy=LOOK_AGAIN), now)


class _Sight:
    """A position of a race as one seat saw it, and what became of it."""

    def __init__(self, now: MatchSnapshot, ply: int, seat: int) -> None:
        race = now.match.game.race
        assert race is not None  # noqa: S101  (``applies``)
        self.now, self.seat, self.race = now, seat, race
        self.row = self.row_at(ply)

    def row_at(self, ply: int) -> list[int]:
        """Return the position after ``ply`` plies, as far as the seat could see it."""
        return observed(self.now.match.game, self.now.row_at(ply), self.seat)

    def still_meant(self, ply: int, move: int) -> bool:
        """Tell whether a move begun here could be made after ``ply`` plies, and would do what was meant."""
        rules, row = self.now.match.game.rules, self.row_at(ply)
        if rules.to_move(row) != ANYONE:
            return False
        legal = [0] * rules.MAX_MOVES
        return move in legal[: rules.legal_moves(row, legal)] and self.race.still_meant(self.row, row, move)


def _quicker(then: _Sight, since: Collection[Entry], seats: Collection[int], move: int) -> Problem:
    """Return who came first; the board shows with what."""
    now, last = then.now, None
    for entry in since:
        last = entry if entry.mover >= 0 else last
        ply = now.plies_after(entry.number)
        if now.match.game.rules.to_move(now.row_at(ply)) != CHANCE and not then.still_meant(ply, move):
            break
    if last is None or last.mover in seats:
        return Problem("the table has changed in the meantime", remedy="look at it as it is now")
    return Problem(f"{now.names[last.mover]} was quicker")

"""Races: anyone may move, what is stored first counts, and a move that came late is made where it is still meant."""

import re
from collections.abc import Collection
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from fivefold.contract import ANYONE, CHANCE, TABLE, Race
from fivefold.session.errors import NotYours, Stale
from fivefold.session.reaction import LONGEST_SECONDS
from fivefold.session.snapshot import MOVE, UNDO, Call, Entry, MatchSnapshot

SEAT: Final = re.compile(r"\s*[0-9]+\s*:\s*")
"""How the moves of a race begin: with the seat's number, from 1, and a colon."""
LONGEST_REACTION: Final = timedelta(seconds=LONGEST_SECONDS)
"""Nobody takes longer to react: a time further ahead comes from a clock that was set back."""


def is_race(now: MatchSnapshot) -> bool:
    """Tell whether a match is a race, or was."""
    if now.match.game.race is None:
        return False
    made = next((entry for entry in now.entries if entry.kind == MOVE and entry.mover >= 0), None)
    return now.match.game.rules.to_move(now.match.row) == ANYONE if made is None else bool(SEAT.match(made.text))


def applies(now: MatchSnapshot, number: int) -> bool:
    """Tell whether the move that is to be entry ``number`` was chosen in a race, perhaps a few entries ago."""
    if now.match.game.race is None or not 0 < number <= now.number + 1 or now.taken_back_since(number - 1):
        return False
    return now.match.game.rules.to_move(now.row_at(now.plies_after(number - 1))) == ANYONE


def arrived_move(now: MatchSnapshot, seats: Collection[int], number: int, text: str) -> str | None:
    """Return the canonical text of the move to make now, for one of these seats; ``None`` where it was made already.

    ``number`` is one more than the player had seen. Raises ``InvalidMove``, ``IllegalMove`` for what was no move there,
    ``NotYours``, and ``Stale`` where somebody was quicker.
    """
    then = now.row_at(now.plies_after(number - 1))
    game, race = now.match.game, _race(now)
    move = game.notation.read(then, with_seat_number(text, seats))
    seat, said = race.mover(then, move), game.notation.say(then, move, TABLE)
    if seat not in seats:
        raise NotYours(f"{text}: that is {now.names[seat]}'s to do; your moves begin with {min(seats) + 1}:")
    since = tuple(islice(now.entries, number - 1, None))
    if any(entry.kind == MOVE and (entry.mover, entry.text) == (seat, said) for entry in since):
        return None
    if any(entry.kind == UNDO for entry in since):
        raise Stale("a move was taken back meanwhile; look at the table as it is now", now)
    if now.match.outcome is not None and since:
        raise Stale(f"the match is over: {now.match.outcome.reason}", now)
    if not _still_meant(now, then, now.match.row, move):
        raise Stale(_quicker(now, seats, since, then, move), now)
    return said


def with_seat_number(text: str, seats: Collection[int]) -> str:
    """Return a move's text with the seat's number in front; who has only one seat may leave it out."""
    if SEAT.match(text) or len(seats) != 1:
        return text
    return f"{min(seats) + 1}:{text}"


def without_seat_number(text: str) -> str:
    """Return the text of a move in a race without the number of who makes it."""
    return text[len(found[0]) :] if (found := SEAT.match(text)) else text


def first_call(now: MatchSnapshot, time: datetime) -> Call | None:
    """Return the computer that is to move first, and when, by a clock that says ``time``; ``None`` where none is to.

    Where the clock was set back since, those who took their time before it are due at once.
    """
    calls = (call._replace(at=call.at if call.at <= time + LONGEST_REACTION else time) for call in now.calls)
    return min(calls, key=lambda call: call.at, default=None)


def refuse_haste(now: MatchSnapshot, seat: int, time: datetime) -> None:
    """Raise ``Stale`` for a computer that moves before it would have reacted."""
    if now.racing and any(call.seat == seat and time < call.at <= time + LONGEST_REACTION for call in now.calls):
        raise Stale(f"{now.names[seat]} has only just moved; look at the table as it is now", now)


def _race(now: MatchSnapshot) -> Race:
    race = now.match.game.race
    assert race is not None  # noqa: S101  (``applies``)
    return race


def _still_meant(now: MatchSnapshot, then: list[int], row: list[int], move: int) -> bool:
    """Tell whether a move begun in the position ``then`` can be made in ``row`` and does there what was meant."""
    rules = now.match.game.rules
    if rules.to_move(row) != ANYONE:
        return False
    legal = [0] * rules.MAX_MOVES
    return move in legal[: rules.legal_moves(row, legal)] and _race(now).still_meant(then, row, move)


def _quicker(now: MatchSnapshot, seats: Collection[int], since: Collection[Entry], then: list[int], move: int) -> str:
    """Return who came first, and with what."""
    last: Entry | None = None
    for entry in since:
        last = entry if entry.mover >= 0 else last
        row = now.row_at(now.plies_after(entry.number))
        if now.match.game.rules.to_move(row) != CHANCE and not _still_meant(now, then, row, move):
            break
    if last is None or last.mover in seats:
        return "the table has changed meanwhile; look at it as it is now"
    return f"{now.names[last.mover]} was quicker: {without_seat_number(last.text)}"

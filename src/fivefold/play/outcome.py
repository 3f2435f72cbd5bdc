"""How a match ended, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from fivefold.contract import Game, Row
from fivefold.contract.words import seat_name
from fivefold.parts.messages import Message


class Termination(StrEnum):
    """How a match ended; the values are the words of records."""

    PLAYED_OUT = "played-out"
    """By the rules of the game."""
    RESIGNED = "resigned"
    TIME = "time"
    """A seat ran out of time."""
    AGREED = "agreed"
    """The players agreed on a draw."""
    ABANDONED = "abandoned"
    """Called off: it counts for nothing."""


WORDS: Mapping[Termination, str] = {
    Termination.RESIGNED: "{who} resigned",
    Termination.TIME: "{who} ran out of time",
    Termination.AGREED: "draw agreed",
    Termination.ABANDONED: "abandoned",
}
"""For each way a match can end before the game does, how records say it."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An end that came from the players, not from the rules."""

    kind: Termination
    """One of ``WORDS``."""
    seat: int | None = None
    """Who resigned or ran out of time."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match that is over."""

    returns: tuple[float, ...]
    """For each seat 1 for a win, 0 for a loss; a shared first place shares the 1 equally."""
    scores: tuple[int, ...]
    """For each seat the points as they stood."""
    winner: int | None
    """The seat that won alone, or ``None``: a draw, a win shared by partners, a game for one."""
    termination: Termination
    """How it ended."""
    reason: str
    """Why it ended, in the words of records."""
    cause: Message | None = None
    """Why the game ended by its rules, a clause; ``None`` where the players ended it."""


def played_out(game: Game, options: Mapping[str, str], row: Row) -> Outcome:
    """Return the outcome of a game that ended by its own rules in ``row``."""
    returns = [0.0] * game.setup.seats(options)
    game.rules.returns(row, returns)
    notation = game.notation
    cause = notation.ending(row)
    reason = notation.WORDS.text(cause, starts=False)
    return _outcome(returns, points(game, options, row), Termination.PLAYED_OUT, reason, cause)


def broken_off(game: Game, options: Mapping[str, str], row: Row, ending: Ending) -> Outcome:
    """Return the outcome where ``ending`` cut the game short: the seat named loses with its team, the others share.

    An agreed draw and an abandoned match are shared by all.
    """
    count = game.setup.seats(options)
    lost = () if ending.seat is None else game.setup.team(options, ending.seat)
    sharing = count - len(lost)
    returns = [0.0 if seat in lost else 1.0 / sharing for seat in range(count)]
    who = "" if ending.seat is None else f"seat {ending.seat} ({seat_name(game.notation, row, ending.seat)})"
    return _outcome(returns, points(game, options, row), ending.kind, WORDS[ending.kind].format(who=who))


def points(game: Game, options: Mapping[str, str], row: Row) -> tuple[int, ...]:
    """Return each seat's points in ``row``."""
    scores = [0] * game.setup.seats(options)
    game.rules.scores(row, scores)
    return tuple(scores)


def _outcome(
    returns: Sequence[float],
    scores: tuple[int, ...],
    termination: Termination,
    reason: str,
    cause: Message | None = None,
) -> Outcome:
    alone = [seat for seat, value in enumerate(returns) if value == 1.0]
    winner = alone[0] if len(returns) > 1 and alone else None
    return Outcome(tuple(returns), scores, winner, termination, reason, cause)

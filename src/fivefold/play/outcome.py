"""How a match ended, and why."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fivefold.contract import Game, Row
from fivefold.contract.words import seat_name
from fivefold.parts.messages import Message


class Termination(StrEnum):
    """How a match ended; the values are the words of records."""

    PLAYED_OUT = "played-out"
    """By the rules of the game."""
    RESIGNED = "resigned"
    TIME = "time"
    """A seat ran out of time, or the time for the whole game was up."""
    AGREED = "agreed"
    """The players agreed on a draw."""
    ABANDONED = "abandoned"
    """Cancelled: it has no result."""


WORDS: Mapping[Termination, str] = {
    Termination.RESIGNED: "{who} resigned",
    Termination.TIME: "{who} ran out of time",
    Termination.AGREED: "draw agreed",
    Termination.ABANDONED: "abandoned",
}
"""For each way a match can end before the game does, how records say it."""
NOBODY_ELSE: Final = "{why}, and nobody else could win any more"
TIME_UP: Final = "the time was up"
"""How records say it where nobody won on time, and where the time for the whole game was up."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An end that came from the players, not from the rules."""

    kind: Termination
    """One of ``WORDS``."""
    seat: int | None = None
    """Who resigned or ran out of time; with ``TIME`` and no seat the time for the whole game was up."""
    drawn: bool = False
    """Whether it is a draw though a seat ran out of time, because nobody else could win any more."""

    @property
    def time_up(self) -> bool:
        """Whether the time for the whole game was up, so that the points decide as they stand."""
        return self.kind == Termination.TIME and self.seat is None


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
    time_up: bool = False
    """Whether the time for the whole game was up."""

    @property
    def by_points(self) -> bool:
        """Whether points decided, where the game's points do."""
        return self.termination == Termination.PLAYED_OUT or self.time_up


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

    Whoever dropped out before has no part in it. All others share an agreed draw, an abandoned match, and one in which
    nobody else could win when a seat ran out of time.
    When the time for the whole game is up those with most points share, where points decide; otherwise all do.
    """
    seats, scores = range(game.setup.seats(options)), points(game, options, row)
    lost = {*_losers(game, options, ending, scores), *_gone(game, options, row)}
    sharing = [seat for seat in seats if seat not in lost]
    returns = [1.0 / len(sharing) if seat in sharing else 0.0 for seat in seats]
    return _outcome(returns, scores, ending.kind, _reason(game, row, ending), time_up=ending.time_up)


def drawn_on_time(game: Game, options: Mapping[str, str], row: Row, seat: int) -> bool:
    """Return whether it is a draw when ``seat`` runs out of time: no rival of its team can win any more."""
    team = game.setup.team(options, seat)
    rivals = [other for other in range(game.setup.seats(options)) if other not in team]
    return bool(rivals) and not any(game.can_win(row, rival) for rival in rivals)


def _losers(game: Game, options: Mapping[str, str], ending: Ending, scores: Sequence[int]) -> Collection[int]:
    """Return the seats that have no part in the first place."""
    if ending.time_up:
        return _behind(game, options, scores)
    return () if ending.seat is None or ending.drawn else game.setup.team(options, ending.seat)


def _gone(game: Game, options: Mapping[str, str], row: Row) -> Collection[int]:
    """Return the seats that have dropped out with all of their team."""
    seats = range(game.setup.seats(options))
    return [seat for seat in seats if all(game.is_out(row, mate) for mate in game.setup.team(options, seat))]


def _behind(game: Game, options: Mapping[str, str], scores: Sequence[int]) -> Collection[int]:
    """Return the seats whose team has fewer points than another; nobody where points decide nothing."""
    if not game.traits.scores_decide:
        return ()
    together = [sum(scores[mate] for mate in game.setup.team(options, seat)) for seat in range(len(scores))]
    return [seat for seat, reached in enumerate(together) if reached < max(together)]


def _reason(game: Game, row: Row, ending: Ending) -> str:
    """Return why it ended, in the words of records."""
    if ending.time_up:
        return TIME_UP
    who = "" if ending.seat is None else f"seat {ending.seat} ({seat_name(game.notation, row, ending.seat)})"
    why = WORDS[ending.kind].format(who=who)
    return NOBODY_ELSE.format(why=why) if ending.drawn else why


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
    time_up: bool = False,
) -> Outcome:
    alone = [seat for seat, value in enumerate(returns) if value == 1.0]
    winner = alone[0] if len(returns) > 1 and alone else None
    return Outcome(tuple(returns), scores, winner, termination, reason, cause, time_up)

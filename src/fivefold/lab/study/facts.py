"""What is kept of a finished match to answer questions from: everything, as plain numbers and names.

These are the lab's own matches, all over: nothing in them is a secret any more, hidden hands included.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from fivefold.contract import CHANCE
from fivefold.contract.notation import MoveEffects
from fivefold.engine.calibration import sides_of
from fivefold.parts.messages import Catalogue, Message, Reader
from fivefold.play.match import Match, Ply
from fivefold.play.outcome import points
from fivefold.session.result import gains, tallies

BY_CHANCE, BY_TABLE, BY_OPENING, BY_PLAYER = "chance", "table", "opening", "player"
"""Who chose a move: chance; the table, as it was the only one; the study, at random; a player."""
SOMEBODY: Final = "one player"
"""What everybody is called in the reasons why matches end,"""
RIVAL: Final = "a rival"
"""and in the names of what moves do, so that both are the same whoever it was."""


class PlyFacts(NamedTuple):
    """One move of a match."""

    by: str
    """``BY_CHANCE``, ``BY_TABLE``, ``BY_OPENING`` or ``BY_PLAYER``."""
    seat: int
    """Who made it; ``CHANCE``."""
    text: str
    legal: int
    """How many moves there were to choose from; 0 where nobody chose."""
    points: int
    """What it earned its seat."""
    scores: tuple[int, ...]
    """Each seat's points after it."""
    values: tuple[float, ...]
    """For each side the estimate of the position before it (``Search.value``); empty where nobody chose."""
    deed: str
    """What it did besides earning points, as lists of moves call it; empty for nothing."""


class Made(NamedTuple):
    """What a seat has to show for a match with things of one kind: the line of a score card."""

    seat: int
    kind: str
    number: int
    points: int


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """One finished match."""

    pair: int
    half: int
    """0 or 1: the same deal, seats swapped."""
    sides: tuple[int, ...]
    """The side of each seat, from 0: partners share one."""
    seats_of_a: tuple[int, ...]
    first: int
    """The seat that moved first."""
    returns: tuple[float, ...]
    scores: tuple[int, ...]
    termination: str
    ending: str
    """Why it ended: the key of the game's message;"""
    reason: str
    """and in words, whoever won."""
    made: tuple[Made, ...]
    plies: tuple[PlyFacts, ...]
    hindsight: int | None = None
    """The most points that the cards allowed, as far as a search found; only where it was looked for."""

    def to_json(self) -> list[Any]:
        """Return it as JSON can hold it."""
        return [getattr(self, name) for name in self.__slots__]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> "MatchFacts":
        """Return what ``to_json`` wrote."""
        read: dict[str, Any] = dict(zip(cls.__slots__, map(_tuple, data), strict=True))
        read["made"] = tuple(Made._make(each) for each in read["made"])
        read["plies"] = tuple(PlyFacts._make(map(_tuple, each)) for each in read["plies"])
        return cls(**read)


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def facts_of(
    match: Match, *, pair: int, half: int, seats_of_a: Sequence[int], opening: int = 0, hindsight: int | None = None
) -> MatchFacts:
    """Return the facts of a finished match, of which the first ``opening`` decisions were drawn at random."""
    assert match.outcome is not None  # noqa: S101  callers pass finished matches
    outcome, cause = match.outcome, match.outcome.cause
    return MatchFacts(
        pair=pair,
        half=half,
        sides=tuple(sides_of(match)),
        seats_of_a=tuple(seats_of_a),
        first=next((mover for mover in match.movers if mover != CHANCE), 0),
        returns=outcome.returns,
        scores=outcome.scores,
        termination=str(outcome.termination),
        ending=cause.key if cause is not None else str(outcome.termination),
        reason=_reason(match, cause) if cause is not None else outcome.reason,
        made=made_in(match),
        plies=tuple(_plies(match, opening)),
        hindsight=hindsight,
    )


def _reason(match: Match, cause: Message) -> str:
    reader = Reader((SOMEBODY,) * len(match.seats))
    return match.game.notation.WORDS.text(cause, reader, starts=False)


def made_in(match: Match) -> tuple[Made, ...]:
    """Return what each seat has to show for it, as the match's score card has it."""
    words, listed = match.game.notation.WORDS, tallies(match, gains(match))
    return tuple(
        Made(seat, words.text(item.label, starts=False), item.number, item.points)
        for seat, items in enumerate(listed)
        for item in items
        if item.points
    )


def _plies(match: Match, opening: int) -> list[PlyFacts]:
    chosen, found = {ply: number for number, ply in enumerate(match.decisions)}, list[PlyFacts]()
    before: tuple[int, ...] | None = None
    for ply in match.replay():
        before = before if before is not None else points(match.game, match.options, ply.before)
        after = points(match.game, match.options, ply.after)
        decision = chosen.get(ply.number - 1)
        earned = after[ply.mover] - before[ply.mover] if ply.mover >= 0 else 0
        if decision is None:
            by = BY_CHANCE if ply.mover == CHANCE else BY_TABLE
            found.append(PlyFacts(by, ply.mover, ply.text, 0, earned, after, (), ""))
        else:
            by = BY_OPENING if decision < opening else BY_PLAYER
            values, deed = side_values(match, ply.before), "" if earned else deed_of(match, ply)
            found.append(PlyFacts(by, ply.mover, ply.text, choices(match, ply), earned, after, values, deed))
        before = after
    return found


def choices(match: Match, ply: Ply) -> int:
    """Return how many legal moves the mover of a ply had to choose from."""
    rules, race = match.game.rules, match.game.race
    out = [0] * rules.MAX_MOVES
    count = rules.legal_moves(ply.before, out)
    if race is None or rules.to_move(ply.before) >= 0:
        return count
    return sum(race.mover(ply.before, move) == ply.mover for move in out[:count])


def side_values(match: Match, row: Sequence[int]) -> tuple[float, ...]:
    """Return for each side what the game's estimate says of a position, everything in it open."""
    values, sides = [0] * len(match.seats), sides_of(match)
    match.game.search.value(list(row), values)
    return tuple(float(values[sides.index(side)]) for side in range(max(sides) + 1))


def deed_of(match: Match, ply: Ply) -> str:
    """Return what a move did in a few words, whoever made it."""
    account = match.game.notation.account(ply.before, ply.move)
    return _briefly(match.game.notation.WORDS, account, Reader((RIVAL,) * len(match.seats)))


def _briefly(words: Catalogue, account: MoveEffects, reader: Reader) -> str:
    return words.joined(account.brief or (), words.language.between, reader) if account.actor is not None else ""

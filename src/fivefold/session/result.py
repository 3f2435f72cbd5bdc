"""What a finished match came to, as data: what each seat earned with what, and which turn earned most."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from fivefold.contract.extras import Tally
from fivefold.contract.notation import Points
from fivefold.parts.messages import Message
from fivefold.play.match import Match, Ply
from fivefold.play.outcome import points

PARTS: Final = 5  # A match is told in so many parts of equal length.


class TallyItem(NamedTuple):
    """What a seat earned with things of one kind."""

    label: Message
    number: int
    points: int


class Turn(NamedTuple):
    """A move that earned points."""

    ply: int  # How many plies there were after it.
    seat: int
    points: int
    earned_with: Message | None  # What earned most of them.


class Gain(NamedTuple):
    """A player's move, and what each seat's points changed by."""

    ply: Ply
    points: tuple[int, ...]


def gains(match: Match) -> Sequence[Gain]:
    """Return the moves of players, each with what it earned."""
    found, before = [], points(match.game, match.options, match.row)
    for number, ply in enumerate(match.replay()):
        before = points(match.game, match.options, ply.before) if number == 0 else before
        after = points(match.game, match.options, ply.after)
        if ply.mover >= 0:
            found.append(Gain(ply, tuple(now - then for now, then in zip(after, before, strict=True))))
        before = after
    return found


def tallies(match: Match, made: Sequence[Gain]) -> Sequence[Sequence[TallyItem]]:
    """Return for each seat what it earned with what, most points first."""
    on_board, seats = match.game.extra_of(Tally), range(len(match.seats))
    if on_board is not None:
        shown = [_added_up(on_board.items(match.row, seat)) for seat in seats]
        return [_ordered(items) for items in shown] if match.game.traits.scores_decide else shown
    return [_ordered(_added_up(_earned(match, made, seat))) for seat in seats]


def best_turn(match: Match, made: Sequence[Gain], seats: Collection[int]) -> Turn | None:
    """Return the turn of these seats that earned most, the first of several; ``None`` where none earned anything."""
    own = [gain for gain in made if gain.ply.mover in seats]
    best = max(own, key=lambda gain: gain.points[gain.ply.mover], default=None)
    if best is None or best.points[best.ply.mover] <= 0:
        return None
    items = match.game.notation.account(best.ply.before, best.ply.move).points
    most = max(items, key=lambda item: item.points, default=None)
    return Turn(best.ply.number, best.ply.mover, best.points[best.ply.mover], most.label if most else None)


def course(made: Sequence[Gain], seat: int) -> Sequence[tuple[int, int]]:
    """Return what a seat earned in each of five parts of a match, and the most that any other did there."""
    parts = [made[len(made) * part // PARTS : len(made) * (part + 1) // PARTS] for part in range(PARTS)]
    count = len(made[0].points) if made else 0
    summed = [[sum(gain.points[each] for gain in part) for each in range(count)] for part in parts]
    return [(sums[seat], max((sums[:seat] + sums[seat + 1 :]), default=0)) if sums else (0, 0) for sums in summed]


def _earned(match: Match, made: Iterable[Gain], seat: int) -> Sequence[Points]:
    earning = [gain.ply for gain in made if gain.ply.mover == seat and gain.points[seat]]
    return [item for ply in earning for item in match.game.notation.account(ply.before, ply.move).points if item.points]


def _added_up(items: Iterable[Points]) -> Sequence[TallyItem]:
    found: dict[Message, TallyItem] = {}
    for item in items:
        known = found.get(item.label, TallyItem(item.label, 0, 0))
        found[item.label] = TallyItem(item.label, known.number + 1, known.points + item.points)
    return list(found.values())


def _ordered(items: Sequence[TallyItem]) -> Sequence[TallyItem]:
    return sorted(items, key=lambda item: -item.points)

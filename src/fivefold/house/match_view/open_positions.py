"""Positions as everybody may see them, to be shown beyond the table: in previews of links and in pictures to send."""

from typing import NamedTuple

from fivefold.contract import Game
from fivefold.house.match_view.events import History
from fivefold.house.match_view.perspective import Sight
from fivefold.house.match_view.pictures import ENDED, onlooker, united
from fivefold.house.match_view.table_help import standings
from fivefold.session.snapshot import MatchSnapshot


class OpenPosition(NamedTuple):
    """A position without what is hidden while the match goes on."""

    game: Game
    row: tuple[int, ...]
    viewer: int
    """For whom to draw it."""
    marks: tuple[tuple[str, str], ...]
    points: tuple[int, ...]
    """What stands beside each seat's name."""
    ply: int
    ended: bool
    """Whether this is how the match ended."""


def open_position(snapshot: MatchSnapshot, sight: Sight, history: History) -> OpenPosition:
    """Return what a sight shows of a position."""
    game, seen, happened = snapshot.match.game, history.perspective.seen(sight.ply), history.happened(sight.ply)
    marks = united(happened.lit if happened else {}, ENDED if sight.ended else {})
    points = standings(game, seen.row, len(seen.scores)) or seen.scores
    viewer = onlooker(game, sight.viewer)
    return OpenPosition(game, tuple(seen.row), viewer, tuple(marks.items()), tuple(points), sight.ply, sight.ended)

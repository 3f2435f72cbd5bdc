"""What can be taken back."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from fivefold.contract import CHANCE
from fivefold.contract.errors import IllegalMove, MatchOver
from fivefold.play.observation import hides

if TYPE_CHECKING:
    from fivefold.play.match import Match


def check(match: Match, to: int | None) -> None:
    """Raise what ``Match.undo`` raises of a match that goes on."""
    decisions, game = match.decisions, match.game
    if not decisions:
        raise MatchOver("undo: no player has moved yet")
    ply = decisions[-1] if to is None else to
    if ply not in decisions:
        raise IllegalMove(f"undo: no player chose a move at ply {ply}")
    if CHANCE in match.movers[ply:]:
        # In a game with secrets not everybody may know what it was.
        seen = "what chance brought" if game.hidden else match.history[ply + match.movers[ply:].index(CHANCE)]
        raise IllegalMove(f"undo: {seen} came after that move and cannot be unseen")
    if game.hidden and any(hides(game, step.before) for step in islice(match.replay(), ply, None)):
        raise IllegalMove(f"undo: in {game.name} a move may show what was hidden, so none is taken back")

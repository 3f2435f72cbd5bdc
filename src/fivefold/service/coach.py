"""A coach: after each of a player's moves against computers it says how good the move was, and what was better.

It judges as the review does, by the same estimates, and only where nobody else plays.
"""

from typing import Final

from fivefold.contract import CHANCE
from fivefold.engine.worker_main import rebuild
from fivefold.play.lessons import gain
from fivefold.play.match import Match
from fivefold.service.brief import briefly
from fivefold.service.estimates import Estimate
from fivefold.service.links import no_help_reason
from fivefold.service.match_view import CoachView
from fivefold.session.errors import NotOffered, NotYours
from fivefold.session.narration import number_of, percent, tenths
from fivefold.session.snapshot import OVER, MatchSnapshot

EQUAL: Final = 0.005
"""A loss of winning chance that is none."""
EQUAL_POINTS: Final = 0.05
"""The same in points, for a player alone."""
SLIP: Final = 0.05
"""The loss of winning chance from which a move is a slip; the same as a mistake in the review."""
COSTLY: Final = 0.5
"""The same in points, for a player alone."""


def check_coach(now: MatchSnapshot, guest_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where a guest gets no coach."""
    if not now.seats_of(guest_id):
        raise NotYours("you are watching this match and have no seat", subject="coach")
    if reason := _no_coach(now, guest_id):
        raise NotOffered(reason, subject="coach")


def _no_coach(now: MatchSnapshot, guest_id: str) -> str:
    """Return why a player gets no coach; empty where they get one."""
    if now.people_besides(guest_id):
        return "there is no coach in matches between people"
    if len(now.seats_of(guest_id)) > 1:
        return "there is no coach for two at one screen"
    if now.status == OVER:
        return "the match is over; its review tells of every move"
    if now.racing:
        return "there is no coach in a race"
    reason = no_help_reason(now)
    return f"{reason}, so everybody plays without" if reason else ""


def last_choice(now: MatchSnapshot, guest_id: str) -> int:
    """Return before which ply the guest last chose a move. Raises ``NotYours``, ``NotOffered``."""
    check_coach(now, guest_id)
    (seat,) = now.seats_of(guest_id)
    mine = [ply for ply in now.match.decisions if now.match.movers[ply] == seat]
    if not mine:
        raise NotOffered("you have not moved yet", subject="coach", remedy="it tells you about your moves")
    return mine[-1]


def coach_view(match: Match, ply: int, estimate: Estimate) -> CoachView:
    """Return what the coach says of the move made after so many plies."""
    mark = _mark(estimate, len(match.seats) == 1)
    words = "" if mark == "best" else f"{_verdict(mark, estimate)} {_better(match, ply, estimate)}"
    return {"ply": ply, "mark": mark, "played": estimate.played, "best": estimate.text, "words": words}


def _mark(estimate: Estimate, alone: bool) -> str:
    """Return how good a move was: ``best``, ``good`` or ``slip``."""
    if estimate.played == estimate.text or (estimate.cost < EQUAL_POINTS if alone else estimate.loss < EQUAL):
        return "best"
    return "slip" if (estimate.cost >= COSTLY if alone else estimate.loss >= SLIP) else "good"


def _verdict(mark: str, estimate: Estimate) -> str:
    if mark == "good":
        return "A little better:"
    if estimate.cost:
        return f"It costs about {tenths(estimate.cost)} points. Better:"
    return f"It costs {percent(estimate.loss)} of your chance to win. Better:"


def _better(match: Match, ply: int, estimate: Estimate) -> str:
    """Return the better move, and why it is better where it scores less at once."""
    before = _position(match, ply)
    does = briefly(before, estimate.text)
    named = f"{estimate.text} ({does})." if does else f"{estimate.text}."
    fewer = gain(before, estimate.played) - gain(before, estimate.text)
    if fewer <= 0:
        return named
    return f"{named} It scores {number_of(fewer, 'point')} less now, {_makes_up(before, estimate)}."


def _makes_up(before: Match, estimate: Estimate) -> str:
    """Return what makes up for fewer points at once, a clause."""
    left, leaves = _best_reply(before, estimate.played), _best_reply(before, estimate.text)
    if left is not None and leaves is not None and leaves < left:
        return f"but leaves your opponent {leaves} at most in place of {left}"
    return "but is worth more later"


def _best_reply(before: Match, text: str) -> int | None:
    """Return the most that the opponent's next move can score; ``None`` where that is not open to all."""
    if before.game.hidden is not None or len(before.seats) != 2:
        return None
    after, plies = before.copy(), len(before.moves)
    after.play(text)
    if after.to_move != 1 - before.to_move or len(after.moves) > plies + 1:
        return None
    return max(gain(after, reply) for reply in after.legal_moves())


def _position(match: Match, ply: int) -> Match:
    """Return a match as it was after so many plies, its chance to come unknown."""
    chance = [text for text, mover in zip(match.history[:ply], match.movers[:ply], strict=True) if mover == CHANCE]
    return rebuild(match.game, match.options, match.moves[:ply], chance)

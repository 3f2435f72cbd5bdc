"""A coach: after each of a player's moves against computers it says how good the move was, and what was better.

It judges as the review does, by the same estimates, and only where nobody else plays.
"""

from typing import Final

from fivefold.contract import CHANCE
from fivefold.engine.worker_main import rebuild
from fivefold.house.computers.analysis import Estimate, chance_to_win
from fivefold.house.computers.hints import in_passing
from fivefold.house.links import no_help_reason
from fivefold.house.match_view.view_types import CoachView
from fivefold.parts.messages import Catalogue, Message
from fivefold.play.lessons import gain
from fivefold.play.match import Match
from fivefold.session.errors import NotOffered, NotYours
from fivefold.session.narration import percent, tenths
from fivefold.session.snapshot import OVER, MatchSnapshot

EQUAL: Final = 0.005
"""A loss of winning chance that is none."""
EQUAL_POINTS: Final = 0.05
"""The same in points, for a player alone."""
SLIP: Final = 0.05
"""The loss of winning chance from which a move is a slip; the same as a mistake in the review."""
BLUNDER: Final = 0.2
"""The loss of winning chance from which a slip is called a blunder, not a mistake."""
COSTLY: Final = 0.5
"""The loss from which a move is a slip, in points, for a player alone."""
WORDS: Final = Catalogue(
    {
        "no-help": "{reason}, so everybody plays without",
        "points": "{count} {count:point|points}",
        "some-points": "{number} points",
        "a-little-better": "A little better: {better}.",
        "costs-points": "It costs about {points}. Better: {better}.",
        "mistake": "Mistake: your chance fell from {before} to {after}. Better: {better}.",
        "blunder": "Blunder: your chance fell from {before} to {after}. Better: {better}.",
        "leaves-less": "That scores {points} less now, but leaves your opponent {leaves} at most, not {left}.",
        "pays-later": "That scores {points} less now, but pays off later.",
    }
)
"""What the coach says."""


def check_coach(now: MatchSnapshot, person_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where a person gets no coach."""
    if not now.seats_of(person_id):
        raise NotYours("you are watching this match and have no seat", subject="coach")
    if reason := _no_coach(now, person_id):
        raise NotOffered(reason, subject="coach")


def _no_coach(now: MatchSnapshot, person_id: str) -> str:
    """Return why a player gets no coach; empty where they get one."""
    if now.people_besides(person_id):
        return "there is no coach in matches between people"
    if len(now.seats_of(person_id)) > 1:
        return "there is no coach for two at one screen"
    if now.status == OVER:
        return "the match is over; its review goes through every move"
    if now.racing:
        return "there is no coach in a race"
    reason = no_help_reason(now)
    return WORDS.text(Message("no-help", reason=reason)) if reason else ""


def last_choice(now: MatchSnapshot, person_id: str) -> int:
    """Return before which ply the person last chose a move. Raises ``NotYours``, ``NotOffered``."""
    check_coach(now, person_id)
    (seat,) = now.seats_of(person_id)
    mine = [ply for ply in now.match.decisions if now.match.movers[ply] == seat]
    if not mine:
        raise NotOffered("you have not moved yet", subject="coach", remedy="make a move first")
    return mine[-1]


def coach_view(match: Match, ply: int, estimate: Estimate) -> CoachView:
    """Return what the coach says of the move made after so many plies."""
    mark = _mark(estimate, len(match.seats) == 1)
    words = "" if mark == "best" else _told(mark, _position(match, ply), estimate)
    return {"ply": ply, "mark": mark, "played": estimate.played, "best": estimate.text, "words": words}


def _told(mark: str, before: Match, estimate: Estimate) -> str:
    """Return what a move costs, what was better, and why that is better where it scores less at once."""
    notation, seen = before.game.notation, before.seen_by(before.to_move)
    better = in_passing(notation, seen, notation.read(seen, estimate.text))
    return WORDS.joined((_verdict(mark, before, estimate, better), *_makes_up(before, estimate)), " ")


def _mark(estimate: Estimate, alone: bool) -> str:
    """Return how good a move was: ``best``, ``good`` or ``slip``."""
    if estimate.played == estimate.text or (estimate.cost < EQUAL_POINTS if alone else estimate.loss < EQUAL):
        return "best"
    return "slip" if (estimate.cost >= COSTLY if alone else estimate.loss >= SLIP) else "good"


def _verdict(mark: str, before: Match, estimate: Estimate, better: str) -> Message:
    if mark == "good":
        return Message("a-little-better", better=better)
    if estimate.cost:
        cost = tenths(estimate.cost)
        points = Message("points", count=1) if cost == "1" else Message("some-points", number=cost)
        return Message("costs-points", points=points, better=better)
    had = chance_to_win(before, estimate.values, before.to_move)
    slip, left = "blunder" if estimate.loss >= BLUNDER else "mistake", max(0.0, had - estimate.loss)
    return Message(slip, before=percent(had), after=percent(left), better=better)


def _makes_up(before: Match, estimate: Estimate) -> list[Message]:
    """Return what makes up for fewer points at once, where the better move scores fewer."""
    fewer = gain(before, estimate.played) - gain(before, estimate.text)
    if fewer <= 0:
        return []
    points = Message("points", count=fewer)
    left, leaves = _best_reply(before, estimate.played), _best_reply(before, estimate.text)
    if left is not None and leaves is not None and leaves < left:
        return [Message("leaves-less", points=points, leaves=leaves, left=left)]
    return [Message("pays-later", points=points)]


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

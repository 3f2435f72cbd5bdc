"""How a match stands and what happened in it, in sentences with the players' names; pages say "You" for themselves."""

from collections.abc import Sequence

from fivefold.parts.words import listed
from fivefold.play.contract import ANYONE
from fivefold.play.outcome import Outcome
from fivefold.service.standing import OPEN, UNDO, WAITING, Entry, Standing


def standing_line(standing: Standing, to_move: int, scores: Sequence[int]) -> str:
    """Return ``Pip to move; Anna leads 12 : 9`` for a position in which ``to_move`` has the turn."""
    turn = f"{standing.names[to_move]} to move" if to_move >= 0 else "Anyone may move" if to_move == ANYONE else ""
    return "; ".join(filter(None, [turn, lead(standing.names, scores)]))


def lead(names: Sequence[str], scores: Sequence[int]) -> str:
    """Return ``Anna leads 12 : 9``, the leader's points first; empty where nobody has any."""
    if len(scores) < 2 or not any(scores):
        return ""
    ahead = max(range(len(scores)), key=lambda seat: scores[seat])
    if len(scores) == 2:
        if scores[0] == scores[1]:
            return f"level at {scores[0]} : {scores[1]}"
        return f"{names[ahead]} leads {scores[ahead]} : {scores[1 - ahead]}"
    leading = [name for name, points in zip(names, scores, strict=True) if points == scores[ahead]]
    return f"{listed(leading)} {'leads' if len(leading) == 1 else 'lead'} with {scores[ahead]}"


def outcome_line(standing: Standing, outcome: Outcome) -> str:
    """Return ``Amber wins 44 : 39: every card has a chip``."""
    return f"{_winners(standing, outcome)}{_points(outcome)}: {reason(standing, outcome)}"


def _winners(standing: Standing, outcome: Outcome) -> str:
    names, match = standing.names, standing.match
    if outcome.winner is not None:
        return f"{names[outcome.winner]} wins"
    best = [seat for seat, value in enumerate(outcome.returns) if value == max(outcome.returns)]
    if len(best) == len(names):
        return "A draw"
    if set(best) == set(match.game.team(match.options, best[0])):
        return f"{listed([names[seat] for seat in best])} win"
    return f"A draw between {listed([names[seat] for seat in best])}"


def _points(outcome: Outcome) -> str:
    """Return both players' points, the winner's first, where the points decided."""
    if len(outcome.scores) != 2 or not any(outcome.scores):
        return ""
    first = 1 if outcome.winner == 1 else 0
    mine, theirs = outcome.scores[first], outcome.scores[1 - first]
    decided = mine > theirs if outcome.winner is not None else mine == theirs
    return f" {mine} : {theirs}" if decided else ""


def reason(standing: Standing, outcome: Outcome) -> str:
    """Return why it ended; who resigned by name instead of by seat."""
    ending = standing.match.ending
    if ending is None or ending.seat is None:
        return outcome.reason
    seat_name = standing.seats[ending.seat].seat_name
    return outcome.reason.replace(f"seat {ending.seat} ({seat_name})", standing.names[ending.seat])


def move_said(who: str, text: str, explained: str) -> str:
    """Return what one move was and did; ``who`` is empty for chance."""
    said = f"{who} plays {text}" if who else text
    return f"{said}: {explained}" if explained else said


def event_said(standing: Standing, entry: Entry) -> str:
    """Return what an entry that is no move was."""
    who = standing.names[entry.mover] if entry.mover >= 0 else "The match"
    words = {UNDO: "takes a move back", "resigned": "resigns", "time": "runs out of time", "abandoned": "is called off"}
    return f"{who} {words[entry.kind]}"


def note(standing: Standing) -> str:
    """Return what the table waits for besides a move; empty as a rule."""
    names = standing.names
    if standing.status == WAITING:
        free = [seat.seat_name for seat in standing.seats if seat.kind == OPEN]
        return f"Waiting for somebody to play {listed(free)}: send the link of this page."
    if standing.asking is None:
        return ""
    agreed = [names[seat] for seat in standing.agreed]
    said = f" {listed(agreed)} {'agrees' if len(agreed) == 1 else 'agree'}." if agreed else ""
    return f"{names[standing.asking]} asks to take a move back.{said}"

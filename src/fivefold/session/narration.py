"""How a match stands and what happened in it, in sentences with the players' names.

Names are those a viewer reads: who has exactly one seat is ``YOU`` there, and the verbs agree.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from fivefold.contract import ANYONE, CHANCE
from fivefold.parts.words import listed
from fivefold.play.outcome import Outcome
from fivefold.session.seats import OPEN
from fivefold.session.snapshot import MOST_MOVES, UNDO, WAITING, Entry, MatchSnapshot

YOU: Final = "You"
IRREGULAR: Final[Mapping[str, str]] = {"has": "have", "is": "are"}
Names = Sequence[str]
"""For each seat what a viewer calls it."""


def names_for(snapshot: MatchSnapshot, you: int) -> Names:
    """Return the names as the viewer at seat ``you`` reads them; -1 for who has no seat, or several."""
    return [YOU if seat == you else name for seat, name in enumerate(snapshot.names)]


def verb(name: str, third: str) -> str:
    """Return a name with a verb that agrees: ``Pip plays``, ``You play``."""
    return f"{name} {IRREGULAR.get(third, third.removesuffix('s')) if name == YOU else third}"


def status_line(names: Names, to_move: int, scores: Sequence[int]) -> str:
    """Return ``Pip to move; Anna leads 12 : 9``, or alone ``34 points``; ``to_move`` has the turn."""
    if len(scores) == 1:
        return number_of(scores[0], "point")
    turn = "Anyone may move" if to_move == ANYONE else ""
    if to_move >= 0:
        turn = "Your turn" if names[to_move] == YOU else f"{names[to_move]} to move"
    leading = lead(names, scores)
    return f"{turn}; {leading.replace(YOU, 'you', 1)}" if turn and leading else turn or leading


def lead(names: Names, scores: Sequence[int]) -> str:
    """Return ``Anna leads 12 : 9``, the leader's points first; empty where nobody has any."""
    if len(scores) < 2 or not any(scores):
        return ""
    ahead = max(range(len(scores)), key=lambda seat: scores[seat])
    if len(scores) == 2:
        if scores[0] == scores[1]:
            return f"level at {scores[0]} : {scores[1]}"
        return f"{verb(names[ahead], 'leads')} {scores[ahead]} : {scores[1 - ahead]}"
    leading = [name for name, points in zip(names, scores, strict=True) if points == scores[ahead]]
    return f"{verb(leading[0], 'leads') if len(leading) == 1 else f'{listed(leading)} lead'} with {scores[ahead]}"


def outcome_line(snapshot: MatchSnapshot, outcome: Outcome, names: Names) -> str:
    """Return ``Amber wins 44 : 39: every card has a chip``; alone ``62 points: the square is full``."""
    if len(names) == 1:
        return f"{number_of(outcome.scores[0], 'point')}: {reason(snapshot, outcome, names)}"
    return f"{_winners(snapshot, outcome, names)}{_points(outcome)}: {reason(snapshot, outcome, names)}"


def _winners(snapshot: MatchSnapshot, outcome: Outcome, names: Names) -> str:
    match = snapshot.match
    if outcome.winner is not None:
        return verb(names[outcome.winner], "wins")
    best = [seat for seat, value in enumerate(outcome.returns) if value == max(outcome.returns)]
    if len(best) == len(names):
        return "A draw"
    if set(best) == set(match.game.setup.team(match.options, best[0])):
        return f"{listed([names[seat] for seat in best])} win"
    return f"A draw between {listed([names[seat] for seat in best])}"


def _points(outcome: Outcome) -> str:
    """Return all players' points, the winner's first, where the points decided."""
    points, winner = sorted(outcome.scores, reverse=True), outcome.winner
    if len(points) < 2 or not points[0]:
        return ""
    ahead = [seat for seat, mine in enumerate(outcome.scores) if mine == points[0]]
    decided = ahead == [winner] if winner is not None else len(ahead) == len(points) == 2
    return f" {' : '.join(map(str, points))}" if decided else ""


def reason(snapshot: MatchSnapshot, outcome: Outcome, names: Names) -> str:
    """Return why it ended; who resigned by name instead of by seat."""
    ending = snapshot.match.ending
    if snapshot.alone and ending is not None and ending.kind == "resigned":
        return "given up"
    if snapshot.called_off:
        return f"called off: {MOST_MOVES:,} moves are as many as a match takes here"
    if ending is None or ending.seat is None:
        said = with_player_names(outcome.reason, [seat.seat_name for seat in snapshot.seats], names)
        return f"you{said.removeprefix(YOU)}" if said.startswith(f"{YOU} ") else said
    seat_name = snapshot.seats[ending.seat].seat_name
    name = names[ending.seat]
    return outcome.reason.replace(f"seat {ending.seat} ({seat_name})", "you" if name == YOU else name)


def move_sentence(who: str, text: str, explained: str, goes_on: bool) -> str:
    """Return what a player's move was and did.

    One after which the turn goes on explains itself by what is done, then by what for, ``keeps 5 5: …``: that is told
    when it happens no more.
    """
    if goes_on:
        action, _, rest = explained.partition(":")[0].partition(" ")
        return f"{verb(who, action)} {rest}".strip()
    said = f"{verb(who, 'plays')} {text}"
    return f"{said}: {explained}" if explained else said


def by_name(sentence: str, seat_names: Sequence[str], verb: Callable[[int, str], str]) -> str:
    """Return a sentence of the game's that begins with a seat, ``Red draws 7h``, about who sits there.

    ``verb`` returns a seat's player with a verb, given in the third person, that agrees: ``You draw``.
    """
    for seat, name in enumerate(seat_names):
        if sentence.startswith(f"{name} "):
            third, _, rest = sentence.removeprefix(f"{name} ").partition(" ")
            return f"{verb(seat, third)} {rest}".strip()
    return sentence


def with_player_names(sentence: str, seat_names: Sequence[str], names: Names) -> str:
    """Return what the game says of a seat, about who sits there."""
    return by_name(sentence, seat_names, lambda seat, third: verb(names[seat], third))


def number_of(number: int, what: str) -> str:
    """Return a number with what it counts: ``1 point``, ``34 points``."""
    return f"{number} {what}{'' if abs(number) == 1 else 's'}"


def percent(share: float) -> str:
    """Return a share, 0 to 1, in words: ``63 %``."""
    return f"{share * 100:.0f} %"


def entry_sentence(entry: Entry, names: Names) -> str:
    """Return what an entry that is no move was."""
    who = names[entry.mover] if entry.mover >= 0 else "The match"
    resigned = ("gives", "up") if len(names) == 1 else ("resigns", "")
    words = {UNDO: ("takes", "a move back"), "resigned": resigned, "time": ("runs", "out of time")}
    action, rest = words.get(entry.kind, ("is", "called off"))
    return f"{verb(who, action)} {rest}".strip()


def _waiting(snapshot: MatchSnapshot) -> str:
    free = [seat.seat_name for seat in snapshot.seats if seat.kind == OPEN]
    wanted = f"{len(free)} more to sit down" if len(free) > 1 else "somebody to sit down"
    wanted = wanted if snapshot.places_drawn else f"somebody to play {listed(free)}"
    match = snapshot.match
    drawn = not match.dealt and (snapshot.places_drawn or match.game.rules.to_move(match.row) == CHANCE)
    rest = "nothing is dealt, rolled or drawn before that." if drawn else "send the link of this page."
    return f"Waiting for {wanted}: {rest}"


def waiting_note(snapshot: MatchSnapshot) -> str:
    """Return what the table waits for besides a move; empty as a rule."""
    names = snapshot.names
    if snapshot.status == WAITING:
        return _waiting(snapshot)
    if snapshot.asking is None:
        return ""
    agreed = [names[seat] for seat in snapshot.agreed]
    said = f" {listed(agreed)} {'agrees' if len(agreed) == 1 else 'agree'}." if agreed else ""
    return f"{names[snapshot.asking]} asks to take a move back.{said}"

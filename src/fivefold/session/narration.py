"""How a match stands and what happened in it, in sentences for one reader.

A reader with exactly one seat is ``YOU`` there, and the verbs agree.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.contract import ANYONE, CHANCE, Game
from fivefold.contract.account import Account
from fivefold.contract.words import narration as told
from fivefold.parts.messages import Reader
from fivefold.parts.words import listed
from fivefold.play.accounting import accounting
from fivefold.play.outcome import Outcome, Termination
from fivefold.session.seats import OPEN
from fivefold.session.snapshot import MOST_MOVES, UNDO, WAITING, Entry, MatchSnapshot

YOU: Final = "You"
IRREGULAR: Final[Mapping[str, str]] = {"has": "have", "is": "are"}

# --- names and numbers -----------------------------------------------------------------------------------------------


def names_for(reader: Reader) -> Sequence[str]:
    """Return for each seat what the reader calls it at the beginning of a sentence."""
    return [YOU if seat == reader.you else name for seat, name in enumerate(reader.names)]


def verb(name: str, third: str) -> str:
    """Return a name with a verb that agrees, given in the third person: ``Pip plays``, ``You play``."""
    return f"{name} {IRREGULAR.get(third, third.removesuffix('s')) if name == YOU else third}"


def in_sentence(phrase: str) -> str:
    """Return a phrase that begins with a name for the middle of a sentence: ``you win``."""
    return re.sub(rf"^{YOU}\b", YOU.lower(), phrase)


def listed_names(phrases: Sequence[str]) -> str:
    """Return phrases that begin with names as a list in the middle of a sentence: ``Pip and you``."""
    return listed([in_sentence(phrase) for phrase in phrases])


def capital(text: str) -> str:
    """Return a text for the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a text with a full stop, unless it ends like a sentence already."""
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def number_of(number: int, what: str) -> str:
    """Return a number with what it counts: ``1 point``, ``34 points``."""
    return f"{number} {what}{'' if abs(number) == 1 else 's'}"


def percent(share: float) -> str:
    """Return a share, 0 to 1, in words: ``63 %``."""
    return f"{share * 100:.0f} %"


# --- how it stands ---------------------------------------------------------------------------------------------------


def seats_line(snapshot: MatchSnapshot, reader: Reader) -> str:
    """Return ``You are Amber and Pip is Azure``: who sits where; empty where the seats' own names say it."""
    names = names_for(reader)
    seats = [
        f"{verb(name, 'is')} {seat.seat_name}"
        for name, seat in zip(names, snapshot.seats, strict=True)
        if len(names) > 1 and name != seat.seat_name and not name.endswith(f"({seat.seat_name})")
    ]
    return capital(listed_names(seats))


def status_line(reader: Reader, to_move: int, scores: Sequence[int]) -> str:
    """Return ``Pip to move; Anna leads 12 : 9``, or alone ``34 points``; ``to_move`` has the turn."""
    if len(scores) == 1:
        return number_of(scores[0], "point")
    names = names_for(reader)
    turn = "Anyone may move" if to_move == ANYONE else ""
    if to_move >= 0:
        turn = "Your turn" if names[to_move] == YOU else f"{names[to_move]} to move"
    leading = lead(reader, scores)
    return f"{turn}; {in_sentence(leading)}" if turn and leading else turn or leading


def lead(reader: Reader, scores: Sequence[int]) -> str:
    """Return ``Anna leads 12 : 9``, the leader's points first; empty where nobody has any."""
    if len(scores) < 2 or not any(scores):
        return ""
    names = names_for(reader)
    ahead = max(range(len(scores)), key=lambda seat: scores[seat])
    if len(scores) == 2:
        if scores[0] == scores[1]:
            return f"level at {scores[0]} : {scores[1]}"
        return f"{verb(names[ahead], 'leads')} {scores[ahead]} : {scores[1 - ahead]}"
    leading = [name for name, points in zip(names, scores, strict=True) if points == scores[ahead]]
    who = verb(leading[0], "leads") if len(leading) == 1 else f"{capital(listed_names(leading))} lead"
    return f"{who} with {scores[ahead]}"


def score_line(reader: Reader, scores: Sequence[int]) -> str:
    """Return everybody's points: ``Score: You 34, Pip 28``; alone ``Score: 34``."""
    if len(scores) == 1:
        return f"Score: {scores[0]}"
    return f"Score: {', '.join(f'{name} {points}' for name, points in zip(names_for(reader), scores, strict=True))}"


# --- how it ended ----------------------------------------------------------------------------------------------------


def outcome_line(snapshot: MatchSnapshot, outcome: Outcome, reader: Reader, with_points: bool = True) -> str:
    """Return ``Amber wins 44 : 39: every card has a chip``; alone ``62 points: the square is full``.

    Not ``with_points``: ``Amber wins: every card has a chip``, for a line above everybody's points.
    """
    why = reason(snapshot, outcome, reader)
    if len(outcome.scores) == 1:
        return f"{number_of(outcome.scores[0], 'point')}: {why}"
    points = _deciding_points(outcome) if with_points else ""
    return f"{_winners(snapshot, outcome, reader)}{points}: {why}"


def _winners(snapshot: MatchSnapshot, outcome: Outcome, reader: Reader) -> str:
    match, names = snapshot.match, names_for(reader)
    if outcome.winner is not None:
        return verb(names[outcome.winner], "wins")
    best = [seat for seat, value in enumerate(outcome.returns) if value == max(outcome.returns)]
    if len(best) == len(names):
        return "A draw"
    who = listed_names([names[seat] for seat in best])
    if set(best) == set(match.game.setup.team(match.options, best[0])):
        return f"{capital(who)} win"
    return f"A draw between {who}"


def _deciding_points(outcome: Outcome) -> str:
    """Return everybody's points, the winner's first, where the points decided."""
    points, winner = sorted(outcome.scores, reverse=True), outcome.winner
    if len(points) < 2 or not points[0]:
        return ""
    ahead = [seat for seat, mine in enumerate(outcome.scores) if mine == points[0]]
    decided = ahead == [winner] if winner is not None else len(ahead) == len(points) == 2
    return f" {' : '.join(map(str, points))}" if decided else ""


def reason(snapshot: MatchSnapshot, outcome: Outcome, reader: Reader) -> str:
    """Return why it ended, with the players' names, for the end of a sentence."""
    if snapshot.called_off:
        return f"called off: {MOST_MOVES:,} moves are as many as a match takes here"
    if outcome.cause is not None:
        return accounting(snapshot.match.game).WORDS.text(outcome.cause, reader, starts=False)
    ending = snapshot.match.ending
    if ending is None or ending.seat is None:
        return outcome.reason
    who = in_sentence(names_for(reader)[ending.seat])
    if ending.kind == Termination.TIME:
        return f"{who} ran out of time"
    return "given up" if snapshot.alone else f"{who} resigned"


def double_line(reader: Reader, totals: Sequence[int]) -> str:
    """Return who won two games on one deal, by the points of both: ``You win. Both games together: Score: …``."""
    names = names_for(reader)
    best = [seat for seat, points in enumerate(totals) if points == max(totals)]
    said = verb(names[best[0]], "wins") if len(best) == 1 else "A draw"
    return f"{said}. Both games together: {score_line(reader, totals)}"


# --- what happened ---------------------------------------------------------------------------------------------------


def event_text(game: Game, accounts: Sequence[Account], text: str, reader: Reader) -> str:
    """Return what a move, or a run of chance, was and did; ``text`` is the move's notation."""
    return told(accounting(game).WORDS, accounts, text, reader)


def entry_sentence(entry: Entry, reader: Reader) -> str:
    """Return what happened with an entry that is no move."""
    names = names_for(reader)
    who = names[entry.mover] if entry.mover >= 0 else "The match"
    resigned = ("gives", "up") if len(names) == 1 else ("resigns", "")
    words = {UNDO: ("takes", "a move back"), "resigned": resigned, "time": ("runs", "out of time")}
    action, rest = words.get(entry.kind, ("is", "called off"))
    return f"{verb(who, action)} {rest}".strip()


# --- what is waited for ----------------------------------------------------------------------------------------------


def waiting_note(snapshot: MatchSnapshot) -> str:
    """Return what the table waits for besides a move; usually empty."""
    names = snapshot.names
    if snapshot.status == WAITING:
        return _waiting(snapshot)
    if snapshot.asking is None:
        return ""
    agreed = [names[seat] for seat in snapshot.agreed]
    said = f" {listed(agreed)} {'agrees' if len(agreed) == 1 else 'agree'}." if agreed else ""
    return f"{names[snapshot.asking]} asks to take a move back.{said}"


def _waiting(snapshot: MatchSnapshot) -> str:
    free = [seat.seat_name for seat in snapshot.seats if seat.kind == OPEN]
    wanted = f"{len(free)} more to sit down" if len(free) > 1 else "somebody to sit down"
    wanted = wanted if snapshot.places_drawn else f"somebody to play {listed(free)}"
    match = snapshot.match
    drawn = not match.dealt and (snapshot.places_drawn or match.game.rules.to_move(match.row) == CHANCE)
    rest = "nothing is dealt, rolled or drawn before that." if drawn else "send the link of this page."
    return f"Waiting for {wanted}: {rest}"

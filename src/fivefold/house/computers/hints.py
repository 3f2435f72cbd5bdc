"""Hints and the coach: what the strongest opponent would play or would have played, with its reason in words."""

from typing import Final

from fivefold.contract import CHANCE, TABLE, Game, Row
from fivefold.contract.notation import CARD, PLACE, MoveEffects, Notation
from fivefold.contract.stored import stored_sentences
from fivefold.contract.words import explain
from fivefold.engine.calibration import Calibration
from fivefold.engine.opponents import Thought
from fivefold.engine.worker_main import rebuild
from fivefold.house.computers.analysis import QUICK_NOTE, Estimate, calibrated, chance_to_win
from fivefold.house.links import no_help_reason
from fivefold.house.match_view.view_types import CoachView, HintView
from fivefold.house.match_view.words import consequences
from fivefold.parts.messages import Catalogue, Message
from fivefold.play.lessons import gain
from fivefold.play.match import Match
from fivefold.play.observation import observed
from fivefold.session.errors import NotOffered, NotYours
from fivefold.session.narration import percent, sentence, tenths
from fivefold.session.snapshot import OVER, MatchSnapshot


def hint(match: Match, searched: Thought, calibration: Calibration | None = None) -> HintView:
    """Return a thought about the present position, as it is shown; ``calibration``: how chances are shown there. The
    expected line is left out where it would guess at what is hidden."""
    thought = calibrated(searched, calibration)
    game, row = match.game, match.seen_by(match.to_move)
    move = game.notation.read(row, thought.text)
    line = list(thought.line) if game.hidden is None else []
    return {
        "text": thought.text,
        "picks": list(game.notation.clicks(row, move)),
        "said": " ".join(sentences(match, thought, in_words(game.notation, row, move))),
        "values": list(thought.values),
        "line": line,
        "note": QUICK_NOTE if thought.note else "",
        "marks": dict(game.picture.spotlight(row, move)),
    }


WORDS: Final = stored_sentences("fivefold.house", "hints")
"""How a hint names a move where the game has no words of its own for it, and what it says of how the match stands."""


def in_words(notation: Notation, row: Row, move: int) -> str:
    """Return a move and what comes of it: ``Seven of hearts face up on b5: full house, 9 points``, ``End the turn``."""
    return _joined(notation, row, move, "move-and-what", starts=True)


def told(game: Game, row: Row, text: str) -> str:
    """Return the same of a move as text, in a position with everything in it, as whoever was to move saw it."""
    seen = observed(game, row, game.rules.to_move(row))
    return in_words(game.notation, seen, game.notation.read(seen, text))


def in_passing(notation: Notation, row: Row, move: int) -> str:
    """Return the same within a sentence: ``seven of hearts on c3 (full house, 9 points)``."""
    return _joined(notation, row, move, "move-in-passing", starts=False)


def _joined(notation: Notation, row: Row, move: int, how: str, *, starts: bool) -> str:
    account, words = notation.account(row, move), notation.WORDS
    heading = words.text(account.heading, starts=False) if account.heading else played_in_words(words, account)
    what = consequences(words, account)
    if not heading:
        heading, what = notation.say(row, move, TABLE), explain(notation, row, move)
    elif starts:
        heading = f"{heading[0].upper()}{heading[1:]}"
    return WORDS.text(Message(how, move=heading, what=what)) if what else heading


def played_in_words(words: Catalogue, account: MoveEffects) -> str:
    """Return what a move is made of, in a few words; empty where that says nothing."""
    names = [words.text(thing.words, starts=False) for thing in account.played]
    kinds = [thing.kind for thing in account.played]
    if not names:
        return ""
    if kinds == [CARD, PLACE]:
        told = Message("card-on", card=names[0], place=names[1])
    elif kinds == [PLACE, PLACE]:
        told = Message("from-to", start=names[0], goal=names[1])
    else:
        told = Message("take", place=names[0]) if kinds == [PLACE] else Message("move", what=tuple(names))
    return WORDS.text(told, starts=False)


def sentences(match: Match, thought: Thought, told: str) -> list[str]:
    """Return the hint in words."""
    said = [sentence(told)]
    if len(match.seats) == 1:
        points = Message("points", count=round(thought.points))
        return [*said, WORDS.text(Message("expects", points=points))]
    chance = chance_to_win(match, thought.values, match.to_move)
    if thought.exact:
        result = "wins" if chance > 0.5 else "draws" if chance == 0.5 else "loses"
        return [*said, WORDS.text(Message(result))]
    return [*said, WORDS.text(Message("chance", share=percent(chance)))]


EQUAL: Final = 0.005  # A loss of winning chance that is none.
EQUAL_POINTS: Final = 0.05  # The same in points, for a player alone.
SLIP: Final = 0.05  # The loss of winning chance from which a move is a slip; the same as a mistake in the review.
BLUNDER: Final = 0.2  # The loss of winning chance from which a slip is called a blunder, not a mistake.
COSTLY: Final = 0.5  # The loss from which a move is a slip, in points, for a player alone.


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

"""Hints and the coach: what the strongest opponent would play or would have played, with its reason in words."""

from typing import Final

from fivefold.contract import CHANCE, TABLE, Game, Row
from fivefold.contract.errors import MissingChance
from fivefold.contract.notation import CARD, PLACE, MoveEffects, Notation
from fivefold.contract.stored import stored_sentences
from fivefold.contract.words import explain
from fivefold.engine.calibration import Calibration
from fivefold.engine.opponents import Thought
from fivefold.engine.worker_main import rebuild
from fivefold.house.computers.analysis import QUICK_NOTE, Estimate, MistakeKind, calibrated, chance_to_win, chances
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


def mistake(kind: MistakeKind) -> str:
    """Return what was wrong with a move."""
    told = {
        MistakeKind.MISSED: Message("missed"),
        MistakeKind.HASTY: Message("hasty"),
        MistakeKind.UNSEEN: Message("unseen"),
    }
    return WORDS.text(told[kind])


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
SLIP: Final = 0.05  # The loss of winning chance from which a move is a mistake; the same as in the review.
BLUNDER: Final = 0.2  # The loss of winning chance from which it is a blunder.
COSTLY: Final = 0.5  # The loss from which a move is a mistake, in points, for a player alone.


def check_hint(now: MatchSnapshot, person_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where a person gets no hint."""
    _check_help(now, person_id, "hint")
    if not now.may_move(person_id):
        raise NotOffered("it is not your turn", subject="hint")


def check_coach(now: MatchSnapshot, person_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where a person gets no coach."""
    _check_help(now, person_id, "coach")
    if len(now.seats_of(person_id)) > 1:
        raise NotOffered("there is no coach for two at one screen", subject="coach")
    if now.terms.rated:
        raise NotOffered("this match is rated, so everybody plays without", subject="coach")


def _check_help(now: MatchSnapshot, person_id: str, subject: str) -> None:
    if not now.seats_of(person_id):
        raise NotYours("you are watching this match and have no seat", subject=subject)
    alike = no_help_reason(now)
    reasons = {
        "there is no help in matches between people": len(now.people_besides(person_id)) > 0,
        "the match is over; its review shows the best moves": now.status == OVER,
        "there is no help in a race": now.racing,
        WORDS.text(Message("no-help", reason=alike)): alike != "",
    }
    if reason := next((reason for reason, holds in reasons.items() if holds), ""):
        raise NotOffered(reason, subject=subject)


def coached_ply(now: MatchSnapshot, person_id: str, ply: int | None = None) -> int:
    """Return before which ply the move was chosen that the coach is asked about: the person's last one, or anybody's
    at ``ply``, a rival's only where that betrays nothing hidden. Raises ``NotYours``, ``NotOffered``."""
    check_coach(now, person_id)
    (seat,), match = now.seats_of(person_id), now.match
    chosen = [each for each in match.decisions if match.movers[each] == seat]
    if ply is None and not chosen:
        raise NotOffered("you have not moved yet", subject="coach", remedy="make a move first")
    if ply is not None and ply not in match.decisions:
        raise NotOffered("there was no other move", subject="its reply")
    if ply is not None and ply not in chosen and match.game.hidden is not None:
        raise NotOffered("the answer would reveal hidden cards", subject="coach", remedy="the review has it")
    return chosen[-1] if ply is None else ply


def coach_view(match: Match, ply: int, estimate: Estimate, you: int) -> CoachView:
    """Return what the coach says of the move made after so many plies to the player of seat ``you``."""
    before, mover = _position(match, ply), match.movers[ply]
    notation, seen = before.game.notation, before.seen_by(mover)
    made, best = (notation.read(seen, text) for text in (estimate.played, estimate.text))
    sides = {match.game.setup.team(match.options, seat) for seat in range(len(match.seats))}
    mark, whose = _mark(estimate, len(sides) == 1), mover if len(sides) > 2 else you
    had, left = (None, None) if len(sides) == 1 else chances(match, estimate, whose)
    told = [] if had is None or left is None else [_chance(match, had, left, whose, you)]
    told += _of_own(mark, before, estimate) if mover == you else _of_rival(mark, before, estimate)
    return {
        "ply": ply,
        "mark": mark,
        "played": estimate.played,
        "best": estimate.text,
        "picks": list(notation.clicks(seen, best)),
        "did": in_words(notation, seen, made),
        "explain": explain(notation, seen, made) if notation.account(seen, made).points else "",
        "before": had,
        "after": left,
        "words": " ".join(map(WORDS.text, told)),
    }


def _mark(estimate: Estimate, alone: bool) -> str:
    """Return how good a move was: ``best``, ``good``, ``mistake`` or ``blunder``."""
    lost, equal, slip = (estimate.cost, EQUAL_POINTS, COSTLY) if alone else (estimate.loss, EQUAL, SLIP)
    if estimate.played == estimate.text or (alone and lost < equal):
        return "best"
    return "good" if lost < slip else "blunder" if estimate.loss >= BLUNDER else "mistake"


def _chance(match: Match, had: float, left: float, whose: int, you: int) -> Message:
    before, after = percent(had), percent(left)
    if whose != you:
        return Message("their-chance", who=match.seats[whose], before=before, after=after)
    return Message("chance-stays", after=after) if before == after else Message("chance-is", before=before, after=after)


def _of_own(mark: str, before: Match, estimate: Estimate) -> list[Message]:
    """Return what a move cost in points, what was better, and why where that scores less at once."""
    if mark == "best" or (estimate.loss < EQUAL and estimate.cost < EQUAL_POINTS):  # as good, or all is lost
        return []
    cost, better = tenths(estimate.cost), _passing(before, estimate.text)
    points = Message("points", count=1) if cost == "1" else Message("some-points", number=cost)
    costs = [Message("costs-points", points=points)] if estimate.cost >= COSTLY else []
    key = "a-little-better" if mark == "good" else "better"
    return [*costs, Message(key, better=better), *_makes_up(before, estimate)]


def _of_rival(mark: str, before: Match, estimate: Estimate) -> list[Message]:
    """Return what a rival would have done better; of its best move what it expects next, unless chance comes first."""
    if mark != "best" and estimate.loss >= EQUAL:
        return [Message("better-reply", better=_passing(before, estimate.text))]
    line = estimate.line[1:] if estimate.line[:1] == (estimate.played,) else ()
    after = _after(before, estimate.played) if line else None
    if after is None or line[0] not in after.legal_moves():
        return []
    return [Message("expects-next", move=_passing(after, line[0]))]


def _passing(at: Match, text: str) -> str:
    """Return a move of whoever is to move in a match within a sentence."""
    seen = at.seen_by(at.to_move)
    return in_passing(at.game.notation, seen, at.game.notation.read(seen, text))


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
    after = _after(before, text)
    if after is None or after.to_move != 1 - before.to_move:
        return None
    return max(gain(after, reply) for reply in after.legal_moves())


def _after(before: Match, text: str) -> Match | None:
    """Return the match after a move; ``None`` where more follows of itself."""
    after = before.copy()
    try:
        after.play(text)
    except MissingChance:
        return None
    return after if len(after.moves) == len(before.moves) + 1 else None


def _position(match: Match, ply: int) -> Match:
    """Return a match as it was after so many plies, its chance to come unknown."""
    chance = [text for text, mover in zip(match.history[:ply], match.movers[:ply], strict=True) if mover == CHANCE]
    return rebuild(match.game, match.options, match.moves[:ply], chance)

"""A hint: what the strongest opponent would play, with its reason in words."""

from typing import Final

from fivefold.contract import TABLE, Game, Row
from fivefold.contract.notation import CARD, PLACE, MoveEffects, Notation
from fivefold.contract.words import explain
from fivefold.engine.calibration import Calibration
from fivefold.engine.opponents import Thought
from fivefold.house.computers.analysis import QUICK_NOTE, calibrated, chance_to_win
from fivefold.house.match_view.view_types import HintView
from fivefold.house.match_view.words import consequences
from fivefold.parts.messages import Catalogue, Message
from fivefold.play.match import Match
from fivefold.play.observation import observed
from fivefold.session.narration import percent, sentence


def hint(match: Match, searched: Thought, calibration: Calibration | None = None) -> HintView:
    """Return a thought about the present position, as it is shown; ``calibration``: how chances are shown there.

    The expected line is left out where it would guess at what is hidden.
    """
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


WORDS: Final = Catalogue(
    {
        "move": "{what/, }",
        "card-on": "{card} on {place}",
        "from-to": "from {start} to {goal}",
        "take": "take {place}",
        "move-and-what": "{move}: {what}",
        "move-in-passing": "{move} ({what})",
        "points": "{count} {count:point|points}",
        "expects": "Expect about {points} in the end.",
        "wins": "With best play this wins.",
        "draws": "With best play this is a draw.",
        "loses": "Even with best play this loses.",
        "chance": "Chance to win: {share}.",
    }
)
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

"""A hint: what the strongest opponent would play, with its reason in words."""

from typing import Final

from fivefold.contract import TABLE, Row
from fivefold.contract.account import CARD, DIE, PLACE, Account
from fivefold.contract.notation import Notation
from fivefold.contract.words import explain, in_brief
from fivefold.engine.calibration import Calibration
from fivefold.engine.opponents import Thought
from fivefold.parts.messages import Catalogue, Message
from fivefold.parts.words import listed
from fivefold.play.match import Match
from fivefold.service.analysis import QUICK_NOTE, calibrated, chance_to_win
from fivefold.service.match_view import HintView
from fivefold.session.narration import number_of, percent, sentence


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
        "move": "{what}",
        "card-on": "{card} on {place}",
        "from-to": "from {start} to {goal}",
        "take": "take {place}",
        "keep": "keep {dice} and roll the rest",
    }
)
"""How a hint names a move."""


def in_words(notation: Notation, row: Row, move: int) -> str:
    """Return a move and what comes of it: ``Face up on b5: full house, 9 points``, ``Seven of hearts on c3``."""
    account, words = notation.account(row, move), notation.WORDS
    heading = words.text(account.heading) if account.heading is not None else played_in_words(words, account)
    if not heading:
        return f"{notation.say(row, move, TABLE)}: {explain(notation, row, move)}"
    points = sum(each.points for each in account.points)
    kept = any(thing.kind == DIE for thing in account.played)
    comes = ["" if kept else in_brief(words, account), number_of(points, "point") if points else ""]
    told = ", ".join(filter(None, comes))
    return f"{heading[0].upper()}{heading[1:]}{': ' if told else ''}{told}"


def played_in_words(words: Catalogue, account: Account) -> str:
    """Return what a move is made of, in a few words; empty where that says nothing."""
    names = [words.text(thing.words, starts=False) for thing in account.played]
    kinds = [thing.kind for thing in account.played]
    if not names:
        return ""
    if DIE in kinds:
        told = Message("keep", dice=listed(names, "and"))
    elif kinds == [CARD, PLACE]:
        told = Message("card-on", card=names[0], place=names[1])
    elif kinds == [PLACE, PLACE]:
        told = Message("from-to", start=names[0], goal=names[1])
    else:
        told = Message("take", place=names[0]) if kinds == [PLACE] else Message("move", what=", ".join(names))
    return WORDS.text(told, starts=False)


def sentences(match: Match, thought: Thought, told: str) -> list[str]:
    """Return the hint in words."""
    said = [sentence(told)]
    if len(match.seats) == 1:
        return [*said, f"Expected in the end: about {number_of(round(thought.points), 'point')}."]
    chance = chance_to_win(match, thought.values, match.to_move)
    if thought.exact:
        result = "wins" if chance > 0.5 else "draws" if chance == 0.5 else "loses"
        return [*said, f"Searched to the end: with best play this {result}."]
    return [*said, f"Chance to win: {percent(chance)}."]

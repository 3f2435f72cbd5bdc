"""What computer opponents think, in sentences: hints, how a move was found, what could have been made of the cards."""

from collections.abc import Iterable, Iterator
from typing import Final

from fivefold.doors.terminal.thinkers import Arranged, Thought
from fivefold.engine.calibration import calibration_at
from fivefold.house.computers.hints import in_words
from fivefold.parts.messages import Catalogue, Message, Reader
from fivefold.session.narration import percent, player, sentence
from fivefold.session.snapshot import MatchSnapshot

WORDS: Final = Catalogue(
    {
        "somebody": "somebody",
        "hint": "Hint: {move} ({text})",
        "then": "Then perhaps {moves/, }.",
        "points": "{count} {count:point|points}",
        "expects": "Expect about {points} in the end.",
        "chance": "{who} {share}",
        "chances": "Chances to win: {chances/, }.",
        "to-the-end": "This looks ahead to the end of the game.",
        "best": "Best possible: {points}.",
        "best-with": "Best possible with {who's} cards: {points}.",
        "scored": "{who} scored {made}.",
        "scored-share": "{who} scored {made} ({share}).",
    }
)
"""The sentences about what computers think, in English."""


def hint(snapshot: MatchSnapshot, reader: Reader, thought: Thought) -> Iterator[str]:
    """Yield what the strongest opponent would do here, what it expects next and how it judges the position.

    In a game with secrets what it expects next is a guess at what is hidden, and left out.
    """
    match = snapshot.match
    row = match.seen_by(match.to_move)
    move = in_words(match.game.notation, row, match.game.notation.read(row, thought.text))
    yield sentence(WORDS.text(Message("hint", move=move, text=thought.text)))
    if len(thought.line) > 1 and match.game.hidden is None:
        yield WORDS.text(Message("then", moves=tuple(thought.line[1:6])))
    if snapshot.alone:
        yield WORDS.text(Message("expects", points=Message("points", count=round(thought.points))))
    else:
        calibration = calibration_at(match, snapshot.levels)
        yield chances(reader, thought.values if calibration is None else calibration.shares(thought.values))
    if thought.exact:
        yield WORDS.text(Message("to-the-end"))
    if thought.note:
        yield note(match.game.personas[-1].name, thought)


def chances(reader: Reader, shares: Iterable[float]) -> str:
    """Return everybody's chance to win: ``Chances to win: You 63%, Pip 37%.``"""
    each = tuple(
        WORDS.text(Message("chance", who=player(seat), share=percent(share)), reader)
        for seat, share in enumerate(shares)
    )
    return WORDS.text(Message("chances", chances=each))


def arranged(snapshot: MatchSnapshot, reader: Reader, found: Arranged) -> str:
    """Return what could have been made of the cards that came to a seat, and the share of it that was made."""
    made = snapshot.match.scores[found.seat]
    who = player(found.seat)
    best = Message("best-with", who=who, points=found.points)
    if snapshot.alone:
        best = Message("best", points=found.points)
    scored = Message("scored", who=who, made=made)
    if found.points > 0 and made >= 0:
        scored = Message("scored-share", who=who, made=made, share=percent(made / found.points))
    return f"{WORDS.text(best, reader)} {WORDS.text(scored, reader)}"


def note(name: str, thought: Thought) -> str:
    """Return how an opponent came by its thought, where it wants that known."""
    return sentence(f"{name} {thought.note}")

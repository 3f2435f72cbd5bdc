"""What computer opponents think, in sentences: hints, how a move was found, what could have been made of the cards."""

from collections.abc import Iterator

from fivefold.contract.words import explain
from fivefold.engine.calibration import calibration_at
from fivefold.parts.messages import Reader
from fivefold.session.narration import names_for, number_of, percent, sentence
from fivefold.session.snapshot import MatchSnapshot
from fivefold.terminal.thinkers import Arranged, Thought


def hint(snapshot: MatchSnapshot, reader: Reader, thought: Thought) -> Iterator[str]:
    """Yield what the strongest opponent would do here, what it expects next and how it judges the position.

    In a game with secrets what it expects next is a guess at what is hidden, and left out.
    """
    match = snapshot.match
    row = match.seen_by(match.to_move)
    move = match.game.notation.read(row, thought.text)
    yield sentence(f"Hint: {thought.text}: {explain(match.game.notation, row, move)}")
    if len(thought.line) > 1 and match.game.hidden is None:
        yield sentence(f"Then perhaps {', '.join(thought.line[1:6])}")
    if snapshot.alone:
        yield f"It expects {number_of(round(thought.points), 'point')} in the end."
    else:
        calibration = calibration_at(match, snapshot.levels)
        values = thought.values if calibration is None else calibration.shares(thought.values)
        chances = [f"{name} {percent(value)}" for name, value in zip(names_for(reader), values, strict=True)]
        yield f"Chances to win: {', '.join(chances)}."
    if thought.exact:
        yield "This is searched to the end of the game."
    if thought.note:
        yield note(match.game.personas[-1].name, thought)


def arranged(snapshot: MatchSnapshot, reader: Reader, found: Arranged) -> str:
    """Return what could have been made of the cards that came to a seat, and the share of it that was made."""
    made = snapshot.match.scores[found.seat]
    share = f" ({percent(made / found.points)})" if found.points > 0 and made >= 0 else ""
    name = reader.names[found.seat]
    whose, who = ("your", "You") if found.seat == reader.you else (f"{name}'s", name)
    cards = "" if snapshot.alone else f" with {whose} cards"
    return f"Best possible{cards}: {found.points}. {who} scored {made}{share}."


def note(name: str, thought: Thought) -> str:
    """Return how an opponent came by its thought, where it wants that known."""
    return sentence(f"{name} {thought.note}")

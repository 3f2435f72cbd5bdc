"""A hint: what the strongest opponent would play, with its reason in words."""

from collections.abc import Sequence

from fivefold.contract.words import explain
from fivefold.engine.calibration import Calibration
from fivefold.engine.opponents import Thought
from fivefold.play.match import Match
from fivefold.service.analysis import QUICK_NOTE, calibrated, chance_to_win
from fivefold.service.match_view import HintView
from fivefold.session.narration import number_of, percent


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
        "said": " ".join(sentences(match, thought, explain(game.notation, row, move), line)),
        "values": list(thought.values),
        "line": line,
        "note": QUICK_NOTE if thought.note else "",
        "marks": dict(game.picture.spotlight(row, move)),
    }


def sentences(match: Match, thought: Thought, explained: str, line: Sequence[str]) -> list[str]:
    """Return the hint in words."""
    said = [f"{thought.text}: {explained}."]
    if len(line) > 1:
        said.append(f"Then perhaps {', '.join(line[1:6])}.")
    if len(match.seats) == 1:
        return [*said, f"Expected in the end: about {number_of(round(thought.points), 'point')}."]
    chance = chance_to_win(match, thought.values, match.to_move)
    if thought.exact:
        result = "wins" if chance > 0.5 else "draws" if chance == 0.5 else "loses"
        return [*said, f"Searched to the end: with best play this {result}."]
    return [*said, f"Chance to win: {percent(chance)}."]

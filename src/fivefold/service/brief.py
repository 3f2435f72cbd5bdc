"""What a move would do, in a few words: for those who learn."""

from fivefold.contract.words import in_brief
from fivefold.play.lessons import gain
from fivefold.play.match import Match
from fivefold.session.narration import number_of


def briefly(match: Match, move: str) -> str:
    """Return what a legal move does in a few words, with its points: ``full house, 9 points``."""
    notation, seen = match.game.notation, match.seen_by(match.to_move)
    account = notation.account(seen, notation.read(seen, move))
    points = gain(match, move)
    return ", ".join(filter(None, (in_brief(notation.WORDS, account), number_of(points, "point") if points else "")))

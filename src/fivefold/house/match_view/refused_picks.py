"""Why what somebody picked on the picture leads to no move, in the game's words."""

from collections.abc import Sequence

from fivefold.contract import Game, TableHelp
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.contract.row import Row
from fivefold.session.narration import sentence


def why_refused(game: Game, row: Row, picks: Sequence[str]) -> str:
    """Return why no legal move begins with these picks, a sentence; empty where the game has nothing to say of them.

    ``row``: the position as who picked may see it.
    """
    table_help = game.extra_of(TableHelp)
    text = table_help.spell(row, picks) if table_help is not None else ""
    if not text:
        return ""
    try:
        game.notation.read(row, text)
    except IllegalMove as error:
        wrong = error.problem.wrong
        return sentence(game.notation.WORDS.text(wrong)) if wrong is not None else ""
    except InvalidMove:
        return ""
    return ""

"""What most commands need to know first: who asks, and of which game."""

from typing import TYPE_CHECKING, Final

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.commands.asking import Asking
from fivefold.house.errors import NotOffered
from fivefold.parts.words import listed
from fivefold.play import catalogue

if TYPE_CHECKING:
    from fivefold.doors.mail.reading.command_lines import CommandLine

SIGN_UP: Final = "send signup and a name first, or link this address to your account on the page"


def known(asking: Asking) -> str:
    """Return who asks. Raises ``NotOffered`` for a stranger."""
    if asking.person is None:
        raise NotOffered("only players with an account here may", subject=asking.address or "you", remedy=SIGN_UP)
    return asking.person


def named_game(asking: Asking, line: "CommandLine") -> Game:
    """Return the game that a line names, else that of the match whose mail is answered. Raises ``InvalidOption``."""
    if line.game is None and asking.match_id is not None:
        return asking.house.known(asking.match_id).match.game
    if line.game is None:
        names = listed([catalogue.find(key).name for key in catalogue.keys()], "or")  # noqa: SIM118  (a module)
        remedy = f"write it first: {names}; for example focus {line.word}"
        raise InvalidOption("no game is named", subject=line.source[:60], field="game", remedy=remedy)
    return catalogue.find(line.game)

"""Trying moves without playing them: ``preview``, from a match as it stands or stood, or from a new board.

Only what whoever asks may see is used: a preview tells nothing new about hidden cards, and ends where chance comes.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.contract import ANYONE, CHANCE, NOBODY, SPECTATOR, Game
from fivefold.contract.errors import FivefoldError, InvalidMove, InvalidOption
from fivefold.contract.words import ending_text, seat_name
from fivefold.doors.mail.answers import Answer, Drawn
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.finding import find_match
from fivefold.doors.mail.commands.move_texts import Words, say
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.errors import NotOffered
from fivefold.house.match_view.perspective import shares_screen, viewer_of
from fivefold.parts.words import listed
from fivefold.play import catalogue
from fivefold.play.chance import Scripted
from fivefold.play.match import Match
from fivefold.play.observation import observed
from fivefold.play.options import resolve
from fivefold.session.answers import Position
from fivefold.session.move_numbers import ply_after_move
from fivefold.session.snapshot import MatchSnapshot

NEW: Final = "new"


def preview(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Show the position after some moves."""
    words = [word for word in line.arguments if word != "**"]
    if words and words[0].lower() == NEW:
        return (_of_new_board(asking, line, words[1:]),)
    now = find_match(asking, line)
    here = _seen(now, asking.person or "", line.number)
    return (tried(here, Words(words), (), blind=_is_blind(now, here, line.number)),)


def _seen(now: MatchSnapshot, person_id: str, number: int | None) -> Position:
    """Return the position that somebody sees, now or after a move of the match."""
    viewer = SPECTATOR if shares_screen(now, person_id) else viewer_of(now, person_id)
    return Position(now.match.game, viewer, observed(now.match.game, _row(now, number), viewer))


def _row(now: MatchSnapshot, number: int | None) -> list[int]:
    return now.match.row if number is None else now.row_at(ply_after_move(now, number))


def _is_blind(now: MatchSnapshot, here: Position, number: int | None) -> bool:
    """Tell whether something in the position is hidden from who looks at it."""
    return _row(now, number) != here.row


def tried(here: Position, words: Words, said: Sequence[str], blind: bool = False) -> Drawn:
    """Return the position after some moves, as the seat that looks at it sees it.

    ``blind``: some of it is hidden, so that only moves of that seat can be tried. Raises ``InvalidMove``,
    ``IllegalMove``, ``NotOffered``.
    """
    made: list[str] = []
    while words:
        _, here = here.settled()
        if here.turn == CHANCE and made:
            break
        _refuse(here, blind, str(words))
        move = words.next(here)
        made.append(say(here, move))
        here = here.after(move)
    _, here = here.settled()
    played = (f"After {listed(made)}.",) if made and not said else ()
    left = (f"{words} was not tried: chance comes first.",) if words else ()
    return Drawn(here.game.key, tuple(here.row), here.seat, (*said, *played, *left), _status(here))


def _refuse(here: Position, blind: bool, text: str) -> None:
    """Raise ``NotOffered`` where nobody who looks at a position can try a move."""
    if here.turn == CHANCE:
        raise NotOffered(
            "nothing is dealt, rolled or drawn yet", subject=text, remedy="preview moves of a match instead"
        )
    if here.turn == NOBODY:
        raise NotOffered("the game is over there", subject=text, remedy="end before that")
    if blind and here.turn not in (here.seat, ANYONE):
        raise NotOffered("you don't see everything that they may play", subject=text, remedy="end before that")


def _status(here: Position) -> str:
    """Return who is to move, as one sentence."""
    if here.turn == CHANCE:
        return "Chance comes next."
    if here.turn == NOBODY:
        return f"The game is over: {ending_text(here.game.notation, here.row)}."
    if here.turn == ANYONE:
        return "Anybody may move."
    return f"{seat_name(here.game.notation, here.row, here.turn)} to move."


# --- new boards ------------------------------------------------------------------------------------------------------


def _of_new_board(asking: Asking, line: CommandLine, words: Sequence[str]) -> Drawn:
    game = _game(asking, line)
    count, moves = _players(game, words)
    given = dict(line.options)
    option = game.setup.seat_option
    if count is not None and option is not None and option.name not in given:
        given[option.name] = next(value for value, seats in option.seats.items() if seats == count)
    values = resolve(game, given, lambda label, number: 0)
    start = Match.prepared(game, values, Scripted(), dealt=False)
    return tried(Position(game, SPECTATOR, start.row), Words(moves), ())


def _game(asking: Asking, line: CommandLine) -> Game:
    if line.game is not None:
        return catalogue.find(line.game)
    if asking.match_id is not None:
        return asking.house.shown_to(asking.person or "", asking.match_id).match.game
    remedy = f"begin the line with one of {', '.join(catalogue.keys())}"
    raise InvalidOption("which game is not said", subject=line.source[:60], remedy=remedy)


def _players(game: Game, words: Sequence[str]) -> tuple[int | None, Sequence[str]]:
    """Return how many play, by a number or by names, and the words behind them. Raises ``InvalidOption``."""
    if words and words[0].isdecimal() and len(words[0]) < 3:
        count, rest = int(words[0]), words[1:]
    else:
        names = _names(game, words)
        if not names:
            return None, words
        count, rest = len(names), words[len(names) :]
    if count not in game.setup.seat_counts:
        some = listed([str(each) for each in game.setup.seat_counts], "or")
        raise InvalidOption(f"{game.name} is for {some}", subject=f"{count} players")
    return count, rest


def _names(game: Game, words: Sequence[str]) -> Sequence[str]:
    """Return the words at the beginning that are no moves."""
    values = resolve(game, {}, lambda label, number: 0)
    start = Match.prepared(game, values, Scripted(), dealt=False).row
    for place, word in enumerate(words):
        if _could_be_move(game, start, word):
            return words[:place]
    return ()


def _could_be_move(game: Game, row: list[int], word: str) -> bool:
    try:
        game.notation.read(row, word)
    except InvalidMove:
        return any(sign.isdigit() for sign in word)
    except FivefoldError:
        return True
    return True


RUN: Final[Mapping[str, Run]] = {"preview": preview}

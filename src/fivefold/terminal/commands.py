"""What can be typed at the table, besides moves."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fivefold.contract import ANYONE
from fivefold.contract.errors import InvalidMove, MatchOver
from fivefold.parts.words import listed
from fivefold.play import catalogue
from fivefold.play.observation import observed
from fivefold.play.picks import STAR
from fivefold.terminal import hindsight, report, saved_matches

if TYPE_CHECKING:
    from fivefold.play.match import Match
    from fivefold.terminal.table import Table

EXAMPLES = 3
LONGEST_LINE = 1000
"""Characters; a file's name may well have hundreds."""


class Command(NamedTuple):
    """A word, what may follow it, what it does."""

    word: str
    argument: str
    summary: str
    run: Callable[[Table, str], None]


def obey(table: Table, line: str) -> None:
    """Do what a typed line says: a command, or else a move. Raises the errors of ``Match.play``."""
    if not line:
        _nothing(table)
        return
    _refuse_noise(line)
    word, _, rest = line.partition(" ")
    command = COMMANDS.get(ALIASES.get(word.lower(), word.lower()))
    if command is not None:
        command.run(table, rest.strip())
    else:
        _move(table, line)


def _refuse_noise(line: str) -> None:
    """Raise ``InvalidMove`` for what was hardly meant: it would only fill the screen if it were repeated."""
    if len(line) > LONGEST_LINE:
        raise InvalidMove(f"{line[:20]}...: a line of {len(line)} characters is no move and no command; type help")
    if not line.isprintable():
        raise InvalidMove(f"{line!a}: holds characters that cannot be printed; type the move anew, or help")


def _nothing(table: Table) -> None:
    """An empty line leaves a game that is over, shows a hand, and goes on where a computer opponent was interrupted."""
    if table.match.outcome is not None:
        table.leaving = True
    elif table.covered:
        table.uncover()


def _move(table: Table, line: str) -> None:
    if not table.person_to_move and table.match.to_move >= 0:
        raise InvalidMove(
            f"{line}: {table.players[table.match.to_move].name} is to move; press Enter to go on, or undo"
        )
    _refuse_covered(table, line)
    try:
        table.play(addressed(table, line))
    except InvalidMove as error:
        raise InvalidMove(f"{report.sentence(str(error))}{_suggestion(line)}") from error


def addressed(table: Table, text: str) -> str:
    """Return a move with whose it is in front, where anyone may move. Raises ``InvalidMove`` if that is left open."""
    if table.match.to_move != ANYONE:
        return text
    people = [(str(seat + 1), table.players[seat].name) for seat in table.people]
    number, colon, _ = (part.strip() for part in text.partition(":"))
    if not colon and len(people) == 1:
        return f"{people[0][0]}:{text}"
    whose = listed([f"{seat}: is {report.people([name])}" for seat, name in people])
    if not colon:
        raise InvalidMove(f"{text}: begin with whose move it is; {whose}")
    if number.isdigit() and number not in dict(people):
        raise InvalidMove(f"{text}: nobody at this keyboard plays {number}:; {whose}")
    return text


def _suggestion(line: str) -> str:
    """Return what somebody may have meant who typed this: moves hold digits or colons, commands don't."""
    word = line.partition(" ")[0].lower()
    near = get_close_matches(word, COMMANDS, n=1)
    if near:
        return f" Or did you mean {near[0]}?"
    return " Type help for everything you can type." if word.isalpha() else ""


def _help(table: Table, rest: str) -> None:
    screen = table.screen
    screen.say(f"{_examples(table)} Besides moves you can type:".lstrip())
    for command in COMMANDS.values():
        screen.say(f"  {f'{command.word} {command.argument}'.strip():<18} {command.summary}", indent=" " * 21)
    screen.say("Tournaments and the deal of the day are on the page: fivefold serve --open.")


def _examples(table: Table) -> str:
    legal = list(table.offered.values())
    if table.match.outcome is not None:
        return "The game is over."
    if not legal:
        return ""
    if _unseen(table):
        return ""
    step = len(legal) // EXAMPLES | 1  # an odd one, for moves often come in pairs
    return f"A move here is, for example, {listed(legal[::step][:EXAMPLES], 'or')}."


def _rules(table: Table, rest: str) -> None:
    table.screen.document(help_text(table.match.game.key))


PLAYABLE = re.compile(r"```play\n.*?\n```\n\n?", re.DOTALL)
"""An example of a game's ``help.md`` to be played on a page, with nothing to read in a terminal."""


def help_text(key: str) -> str:
    """Return a game's ``help.md`` without its examples to play."""
    return PLAYABLE.sub("", catalogue.help_text(catalogue.find(key)))


def _moves(table: Table, rest: str) -> None:
    match = table.match
    _refuse_unseen(table, "moves")
    if rest:
        _explained_moves(table, rest)
        return
    groups = grouped(match, table.offered)
    table.screen.columns([" ".join(texts) for texts in groups.values()])
    example = next(iter(groups))
    table.screen.say(f"moves {example} tells what each of those does, moves all what every move does.")


def grouped(match: Match, offered: Mapping[int, str]) -> Mapping[str, Sequence[str]]:
    """Return legal moves, given with their texts, by the first thing one would pick on the picture to make them."""
    groups: dict[str, list[str]] = {}
    for move, text in offered.items():
        groups.setdefault(_where(match, move), []).append(text)
    return groups


def _where(match: Match, move: int) -> str:
    """Return what is picked first; of a set, whose members do not differ in this, which kind."""
    return match.game.notation.clicks(match.seen_by(match.to_move), move)[0].partition(STAR)[0]


def _explained_moves(table: Table, what: str) -> None:
    lines = list(_explanations(table.match, table.offered, what.lower()))
    if not lines:
        raise InvalidMove(f"moves {what}: no legal move begins there; moves alone lists them all")
    for line in lines:
        table.screen.say(line, indent="  ")


def _explanations(match: Match, offered: Mapping[int, str], what: str) -> Iterator[str]:
    row = match.seen_by(match.to_move)
    for move, text in offered.items():
        if what in {"all", _where(match, move).lower()}:
            yield f"{text}: {match.game.notation.explain(row, move)}"


def _preview(table: Table, text: str) -> None:
    match, notation = table.match, table.match.game.notation
    _refuse_unseen(table, "preview")
    if not text:
        raise InvalidMove("preview: say which move, as preview " + next(iter(table.offered.values())))
    row = match.seen_by(match.to_move)
    move = notation.read(row, addressed(table, text))
    table.screen.say(
        report.sentence(f"{notation.say(row, move, match.to_move)} would be: {notation.explain(row, move)}")
    )


def _hint(table: Table, rest: str) -> None:
    _refuse_unseen(table, "hint")
    if table.match.to_move == ANYONE:
        raise InvalidMove("hint: in a race nobody gets one; preview MOVE tells what a move would do")
    personas = table.match.game.personas
    table.screen.wait_for(personas[-1].name)
    thought = table.thinker.think(table.match, len(personas))
    for sentence in report.hint(table.match, table.players, thought):
        table.screen.say(sentence)


def _undo(table: Table, rest: str) -> None:
    """Take back the last move of a person here, and what others played since."""
    match = table.match
    if match.to_move == ANYONE:
        raise InvalidMove("undo: in a race nothing is taken back")
    own = [ply for ply in match.decisions if match.movers[ply] in table.people]
    if match.outcome is None and not own:
        raise MatchOver("undo: you have not moved yet")
    match.undo(own[-1] if own else None)
    table.screen.say("Taken back.")
    table.changed()


def _resign(table: Table, rest: str) -> None:
    table.match.resign(_who_resigns(table, rest))
    table.changed()


def _who_resigns(table: Table, rest: str) -> int:
    """Return the seat that speaks; in a race of several people it has to be named."""
    if table.match.to_move != ANYONE or len(table.people) == 1:
        return table.person
    for seat in table.people:
        if rest.strip(":").casefold() in {str(seat + 1), table.players[seat].name.casefold()}:
            return seat
    names = listed([f"resign {seat + 1} for {table.players[seat].name}" for seat in table.people], "or")
    raise InvalidMove(f"resign: say who gives up: {names}")


def _show(table: Table, rest: str) -> None:
    table.show_board()
    table.screen.say(report.status(table.match, table.players))


def _board(table: Table, rest: str) -> None:
    if rest.lower() in {"on", "off"}:
        table.board_is_shown = rest.lower() == "on"
        when = "before each of your moves" if table.board_is_shown else "only when you type show"
        table.screen.say(f"The board is shown {when}.")
    elif rest:
        raise InvalidMove(f"board {rest}: on or off")
    else:
        _show(table, rest)


def _history(table: Table, rest: str) -> None:
    for sentence in report.events(table.match, table.players, 0, table.viewer):
        table.screen.say(sentence, indent="  ")


def _save(table: Table, rest: str) -> None:
    file = _file_named(rest)
    if saved_matches.is_other(table.match, file):
        raise InvalidMove(f"save {rest}: there is something else in {file} already; name another file")
    table.save(file)
    table.screen.say(f"Saved as {file}.")


def _file_named(text: str) -> Path:
    try:
        (name,) = shlex.split(text)
        return Path(name).expanduser()
    except (ValueError, RuntimeError):  # no name, several, a quotation mark without its partner, ~somebody unknown
        raise InvalidMove("save: name one file, as save game.fivefold, or save 'my game.fivefold'") from None


def _again(table: Table, rest: str) -> None:
    _go_on(table, "again", same_cards=False)


def _new(table: Table, rest: str) -> None:
    _refuse_other_words("new", rest)
    _go_on(table, "new cards", same_cards=False)


def _same(table: Table, rest: str) -> None:
    _refuse_other_words("same", rest)
    if not table.match.game.traits.fixed_pack:
        raise InvalidMove(
            f"same cards: {table.match.game.name} is not played twice with the same ones; again deals anew"
        )
    _go_on(table, "same cards", same_cards=True)


def _refuse_other_words(word: str, rest: str) -> None:
    if rest.casefold() not in {"", "cards"}:
        raise InvalidMove(f"{word} {rest}: {word} cards")


def _go_on(table: Table, what: str, same_cards: bool) -> None:
    """Leave for another game; alone at the table one may leave an unfinished one, which asks first."""
    if table.match.outcome is None and len(table.players) > 1:
        raise InvalidMove(f"{what}: this game is not over; resign ends it, quit leaves it for later")
    if table.more_to_come:
        raise InvalidMove(f"{what}: the second game of the double match comes first; press Enter for it, or quit")
    if table.match.outcome is None and table.match.decisions and not (table.replaying or _leaves(table)):
        table.screen.say("Then this game goes on.")
        return
    table.again = table.leaving = True
    table.same_cards = same_cards


def _leaves(table: Table) -> bool:
    """Ask whether the game is to be left as it stands."""
    answer = table.screen.ask("This game is not over and will count for nothing. Leave it? Type yes: ")
    return answer is not None and answer.casefold() in {"y", "yes"}


def _hindsight(table: Table, rest: str) -> None:
    hindsight.show(table.screen, table.match, table.players, table.thinker)


def _quit(table: Table, rest: str) -> None:
    table.quitting = table.leaving = True


def _refuse_if_over(match: Match, what: str) -> None:
    if match.outcome is not None:
        raise MatchOver(f"{what}: the game is over; again starts another, quit leaves")


def _refuse_unseen(table: Table, what: str) -> None:
    """Raise an error where the game is over, or who looks at the screen may not see what the one to move sees."""
    _refuse_if_over(table.match, what)
    _refuse_covered(table, what)
    if _unseen(table):
        raise InvalidMove(f"{what}: it is not your turn; press Enter to go on")


def _refuse_covered(table: Table, what: str) -> None:
    if table.covered:
        name = table.players[table.match.to_move].name
        raise InvalidMove(f"{what}: press Enter first, when only {name} looks at the screen")


def _unseen(table: Table) -> bool:
    """Tell whether the one to move sees what must not be told on the screen."""
    match, game = table.match, table.match.game
    return observed(game, match.row, match.to_move) != observed(game, match.row, table.viewer)


COMMANDS: Mapping[str, Command] = {
    command.word: command
    for command in (
        Command("help", "", "this list, and how moves are written", _help),
        Command("rules", "", "the rules of this game", _rules),
        Command("moves", "[WHERE|all]", "the legal moves; with what they do, from one place or all", _moves),
        Command("preview", "MOVE", "what a move would do, without making it", _preview),
        Command("hint", "", "what the strongest opponent would do here", _hint),
        Command("show", "", "the position and the score", _show),
        Command("board", "[on|off]", "whether the position is shown before each move", _board),
        Command("history", "", "the moves so far, in words", _history),
        Command("undo", "", "take your last move back", _undo),
        Command("resign", "", "give the game up", _resign),
        Command("save", "FILE", "write the record to a file", _save),
        Command("again", "", "after the end: another game of the same kind", _again),
        Command("new", "cards", "the same as again; alone at the table at any time", _new),
        Command("same", "cards", "the same pack once more, where a game has one", _same),
        Command("hindsight", "", "after the end: the best that could have been made of the cards", _hindsight),
        Command("quit", "", "leave; the game is kept and can be continued", _quit),
    )
}
ALIASES: Mapping[str, str] = {"?": "help", "exit": "quit", "bye": "quit", "takeback": "undo", "log": "history"}

"""What can be typed at the table, besides moves."""

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import NamedTuple

from fivefold.contract import ANYONE, Hindsight
from fivefold.contract.errors import InvalidMove, MatchOver
from fivefold.contract.words import explain
from fivefold.doors.terminal import archive, saved_matches, table_clocks, thinkers
from fivefold.doors.terminal.table import Table
from fivefold.house.match_view.words import card_in_words, explained
from fivefold.parts.words import listed
from fivefold.play import catalogue
from fivefold.play.match import Match
from fivefold.play.picks import STAR
from fivefold.play.time_control import Pace
from fivefold.session.narration import sentence
from fivefold.session.offers import ABORT, DRAW, gift_seconds
from fivefold.session.races import addressed_seat, with_seat_number
from fivefold.session.snapshot import MORE_TIME, PAUSE, RESUME


def _scores(table: Table, rest: str) -> None:
    match = table.match
    card = card_in_words(match.game, match.seen_by(table.viewer))
    if card is None:
        return
    counting = any(line["counts"] for line in card["lines"])
    heads = [card["worth"], *table.names] if counting else [card["worth"]]
    names = [line["name"] for line in card["lines"]]
    wide = max(map(len, names)) + 2
    table.screen.show(" " * wide + "  ".join(f"{head:>7}" for head in heads))
    for line in card["lines"]:
        numbers = [line["worth"], *line["counts"]]
        table.screen.show(f"{line['name']:<{wide}}" + "  ".join(f"{number:>7}" for number in numbers))
    for note in card["notes"]:
        table.screen.say(note)


def _has_own_clocks(table: Table) -> bool:
    clocks = table.now.clocks
    return clocks is not None and clocks.control.pace != Pace.GAME


def _tell(table: Table, rest: str) -> None:
    table.screen.say(" ".join(table_clocks.told(table.now, table.reader, table.time())))


def _pause(table: Table, rest: str) -> None:
    _refuse_one_clock(table, "pause")
    table.agree(PAUSE)
    table.screen.say(table_clocks.said("paused"))


def _let_clocks_go_on(table: Table, rest: str) -> None:
    table.agree(RESUME)
    table.screen.say(table_clocks.said("goes-on"))


def _more(table: Table, rest: str) -> None:
    _refuse_one_clock(table, "more time")
    table.agree(MORE_TIME)
    table.screen.say(table_clocks.given(table.reader, table.now.entries[-1].mover, gift_seconds(table.now)))


def _refuse_one_clock(table: Table, what: str) -> None:
    if table.now.clocks is not None and not _has_own_clocks(table):
        raise InvalidMove(f"{what}: one time counts for the whole game, and it runs on")


EXAMPLES = 3
LONGEST_LINE = 1000  # Characters; a file's name may well have hundreds.


class Word(NamedTuple):
    """A word to type, what may follow it, and what it does."""

    word: str
    argument: str
    summary: str
    run: Callable[[Table, str], None]
    matters: Callable[[Table], bool] = lambda table: True  # Whether help lists it at this table.


def obey(table: Table, line: str) -> None:
    """Do what a typed line says: a command, or else a move. Raises the errors of ``Match.play``."""
    if not line:
        _nothing(table)
        return
    _refuse_noise(line)
    word, _, rest = line.partition(" ")
    command = COMMANDS.get(ALIASES.get(word.lower(), word.lower()))
    if command is not None:
        _refuse_other_words(command, rest.strip())
        command.run(table, rest.strip())
    else:
        _move(table, line)


def _refuse_other_words(command: Word, rest: str) -> None:
    """Raise ``InvalidMove`` for words that cannot follow a command: whoever types them means something else."""
    if re.fullmatch("[a-z]*", command.argument) and rest.casefold() not in {"", command.argument}:
        raise InvalidMove(f"{command.word} {rest}: just {command.word} {command.argument}".rstrip())


def _refuse_noise(line: str) -> None:
    """Raise ``InvalidMove`` for what was hardly meant: it would only fill the screen if it were repeated."""
    if len(line) > LONGEST_LINE:
        raise InvalidMove(f"{line[:20]}...: {len(line)} characters are neither a move nor a command; type help")
    if not line.isprintable():
        raise InvalidMove(f"{line!a}: has characters that cannot be printed; type the move again, or help")


def _nothing(table: Table) -> None:
    """An empty line leaves a game that is over, shows a hand, and goes on where a computer opponent was interrupted."""
    if table.match.outcome is not None:
        table.leaving = not table.has_just_run_out
    elif table.covered:
        table.uncover()


def _move(table: Table, line: str) -> None:
    if not table.person_to_move and table.match.to_move >= 0:
        raise InvalidMove(f"{line}: {table.names[table.match.to_move]} is to move; press Enter, or type undo")
    _refuse_covered(table, line)
    try:
        table.play(line, table.people)
    except InvalidMove as error:
        raise InvalidMove(f"{sentence(str(error))}{_suggestion(table, line)}") from error


def _suggestion(table: Table, line: str) -> str:
    """Return what the player may have meant by this: moves hold digits or colons, commands don't."""
    word = line.partition(" ")[0].lower()
    near = get_close_matches(word, [each.word for each in COMMANDS.values() if each.matters(table)], n=1)
    if near:
        return f" Or did you mean {near[0]}?"
    return " Type help to see everything you can type." if word.isalpha() else ""


def _help(table: Table, rest: str) -> None:
    screen = table.screen
    screen.say(f"{_examples(table)} Besides moves, you can type:".lstrip())
    for command in (each for each in COMMANDS.values() if each.matters(table)):
        screen.say(f"  {f'{command.word} {command.argument}'.strip():<18} {command.summary}", indent=" " * 21)
    screen.say("Tournaments and the deal of the day are in the browser: fivefold serve --open.")


def _examples(table: Table) -> str:
    legal = list(table.offered.values())
    if table.match.outcome is not None:
        return "The game is over."
    if not legal or _unseen(table):
        return ""
    step = len(legal) // EXAMPLES | 1  # an odd one, for moves often come in pairs
    return f"Here you can play, for example, {listed(legal[::step][:EXAMPLES], 'or')}."


def _rules(table: Table, rest: str) -> None:
    table.screen.document(help_text(table.match.game.key))


PLAYABLE = re.compile(r"```play\n.*?\n```\n\n?", re.DOTALL)
"""An example of a game's ``help.md`` to be played on a page, with nothing to read in a terminal."""


def help_text(key: str) -> str:
    """Return a game's ``help.md`` without its examples to play."""
    return PLAYABLE.sub("", catalogue.help_text(catalogue.find(key)))


def _what(table: Table, rest: str) -> None:
    _refuse_unseen(table, "what")
    if not rest:
        raise InvalidMove("what: say what of, a square or a place; seat-0 is the first player")
    match, viewer = table.match, table.viewer
    told = explained(match.game, match.seen_by(viewer), viewer, rest, table.reader)
    table.screen.say(" ".join(told["said"]))


def _moves(table: Table, rest: str) -> None:
    _refuse_unseen(table, "moves")
    if rest:
        _explained_moves(table, rest)
        return
    groups = _grouped(table)
    table.screen.columns([" ".join(texts) for texts in groups.values()])
    example = next(iter(groups))
    table.screen.say(f"moves {example} says what each of those does; moves all says what every move does.")


def _grouped(table: Table) -> Mapping[str, Sequence[str]]:
    """Return the texts of the moves offered by the first thing one would pick on the picture to make them."""
    groups: dict[str, list[str]] = {}
    for move, text in table.offered.items():
        groups.setdefault(_where(table, move), []).append(text)
    return groups


def _where(table: Table, move: int) -> str:
    """Return what is picked first; of a set, whose members do not differ in this, which kind."""
    return table.match.game.notation.clicks(table.seen_by_mover(move), move)[0].partition(STAR)[0]


def _explained_moves(table: Table, what: str) -> None:
    lines = list(_explanations(table, what.lower()))
    if not lines:
        raise InvalidMove(f"moves {what}: no legal move begins there; type moves for all of them")
    for line in lines:
        table.screen.say(line, indent="  ")


def _explanations(table: Table, what: str) -> Iterator[str]:
    notation = table.match.game.notation
    for move, text in table.offered.items():
        if what in {"all", _where(table, move).lower()}:
            yield f"{text}: {explain(notation, table.seen_by_mover(move), move)}"


def _preview(table: Table, text: str) -> None:
    match, notation = table.match, table.match.game.notation
    _refuse_unseen(table, "preview")
    if not text:
        raise InvalidMove("preview: say which move, e.g. preview " + next(iter(table.offered.values())))
    seat = match.to_move
    if seat == ANYONE:
        seat = addressed_seat(table.now, table.people, text)
        text = with_seat_number(text, seat)
    row = match.seen_by(seat)
    move = notation.read(row, text)
    table.screen.say(sentence(f"{notation.say(row, move, seat)} would be: {explain(match.game.notation, row, move)}"))


def _hint(table: Table, rest: str) -> None:
    _refuse_unseen(table, "hint")
    if table.match.to_move == ANYONE:
        raise InvalidMove("hint: there are no hints in a race; preview MOVE says what a move would do")
    personas = table.match.game.personas
    table.screen.wait_for(personas[-1].name)
    thought = table.thinker.think(table.match, len(personas))
    for said in thinkers.hint(table.now, table.reader, thought):
        table.screen.say(said)


def _plays_others(table: Table) -> bool:
    return not table.now.alone


def _has_hindsight(table: Table) -> bool:
    return table.match.game.extra_of(Hindsight) is not None


def _takes_turns(table: Table) -> bool:
    return table.match.to_move != ANYONE


def _abort(table: Table, rest: str) -> None:
    table.offer(ABORT)


def _answer(table: Table, rest: str, agree: bool) -> None:
    if table.now.offer is None:
        raise InvalidMove(f"{'accept' if agree else 'decline'}: nobody has offered anything")
    table.answer(agree=agree)


def _knows_draws(table: Table) -> bool:
    return table.match.game.traits.agreed_draw


def _answers_draws(table: Table) -> bool:
    return _knows_draws(table) and len(table.people) > 1


def _who_resigns(table: Table, rest: str) -> int:
    """Return the seat that speaks; in a race of several people it has to be named."""
    if table.match.to_move != ANYONE or len(table.people) == 1:
        if rest:
            raise InvalidMove(f"resign {rest}: just resign")
        return table.person
    for seat in table.people:
        if rest.strip(":").casefold() in {str(seat + 1), table.names[seat].casefold()}:
            return seat
    names = listed([f"resign {seat + 1} for {table.names[seat]}" for seat in table.people], "or")
    raise InvalidMove(f"resign: say who resigns: {names}")


def _show(table: Table, rest: str) -> None:
    table.show_board()
    table.say_score()


def _board(table: Table, rest: str) -> None:
    if rest.lower() in {"on", "off"}:
        table.board_is_shown = rest.lower() == "on"
        when = "before each of your moves" if table.board_is_shown else "only when you type show"
        table.screen.say(f"The board is shown {when}.")
    elif rest:
        raise InvalidMove(f"board {rest}: on or off")
    else:
        _show(table, rest)


def _save(table: Table, rest: str) -> None:
    file = _file_named(rest)
    if saved_matches.is_other(table.match, file):
        raise InvalidMove(f"save {rest}: {file} already holds something else; name another file")
    table.save(file)
    table.screen.say(f"Saved as {file}.")


def _file_named(text: str) -> Path:
    try:
        (name,) = shlex.split(text)
        return Path(name).expanduser()
    except (ValueError, RuntimeError):  # no name, several, a quotation mark is missing its partner, ~somebody unknown
        raise InvalidMove("save: name one file, e.g. save game.fivefold or save 'my game.fivefold'") from None


def _same(table: Table, rest: str) -> None:
    if not table.match.game.traits.fixed_pack:
        raise InvalidMove(
            f"same cards: {table.match.game.name} cannot be played again with the same cards; type again for a new deal"
        )
    _go_on(table, "same cards", same_cards=True)


def _go_on(table: Table, what: str, same_cards: bool = False) -> None:
    """Leave for another game; alone at the table one may leave an unfinished one, which asks first."""
    if table.match.outcome is None and not table.now.alone:
        raise InvalidMove(f"{what}: this game is not over; resign it, or quit and finish it later")
    if table.more_to_come:
        raise InvalidMove(f"{what}: play the second game of the double match first; press Enter to begin it, or quit")
    if table.match.outcome is None and table.match.decisions and not (table.replaying or _leaves(table)):
        table.screen.say("The game goes on.")
        return
    table.again = table.leaving = True
    table.same_cards = same_cards


def _leaves(table: Table) -> bool:
    """Ask whether the game is to be left as it stands."""
    answer = table.screen.ask("This game is not over and will not count. Leave it? Type yes: ")
    return answer is not None and answer.casefold() in {"y", "yes"}


def _hindsight(table: Table, rest: str) -> None:
    archive.show_hindsight(table.screen, table.now, table.reader, table.thinker)


def _quit(table: Table, rest: str) -> None:
    table.quitting = table.leaving = True


def _refuse_if_over(match: Match, what: str) -> None:
    if match.outcome is not None:
        raise MatchOver(f"{what}: the game is over; type again for another, or quit")


def _refuse_unseen(table: Table, what: str) -> None:
    """Raise an error where the game is over, or the screen must not show what the player to move sees."""
    _refuse_if_over(table.match, what)
    _refuse_covered(table, what)
    if _unseen(table):
        raise InvalidMove(f"{what}: it is not your turn; press Enter to continue")


def _refuse_covered(table: Table, what: str) -> None:
    if table.covered:
        name = table.names[table.match.to_move]
        raise InvalidMove(f"{what}: press Enter first, when only {name} looks at the screen")


def _unseen(table: Table) -> bool:
    """Tell whether the player to move sees what the screen must not show."""
    match = table.match
    return match.to_move != ANYONE and match.seen_by(match.to_move) != match.seen_by(table.viewer)


COMMANDS: Mapping[str, Word] = {
    command.word: command
    for command in (
        Word("help", "", "this list, and how to write moves", _help),
        Word("rules", "", "the rules of this game", _rules),
        Word("scores", "", "what scores, and how far everybody is", _scores),
        Word("what", "THING", "what something on the board is", _what),
        Word("moves", "[WHERE|all]", "the legal moves; with WHERE or all, what they do", _moves),
        Word("preview", "MOVE", "what a move would do, without making it", _preview),
        Word("hint", "", "what the strongest opponent would do here", _hint, _takes_turns),
        Word("show", "", "the position and the score", _show),
        Word("board", "[on|off]", "whether the position is shown before each move", _board),
        Word("history", "", "the moves so far, in words", lambda table, _: table.say_history()),
        Word("undo", "", "take back your last move", lambda table, _: table.undo(), _takes_turns),
        Word("draw", "", "offer a draw; your next move withdraws it", lambda table, _: table.offer(DRAW), _knows_draws),
        Word("accept", "", "agree to the draw that was offered", partial(_answer, agree=True), _answers_draws),
        Word("decline", "", "decline the draw that was offered", partial(_answer, agree=False), _answers_draws),
        Word("abort", "", "cancel the game, until everybody has had two turns", _abort, _plays_others),
        Word("resign", "[WHO]", "resign the game", lambda table, rest: table.resign(_who_resigns(table, rest))),
        Word("time", "", "what every clock says, in words", _tell, lambda table: table.now.clocks is not None),
        Word("pause", "", "stop the clocks", _pause, _has_own_clocks),
        Word("go", "on", "let the clocks go on after a pause", _let_clocks_go_on, _has_own_clocks),
        Word("more", "time", "more time for the one to move", _more, _has_own_clocks),
        Word("save", "FILE", "write the record to a file", _save),
        Word("again", "", "after the end: another game of the same kind", lambda table, _: _go_on(table, "again")),
        Word("new", "cards", "the same; when you play alone, at any time", lambda table, _: _go_on(table, "new cards")),
        Word("same", "cards", "the same pack once more", _same, lambda table: table.match.game.traits.fixed_pack),
        Word("hindsight", "", "after the end: the best these cards allowed", _hindsight, _has_hindsight),
        Word("quit", "", "leave; the game is saved, to be continued later", _quit),
    )
}
ALIASES: Mapping[str, str] = {
    "?": "help",
    "exit": "quit",
    "bye": "quit",
    "takeback": "undo",
    "log": "history",
    "resume": "go",
}

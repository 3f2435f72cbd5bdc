"""Answers in advance by mail: ``queue``, one line of moves or several, what is stored, and nothing any more.

A line names their move and one's own in turn, as many as one likes: ``queue 101 d3-d4 c2-c1 e5-e6 f2-f3``. Several
lines, in several commands or with ``/`` between them, make a tree. A single move of one's own, or one behind ``*``, is
tried whatever else they play.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.answers import Answer, Failed, Listed, Said
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.finding import own_match, title
from fivefold.doors.mail.commands.move_texts import Words, position_for
from fivefold.doors.mail.commands.moving import play
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.errors import NotOffered
from fivefold.house.match_view.answers_view import AnswerLineView
from fivefold.house.table import answer_views
from fivefold.house.table.answers import Given
from fivefold.parts.words import squeeze
from fivefold.session import answers
from fivefold.session.answers import Position
from fivefold.session.move_numbers import entry_of_move, next_move_number
from fivefold.session.rights import check_next
from fivefold.session.snapshot import LIVE, MatchSnapshot

BETWEEN: Final = frozenset({"/", "|", ";"})
"""Between lines."""
CLEAR: Final = frozenset({"none", "clear", "off"})
ANYTHING: Final = frozenset({"*", "any", "anything"})


def queue(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Store answers, show them, or clear them; on one's turn play the first move."""
    now, person_id = own_match(asking, line, lambda now: now.status == LIVE)
    house = asking.house
    if [word.lower() for word in line.arguments] in [[word] for word in CLEAR]:
        house.answers.clear(person_id, now.id)
        return (Said((f"Nothing is queued in {title(house, now)} any more.",)),)
    if not line.arguments:
        return queued(asking, house.answers.given(person_id, now.id))
    if now.may_move(person_id):
        return _on_turn(asking, now, person_id, line)
    number = _seen(asking, now, line) + 1
    check_next(now, number)
    failures = _store_all(asking, now, person_id, number, list(_lines(line.arguments)))
    return [
        *(Failed(line.source, each, now.id) for each in failures),
        *queued(asking, house.answers.given(person_id, now.id)),
    ]


def _seen(asking: Asking, now: MatchSnapshot, line: CommandLine) -> int:
    """Return the number of the last entry that the person has seen."""
    if line.number is not None and not 0 <= line.number - next_move_number(now) < len(now.seats):
        return entry_of_move(now, line.number) - 1
    if line.number is not None:  # of the move that they may play, or of one's own behind it
        return now.number
    replies = asking.match_id == now.id and asking.number is not None
    return asking.number if replies and asking.number is not None else now.number


def _lines(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the lines of moves."""
    found: list[str] = []
    for word in (*words, "/"):
        if word not in BETWEEN:
            found.append(word)
        elif found:
            yield found
            found = []


def _on_turn(asking: Asking, now: MatchSnapshot, person_id: str, line: CommandLine) -> Sequence[Answer]:
    """Play the first move, and store what is to follow it."""
    first, *more = _lines(line.arguments)
    words, here = Words(first), position_for(now, person_id)
    text = here.text(words.next(here))
    if more or words:
        _check_line(here, text, words)
    done = list(play(asking, now, person_id, Words([text]), line))
    after = asking.house.snapshot(now.id)
    if not (words or more):
        return done
    lines = [words.left, *more] if words else more
    try:
        failures = _store_all(asking, after, person_id, after.number + 1, lines)
    except FivefoldError as error:
        failures = [error]
    done += [Failed(line.source, each) for each in failures]
    return [*done, *queued(asking, asking.house.answers.given(person_id, now.id))]


def _check_line(here: Position, text: str, words: Words) -> None:
    """Raise what is wrong with a line before its first move is played."""
    after = here.after(here.game.notation.read(here.row, text))
    rest = Words(words.left)
    while rest and not after.closed:
        _, after = after.settled()
        after = after.after(rest.next(after))


def _store_all(
    asking: Asking, now: MatchSnapshot, person_id: str, number: int, lines: Sequence[Sequence[str]]
) -> list[FivefoldError]:
    """Store lines of moves; return why some of them could not be. A single one that fails raises its error."""
    failures = []
    for given in lines:
        try:
            _store(asking, now, person_id, number, given)
        except FivefoldError as error:
            failures.append(error)
    if len(failures) == len(lines) == 1:
        raise failures[0]
    return failures


def _store(asking: Asking, now: MatchSnapshot, person_id: str, number: int, given: Sequence[str]) -> None:
    """Store a line of moves, or a single move whatever they play."""
    house, seat = asking.house, answers.answering_seat(now, person_id)
    here = answers.start(now, seat)
    own = list(given[1:]) if given[0].lower() in ANYTHING else list(given)
    problem: FivefoldError = NotOffered("it is not possible after any move of theirs", subject=" ".join(own)[:40])
    if len(own) == len(given):
        try:
            texts = _texts(here, Words(own))
            _check_end(now, here, texts)
            house.answers.add_line(person_id, now.id, number, texts)
        except FivefoldError as error:
            problem = error
        else:
            return
    ahead = _ahead(here, own)
    if ahead is None:
        raise problem
    house.answers.move_ahead(person_id, now.id, number, ahead, slow=True)


def _check_end(now: MatchSnapshot, here: Position, texts: Sequence[str]) -> None:
    """Raise ``NotOffered`` where a line ends with a move of another: it may have been meant as an answer."""
    line = [step for step in answers.walked(here, texts)[0] if not step.forced]
    if line and line[-1].seat != here.seat:
        other = f"{line[-1].text} was read as {now.names[line[-1].seat]}'s move"
        raise NotOffered(other, subject=" ".join(texts), remedy="add your answer", field="move")


def _ahead(here: Position, words: Sequence[str]) -> str | None:
    """Return the one move that can come next of the player's own and is meant by these words."""
    text = squeeze("".join(Words(words).left))
    known = answers.moves_ahead(here)
    exact = [each for each in known if squeeze(each) == text]
    near = exact or [each for each in known if squeeze(each).startswith(text)]
    return near[0] if len(near) == 1 else None


def _texts(here: Position, words: Words) -> list[str]:
    """Return the moves of a line as the rules write them; where nobody can foresee the next, its words as they are."""
    texts: list[str] = []
    while words:
        _, here = here.settled()
        if here.closed:
            return [*texts, str(words)]
        move = words.next(here)
        texts.append(here.text(move))
        here = here.after(move)
    return texts


# --- what is stored --------------------------------------------------------------------------------------------------


def queued(asking: Asking, found: Given) -> Sequence[Answer]:
    """Return the answers that a player has stored in a match."""
    view, board = answer_views.answers_view(found), title(asking.house, found.now)
    rows = list(_rows(view["lines"]))
    if rows and view["ahead"]:
        rows.append((f"{answers.ANYTHING} {view['ahead']}", f"Otherwise you play {view['ahead']}, if you can."))
    told: list[Answer] = [Said((view["told"],))] if view["told"] else []
    if rows:
        return [*told, Listed(f"Your answers in {board}", ("Line", ""), rows)]
    summary = view["summary"] or f"Nothing is queued in {board}."
    return [*told, Said((summary,))]


def _rows(lines: Sequence[AnswerLineView]) -> Iterator[tuple[str, str]]:
    """Yield each line of the tree from its beginning to its end."""
    said: dict[tuple[str, ...], str] = {tuple(each["path"]): each["said"] for each in lines}
    inner = {path[:-1] for path in said}
    for path in said:
        if path not in inner:
            parts = [said[path[: length + 1]] for length in range(len(path))]
            yield " ".join(path), f"{', '.join([parts[0], *map(_lowered, parts[1:])])}."


def _lowered(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


RUN: Final[Mapping[str, Run]] = {"queue": queue}

"""Looking at matches: ``show``, ``showas`` and ``moves``."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.contract.words import explain
from fivefold.doors.mail.answers import Answer, Failed, Listed, Said, Shown
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.finding import (
    MOST_LOOKED_AT,
    board_called,
    find_match,
    going_on_for,
    own_match,
    title,
)
from fivefold.doors.mail.commands.move_texts import from_place, own_moves, position_for, say
from fivefold.doors.mail.commands.queueing import queued
from fivefold.doors.mail.commands.submitting import has_submitted
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.house import House
from fivefold.session.answers import Position
from fivefold.session.move_numbers import ply_after_move
from fivefold.session.snapshot import OVER, MatchSnapshot

MOST_SHOWN: Final = 10
"""Matches in one mail."""
MOST_EXPLAINED: Final = 40
"""Moves listed each on a line of its own; of more, those from one place share a line."""
ALL, ACTIVE, INACTIVE, NEXT = "all", "active", "inactive", "next"
CHOICES: Final = (ALL, ACTIVE, INACTIVE, NEXT)


# --- positions -------------------------------------------------------------------------------------------------------


def show(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Show positions as the person who asks may see them: of boards, or of a player's matches."""
    choice = next((word.lower() for word in line.arguments if word.lower() in CHOICES), "")
    others = [word for word in line.arguments if word.lower() not in CHOICES]
    boards, names = [word for word in others if is_board(word)], [word for word in others if not is_board(word)]
    if boards and not names and not choice:
        return _boards(asking, line)
    if choice or names:
        return list(_of_players(asking, line, names, choice))
    return [_shown(asking, find_match(asking, line), line.number)]


def _boards(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Show several boards, each as it is or as it was after a move: ``show 101 102#3``."""
    boards = [word.rstrip(",;.") for word in line.source.split() if is_board(word.rstrip(",;."))]
    if len(boards) > MOST_SHOWN:
        raise _too_many(len(boards))
    return [_board(asking, line, board) for board in boards]


def showas(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Show a match with what only its player knows: their own cards, stored answers, a resignation that waits."""
    if line.board is None and line.arguments:
        return show(asking, line)
    now, person_id = own_match(asking, line)
    shown: list[Answer] = [_shown(asking, now, line.number)]
    with suppress(NotOffered, NotYours):
        shown += queued(asking, asking.house.answers.given(person_id, now.id))
    if has_submitted(asking, now):
        shown.append(Said(("The move that you submitted waits to be confirmed.",)))
    if asking.house.mail.resignations.waits(now.id, person_id):
        shown.append(Said(("You will resign when your turn comes.",)))
    return shown


def is_board(word: str) -> bool:
    """Tell whether a word is the number of a board, perhaps with a move's."""
    return word.lstrip("#").partition("#")[0].isdecimal()


def _board(asking: Asking, line: CommandLine, word: str) -> Answer:
    """Show one board of several; one that fails does not keep the others back."""
    board, _, number = word.lstrip("#").partition("#")
    try:
        now = board_called(asking, board, line.game)
        return _shown(asking, now, int(number[:9]) if number.isdecimal() else None)
    except FivefoldError as error:
        return Failed(line.source, error)


def _shown(asking: Asking, now: MatchSnapshot, number: int | None) -> Shown:
    viewer = asking.person or ""
    if number is None:
        return Shown(now.id, viewer, whole=True)
    told = f"This is how it stood after move {number}." if number else "This is how it stood before the first move."
    return Shown(now.id, viewer, ply_after_move(now, number), said=(told,))


def _of_players(asking: Asking, line: CommandLine, names: Sequence[str], choice: str) -> Iterator[Answer]:
    people = [_person_called(asking.house, name) for name in names] or [asking.person or ""]
    found = [now for person_id in people for now in _matches(asking, person_id, choice or ACTIVE, line.game)]
    unique = list({now.id: now for now in found}.values())
    if len(unique) > MOST_SHOWN:
        raise _too_many(len(unique))
    if not unique:
        yield Said(("There is no such match that you may see.",))
    for now in unique:
        yield _shown(asking, now, None)


def _person_called(house: House, name: str) -> str:
    account = house.accounts.by_name(name)
    if account is None:
        raise InvalidOption("there is no player of this name", subject=name[:60], remedy="list names the players")
    return account.id


def _matches(asking: Asking, person_id: str, choice: str, game: str | None) -> Iterator[MatchSnapshot]:
    """Yield the matches of a player in which the person who asks plays too, by what was chosen."""
    own = asking.person or ""
    if choice in (ACTIVE, NEXT):
        yield from (
            now
            for now in going_on_for(asking, game)
            if now.seats_of(person_id) and (choice == ACTIVE or now.may_move(person_id))
        )
        return
    for each in asking.house.matches_of(own, MOST_LOOKED_AT):
        if game in (None, each.game) and (choice == ALL or each.status == OVER):
            now = asking.house.snapshot(each.id)
            if now.seats_of(person_id):
                yield now


def _too_many(count: int) -> NotOffered:
    remedy = "name the boards, or ask for next: those in which it is your turn"
    return NotOffered(f"{count} boards are more than one mail shows, {MOST_SHOWN}", subject="show", remedy=remedy)


# --- moves -----------------------------------------------------------------------------------------------------------


def moves(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """List the moves that a person may make, or only those from one place."""
    now, person_id = own_match(asking, line, lambda now: now.may_move(asking.person or ""))
    if not now.may_move(person_id):
        raise NotOffered(_why_not(now), subject="moves", remedy="ask again when it is your turn")
    here = position_for(now, person_id)
    place = " ".join(line.arguments)
    legal = own_moves(here)
    chosen = from_place(now.match.game, here, legal, place) if place else legal
    if not chosen:
        remedy = f"there are moves from {', '.join(_places(here, legal))}"
        raise InvalidOption("no legal move begins there", subject=place[:40], remedy=remedy)
    heading = f"Your moves in {title(asking.house, now)}"
    if len(chosen) <= MOST_EXPLAINED:
        explained = [(say(here, move), explain(now.match.game.notation, here.row, move)) for move in chosen]
        return (Listed(heading, ("Move", ""), explained),)
    return (Listed(heading, ("From", ""), list(_by_place(here, chosen))),)


def _why_not(now: MatchSnapshot) -> str:
    if now.status == OVER:
        return "the match is over"
    if now.to_act is None:
        return "the match has not begun"
    return f"it is {now.names[now.to_act]}'s turn"


def _places(here: Position, legal: Sequence[int]) -> list[str]:
    return list(dict.fromkeys(_place(here, move) for move in legal))


def _place(here: Position, move: int) -> str:
    """Return the first thing on the picture that a move is made with."""
    picks = here.game.notation.clicks(here.row, move)
    return picks[0].partition("*")[0] if picks else say(here, move)


def _by_place(here: Position, legal: Sequence[int]) -> Iterator[tuple[str, str]]:
    for place in _places(here, legal):
        yield place, ", ".join(say(here, move) for move in legal if _place(here, move) == place)


RUN: Final[Mapping[str, Run]] = {"show": show, "showas": showas, "moves": moves}

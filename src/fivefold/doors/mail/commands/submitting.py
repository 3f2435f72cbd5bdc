"""Moves in two steps: ``submit`` keeps one and shows the position after it, ``confirm`` plays it."""

from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.contract.errors import InvalidMove
from fivefold.doors.mail.answers import Answer
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.finding import called, own_match
from fivefold.doors.mail.commands.move_texts import Words, check_ahead, position_for
from fivefold.doors.mail.commands.moving import expected_number, play
from fivefold.doors.mail.commands.previewing import tried
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.notices.mail.outgoing import SUBMITTED
from fivefold.house.notices.mail.stored_outgoing import SENT, StoredOutgoing
from fivefold.session.rights import check_next, check_turn
from fivefold.session.snapshot import MatchSnapshot


def submit(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Keep a move, and show the position after it."""
    now, person_id = own_match(asking, line, lambda now: now.may_move(asking.person or ""))
    words, board = Words(line.arguments), called(asking.house, now)
    if not words:
        raise InvalidMove("there is no move in it", subject=line.source[:60], remedy="moves lists what you may play")
    check_next(now, expected_number(asking, now, line))
    check_turn(now, now.seats_of(person_id), str(words))
    if not now.may_move(person_id):
        raise NotYours("it is not your turn", subject=str(words))
    here = position_for(now, person_id)
    check_ahead(here, now.seats_of(person_id), words)
    # Kept among the mails, and mailed already: the answer to this command shows it.
    content = {"words": list(words.left)}
    asking.house.mail.outgoing.put(SUBMITTED, person_id, "", content, match=now.id, number=now.number, state=SENT)
    game, number = board.split()
    said = (
        f"{words} is kept, but not played yet.",
        f"To play it, reply with confirm, or send {game} confirm {number}.",
    )
    return (tried(here, words, said),)


def confirm(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Play the move that was submitted last."""
    now, person_id = own_match(asking, line, lambda now: _submitted(asking, now) is not None)
    kept = _submitted(asking, now)
    if kept is None:
        board = called(asking.house, now)
        raise NotOffered("you have submitted no move there", subject=board, remedy="submit keeps one, move plays it")
    first = (kept.number or 0) + 1
    return play(asking, now, person_id, Words(kept.content["words"]), line, first)


def _submitted(asking: Asking, now: MatchSnapshot) -> StoredOutgoing | None:
    """Return the move that the person who asks submitted last in a match."""
    return next(iter(asking.house.mail.outgoing.of_person(asking.person or "", SUBMITTED, now.id)), None)


def has_submitted(asking: Asking, now: MatchSnapshot) -> bool:
    """Tell whether a move of the person who asks waits to be confirmed."""
    kept = _submitted(asking, now)
    return kept is not None and kept.number == now.number


RUN: Final[Mapping[str, Run]] = {"submit": submit, "confirm": confirm}

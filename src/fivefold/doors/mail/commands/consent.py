"""``accept`` and ``reject``: what is offered at a match, if the person is asked; else a move of theirs that waits to be
confirmed, in an answer to the mail about it; everything else is about challenges.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from fivefold.doors.mail.answers import Answer, Said
from fivefold.doors.mail.commands import challenges, offering, submitting
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.finding import board_called, find_match, going_on_for, title
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.errors import NotOffered, UnknownMatch
from fivefold.house.notices.mail.outgoing import CHALLENGE
from fivefold.session import offers
from fivefold.session.snapshot import WAITING, MatchSnapshot

ACCEPT, REJECT = "accept", "reject"


def _consent(word: str) -> Run:
    agree = word == ACCEPT

    def run(asking: Asking, line: CommandLine) -> Sequence[Answer]:
        now = _offered(asking, line)
        if now is not None and asking.person is not None:
            return offering.answer(asking, now, asking.person, agree)
        if _submitted(asking, line):
            return submitting.confirm(asking, line) if agree else (Said(("Your move is not played.",)),)
        _refuse_nothing(asking, line)
        return challenges.RUN[word](asking, line)

    return run


def _offered(asking: Asking, line: CommandLine) -> MatchSnapshot | None:
    """Return the match whose offer is meant; ``None`` where a challenge must be."""
    if asking.person is None or asking.kind == CHALLENGE or line.arguments:
        return None
    if line.board is not None or asking.match_id is not None:
        with suppress(UnknownMatch):
            now = find_match(asking, line) if line.board is None else board_called(asking, line.board, line.game)
            return now if _concerns(now, asking.person) else None
        return None
    return _only_offer(asking, line)


def _concerns(now: MatchSnapshot, person_id: str) -> bool:
    """Tell whether an offer is open that the person may answer or withdraw."""
    if now.offer is None:
        return False
    return offers.may_answer(now, person_id) or now.offer.seat in now.seats_of(person_id)


def _only_offer(asking: Asking, line: CommandLine) -> MatchSnapshot | None:
    asked = [now for now in going_on_for(asking, line.game) if offers.may_answer(now, asking.person or "")]
    if len(asked) > 1:
        with suppress(UnknownMatch):
            return find_match(asking, line, lambda now: now in asked)  # which lists them
    return asked[0] if asked else None


def _refuse_nothing(asking: Asking, line: CommandLine) -> None:
    """Raise ``NotOffered`` in an answer to a mail about a match that goes on, where nothing is offered."""
    if asking.person is None or asking.match_id is None or asking.kind == CHALLENGE or line.board or line.arguments:
        return
    now = asking.house.snapshot(asking.match_id)
    if now.status != WAITING and now.offer is None and now.seats_of(asking.person):
        raise NotOffered("nothing is offered there", subject=title(asking.house, now))


def _submitted(asking: Asking, line: CommandLine) -> bool:
    """Tell whether the mail that is answered is about a match where a move waits to be confirmed."""
    if asking.person is None or asking.match_id is None or asking.kind == CHALLENGE or line.board or line.arguments:
        return False
    return submitting.has_submitted(asking, asking.house.snapshot(asking.match_id))


RUN: Final[Mapping[str, Run]] = {ACCEPT: _consent(ACCEPT), REJECT: _consent(REJECT)}

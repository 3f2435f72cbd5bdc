"""``accept`` and ``reject``, ``yes`` and ``no``: an answer to what is asked, whatever that is.

What is offered at a match comes first, if the person is asked; else a move of theirs that waits to be confirmed, in an
answer to the mail about it; everything else is about challenges.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said
from fivefold.doors.mail.commands import meeting, moves, offers, run_of
from fivefold.doors.mail.commands.people import address_confirmed, signed_off, signed_up
from fivefold.doors.mail.commands.requests import (
    MailRequest,
    Run,
    board_called,
    find_match,
    going_on_for,
    mail_word,
    title,
)
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.house.errors import NotOffered, UnknownMatch
from fivefold.house.notices.mail.outgoing import (
    ANSWER,
    CHALLENGE,
    CONFIRM_ADDRESS,
    MATCH,
    NAG,
    SIGN_OFF,
    SIGN_UP,
    SUBMITTED,
    OutgoingMail,
)
from fivefold.session.offers import may_answer
from fivefold.session.snapshot import WAITING, MatchSnapshot

ACCEPT, REJECT = "accept", "reject"


def _consent(word: str) -> Run:
    agree = word == ACCEPT

    def run(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
        now = _offered(asking, line)
        if now is not None and asking.person is not None:
            return offers.answer(asking, now, asking.person, agree)
        if _submitted(asking, line):
            return moves.confirm(asking, line) if agree else (Said(("Your move is not played.",)),)
        _refuse_nothing(asking, line)
        return (meeting.accept if agree else meeting.reject)(asking, line)

    return run


def _offered(asking: MailRequest, line: CommandLine) -> MatchSnapshot | None:
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
    return may_answer(now, person_id) or now.offer.seat in now.seats_of(person_id)


def _only_offer(asking: MailRequest, line: CommandLine) -> MatchSnapshot | None:
    asked = [now for now in going_on_for(asking, line.game) if may_answer(now, asking.person or "")]
    if len(asked) > 1:
        with suppress(UnknownMatch):
            return find_match(asking, line, lambda now: now in asked)  # which lists them
    return asked[0] if asked else None


def _refuse_nothing(asking: MailRequest, line: CommandLine) -> None:
    """Raise ``NotOffered`` in an answer to a mail about a match that goes on, where nothing is offered."""
    if asking.person is None or asking.match_id is None or asking.kind == CHALLENGE or line.board or line.arguments:
        return
    now = asking.house.snapshot(asking.match_id)
    if now.status != WAITING and now.offer is None and now.seats_of(asking.person):
        raise NotOffered("nothing is offered there", subject=title(asking.house, now))


def _submitted(asking: MailRequest, line: CommandLine) -> bool:
    """Tell whether the mail that is answered is about a match where a move waits to be confirmed."""
    if asking.person is None or asking.match_id is None or asking.kind == CHALLENGE or line.board or line.arguments:
        return False
    return moves.has_submitted(asking, asking.house.snapshot(asking.match_id))


mail_word(ACCEPT)(_consent(ACCEPT))
mail_word(REJECT)(_consent(REJECT))


# --- ``yes`` and ``no`` ----------------------------------------------------------------------------------------------


Agreed = Callable[[MailRequest, OutgoingMail], Sequence[Answer]]
AGREED: Final[Mapping[str, Agreed]] = {
    CONFIRM_ADDRESS: address_confirmed,
    SIGN_UP: signed_up,
    SIGN_OFF: signed_off,
}
"""What a yes does, by the kind of the mail that is answered."""
ALIKE: Final[Mapping[str, tuple[str, str]]] = {
    CHALLENGE: ("accept", "reject"),
    MATCH: ("accept", "reject"),
    NAG: ("accept", "reject"),
    ANSWER: ("accept", "reject"),
    SUBMITTED: ("confirm", ""),
}
"""The commands that yes and no stand for in answers to other mails; none for a no that changes nothing."""


@mail_word("yes")
def yes(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Do what the mail that is answered asks for. Raises what doing it raises, and ``InvalidOption``."""
    if asking.kind in ALIKE:
        return _instead(ALIKE[asking.kind][0], asking, line)
    mail = None if asking.answered is None else asking.house.mail.outgoing.mail(asking.answered)
    if mail is None or mail.kind not in AGREED:
        raise _nothing_asked(line)
    return AGREED[mail.kind](asking, mail)


@mail_word("no")
def no(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Decline what the mail that is answered asks for, or leave things as they are."""
    instead = ALIKE.get(asking.kind, ("", ""))[1]
    return _instead(instead, asking, line) if instead else [Said(("Nothing was done, and everything is as it was.",))]


def _instead(word: str, asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    run = run_of(word)
    if run is None:
        raise _nothing_asked(line)
    return run(asking, CommandLine(word, line.game, line.board, source=line.source))


def _nothing_asked(line: CommandLine) -> InvalidOption:
    remedy = "reply to the mail that asks, or send the command itself"
    return InvalidOption("there is no question that this answers", subject=line.source[:60] or "yes", remedy=remedy)

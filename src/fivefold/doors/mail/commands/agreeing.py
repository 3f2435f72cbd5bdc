"""``yes`` and ``no``: an answer to what a mail asks, whatever that is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said
from fivefold.doors.mail.commands import run_of
from fivefold.doors.mail.commands.accounts import address_confirmed, signed_off
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.signing_up import signed_up
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.notices.mail.outgoing import (
    ANSWER,
    CHALLENGE,
    CONFIRM_ADDRESS,
    MATCH,
    NAG,
    SIGN_OFF,
    SIGN_UP,
    SUBMITTED,
)
from fivefold.house.notices.mail.stored_outgoing import StoredOutgoing

Agreed = Callable[[Asking, StoredOutgoing], Sequence[Answer]]
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


def yes(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Do what the mail that is answered asks for. Raises what doing it raises, and ``InvalidOption``."""
    if asking.kind in ALIKE:
        return _instead(ALIKE[asking.kind][0], asking, line)
    mail = None if asking.answered is None else asking.house.mail.outgoing.mail(asking.answered)
    if mail is None or mail.kind not in AGREED:
        raise _nothing_asked(line)
    return AGREED[mail.kind](asking, mail)


def no(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Decline what the mail that is answered asks for, or leave things as they are."""
    instead = ALIKE.get(asking.kind, ("", ""))[1]
    return _instead(instead, asking, line) if instead else [Said(("Nothing was done, and everything is as it was.",))]


def _instead(word: str, asking: Asking, line: CommandLine) -> Sequence[Answer]:
    run = run_of(word)
    if run is None:
        raise _nothing_asked(line)
    return run(asking, CommandLine(word, line.game, line.board, source=line.source))


def _nothing_asked(line: CommandLine) -> InvalidOption:
    remedy = "reply to the mail that asks, or send the command itself"
    return InvalidOption("there is no question that this answers", subject=line.source[:60] or "yes", remedy=remedy)


RUN: Final[Mapping[str, Run]] = {"yes": yes, "no": no}

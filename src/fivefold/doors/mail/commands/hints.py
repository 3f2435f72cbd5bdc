"""Hints by mail: asked for at once, sent when the strongest opponent has thought."""

from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.answers import Answer, Said, Shown
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.finding import own_match, title
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.availability import check_hint
from fivefold.house.computers.opponents import Opponents
from fivefold.house.house import House
from fivefold.house.notices.mail.outgoing import HINT
from fivefold.house.notices.mail.stored_outgoing import WAITING, StoredOutgoing


def hint(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Ask what the strongest opponent would play; it comes in a mail of its own."""
    now, person_id = own_match(asking, line, lambda now: now.may_move(asking.person or ""))
    check_hint(now, person_id)
    asked = asking.house.mail.outgoing.of_person(person_id, HINT, now.id)
    if not any(mail.number == now.number and mail.state == WAITING for mail in asked):
        asking.house.mail.outgoing.put(HINT, person_id, match=now.id, number=now.number)
    return (
        Said((f"The strongest opponent is thinking about {title(asking.house, now)}.", "The hint follows by mail.")),
    )


def hint_answer(house: House, opponents: Opponents, mail: StoredOutgoing) -> Answer | None:
    """Return what a mail of kind ``HINT`` says; ``None`` while the opponent is thinking."""
    match_id, person_id = mail.match or "", mail.person or ""
    if house.snapshot(match_id).number != mail.number:
        return Shown(match_id, person_id, said=("The match has gone on since you asked for a hint.",))
    try:
        found = opponents.hint(match_id, person_id)
    except FivefoldError as error:
        return Shown(match_id, person_id, said=(f"There is no hint: {error}.",))
    if found is None:
        return None
    note = (found["note"],) if found["note"] else ()
    return Shown(match_id, person_id, said=(f"Hint: {found['text']}.", found["said"], *note))


RUN: Final[Mapping[str, Run]] = {"hint": hint}

"""Giving up: at once on one's turn, otherwise when it comes, unless it is taken back before."""

from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.doors.mail.answers import Answer, Said, Shown
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.commands.comments import pass_on
from fivefold.doors.mail.commands.finding import own_match, title
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.errors import NotOffered
from fivefold.play.outcome import Termination
from fivefold.session.snapshot import OVER, MatchSnapshot

NOW, LATER, BACK = "now", "later", "back"


def resign(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Resign, or take back a resignation that waits for the player's turn."""
    now, person_id = own_match(asking, line)
    how = line.arguments[0].lower() if line.arguments else ""
    if _has_resigned(now, person_id):
        return (Shown(now.id, person_id, said=("You have resigned already.",)),)
    pending, board = asking.house.mail.resignations, title(asking.house, now)
    waits = pending.waits(now.id, person_id)
    if how == BACK or (waits and how not in (NOW, LATER)):
        return _taken_back(asking, now, person_id, waits)
    if how == LATER and now.may_move(person_id):
        raise NotOffered("it is your turn, so it would happen at once", subject="resign", remedy="write resign now")
    after = pending.resign(now.id, person_id, at_once=how == NOW)
    if after.status != OVER and not _has_resigned(after, person_id):
        later = f"You will resign in {board} when your turn comes; nobody is told before."
        return (Said((later, "To play on, send resign again before then, or resign back.")),)
    return (Shown(now.id, person_id, since=now.number, said=pass_on(asking, after, person_id)),)


def _taken_back(asking: Asking, now: MatchSnapshot, person_id: str, waits: bool) -> Sequence[Answer]:
    if not waits:
        raise NotOffered("no resignation of yours waits here", subject="resign back", remedy="you are playing on")
    asking.house.mail.resignations.take_back(now.id, person_id)
    return (Said((f"You play on in {title(asking.house, now)}: your resignation is taken back.",)),)


def _has_resigned(now: MatchSnapshot, person_id: str) -> bool:
    left = dict(now.match.left)
    return any(left.get(seat) == Termination.RESIGNED for seat in now.seats_of(person_id))


RUN: Final[Mapping[str, Run]] = {"resign": resign}

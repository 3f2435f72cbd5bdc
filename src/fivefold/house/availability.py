"""What a person can do at a table besides moving, or why not: each feature answers for its own part."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.house.computers.analysis import check_hindsight
from fivefold.house.computers.hints import check_coach
from fivefold.house.computers.shadow_match import check_companion
from fivefold.house.links import no_help_reason
from fivefold.house.match_view.view_types import Availability
from fivefold.house.table import followups
from fivefold.house.table.offers import check_offer
from fivefold.session import offers, rights, timing
from fivefold.session.errors import NotOffered, NotYours
from fivefold.session.snapshot import GIFT, OVER, MatchSnapshot

Check = Callable[[MatchSnapshot, str], object]  # Raises an error that says why a person cannot do something.


def check_resign(now: MatchSnapshot, person_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where a person cannot give up."""
    rights.check_resign(now, rights.playing_seats(now, person_id, "resign"))


def check_hint(now: MatchSnapshot, person_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where a person gets no hint."""
    reason = _no_hint(now, person_id)
    if reason:
        refused = NotOffered if now.seats_of(person_id) else NotYours
        raise refused(reason, subject="hint")


def _no_hint(now: MatchSnapshot, person_id: str) -> str:
    """Return why a person gets no hint; empty where they get one."""
    if not now.seats_of(person_id):
        return "you are watching this match and have no seat"
    if now.people_besides(person_id):
        return "there are no hints in matches between people"
    if now.status == OVER:
        return "the match is over; its review shows the best moves"
    if now.racing:
        return "there are no hints in a race"
    if reason := no_help_reason(now):
        return f"{reason}, so everybody plays without"
    return "" if now.may_move(person_id) else "it is not your turn"


CHECKS: Final[Mapping[str, Check]] = {
    **{name: partial(check_offer, name) for name in offers.KINDS},
    "claim": lambda now, person_id: timing.check_claim(now, rights.playing_seats(now, person_id, timing.CLAIM)),
    "give": lambda now, person_id: offers.check_gift(now, rights.playing_seats(now, person_id, GIFT)),
    "resign": check_resign,
    "hint": check_hint,
    "coach": check_coach,
    "second": followups.check_second,
    "new_cards": followups.check_new_cards,
    "same_cards": followups.check_same_cards,
    "companion": check_companion,
    "hindsight": lambda now, person_id: check_hindsight(now),
}
"""What can be done, by the name it has on the page."""


def available(now: MatchSnapshot, person_id: str) -> dict[str, Availability]:
    """Return, for each thing a person might do besides moving, ``True`` or why not."""
    return {name: _availability(check, now, person_id) for name, check in CHECKS.items()}


def _availability(check: Check, now: MatchSnapshot, person_id: str) -> Availability:
    try:
        check(now, person_id)
    except FivefoldError as error:
        return error.problem.sentence
    return True

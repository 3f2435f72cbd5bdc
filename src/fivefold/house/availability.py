"""What a person can do at a table besides moving, or why not: each feature answers for its own part."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.house.computers.analysis import check_hindsight
from fivefold.house.computers.hints import check_coach, check_hint
from fivefold.house.computers.shadow_match import check_companion
from fivefold.house.match_view.view_types import Availability
from fivefold.house.table import followups
from fivefold.house.table.offers import check_offer
from fivefold.session import offers, rights, timing
from fivefold.session.snapshot import GIFT, MatchSnapshot

Check = Callable[[MatchSnapshot, str], object]  # Raises an error that says why a person cannot do something.


def check_resign(now: MatchSnapshot, person_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where a person cannot give up."""
    rights.check_resign(now, rights.playing_seats(now, person_id, "resign"))


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

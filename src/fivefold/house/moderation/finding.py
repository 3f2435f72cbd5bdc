"""Whom a name means that is typed by those who run the house: an account, or a guest by a report or a seat."""

from collections.abc import Callable
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.house.errors import UnknownLine
from fivefold.house.house import House
from fivefold.house.table import stored_chat

REPORT: Final = "report"
MATCH: Final = "match"


class UnknownPerson(FivefoldError):
    """Nobody here is called so."""


def person_of(house: House, typed: str) -> str:
    """Return the id of whoever is meant: ``Anna``; ``report:17`` whom it is about; ``match:ID:2`` the second seat.

    Raises ``UnknownPerson``, ``UnknownMatch``, ``UnknownLine``.
    """
    kind, _, rest = typed.partition(":")
    find = _WAYS.get(kind) if rest else None
    if find is not None:
        return find(house, rest)
    account = house.accounts.by_name(typed)
    if account is None:
        raise UnknownPerson(
            "no account here has this name",
            subject=typed[:40],
            remedy="a guest is report:17, whom that report is about, or match:ID:2, who sits second there",
        )
    return account.id


def _reported(house: House, number: str) -> str:
    with house.reading() as connection:
        found = stored_chat.report(connection, int(number)) if _is_number(number) else None
    if found is None:
        raise UnknownLine("it does not exist", subject=f"report {number[:20]}")
    return found.about


def _seated(house: House, place: str) -> str:
    match_id, _, seat = place.partition(":")
    seats = house.known(match_id).seats
    found = seats[int(seat) - 1].person if _is_number(seat) and 0 < int(seat) <= len(seats) else None
    if found is None:
        raise UnknownPerson("no person sits there", subject=f"match:{place[:30]}", remedy="seats are counted from 1")
    return found


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


_WAYS: Final[dict[str, Callable[[House, str], str]]] = {REPORT: _reported, MATCH: _seated}

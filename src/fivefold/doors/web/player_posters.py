"""The poster of a player's page: what a stranger may see of them."""

from typing import Final

from fivefold.house.house import House
from fivefold.house.people.accounts import Account
from fivefold.house.records.rating_words import full_name, said
from fivefold.parts.words import counted
from fivefold.raster.jobs import Poster, SeatLine

STRANGER: Final = ""
"""Nobody's id."""
MOST: Final = 4
"""Ratings shown."""


def of_player(house: House, account: Account) -> Poster:
    """Return what the preview of a player's page tells."""
    shown = house.histories.player(account, STRANGER, "gone")
    ratings = house.ratings.of(account.id)[:MOST] if shown.shows_ratings else []
    lines = tuple(SeatLine(place, full_name(one.pool), "", said(one.view)) for place, one in enumerate(ratings))
    played = counted(shown.played, "finished game") if shown.played else ""
    initial = account.name[:1].upper()
    return Poster(account.name, "A player", above="Player at Fivefold", seats=lines, below=played, big=initial)

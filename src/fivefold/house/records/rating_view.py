"""Ratings as pages get them: whole numbers, and nothing that says who a person is inside the house."""

from typing import TypedDict

from fivefold.house.records.rating import Rating


class RatingView(TypedDict):
    """How strong somebody is believed to be."""

    rating: int
    deviation: int
    """Two times in three the true strength is no farther away."""
    provisional: bool
    """Whether too little is known to say so."""
    games: int


class SeatRatingView(RatingView):
    """A player's rating at a table."""

    seat: int
    computer: bool
    """Whether it is a mark on the scale that never moves."""
    before: int | None
    """Once a match is over what it was before; ``None`` while it goes on, and where the match did not count."""


def rating_view(rating: Rating) -> RatingView:
    """Return a rating for pages."""
    return {
        "rating": round(rating.mean),
        "deviation": round(rating.deviation),
        "provisional": rating.provisional,
        "games": rating.games,
    }

"""What pages and terminals say of ratings."""

from collections.abc import Mapping
from typing import Final, TypedDict

from fivefold.house.records.pools import Pool
from fivefold.house.records.rating import IN_FULL, Rating, weight
from fivefold.play.outcome import Termination
from fivefold.session.snapshot import MatchSnapshot


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


WHO_COUNTS: Final = "Rated games need an account. Computers have fixed ratings."
UNCERTAIN: Final = (
    "The number after ± says how sure the rating is: two times in three the true strength lies within it."
    " A question mark means that it is too early to tell."
)
REASONS: Final[Mapping[str, str]] = {
    "here": "only a match in which everybody has a seat and a screen of their own is rated",
    "seeded": "only a match dealt by fair chance is rated",
    "double": "the second game of a double match is played with known cards, so it is not rated",
    "guest": "a rated match is for players with an account",
}
"""Why a match cannot be rated."""
PARTS: Final = {0: "half", 1: "a quarter", 2: "an eighth"}
"""How much a match counts that is one too many for a day, two, three."""
SIGN_UP: Final = "keep your games under a name of your own first"


def said(view: RatingView) -> str:
    """Return a rating with what is known of its uncertainty: ``1612 ± 80``, or ``1612?`` while little is."""
    return f"{view['rating']}?" if view["provisional"] else f"{view['rating']} ± {view['deviation']}"


def at_seat(view: SeatRatingView) -> str:
    """Return what a rating at a table means."""
    if view["computer"]:
        return f"A fixed mark: {view['rating']}"
    if view["provisional"]:
        return f"Rating {view['rating']}, too early to be sure"
    return f"Rating {said(view)}"


def change(before: int, after: int) -> str:
    """Return by how much a rating changed: ``+12``."""
    return f"{after - before:+d}".replace("-", "−") if after != before else "±0"


def counted_less(now: MatchSnapshot, met: int | None) -> str:
    """Return why a rated match that is over counts less or not at all; empty where it counts in full.

    ``met``: how many rated matches the same people had played that day, ``None`` where it does not count.
    """
    if met is None:
        why = "was annulled" if now.terms.annulled else "ended before everybody had moved"
        outcome = now.match.outcome
        if outcome is not None and outcome.termination == Termination.ABANDONED:
            why = "was cancelled"
        return f"This match {why}, so it does not count for ratings."
    if weight(met) == 1:
        return ""
    part = PARTS.get(met - IN_FULL, "very little")
    return f"The same players had played {met} rated matches that day, so this one counts {part}."


def pool_name(pool: Pool) -> str:
    """Return what a pool is called beside others of its game; empty for a game's only one."""
    parts = []
    if pool.game.traits.race:
        parts.append("race" if pool.race else "turn by turn")
    if pool.seats is not None:
        parts.append(f"{pool.seats} players")
    return ", ".join(parts)


def full_name(pool: Pool) -> str:
    """Return a pool's name with its game's."""
    return ", ".join(filter(None, [pool.game.name, pool_name(pool)]))

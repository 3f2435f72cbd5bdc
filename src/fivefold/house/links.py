"""What ties a match to others, to a day or to a tournament: the names of a snapshot's links, each a feature's own."""

from dataclasses import replace
from datetime import UTC
from typing import Final

from fivefold.session.errors import NotOffered
from fivefold.session.snapshot import DOUBLE_OF, Link, MatchSnapshot

REMATCH: Final = "rematch"  # The next match of the same people.
WON_BEFORE: Final = "won_before"
"""How many matches each seat's player won before this rematch, in its ``shares``; without a target."""
SECOND: Final = "second"  # The second game of a double match; without a target until it begins.
PACK_OF: Final = "pack_of"  # The first match with these cards, if this is not it.
COMPANION: Final = "companion"
"""The match in which a computer plays the same cards beside the person who plays here."""
BESIDE: Final = "beside"  # Whose companion this is: nobody is shown it before that match is over.
DAY: Final = "day"  # The day, ISO 8601, whose deal this is.
TOURNAMENT: Final = "tournament"  # The tournament, and which of its games this is, from 1.


def with_link(snapshot: MatchSnapshot, name: str, link: Link) -> MatchSnapshot:
    """Return a snapshot with one more link, or another in the place of the one with this name."""
    return replace(snapshot, links={**snapshot.links, name: link})


def with_second_board(snapshot: MatchSnapshot) -> MatchSnapshot:
    """Return a match that is to be played as a duplicate, if its game can be."""
    if not snapshot.match.game.traits.duplicates:
        return snapshot
    snapshot = replace(snapshot, terms=replace(snapshot.terms, duplicate=True))
    return with_link(snapshot, SECOND, Link(""))


def is_double(snapshot: MatchSnapshot) -> bool:
    """Tell whether this is one of two games on the same deal."""
    return SECOND in snapshot.links or DOUBLE_OF in snapshot.links


def other_board(snapshot: MatchSnapshot) -> str | None:
    """Return the id of the other board of a duplicate; ``None`` where there is none, or none yet."""
    return (snapshot.linked(DOUBLE_OF) or snapshot.linked(SECOND)) if snapshot.terms.duplicate else None


def is_first_board(snapshot: MatchSnapshot) -> bool:
    """Tell whether this is the board of a duplicate whose result stands with the other one."""
    return snapshot.terms.duplicate and DOUBLE_OF not in snapshot.links


def points_from_first(snapshot: MatchSnapshot) -> tuple[int, ...] | None:
    """Return what the first game of a double match adds to each seat; ``None`` where nothing is added."""
    return snapshot.links[DOUBLE_OF].points if DOUBLE_OF in snapshot.links else None


def no_help_reason(snapshot: MatchSnapshot) -> str:
    """Return why this match is played without help while it goes on; empty where the players decide themselves."""
    if DAY in snapshot.links:
        return "this is the deal of the day"
    return "this is a game of a tournament" if TOURNAMENT in snapshot.links else ""


def refuse_undo(snapshot: MatchSnapshot) -> None:
    """Raise ``NotOffered`` where moves stand because everybody plays the same deal for a result."""
    if DAY in snapshot.links:
        raise NotOffered("this is the deal of the day, so moves stand for everybody", subject="undo")


def refuse_abort(snapshot: MatchSnapshot) -> None:
    """Raise ``NotOffered`` where a match has to have a result."""
    if reason := no_help_reason(snapshot):
        raise NotOffered(f"{reason}, which needs a result", subject="abort", remedy="you can resign")


def day_is_over(snapshot: MatchSnapshot) -> bool:
    """Tell whether the day of this deal has passed, in UTC; also where the match is no deal of a day."""
    day = snapshot.linked(DAY)
    return day is None or snapshot.match.clock().astimezone(UTC).date().isoformat() > day

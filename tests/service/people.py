"""Guests of these tests, what they begin and play, and how two standings are compared."""

from fivefold.service.standing import COMPUTER
from fivefold.service.wishes import Wish

ANNA, BEN, CLEO, DORA = ("a" * 16, "b" * 16, "c" * 16, "d" * 16)

STEPS = {"dice": "off", "first": "0"}


def by_link(house, **more):
    """Return a match of Anna, who moves first, and Ben; each has a step to choose."""
    standing = house.create(ANNA, Wish("track", STEPS, ("link",), **{"begin": "me", **more}))
    return house.sit(standing.id, BEN)


def play(house, standing, *texts):
    """Make moves for whose turn it is."""
    for text in texts:
        seat = standing.seats[standing.to_act]
        if seat.kind == COMPUTER:
            standing = house.play_for(standing.id, standing.number + 1, text)
        else:
            standing = house.play(standing.id, seat.guest, standing.number + 1, text)
    return standing


def resigned(house, standing):
    return house.resign(standing.id, ANNA, standing.number + 1)


def facts(standing):
    """Return everything a standing says, for comparison with another of the same match."""
    match = standing.match
    return {
        **{name: getattr(standing, name) for name in FIELDS},
        **{name: getattr(match, name) for name in MATCH_FIELDS},
        "source": match.source,
        "legal": match.legal_moves() if match.outcome is None else [],
        "game": match.game.key,
    }


FIELDS = (
    *("id", "entries", "seats", "status", "started", "asking", "agreed", "double", "double_of", "carried", "second"),
    *("rematch", "revision", "plies", "names", "due", "to_act", "begin"),
)
MATCH_FIELDS = (
    *("options", "drawn", "seats", "row", "moves", "movers", "script", "outcome", "ending", "started", "ended"),
    *("decisions", "history", "scores", "to_move", "dealt", "undecided"),
)

"""Visitors of these tests, what they play, how two snapshots are compared, and what a page makes of changes."""

import sqlalchemy

from fivefold.house.match_view.view_cache import TAG
from fivefold.house.table.seating import MatchRequest
from fivefold.session.seats import COMPUTER

ANNA, BEN, CLEO, DORA = ("a" * 16, "b" * 16, "c" * 16, "d" * 16)

STEPS = {"dice": "off", "first": "0"}


def keep_accounts(house, names):
    """Give these people accounts; ``names`` by their ids."""
    for person, name in names.items():
        house.rename(person, name)
        with house.writing() as connection:
            said = {"kept": "2025-01-01T00:00:00.000+00:00", "id": person, "key": name.lower()}
            connection.execute(sqlalchemy.text("UPDATE people SET kept = :kept, name_key = :key WHERE id = :id"), said)
        house.accounts.forget(person)


def by_link(house, **more):
    """Return a match of Anna, who moves first, and Ben; each has a step to choose."""
    snapshot = house.create(ANNA, MatchRequest("track", STEPS, ("link",), **{"begin": "me", **more}))
    return house.sit(snapshot.id, BEN)


def play(house, snapshot, *texts):
    """Make moves for whose turn it is."""
    for text in texts:
        seat = snapshot.seats[snapshot.to_act]
        if seat.kind == COMPUTER:
            snapshot = house.play_for(snapshot.id, snapshot.number + 1, text)
        else:
            snapshot = house.play(snapshot.id, seat.person, snapshot.number + 1, text)
    return snapshot


def resigned(house, snapshot):
    return house.resign(snapshot.id, ANNA, snapshot.number + 1)


def facts(snapshot):
    """Return everything a snapshot says, for comparison with another of the same match."""
    match = snapshot.match
    return {
        **{name: getattr(snapshot, name) for name in FIELDS},
        **{name: getattr(match, name) for name in MATCH_FIELDS},
        "source": match.source,
        "legal": match.legal_moves() if match.outcome is None else [],
        "game": match.game.key,
    }


FIELDS = (
    *("id", "entries", "seats", "status", "started", "offer", "declined", "agreed", "links"),
    *("revision", "plies", "names", "due", "to_act", "begin"),
)
MATCH_FIELDS = (
    *("options", "drawn", "seats", "row", "moves", "movers", "script", "outcome", "ending", "started", "ended"),
    *("decisions", "history", "scores", "to_move", "dealt", "undecided"),
)


def applied(before, change):
    """Return the later view, given the earlier one and the change, both as they were sent."""
    drawn = {name: edited(before[name], each) for name, each in change["drawn"].items()}
    own = {name: value for name, value in change.items() if name not in {"since", "check", "drawn", "changed"}}
    return {**before, **change["changed"], **drawn, **own}


def edited(before, found):
    """Return the later drawing, given the earlier one and how to make it."""
    old = before.split(TAG)
    return TAG.join(each if isinstance(each, str) else TAG.join(old[each[0] : each[0] + each[1]]) for each in found)

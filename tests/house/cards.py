"""Poker Solitaire at a table, for tests of races, games for one, packs and tournaments."""

from fivefold.house.table.seating import MatchRequest
from fivefold.session import races, steps
from tests.house.people import ANNA

FREE = {"touch": "anywhere", "rejects": "0/0/0"}


def alone(house, by=ANNA, **options):
    """Return a game of one player, who may lay cards anywhere; its cards are always the same."""
    return house.create(by, MatchRequest("solitaire", {"mode": "one-hand", **FREE, **options}, (), seed=5))


def laid(house, snapshot, by=ANNA, cards=25):
    """Lay so many cards, each on the first cell that is free."""
    for _ in range(cards):
        if snapshot.match.outcome is None:
            snapshot = house.play(snapshot.id, by, snapshot.number + 1, snapshot.match.legal_moves()[0])
    return snapshot


def race(house, *others, by=ANNA, seed=5, **options):
    """Return a race that Anna begins, in the first seat; against computers its cards are always the same."""
    both = {"mode": "race-both", "touch": "anywhere", "touch2": "anywhere", "rejects": "0/0/0"}
    others = others or ("link",)
    open_number = None if {"link", "here"} & set(others) else seed
    return begun(
        house, house.create(by, MatchRequest("solitaire", {**both, **options}, others, "me", seed=open_number))
    )


def begun(house, snapshot):
    """Return a race after everybody who sits there was ready and the countdown was over."""
    if not races.waits_for_ready(snapshot):
        return snapshot
    return house.change({snapshot.id: lambda now: steps.dealt(now, now.seats)})[0]

"""Matches of every game at their stages, for letters about them."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from random import Random

from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import OVER

ANNA, BEN, CLEO = ("a" * 16, "b" * 16, "c" * 16)
NAMES = {ANNA: "Anna", BEN: "Ben"}
START = datetime(2025, 3, 1, 12, tzinfo=UTC)
GAMES = {"locus": {}, "dice_poker": {"sets": "1"}, "focus": {}, "solitaire": {"mode": "alternate"}, "pokeros": {}}
"""Options with which two people play each game."""


def ticking():
    """Return a clock on which every look takes 20 s."""
    looks = count()
    return lambda: START + next(looks) * timedelta(seconds=20)


def numbered():
    """Return a source of secret seeds that gives the same ones in every run."""
    numbers = count()
    return lambda size: sha256(f"seed {next(numbers)}".encode()).digest()[:size]


def opened(database):
    """Return a house with Anna and Ben."""
    house = House(database, ticking(), numbered())
    for person, name in NAMES.items():
        house.rename(person, name)
    return house


def begun(house, game, **wish):
    """Return a match of Anna and Ben."""
    wish = {"begin": "me", "time": "3d/move", **wish}
    wished = MatchRequest(game, GAMES[game], ("link",), **wish)
    return house.sit(house.create(ANNA, wished).id, BEN)


def played(house, now, moves, seed=7):
    """Return a match after so many random moves, or at its end."""
    chosen = Random(seed)
    for _ in range(moves):
        if now.status == OVER:
            break
        person = now.seats[min(now.able)].person
        texts = [move["text"] for move in house.views.view(now, person)["moves"]]
        now = house.play(now.id, person, now.number + 1, chosen.choice(texts))
    return now

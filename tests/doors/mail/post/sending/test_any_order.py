"""Moves, power cuts and mail servers in any order: everybody is told of each move of others, or has moved since."""

import random

import pytest

from fivefold.doors.mail.post.outgoing import Sender
from fivefold.doors.mail.post.transports import NotNow, Unreachable
from fivefold.house.house import House
from fivefold.session.snapshot import LIVE
from tests.house.conftest import numbered
from tests.house.people import ANNA, BEN, by_link, play

from .conftest import DOMAIN, said

pytestmark = pytest.mark.slow
STEPS = 60


class Ended(BaseException):
    """The process ends here."""


class World:
    """A house whose process ends now and then, and a mail server that does not always listen."""

    def __init__(self, database, clock, way, chance):
        self.database, self.clock, self.way, self.chance = database, clock, way, chance
        self.starts = 0

    def start(self):
        self.starts += 1
        self.house = House(self.database, self.clock, numbered(1000 * self.starts))
        self.house.mail.domain = DOMAIN
        self.sender = Sender(self.house, self.way, said)
        queue = self.house.mail.outgoing
        for name in ("fix", "sent", "postpone"):
            setattr(queue, name, self.perhaps_ending(getattr(queue, name)))

    def perhaps_ending(self, step):
        def done(*facts):
            if self.chance.random() < 0.04:
                raise Ended
            result = step(*facts)
            if self.chance.random() < 0.04:
                raise Ended
            return result

        return done

    def sweep(self):
        self.way.unreachable = Unreachable("down") if self.chance.random() < 0.1 else None
        self.way.errors = [self.chance.choice([None, None, None, NotNow("451"), Unreachable("broken")])]
        try:
            self.sender.sweep()
        except Ended:
            self.start()

    def calm(self):
        """Let the server listen until everything is sent."""
        self.way.unreachable, self.way.errors, self.chance = None, [], random.Random()
        self.chance.random = lambda: 1.0
        for _ in range(40):
            self.clock.pass_(3600)
            self.sender.sweep()


@pytest.mark.parametrize("seed", range(12))
def test_everybody_is_told_of_every_move(house, database, clock, way, seed):
    chance = random.Random(seed)
    world = World(database, clock, way, chance)
    world.start()
    now = by_link(world.house)
    for _ in range(STEPS):
        clock.pass_(chance.choice([1, 20, 100, 4000]))
        now = world.house.snapshot(now.id)
        if chance.random() < 0.4 and now.status == LIVE:
            play(world.house, now, "step:1")
        else:
            world.sweep()
    world.calm()
    now = world.house.snapshot(now.id)
    told = [message.split() for message in dict.fromkeys(way.texts) if " match " in message]
    by_id = {words[0]: words for words in told}
    assert len(by_id) == len(told), "a mail came twice, and not the same"
    for person, address in ((ANNA, "anna@example.org"), (BEN, "ben@example.org")):
        spans = [(int(words[3]), int(words[4])) for words in told if words[2] == address]
        (seat,) = now.seats_of(person)
        began = {entry.at: entry.mover for entry in reversed(now.entries)}  # with which entry each change began
        own = max((entry.number for entry in now.entries if began[entry.at] == seat), default=0)
        for entry in now.entries:
            known = began[entry.at] == seat or entry.number < own
            assert known or any(since < entry.number <= number for since, number in spans), (person, entry)
    with world.house.reading() as connection:
        states = {row[0] for row in connection.exec_driver_sql("SELECT state FROM outgoing_mails")}
    assert states <= {"sent"}

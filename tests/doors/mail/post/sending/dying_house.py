"""A house that is killed at a chosen moment, as by a power cut: ``python -m … URL FOLDER MOMENT``."""

import os
import signal
import sys
from itertools import count
from pathlib import Path

from fivefold.doors.mail.post.outgoing import Messages, Sender
from fivefold.house import bus
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.play import catalogue
from tests.house.mail_people import with_mail
from tests.house.people import by_link, play

STORING, STORED, FIXED, SENT, NEVER = "storing", "stored", "fixed", "sent", "never"
"""Moments: while the move is being stored; once it is; once the mail is fixed; once it is handed over; never."""


class Heap:
    """A way out that keeps every message that it is given, also those that come twice."""

    def __init__(self, folder, die=lambda: None):
        self._folder, self._die = Path(folder), die

    def open(self):
        """Nothing has to be opened."""

    def send(self, sender, recipient, message):
        place = next(self._folder / str(n) for n in count() if not (self._folder / str(n)).exists())
        place.write_bytes(message)
        self._die()

    def close(self):
        """Nothing is open."""


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def sender_of(house, way):
    made = Messages(house, "https://fives.example")
    return Sender(house, way, made.composed)


def main(url, folder, moment):
    catalogue._modules["track"] = "tests.house.track"
    house = House(open_database(url))
    house.mail.domain = "mail.example"
    with_mail(house)
    now = by_link(house)
    sender = sender_of(house, Heap(folder, die if moment == SENT else lambda: None))
    print(now.id, flush=True)
    if moment == STORING:
        house.bus.subscribe(bus.STORING, lambda *_: die())
    play(house, now, "step:1")
    if moment == STORED:
        die()
    if moment == FIXED:
        fix = house.mail.outgoing.fix
        house.mail.outgoing.fix = lambda *facts: fix(*facts) and die()
    sender.sweep()


if __name__ == "__main__":
    main(*sys.argv[1:])

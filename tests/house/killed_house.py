"""A process that plays in several matches at once until it kills itself at one place on the way of a move.

``python -m tests.house.killed_house URL PLACE MATCH ...``: it prints each move that it acknowledges.
"""

import asyncio
import os
import signal
import sys
from functools import partial

from fivefold.doors.web.thread_pool import run_promptly
from fivefold.house import committer
from fivefold.house.bus import CHANGED, STORING
from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.house.people import ANNA

PLACES = ("queued", "in the transaction", "stored", "before anybody hears", "before others are told")
KILLED_AFTER = 20
"""Moves that pass the place before."""


class Killed:
    """Counts what passes a place, and kills the process."""

    def __init__(self):
        self.passed = 0

    def __call__(self, *_):
        self.passed += 1
        if self.passed > KILLED_AFTER:
            os.kill(os.getpid(), signal.SIGKILL)


def before(call, killed):
    def done(*given):
        killed(*given)
        return call(*given)

    return done


def place_it(house, place):
    killed, queue = Killed(), house._committer.queue
    if place == "queued":
        house._committer.queue = lambda decision: (queue(decision), killed())
    elif place == "in the transaction":
        house.bus.subscribe(STORING, killed)
    elif place == "stored":
        house.bus.subscribe(CHANGED, killed)
    elif place == "before anybody hears":
        committer._tell = before(committer._tell, killed)
    else:
        house.bus.publish_match = before(house.bus.publish_match, killed)


async def play(house, match):
    while True:
        now = house.known(match)
        number, text = now.number + 1, now.match.legal_moves()[0]
        await run_promptly(partial(house.play, match, ANNA, number, text))
        os.write(1, f"{match} {number} {text}\n".encode())  # at once: another thread may kill the process in mid-line


async def main(url, place, *matches):
    house = House(open_database(url))
    for each in matches:
        house.known(each)
    place_it(house, place)
    await asyncio.gather(*(play(house, each) for each in matches))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

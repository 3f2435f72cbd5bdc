"""Several processes of one house, as far as one process can tell: each with a database, a house and a follower."""

import time
from contextlib import contextmanager

from fivefold.house.database import open_database
from fivefold.house.follower import Follower
from fivefold.house.house import House
from fivefold.play.match import utc_now


@contextmanager
def process(url, clock=utc_now, notified=True, serves=True):
    """Run a house beside others in this block."""
    database = open_database(url)
    house = House(database, clock)
    house.bus.serves = serves
    house.follower = Follower(house, database, notified)
    house.follower.start()
    try:
        yield house
    finally:
        house.follower.stop()
        database.close()


def eventually(holds, seconds=60.0):
    """Wait until something holds, and return how long that took."""
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() - begun < seconds, "it never happened"
        time.sleep(0.005)
    return time.monotonic() - begun

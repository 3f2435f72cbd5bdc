"""Power cuts between a move, its mail and the note that it was sent: each mail arrives, and if twice then the same."""

import subprocess
import sys
from email import message_from_bytes
from pathlib import Path

import pytest

from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.house.people import BEN, play
from tests.quick import long

from . import dying_house
from .dying_house import FIXED, NEVER, SENT, STORED, STORING, Heap, sender_of

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[5]


MOMENTS = [(STORING, 1), (SENT, 2), long((STORED, 1)), long((FIXED, 1)), long((NEVER, 1))]


@pytest.mark.parametrize(("moment", "times"), MOMENTS)
def test_no_mail_is_lost_and_one_that_comes_twice_is_the_same(moment, times, url, tmp_path):
    heap = tmp_path / "heap"
    heap.mkdir()
    words = [sys.executable, "-m", dying_house.__name__, url, str(heap), moment]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == (0 if moment == NEVER else -9), done.stderr
    database = open_database(url)
    house = House(database)
    now = house.snapshot(done.stdout.strip())
    if moment == STORING:
        assert now.number == 0
        now = play(house, now, "step:1")
    sender = sender_of(house, Heap(heap))
    for _ in range(3):
        sender.sweep()
    arrived = [file.read_bytes() for file in sorted(heap.iterdir())]
    to_ben = [raw for raw in arrived if message_from_bytes(raw)["To"].startswith("ben@")]
    assert len(to_ben) == times and len(set(to_ben)) == 1
    assert (now.number, len({message_from_bytes(raw)["Message-ID"] for raw in to_ben})) == (1, 1)
    assert all(mail.state == "sent" for mail in house.mail.outgoing.of_person(BEN, "match"))
    database.close()

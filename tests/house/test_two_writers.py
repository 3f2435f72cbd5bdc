"""Several at once, in one process and in two: no entry is lost or doubled, and none that was acknowledged dies."""

import os
import signal
import subprocess
import sys
import threading
from itertools import groupby
from pathlib import Path

import pytest

from fivefold.house.database import open_database
from fivefold.house.errors import SeatTaken, Stale
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import OVER
from tests.house.people import ANNA, BEN, CLEO, facts

pytestmark = pytest.mark.slow

HERE = MatchRequest("track", {"dice": "off", "goal": "40"}, ("here",), begin="me")


def together(*jobs):
    """Run jobs in threads that begin at once; return what went wrong in them."""
    errors, gate = [], threading.Barrier(len(jobs))

    def run(job):
        gate.wait()
        try:
            job()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


def play_on(house, match_id, person, acknowledged):
    """Make moves at one table until the match is over, each noted once it is acknowledged."""
    snapshot = house.snapshot(match_id)
    while snapshot.status != OVER:
        number, text = snapshot.number + 1, snapshot.match.legal_moves()[-1]
        try:
            snapshot = house.play(match_id, person, number, text)
            acknowledged.append((number, text))
        except Stale as stale:
            snapshot = stale.news


def two_houses(url):
    return House(open_database(url)), House(open_database(url))


@pytest.mark.parametrize("houses", [1, 2])
def test_writers_at_one_table_never_lose_or_double_an_entry(url, houses):
    first, second = two_houses(url)
    writers = [first, second if houses == 2 else first, first]
    snapshot = first.create(ANNA, HERE)
    acknowledged = [[] for _ in writers]
    jobs = [
        lambda house=house, done=done: play_on(house, snapshot.id, ANNA, done)
        for house, done in zip(writers, acknowledged, strict=True)
    ]
    assert together(*jobs) == []
    final = House(open_database(url)).snapshot(snapshot.id)
    assert [entry.number for entry in final.entries] == list(range(1, final.number + 1))
    told = {(entry.number, entry.text) for entry in final.entries}
    for done in acknowledged:
        assert set(done) <= told
    assert {number for done in acknowledged for number, _ in done} <= set(range(1, final.number + 1))


def test_two_houses_begin_play_and_end_many_matches_side_by_side(url):
    first, second = two_houses(url)
    played = [[] for _ in range(4)]

    def play_some(house, person, done):
        for _ in range(3):
            match_id = house.create(person, MatchRequest("track", {"dice": "off", "goal": "9"}, ("here",))).id
            play_on(house, match_id, person, [])
            done.append(match_id)

    people = [letter * 16 for letter in "bcde"]
    houses = [first, second, first, second]
    jobs = [
        lambda house=house, person=person, done=done: play_some(house, person, done)
        for house, person, done in zip(houses, people, played, strict=True)
    ]
    assert together(*jobs) == []
    last = House(open_database(url))
    assert all(last.snapshot(match_id).status == OVER for done in played for match_id in done)


def test_a_house_that_was_overtaken_answers_with_the_news(url):
    first, second = two_houses(url)
    snapshot = first.create(ANNA, HERE)
    second.snapshot(snapshot.id)
    ahead = first.play(snapshot.id, ANNA, 1, "step:3")
    with pytest.raises(Stale) as stale:
        second.play(snapshot.id, ANNA, 1, "step:2")
    assert facts(stale.value.news) == facts(ahead)
    assert facts(second.play(snapshot.id, ANNA, 1, "step:3")) == facts(ahead)  # the same move counts once
    assert second.play(snapshot.id, ANNA, 2, "step:3").number == 2


def test_a_seat_a_rematch_and_a_name_are_settled_between_houses(url):
    first, second = two_houses(url)
    match_id = first.create(ANNA, MatchRequest("track", {"dice": "off"}, ("link",))).id
    second.snapshot(match_id)
    first.sit(match_id, BEN)
    with pytest.raises(SeatTaken):
        second.sit(match_id, CLEO)
    second.rename(BEN, "Ben")
    over = first.resign(match_id, ANNA, 1)
    assert "Ben" in over.names
    assert second.rematch(match_id, BEN).id == match_id
    assert first.rematch(match_id, ANNA).id != match_id
    assert second.rematch(match_id, BEN).id == first.rematch(match_id, ANNA).id
    assert facts(first.snapshot(match_id)) == facts(second.snapshot(match_id))


def test_one_open_seat_goes_to_one_of_many(house):
    match_id = house.create(ANNA, MatchRequest("track", {}, ("link",))).id
    people = [letter * 16 for letter in "bcdefg"]
    errors = together(*(lambda person=person: house.sit(match_id, person) for person in people))
    assert len(errors) == len(people) - 1 and all(isinstance(error, SeatTaken) for error in errors)


@pytest.mark.slow
def test_readers_see_whole_standings_while_moves_are_made(house):
    match_id = house.create(ANNA, MatchRequest("track", {"goal": "40"}, ("here",))).id
    done = threading.Event()

    def look():
        while not done.is_set():
            snapshot = house.snapshot(match_id)
            assert len(snapshot.match.history) == len(snapshot.match.moves) == (snapshot.plies or (0,))[-1]
            assert snapshot.match.outcome is not None or snapshot.match.legal_moves()

    def move():
        try:
            play_on(house, match_id, ANNA, [])
        finally:
            done.set()

    assert together(look, look, move) == []


PLAYER = """
import sys
from fivefold.play import catalogue
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.house.database import open_database
catalogue._modules["track"] = "tests.house.track"
house = House(open_database(sys.argv[1]))
person = sys.argv[2]
while True:
    snapshot = house.create(person, MatchRequest("track", {"goal": "40"}, ("here",)))
    print(snapshot.id, 0, flush=True)
    while snapshot.match.outcome is None:
        text = snapshot.match.legal_moves()[0]
        number = snapshot.number + 1
        snapshot = house.play(snapshot.id, person, number, text)
        print(snapshot.id, number, text, flush=True)
"""


@pytest.mark.slow
def test_whatever_a_killed_process_acknowledged_is_there(url):
    root = Path(__file__).parents[2]
    for round_number in range(3):
        command = [sys.executable, "-c", PLAYER, url, ANNA]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "src")])}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root, env=environment) as process:
            assert process.stdout is not None
            told = [process.stdout.readline() for _ in range(20 + 7 * round_number)]
            process.send_signal(signal.SIGKILL)
            told += process.stdout.read().splitlines(keepends=True)
        complete = [line.split() for line in told if line.endswith("\n")]
        assert len(complete) >= 20
        house = House(open_database(url))
        for match_id, lines in groupby(complete, key=lambda words: words[0]):
            snapshot = house.snapshot(match_id)
            for _, number, *text in lines:
                if text:
                    assert snapshot.entries[int(number) - 1].text == text[0]
            assert [entry.number for entry in snapshot.entries] == list(range(1, snapshot.number + 1))
            if snapshot.status != OVER:
                assert house.play(match_id, ANNA, snapshot.number + 1, snapshot.match.legal_moves()[0])

"""Any process of a house is killed while programs play over a rough network: what was confirmed is there, once.

A long time of it: `make faults`.
"""

import os
import random
import sys
import threading
import time
from collections import Counter

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.engine import make_url

from fivefold.client import Client
from fivefold.client.errors import HouseBusy
from fivefold.house.database import schema
from fivefold.play import catalogue
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import MOVE, OVER
from tests import postgresql
from tests.attack.conftest import LONG, many
from tests.attack.faulty_house import DATABASE, FIRST, SECOND, WORKER, FaultyHouse
from tests.attack.rough_players import Table, Watcher
from tests.doors.web.conftest import PATIENCE, TIMEOUT, wait_until
from tests.doors.web.programs import API

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="needs kill -9 and /proc")]
MATCHES = int(os.environ.get("FIVEFOLD_FAULTS_MATCHES", many(0, 500)))
"""As many at least; and on until everything was killed."""
AT_A_TIME = many(2, 4)
KILLED = [(FIRST,), (DATABASE,), (SECOND, WORKER), (DATABASE, FIRST, SECOND)]
GONE_SECONDS = 10
ENDED = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'"
BETWEEN_KILLS = 10
"""Moves that are acknowledged between two kills."""
WISHES = [
    *({"game": key, "others": ["link"], "begin": "draw"} for key in catalogue.keys() if key != "solitaire"),  # noqa: SIM118
    {"game": "focus", "others": ["link"], "rated": True, "time": "10m+5s"},
    {"game": "dice_poker", "others": ["1"], "begin": "me"},
    {"game": "focus", "others": ["1"], "begin": "me"},
]


@pytest.fixture
def server():
    with postgresql.server(postgresql.DURABLE) as running:
        yield running


@pytest.fixture
def house(server, tmp_path):
    with server.house() as url:
        found = FaultyHouse(tmp_path, server, url)
        try:
            yield found
        finally:
            found.stop()


class Evening:
    """Tables at which programs play, one after the other at each of a few places."""

    def __init__(self, house, seed):
        self.house, self.chance = house, random.Random(seed)
        self.tokens = house.tokens(2 * AT_A_TIME)
        self.tables, self.failed, self.moves, self.last = [], [], Counter(), False
        self._threads = [threading.Thread(target=self._play, args=(place,)) for place in range(AT_A_TIME)]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.last = True
        for thread in self._threads:
            thread.join()

    @property
    def acknowledged(self):
        return sum(self.moves.values())

    def goes_on(self):
        """Wait until some more moves were acknowledged."""
        enough = self.acknowledged + BETWEEN_KILLS
        wait_until(lambda: self.failed or self.acknowledged >= enough, 120)
        assert not self.failed, self.failed

    def _play(self, place):
        tokens = self.tokens[2 * place : 2 * place + 2]
        try:
            while not self.failed and not (self.last and len(self.tables) >= MATCHES):
                wish = WISHES[len(self.tables) % len(WISHES)]
                table = Table(self.house.ports, tokens, wish, self.chance.random(), lambda: self.moves.update([place]))
                self.tables.append(table)
                table.play()
        except BaseException as error:
            self.failed.append(error)


def check_log(table, snapshot):
    """Assert that all that was acknowledged is in the log exactly once, and nothing else that people did."""
    assert snapshot.status == OVER
    assert [entry.number for entry in snapshot.entries] == list(range(1, snapshot.number + 1))
    people = {seat.seat for seat in snapshot.seats if seat.kind == PERSON}
    moves = [entry for entry in snapshot.entries if entry.kind == MOVE]
    chosen = [moves[ply] for ply in snapshot.match.decisions]
    made = {entry.number: entry.text for entry in chosen if entry.mover in people}
    assert made == table.acknowledged()
    for player in table.players:
        assert all(made.get(number) != text for number, text in player.stale), "a move that was made was called stale"


def check_told(table, snapshot, look):
    """Assert that everybody was told of all moves in the order of the log, by streams and by each process alike."""
    by = [mover if mover >= 0 else None for mover in snapshot.match.movers]
    for each in table.everybody():
        assert [move["by"] for move in each.moves] == by
        for port in (0, 1):
            assert look(port, each).json()["moves"] == each.moves
    if not snapshot.match.game.traits.hidden:
        assert {tuple(move["text"] for move in each.moves) for each in table.everybody()} == {
            tuple(snapshot.match.history)
        }


def check_ended(house, tables):
    """Assert that whatever belongs to the end of a match was kept with it, once."""
    with house.reading() as connection:
        finished, changes = schema.finished, schema.rating_changes
        rows = Counter(connection.scalars(select(finished.c.match)))
        rated = Counter(connection.scalars(select(changes.c.match)))
        counted = set(connection.scalars(select(finished.c.match).where(finished.c.rated)))
    for table in tables:
        assert rows[table.id] == len(table.players), table.id
        assert rated[table.id] == (2 if table.id in counted else 0), table.id


@pytest.mark.long
def test_whatever_is_killed_each_acknowledged_move_is_kept_once_and_everybody_sees_the_same_order(house):
    seed = random.SystemRandom().randrange(10**6) if LONG else 5
    print("seed", seed)
    chance = random.Random(seed)
    house.start()
    with Evening(house, seed) as evening:
        kills = 0
        while kills < len(KILLED) or len(evening.tables) < MATCHES:
            evening.goes_on()
            time.sleep(chance.random() / 5)
            names = KILLED[kills] if kills < len(KILLED) else chance.choice(KILLED)
            house.kill(*names)
            time.sleep(chance.random() / 2)
            house.revive(*names)
            kills += 1
    assert not evening.failed, evening.failed
    happened = sum((table.happened() for table in evening.tables), Counter())
    assert set(happened) >= {"unsent", "half", "unheard", "twice", "late", "slow", "cut"}
    print(kills, "kills,", len(evening.tables), "matches,", evening.acknowledged, "moves,", dict(happened))
    check_everything(house, evening.tables)
    trouble = house.trouble()
    print(trouble)
    # What is logged around a kill depends on its moment: it is judged where there are many of them.
    assert not (trouble and LONG)


def check_everything(house, tables):
    opened = house.opened()
    with httpx.Client(timeout=TIMEOUT) as http:

        def look(port, somebody):
            address = f"http://127.0.0.1:{house.ports[port]}{API}/matches/{somebody.match_id}"
            token = somebody.client._connection.headers.get("Authorization")
            return http.get(address, headers={"Authorization": token} if token else {})

        for table in tables:
            snapshot = opened.snapshot(table.id)
            check_log(table, snapshot)
            check_told(table, snapshot, look)
    check_ended(opened, tables)
    opened._database.close()


@pytest.mark.long
def test_a_database_that_is_gone_for_ten_seconds_is_waited_for(house):
    house.start()
    token, other = house.tokens(2)
    headers = {"Authorization": f"Bearer {token}"}
    with (
        Client(house.address(FIRST), token) as anna,
        Client(house.address(SECOND), other) as bert,
        httpx.Client(base_url=house.address(FIRST), headers=headers, timeout=TIMEOUT) as plain,
    ):
        begun = anna.begin(game="focus", others=["link"], begin="me")
        bert.sit(begun["id"])
        watched = Watcher(bert, begun["id"])
        reading = threading.Thread(target=watched.run, daemon=True)
        reading.start()
        wait_until(lambda: watched.number >= 0 and anna.see(begun["id"])["turn"])
        seen = anna.see(begun["id"], legal=True)
        number, text = seen["number"] + 1, seen["legal"][0]
        house.kill(DATABASE)
        until = time.monotonic() + GONE_SECONDS
        while time.monotonic() < until:
            answer = plain.post(f"{API}/matches/{begun['id']}/moves", json={"number": number, "move": text})
            assert answer.status_code == 503 and int(answer.headers["retry-after"]) > 0, answer.text
            assert answer.json()["type"].endswith("#problem-busy")
            assert plain.get("/health/live").status_code == 200
            assert plain.get("/health/ready").status_code == 503
            assert plain.get(f"{API}/matches/{begun['id']}").status_code in {200, 503}
            time.sleep(0.3)
        house.revive(DATABASE)
        assert anna.move(begun["id"], number, text)["number"] == number
        wait_until(lambda: watched.number == number)
        wait_until(lambda: plain.get("/health/ready").status_code == 200)
        wait_until(lambda: bert.see(begun["id"])["turn"])
        seen = bert.see(begun["id"], legal=True)
        bert.move(begun["id"], number + 1, seen["legal"][0])
        wait_until(lambda: anna.see(begun["id"])["turn"])
        anna.resign(begun["id"], number + 2)
        reading.join(PATIENCE)
        assert not reading.is_alive() and len(watched.moves) == 2
    trouble = house.trouble()
    print(trouble)
    assert not trouble


@pytest.mark.long
def test_a_database_that_only_reads_refuses_in_true_words_and_goes_on(house, server):
    house.start()
    (token,) = house.tokens(1)
    with Client(house.address(FIRST), token, patience=0) as anna:
        begun = anna.begin(game="focus", others=["here"], begin="me")
        seen = anna.see(begun["id"], legal=True)
        name = make_url(house.url).database
        server(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        server(ENDED.format(name))
        with pytest.raises(HouseBusy, match="may only be read") as refused:
            anna.move(begun["id"], seen["number"] + 1, seen["legal"][0])
        assert refused.value.status == 503 and refused.value.kind == "not-kept" and refused.value.wait
        assert anna.see(begun["id"])["number"] == seen["number"]
        server(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        server(ENDED.format(name))
        assert anna.move(begun["id"], seen["number"] + 1, seen["legal"][0])["number"] == seen["number"] + 1
    trouble = house.trouble()
    print(trouble)
    assert not trouble

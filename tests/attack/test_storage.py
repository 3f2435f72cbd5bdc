"""A real `fivefold serve` whose disk, files and processes fail: what was confirmed is there, exactly once."""

import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing, suppress

import httpx
import pytest

from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.play.catalogue import keys
from tests.attack.conftest import many
from tests.browser.house import ServedHouse
from tests.doors.web.conftest import PATIENCE, TIMEOUT, wait_until
from tests.quick import long

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="needs kill -9 and /proc")]
ACKNOWLEDGED_BETWEEN_KILLS = 15


class Client:
    """Somebody who plays both sides of a game, and sends each move until it is answered."""

    def __init__(self, address, game="focus", patient=True):
        self.game, self.patient = game, patient
        self.chance = random.Random(game)
        self.http = httpx.Client(base_url=address, timeout=TIMEOUT, verify=False)
        page = self.asked(lambda: self.http.get("/about", headers={"Accept": "text/html"})).text
        token = re.search(r'name="csrf" content="([^"]+)"', page).group(1)
        self.http.headers.update({"Accept": "application/json", "X-CSRF-Token": token})
        self.acknowledged = {}
        self.view = None

    def close(self):
        self.http.close()

    def asked(self, ask):
        """Return the answer, however often the server has to be started for it."""
        until = time.monotonic() + PATIENCE
        while True:
            with suppress(httpx.TransportError):
                answer = ask()
                if answer.status_code != 503 or not self.patient:
                    return answer
            assert time.monotonic() < until, "nobody answers"
            time.sleep(0.05)

    def begin(self):
        answer = self.asked(lambda: self.http.post(f"/new/{self.game}", data={"other-1": "here", "begin": "me"}))
        assert answer.status_code == 201, answer.text
        self.view = answer.json()
        self.acknowledged[self.view["match"]] = []

    def move(self):
        """Make a move; return the status of the answer."""
        if self.view is None or self.view["over"]:
            self.begin()
        match, number, move = self.view["match"], self.view["number"] + 1, self.chance.choice(self.view["moves"])
        fields = {"number": number, "move": move["text"]}
        answer = self.asked(lambda: self.http.post(f"/matches/{match}/moves", data=fields))
        if answer.status_code == 200:
            self.view = answer.json()
            self.acknowledged[match].append((number, move["text"]))
        return answer.status_code

    def count(self):
        return sum(len(moves) for moves in list(self.acknowledged.values()))

    def check(self, house):
        """Assert that a house has every move that was acknowledged, each once, and no other."""
        for match, moves in self.acknowledged.items():
            snapshot = house.snapshot(match)
            assert [entry.number for entry in snapshot.entries] == list(range(1, snapshot.number + 1))
            assert [snapshot.entries[number - 1].text for number, _ in moves] == [text for _, text in moves]
            assert len(snapshot.match.decisions) == len(moves), match


@pytest.fixture
def served(tmp_path):
    folder = tmp_path / "served"
    folder.mkdir()
    house = ServedHouse(folder)
    house.more = ["--workers", "1"]  # nobody plays against the computer
    yield house
    power_cut(house)


@pytest.fixture
def come():
    """Let clients come, who go when the test is over."""
    with ExitStack() as there:

        def client(served, *more, **named):
            return there.enter_context(closing(Client(served.address, *more, **named)))

        yield client


def power_cut(served):
    """Kill the server and what it started."""
    if served.process is not None and served.process.poll() is None:
        children = served.children()
        served.kill()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def opened(folder):
    return House(open_database(f"sqlite:///{folder / 'fivefold.db'}"))


def said(folder, *more):
    """Return the status and the words with which a server that cannot start ends."""
    command = [sys.executable, "-m", "fivefold", "serve", "--port", "0", "--data", str(folder), *more]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    return ended.returncode, ended.stderr


@pytest.mark.parametrize("kills", [2, long(many(6, 100))])
def test_whatever_was_acknowledged_survives_every_kill_once(served, come, kills):
    served.start()
    clients = [come(served, game) for game in keys()]
    done, failed = threading.Event(), []

    def play(client):
        try:
            while not done.is_set():
                assert client.move() == 200
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=play, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    try:
        for kill in range(kills):
            before = sum(client.count() for client in clients)
            enough = before + ACKNOWLEDGED_BETWEEN_KILLS + kill % 7
            wait_until(lambda enough=enough: failed or sum(client.count() for client in clients) >= enough)
            power_cut(served)
            served.start()
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert failed == []
    power_cut(served)
    house = opened(served.folder)
    for client in clients:
        assert client.count() > 0
        client.check(house)


@pytest.mark.long
def test_a_backup_made_while_people_play_is_played_on_elsewhere(served, tmp_path, come):
    served.start()
    client = come(served)
    for _ in range(5):
        client.move()
    confirmed = {match: list(moves) for match, moves in client.acknowledged.items()}
    copy = tmp_path / "backup.db"
    made = subprocess.run(
        [sys.executable, "-m", "fivefold", "backup", str(copy), "--data", str(served.folder)],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert made.stdout.startswith(f"{copy} holds ") and " and 1 match of " in made.stdout
    for _ in range(5):
        client.move()
    power_cut(served)
    elsewhere = tmp_path / "elsewhere"
    subprocess.run(
        [sys.executable, "-m", "fivefold", "restore", str(copy), "--data", str(elsewhere)], check=True, timeout=PATIENCE
    )
    again = ServedHouse(elsewhere)
    try:
        again.start()
        client.http.base_url, client.acknowledged = again.address, confirmed
        client.view = client.http.get(f"/matches/{client.view['match']}/view").json()
        assert client.view["turn"], "the cookie still names the person"
        assert client.move() == 200
    finally:
        power_cut(again)
    client.check(opened(elsewhere))


@pytest.mark.long
def test_one_server_a_folder_and_a_clean_stop_leaves_one_file(served, tmp_path, come):
    served.start()
    status, words = said(served.folder)
    assert (status, words) == (
        2,
        f"fivefold: {served.folder / 'fivefold.db'}: another fivefold serve has this house open; stop that one, "
        "or name another folder with --data\n",
    )
    client = come(served)
    for _ in range(3):
        client.move()
    served.stop()
    copied = tmp_path / "copied"
    copied.mkdir()
    shutil.copy(served.folder / "fivefold.db", copied)
    client.check(opened(copied))
    mode = {file.name: oct(file.stat().st_mode & 0o777) for file in served.folder.glob("fivefold.db*")}
    assert mode == {"fivefold.db": "0o600", "fivefold.db.lock": "0o600"}
    served.start()
    assert client.move() == 200


@pytest.mark.long
def test_while_another_process_writes_the_house_answers_and_keeps_nothing_half(served, come):
    served.start()
    client, other = come(served, patient=False), come(served)
    assert client.move() == other.move() == 200
    with closing(sqlite3.connect(served.folder / "fivefold.db", isolation_level=None)) as locker:
        locker.execute("BEGIN IMMEDIATE")
        statuses = []
        mover = threading.Thread(target=lambda: statuses.append(client.move()))
        mover.start()
        while mover.is_alive():
            assert other.http.get("/health").status_code == 200
            assert other.http.get("/", headers={"Accept": "text/html"}).status_code == 200
        assert statuses == [503]
    assert client.move() == other.move() == 200
    power_cut(served)
    client.check(opened(served.folder))


@pytest.mark.long
def test_a_disk_that_is_full_and_is_not_any_more(served, come):
    import resource

    served.start()
    client = come(served, patient=False)
    assert client.move() == 200
    size = (served.folder / "fivefold.db-wal").stat().st_size + 20_000
    limits = resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (size, limits[1]))
    while (status := client.move()) == 200:
        pass
    assert status == 503
    refused = client.view["number"]
    assert (
        client.http.get("/health").json()["status"] == "failing" and client.http.get("/health/ready").status_code == 503
    )
    for path in ("/health/live", "/", f"/matches/{client.view['match']}"):
        assert client.http.get(path, headers={"Accept": "text/html"}).status_code == 200
    assert client.http.get(f"/matches/{client.view['match']}/view").json()["number"] == refused
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, limits)
    assert client.move() == 200 and client.http.get("/health/ready").status_code == 200
    power_cut(served)
    client.check(opened(served.folder))
    log = (served.folder / "server.log").read_text()
    assert log.count("cannot write to its database") == 1 and "Traceback" not in log


@pytest.mark.long
def test_a_log_of_which_the_end_is_missing_still_opens(served, come):
    served.start()
    client = come(served)
    for _ in range(12):
        client.move()
    power_cut(served)
    wal = served.folder / "fivefold.db-wal"
    with wal.open("r+b") as file:
        file.truncate(wal.stat().st_size * 2 // 3 + 17)
    served.start()
    shown = client.http.get(f"/matches/{client.view['match']}/view")
    if shown.status_code == 404:  # the match itself was in what is missing
        client.acknowledged.clear()
        client.begin()
    else:
        client.view = shown.json()
        moves = client.acknowledged[client.view["match"]]
        moves[:] = [(number, text) for number, text in moves if number <= client.view["number"]]
    assert client.move() == 200
    power_cut(served)
    client.check(opened(served.folder))


@pytest.mark.parametrize("what", ["damaged", long("half"), long("newer"), long("no database")])
def test_a_file_that_cannot_be_served_is_told_of_and_left_alone(tmp_path, what):
    file = tmp_path / "fivefold.db"
    open_database(f"sqlite:///{file}").close()
    content = bytearray(file.read_bytes())
    if what == "damaged":
        content[4096 : len(content) // 2] = b"\xff" * (len(content) // 2 - 4096)
    if what == "half":
        content = content[: len(content) // 2 + 100]
    if what == "no database":
        content = b"a diary, of which not one page may be lost " * 400
    file.write_bytes(content)
    if what == "newer":
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = file.read_bytes()
    status, words = said(tmp_path)
    assert status == 2 and words.startswith("fivefold: ") and words.count("\n") == 1
    assert ("newer version" if what == "newer" else "restore the last backup") in words
    assert what == "newer" or file.read_bytes() == before

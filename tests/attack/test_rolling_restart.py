"""Several real `fivefold serve` at one port that are restarted one by one while people play: no move is lost."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack

import pytest

from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.attack.conftest import many
from tests.attack.test_storage import Client
from tests.doors.web.conftest import PATIENCE, wait_until
from tests.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="needs SO_REUSEPORT")]
ACKNOWLEDGED_BETWEEN = 20


class Served:
    """`fivefold` with a command, in a process of its own on a database that others serve too."""

    def __init__(self, folder, url, *words):
        self.log, self.words = folder / f"{len(list(folder.iterdir()))}.log", [*words, "--database", url]
        self.process = None

    def start(self, said):
        """Start it, and wait until it has said that it is ready."""
        environment = {**os.environ, "FIVEFOLD_LIMITS": "off", "FIVEFOLD_CONFIG": ""}
        with self.log.open("w") as log:
            command = [sys.executable, "-m", "fivefold", *self.words]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        wait_until(lambda: said in self.log.read_text() or self.process.poll() is not None)
        assert self.process.poll() is None, self.log.read_text()

    def stop(self):
        """Stop it in order; return how long that took."""
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(PATIENCE) == 0, self.log.read_text()
        assert "Traceback" not in self.log.read_text(), self.log.read_text()
        return time.monotonic() - begun


@pytest.fixture
def several(shared_url, tmp_path):
    """Run two processes at one port, and one where computers think."""
    port = str(free_port())
    serve = ("serve", "--port", port, "--share-port", "--workers", "0")
    processes = [Served(tmp_path, shared_url, *serve), Served(tmp_path, shared_url, *serve)]
    worker = Served(tmp_path, shared_url, "work", "--workers", "1")
    for each in processes:
        each.start("Fivefold is at")
    worker.start("Thinking for")
    yield f"http://127.0.0.1:{port}", processes
    for each in (*processes, worker):
        each.stop()


@pytest.mark.long
def test_no_move_is_lost_or_made_twice_while_each_process_is_restarted(several, shared_url):
    address, processes = several
    done, failed = threading.Event(), []

    def play(client):
        try:
            while not done.is_set():
                assert client.move() == 200
        except BaseException as error:
            failed.append(error)

    with ExitStack() as opened:
        clients = [opened.enter_context(Coming(address, game)) for game in ("focus", "locus", "pokeros")]
        threads = [threading.Thread(target=play, args=(client,)) for client in clients]
        for thread in threads:
            thread.start()
        try:
            for restart in range(many(4, 60)):
                enough = sum(client.count() for client in clients) + ACKNOWLEDGED_BETWEEN
                wait_until(lambda enough=enough: failed or sum(client.count() for client in clients) >= enough)
                leaving = processes[restart % 2]
                assert leaving.stop() < 20
                leaving.start("Fivefold is at")
        finally:
            done.set()
            for thread in threads:
                thread.join()
        assert failed == []
        house = House(open_database(shared_url))
        for client in clients:
            assert client.count() > 0
            client.check(house)


class Coming(Client):
    """A client that leaves when it is done."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


@pytest.mark.long
def test_a_computer_answers_though_the_web_processes_have_none(several):
    address, _ = several
    with Coming(address) as client:
        answer = client.asked(lambda: client.http.post("/new/focus", data={"other-1": "1", "begin": "me"}))
        match = answer.json()["match"]
        move = answer.json()["moves"][0]["text"]
        number = answer.json()["number"] + 1
        client.asked(lambda: client.http.post(f"/matches/{match}/moves", data={"number": number, "move": move}))
        wait_until(lambda: client.http.get(f"/matches/{match}/view").json()["turn"])
        assert client.http.post(f"/matches/{match}/hint").status_code == 202
        wait_until(lambda: client.asked(lambda: client.http.get(f"/matches/{match}/hint")).status_code == 200)

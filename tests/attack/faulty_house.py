"""A house of two `fivefold serve`, a `fivefold work` and a PostgreSQL server, each of which can be killed."""

import subprocess
import sys
from contextlib import suppress

import psutil

from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.browser.house import ServedHouse
from tests.doors.web.conftest import wait_until
from tests.doors.web.programs import token_for

DATABASE, FIRST, SECOND, WORKER = "database", "first", "second", "worker"


class Thinker:
    """`fivefold work` as anybody would start it."""

    def __init__(self, folder, url):
        self._log, self._url, self.process = folder / "worker.log", url, None

    def start(self):
        """Start it, and wait until it thinks: one that finds no database at its start ends for good."""
        command = [sys.executable, "-m", "fivefold", "work", "--database", self._url, "--workers", "1"]
        with self._log.open("a") as log:
            before = log.tell()
            self.process = subprocess.Popen(command, stdout=log, stderr=log, text=True)
        wait_until(lambda: "Thinking for" in self._log.read_text()[before:], 60)


class FaultyHouse:
    """All processes of a house."""

    def __init__(self, folder, server, url):
        self.url, self._server, self._folder = url, server, folder
        self._processes = {WORKER: Thinker(folder, url)}
        for name in (FIRST, SECOND):
            (folder / name).mkdir()
            self._processes[name] = ServedHouse(folder / name)
            self._processes[name].place = ["--database", url]
            self._processes[name].more = ["--workers", "0"]

    @property
    def ports(self):
        return [self._processes[name].port for name in (FIRST, SECOND)]

    def address(self, name):
        return self._processes[name].address

    def start(self):
        for name in (FIRST, SECOND, WORKER):
            self._processes[name].start()

    def kill(self, *names):
        """Kill these, as a power cut would."""
        for name in names:
            if name == DATABASE:
                self._server.kill()
            else:
                _kill(self._processes[name].process)

    def revive(self, *names):
        """Start these again, the database first: without it the others don't start."""
        for name in sorted(names):
            (self._server if name == DATABASE else self._processes[name]).start()

    def signal(self, number):
        """Send a signal to all processes of the database."""
        for each in self._server.processes():
            with suppress(psutil.NoSuchProcess):
                each.send_signal(number)

    def stop(self):
        self.kill(*(name for name, each in self._processes.items() if each.process is not None))

    def opened(self):
        """Return the house, opened in this process."""
        return House(open_database(self.url))

    def tokens(self, count):
        """Make accounts; return the secret of a token of each."""
        house = self.opened()
        found = [token_for(house, f"player{number:03}abcdefgh", f"Player {number:03}") for number in range(count)]
        house._database.close()
        return found

    def trouble(self):
        """Return what the processes have logged from the first error on that nobody expected."""
        written = "".join(file.read_text() for file in sorted(self._folder.glob("**/*.log")))
        before, _, after = written.partition("Traceback")
        return f"{before[-300:]} Traceback{after[:6000]}" if after else ""


def _kill(process):
    ended = [*psutil.Process(process.pid).children(recursive=True)] if psutil.pid_exists(process.pid) else []
    process.kill()
    process.wait()
    for each in ended:
        with suppress(psutil.NoSuchProcess):
            each.kill()
    wait_until(lambda: not any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in ended))

"""A house served in a process of its own, that can be killed and started again on the same folder and port."""

import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from tests.ports import free_port


class ServedHouse:
    """`fivefold serve` as anybody would start it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[str] | None = None
        self.place = ["--data", str(folder)]
        """Where it keeps its matches."""
        self.more: list[str] = []
        """What else the command is told."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "fivefold", "serve", "--port", str(self.port), *self.place]
        command += self.more
        environment = {**os.environ, "FIVEFOLD_LIMITS": "off"}
        with (self.folder / "server.log").open("a") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, text=True, env=environment)
        while not self._answers():
            assert self.process.poll() is None, f"the server ended: {(self.folder / 'server.log').read_text()}"

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=60)

    def children(self) -> list[int]:
        """Return the numbers of the processes it started."""
        assert self.process is not None
        return [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/stat") if self._is_parent(path)]

    def _is_parent(self, stat: Path) -> bool:
        try:
            return int(stat.read_text().rpartition(")")[2].split()[1]) == self.process.pid
        except (FileNotFoundError, ProcessLookupError):
            return False

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=60) as answer:
                return answer.status == 200
        except urllib.error.HTTPError:
            raise
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

"""A command that is killed in the middle of its job leaves no process behind, and goes on when it is repeated."""

import os
import subprocess
import sys
import time

import psutil
import pytest

from fivefold import cli
from fivefold.lab import jobs

pytestmark = pytest.mark.slow

COMMAND = ["match", "greedy", "random", "--game", "locus", "--option", "grid=6x5", "--pairs", "30", "--jobs", "2"]


def until(condition):
    deadline = time.monotonic() + 60
    while not (found := condition()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return found


def report(text):
    """Return what was printed, without times."""
    return [line for line in text.splitlines() if " s a move" not in line]


def test_what_a_killed_process_has_finished_is_not_done_again(tmp_path, monkeypatch, capsys):
    assert cli.main(COMMAND) == 0
    whole = report(capsys.readouterr().out)
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-m", "fivefold", *COMMAND], env=environment, stderr=subprocess.DEVNULL)
    (file,) = until(lambda: list(tmp_path.glob("fivefold/jobs/*.jsonl")))
    until(lambda: file.read_text().count("\n") > 3)
    children = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    assert len(children) >= 2
    assert not psutil.wait_procs(children, timeout=20)[1], "workers end with the process that started them"
    done = file.read_text().count("\n")
    assert 3 < done < 30
    monkeypatch.setattr(jobs, "user_cache_path", lambda *name, **options: tmp_path / "fivefold")
    assert cli.main(COMMAND) == 0
    out, err = capsys.readouterr()
    assert report(out) == whole
    assert all(int(line.split(": ")[2].split()[0]) > done for line in err.splitlines())
    assert not file.exists()

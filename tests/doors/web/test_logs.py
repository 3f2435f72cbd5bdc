"""The log: whatever a stranger makes the house complain of, it does not flood, and nothing goes missing unsaid."""

import logging
import re
import threading

import pytest

from fivefold.doors.web import logs

log = logging.getLogger("tests.doors.web.logs")


class Written(logging.Handler):
    """Keeps what would have been written."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


@pytest.fixture
def written(monkeypatch):
    """Return a calm handler of a logger of its own, with a clock that a test turns."""
    handler = Written()
    handler.now = 0.0
    handler.calm = logs.FloodFilter(handler, lambda: handler.now)
    handler.addFilter(handler.calm)
    monkeypatch.setattr(log, "propagate", False)
    log.addHandler(handler)
    yield handler
    log.removeHandler(handler)
    handler.calm.write_summary()  # and its timer ends


def complain(number, kind="Accepting"):
    log.warning(f"{kind} failed on socket {number} at 0x7f{number:x}")  # as asyncio does, put together beforehand


def test_what_repeats_is_written_a_few_times_and_then_counted(written):
    for number in range(1000):
        complain(number)
    assert len(written.lines) == logs.SAME
    written.now = logs.MINUTE
    complain(1)
    assert written.lines[logs.SAME :] == [
        f"{1000 - logs.SAME} more in the last minute: Accepting failed on socket # at #",
        "Accepting failed on socket 1 at 0x7f1",
    ]


def test_other_messages_are_not_lost_among_the_same_ones(written):
    for number in range(100):
        complain(number)
    log.error("the disk is full: %s", "/data")
    assert written.lines[-1] == "the disk is full: /data"


def test_each_place_at_which_the_same_error_happens_is_told_apart(written):
    def here():
        return 1 / 0

    def there():
        return 2 / 0

    for divide in (here, there):
        for _ in range(10):
            try:
                divide()
            except ZeroDivisionError:
                log.exception("broken")
    assert written.lines == ["broken"] * (2 * logs.SAME)


def test_a_minute_has_a_bound_in_all_and_everything_is_counted(written):
    names = [f"{first}{second}{third}" for first in "abcdefgh" for second in "abcdefgh" for third in "abcdefgh"]
    for name in names:
        complain(1, name)
    assert len(written.lines) == logs.ALTOGETHER
    assert len(written.calm._left_out) <= logs.KINDS + 1 and len(written.calm._written) <= logs.ALTOGETHER
    written.now = logs.MINUTE + 1
    complain(1, "last")
    told = [int(count) for count in re.findall(r"(\d+) more", "\n".join(written.lines))]
    assert sum(told) == len(names) - logs.ALTOGETHER
    assert any("other kinds" in line for line in written.lines)


def test_the_count_is_told_though_nothing_more_happens(written, monkeypatch):
    told = threading.Event()
    monkeypatch.setattr(logs, "MINUTE", 0.01)
    monkeypatch.setattr(written, "emit", lambda record: told.set() if "more" in record.getMessage() else None)
    for number in range(10):
        complain(number)
    assert told.wait(60)


def test_ending_tells_what_was_left_out(capfd):
    with logs.log_to_stderr():
        for number in range(10):
            complain(number)
    lines = capfd.readouterr().err.splitlines()
    assert re.match(r"20\d\d-\d\d-\d\dT[0-9:]{8}Z WARNING tests\.doors\.web\.logs: Accepting failed", lines[0])
    assert len(lines) == logs.SAME + 1 and f"{10 - logs.SAME} more" in lines[-1]

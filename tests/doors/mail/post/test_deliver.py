"""`fivefold mail deliver` as a mail server calls it."""

import subprocess
import sys
from contextlib import closing

import pytest

from fivefold.doors.mail.post import arrivals
from fivefold.house.database import open_database
from fivefold.house.database.files import alone
from fivefold.house.house import House

pytestmark = pytest.mark.slow
MESSAGE = b"Delivered-To: play@mail.example\nFrom: anna@example.org\nMessage-ID: <1@example.org>\n\nhelp\n"


def deliver(folder, message, *arguments):
    command = [sys.executable, "-m", "fivefold", "mail", "deliver", "--data", str(folder), *arguments]
    return subprocess.run(command, input=message, capture_output=True, timeout=60, check=False)


def to_do(url):
    with closing(open_database(url)) as database:
        return House(database).mail.incoming.to_do()


@pytest.fixture
def folder(tmp_path):
    open_database(f"sqlite:///{tmp_path}/fivefold.db").close()
    return tmp_path


def test_a_message_is_stored_while_the_house_is_open_and_while_it_is_not(folder):
    url = f"sqlite:///{folder}/fivefold.db"
    with alone(url):
        done = deliver(folder, MESSAGE)
        assert (done.returncode, done.stdout, done.stderr) == (
            0,
            f"Stored in {url}: 0 people, 0 matches.\n".encode(),
            b"",
        )
    assert deliver(folder, MESSAGE).returncode == 0  # once more: it is known
    other = b"From anna@example.org Sun Nov 22 2026\n" + MESSAGE.replace(b"<1@", b"<2@")
    assert deliver(folder, other, "--to", "focus@mail.example", "--from", "").returncode == 0
    first, second = to_do(url)
    assert (first.sender, first.recipients) == (None, ["play@mail.example"])
    assert (second.sender, second.recipients) == ("", ["focus@mail.example"])
    assert second.raw.startswith(b"Delivered-To:")


@pytest.mark.long
def test_what_cannot_be_stored_is_tried_again_and_what_never_can_is_not(folder, tmp_path):
    assert deliver(folder, b"").returncode == 66
    huge = deliver(folder, MESSAGE + b"x" * arrivals.MOST_BYTES)
    assert huge.returncode == 65 and b"too long" in huge.stderr
    nowhere = deliver(tmp_path / "nowhere", MESSAGE)
    assert nowhere.returncode == 75 and b"there is no house here" in nowhere.stderr
    assert not (tmp_path / "nowhere").exists()
    (folder / "fivefold.db").write_bytes(b"no database")
    assert deliver(folder, MESSAGE).returncode == 75

"""What arrives: whose addresses are the house's, which messages are the same, and what is too much."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.post import arrivals
from fivefold.doors.mail.post.arrivals import Recipient, TooBig, TooMuchMail, recipient
from fivefold.doors.mail.post.settings import Place, check_domain, read_place
from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.quick import in_turn

pytestmark = pytest.mark.slow

KEY = "a2" * 12
MESSAGE = b"From: Anna <anna@example.org>\r\nMessage-ID: <1@example.org>\r\nSubject: help\r\n\r\nhelp\r\n"


@pytest.fixture
def incoming(url):
    database = open_database(url)
    yield House(database).mail.incoming
    database.close()


def test_the_addresses_of_a_house():
    assert recipient("Play@Mail.Example", "mail.example") == Recipient("play")
    assert recipient(f"PLAY+{KEY.upper()}@mail.example", "mail.example") == Recipient("play", KEY)
    assert recipient(f"bounce+{KEY}@mail.example", "mail.example") == Recipient("bounce", KEY)
    assert recipient("dice-poker@mail.example", "mail.example").game == "dice_poker"
    assert recipient("focus@mail.example", "mail.example").game == "focus"


@in_turn(
    "address",
    [
        "",
        "@",
        "play",
        "play@example.org",
        "play@mail.example.org",
        "postmaster@mail.example",
        "bounce@mail.example",
        "play+short@mail.example",
        f"focus+{KEY}@mail.example",
        f"play+{KEY}x@mail.example",
        "play@mail.example@example.org",
        "x" * 300 + "@mail.example",
    ],
)
def test_no_addresses_of_a_house(address):
    assert recipient(address, "mail.example") is None


def test_domains():
    assert check_domain(" @Mail.Example ") == "mail.example"
    for wrong in ("", "mail", "mail..example", "mail example", "x" * 300):
        with pytest.raises(InvalidOption):
            check_domain(wrong)


def test_places():
    assert read_place("127.0.0.1:2525") == Place("127.0.0.1", 2525)
    assert str(read_place("[::1]:24")) == "[::1]:24"
    assert str(read_place("unix:/run/fivefold/lmtp", files=True)) == "/run/fivefold/lmtp"
    for wrong in ("", "2525", ":2525", "localhost:", "localhost:99999", "/run/fivefold/lmtp"):
        with pytest.raises(InvalidOption):
            read_place(wrong)


def test_the_same_message_is_known_by_its_id_and_sender(incoming):
    assert arrivals.store(incoming, "anna@example.org", ["play@mail.example"], MESSAGE)
    later = b"Received: by another way\r\n" + MESSAGE
    assert not arrivals.store(incoming, "anna@example.org", ["play@mail.example"], later)
    other = MESSAGE.replace(b"Anna <anna", b"Ben <ben")
    assert arrivals.store(incoming, "", ["play@mail.example"], other)
    nameless = MESSAGE.replace(b"Message-ID", b"X-Nothing")
    assert arrivals.digest(nameless) != arrivals.digest(nameless + b"more")


def test_too_much_is_refused(incoming, monkeypatch):
    with pytest.raises(TooBig):
        arrivals.store(incoming, "", [], b"x" * (arrivals.MOST_BYTES + 1))
    monkeypatch.setattr(arrivals, "MOST_WAITING", 1)
    arrivals.store(incoming, "", [], MESSAGE)
    with pytest.raises(TooMuchMail):
        arrivals.store(incoming, "", [], b"another")


def test_to_whom_a_server_delivered_a_message():
    assert arrivals.delivered_to(b"Delivered-To: <a@x>\nDelivered-To: b@x\nX-Original-To: c@x\n\nbody") == "<a@x>"
    assert arrivals.delivered_to(b"X-Original-To: c@x\r\n\r\nDelivered-To: d@x") == "c@x"
    assert arrivals.delivered_to(b"\x00\xff\r\n\r\n") == ""

"""A house with mail on a virtual clock, and a way out that keeps what it is given."""

import pytest

from fivefold.doors.mail.post.outgoing import Sender
from fivefold.house.house import House
from tests.house.conftest import database, numbered, toy_games  # noqa: F401  (fixtures)
from tests.house.mail_people import with_mail
from tests.house.virtual import VirtualClock

DOMAIN = "mail.example"


class Taken:
    """A way out that takes everything, unless it is told an error for the next messages."""

    def __init__(self):
        self.messages, self.errors, self.opened, self.closed = [], [], 0, 0
        self.unreachable = None

    def open(self):
        if self.unreachable is not None:
            raise self.unreachable
        self.opened += 1

    def send(self, sender, recipient, message):
        if self.errors and (error := self.errors.pop(0)) is not None:
            raise error
        self.messages.append((sender, recipient, message))

    def close(self):
        self.closed += 1

    @property
    def texts(self):
        return [message.decode() for *_, message in self.messages]


def said(mail, address, others_wait=None):
    """Return a message that says the facts of a mail."""
    facts = (mail.id, mail.kind, address, mail.since, mail.number, mail.content)
    return " ".join(map(str, facts)).encode()


def without_id(text):
    """Return what such a message says besides the number of its mail."""
    return text.split(" ", 1)[1]


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def house(database, clock):  # noqa: F811
    house = House(database, clock, numbered())
    house.mail.domain = DOMAIN
    with_mail(house)
    return house


@pytest.fixture
def way():
    return Taken()


@pytest.fixture
def sender(house, way):
    return Sender(house, way, said)


def rows(house):
    """Return the kind and state of every mail."""
    with house.reading() as connection:
        return [tuple(row) for row in connection.exec_driver_sql("SELECT kind, state FROM outgoing_mails ORDER BY id")]

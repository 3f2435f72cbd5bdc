"""A house with its post: mail comes in by SMTP, is read and answered, and goes out by SMTP, all when a test says so."""

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from fivefold.doors.mail.post.incoming import Handling, Worker
from fivefold.doors.mail.post.mail_server import Receiver, Smtp
from fivefold.doors.mail.post.outgoing import Messages, Sender
from fivefold.doors.mail.post.settings import Place, SmtpServer
from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.doors.mail.whole.world import Writer
from tests.house.conftest import numbered
from tests.house.mail_people import with_mail

DOMAIN = "mail.example"
BASE = "https://fivefold.example"
START = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Watch:
    """A clock that a test moves on; every look takes a moment."""

    def __init__(self):
        self.time = START

    def __call__(self):
        self.time += timedelta(milliseconds=20)
        return self.time


class Post:
    """The house, and all that runs for its mail."""

    def __init__(self, url, world, seed=0):
        self.watch, self.world = Watch(), world
        self.database = open_database(url)
        self.house = House(self.database, self.watch, numbered(seed))
        self.house.mail.domain = DOMAIN
        self.worker = Worker(self.house.mail.incoming, Handling(self.house, base=BASE))
        # Without pictures: drawing them takes most of the time, and is tested beside what draws them.
        messages = Messages(self.house, BASE, None, draw=lambda board, width: None)
        way = Smtp(SmtpServer("127.0.0.1", world.port, tls=False), DOMAIN)
        self.sender = Sender(self.house, way, messages.composed)
        self.receiver = Receiver(self.house.mail.incoming, DOMAIN)
        (listening,) = self.receiver.start(smtp=[Place("127.0.0.1", 0)])
        self.port = listening.getsockname()[1]

    def close(self):
        self.receiver.stop()
        self.database.close()

    def people(self, **names):
        """Return a writer for each name, with an account and an address that is confirmed."""
        addresses = {person: f"{name.lower()}@example.org" for name, person in names.items()}
        with_mail(self.house, addresses, {person: name for name, person in names.items()})
        return [Writer(self.world, f"{name.lower()}@example.org", name, self.port) for name in names]

    def work(self, minutes=3):
        """Read and send whatever there is; some time goes by, so that nothing waits for more to follow."""
        self.watch.time += timedelta(minutes=minutes)
        busy = True
        while busy:
            busy = self.worker.sweep() > 0
            busy = self.sender.sweep() == 0.0 or busy


@contextmanager
def served(url, world, seed=0):
    post = Post(url, world, seed)
    try:
        yield post
    finally:
        post.close()

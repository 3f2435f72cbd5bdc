"""A house that plays by mail, and what it takes from its letter box."""

import re
from email.message import EmailMessage
from types import SimpleNamespace

import pytest

from fivefold.doors.mail.post import arrivals
from fivefold.doors.mail.post.incoming import Handling, Worker
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.notices.mail import mail_queue as outgoing_mails
from fivefold.house.notices.mail.mail_queue import ANSWER, MATCH, QUESTION
from fivefold.house.table.seating import MatchRequest
from tests.house.conftest import numbered, ticking
from tests.house.mail_people import to_send, with_mail
from tests.house.people import ANNA, BEN, CLEO

DOMAIN = "mail.example"
ANNA_AT, BEN_AT, CLEO_AT = "anna@example.org", "ben@example.org", "cleo@example.org"


@pytest.fixture
def house(url):
    database = open_database(url)
    made = House(database, ticking(), numbered())
    made.mail.domain = DOMAIN
    with_mail(made, {ANNA: ANNA_AT, BEN: BEN_AT, CLEO: CLEO_AT})
    yield made
    database.close()


@pytest.fixture
def post(house):
    return Post(house)


def moves(post, now):
    """Return how many moves were made since."""
    return post.house.snapshot(now.id).number - now.number


class Post:
    """Puts mails into a house, lets it read them, and finds its answers."""

    def __init__(self, house, trusted=""):
        self.house = house
        self.worker = Worker(house.mail.incoming, Handling(house, trusted))
        self._count = 0

    def match(self, time="", **options):
        """Return a match of Focus between Anna, who is to move, and Ben."""
        now = self.house.create(ANNA, MatchRequest("focus", options, ("link",), begin="me", time=time))
        return self.house.sit(now.id, BEN)

    def mail_of(self, now, person=ANNA, kind=MATCH, **more):
        """Return the reply address of a mail about a match as it is now, which was sent."""
        made = self.house.mail.outgoing.put(kind, person, match=now.id, since=0, number=now.number, **more)
        with self.house.writing() as connection:
            outgoing_mails.change(connection, made, state=outgoing_mails.SENT)
        return f"play+{self.house.mail.outgoing.key(made)}@{DOMAIN}"

    def send(self, text="", sender=ANNA_AT, to=f"play@{DOMAIN}", subject="", headers=None, envelope=None):
        """Let the house read a mail; return the new mails that it wants to send, match mails left out."""
        known = {mail.id for mail in to_send(self.house)}
        self.put(text, sender, to, subject, headers, envelope)
        self.worker.sweep()
        assert self.house.mail.incoming.to_do() == []
        return [Letter(self.house, mail) for mail in to_send(self.house) if mail.id not in known and mail.kind != MATCH]

    def put(self, text="", sender=ANNA_AT, to=f"play@{DOMAIN}", subject="", headers=None, envelope=None):
        """Store a mail."""
        self._count += 1
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, to, subject
        message["Message-ID"] = f"<{self._count}@example.org>"
        for name, value in (headers or {}).items():
            del message[name]
            message[name] = value
        message.set_content(text)
        return arrivals.store(self.house.mail.incoming, sender if envelope is None else envelope, [to], bytes(message))


class Letter(SimpleNamespace):
    """A mail that the house wants to send."""

    def __init__(self, house, mail):
        content = mail.content or {}
        text = re.sub(r"\s+", " ", content.get("text", ""))
        super().__init__(kind=mail.kind, person=mail.person, to=mail.address, text=text, mail=mail, content=content)
        self.reply = f"play+{house.mail.outgoing.key(mail.id)}@{DOMAIN}"

    @property
    def asks(self):
        return self.kind == QUESTION

    @property
    def answers(self):
        return self.kind == ANSWER

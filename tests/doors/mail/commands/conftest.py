"""A house with two people who play by mail."""

import pytest

from fivefold.doors.mail.answers import Said
from fivefold.doors.mail.commands import run_of
from fivefold.doors.mail.commands.requests import MailRequest
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from tests.house.conftest import numbered, ticking
from tests.house.mail_people import to_send
from tests.house.people import ANNA, BEN, CLEO, DORA, keep_accounts

BASE = "https://fivefold.example"
ADDRESSES = {ANNA: "anna@example.org", BEN: "ben@example.org", CLEO: "cleo@example.org"}
NAMES = {ANNA: "Anna", BEN: "Ben", CLEO: "Cleo", DORA: "Dora"}


@pytest.fixture
def house(url):
    database = open_database(url)
    made = House(database, ticking(), numbered())
    keep_accounts(made, NAMES)
    yield made
    database.close()


def begun(house, game="focus", others=1, time="", **options):
    """Return a match of Anna, who is to move first where the game lets her, with one to three others."""
    now = house.create(ANNA, MatchRequest(game, options, ("link",), begin="me", time=time))
    for person in (BEN, CLEO, DORA)[:others]:
        now = house.sit(now.id, person)
    return now


def asking(house, person=ANNA, answers=None, comment="", kind="", number=None):
    """Return somebody who asks; ``answers``: the match of the mail that they answer, as it was then."""
    told = None if answers is None else answers.number if number is None else number
    match_id = None if answers is None else answers.id
    return MailRequest(house, person, "anna@mail.example", comment, match_id, told, kind)


def line(word, text="", board=None, game=None, number=None, **options):
    """Return a command line; ``text``: its arguments with blanks between."""
    board = None if board is None else str(board)
    source = " ".join(filter(None, (word, board, text)))
    return CommandLine(word, game, board, number, tuple(text.split()), options, source)


def with_addresses(house, *people):
    """Give these people addresses that they have confirmed."""
    for person in people or ADDRESSES:
        house.mail.addresses.want(person, ADDRESSES[person])
        house.mail.addresses.confirm(person, ADDRESSES[person])


def by(house, person=None, address="new@example.org", comment="", **more):
    """Return who asks; nobody known by default."""
    return MailRequest(house, person, ADDRESSES.get(person, address), comment, base=BASE, **more)


def sent(asking, word, *arguments, **more):
    """Return what a command answers."""
    source = " ".join((word, *arguments))
    return run_of(word)(asking, CommandLine(word, arguments=arguments, source=source, **more))


def said(answers):
    """Return all sentences of answers."""
    return " ".join(sentence for each in answers if isinstance(each, Said) for sentence in each.sentences)


def replying(house, mail, person=None, comment=""):
    """Return who answers a mail that the house has sent."""
    where = {"match_id": mail.match, "number": mail.number, "kind": mail.kind, "answered": mail.id}
    return MailRequest(house, person, mail.address or ADDRESSES.get(person, ""), comment, base=BASE, **where)


def mails(house, kind=None):
    """Return the mails that wait to be sent."""
    return [each for each in to_send(house) if kind in (None, each.kind)]

"""What these tests of commands share: strangers, people with addresses, and the mails that wait for them."""

from fivefold.doors.mail.answers import Said
from fivefold.doors.mail.commands import run_of
from fivefold.doors.mail.commands.requests import MailRequest
from fivefold.doors.mail.reading.lines import CommandLine
from tests.house.mail_people import to_send
from tests.house.people import ANNA, BEN, CLEO

BASE = "https://fivefold.example"
ADDRESSES = {ANNA: "anna@example.org", BEN: "ben@example.org", CLEO: "cleo@example.org"}


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

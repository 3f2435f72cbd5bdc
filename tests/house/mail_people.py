"""People of these tests who get mail, and what waits to be sent to them."""

from fivefold.house.notices.mail import mail_queue as outgoing_mails
from tests.house.people import ANNA, BEN, keep_accounts

ADDRESSES = {ANNA: "anna@example.org", BEN: "ben@example.org"}


def with_mail(house, addresses=ADDRESSES, names=None):
    """Give these people accounts, and addresses that they have confirmed."""
    keep_accounts(house, names or {person: address.split("@")[0].capitalize() for person, address in addresses.items()})
    for person, address in addresses.items():
        house.mail.addresses.want(person, address)
        house.mail.addresses.confirm(person, address)


def to_send(house):
    """Return every mail that waits to be sent, whenever it is due."""
    with house.reading() as connection:
        return outgoing_mails.load_due(connection, "9999", 1000)

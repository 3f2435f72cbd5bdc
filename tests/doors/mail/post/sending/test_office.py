"""The post office as it runs beside a house: from the move to the mail, in threads of its own."""

import time
from email import message_from_bytes

import pytest

from fivefold.doors.mail.post.mail_server import MailServer, MailSettings
from fivefold.doors.mail.post.transports import messages
from fivefold.house.house import House
from tests.house.mail_people import ADDRESSES, with_mail
from tests.house.people import BEN, by_link, play

pytestmark = pytest.mark.slow


def wait_for(what, seconds=20.0):
    """Return what is there as soon as it is."""
    until = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < until, "it has not come"
        time.sleep(0.02)
    return found


def test_a_move_is_mailed_while_the_house_is_served_and_a_stopped_office_sends_nothing(database, tmp_path):
    house = House(database)
    with_mail(house)
    settings = MailSettings("mail.example", tmp_path / "mail", "https://fives.example")
    office = MailServer(house, None, settings)
    assert house.mail.domain == "mail.example" and office.lines()[0].startswith("Mail: play@mail.example, out to ")
    now = play(house, by_link(house), "step:1")
    office.start()
    try:
        (file,) = wait_for(lambda: messages(tmp_path / "mail"))
        assert message_from_bytes(file.read_bytes())["To"] == ADDRESSES[BEN]
        (row,) = wait_for(lambda: [m for m in house.mail.outgoing.of_person(BEN, "match") if m.state == "sent"])
        assert row.number == now.number
    finally:
        office.stop()
    play(house, play(house, now, "step:1"), "step:1")
    assert not office._sender.loop.up and len(messages(tmp_path / "mail")) == 1

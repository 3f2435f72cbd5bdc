"""Mail through a real connection: who may hand in what, and how much."""

import asyncio
import smtplib
import socket
import time
from threading import Event

import pytest

from fivefold.doors.mail.post import mail_server
from fivefold.doors.mail.post.mail_server import Receiver
from fivefold.doors.mail.post.settings import Place, PlaceTaken
from fivefold.house.database import open_database
from fivefold.house.errors import Busy
from fivefold.house.house import House

pytestmark = pytest.mark.slow
HERE = Place("127.0.0.1", 0)
PATIENCE = 60.0
"""Seconds after which what a server should say is taken to have failed: long, machines may be busy."""
MESSAGE = "From: anna@example.org\r\nMessage-ID: <{}@example.org>\r\nSubject: help\r\n\r\nhelp\r\n"

ONE = MESSAGE.format(1)


@pytest.fixture
def incoming(url):
    database = open_database(url)
    yield House(database).mail.incoming
    database.close()


@pytest.fixture
def listening(incoming, tmp_path):
    told = Event()
    open_ = Receiver(incoming, "mail.example", told.set)
    smtp, lmtp, _ = open_.start([HERE], [HERE, Place(path=tmp_path / "lmtp")])
    open_.told, open_.smtp, open_.lmtp, open_.file = told, smtp.getsockname(), lmtp.getsockname(), tmp_path / "lmtp"
    yield open_
    open_.stop()
    assert not open_.file.exists()


def send(where, to="play@mail.example", message=ONE, protocol=smtplib.SMTP, sender="anna@example.org"):
    with protocol(*where, timeout=PATIENCE) as client:
        return client.sendmail(sender, to, message)


def test_a_mail_is_stored_before_it_is_accepted(listening, incoming):
    send(listening.smtp, ["play@mail.example", "focus@mail.example"])
    assert listening.told.is_set()
    (mail,) = incoming.to_do()
    assert (mail.sender, mail.recipients) == ("anna@example.org", ["play@mail.example", "focus@mail.example"])
    assert b"Subject: help" in mail.raw
    send(listening.smtp)  # the same once more
    send(listening.smtp, sender="", message=MESSAGE.format(2))
    assert [mail.sender for mail in incoming.to_do()] == ["anna@example.org", ""]


def test_mail_for_others_is_not_passed_on(listening, incoming):
    for other in ("ben@example.org", "postmaster@mail.example", "play+nothing@mail.example"):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            send(listening.smtp, other)
        assert refused.value.recipients[other][0] == 550
    many = [f"play+{'a' * 23}{letter}@mail.example" for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert len(send(listening.smtp, many)) == 6
    assert len(incoming.to_do()[0].recipients) == 20


def test_a_busy_house_asks_to_send_it_later(listening, incoming, monkeypatch):
    def busy(*_):
        raise Busy("the house is busy")

    monkeypatch.setattr(incoming, "add", busy)
    with pytest.raises(smtplib.SMTPDataError) as refused:
        send(listening.smtp)
    assert refused.value.smtp_code == 451 and incoming.to_do() == []


def test_huge_and_malformed_messages(listening, incoming):
    with pytest.raises(smtplib.SMTPResponseException) as refused:
        send(listening.smtp, message="x" * 70 + "\r\n" + ("y" * 998 + "\r\n") * 1200)
    assert refused.value.smtp_code in {552, 500}
    with pytest.raises(smtplib.SMTPDataError):
        send(listening.smtp, message="")
    with pytest.raises(smtplib.SMTPDataError):
        send(listening.smtp, message="Subject: x\r\n\r\n" + "y" * 100_000)
    send(listening.smtp, message=b"\xff\xfe\x00 no header at all\r\n" + b"z" * 5000)
    assert len(incoming.to_do()) == 1


def test_floods(listening, incoming, monkeypatch):
    monkeypatch.setattr(mail_server, "_is_here", lambda host: False)
    monkeypatch.setattr(mail_server, "MAILS_A_MINUTE", 2)
    for number in (1, 2):
        send(listening.smtp, message=MESSAGE.format(number))
    with pytest.raises(smtplib.SMTPDataError) as refused:
        send(listening.smtp, message=MESSAGE.format(3))
    assert refused.value.smtp_code == 451 and len(incoming.to_do()) == 2


def banner(where):
    """Return an open connection, and the first that the house says on it."""
    opened = socket.create_connection(where, timeout=PATIENCE)
    return opened, opened.recv(100)


@pytest.mark.parametrize(("most", "from_one", "here"), [(4, 9, True), (9, 4, False)])
def test_who_was_silent_for_longest_makes_room(incoming, monkeypatch, most, from_one, here):
    monkeypatch.setattr(mail_server, "MOST_CONNECTIONS", most)
    monkeypatch.setattr(mail_server, "FROM_ONE_ADDRESS", from_one)
    monkeypatch.setattr(mail_server, "LOOPBACK", mail_server.LOOPBACK if here else ())
    open_ = Receiver(incoming, "mail.example")
    (smtp,) = open_.start([HERE])
    where = smtp.getsockname()
    held = [banner(where)[0] for _ in range(4)]
    held[0].sendall(b"NOOP\r\n")
    assert held[0].recv(100).startswith(b"250")
    send(where)
    assert held[1].recv(200).startswith(b"421") and held[1].recv(200) == b""
    held[0].sendall(b"NOOP\r\n")
    assert held[0].recv(100).startswith(b"250"), "whoever has said something stays"
    newcomers = [banner(where) for _ in range(6)]
    assert all(said.startswith(b"220") for _, said in newcomers) and len(incoming.to_do()) == 1
    for each in [*held, *(opened for opened, _ in newcomers)]:
        each.close()
    until = time.monotonic() + PATIENCE
    while len(open_.open) and time.monotonic() < until:
        time.sleep(0.01)
    assert len(open_.open) == open_.open.networks == 0
    open_.stop()


def test_whoever_writes_from_this_machine_speaks_for_many():
    assert mail_server._host(("::ffff:192.0.2.7", 1, 0, 0)) == mail_server._host(("192.0.2.7", 1)) == "192.0.2.7"
    assert mail_server._host(("fe80::9%eth0", 1, 0, 0)) == "fe80::9"
    for here in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        assert mail_server._is_here(mail_server._host((here, 1)))
    assert mail_server._is_here(mail_server._host("")) and not mail_server._is_here("192.0.2.7")


def test_commands_without_end(listening):
    with socket.create_connection(listening.smtp, timeout=PATIENCE) as client:
        client.sendall(b"EHLO x\r\n" + b"VRFY x\r\n" * 30)
        said = b"".join(iter(lambda: client.recv(4096), b""))
    assert b"421" in said


def test_lmtp_answers_for_each_recipient(listening, incoming):
    two = ["play@mail.example", "focus@mail.example"]
    assert send(listening.lmtp, protocol=smtplib.LMTP) == {}
    with smtplib.LMTP(str(listening.file)) as client:
        client.sendmail("anna@example.org", "play@mail.example", MESSAGE.format(2))
    with smtplib.LMTP(*listening.lmtp) as client:
        client.ehlo()
        client.mail("anna@example.org")
        assert [client.rcpt(each)[0] for each in two] == [250, 250]
        assert [client.data(MESSAGE.format(3))[0], client.getreply()[0]] == [250, 250]
    assert len(incoming.to_do()) == 3
    with socket.create_connection(listening.lmtp, timeout=PATIENCE) as client:
        client.sendall(b"LHLO x\r\nMAIL FROM:<a@example.org>\r\nRCPT TO:<play@mail.example>\r\n")
        client.sendall(b"RCPT TO:<focus@mail.example>\r\nDATA\r\n" + b"x" * 50_000 + b"\r\n.\r\nQUIT\r\n")
        said = b"".join(iter(lambda: client.recv(4096), b""))
    assert said.count(b"500 Line too long") == 2


def test_a_port_whose_loop_fails_takes_mail_again(incoming, monkeypatch, caplog):
    failing, served = [OSError("too many open files")], Event()

    class Failing(asyncio.Event):
        async def wait(self):
            if failing:
                raise failing.pop()
            served.set()
            return await super().wait()

    monkeypatch.setattr(asyncio, "Event", Failing)
    open_ = Receiver(incoming, "mail.example")
    (smtp,) = open_.start([HERE])
    assert served.wait(PATIENCE)
    send(smtp.getsockname())
    open_.stop()
    assert len(incoming.to_do()) == 1 and not failing
    assert [record.getMessage() for record in caplog.records] == ["The loop mail port failed, and goes on."]


def test_a_place_that_is_taken(listening, incoming):
    other = Receiver(incoming, "mail.example")
    with pytest.raises(PlaceTaken, match="stop the program"):
        other.start([Place("127.0.0.1", listening.smtp[1])])
    other.stop()

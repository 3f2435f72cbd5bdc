"""A house that is killed while people play by mail: every move is played once, and every mail gets out."""

import os
import random
import signal
import smtplib
import socket
import subprocess
import sys
import time
from contextlib import closing

import pytest

from fivefold.doors.mail.post import transports
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.notices.mail import mail_queue as outgoing_mails
from fivefold.house.table.seating import MatchRequest
from tests.attack.conftest import many
from tests.house.mail_people import ADDRESSES, with_mail
from tests.house.people import ANNA, BEN
from tests.ports import free_port

pytestmark = pytest.mark.slow
DOMAIN = "mail.example"
MATCHES = 24
KILLS = many(4, 20)
PATIENCE = 60.0


class Served:
    """A house that is served by a process of its own, which can be killed and started again."""

    def __init__(self, place):
        self.place, self.port, self.process = place, free_port(), None

    def start(self):
        command = [sys.executable, "-m", "fivefold", "serve", "--port", str(free_port()), "--data", str(self.place)]
        ways = ["--mail-domain", DOMAIN, "--mail-in", f"127.0.0.1:{self.port}", "--mail-out", str(self.place / "out")]
        ways += ["--workers", "1"]
        self.process = subprocess.Popen([*command, *ways], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("it does not take mail")

    def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def end(self):
        self.process.terminate()
        self.process.wait()


def prepare(url):
    """Return matches of Anna, who is to move, and Ben, each with a move and the address at which she plays it."""
    with closing(open_database(url)) as database:
        house = House(database)
        with_mail(house, ADDRESSES)
        found = []
        for _ in range(MATCHES):
            now = house.sit(house.create(ANNA, MatchRequest("focus", {}, ("link",), begin="me")).id, BEN)
            mail = house.mail.outgoing.put("nag", ANNA, match=now.id, number=0, content={"subject": ""})
            found.append((now.id, now.match.legal_moves()[0], f"play+{house.mail.outgoing.key(mail)}@{DOMAIN}"))
        with house.writing() as connection:  # nothing but what the moves cause is to be sent
            connection.exec_driver_sql("UPDATE outgoing_mails SET state = 'sent'")
        return found


def message(number, move, to):
    return f"From: {ADDRESSES[ANNA]}\r\nTo: {to}\r\nMessage-ID: <{number}@example.org>\r\n\r\n{move}\r\n"


def hand_in(port, number, move, to):
    """Hand a mail in as a mail server does; return whether it was taken."""
    try:
        with smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
            client.sendmail(ADDRESSES[ANNA], to, message(number, move, to))
        return True
    except (OSError, smtplib.SMTPException):
        return False


def waits(url):
    """Return whether something is to be read, or to be sent."""
    with closing(open_database(url)) as database:
        house = House(database)
        with house.reading() as connection:
            return house.mail.incoming.waiting() + len(outgoing_mails.load_due(connection, "9999", 1000))


@pytest.mark.long
def test_nothing_is_lost_and_nothing_done_twice_however_often_a_house_is_killed(tmp_path):
    url, chosen = f"sqlite:///{tmp_path}/fivefold.db", random.Random(16)
    sent, served = prepare(url), Served(tmp_path)
    dies_after = set(chosen.sample(range(2, MATCHES), KILLS))
    served.start()
    try:
        for number, (_, move, to) in enumerate(sent):
            if number in dies_after:
                time.sleep(chosen.random() * 0.3)
                served.kill()
                assert not hand_in(served.port, number, move, to)
                served.start()
            assert hand_in(served.port, number, move, to)
            if number % 3 == 0:
                hand_in(served.port, number, move, to)  # as a server does that has not heard that it was taken
        with closing(open_database(url)) as database, House(database).writing() as connection:
            connection.exec_driver_sql("UPDATE outgoing_mails SET due = made WHERE state = 'waiting'")
        until = time.monotonic() + PATIENCE
        while waits(url) and time.monotonic() < until:
            time.sleep(0.1)
    finally:
        served.end()
    assert not waits(url)
    look_over(url, tmp_path / "out", [match for match, _, _ in sent])


def look_over(url, out, matches):
    with closing(open_database(url)) as database:
        house = House(database)
        assert [house.snapshot(match).number for match in matches] == [1] * MATCHES
        answered = [mail.match for mail in house.mail.outgoing.of_person(ANNA, "answer")]
        told = [mail.match for mail in house.mail.outgoing.of_person(BEN, "match") if mail.number == 1]
        assert sorted(answered) == sorted(matches) == sorted(told)
    mails = [transports.read(file) for file in transports.messages(out)]
    ids = [mail["Message-ID"] for mail in mails]
    assert len(set(ids)) == len(ids)
    assert [sum(mail["To"] == ADDRESSES[each] for mail in mails) for each in (ANNA, BEN)] == [MATCHES, MATCHES]

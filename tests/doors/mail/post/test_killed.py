"""A house that is killed while it reads mails: every move is played, once, and every mail is answered."""

import os
import signal
import smtplib
import socket
import subprocess
import sys
import time
from contextlib import closing

import pytest

from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from tests.attack.conftest import many
from tests.house.mail_people import ADDRESSES, with_mail
from tests.house.people import ANNA, BEN
from tests.ports import free_port

pytestmark = pytest.mark.slow
DOMAIN = "mail.example"
MATCHES = 12


def serve(folder, port):
    command = [sys.executable, "-m", "fivefold", "serve", "--port", str(free_port()), "--data", str(folder)]
    mail = ["--mail-domain", DOMAIN, "--mail-in", f"127.0.0.1:{port}", "--workers", "1"]
    served = subprocess.Popen([*command, *mail], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return served
        except OSError:
            time.sleep(0.05)
    raise AssertionError("it does not take mail")


def prepare(url):
    """Return matches of Anna and Ben, each with a move and the address at which Anna plays it."""
    with closing(open_database(url)) as database:
        house = House(database)
        with_mail(house, ADDRESSES)
        found = []
        for _ in range(MATCHES):
            now = house.sit(house.create(ANNA, MatchRequest("focus", {}, ("link",), begin="me")).id, BEN)
            mail = house.mail.outgoing.put("nag", ANNA, match=now.id, number=now.number, content={"subject": ""})
            found.append((now.id, now.match.legal_moves()[0], f"play+{house.mail.outgoing.key(mail)}@{DOMAIN}"))
        with house.writing() as connection:
            connection.exec_driver_sql("UPDATE outgoing_mails SET state = 'sent'")
        return found


def send(port, sent):
    with smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        for number, (_, move, address) in enumerate(sent):
            text = f"From: {ADDRESSES[ANNA]}\r\nTo: {address}\r\nMessage-ID: <{number}@example.org>\r\n\r\n{move}\r\n"
            client.sendmail(ADDRESSES[ANNA], address, text)


def left(url):
    with closing(open_database(url)) as database:
        return House(database).mail.incoming.waiting()


@pytest.mark.long
def test_a_house_that_is_killed_again_and_again_loses_nothing_and_does_nothing_twice(tmp_path):
    url, port = f"sqlite:///{tmp_path}/fivefold.db", free_port()
    sent = prepare(url)
    served = serve(tmp_path, port)
    send(port, sent)
    for pause in many((0.0, 0.3), (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.3)):
        time.sleep(pause)
        os.kill(served.pid, signal.SIGKILL)
        served.wait()
        served = serve(tmp_path, port)
    until = time.monotonic() + 60
    while left(url) and time.monotonic() < until:
        time.sleep(0.1)
    served.terminate()
    served.wait()
    with closing(open_database(url)) as database:
        house = House(database)
        assert [house.snapshot(match).number for match, _, _ in sent] == [1] * MATCHES
        answers = house.mail.outgoing.of_person(ANNA, "answer")
        assert sorted(mail.match for mail in answers) == sorted(match for match, _, _ in sent)
        assert house.mail.incoming.waiting() == 0

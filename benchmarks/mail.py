"""How many mails a second can be read, and how many moves by mail carried out and answered."""

import tempfile
import time
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import func, select

from benchmarks.measurement import Measurement
from fivefold.doors.mail.post.incoming import Handling, Worker
from fivefold.doors.mail.post.outgoing import Messages
from fivefold.doors.mail.reading.messages import Envelope, read_commands, read_message
from fivefold.doors.mail.writing.message import Draw
from fivefold.house.database import open_database
from fivefold.house.database.schema import entries
from fivefold.house.house import House
from fivefold.house.notices.mail import mail_queue as outgoing_mails
from fivefold.house.notices.mail.mail_queue import MATCH
from fivefold.house.people.signing_in import Device
from fivefold.house.table.seating import MatchRequest
from fivefold.raster.jobs import Board

DOMAIN: Final = "mail.example"
READ, QUICK_READ = 4000, 400
ANSWERED, QUICK_ANSWERED = 400, 40
RUNS: Final = 3
"""The best counts: others may use the machine meanwhile."""
MADE: Final = 100
QUOTED: Final = "\n".join(f"> {'what the house wrote before, a line of it ':.<60}" for _ in range(40))


class Run(NamedTuple):
    """What a second was enough for."""

    moves: float
    letters: float
    drawn: float


class Moved(NamedTuple):
    """A mail with a move, as it comes."""

    sender: str
    recipient: str
    raw: bytes


def _nothing(board: Board, width: int) -> None:
    """Draw nothing."""


NO_DRAWING: Final[Draw] = _nothing


def measure_mail(quick: bool) -> list[Measurement]:
    """Measure reading alone, and a move from the mail that came to the letters that go out, without pictures."""
    reading = max(_read_a_second(QUICK_READ if quick else READ) for _ in range(RUNS))
    runs = [_answered_a_second(QUICK_ANSWERED if quick else ANSWERED) for _ in range(1 if quick else RUNS)]
    said = f"a reply of 3 kB with a move, best of {RUNS}"
    stored = "stored, read, played, the answer stored"
    return [
        Measurement("mails read", reading, "/s", 2000.0, False, note=said),
        Measurement("moves by mail answered", max(run.moves for run in runs), "/s", 200.0, False, note=stored),
        Measurement(
            "letters about them made", max(run.letters for run in runs), "/s", None, False, note="text and HTML"
        ),
        Measurement("the same with a picture", max(run.drawn for run in runs), "/s", None, False, note="each new"),
    ]


def _read_a_second(count: int) -> float:
    mail = _moved("anna@example.org", f"play@{DOMAIN}", "c1-c3:2", 1)
    envelope = Envelope(mail.sender, (mail.recipient,))
    started = time.perf_counter()
    for _ in range(count):
        read_commands(read_message(mail.raw, envelope), replies=True)
    return count / (time.perf_counter() - started)


def _answered_a_second(count: int) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(f"sqlite:///{Path(folder) / 'house.db'}")
        house = House(database)
        mails = list(_moves(house, count))
        worker = Worker(house.mail.incoming, Handling(house, DOMAIN))
        before = _entries(house)
        started = time.perf_counter()
        for number, mail in enumerate(mails):
            house.mail.incoming.add(f"{number}", mail.sender, [mail.recipient], mail.raw)
        while worker.sweep():
            pass
        seconds = time.perf_counter() - started
        played = _entries(house) - before
        made, drawn = _made_a_second(house, None), _made_a_second(house, NO_DRAWING)
        database.close()
    return Run(played / seconds, drawn, made)


def _made_a_second(house: House, draw: Draw | None) -> float:
    """Return how many letters about matches are made; those who are to move next get them."""
    messages = Messages(house, DOMAIN, draw=draw)
    with house.reading() as connection:
        waiting = [mail for mail in outgoing_mails.load_due(connection, "9999", MADE) if mail.kind == MATCH]
    started = time.perf_counter()
    for mail in waiting:
        messages.composed(mail, "other@example.org")
    return len(waiting) / (time.perf_counter() - started)


def _entries(house: House) -> int:
    """Return how many moves there are in all matches."""
    with house.reading() as connection:
        return connection.scalar(select(func.count()).select_from(entries)) or 0


def _moves(house: House, count: int) -> Iterator[Moved]:
    """Yield mails with the first moves of slow games, each by a person of its own."""
    for number in range(count):
        first, second = (_player(house, f"{name}{number:010}") for name in ("first", "other"))
        wish = MatchRequest("focus", {}, ("link",), begin="me", time="3d/move")
        now = house.sit(house.create(first, wish).id, second)
        told = house.mail.outgoing.put(MATCH, first, match=now.id, since=0, number=now.number)
        recipient = f"play+{house.mail.outgoing.key(told)}@{DOMAIN}"
        yield _moved(f"{first}@example.org", recipient, now.match.legal_moves()[0], number)


def _player(house: House, name: str) -> str:
    house.signing_in.keep(name, name, Device("a mail program", "192.0.2.1"), None)
    house.mail.addresses.want(name, f"{name}@example.org")
    house.mail.addresses.confirm(name, f"{name}@example.org")
    return name


def _moved(sender: str, recipient: str, move: str, number: int) -> Moved:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = f"A Player <{sender}>", recipient
    mail["Subject"] = "Re: Focus 101: Anna – Ben"
    mail["Message-ID"] = f"<{number}.bench@example.org>"
    mail["In-Reply-To"] = f"<1@{DOMAIN}>"
    mail.set_content(f"{move}\n\nGood luck!\n\nOn Monday, Fivefold <play@{DOMAIN}> wrote:\n{QUOTED}\n")
    return Moved(sender, recipient, mail.as_bytes())

"""The world outside the house: one mail server where everybody's mail arrives, and people who read and write."""

import asyncio
import smtplib
import threading
from collections import defaultdict
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from email.utils import make_msgid, parseaddr

from aiosmtpd import smtp

PATIENCE = 60.0
"""Seconds after which a mail that has not come is taken to be lost: long, machines may be busy."""


class World:
    """A mail server of the world: it takes whatever the house sends, and keeps it by recipient."""

    def __init__(self):
        self.came = threading.Condition()
        self.boxes = defaultdict(list)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    async def handle_DATA(self, server, session, envelope):  # noqa: N802  (aiosmtpd's name)
        mail = message_from_bytes(envelope.content, policy=default)
        mail.envelope_sender = envelope.mail_from
        with self.came:
            for recipient in envelope.rcpt_tos:
                self.boxes[recipient.lower()].append(mail)
            self.came.notify_all()
        return "250 taken"

    def __enter__(self):
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(PATIENCE)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listen(self):
        return await self._loop.create_server(lambda: smtp.SMTP(self, loop=self._loop), "127.0.0.1", 0)

    async def _end(self):
        self._server.close()
        await self._server.wait_closed()


class Writer:
    """Somebody with a mail program."""

    def __init__(self, world, address, name, house_port, domain="mail.example"):
        self.world, self.address, self.name = world, address, name
        self.house_port, self.house = house_port, f"play@{domain}"
        self.read = 0

    @property
    def box(self):
        return self.world.boxes[self.address]

    def next(self, fits=lambda mail: True):
        """Return the next mail that fits, and take those before it as read."""
        with self.world.came:
            found = self.world.came.wait_for(lambda: self._find(fits), PATIENCE)
        assert found, f"{self.address} waits; the last mails: {[mail['Subject'] for mail in self.box[-3:]]}"
        self.read, mail = found
        return mail

    def _find(self, fits):
        places = range(self.read, len(self.box))
        return next(((place + 1, self.box[place]) for place in places if fits(self.box[place])), None)

    def write(self, subject, text="", to=None, sender=None, answers=None, **headers):
        """Send a mail to the house; return it."""
        mail = EmailMessage(policy=SMTP)
        mail["From"] = f"{self.name} <{sender or self.address}>"
        mail["To"] = to or self.house
        mail["Subject"] = subject
        mail["Message-ID"] = make_msgid(domain="example.org")
        if answers is not None:
            mail["In-Reply-To"] = mail["References"] = answers["Message-ID"]
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        self.post(mail)
        return mail

    def post(self, mail, sender=None):
        """Hand a mail over as it is."""
        with smtplib.SMTP("127.0.0.1", self.house_port, timeout=PATIENCE) as server:
            server.send_message(mail, sender or self.address, [parseaddr(mail["To"])[1]])

    def answer(self, mail, text, **more):
        """Answer a mail as mail programs do, with what it said below."""
        quoted = "\n".join(f"> {line}" for line in said(mail).splitlines())
        return self.write(
            f"Re: {mail['Subject']}",
            f"{text}\n\nOn Monday the house wrote:\n{quoted}\n",
            to=parseaddr(mail["Reply-To"])[1],
            answers=mail,
            **more,
        )


def said(mail):
    """Return the text of a mail."""
    return mail.get_body(("plain",)).get_content()


def everything(mail):
    """Return all that a mail says to people: its subject, text, and HTML."""
    html = mail.get_body(("html",))
    return "\n".join([mail["Subject"], said(mail), html.get_content() if html is not None else ""])

"""All that runs for the mail of a house that is being served."""

from collections.abc import Callable
from pathlib import Path

from fivefold.doors.mail.post.incoming import Handling, Worker
from fivefold.doors.mail.post.outgoing import Messages, Sender
from fivefold.doors.mail.post.receiver import Receiver
from fivefold.doors.mail.post.settings import MailSettings
from fivefold.doors.mail.post.transports import Folder, Smtp
from fivefold.doors.mail.writing.message import drawn_by
from fivefold.house.computers.opponents import Opponents
from fivefold.house.house import House
from fivefold.raster.jobs import Inlay


class MailServer:
    """Sends the house's mail, takes mail and reads it."""

    def __init__(
        self,
        house: House,
        opponents: Opponents,
        settings: MailSettings,
        make: Callable[[Inlay], bytes] | None = None,
    ) -> None:
        """``make``: makes the pictures of letters, elsewhere than in this process; without it they are made here."""
        house.mail.domain = settings.domain
        self._settings = settings
        draw = drawn_by(make) if make is not None else None
        messages = Messages(house, settings.domain, settings.base, opponents, draw)
        self._worker = Worker(house.mail.incoming, Handling(house, settings.domain, settings.trusted, settings.base))
        self._receiver = Receiver(house.mail.incoming, settings.domain, self._worker.tell)
        out = settings.out
        way = Folder(out) if isinstance(out, Path) else Smtp(out, settings.domain)
        self._sender = Sender(house, way, messages.composed, messages.bounces)

    def start(self) -> None:
        """Begin. Raises ``PlaceTaken``."""
        smtp, lmtp = self._settings.smtp, self._settings.lmtp
        self._receiver.start([smtp] if smtp else [], [lmtp] if lmtp else [])
        self._worker.start()
        self._sender.start()

    def stop(self) -> None:
        """End; mails that were accepted and not read, or not sent, are read and sent after the next start."""
        self._receiver.stop()
        self._worker.stop()
        self._sender.stop()

    def lines(self) -> list[str]:
        """Return what is said of the mail when the house is served."""
        settings = self._settings
        taken = {"SMTP": settings.smtp, "LMTP": settings.lmtp}
        told = [f"{name} at {place}" for name, place in taken.items() if place is not None]
        ways = " and ".join([*told, "`fivefold mail deliver`"])
        return [f"Mail: play@{settings.domain}, out to {settings.out}", f"Mail comes in by {ways}"]

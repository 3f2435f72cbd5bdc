"""What runs for the mail that comes in: places where other servers hand it in, and a worker that reads it."""

from fivefold.doors.mail.post.handling import Handling
from fivefold.doors.mail.post.receiver import Receiver
from fivefold.doors.mail.post.settings import WaysIn
from fivefold.doors.mail.post.worker import Worker
from fivefold.house.house import House


class Reception:
    """Takes mail and reads it."""

    def __init__(self, house: House, domain: str, ways: WaysIn, base: str = "") -> None:
        """``base``: the public address of the pages; empty where there is none."""
        self._ways = ways
        self._worker = Worker(house.mail.incoming, Handling(house, domain, ways.trusted, base))
        self._receiver = Receiver(house.mail.incoming, domain, self._worker.tell)

    def start(self) -> None:
        """Begin. Raises ``PlaceTaken``."""
        smtp, lmtp = self._ways.smtp, self._ways.lmtp
        self._receiver.start([smtp] if smtp else [], [lmtp] if lmtp else [])
        self._worker.start()

    def stop(self) -> None:
        """End; mails that were accepted and not read are read after the next start."""
        self._receiver.stop()
        self._worker.stop()

    def lines(self) -> list[str]:
        """Return what is said of it when the house is served."""
        taken = {"SMTP": self._ways.smtp, "LMTP": self._ways.lmtp}
        told = [f"{name} at {place}" for name, place in taken.items() if place is not None]
        return [f"Mail comes in by {' and '.join([*told, '`fivefold mail deliver`'])}"]

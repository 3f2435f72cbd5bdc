"""What runs for the mail that comes in: places where other servers hand it in, and a worker that reads it."""

import argparse
import re
from dataclasses import dataclass
from typing import Any, Final

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.post.handling import Handling
from fivefold.doors.mail.post.places import Place, read_place
from fivefold.doors.mail.post.receiver import Receiver
from fivefold.doors.mail.post.worker import Worker
from fivefold.house.house import House

SERVER: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")


@dataclass(frozen=True, slots=True)
class WaysIn:
    """How mail comes in, besides `fivefold mail deliver`."""

    smtp: Place | None = None
    lmtp: Place | None = None
    trusted: str = ""
    """The name of the server whose checks of senders are believed; empty for none."""


NO_WAY_IN: Final = WaysIn()


def add_arguments(group: Any) -> None:
    """Add what `fivefold serve` takes for mail that comes in, to a group of arguments."""
    group.add_argument("--mail-in", metavar="HOST:PORT", help="take mail by SMTP at this port (none)")
    group.add_argument(
        "--mail-lmtp", metavar="WHERE", help="take mail by LMTP at HOST:PORT, or at a socket with this path (none)"
    )
    group.add_argument(
        "--mail-trusts",
        default="",
        metavar="SERVER",
        help="believe who sent a mail where this server, your own, has checked it: its name in Authentication-Results; "
        "no mail may reach the house in another way (none: everybody replies, or is asked)",
    )


def ways_in(options: argparse.Namespace) -> WaysIn:
    """Return what these options say. Raises ``InvalidOption``."""
    trusted = options.mail_trusts.strip()
    if trusted and not SERVER.fullmatch(trusted):
        remedy = "write it as your server does, like mx.example.org"
        raise InvalidOption("it is no name of a server", subject=f"--mail-trusts {trusted[:60]}", remedy=remedy)
    smtp = read_place(options.mail_in) if options.mail_in else None
    return WaysIn(smtp, read_place(options.mail_lmtp, files=True) if options.mail_lmtp else None, trusted)


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

"""The post office of a house that is being served: everything that runs for its mail."""

from collections.abc import Callable
from pathlib import Path

from fivefold.doors.mail.post.folder import Folder
from fivefold.doors.mail.post.messages import Messages
from fivefold.doors.mail.post.reception import Reception
from fivefold.doors.mail.post.sender import Sender
from fivefold.doors.mail.post.settings import MailSettings
from fivefold.doors.mail.post.smtp import Smtp
from fivefold.doors.mail.post.ways_out import WayOut
from fivefold.doors.mail.writing.message import drawn_by
from fivefold.house.computers.opponents import Opponents
from fivefold.house.house import House
from fivefold.raster.jobs import Inlay


class Office:
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
        self._reception = Reception(house, settings.domain, settings.ways_in, settings.base)
        self._sender = Sender(house, way_out(settings), messages.composed, messages.bounces)

    def start(self) -> None:
        """Begin. Raises ``PlaceTaken``."""
        self._reception.start()
        self._sender.start()

    def stop(self) -> None:
        """End; what was not sent is sent after the next start."""
        self._reception.stop()
        self._sender.stop()

    def lines(self) -> list[str]:
        """Return what is said of the mail when the house is served."""
        settings = self._settings
        return [f"Mail: play@{settings.domain}, out to {settings.out}", *self._reception.lines()]


def way_out(settings: MailSettings) -> WayOut:
    """Return how messages leave the house."""
    if isinstance(settings.out, Path):
        return Folder(settings.out)
    return Smtp(settings.out, settings.domain)

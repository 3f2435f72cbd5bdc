"""Reads the mails that came, one after the other, in a thread of its own."""

import logging
from typing import Final

from fivefold.doors.mail.post.handling import Handling
from fivefold.house.errors import Busy, NotKept
from fivefold.house.loop import Loop
from fivefold.house.notices.mail.incoming import IncomingMails
from fivefold.house.notices.mail.stored_incoming import StoredIncoming

logger = logging.getLogger("fivefold.mail")
AT_ONCE: Final = 20
"""Mails that are taken from the store together."""
MOST_TRIES: Final = 10
"""A mail that is still not done then is given up: it has ended the process, or was there as often when something else
did. A house that is killed a few times in a row loses none."""
LONGEST_SLEEP: Final = 1.0
"""Seconds until the store is looked at again: another process may have stored a mail."""
PAUSE: Final = 2.0
"""Seconds after which it is tried again where nothing could be stored."""
FORGET_EVERY: Final = 3600
"""Looks at the store after which old mails are forgotten."""


class Worker:
    """Handles mails in the order in which they came."""

    def __init__(self, incoming: IncomingMails, handling: Handling) -> None:
        self._incoming, self._handling = incoming, handling
        self._noted: set[int] = set()
        """Mails whose try is noted, by this process."""
        self._loop, self._looks = Loop("mail worker", self._round, again=PAUSE), 0

    def tell(self) -> None:
        """Say that there is a mail."""
        self._loop.wake()

    def start(self) -> None:
        """Begin."""
        self._loop.start()

    def stop(self) -> None:
        """End after the mail that is being handled; the others are handled after the next start."""
        self._loop.stop()

    def sweep(self) -> int:
        """Handle mails that are to be read; return how many. Raises ``Busy``, ``NotKept``."""
        mails = self._incoming.to_do(AT_ONCE) if self._incoming.mine else []
        self._note([mail for mail in mails if mail.tries == 0])
        for mail in mails:
            if self._loop.stopping or not self._incoming.mine:
                break
            with self._incoming.reading(mail) as mine:
                if not mine:
                    return 0  # another process is at it: those after it wait
                self._take(mail)
        return len(mails)

    def _take(self, mail: StoredIncoming) -> None:
        if mail.tries >= MOST_TRIES and mail.id not in self._noted:
            logger.error("mail %d is given up: whenever it was read, the house has stopped", mail.id)
            self._incoming.done(mail, self._handling.given_up(mail))
            return
        self._note([mail])
        try:
            self._handling.handle(mail)
        except (Busy, NotKept):
            raise
        except Exception:
            logger.exception("mail %d is given up: it could not be handled", mail.id)
            self._incoming.done(mail, self._handling.given_up(mail))
        self._noted.discard(mail.id)

    def _note(self, mails: list[StoredIncoming]) -> None:
        new = [mail for mail in mails if mail.id not in self._noted]
        if new:
            self._incoming.note_tries(new)
            self._noted.update(mail.id for mail in new)

    def _round(self) -> float:
        if self._looks % FORGET_EVERY == 0:
            self._incoming.forget_old()
        self._looks += 1
        return 0.0 if self.sweep() else LONGEST_SLEEP

"""`fivefold mail deliver` stores one message from standard input, for any mail server's pipe or alias.

It is read by `fivefold serve`, at once if that runs, otherwise when it does. The exit status is one of sysexits, so
that a mail server knows whether to try again.
"""

import argparse
import sys
from contextlib import closing
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.post import arrivals
from fivefold.house.database import place
from fivefold.house.database.database import open_house
from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail.incoming import IncomingMails

STORED, NOT_TAKEN, NO_INPUT, LATER = 0, 65, 66, 75
"""EX_OK, EX_DATAERR, EX_NOINPUT, EX_TEMPFAIL."""
LONGEST_SENDER: Final = 254


def run(options: argparse.Namespace) -> int:
    """Store the message on standard input; return the exit status, and say on standard error why not."""
    raw = sys.stdin.buffer.read(arrivals.MOST_BYTES + 1)
    if not raw.strip():
        return _failed("there is no message on standard input", NO_INPUT)
    raw = _without_mbox_line(raw)
    try:
        _store(place.url_of(options), options.sender, options.to or _told(raw), raw)
    except arrivals.TooBig as error:
        return _failed(str(error), NOT_TAKEN)
    except (FivefoldError, OSError) as error:
        return _failed(str(error), LATER)
    except Exception as error:  # whatever is wrong here is not the sender's fault: the mail server keeps the message
        return _failed(f"{type(error).__name__}: {error}", LATER)
    return STORED


def _store(url: str, sender: str | None, recipients: list[str], raw: bytes) -> None:
    with closing(open_house(url)) as database:
        address = sender if sender is None else sender.strip().strip("<>").lower()[:LONGEST_SENDER]
        arrivals.store(IncomingMails(Ledger(database)), address, recipients, raw)
        print(f"Stored in {place.house_words(database)}.")  # (getmail takes anything on standard error for a failure)


def _told(raw: bytes) -> list[str]:
    found = arrivals.delivered_to(raw)
    return [found.lower()] if found else []


def _without_mbox_line(raw: bytes) -> bytes:
    """Leave out the line that programs write before a message in a mailbox file."""
    return raw.partition(b"\n")[2] if raw.startswith(b"From ") else raw


def _failed(why: str, status: int) -> int:
    print(f"fivefold: {' '.join(why.split())}", file=sys.stderr)
    return status


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "--to",
        action="append",
        metavar="ADDRESS",
        help=f"whom the message is for; may be repeated ({', '.join(arrivals.TOLD_BY_SERVERS)}, otherwise To and Cc)",
    )
    parser.add_argument(
        "--from", dest="sender", metavar="ADDRESS", help="the sender of the envelope, empty for none (Return-Path)"
    )
    place.add_arguments(parser)
    parser.set_defaults(refused=LATER)  # with settings that cannot be read no message is lost either

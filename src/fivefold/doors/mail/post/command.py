"""`fivefold mail`: what whoever runs a house does with its mail from the command line.

`deliver` stores one message from standard input, for any mail server's pipe or alias. It is read by `fivefold serve`,
at once if that runs, otherwise when it does. The exit status is one of sysexits, so that a mail server knows whether to
try again. `read` shows the mails that a house has written into its folder, as a mail program would show them.
"""

import argparse
import sys
from contextlib import closing
from email.message import EmailMessage, MIMEPart
from pathlib import Path
from typing import Final

from fivefold.command import FAILED, FINE, USAGE, Command, whole
from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.post import arrivals, transports
from fivefold.doors.mail.post.settings import folder_of
from fivefold.house.database import place
from fivefold.house.database.database import open_house
from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail.incoming import IncomingMails

STORED, NOT_TAKEN, NO_INPUT, LATER = 0, 65, 66, 75
"""EX_OK, EX_DATAERR, EX_NOINPUT, EX_TEMPFAIL."""
LONGEST_SENDER: Final = 254


def _run_deliver(options: argparse.Namespace) -> int:
    """Store the message on standard input; return the exit status, and say on standard error why not."""
    raw = sys.stdin.buffer.read(arrivals.MOST_BYTES + 1)
    if not raw.strip():
        return _failed("there is no message on standard input", NO_INPUT)
    if raw.startswith(b"From "):  # the line that programs write before a message in a mailbox file
        raw = raw.partition(b"\n")[2]
    told = [found.lower()] if (found := arrivals.delivered_to(raw)) else []
    try:
        _store(place.url_of(options), options.sender, options.to or told, raw)
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


def _add_deliver_arguments(parser: argparse.ArgumentParser) -> None:
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


# --- `fivefold mail read` --------------------------------------------------------------------------------------------


HEADERS: Final = ("From", "To", "Reply-To", "Subject", "Date")
WIDTH: Final = 32
"""Characters of an address in the list."""


def _run_read(options: argparse.Namespace) -> int:
    """List the mails, or show one. Raises ``WrongDatabase``, ``OSError``."""
    kept = options.folder or folder_of(place.url_of(options))
    if kept is None or not kept.is_dir():
        return _failed(f"{kept or 'the house'}: no mails yet; `fivefold serve --mail-domain DOMAIN` writes them there")
    found = transports.messages(kept)
    if options.number is None:
        return _list(found)
    if not 1 <= options.number <= len(found):
        return _failed(f"there is no mail {options.number}: there are {len(found)}")
    return _show(transports.read(found[options.number - 1]), options.html)


def _add_read_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("number", nargs="?", type=whole, metavar="N", help="show mail N of the list")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write what mail programs show as HTML into a file")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="the folder that --mail-out of serve names")
    place.add_arguments(parser)


def _list(found: list[Path]) -> int:
    for number, file in enumerate(found, start=1):
        told = transports.headers(file)
        to = _clean(str(told["To"] or ""))[:WIDTH]
        print(f"{number:>4}  {to:<{WIDTH}}  {_clean(str(told['Subject'] or ''))}")
    if not found:
        print("No mails yet.")
    return FINE


def _show(message: EmailMessage, html: Path | None) -> int:
    for name in HEADERS:
        if message[name]:
            print(f"{name}: {_clean(str(message[name]))}")
    body = message.get_body(("plain",))
    print()
    print(_printable(_text(body)) if body is not None else "(no text)")
    if html is None:
        return FINE
    page = message.get_body(("html",))
    if page is None:
        return _failed("this mail has no HTML", FAILED)
    html.write_text(_with_pictures(_text(page), message), encoding="utf-8")
    print(f"{html}: written")
    return FINE


def _text(part: MIMEPart) -> str:
    content = part.get_content()
    lines = content.splitlines() if isinstance(content, str) else []
    if part.get_param("format") == "flowed":  # a blank more before lines that could be taken for something else
        lines = [line.removeprefix(" ").rstrip(" ") for line in lines]
    return "\n".join(lines)


def _with_pictures(page: str, message: EmailMessage) -> str:
    """Return a page with its pictures in it, so that a browser shows them."""
    for part in message.walk():
        name = str(part["Content-ID"] or "").strip("<>")
        if name and part.get_content_maintype() == "image":
            data = str(part.get_payload()).replace("\r", "").replace("\n", "")
            page = page.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{data}")
    return page


def _clean(words: str) -> str:
    return " ".join(_printable(words).split())


def _printable(text: str) -> str:
    return "".join(each if each.isprintable() or each == "\n" else " " for each in text)


def _failed(why: str, status: int = USAGE) -> int:
    print(f"fivefold: {' '.join(why.split())}", file=sys.stderr)
    return status


# --- `fivefold mail` -------------------------------------------------------------------------------------------------


def run(options: argparse.Namespace) -> int:
    """Carry out what was asked for; return the exit status."""
    return int(options.action(options))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    added = actions.add_parser("deliver", help="store one message from standard input for the house to read")
    _add_deliver_arguments(added)
    added.set_defaults(action=_run_deliver)
    added = actions.add_parser("read", help="list the mails that the house has written into a folder, or show one")
    _add_read_arguments(added)
    added.set_defaults(action=_run_read)


MAIL: Final = Command(add_arguments, run)

"""`fivefold mail read`: the mails that a house has written into its folder, as a mail program would show them."""

import argparse
import sys
from email.message import EmailMessage, MIMEPart
from pathlib import Path
from typing import Final

from fivefold.command import FAILED, FINE, USAGE, whole
from fivefold.doors.mail.post import folder
from fivefold.doors.mail.post.settings import folder_of
from fivefold.house.database import place

HEADERS: Final = ("From", "To", "Reply-To", "Subject", "Date")
WIDTH: Final = 32
"""Characters of an address in the list."""


def run(options: argparse.Namespace) -> int:
    """List the mails, or show one. Raises ``WrongDatabase``, ``OSError``."""
    kept = options.folder or folder_of(place.url_of(options))
    if kept is None or not kept.is_dir():
        return _failed(f"{kept or 'the house'}: no mails yet; `fivefold serve --mail-domain DOMAIN` writes them there")
    found = folder.messages(kept)
    if options.number is None:
        return _list(found)
    if not 1 <= options.number <= len(found):
        return _failed(f"there is no mail {options.number}: there are {len(found)}")
    return _show(folder.read(found[options.number - 1]), options.html)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("number", nargs="?", type=whole, metavar="N", help="show mail N of the list")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write what mail programs show as HTML into a file")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="the folder that --mail-out of serve names")
    place.add_arguments(parser)


def _list(found: list[Path]) -> int:
    for number, file in enumerate(found, start=1):
        told = folder.headers(file)
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
    """Return text without characters that steer a terminal."""
    return "".join(each if each.isprintable() or each == "\n" else " " for each in text)


def _failed(why: str, status: int = USAGE) -> int:
    print(f"fivefold: {why}", file=sys.stderr)
    return status

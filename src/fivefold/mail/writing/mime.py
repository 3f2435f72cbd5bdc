"""A letter as a message: headers, text, HTML with its pictures."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Final

from fivefold.mail.letters import Letter, Picture
from fivefold.mail.writing.page import alternative, answered_at, pictured
from fivefold.raster.jobs import Board

POLICY: Final = SMTP.clone(max_line_length=78)
REPLIED, GENERATED = "auto-replied", "auto-generated"
"""What a mail is, for programs: the answer to one, or one that the house sends by itself. Other programs then answer
neither (RFC 3834)."""
LONGEST_HEADER: Final = 200


@dataclass(frozen=True, slots=True)
class HouseAddress:
    """From where the house writes."""

    domain: str
    local: str = "play"
    name: str = "Fivefold"

    @property
    def plain(self) -> str:
        """The address to which anybody may write."""
        return f"{self.local}@{self.domain}"

    def answering(self, key: str) -> str:
        """Return the address at which a mail with this key is answered."""
        return f"{self.local}+{key}@{self.domain}" if key else self.plain


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture that was drawn."""

    png: bytes
    says: str = ""
    """What it shows, in words."""


Draw = Callable[[Board, int], Drawn | None]
"""Draws a position so many pixels wide; ``None`` where it cannot be drawn now: the letter goes without it."""


def composed(
    letter: Letter,
    house: HouseAddress,
    to: str,
    message_id: str,
    reply_key: str,
    at: datetime,
    *,
    in_reply_to: str = "",
    automatic: str = GENERATED,
    unsubscribe: str = "",
    draw: Draw | None = None,
) -> bytes:
    """Return a letter as the bytes of a message.

    ``message_id``, ``in_reply_to``: with or without ``<>``; all letters about one board refer to the same thread.
    ``automatic``: ``REPLIED`` or ``GENERATED``. ``unsubscribe``: a page on which one click stops mails like this.
    ``draw``: draws its pictures; without it they are drawn here.
    """
    message = EmailMessage(POLICY)
    message["From"] = Address(house.name, house.local, house.domain)
    message["To"] = Address(addr_spec=header(to))
    message["Reply-To"] = Address(house.name, addr_spec=house.answering(header(reply_key)))
    message["Subject"] = header(letter.subject)
    message["Date"] = format_datetime(at)
    message["Message-ID"] = angled(message_id)
    _thread(message, letter, house, in_reply_to)
    message["Auto-Submitted"] = header(automatic)
    _unsubscribe(message, house, reply_key, unsubscribe)
    message.set_content(flowed(letter.text), cte="quoted-printable" if _long_or_not_ascii(letter.text) else "7bit")
    message.set_param("format", "flowed")
    if letter.html:
        html = answered_at(letter.html, house.answering(header(reply_key)) if reply_key else "", letter.subject)
        _add_html(message, letter, html, draw or _draw)
    return message.as_bytes()


def header(words: str) -> str:
    """Return words as they may stand in a header: one line without characters that steer anything."""
    kept = "".join(" " if unicodedata.category(each) in ("Cc", "Zl", "Zp") else each for each in words)
    return " ".join(kept.split())[:LONGEST_HEADER]


def angled(message_id: str) -> str:
    """Return a Message-ID with its brackets."""
    return f"<{''.join(header(message_id).split()).strip('<>')}>"


def thread_id(board: tuple[str, int], domain: str) -> str:
    """Return the Message-ID that all letters about a match refer to; no message has it."""
    game, number = board
    return f"<{game}.{number}@{domain}>"


def flowed(text: str) -> str:
    """Return text as RFC 3676 wants it: lines that look like a quote's or a mailbox's begin with a blank more."""
    return "\n".join(f" {line}" if line.startswith((" ", "From ")) else line for line in text.split("\n"))


def _thread(message: EmailMessage, letter: Letter, house: HouseAddress, in_reply_to: str) -> None:
    known = [thread_id(letter.board, house.domain)] if letter.board is not None else []
    answered = [angled(in_reply_to)] if in_reply_to.strip() else []
    if known or answered:
        message["References"] = " ".join([*known, *answered])
        message["In-Reply-To"] = (answered or known)[0]


def _unsubscribe(message: EmailMessage, house: HouseAddress, reply_key: str, page: str) -> None:
    by_mail = f"<mailto:{house.answering(header(reply_key))}?subject=unsubscribe>"
    if page:
        message["List-Unsubscribe"] = f"<{''.join(header(page).split())}>, {by_mail}"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    elif reply_key:
        message["List-Unsubscribe"] = by_mail


def _long_or_not_ascii(text: str) -> bool:
    return not text.isascii() or any(len(line) > 900 for line in text.split("\n"))


# --- HTML and pictures -----------------------------------------------------------------------------------------------


def _add_html(message: EmailMessage, letter: Letter, html: str, draw: Draw) -> None:
    drawn = [(picture, draw(picture.board, picture.width)) for picture in letter.pictures]
    message.add_alternative(_shown(html, drawn), subtype="html", cte="quoted-printable")
    shown = [(picture, made) for picture, made in drawn if made is not None]
    if not shown:
        return
    page = message.get_payload()[-1]  # type: ignore[index]
    for picture, made in shown:
        cid = f"<{picture.name}>"
        page.add_related(  # type: ignore[union-attr]
            made.png, "image", "png", cid=cid, filename=f"{picture.name}.png", disposition="inline"
        )


def _shown(html: str, drawn: Sequence[tuple[Picture, Drawn | None]]) -> str:
    """Return HTML whose pictures say what they show."""
    for picture, made in drawn:
        if made is not None and made.says:
            html = html.replace(alternative(picture), pictured(picture, made.says))
    return html


def _draw(board: Board, width: int) -> Drawn | None:
    from fivefold.raster import board as drawing  # noqa: PLC0415  (what draws is loaded when it is needed)

    made = drawing.drawn_board(board, width)
    return Drawn(made.png, made.says)

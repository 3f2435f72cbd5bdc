"""A letter as a message: headers, text, HTML with its pictures.

The older classes of the library write it (``compat32``): those that parse every header they are given take three times
as long. So every value is made one line without characters that steer anything, before it is given to them.
"""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.charset import BASE64, QP, Charset
from email.header import Header
from email.message import Message
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.policy import compat32
from email.utils import format_datetime, formataddr
from logging import getLogger
from typing import Final
from urllib.parse import quote

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.writing.letters import Letter, Picture, answered_at, pictured
from fivefold.house.match_view import pictures
from fivefold.play.catalogue import find
from fivefold.raster.jobs import Board, Inlay

POLICY: Final = compat32.clone(linesep="\r\n", max_line_length=78)
REPLIED, GENERATED = "auto-replied", "auto-generated"
"""What a mail is, for programs: the answer to one, or one that the house sends by itself. Other programs then answer
neither (RFC 3834)."""
STOP_MATCH, STOP_ALL = "notify never", "mail never"
"""What somebody writes who wants no more mails about a match, or none at all."""
LONGEST_HEADER: Final = 200
NAME: Final = "Fivefold"
"""By which the house signs its mails."""
logger: Final = getLogger("fivefold.mail")


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A picture that was drawn."""

    png: bytes
    says: str = ""
    """What it shows, in words."""


Draw = Callable[[Board, int], DrawnPicture | None]
"""Draws a position so many pixels wide; ``None`` where it cannot be drawn now: the letter goes without it."""


def drawn_by(make: Callable[[Inlay], bytes]) -> Draw:
    """Return what draws by having ``make`` make the pictures, in a process of its own for example."""

    def draw(board: Board, width: int) -> DrawnPicture | None:
        try:
            return DrawnPicture(make(Inlay(board, width)), described(board))
        except (FivefoldError, RuntimeError) as error:
            logger.warning("A mail goes without its picture: %s.", error)
            return None

    return draw


def drawn_here(board: Board, width: int) -> DrawnPicture | None:
    """Draw a position in this process."""
    from fivefold.raster import making  # noqa: PLC0415  (what draws is loaded when it is needed)

    return drawn_by(making.inlay)(board, width)


def described(board: Board) -> str:
    """Return what a position is, for people who hear it."""
    drawing = pictures.drawn(find(board.game), board.row, board.viewer, dict(board.marks))
    return drawing.description or drawing.title


def house_address(domain: str, key: str = "") -> str:
    """Return the address at which the house is written to, or a mail with this key is answered."""
    return f"play+{key}@{domain}" if key else f"play@{domain}"


def composed(
    letter: Letter,
    domain: str,
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
    answers = house_address(domain, header(reply_key))
    message = _body(letter, answers if reply_key else "", draw or drawn_here, _angled(message_id).strip("<>"))
    message["From"] = formataddr((NAME, house_address(domain)))
    message["To"] = "".join(header(to).split())
    message["Reply-To"] = formataddr((NAME, answers))
    message["Subject"] = _encoded(header(letter.subject))
    message["Date"] = format_datetime(at)
    message["Message-ID"] = _angled(message_id)
    _thread(message, letter, domain, in_reply_to)
    message["Auto-Submitted"] = header(automatic)
    if letter.board is not None:
        game, number = letter.board
        message["List-Id"] = f"<{game.replace('_', '-')}-{number}.play.{domain}>"
    _unsubscribe(message, letter, answers if reply_key else "", unsubscribe)
    return message.as_bytes(policy=POLICY)


def header(words: str) -> str:
    """Return words as they may stand in a header: one line without characters that steer anything."""
    kept = "".join(" " if unicodedata.category(each) in ("Cc", "Zl", "Zp") else each for each in words)
    return " ".join(kept.split())[:LONGEST_HEADER]


def _angled(message_id: str) -> str:
    return f"<{''.join(header(message_id).split()).strip('<>')}>"


def _thread_id(board: tuple[str, int], domain: str) -> str:
    """Return the Message-ID that all letters about a match refer to; no message has it."""
    game, number = board
    return f"<{game}.{number}@{domain}>"


def _flowed(text: str) -> str:
    """Return text as RFC 3676 wants it: lines that look like a quote's or a mailbox's begin with a blank more."""
    return "\n".join(f" {line}" if line.startswith((" ", "From ")) else line for line in text.split("\n"))


def _encoded(subject: str) -> str:
    if subject.isascii():
        return subject
    return Header(subject, "utf-8", header_name="Subject").encode(linesep="\r\n")


def _thread(message: Message, letter: Letter, domain: str, in_reply_to: str) -> None:
    known = [_thread_id(letter.board, domain)] if letter.board is not None else []
    answered = [_angled(in_reply_to)] if in_reply_to.strip() else []
    if known or answered:
        message["References"] = " ".join([*known, *answered])
        message["In-Reply-To"] = (answered or known)[0]


def _unsubscribe(message: Message, letter: Letter, answers: str, page: str) -> None:
    command = STOP_ALL if letter.board is None else STOP_MATCH
    by_mail = [f"<mailto:{answers}?subject={quote(command)}>"] if answers else []
    if page:
        message["List-Unsubscribe"] = ", ".join([f"<{''.join(header(page).split())}>", *by_mail])
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    elif by_mail:
        message["List-Unsubscribe"] = by_mail[0]


def _body(letter: Letter, answers: str, draw: Draw, unique: str) -> Message:
    """Return what a message says, yet without most of its headers.

    ``answers``: where it is answered; ``unique``: what no other message has, for the ids of its pictures (RFC 2392).
    """
    text = _text(_flowed(letter.text), "plain", QP)
    text.set_param("format", "flowed")
    if not letter.html:
        return text
    drawn = [(picture, draw(picture.board, picture.width)) for picture in letter.pictures]
    page = _text(_shown(answered_at(letter.html, answers, letter.subject), drawn, unique), "html", BASE64)
    images = [_image(picture, made, unique) for picture, made in drawn if made is not None]
    whole = MIMEMultipart("alternative", policy=POLICY)
    whole.attach(text)
    related = MIMEMultipart("related", policy=POLICY, type="text/html") if images else page
    for part in (page, *images) if images else ():
        related.attach(part)
    whole.attach(related)
    return whole


def _text(words: str, kind: str, encoding: int) -> MIMEText:
    if words.isascii() and kind == "plain":
        return MIMEText(words, kind, "us-ascii", policy=POLICY)
    charset = Charset("utf-8")
    charset.body_encoding = encoding
    return MIMEText(words, kind, charset, policy=POLICY)  # type: ignore[arg-type]


def _image(picture: Picture, made: DrawnPicture, unique: str) -> MIMEImage:
    image = MIMEImage(made.png, "png", policy=POLICY)
    image["Content-ID"] = f"<{picture.name}.{unique}>"
    image["Content-Disposition"] = f'inline; filename="{picture.name}.png"'
    return image


def _shown(html: str, drawn: Sequence[tuple[Picture, DrawnPicture | None]], unique: str) -> str:
    """Return HTML whose pictures are those of this message, and say what they show."""
    for picture, made in drawn:
        if made is not None:
            own = replace(picture, name=f"{picture.name}.{unique}")
            html = html.replace(pictured(picture, picture.says), pictured(own, made.says or picture.says))
    return html

"""A letter as a message that mail programs read."""

from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default

import pytest

from fivefold.doors.mail.reading.messages import Envelope, read_commands, read_message
from fivefold.doors.mail.writing.letters import Letter, Picture, written
from fivefold.doors.mail.writing.message import GENERATED, REPLIED, STOP_ALL, STOP_MATCH, DrawnPicture, composed
from fivefold.raster.jobs import Board

HOUSE = "mail.example"
AT = datetime(2025, 3, 1, 12, tzinfo=UTC)
KEY = "k" * 24
PICTURE = Picture("board", Board("focus", (1, 2), -5), "The board", 560)
TEXT = "Your turn.\n\n a b\nFrom here on\n> quoted\n-- \nFivefold\n"


def sent(letter, message_id="<7@mail.example>", to="anna@example.org", key=KEY, **more):
    """Return a letter as a mail program reads it."""
    return message_from_bytes(composed(letter, HOUSE, to, message_id, key, AT, **more), policy=default)


def test_headers_say_from_whom_and_where_to_answer():
    mail = sent(Letter("Focus 101: Anna – Ben", TEXT, board=("focus", 101)))
    assert mail["From"] == "Fivefold <play@mail.example>"
    assert mail["To"] == "anna@example.org"
    assert mail["Reply-To"] == f"Fivefold <play+{KEY}@mail.example>"
    assert mail["Subject"] == "Focus 101: Anna – Ben"
    assert mail["Message-ID"] == "<7@mail.example>"
    assert mail["List-Id"] == "<focus-101.play.mail.example>" and sent(Letter("x", TEXT))["List-Id"] is None
    assert mail["Date"].datetime == AT
    assert not mail.defects


def test_letters_about_one_match_hang_together():
    first, second = (sent(Letter("x", TEXT, board=("focus", 101)), number) for number in ("1@m.example", "2@m.example"))
    assert first["References"] == second["References"] == "<focus.101@mail.example>"
    other = sent(Letter("x", TEXT, board=("focus", 102)))
    assert other["References"] != first["References"]


def test_an_answer_refers_to_what_it_answers():
    mail = sent(Letter("x", TEXT, board=("focus", 101)), in_reply_to="<q@example.org>", automatic=REPLIED)
    assert mail["In-Reply-To"] == "<q@example.org>"
    assert mail["References"].split() == ["<focus.101@mail.example>", "<q@example.org>"]
    assert mail["Auto-Submitted"] == "auto-replied"
    assert sent(Letter("x", TEXT))["Auto-Submitted"] == GENERATED


def test_mails_can_be_stopped_with_a_click():
    mail = sent(Letter("x", TEXT), unsubscribe="https://play.example/mail/stop/abc")
    assert mail["List-Unsubscribe"].startswith("<https://play.example/mail/stop/abc>, <mailto:play+k")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Unsubscribe"].endswith("?subject=mail%20never>")
    about = sent(Letter("x", TEXT, board=("focus", 101)))
    assert about["List-Unsubscribe"].endswith("?subject=notify%20never>")
    assert sent(Letter("x", TEXT), key="")["List-Unsubscribe"] is None


def test_what_stops_mails_is_a_command():
    for command in (STOP_MATCH, STOP_ALL):
        raw = f"From: anna@example.org\r\nTo: play@mail.example\r\nSubject: {command}\r\n\r\n".encode()
        asked = read_commands(read_message(raw, Envelope("anna@example.org", ("play@mail.example",))), replies=True)
        assert [line.word for line in asked.commands] == [command.split()[0]]


@pytest.mark.parametrize(
    "evil", ["x\r\nBcc: all@example.org", "x\nBcc: all@example.org", "x\rBcc: y", "x\x00\u2028Bcc: y", "x\x85Bcc: y"]
)
def test_nobody_adds_headers(evil):
    letters = [Letter(evil, TEXT), written("message", by=evil, text="Hello")]
    for letter in letters:
        mail = sent(letter, message_id=f"<{evil}@mail.example>", in_reply_to=evil, unsubscribe=f"https://{evil}")
        assert mail["Bcc"] is None
        assert len(mail["Subject"].splitlines()) == 1


def test_the_text_is_read_back():
    mail = sent(Letter("x", TEXT))
    assert mail.get_content_type() == "text/plain"
    assert mail["Content-Type"].params["format"] == "flowed"
    assert unstuffed(mail.get_content()) == TEXT
    odd = sent(Letter("x", "Größe ♠ 🂡\n" + "ü" * 70 + "\n"))
    assert odd.get_content().splitlines() == ["Größe ♠ 🂡", "ü" * 70]


def unstuffed(text):
    """Return flowed text without the blanks that were put before some lines."""
    return "\n".join(line.removeprefix(" ") for line in text.replace("\r\n", "\n").split("\n"))


def test_html_comes_with_its_pictures():
    html = '<p><img src="cid:board" alt="The board"></p>'
    letter = Letter("x", TEXT, html, (PICTURE,))
    mail = sent(letter, draw=lambda board, width: DrawnPicture(b"\x89PNG", 'Red: "a1" & more'))
    assert mail.get_content_type() == "multipart/alternative"
    text, related = mail.iter_parts()
    assert text.get_content_type() == "text/plain"
    page, picture = related.iter_parts()
    assert 'alt="Red: &quot;a1&quot; &amp; more"' in page.get_content()
    assert picture["Content-ID"] == "<board.7@mail.example>"
    assert picture.get_content() == b"\x89PNG"


def test_without_a_picture_the_letter_goes_all_the_same():
    letter = Letter("x", TEXT, '<img src="cid:board" alt="The board">', (PICTURE,))
    mail = sent(letter, draw=lambda board, width: None)
    _, page = mail.iter_parts()
    assert page.get_content_type() == "text/html"


def test_a_letter_is_kept_as_data():
    letter = Letter("x", TEXT, "<p>", (PICTURE,), ("focus", 101))
    assert Letter.read(letter.stored()) == letter

"""Mails in a folder instead of a mail server, and `fivefold mail read`, which shows them."""

from email.message import EmailMessage

import pytest

from fivefold import cli
from fivefold.doors.mail.post.transports import Folder, Unreachable, messages

pytestmark = pytest.mark.slow

ENVELOPE = ("bounce@mail.example", "anna@example.org")
DOT = b"\x89PNG\r\n\x1a\n"


def message(number, subject="A move", text="It is your turn.\n"):
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Fivefold <play@mail.example>", "anna@example.org", subject
    made["Message-ID"] = f"<{number}.abcdef0123456789@mail.example>"
    made.set_content(text)
    made.add_alternative('<p>It is <b>your</b> turn.</p><img src="cid:board">', subtype="html")
    made.get_payload()[-1].add_related(DOT, "image", "png", cid="<board>")
    return made.as_bytes()


@pytest.fixture
def mails(tmp_path):
    way = Folder(tmp_path / "mail")
    way.open()
    for number, subject in ((10, "Focus 101: Anna – Ben"), (9, "Locus 102: Anna – Cleo\n  folded")):
        way.send(*ENVELOPE, message(number, subject.replace("\n", "")))
    way.close()
    return way


def read(capsys, *words):
    status = cli.main(["mail", "read", *map(str, words)])
    return status, *capsys.readouterr()


def test_a_message_that_comes_twice_lies_there_once(tmp_path, mails):
    before = messages(tmp_path / "mail")
    mails.send(*ENVELOPE, message(10))
    assert messages(tmp_path / "mail") == before and len(before) == 2
    assert list((tmp_path / "mail" / "tmp").iterdir()) == []
    assert before[0].stat().st_mode & 0o077 == 0


def test_mails_are_listed_in_the_order_in_which_they_were_made(tmp_path, mails, capsys):
    status, told, _ = read(capsys, "--data", tmp_path)
    first, second = told.splitlines()
    assert status == 0 and first.split()[:3] == ["1", "anna@example.org", "Locus"]
    assert second.endswith("Focus 101: Anna – Ben")


def test_one_mail_is_shown_and_its_page_written_with_its_pictures(tmp_path, mails, capsys):
    status, told, _ = read(capsys, "--data", tmp_path, 2, "--html", tmp_path / "page.html")
    assert status == 0 and "Subject: Focus 101: Anna – Ben" in told and "It is your turn." in told
    assert 'src="data:image/png;base64,iVBORw0K' in (tmp_path / "page.html").read_text()


def test_a_mail_cannot_steer_the_terminal(tmp_path, capsys):
    way = Folder(tmp_path / "mail")
    way.open()
    way.send(*ENVELOPE, message(1, "Hello", "Red: \x1b[31m and a bell \x07\n"))
    _, told, _ = read(capsys, "--data", tmp_path, 1)
    assert "Red:  [31m and a bell" in told and "\x1b" not in told


def test_what_is_not_there_is_told(tmp_path, mails, capsys):
    assert read(capsys, "--data", tmp_path, 3)[::2] == (2, "fivefold: there is no mail 3: there are 2\n")
    status, _, told = read(capsys, "--data", tmp_path / "elsewhere")
    assert status == 2 and "no mails yet" in told


def test_a_folder_that_cannot_be_written_is_told_of(tmp_path):
    (tmp_path / "mail").write_text("a file")
    with pytest.raises(Unreachable, match="mail"):
        Folder(tmp_path / "mail").open()

"""A letter as HTML: the same as its text, and nothing that is fetched."""

import re
from html import unescape

import pytest

from fivefold.doors.mail.writing.blocks import (
    Choices,
    Columns,
    Document,
    Foot,
    Heading,
    Items,
    Lead,
    Paragraph,
    Quoted,
    Typed,
)
from fivefold.doors.mail.writing.of_match import match_letter
from fivefold.doors.mail.writing.page import answered_at, page
from fivefold.doors.mail.writing.plain import diagram_lines, wrapped
from tests.doors.mail.writing.tables import ANNA, GAMES, begun, played

WORD = re.compile(r"\w+")


def words_of(html):
    """Return the words that a reader of HTML sees."""
    body = re.sub(r"<(style|title)>.*?</\1>", "", html, flags=re.DOTALL)
    return WORD.findall(unescape(re.sub(r"<[^>]+>", " ", body)))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_html_says_what_the_text_says(house, game):
    now = played(house, begun(house, game), 6)
    letter = match_letter(house, now.id, ANNA, 2, base="https://play.example")
    diagram = {word for line in _diagram(now, letter) for word in WORD.findall(line)}
    missing = set(WORD.findall(letter.text.split("\n-- ")[0])) - set(words_of(letter.html)) - diagram
    assert not missing


def _diagram(now, letter):
    board = letter.pictures[0].board
    return diagram_lines(now.match.game.notation.diagram(list(board.row), board.viewer))


def test_nothing_is_fetched_from_anywhere(house):
    now = played(house, begun(house, "focus"), 6)
    html = match_letter(house, now.id, ANNA, 2, base="https://play.example").html
    assert set(re.findall(r'src="([a-z]+):', html)) == {"cid"}
    assert not re.search(r"url\(|@import|<script|<link|onclick", html)


def test_nothing_that_somebody_wrote_becomes_markup():
    evil = '<img src=x onerror=alert(1)>"&'
    blocks = [
        *(Lead(evil), Heading(evil), Paragraph(evil), Items([evil]), Choices([(evil, evil)]), Typed([evil], True)),
        *(Quoted(evil, evil), Columns([evil], [[evil]]), Document(evil), Foot([evil], f'https://x/"{evil}')),
    ]
    html = page(evil, blocks)
    assert "<img" not in html
    assert not re.search(r'="[^"]*"&[^a-z#]', html)
    assert "javascript:" not in page("x", [Document("[a](javascript:alert(1))")]).replace("[a](javascript:", "")


def test_answers_are_links_to_the_reply_address():
    html = page("x", [Typed(["c2-c1:1"], answers=True)])
    linked = answered_at(html, "play+key@mail.example", "Focus 101: Anna – Ben")
    assert 'href="mailto:play+key@mail.example?subject=Re%3A%20Focus%20101' in linked
    assert "&amp;body=c2-c1%3A1" in linked
    assert '"answer:' not in answered_at(html, "", "x")


def test_paragraphs_flow():
    lines = wrapped("word " * 40)
    assert all(line.endswith(" ") and len(line) <= 73 for line in lines[:-1])
    assert not lines[-1].endswith(" ")
    assert all(len(line) <= 78 for line in wrapped("x" * 500))
    address = "https://play.example/mail/stop?key=" + "x" * 100
    assert wrapped(address) == [address]
    assert all(len(line) < 998 for line in wrapped("https://" + "x" * 5000))

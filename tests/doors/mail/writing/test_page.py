"""A letter as HTML: the same as its text, and nothing that is fetched."""

import re
from html import unescape

import pytest

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.answers import Failed, Listed, Said, Told
from fivefold.doors.mail.writing import match_letters
from fivefold.doors.mail.writing.answer_letters import compose_answers
from fivefold.doors.mail.writing.letters import answered_at, written
from fivefold.doors.mail.writing.match_letters import match_letter
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


def test_nothing_that_somebody_wrote_becomes_markup(house):
    evil = '<img src=x onerror=alert(1)>"&'
    failed = Failed(evil, FivefoldError(evil, subject=evil, remedy=evil))
    answers = [Said((evil,)), Listed(evil, (evil,), [(evil,)]), Told(evil, evil), failed]
    asked = {"doubt": "forwarded", "old_form": False}
    templates = ("address", "sign_up", "sign_off", "moved")
    letters = [
        compose_answers(house, answers, None, f'https://x/"{evil}', original=evil),
        written("question", lines=[evil], comment=evil, base=f'https://x/"{evil}', sender=evil, match=evil, **asked),
        written("message", by=evil, text=evil),
        match_letters.chat_letter(house, begun(house, "focus").id, ANNA, evil, evil),
        *(written(each, name=evil, link=evil, playing=2, base=evil) for each in templates),
    ]
    for letter in letters:
        assert "<img src=x" not in letter.html
        assert not re.search(r'="[^"]*"&[^a-z#]', letter.html)
    link = compose_answers(house, [Told("x", "[a](javascript:alert(1))")], None).html
    assert "javascript:" not in link.replace("[a](javascript:", "")


def test_answers_are_links_to_the_reply_address(house):
    letter = match_letter(house, begun(house, "focus").id, ANNA, 0)
    move = re.search(r'href="answer:([^"]*)"', letter.html)[1]
    linked = answered_at(letter.html, "play+key@mail.example", letter.subject)
    assert 'href="mailto:play+key@mail.example?subject=Re%3A%20Focus%20101' in linked
    assert f"&amp;body={move}" in linked and ":" not in move
    assert '"answer:' not in answered_at(letter.html, "", "x")


def test_paragraphs_flow():
    lines = wrapped("word " * 40)
    assert all(line.endswith(" ") and len(line) <= 73 for line in lines[:-1])
    assert not lines[-1].endswith(" ")
    assert all(len(line) <= 78 for line in wrapped("x" * 500))
    address = "https://play.example/mail/stop?key=" + "x" * 100
    assert wrapped(address) == [address]
    assert all(len(line) < 998 for line in wrapped("https://" + "x" * 5000))

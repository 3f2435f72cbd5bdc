"""Every sentence of a mail is used."""

import re
from pathlib import Path

import fivefold.doors.mail.writing
from fivefold.doors.mail.writing.words import WORDS

SOURCES = "".join(path.read_text() for path in Path(fivefold.doors.mail.writing.__file__).parent.glob("*.py"))
PUT_TOGETHER = re.compile(r"question-\w+")
"""Keys that are put together of two words."""


def test_no_sentence_is_left_over():
    used = re.findall(r"""["']([\w-]+)["']""", SOURCES)
    left_over = {key for key in WORDS.templates if used.count(key) < 2 and not PUT_TOGETHER.match(key)}
    assert not left_over

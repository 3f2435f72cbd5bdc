"""Lines of chat are plain text on one line, of which all can be seen."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.table.chat import LONGEST, PHRASES, known_phrase, tidy_line


def test_what_cannot_be_seen_or_disturbs_others_is_left_out():
    cases = {
        "  Good\tgame,\n thanks \u2003 a lot  ": "Good game, thanks a lot",
        "a\u202eb\u2066c\u2069d": "abcd",  # other directions
        "a\u200b\u200b\u200bb\ufeffc\u00ad": "abc",  # no width
        "a\u200db": "ab",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467!": "\U0001f468\u200d\U0001f469\u200d\U0001f467!",  # a family
        "z" + "\u0336\u0337\u0338\u0321\u0322" * 9: "z\u0336\u0337\u0338",
        "Cafe\u0301": "Café",
        "x\u0000\u0007y": "xy",
        "\u3164\u2800hello": "hello",
        "<b>&amp;</b>": "<b>&amp;</b>",
        "שלום 你好": "שלום 你好",
    }
    assert {text: tidy_line(text) for text in cases} == cases


def test_a_line_with_nothing_to_see_or_too_much_is_refused():
    for text in ("", "   ", "\u200b\u200b", "\u202e", "\u3164"):
        with pytest.raises(InvalidOption, match="nothing"):
            tidy_line(text)
    assert tidy_line("x" * LONGEST) == "x" * LONGEST
    with pytest.raises(InvalidOption, match=f"301 characters are too long; at most {LONGEST}"):
        tidy_line("x" * (LONGEST + 1))


def test_phrases_have_short_keys_and_words_of_their_own():
    assert len(PHRASES) >= 10 and len(set(PHRASES.values())) == len(PHRASES)
    for key, words in PHRASES.items():
        assert known_phrase(key) == key and len(key) <= 16 and tidy_line(words) == words
    with pytest.raises(InvalidOption, match="no such phrase"):
        known_phrase("shout")

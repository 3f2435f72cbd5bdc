"""The table of what can be mailed."""

from fivefold.doors.mail.words import ALIASES, BY_NAME, WORDS, find
from tests.quick import in_turn

FORGIVEN = {
    "move": ("move", "Move", "MOVE", "mvoe", "board", "play"),
    "queue": ("queue", "qmove", "moveq", "qboard", "boardq"),
    "challenge": ("challenge", "chall", "challange", "Challenges"),
    "preview": ("preview", "prev", "preveiw"),
    "submit": ("submit", "sub", "submti"),
    "subscribe": ("subscribe", "subs", "subscirbe"),
    "unsubscribe": ("unsubscribe", "unsub"),
    "standings": ("standings", "ratings"),
    "signup": ("signup", "add"),
    "signoff": ("signoff", "delete"),
    "reject": ("reject", "decline"),
    "moves": ("moves",),
    "show": ("show",),
    "showas": ("showas",),
    "help": ("help", "?"),
}


@in_turn("name, text", [(name, text) for name, texts in FORGIVEN.items() for text in texts])
def test_a_word_is_found_by_its_forgiving_spellings(name: str, text: str) -> None:
    word = find(text)
    assert word is not None
    assert word.name == name


@in_turn(
    "text",
    [
        "",
        "hello",
        "mo",
        "moving",
        "chal",
        "101",
        "c1-c3:2",
        "sub-zero",
        "challenging",
        "previous",
        "prevent",
        "subtle",
        "submarine",
        "x" * 10_000,
    ],
)
def test_other_words_mean_nothing(text: str) -> None:
    assert find(text) is None


def test_no_two_words_share_a_spelling() -> None:
    assert len(ALIASES) == sum(1 + len(word.aliases) for word in WORDS)
    assert len(BY_NAME) == len(WORDS)


@in_turn("word", WORDS)
def test_help_is_one_sentence(word: object) -> None:
    text = getattr(word, "help", "")
    assert text[0].isupper()
    assert text.endswith(".")
    assert text.count(". ") == 0

"""What programs answer, read: whatever it is, it is a move, a fact or a reason, never another error."""

from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.lab.players.programs import Greeting, with_info
from fivefold.lab.players.replies import Forfeit, move_of, plain_finding, quoted
from fivefold.play.match import Match

MATCHES = [Match("focus"), Match("pokeros", seed=1), Match("solitaire", seed=1, mode="race")]
WORDS = st.sampled_from(["depth", "nodes", "chances", "line", "0.5", "nan", "inf", "-1", "9" * 30, "\u00b2", "b2-c2:1"])
TEXTS = st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=8).map(" ".join))


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.sampled_from(MATCHES))
def test_an_answer_is_a_legal_move_or_a_reason(text, match):
    seat = max(match.to_move, 0)
    try:
        assert move_of(match, seat, text) in match.legal()
    except Forfeit as reason:
        assert reason.detail.isprintable() and len(reason.detail) < 1000


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_information_is_taken_as_far_as_it_can_be_read(text):
    found = with_info(plain_finding(MATCHES[0], 1, 0.1), text, 2)
    assert found.depth >= 0 and found.nodes >= 0
    assert len(found.shares) == 2 and all(0 <= share <= 1 for share in found.shares)
    assert quoted(text).isprintable()


@settings(max_examples=60, deadline=None)
@given(st.lists(TEXTS, max_size=9))
def test_a_greeting_takes_any_lines(lines):
    greeting = Greeting()
    for line in lines:
        try:
            greeting.note(line)
        except Forfeit as reason:
            assert "speaks" in reason.detail
    assert len(greeting.name) <= 60


def test_what_is_told_of_a_long_answer_is_short():
    try:
        move_of(MATCHES[0], 0, "x" * 60_000)
    except Forfeit as reason:
        assert 10 < len(reason.detail) <= 500


def test_a_greeting_has_an_end():
    greeting = Greeting()
    try:
        for number in range(5000):
            greeting.note(f"game {number}")
    except Forfeit as reason:
        assert "more than 1,000 lines" in reason.detail
    assert len(greeting.games) == 1000

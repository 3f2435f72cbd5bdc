"""Keys of reply addresses: nobody can make one up."""

from hypothesis import given
from hypothesis import strategies as st

from fivefold.house.notices.mail.mail_queue import KEY_LENGTH, mail_of, reply_key
from tests.quick import in_turn

SECRET = b"s" * 32


@given(st.integers(0, 2**40 - 1))
def test_a_key_leads_to_its_mail_in_any_case(mail):
    key = reply_key(SECRET, mail)
    assert len(key) == KEY_LENGTH and key == key.lower()
    assert mail_of(SECRET, key) == mail_of(SECRET, key.upper()) == mail


@given(st.text(max_size=40))
def test_what_somebody_makes_up_is_no_key(text):
    assert mail_of(SECRET, text) is None


@in_turn("place", range(KEY_LENGTH))
def test_a_key_with_another_character_is_none(place):
    key = reply_key(SECRET, 1234)
    changed = key[:place] + ("a" if key[place] != "a" else "b") + key[place + 1 :]
    assert mail_of(SECRET, changed) is None


def test_a_key_of_another_house_is_none():
    assert mail_of(b"t" * 32, reply_key(SECRET, 7)) is None

"""The cookie of looks: read with care, written short."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.doors.web.appearance import CHOICES, Appearance


def test_what_is_written_is_read():
    look = Appearance(theme="dark", suits="4", sound="on")
    assert Appearance.read(look.write()) == look
    assert look.write() == "theme=dark&suits=4&sound=on"


@pytest.mark.parametrize(
    "cookie", ["", "theme=purple", "sound", "theme=dark\0&x=%ff", "<script>", "=&=&;", "a=b&" * 5000]
)
def test_nonsense_is_the_default(cookie):
    assert Appearance.read(cookie) == Appearance()


@given(st.text())
def test_any_cookie_gives_valid_choices(cookie):
    look = Appearance.read(cookie)
    assert all(getattr(look, name) in values for name, values in CHOICES.items())


def test_choosing_one_keeps_the_rest():
    assert Appearance(theme="dark").with_choices({"suits": "4", "csrf": "x"}) == Appearance(theme="dark", suits="4")

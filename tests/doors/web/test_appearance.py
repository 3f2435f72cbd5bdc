"""How pages look: a cookie read with care and written short, kept with an account, and a style for every choice."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.responses import Response

from fivefold.doors.web import appearance
from fivefold.doors.web.appearance import CHOICES
from fivefold.doors.web.static_files import FOLDER
from fivefold.parts import svg
from fivefold.play.catalogue import find, keys


def written(look):
    return appearance.keep(Response(), look).headers["set-cookie"].split(";")[0].removeprefix("look=")


def test_what_is_written_is_read():
    look = {"theme": "dark", "suits": "4", "sound": "on"}
    assert written(look) == "theme=dark&suits=4&sound=on"
    assert appearance.read(written(look)) == look


def test_all_choices_together_fit_into_the_cookie():
    look = {name: max(values[1:], key=len) for name, values in CHOICES.items()}
    assert appearance.read(written(look)) == look


@pytest.mark.parametrize(
    "cookie", ["", "theme=purple", "theme=system", "sound", "theme=dark\0&x=%ff", "<script>", "=&=&;", "a=b&" * 5000]
)
def test_nonsense_is_the_default(cookie):
    assert appearance.read(cookie) == {}


@given(st.text())
def test_any_cookie_gives_valid_choices(cookie):
    assert all(value in CHOICES[name][1:] for name, value in appearance.read(cookie).items())


def test_choosing_one_keeps_the_rest_and_a_default_takes_it_back():
    assert appearance.with_choices({"theme": "dark"}, {"suits": "4", "csrf": "x"}) == {"theme": "dark", "suits": "4"}
    assert appearance.with_choices({"theme": "dark", "suits": "4"}, {"theme": "system"}) == {"suits": "4"}


@pytest.mark.parametrize("name", ["board", "cards", "figures", "suits"])
def test_every_choice_is_offered_with_a_picture_and_styled(anna, name):
    page = anna.get("/me", headers={"Accept": "text/html"}).text
    css = (FOLDER / "css" / "tokens.css").read_text() + svg.RULES
    for value in CHOICES[name]:
        label = re.search(rf'<label><input type="radio" name="{name}" value="{value}".*?</label>', page)[0]
        assert f'data-board="{value}"' in label or anna.get(re.search(r'src="([^"]+)"', label)[1]).status_code == 200
    for value in CHOICES[name][1:]:
        assert ".four-colour" in css if name == "suits" else re.search(rf'\[data-{name}="?{value}"?\]', css), value


def test_a_look_that_nobody_offers_has_no_picture(anna):
    assert anna.get("/looks/purple.svg").status_code == 404


def test_a_board_gives_all_that_pictures_take_from_it():
    rules = "".join(find(key).picture.STYLE for key in keys())
    taken = {
        name
        for value in re.findall(r"\[data-board\][^{]*\{([^}]*)\}", rules)
        for name in re.findall(r"var\(--([\w-]+)\)", value)
    }
    tokens = (FOLDER / "css" / "tokens.css").read_text()
    for board in CHOICES["board"][1:]:
        given = re.search(rf'\[data-board="{board}"\] \{{(.*?)\}}', tokens, re.DOTALL)[1]
        assert taken <= set(re.findall(r"--([\w-]+):", given))


def test_a_view_is_the_same_whatever_its_viewers_look(anna, live):
    address = f"/matches/{live['match']}/view"
    plain = anna.get(address).content
    for name, values in CHOICES.items():
        anna.cookies.set("look", f"{name}={values[-1]}")
        assert anna.get(address).content == plain

"""Themes as a browser sees them: each game in its own colours, four themes, words that stay whole."""

import re

import pytest

from fivefold.games.dice_poker.picture import LOOK as DICE
from fivefold.games.focus.picture import LOOK as FOCUS
from tests.browser import player
from tests.browser.conftest import PHONE
from tests.doors.web.test_styles import ratio

CHOSEN = {
    "light": "theme=light",
    "dark": "theme=dark",
    "contrast": "theme=light&contrast=more",
    "contrast_dark": "theme=dark&contrast=more",
}
SYSTEM = {
    "light": ("light", "no-preference"),
    "dark": ("dark", "no-preference"),
    "contrast": ("light", "more"),
    "contrast_dark": ("dark", "more"),
}
FRAME = "getComputedStyle(document.querySelector('svg.fivefold')).getPropertyValue('--frame')"
COLOURS = """button => [getComputedStyle(button).color, getComputedStyle(button.parentElement).backgroundColor,
    getComputedStyle(button).opacity, getComputedStyle(button).backgroundColor]"""


def frames(page):
    """Return what the boards of two games are framed with, each on its own page."""
    found = []
    for key in ("focus", "dice_poker"):
        page.goto(f"/learn/{key}")
        found.append(page.evaluate(FRAME))
    return found


def look(page, chosen):
    page.context.add_cookies([{"name": "look", "value": chosen, "url": page.evaluate("location.origin")}])
    page.reload()


@pytest.mark.long
def test_each_game_keeps_its_own_colours_in_every_theme(visit):
    page = visit("/")
    for theme, (scheme, contrast) in SYSTEM.items():
        page.emulate_media(color_scheme=scheme, contrast=contrast)
        assert frames(page) == [getattr(game, theme)["frame"] for game in (FOCUS, DICE)], theme
    page.emulate_media(color_scheme="light", contrast="no-preference")
    for theme, chosen in CHOSEN.items():
        look(page, chosen)
        assert frames(page) == [getattr(game, theme)["frame"] for game in (FOCUS, DICE)], theme
    page.emulate_media(color_scheme="dark", contrast="no-preference")
    look(page, CHOSEN["contrast"])
    assert frames(page)[0] == FOCUS.contrast["frame"], "light is light, whatever the system says"


def channels(colour):
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])


@pytest.mark.slow
def test_words_at_a_table_of_four_on_a_phone_stay_whole(visit):
    page = visit(size=PHONE)
    player.begin(page, "focus", others=("1", "4", "7"), players="4")
    player.ready(page)
    for seat in page.locator("#seats .seat").all():
        name = seat.locator(".seat-player")
        assert name.get_attribute("title") == name.inner_text()
        assert name.evaluate("name => getComputedStyle(name).textOverflow") == "ellipsis"
        assert seat.locator(".seat-top").bounding_box()["width"] > 60
    words = page.locator("#status")
    words.evaluate("words => { words.textContent = 'Red takes b7 and captures one green piece. '.repeat(4); }")
    assert words.evaluate("words => words.scrollHeight <= words.clientHeight + 1"), "nothing is cut off"
    look(page, "theme=dark")
    undo = page.locator("[data-action=undo]").first
    undo.evaluate("undo => undo.classList.add('primary')")
    colour, _, opacity, behind = undo.evaluate(COLOURS)
    assert (opacity, behind) == ("1", "rgba(0, 0, 0, 0)")
    assert (
        ratio(
            channels(colour),
            channels(page.locator("#actions").evaluate("bar => getComputedStyle(bar).backgroundColor")),
        )
        > 4.5
    )

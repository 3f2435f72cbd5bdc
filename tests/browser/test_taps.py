"""What a tap does: one tap where only one thing can be picked, and an answer where nothing can."""

import pytest

from tests.browser import player
from tests.browser.conftest import PHONE

PICKED = '#picture [data-pick="{}"][aria-pressed=true]'


def status(page, words):
    page.wait_for_function("words => document.querySelector('#status').textContent.includes(words)", arg=words)


def test_a_lone_card_is_picked_beforehand_and_placed_with_one_tap(visit):
    page = visit(size=PHONE, has_touch=True)
    player.begin(page, "solitaire", others=(), rejects="0/0/0")
    player.ready(page)
    for number in range(3):
        shown = player.view(page)
        card, cell = shown["moves"][-2 - number]["picks"]
        page.wait_for_selector(PICKED.format(card))
        player.by_touch(page, [cell])
        shown = player.until_further(page, shown["number"])
        while not shown["turn"]:
            shown = player.until_further(page, shown["number"])
    card = shown["moves"][0]["picks"][0]
    page.wait_for_selector(PICKED.format(card))
    player.by_touch(page, [card])
    status(page, "choose where it goes")
    page.keyboard.press("Escape")
    page.wait_for_selector(PICKED.format(card))
    page.touchscreen.tap(*centre_of(page, cell))
    status(page, "is already on")


@pytest.mark.long
def test_a_tap_on_the_opponents_turn_says_whose_turn_it_is(visit):
    page = visit()
    player.begin(page, "locus", others=("1",))
    player.ready(page)
    shown = player.view(page)
    page.route("**/stream*", lambda route: route.abort())
    player.by_mouse(page, shown["moves"][0]["picks"][:1])
    page.keyboard.press("Escape")
    dead = shown["moves"][0]["picks"][0]
    player.by_mouse(page, shown["moves"][0]["picks"])
    after = player.until_further(page, shown["number"])
    while not after["turn"]:
        after = player.until_further(page, after["number"])
    page.mouse.click(*centre_of(page, dead))
    status(page, "has a chip")


def centre_of(page, name):
    """Return the middle of a thing, whether or not it can be picked."""
    box = page.locator(f"#picture [data-thing='{name}'], #picture [data-pick='{name}']").first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.long
def test_sound_is_off_until_it_is_turned_on_and_stays_on(visit):
    page = visit()
    player.begin(page, "locus")
    player.ready(page)
    on = page.locator("#settings input[name=sound][value=on]")
    assert not on.is_checked()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Look and sound").click()
    on.check(force=True)
    page.reload()
    player.ready(page)
    assert on.is_checked()

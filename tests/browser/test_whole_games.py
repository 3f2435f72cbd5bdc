"""Games from the set-up form to the result, each way a person can make moves; by mouse, to their very end."""

import pytest

from fivefold.play.catalogue import keys
from tests.browser import choices, player
from tests.browser.conftest import DESKTOP, PHONE, TABLET
from tests.quick import landing

SHORT = {
    "locus": {"grid": "6x5"},
    "focus": {"win": "quota"},
    "pokeros": {"deck": "stripped"},
    "dice_poker": {"sets": "1"},
    "solitaire": {"touch": "anywhere", "rejects": "0/0/0"},
}
"""Options that make a game of each kind short; a game without an entry is played as it is offered."""
OPEN = {**SHORT, "pokeros": {"deck": "stripped", "hand": "1"}}
"""The same without secrets, for two people at one screen."""
FOR_TWO = {**SHORT, "solitaire": {**SHORT["solitaire"], "mode": "alternate", "touch2": "anywhere"}}
"""The same for two people in two browsers."""
CAPPED = {"dice_poker": 8}
"""Games that take many turns are given up after so many moves of one's own."""
FEW = 12
"""And every game, where the way moves are made is what is tried."""
BY_FORM = 5
"""Moves by the form alone: tests/doors/web plays every game to its end that way, here a browser fills the form in."""


def move_by(hand):
    return lambda page, choice: hand(page, choice["picks"])


def play(page, hand, seed, most=None):
    """Play a match to its end, or far enough."""
    return player.play_out(page, move_by(hand), seed, most or 400, resigns=most is not None)


def finished(page, shown):
    assert shown["over"] and shown["outcome"]["said"]
    page.wait_for_selector("#table.over, #result-title", state="attached")
    # The result is told when the last move has been seen.
    page.wait_for_function("said => document.body.innerText.includes(said)", arg=shown["outcome"]["said"])


@pytest.mark.slow
@pytest.mark.parametrize("game", landing({"locus"}, keys()))
def test_by_mouse_against_the_computer(visit, game):
    page = visit(size=DESKTOP)
    player.begin_by_form(page, game, others=("1",), **SHORT.get(game, {}))
    player.ready(page)
    finished(page, play(page, player.by_mouse, 1, CAPPED.get(game)))


@pytest.mark.slow
@pytest.mark.parametrize("game", landing({"solitaire"}, keys()))
def test_by_touch_on_a_phone(visit, game):
    page = visit(size=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    player.begin(page, game, **OPEN.get(game, {}))
    player.ready(page)
    finished(page, play(page, player.by_touch, 2, FEW))


@pytest.mark.slow
@pytest.mark.parametrize("game", landing({"focus"}, keys()))
def test_by_keys_alone(visit, game):
    page = visit(size=TABLET, reduced_motion="reduce")
    player.begin(page, game, **OPEN.get(game, {}))
    player.ready(page)
    finished(page, play(page, player.by_keys, 3, FEW))


@pytest.mark.long
def test_dice_to_the_last_piece_by_mouse(visit):
    page = visit(size=DESKTOP, reduced_motion="reduce")
    player.begin(page, "dice_poker", sets="1")
    player.ready(page)
    finished(page, player.play_out(page, move_by(player.by_mouse), choose=choices.towards_five))


@pytest.mark.slow
@pytest.mark.parametrize("game", landing({"focus"}, keys()))
def test_without_scripts(visit, game):
    page = visit(size=PHONE, java_script_enabled=False)
    player.begin_by_form(page, game, **OPEN.get(game, {}))
    for _ in range(BY_FORM):
        choice = page.locator("noscript select[name=move], select[name=move]")
        if not choice.count():
            break
        choice.first.select_option(index=choice.first.locator("option").count() // 2)
        with page.expect_navigation():
            page.locator("form:has(select[name=move]) button").first.click()
    shown = player.view(page)
    if not shown["over"]:
        page.goto(player.give_up(page))
        shown = player.view(page)
    assert shown["outcome"]["reason"].lower() in page.inner_text("body").lower()


@pytest.mark.slow
def test_hidden_hands_without_scripts(visit):
    page = visit(size=PHONE, java_script_enabled=False)
    player.begin(page, "pokeros", **SHORT["pokeros"])
    for _ in range(4):
        assert page.locator("select[name=move]").count() == 0 and page.locator("[id^='held-']").count() == 0
        with page.expect_navigation():
            page.locator("#uncover a").click()
        assert page.locator("[id^='held-']").count() == 3
        with page.expect_navigation():
            page.locator("form:has(select[name=move]) button").first.click()
    page.reload()
    assert page.locator("main.covered").count() == 1

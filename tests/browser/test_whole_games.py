"""Whole games, from the set-up form to the result, each way a person can make moves."""

import pytest

from fivefold.play.catalogue import keys
from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE, TABLET

SHORT = {"locus": {"grid": "6x5"}, "focus": {"win": "quota"}}
"""Options that make a game of each kind short; a game without an entry is played as it is offered."""


def move_by(hand):
    return lambda page, choice: hand(page, choice["picks"])


def finished(page, shown):
    assert shown["over"] and shown["outcome"]["said"]
    page.wait_for_selector("#table.over, #result[open]", state="attached")
    assert shown["outcome"]["reason"] in page.inner_text("body")


@pytest.mark.slow
@pytest.mark.parametrize("game", keys())
def test_by_mouse_against_the_computer(visit, game):
    page = visit(size=DESKTOP)
    player.begin(page, game, others=("1",), **SHORT.get(game, {}))
    player.ready(page)
    finished(page, player.play_out(page, move_by(player.by_mouse)))


@pytest.mark.slow
@pytest.mark.parametrize("game", keys())
def test_by_touch_on_a_phone(visit, game):
    page = visit(size=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    player.begin(page, game, **SHORT.get(game, {}))
    player.ready(page)
    finished(page, player.play_out(page, move_by(player.by_touch), seed=2))


@pytest.mark.slow
@pytest.mark.parametrize("game", keys())
def test_by_keys_alone(visit, game):
    page = visit(size=TABLET, reduced_motion="reduce")
    player.begin(page, game, **SHORT.get(game, {}))
    player.ready(page)
    finished(page, player.play_out(page, move_by(player.by_keys), seed=3))


@pytest.mark.slow
@pytest.mark.parametrize("game", keys())
def test_without_scripts(visit, game):
    page = visit(size=PHONE, java_script_enabled=False)
    player.begin(page, game, **SHORT.get(game, {}))
    for _ in range(400):
        choice = page.locator("noscript select[name=move], select[name=move]")
        if not choice.count():
            break
        choice.first.select_option(index=choice.first.locator("option").count() // 2)
        with page.expect_navigation():
            page.locator("form:has(select[name=move]) button").first.click()
    assert player.view(page)["over"]
    assert player.view(page)["outcome"]["reason"] in page.inner_text("body")

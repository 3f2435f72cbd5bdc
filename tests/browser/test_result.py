"""The result beside the board or in its sheet: the board stays where it is; it opens and closes as people expect."""

import re

import pytest

from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_everybody import serious


def ended(page, **options):
    """Begin a match of Locus at one screen and resign it, the page open."""
    player.begin(page, "locus", **options)
    player.ready(page)
    board = page.locator("#picture svg").first.bounding_box()
    player.give_up(page)
    page.wait_for_selector("#result-title")
    return board


def result_class(page):
    return page.get_attribute("#result", "class") or ""


def test_on_a_phone_a_sheet_is_pulled_down_and_opened_again(visit):
    page = visit(size=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    board = ended(page)
    assert page.locator("#picture svg").first.bounding_box() == board
    assert page.evaluate("document.activeElement.id") == "result-title"
    ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert ring == "none", "focus that a script has set is not shown"
    page.keyboard.press("Escape")
    assert "closed" in result_class(page) and page.is_visible("#result-title") and not page.is_visible("#result-body")
    head = page.locator(".result-head").bounding_box()
    page.mouse.move(120, head["y"] + 30)
    page.mouse.down()
    page.mouse.move(120, head["y"] - 90, steps=4)
    page.mouse.up()
    assert "closed" not in result_class(page) and page.is_visible("#result-body")
    page.locator(".result-close").click()
    assert "closed" in result_class(page)


@pytest.mark.long
def test_beside_the_board_the_moves_come_back_when_it_is_closed(visit):
    page = visit(size=DESKTOP, reduced_motion="reduce")
    ended(page)
    assert not page.is_visible("#history-panel") and not page.is_visible(".open-result")
    page.locator(".result-close").click()
    assert page.is_visible("#history-panel") and not page.is_visible("#result")
    page.locator(".open-result").click()
    assert page.is_visible("#result-body")
    page.locator("#actions .open-more").click()
    page.locator("#more").get_by_role("button", name="Share").click()
    page.wait_for_selector("#share:popover-open")
    assert serious(page) == []
    for sent, ending in (("picture", "png"), ("animation", "gif")):
        with page.expect_download() as saved:
            page.locator(f"#share [data-send={sent}]").click()
        assert re.fullmatch(rf"fivefold-\w+\.{ending}", saved.value.suggested_filename)
    page.locator("#share [popovertargetaction=hide]").click()
    page.locator('[data-action="review"]').first.click()
    page.wait_for_url("**/review")

"""A newcomer learns a game: offered at the table, played through by keys, wrong moves told why, resumed later."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE, TABLET


def press(page, *names):
    page.wait_for_selector('#board [tabindex="0"]', state="attached")  # The script takes keys from then on.
    for name in names:
        page.locator(f'#board [data-pick="{name}"]').first.focus()
        page.keyboard.press("Enter")


def under_the_offer(page):
    """Return what could be tapped if the offer did not lie over it."""
    return page.evaluate(
        """() => { const offer = document.querySelector("#learn-offer").getBoundingClientRect();
        return [...document.querySelectorAll("#picture [data-pick], a, button" + (innerWidth < 1000 ? ", .seat" : ""))]
            .filter(each => !each.closest("#learn-offer") && each.checkVisibility())
            .filter(each => { const box = each.getBoundingClientRect(); return box.width && box.right > offer.left
                && box.left < offer.right && box.bottom > offer.top && box.top < offer.bottom; })
            .map(each => each.dataset.pick ?? each.textContent); }"""
    )


def test_a_newcomer_is_offered_the_lesson_plays_it_by_keys_and_resumes_it(visit):
    page = visit()
    player.begin(page, "locus", others=("1",))
    player.ready(page)
    for width, height in (PHONE, TABLET, DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert under_the_offer(page) == [], f"at {width}x{height}"
    page.locator("#learn-offer a").click()
    expect(page.locator("#learn-asked")).to_contain_text("Choose a card")
    press(page, "a1", "up")
    expect(page.locator(".learn-verdict.wrong")).to_have_text("Not that one.")
    press(page, "c3", "up")
    expect(page.locator(".learn-verdict.right")).to_have_text("Yes!")
    expect(page.locator("#learn-answer")).to_contain_text("Indigo plays the ")
    expect(page.locator("#learn-next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#learn-asked")).to_contain_text("Use a wild card yourself")
    expect(page).to_have_url(re.compile("step=2"))
    page.goto("/learn/locus")
    expect(page.locator("#learn-asked")).to_contain_text("Use a wild card yourself")


@pytest.mark.slow
def test_the_offer_goes_with_the_first_move_and_does_not_come_back(visit):
    page = visit(size=PHONE)
    address = player.begin(page, "focus")
    player.ready(page)
    expect(page.locator("#learn-offer")).to_be_visible()
    player.by_mouse(page, player.view(page)["moves"][0]["picks"])
    player.until_further(page, 0)
    expect(page.locator("#learn-offer")).to_be_hidden()
    for again in (lambda: page.goto(address), lambda: player.begin(page, "focus")):
        again()
        player.ready(page)
        expect(page.locator("#learn-offer")).to_be_hidden()


def outside(page):
    """Make a wide page narrow; return how far the zoom buttons lie beyond it before any script has moved them."""
    page.locator(".camera").first.wait_for()
    return page.evaluate(
        """width => { document.body.style.width = `${width}px`;
        const right = [...document.querySelectorAll(".camera")].map(group => group.getBoundingClientRect().right);
        return Math.max(...right) - width; }""",
        PHONE[0],
    )


@pytest.mark.long
def test_zoom_buttons_make_no_page_wider_for_a_moment_when_it_gets_narrower(visit):
    page = visit("/learn/pokeros")
    assert outside(page) <= 0
    page.goto("/rules/pokeros")
    page.locator(".try-board").first.scroll_into_view_if_needed()
    assert outside(page) <= 0
    address = player.begin(page, "pokeros")
    player.ready(page)
    assert outside(page) <= 0
    player.give_up(page)
    page.goto(f"{address}/review")
    assert outside(page) <= 0

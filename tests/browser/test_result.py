"""The result beside the board or in its sheet: the board stays where it is; it opens and closes as people expect."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_everybody import serious
from tests.quick import landing


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
        button = page.locator(f"#share [data-send={sent}]")
        button.click()
        expect(button).not_to_have_attribute("aria-busy", "true", timeout=60_000)
        with page.expect_download() as saved:  # at the second tap it is ready, however long it took
            button.click()
        assert re.fullmatch(rf"fivefold-\w+\.{ending}", saved.value.suggested_filename)
    page.locator("#share [popovertargetaction=hide]").click()
    page.locator('[data-action="review"]').first.click()
    page.wait_for_url("**/review")


SIZES = (PHONE, (844, 390), DESKTOP)
GREEN = """() => {
    const sample = document.body.appendChild(document.createElement("i"));
    sample.style.color = "var(--accent)";
    const green = getComputedStyle(sample).color;
    sample.remove();
    return [...document.querySelectorAll("#table .button.primary:not([disabled])")]
        .filter((each) => each.checkVisibility() && !each.closest("[popover]"))
        .filter((each) => getComputedStyle(each).backgroundColor === green)
        .map((each) => each.textContent.trim()); }"""
"""The words of the buttons that are green."""
OUT_OF_REACH = """() => [...document.querySelectorAll(
        "[data-share-result], [data-action=review], .result-next .button, .act-rematch button, .act-new_cards button")]
    .filter((each) => each.checkVisibility() && !each.closest("[popover]"))
    .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
    .filter(([, box]) => box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth)
    .map(([words]) => words)"""


@pytest.mark.parametrize("game", landing({"locus"}, ("locus", "focus", "pokeros", "dice_poker", "solitaire")))
def test_at_the_end_one_button_is_green_and_what_comes_next_is_in_reach(visit, game):
    for size in SIZES:
        page = visit(size=size, reduced_motion="reduce")
        player.begin(page, game, others=() if game == "solitaire" else ("1",))
        player.ready(page)
        player.give_up(page)
        page.wait_for_selector("#result-title")
        assert page.evaluate(OUT_OF_REACH) == [], size
        assert len(page.evaluate(GREEN)) == 1, (size, page.evaluate(GREEN))
        assert page.locator("[data-share-result]").is_visible() and page.locator("[data-action=review]").is_visible()
        board, head = (page.locator(each).bounding_box() for each in ("#picture > svg", ".result-head"))
        assert head["x"] > board["x"] + board["width"] - 1 or head["y"] > board["y"] + 0.8 * board["height"], size


@pytest.mark.slow
def test_game_2_of_a_double_then_the_rematch_are_the_one_green_button(visit):
    page = visit(size=PHONE, reduced_motion="reduce")
    page.goto("/new/locus")
    fields = page.evaluate("Object.fromEntries(new FormData(document.querySelector('main form')))")
    fields |= {"other-1": "1", "begin": "me", "double": "yes"}
    answer = page.request.post("/new/locus", form=fields, headers={"Accept": "application/json"})
    first = answer.json()["match"]
    page.goto(f"/matches/{first}")
    player.ready(page)
    player.give_up(page)
    page.wait_for_selector("#result-title")
    assert page.evaluate(GREEN) == ["Begin game 2"]
    page.locator(".result-ways .primary").click()
    page.wait_for_url(lambda url: first not in url)
    player.ready(page)
    player.give_up(page)
    page.wait_for_selector("#result-title")
    assert page.evaluate(GREEN) == ["Rematch"]

"""News reaches who looks at another page: it becomes Anna's turn while she reads the rules, in two tabs."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import player
from tests.browser.conftest import playwright_api
from tests.browser.test_two_browsers import seated_pair

expect = playwright_api.expect


def move(page):
    moves = player.view(page)["moves"]
    player.by_mouse(page, moves[len(moves) // 2]["picks"])


@pytest.mark.slow
def test_a_turn_is_told_wherever_one_is(visit):
    anna, ben, address = seated_pair(visit, "locus", {"reduced_motion": "reduce"})
    player.ready(anna)
    player.ready(ben)
    tab = anna.context.new_page()
    tab.goto("/rules/locus")
    expect(tab.locator("#waiting")).to_contain_text("1waits for you")
    move(anna)
    expect(tab.locator("#waiting")).to_be_hidden()
    anna.goto("/")
    expect(anna.locator(".match-state")).to_have_text("Ben to move")
    title = tab.title()
    # The tab that was not looked at last hears it from the other.
    move(ben)
    for page in (anna, tab):
        expect(page.locator("#waiting .number")).to_have_text("1")
        expect(page).to_have_title(re.compile(r"^\(1\) "))
    assert tab.title() == f"(1) {title}"
    expect(anna.locator(".match-state")).to_have_text("Your turn")
    slip = anna.locator(".slip")
    expect(slip).to_contain_text("Your turn")
    assert not Axe().run(anna).response["violations"]
    slip.get_by_role("link").click()
    anna.wait_for_url(re.compile(re.escape(address)))
    expect(anna.locator("#waiting")).to_be_hidden()
    expect(tab.locator("#waiting .number")).to_have_text("1")

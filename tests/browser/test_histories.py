"""Afterwards: Anna finds a game again, opens her page, keeps her games to herself, and Ben sees no more of them."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import PHONE, playwright_api

expect = playwright_api.expect
PASSWORD = "three blue herons on a lake"


def fair_to_everybody(page):
    assert not Axe().run(page).response["violations"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def lose(page, game, level):
    """Begin a match against a computer and give up at once."""
    page.goto(f"/new/{game}?other-1={level}&begin=me")
    page.locator("main form button.primary").last.click()
    page.wait_for_url(re.compile("/matches/"))
    address = page.url.split("?")[0]
    token = page.locator("meta[name=csrf]").get_attribute("content")
    number = page.request.get(f"{address}/view", headers={"Accept": "application/json"}).json()["number"]
    sent = page.request.post(
        f"{address}/resign", form={"number": str(number)}, headers={"Accept": "application/json", "X-CSRF-Token": token}
    )
    assert sent.ok, sent.text()


@pytest.mark.slow
def test_a_game_is_found_again_and_kept_from_others(visit):
    anna, ben = visit("/sign-up", size=PHONE, color_scheme="dark"), visit("/about")
    anna.locator("main input[name=name]").fill("Anna of the Lakes")
    anna.locator("main input[name=password]").fill(PASSWORD)
    anna.locator("main form button.primary").first.click()
    anna.wait_for_selector("code")
    lose(anna, "focus", 2)
    lose(anna, "locus", 3)
    anna.goto("/games/mine")
    expect(anna.locator(".game-line")).to_have_count(2)
    fair_to_everybody(anna)
    anna.locator(".filters > summary").click()
    anna.locator("#filter-game").select_option("focus")
    anna.get_by_role("button", name="Show").click()
    expect(anna.locator(".game-line")).to_have_count(1)
    expect(anna.get_by_role("status").first).to_contain_text("1 game: 1 lost")
    fair_to_everybody(anna)
    anna.get_by_role("link", name="My page").click()
    expect(anna.get_by_role("heading", level=1)).to_have_text("Anna of the Lakes")
    fair_to_everybody(anna)
    path = anna.evaluate("location.pathname")
    ben.goto(path)
    expect(ben.locator("#recent")).to_be_visible()
    fair_to_everybody(ben)
    anna.get_by_label("My results and recent games").uncheck()
    anna.get_by_role("button", name="Save").click()
    expect(anna.get_by_text("Saved.")).to_be_visible()
    ben.reload()
    expect(ben.get_by_text("keeps results and games private")).to_be_visible()
    expect(ben.locator("#recent")).to_have_count(0)
    ben.get_by_text("Challenge", exact=True).click()
    fair_to_everybody(ben)
    ben.locator(".challenge-games a").first.click()
    expect(ben.locator("#to")).to_have_value("Anna of the Lakes")

"""Time off in slow games: Anna chooses nights and days off, goes away, and Ben sees it at the table."""

from datetime import date, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import DESKTOP, PHONE, playwright_api
from tests.browser.test_two_browsers import seated_pair

expect = playwright_api.expect


def day(days):
    return (date.today() + timedelta(days=days)).isoformat()


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_player_chooses_time_off_and_goes_away(visit, size):
    anna, ben, address = seated_pair(visit, "locus", {"timezone_id": "Europe/Berlin", "size": size})
    anna.goto("/time-off")
    expect(anna.locator("#zone")).to_have_value("Europe/Berlin")
    for name in ("Sat", "Sun"):
        anna.locator(".days-off label", has_text=name).click()
    anna.locator("#night-from").fill("22:00")
    anna.locator("#night-until").fill("07:00")
    anna.locator("#week").get_by_role("button", name="Save").click()
    expect(anna.locator(".note[role=status]")).to_contain_text("games that begin from now on")
    for box in ("off-5", "off-6"):
        expect(anna.locator(f"[name={box}]")).to_be_checked()
    anna.get_by_label("Back on").fill(day(9))
    anna.get_by_role("button", name="Book it").click()
    expect(anna.locator(".vacations .now")).to_contain_text("Away until")
    anna.get_by_label("First day away").fill(day(60))
    anna.get_by_label("Back on").fill(day(65))
    anna.get_by_role("button", name="Book it").click()
    expect(anna.locator(".vacations li")).to_have_count(2)
    assert not Axe().run(anna).response["violations"]
    assert anna.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ben.goto(address)
    expect(ben.locator(".seat-away")).to_contain_text("Away until", use_inner_text=True)
    assert ben.evaluate("document.documentElement.scrollWidth <= innerWidth")
    anna.get_by_role("button", name="I’m back").click()
    expect(anna.locator(".note[role=status]")).to_contain_text("Welcome back")
    anna.get_by_role("button", name="Cancel").click()
    expect(anna.locator(".vacations")).to_have_count(0)
    ben.goto(address)
    expect(ben.locator("#seats")).to_be_visible()
    expect(ben.locator(".seat-away")).to_have_count(0)

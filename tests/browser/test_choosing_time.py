"""Choosing a clock on a phone: the table stands in the lobby with it, somebody sits down, and the clocks run."""

from playwright.sync_api import expect

from tests.browser import player
from tests.browser.conftest import PHONE
from tests.browser.test_everybody import serious

TOUCH = {"size": PHONE, "has_touch": True}


def choice(page, value):
    return page.locator(f'#time input[name="time"][value="{value}"]')


def test_a_clock_is_chosen_seen_in_the_lobby_and_runs(visit):
    anna, ben = visit("/new/locus?option-grid=6x5", **TOUCH), visit("/lobby", **TOUCH, color_scheme="dark")
    expect(anna.locator("#time-summary")).to_have_text("no limit")
    anna.locator('[name="other-1"][value="link"]').check(force=True)
    anna.locator('[name="who"][value="lobby"]').check(force=True)
    expect(anna.locator("#time-summary")).to_have_text("Normal")
    anna.locator('[name="time-minutes"]').fill("4")
    anna.locator('[name="time-minutes"]').blur()
    expect(choice(anna, "own")).to_be_checked()
    expect(anna.locator("#time-summary")).to_have_text("4 minutes each, 5 seconds more a move")
    expect(anna.locator("#set-up-link")).to_have_value(
        "".join(anna.url.partition("?")[:2]) + "option-grid=6x5&time=4m%2B5s"
    )
    assert serious(anna) == []
    anna.get_by_role("button", name="Play", exact=True).tap()
    anna.wait_for_url(player.MATCH)

    row = ben.locator("#tables li")
    expect(row).to_contain_text("4+5")
    ben.goto("/lobby?time=slow")
    expect(row).to_have_count(0)
    ben.locator('[data-pace-filter="live"]').tap()
    expect(row).to_be_visible()
    assert serious(ben) == []
    row.get_by_role("link").first.tap()
    expect(ben.locator("#invite")).to_contain_text("4 minutes each, and 5 seconds more after each move")
    expect(ben.locator("#invite")).to_contain_text("If your time runs out, you lose.")
    ben.locator("#invite").get_by_role("button", name="Sit down").tap()
    expect(ben.get_by_role("button", name="Sit down")).to_have_count(0)
    player.ready(ben)
    player.ready(anna)
    mover = anna if player.view(anna)["turn"] else ben
    clock = mover.locator(".clock.running .clock-time").first
    before = clock.inner_text()
    mover.wait_for_function("([place, before]) => place.innerText !== before", arg=[clock.element_handle(), before])

    # The next time the page proposes what was chosen for strangers.
    anna.goto("/new/focus")
    anna.locator('[name="other-1"][value="link"]').check(force=True)
    anna.locator('[name="who"][value="lobby"]').check(force=True)
    expect(choice(anna, "own")).to_be_checked()
    expect(anna.locator('[name="time-minutes"]')).to_have_value("4")

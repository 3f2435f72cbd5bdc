"""The Daily Five is one day for everybody: in any time zone, with a wrong clock, in two tabs and on a second device."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.test_accounts import PASSWORD, field, sign_up

ZONES = ("Pacific/Kiritimati", "Europe/Berlin", "Pacific/Pago_Pago")
"""14 hours before UTC, about UTC, and 11 after: never all on one date."""


def told(page):
    page.goto("/days")
    cards = page.locator(".day-board").evaluate_all("boards => boards.map(board => board.innerHTML.length)")
    return page.locator(".lead").inner_text(), page.locator(".day-rival").all_inner_texts(), cards


@pytest.mark.slow
def test_its_day_and_deals_are_the_same_in_every_time_zone_and_with_a_wrong_clock(visit):
    pages = [visit(timezone_id=zone) for zone in ZONES]
    wrong = visit()
    wrong.clock.install(time="2031-05-06T12:00:00")
    first, *others = map(told, [*pages, wrong])
    assert others == [first] * 3
    expect(pages[0].locator(".soft.small").first).to_have_text(re.compile(r"The day ends at midnight UTC, in \d+"))


@pytest.mark.slow
def test_a_deal_is_begun_once_in_two_tabs_and_on_a_second_device(visit):
    page = visit()
    sign_up(page, "Ada of the days")
    page.goto("/days")
    tab = page.context.new_page()
    tab.goto("/days")
    begun = []
    for each in (page, tab):
        each.locator("#solitaire button").click()
        each.wait_for_url("**/matches/*")
        begun.append(each.url)
    phone = visit("/sign-in", size=PHONE)
    field(phone, "Name").fill("Ada of the days")
    field(phone, "Password").fill(PASSWORD)
    phone.get_by_role("button", name="Sign in", exact=True).click()
    phone.wait_for_url(lambda address: "/sign-in" not in address)
    phone.goto("/days")
    phone.locator("#solitaire button").click()
    phone.wait_for_url("**/matches/*")
    assert {*begun, phone.url} == {page.url}

"""From a page around the table to the table and back: a tournament of three, the deal of the day."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import player
from tests.browser.test_solo import by_form

STILL = {"reduced_motion": "reduce"}
SET_UP = "/new/solitaire?option-touch=anywhere&option-rejects=0/0/0"


def at_table(page):
    page.wait_for_url(player.MATCH)
    player.ready(page)


@pytest.mark.long
def test_a_tournament_of_three(visit):
    page = visit("/tournaments", **STILL)
    page.locator("#title").fill("Sunday")
    page.locator("#set-up").select_option("")
    page.locator("#link").fill(SET_UP)
    for row, name in enumerate(("Anna", "Ben")):
        page.locator(f"#name-{row}").fill(name)
    page.locator("#level-2").select_option("1")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/tournaments/\w+$"))
    tournament, points = page.url, []
    for entrant in (0, 1, 2):
        page.locator(".entrant-choices label").nth(entrant).click()
        page.get_by_role("button", name="Start").click()
        if entrant < 2:
            at_table(page)
            points.append(by_form(page)["scores"][0])
            page.locator("#result a", has_text="Tournament").click()
            page.wait_for_url(tournament)
    expect(page.locator("#games .state")).to_have_text([re.compile(r"^\s*-?\d+\s*$")] * 3)
    rows = page.locator("#standings tbody tr").all()
    ranks, games, highest, lowest, _average = zip(*(row.locator("td").all_inner_texts() for row in rows), strict=True)
    assert games == ("1", "1", "1") and highest == lowest
    totals = [int(total.replace("−", "-")) for total in highest]
    assert [int(rank) for rank in ranks] == [1 + sum(other > total for other in totals) for total in totals]
    names = [row.locator(".who > span").last.inner_text() for row in rows]
    assert [totals[names.index(name)] for name in ("Anna", "Ben")] == points


@pytest.mark.long
def test_the_deal_of_the_day_leads_to_everybodys_scores(visit):
    page = visit("/days", **STILL)
    page.get_by_role("button", name="Play Poker Solitaire").click()
    at_table(page)
    assert page.get_by_role("button", name="Hint").first.get_attribute("aria-disabled") == "true"
    shown = by_form(page)
    page.wait_for_selector("#result-title")
    page.locator("#result a", has_text="deal of the day").click()
    page.wait_for_url(re.compile(r"/days\?day="))
    assert str(shown["scores"][0]) in page.inner_text("main")

"""What can be looked up at a table: what each thing is, what scores, and how points are shown on the cards."""

import re

import pytest

from tests.browser import player


def bubble(page):
    page.wait_for_selector(".term:popover-open")
    told = page.locator(".term:popover-open").inner_text()
    page.keyboard.press("Escape")
    return told


def test_everything_is_explained_and_the_score_card_follows_the_picks(visit):
    page = visit()
    player.begin(page, "locus")
    player.ready(page)
    assert not page.locator("#picture .values").first.is_visible(), "a game of seeing, not of the largest number"
    page.mouse.move(*player.middle(page, "c3"))
    page.keyboard.press("?")
    assert re.match(r"[A-Z][a-z]+ of [a-z]+ on c3\. It is free", bubble(page))
    for asked, words in (("#seat-1", "Indigo has 0 points"), (".act-hint", "strongest computer")):
        page.locator("#actions .open-more").click()
        page.get_by_role("button", name="What is this?").click()
        page.locator(asked).click()
        assert words in bubble(page)
    page.locator(".open-scores").click()
    by_mouse = player.view(page)["moves"][0]["picks"][0]
    player.by_mouse(page, [by_mouse])
    page.wait_for_selector("#score-card tr.lit", state="attached")
    assert page.locator("#picture .picked .values").is_visible()
    assert page.locator("#preview").inner_text().startswith(f"Play {by_mouse} face up or face down?")
    page.keyboard.press("Escape")
    assert page.locator("#score-card:popover-open").count() == 0
    page.locator("#actions .open-more").click()
    page.get_by_role("button", name="Look and sound").click()
    page.locator("#settings input[name=values][value=always]").check(force=True)
    assert page.locator("#picture .values").first.is_visible()
    page.reload()
    player.ready(page)
    assert page.locator("#picture .values").first.is_visible(), "the choice is remembered"


@pytest.mark.long
def test_in_focus_trays_say_whose_they_are_and_the_first_turn_what_to_do(visit):
    page = visit()
    player.begin(page, "focus", players="3", others=("here", "here"))
    player.ready(page)
    assert "place the piece from your reserve on an empty square" in page.locator("#status").inner_text()
    assert page.locator("#corner-0 .name").text_content() == "Red"
    assert page.locator("#seat-0 .seat-counts").inner_text() == "possible moves"

"""The pages around the table, with their scripts: what is chosen shows at once, what computers do comes by itself."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE

FILE = "fivefold table\ngame solitaire\noption table\nname From afar\n36 royal flush = 65\n"


def asked(page):
    """Return the headings of what the set-up page asks for now."""
    return [words.split("\n")[0] for words in page.locator("#set-up fieldset:visible > legend").all_inner_texts()]


@pytest.mark.long
def test_a_preset_is_taken_without_another_page(visit):
    page = visit("/new/solitaire")
    page.evaluate("window.same = true")
    assert page.locator("[data-preset][aria-current]").inner_text().startswith("Standard 1990")
    assert asked(page) == [], "everything else is folded"
    page.get_by_text("Race", exact=True).first.click()
    assert page.evaluate("window.same")
    assert page.locator("[data-preset][aria-current]").inner_text().startswith("Race")
    assert asked(page) == ["Opponent"]
    page.get_by_text("Steal and plant").click()
    assert asked(page) == ["Opponent"]
    assert "steal on, plant on" in " ".join(page.locator(".fold-summary").all_text_contents())


@pytest.mark.long
def test_at_home_on_a_phone_what_a_picked_card_may_do_comes_into_view(own_house, visit):
    page = visit(at=own_house, size=PHONE, has_touch=True, reduced_motion="reduce")
    with page.expect_response("**/try/locus/view*"):
        page.goto("/")
    page.locator(".hero-board [data-pick=f6]").tap()
    for side in ("up", "down"):
        expect(page.locator(f".hero-board [data-pick={side}].target")).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_the_link_says_what_is_chosen_and_leads_to_it(visit):
    page = visit("/new/solitaire", size=PHONE)
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    page.locator("input[name=option-mode][value=best-of-two]").dispatch_event("click")
    page.locator("input[name=option-scoring][value=user]").dispatch_event("click")
    page.locator("#option-rejects").select_option("2/0/0")
    link = page.locator("#set-up-link").input_value()
    assert link.endswith("/new/solitaire?option-mode=best-of-two&option-scoring=user&option-rejects=2/0/0")
    assert page.locator("[data-preset][aria-current]").count() == 0
    page.goto(link)
    assert page.locator("#option-rejects").input_value() == "2/0/0"
    assert page.locator("#option-table").is_enabled() and page.locator("input[name=option-touch2]").first.is_disabled()
    page.locator("main form button.primary").last.click()
    page.wait_for_url(re.compile("/matches/"))


@pytest.mark.long
def test_entries_are_found_counted_and_read_from_a_file(visit):
    page = visit("/tables/solitaire/table", size=PHONE)
    page.locator("#choose-file input").set_input_files(
        {"name": "afar.txt", "mimeType": "text/plain", "buffer": FILE.encode()}
    )
    expect(page.locator("#file-text")).to_have_value(re.compile("royal"))
    page.get_by_role("button", name="Open it").click()
    page.wait_for_selector("#edit-table")
    assert page.locator("#entry-36").input_value() == "65" and page.locator("#filled").inner_text().startswith(
        "1 of 81"
    )
    page.locator("#find").fill("kilter blaze")
    assert page.locator("#found").inner_text() == "0 found" and page.locator(".entry:visible").count() == 0
    page.locator("#find").fill("flush BLAZE")
    assert page.locator("#found").inner_text() == f"{page.locator('.entry:visible').count()} found" != "0 found"
    page.locator("#entry-69").fill("-5")
    assert page.locator("#filled").inner_text().startswith("2 of 81")
    page.locator("#find").press("Escape")
    assert page.locator("#entry-1").is_visible() and page.locator("#entry-69").is_visible()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(re.compile(r"/table/\w+$"))
    assert page.locator("h1").inner_text() == "From afar" and page.locator("#entry-69").input_value() == "-5"


def test_the_deal_of_the_day_is_played_from_home_and_back(visit):
    page = visit("/", size=PHONE)
    page.locator(".hero").get_by_role("link", name="The Daily Five").click()
    page.get_by_role("button", name="Play Poker Solitaire").click()
    page.wait_for_url(re.compile("/matches/"))
    page.goto("/days")
    assert page.get_by_role("button", name="Continue Poker Solitaire").is_visible()
    assert page.locator(".day-card.going").count() == 1
    page.locator(".month a[aria-current=date]").click()
    page.wait_for_url("**/days")

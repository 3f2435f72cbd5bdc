"""Two people with phones offer each other something: a draw, an undo, to call the match off, a rematch."""

import re

from playwright.sync_api import expect

from tests.browser import player
from tests.browser.conftest import PHONE


def offer(page, kind):
    """Offer something from the menu, or ask to resign."""
    page.locator("#actions .open-more").tap()
    page.locator(f"#more :is([data-action={kind}], [popovertarget={kind}])").tap()


def answer(page, word):
    page.locator("#offer").get_by_role("button", name=word).tap()


def gone(page):
    expect(page.locator("#offer")).to_be_hidden()


def says(page, words):
    expect(page.locator("#offer-words")).to_have_text(words)
    expect(page.locator("#announcer")).to_contain_text(words)


def play(page):
    """Make the middle one of the possible moves."""
    shown = player.view(page)
    player.by_touch(page, shown["moves"][len(shown["moves"]) // 2]["picks"])
    number = "number => Number(document.querySelector('#table').dataset.number) > number"
    page.wait_for_function(number, arg=shown["number"])


def place_of_board(page):
    return page.locator("#picture > svg").bounding_box()


def test_two_people_offer_decline_and_accept(visit):
    anna, ben = (visit(size=PHONE, has_touch=True, reduced_motion="reduce") for _ in range(2))
    address = player.begin(anna, "focus", others=("link",))
    ben.goto(address)
    ben.locator("#sit-name").fill("Ben")
    ben.get_by_role("button", name="Sit down").tap()
    for page in (anna, ben):
        page.wait_for_selector("#invite", state="hidden")
        player.ready(page)
    before = place_of_board(ben)

    offer(anna, "draw")
    expect(ben.locator("#offer")).to_be_visible()
    expect(ben.locator("#announcer")).to_contain_text("offers a draw. You can accept or decline.")
    says(anna, "You offer a draw. Waiting for Ben.")
    assert place_of_board(ben) == before, "nothing moves"
    strip = ben.locator("#offer").bounding_box()
    assert strip["y"] >= before["y"] + before["height"] - 1, "nothing on the board is covered"
    answer(ben, "Decline")
    gone(anna)
    expect(anna.locator("#status")).to_have_text(re.compile(r"^(Ben declines the draw\. )?Your turn$"))
    anna.locator("#actions .open-more").tap()
    expect(anna.locator("#more [data-action=draw]")).to_have_attribute(
        "title", "Ben declined; ask again after the next move"
    )
    anna.keyboard.press("Escape")

    play(anna)
    anna.get_by_role("button", name="Undo").tap()
    expect(ben.locator("#offer-words")).to_contain_text("asks to undo the last move.")
    answer(anna, "Withdraw")
    gone(ben)
    anna.get_by_role("button", name="Undo").tap()
    answer(ben, "Accept")
    gone(anna)
    anna.wait_for_function("() => Number(document.querySelector('#table').dataset.number) === 2")
    assert player.view(anna)["turn"] and player.view(anna)["ply"] == 0

    play(anna)
    offer(anna, "draw")
    offer(anna, "resign")
    expect(anna.locator("#resign")).to_be_visible()
    answer(ben, "Accept")
    expect(anna.locator("#resign")).to_be_hidden()
    for page in (anna, ben):
        expect(page.locator("#result-title")).to_have_text("A draw")
        expect(page.locator(".result-reason")).to_have_text("By agreement.")

    before = anna.url
    anna.locator("#actions").get_by_role("button", name="Rematch").tap()
    ben.locator(".result-answer").get_by_role("button", name="Accept").tap()
    for page in (anna, ben):
        expect(page).not_to_have_url(before)
        player.ready(page)
    assert anna.url == ben.url

    offer(ben, "abort")
    expect(anna.locator("#offer-words")).to_have_text("Ben offers to cancel the match.")
    answer(anna, "Accept")
    for page in (anna, ben):
        expect(page.locator("#result-title")).to_have_text("Cancelled")

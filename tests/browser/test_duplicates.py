"""A duplicate on two phones: each plays where it is their turn, and both boards make one result."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import player
from tests.browser.conftest import PHONE

LOOKS = {"size": PHONE, "has_touch": True, "reduced_motion": "reduce"}


@pytest.fixture
def two_phones(visit):
    """Return the pages of two people at a duplicate, and the addresses of both boards."""
    anna = visit(**LOOKS)
    first = player.begin(anna, "locus", others=("link",), name="Anna", double="duplicate", grid="6x5")
    ben = visit(first, **LOOKS)
    ben.locator("#sit-name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    second = anna.locator(".board-tab").get_attribute("href").removesuffix("#stay")
    expect(ben).to_have_url(re.compile(f"{second}$"))  # where it is Ben's turn
    return anna, ben, first, second


def seen(page, board):
    return page.request.get(f"{board}/view", headers={"Accept": "application/json"}).json()


def at(page, board):
    """Wait until a board is in front of somebody who is to move there; return what they see."""
    expect(page).to_have_url(re.compile(f"{board}(#stay)?$"))
    player.ready(page)
    shown = player.view(page)
    assert shown["turn"]
    return shown


def played(page, board, shown):
    """Make a move by the house's address, as a page does."""
    csrf = page.get_attribute("meta[name=csrf]", "content")
    fields = {"number": shown["number"] + 1, "move": shown["moves"][0]["text"], "csrf": csrf}
    assert page.request.post(f"{board}/moves", form=fields, headers={"Accept": "application/json"}).ok


def test_a_duplicate_on_two_phones(visit, two_phones):
    anna, ben, first, second = two_phones
    shown = at(anna, first)
    player.by_touch(anna, shown["moves"][3]["picks"])
    expect(anna.locator("#status")).to_have_text("You have moved; waiting for Ben")
    assert anna.locator("#picture .hint").count(), "one's own move stays lit"
    ben.locator(".board-tab").tap()  # Who wants to look at the other board may.
    expect(ben.locator("#status")).to_have_text("Anna has moved; go to the other board")
    ben.locator(".board-tab.turn").tap()
    hidden = seen(ben, first)
    assert (hidden["status"], hidden["moves"]) == ("Anna has moved; go to the other board", [])
    assert (hidden["last"]["text"], hidden["scores"]) == ("", [0, 0])
    player.by_touch(ben, at(ben, second)["moves"][5]["picks"])
    shown = at(anna, second)
    assert shown["last"]["mover"] not in shown["yours"], "what Ben has played"

    # One of them loses the connection: the other can move, and nothing is lost.
    at(ben, first)
    visit.expected.append("net::ERR_")
    anna.context.set_offline(True)
    player.by_touch(ben, player.view(ben)["moves"][2]["picks"])
    expect(ben.locator("#status")).to_have_text("You have moved; waiting for Anna")
    anna.context.set_offline(False)
    player.by_touch(anna, at(anna, second)["moves"][1]["picks"])
    at(anna, first), at(ben, second)

    # The rest, to the end of both boards.
    while not seen(anna, second)["over"]:
        for page in (anna, ben):
            for board in (first, second):
                shown = seen(page, board)
                if shown["turn"]:
                    played(page, board, shown)
    totals = [one + two for one, two in zip(seen(anna, first)["scores"], seen(anna, second)["scores"], strict=True)]
    for page in (anna, ben):
        expect(page).to_have_url(re.compile(f"{second}$"))
        expect(page.locator("#result-title")).to_contain_text(f"{max(totals)}–{min(totals)}")
        expect(page.locator("#result-title")).to_contain_text("duplicate")
        expect(page.locator(".result-double")).to_contain_text("Board 1")


def test_who_resigns_on_one_board_gives_up_both(two_phones):
    anna, ben, first, second = two_phones
    for _ in range(2):
        for page, board in ((anna, first), (ben, second), (anna, second), (ben, first)):
            played(page, board, seen(page, board))
    at(anna, first), at(ben, second)
    player.resign(ben)
    for page in (anna, ben):
        expect(page).to_have_url(re.compile(f"{second}$"))
        expect(page.locator("#result-title")).to_contain_text("duplicate")
        expect(page.locator("#result-body")).to_contain_text("resigned")
    for board in (first, second):
        assert seen(anna, board)["yours"] == [seen(anna, board)["outcome"]["winner"]]


def test_who_is_sent_to_a_board_that_ends_meanwhile_comes_to_the_result_of_both(two_phones):
    anna, ben, first, second = two_phones

    csrf = anna.get_attribute("meta[name=csrf]", "content")

    def resigns(route):
        fields = {"number": seen(anna, first)["number"], "csrf": csrf}
        assert anna.request.post(f"{first}/resign", form=fields).ok
        route.continue_()

    ben.route(re.compile(f"{first}$"), resigns, times=1)
    with ben.expect_event("framenavigated", lambda frame: frame.url.endswith(first)):
        for page, board in ((ben, second), (anna, first)):  # Now it is Ben's turn on the first board.
            played(page, board, seen(page, board))
    expect(ben.locator("#result-body")).to_contain_text("resigned")
    expect(ben).to_have_url(re.compile(f"{second}$"))
    ben.locator(".result-double a").dispatch_event("click")  # Who asks for the other board may look at it.
    expect(ben).to_have_url(re.compile(f"{first}#stay$"))
    ben.wait_for_load_state("networkidle")
    expect(ben).to_have_url(re.compile(f"{first}#stay$"))

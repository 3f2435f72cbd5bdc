"""Two players and somebody who watches, on phones: talk, mute, a lost connection, and what spectators said."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import player
from tests.browser.conftest import PHONE
from tests.browser.test_two_browsers import seated_pair

SERIOUS = {"serious", "critical"}


def said(page, room="players"):
    return page.locator(f"#chat-{room} .chat-text").all_text_contents()


def wait_for_lines(page, count, room="players"):
    page.wait_for_function(
        "([room, count]) => document.querySelectorAll(`#chat-${room} [data-line]`).length === count", arg=[room, count]
    )


def write(page, text):
    page.locator("#chat-text").fill(text)
    page.locator("#chat-text").press("Enter")


def nothing_serious(page):
    found = Axe().run(page).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in SERIOUS]


def board_box(page):
    return page.locator("#board").bounding_box()


@pytest.mark.slow
def test_players_talk_and_who_watches_is_read_at_the_end(visit):
    looks = {"size": PHONE, "has_touch": True, "reduced_motion": "reduce"}
    anna, ben, address = seated_pair(visit, "focus", looks)
    cleo = visit(address, **looks)
    for page in (anna, ben, cleo):
        player.ready(page)
    anna.wait_for_selector("#watchers:not([hidden])")
    own = player.view(anna)["yours"][0]
    shown_first = board_box(anna)

    # A phrase: one tap; the other is told, and nothing opens or moves by itself.
    anna.locator("#open-chat").tap()
    assert board_box(anna) == shown_first
    anna.get_by_role("button", name="Good luck!").tap()
    wait_for_lines(ben, 1)
    assert ben.locator(".chat-unread").text_content() == "1" and ben.locator("#chat").is_hidden()
    assert ben.locator("#chat-announcer").text_content().endswith(": Good luck!")
    ben.locator("#open-chat").tap()
    assert ben.locator(".chat-unread").is_hidden()
    sheet, board = ben.locator("#chat").bounding_box(), board_box(ben)
    assert sheet["y"] >= board["y"] + board["height"] - 1, "the sheet leaves the board free"

    # A line each way, plain text; what cannot be sent stays in its field.
    write(ben, "Thanks <b>you</b> too")
    wait_for_lines(anna, 2)
    assert said(anna) == said(ben) == ["Good luck!", "Thanks <b>you</b> too"]
    assert nothing_serious(ben) == []

    # Who watches talks in another room.
    cleo.locator("#open-chat").tap()
    write(cleo, "Red should stack")
    wait_for_lines(cleo, 1, "spectators")
    assert said(cleo) == [] and said(anna, "spectators") == []

    # Muted, and heard again.
    ben.locator(".chat-more summary").first.tap()
    ben.locator(".chat-more[open]").get_by_role("button", name="Mute").tap()
    ben.get_by_role("button", name="Unmute").wait_for()
    assert said(ben) == ["Thanks <b>you</b> too"]
    ben.get_by_role("button", name="Unmute").tap()
    wait_for_lines(ben, 2)

    # A lost connection is shown to both, and what was said meanwhile comes once.
    ben.context.set_offline(True)
    ben.route("**/stream*", lambda route: route.abort())
    ben.evaluate("window.dispatchEvent(new Event('online'))")
    ben.wait_for_selector("#table.offline")
    anna.wait_for_selector(f"#seat-{1 - own} .seat-presence[data-presence=gone]")
    anna.get_by_role("button", name="One moment, please.").tap()
    wait_for_lines(anna, 3)
    ben.unroute("**/stream*")
    ben.context.set_offline(False)
    wait_for_lines(ben, 3)
    ben.wait_for_selector("#table:not(.offline)")
    anna.wait_for_selector(f"#seat-{1 - own} .seat-presence[data-presence=here]", state="attached")
    assert said(ben) == said(anna)

    # When it is over, the players read what was said by those who watched.
    anna.locator("[data-chat=close]").tap()
    player.resign(anna)
    for page in (anna, ben):
        wait_for_lines(page, 1, "spectators")
        assert said(page, "spectators") == ["Red should stack"]
    assert said(cleo) == []
    visit.expected.append("net::ERR_")


@pytest.mark.long
def test_the_chat_is_reached_and_left_by_keys(visit):
    anna, ben, _ = seated_pair(visit, "locus")
    player.ready(anna)
    anna.keyboard.press("c")
    assert anna.evaluate("document.activeElement.id") == "chat-text"
    anna.keyboard.type("hello")
    anna.keyboard.press("Enter")
    wait_for_lines(ben, 1)
    anna.keyboard.press("Escape")
    assert anna.locator("#chat").is_hidden() and anna.evaluate("document.activeElement.id") == "open-chat"


def test_the_chat_and_the_sheet_of_moves_are_as_they_were_left(visit):
    anna, _, address = seated_pair(visit, "focus", {"size": PHONE})
    player.ready(anna)
    anna.locator("#open-chat").click()
    anna.goto(address)
    player.ready(anna)
    assert anna.locator("#chat").is_visible()
    anna.locator('[data-chat="close"]').click()
    anna.locator(".open-moves").click()
    anna.wait_for_function("() => localStorage.getItem('fivefold.movesSheet') === 'open'")
    anna.goto(address)
    player.ready(anna)
    assert anna.locator("#history-panel").is_visible() and anna.locator("#chat").is_hidden()
    anna.keyboard.press("Escape")
    anna.wait_for_function("() => localStorage.getItem('fivefold.movesSheet') === 'closed'")
    anna.goto(address)
    player.ready(anna)
    assert anna.locator("#history-panel").is_hidden() and anna.locator("#chat").is_hidden()

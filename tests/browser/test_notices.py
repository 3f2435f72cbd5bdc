"""Announcements at a table, on a phone and a desktop: the board stays whole, a tap closes one, and it stays closed."""

import pytest

from fivefold.cli import main
from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_talk import nothing_serious

TEXT = "The house rests tonight from 22:00 to 22:30 UTC."


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_an_announcement_leaves_the_board_whole_and_is_closed_by_a_tap(own_house, visit, size, monkeypatch):
    monkeypatch.delenv("FIVEFOLD_DATABASE_URL", raising=False)
    assert main(["admin", "announce", TEXT, "--data", str(own_house.folder)]) == 0
    page = visit("/new/focus", size, own_house, reduced_motion="reduce")
    while not page.locator(".notice").count():  # heard of within two seconds
        page.reload()
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/matches/*")
    player.ready(page)
    notice = page.locator(".notice")
    assert notice.locator("p").text_content() == TEXT and nothing_serious(page) == []
    told, board = notice.bounding_box(), page.locator("#picture svg").first.bounding_box()
    assert told["y"] + told["height"] <= board["y"] + 1, "it covers nothing of the board"
    assert board["y"] + board["height"] <= size[1], "nor does it push the board out of the window"
    page.get_by_role("button", name="Close this announcement").click()
    page.wait_for_function("() => !document.querySelector('.notices')")
    page.goto("/lobby")
    assert page.locator(".notice").count() == 0

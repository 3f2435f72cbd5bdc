"""Strangers meet: at an open table, by a quick match, by a challenge; and somebody blocked does not."""

import pytest
from playwright.sync_api import expect

from tests.browser import player
from tests.browser.conftest import PHONE
from tests.browser.test_accounts import sign_up
from tests.browser.test_everybody import serious
from tests.browser.test_offers import offer

TOUCH = {"size": PHONE, "has_touch": True}


def at_table(page):
    page.wait_for_url(player.MATCH)
    player.ready(page)
    return player.MATCH.search(page.url).group(0)


def begin(page, game, how):
    page.locator(f'[data-quick="{game}"]').tap()
    page.locator("#quick-form").get_by_role("button", name=how).tap()


@pytest.mark.long
def test_strangers_meet_in_the_lobby(visit):
    anna, ben = visit("/lobby", **TOUCH), visit("/lobby", **TOUCH, color_scheme="dark")
    expect(ben.locator("#nobody")).to_be_visible()
    assert serious(ben) == []
    begin(anna, "focus", "Open a table")
    table = at_table(anna)
    anna.locator(".qr summary").tap()
    expect(anna.locator(".qr img")).to_have_js_property("complete", value=True)
    assert anna.evaluate("document.querySelector('.qr img').naturalWidth") > 100

    row = ben.locator("#tables li")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Focus")
    assert serious(ben) == []
    ben.goto("/lobby?game=pokeros")
    expect(row).to_be_hidden()
    ben.locator('[data-filter="focus"]').tap()
    row.get_by_role("button", name="Sit down").tap()
    assert at_table(ben) == table
    anna.wait_for_selector("#invite", state="hidden")
    mover = anna if player.view(anna)["turn"] else ben
    player.by_touch(mover, player.view(mover)["moves"][0]["picks"])
    for page in (anna, ben):
        page.wait_for_function("() => Number(document.querySelector('#table').dataset.number) > 0")
    # Without a reload it is gone for somebody else too.
    assert visit("/lobby").locator("#tables li").count() == 0


@pytest.mark.long
def test_two_who_look_for_a_game_are_taken_to_the_same_table(visit):
    anna, ben = visit("/lobby", **TOUCH), visit("/lobby", **TOUCH)
    begin(anna, "locus", "Find somebody")
    expect(anna.locator(".search")).to_contain_text("Looking for somebody")
    assert serious(anna) == []
    anna.get_by_role("button", name="while you wait").tap()
    at_table(anna)
    expect(anna.locator("#search")).to_contain_text("Looking for somebody")
    begin(ben, "locus", "Find somebody")
    expect(anna.locator("#search")).to_contain_text("wants to play")
    assert serious(anna) == []
    anna.get_by_role("button", name="Go and play").tap()
    ben.wait_for_url(player.MATCH)
    anna.wait_for_url(ben.url)
    assert player.view(anna)["yours"] and player.view(ben)["yours"]


@pytest.mark.long
def test_a_challenge_is_declined_with_a_word_and_who_is_blocked_cannot_sit_down(visit):
    anna, ben = visit(**TOUCH), visit(**TOUCH)
    sign_up(anna, "Annabel")
    sign_up(ben, "Benedict")
    ben.goto("/lobby")
    anna.goto("/new/focus?other-1=link&who=name")
    anna.get_by_label("Name of the player").fill("Benedict")
    anna.locator(".go button").tap()
    anna.wait_for_url(player.MATCH)
    expect(ben.locator(".challenge-card")).to_contain_text("Annabel challenges you")
    ben.locator(".say-no summary").tap()
    assert serious(ben) == []
    ben.locator(".say-no select").select_option("later")
    ben.locator(".say-no form").get_by_role("button", name="Decline", exact=True).tap()
    expect(ben.locator(".challenge-card")).to_have_count(0)
    anna.goto("/challenges")
    expect(anna.locator(".challenge-card")).to_contain_text("Not now: ask me later")
    assert serious(anna) == []

    for answer in ("Decline", "Accept"):
        ben.goto("/rules/focus")
        anna.goto("/new/focus?other-1=link&who=name&to=Benedict")
        anna.locator(".go button").tap()
        anna.wait_for_url(player.MATCH)
        ben.locator(".slip").get_by_role("button", name=answer).tap()
        expect(ben.locator(".slip")).to_have_count(0)
    assert at_table(ben) == player.MATCH.search(anna.url).group(0)

    anna.goto("/new/focus?other-1=link&who=name&to=Benedict")
    anna.locator(".go button").tap()
    anna.wait_for_url(player.MATCH)
    ben.goto("/challenges")
    ben.locator(".say-no summary").tap()
    ben.get_by_role("button", name="Decline and block Annabel").tap()
    expect(ben.locator(".challenge-card")).to_have_count(0)
    ben.goto("/lobby")
    begin(ben, "focus", "Open a table")
    table = at_table(ben)
    anna.goto("/lobby")
    expect(anna.locator("#nobody")).to_be_visible()
    anna.goto(table)
    anna.get_by_role("button", name="Sit down").tap()
    expect(anna.locator("main")).to_contain_text("do not play together")
    visit.expected.append("409")


@pytest.mark.slow
def test_whom_one_follows_is_watched_on_the_home_page_and_offers_are_answered_on_any(visit):
    anna, ben = visit(**TOUCH), visit(**TOUCH)
    sign_up(ben, "Benno")
    ben.goto("/lobby?game=focus")
    ben.get_by_role("button", name="Open a table").tap()
    at_table(ben)
    anna.goto("/players/Benno")
    anna.get_by_role("button", name="Follow Benno").tap()
    expect(anna.get_by_role("button", name="Stop following Benno")).to_be_visible()
    cleo = visit("/lobby?game=focus", **TOUCH)
    cleo.get_by_role("button", name="Sit down at Benno").tap()
    at_table(cleo)

    def move():
        mover = ben if player.view(ben)["turn"] else cleo
        ply = player.view(mover)["ply"]
        player.by_touch(mover, player.view(mover)["moves"][0]["picks"])
        for each in (ben, cleo):
            each.wait_for_selector(f'#history li[data-ply="{ply + 1}"]', state="attached")

    move()
    anna.goto("/people")
    expect(anna.locator(".known li")).to_contain_text("Here now")
    expect(anna.locator(".match-card").first).to_contain_text("Benno")
    assert serious(anna) == []
    anna.goto("/")
    ply = anna.locator("#watched input[name=ply]")
    expect(ply).to_have_value("1")
    move()
    expect(ply).to_have_value("2")
    assert serious(anna) == []
    anna.get_by_role("button", name="Play on from here").tap()
    at_table(anna)
    assert player.view(anna)["turn"] and player.view(anna)["ply"] == 2

    cleo.goto("/rules")
    offer(ben, "pause")
    expect(cleo.locator(".slip")).to_contain_text("offers a pause")
    assert serious(cleo) == []
    cleo.locator(".slip").get_by_role("button", name="Decline").tap()
    expect(ben.locator("#offer")).to_be_hidden()
    expect(cleo.locator(".slip")).to_have_count(0)

"""Pokeros on a table page: hidden hands stay hidden, on two screens and on one."""

import re

import pytest

from fivefold.parts.words import card_from_text, card_name
from tests.browser import player
from tests.browser.test_two_browsers import seated_pair

STILL = {"reduced_motion": "reduce"}
SHORT = {"deck": "stripped"}
HEAR = """
window.heard = [];
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (type, tell) {
    return listen.call(this, type, event => { if (event.data) window.heard.push(event.data); tell(event); });
};
const reach = window.fetch;
window.fetch = (...asked) => reach(...asked).then(answer => {
    answer.clone().text().then(text => window.heard.push(text), () => {});
    return answer;
});
"""
WATCH = """() => {
    window.shown = new Set();
    const look = () => document.querySelectorAll('[id^="held-"], [data-id^="held-"]')
        .forEach(card => window.shown.add(card.id || card.dataset.id));
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
    look();
}"""


def hand(page):
    """Return the cards that the visitor to move holds, as the server shows them."""
    return sorted(set(re.findall(r'id="held-(\w\w)"', player.view(page)["picture"])))


def tells(words, card):
    """Tell whether words name a card: as a thing, in a move, in a deal, or in full."""
    name = card_name(card_from_text(card))
    return any(form in words for form in (f'-{card}"', f'-{card}\\"', f'"{card}"', f"{card}@", f":{card}", name))


def everything(page):
    """Return all the page has been told, and all it holds."""
    return page.evaluate("document.documentElement.outerHTML + (window.heard ?? []).join('\\n')")


def shown_on_page(page):
    """Return what there is to see and to hear on the page."""
    return page.evaluate(
        """() => { const page = document.documentElement.cloneNode(true);
        page.querySelectorAll("script").forEach(each => each.remove()); return page.outerHTML; }"""
    )


def test_neither_page_ever_holds_the_others_cards(visit):
    anna, ben, _ = seated_pair(visit, "pokeros", **SHORT)
    for page in (anna, ben):
        page.add_init_script(HEAR)
        page.reload()
        player.ready(page)
    for _ in range(3):
        shown = player.view(anna)
        mover, other = (anna, ben) if shown["turn"] else (ben, anna)
        player.by_mouse(mover, player.view(mover)["moves"][0]["picks"])
        for page in (mover, other):
            player.until_further(page, shown["number"] + 1)
        hands = hand(anna), hand(ben)
        assert [len(cards) for cards in hands] == [3, 3]
        assert any("held-" in text for text in anna.evaluate("window.heard"))
        for page, theirs in ((anna, hands[1]), (ben, hands[0])):
            told = everything(page)
            assert [card for card in theirs if tells(told, card)] == []


def test_at_one_screen_the_board_is_covered_until_asked_for(visit):
    page = visit()
    player.begin(page, "pokeros", **SHORT)
    page.wait_for_selector("html[data-ready]", state="attached")
    page.evaluate(WATCH)
    for asks in (lambda: page.keyboard.press("Enter"), lambda: uncovered_by_hand(page)):
        page.wait_for_selector("main.covered #uncover:not([hidden])")
        held, shown = hand(page), player.view(page)
        assert page.locator(".seat.home").get_attribute("data-seat") == str(shown["to_move"]), "below their own hand"
        assert [card for card in held if tells(shown_on_page(page), card)] == []
        assert [card for card in held if f"held-{card}" in page.evaluate("[...window.shown]")] == []
        asks()
        page.wait_for_selector(f"#picture #held-{held[0]}", state="attached")
        player.by_mouse(page, shown["moves"][0]["picks"])
        player.until_further(page, shown["number"] + 1)
    page.wait_for_selector("main.covered")
    page.locator("#history li a").first.click()
    page.wait_for_selector(".past:not([hidden])")
    assert page.locator("#picture [id^='held-']").count() == 0, "nor by looking back"


def uncovered_by_hand(page):
    """Ask for a hint before the cards are there to be seen, then for the cards."""
    page.get_by_role("button", name="Hint").first.click()
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('Show your cards')")
    page.locator("#uncover a").click()


@pytest.mark.long
def test_a_page_loaded_anew_is_covered_again(visit):
    page = visit(**STILL)
    player.begin(page, "pokeros", **SHORT)
    player.ready(page)
    assert page.locator("#picture [id^='held-']").count() == 3
    page.reload()
    page.wait_for_selector("main.covered")
    assert page.locator("#picture [id^='held-']").count() == 0
    player.ready(page)
    assert page.locator("#picture [id^='held-']").count() == 3

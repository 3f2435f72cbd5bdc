"""Dice on a table page: kept in any order, by mouse, touch and keys, and rolled where everybody sees it."""

import pytest

from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE
from tests.quick import long

STILL = {"reduced_motion": "reduce"}


@pytest.fixture
def table(visit):
    """Open a match of Dice Poker in which it is one's turn with five dice on the table."""

    def sit_down(size=DESKTOP, others=("here",), **looks):
        page = visit(size=size, **looks)
        player.begin(page, "dice_poker", others=others)
        player.ready(page)
        return page

    return sit_down


def dice(page):
    """Return the names of the dice from left to right."""
    things = page.locator("#picture [data-pick*='*']").all()
    return sorted((thing.get_attribute("data-pick") for thing in things), key=lambda name: name[-1])


def unlike(page):
    """Return the dice, which stand sorted, once the first and the last differ: what joins a pair is kept with it."""
    while (names := dice(page))[0][0] == names[-1][0]:
        player.begin(page, "dice_poker")
        player.ready(page)
    return names


def kept(page):
    pressed = page.locator("#picture [data-pick*='*'][aria-pressed='true']").all()
    return {thing.get_attribute("data-pick") for thing in pressed}


def keeping(*names):
    return "keep:" + "".join(sorted(name[0] for name in names))


def played(page, ply):
    """Return the text of the move that led to a position, once it has been made."""
    page.wait_for_function(
        "ply => Number(document.querySelector('#history li:last-child').dataset.ply) >= ply", arg=ply
    )
    return next(line["text"] for line in player.view(page)["history"] if line["ply"] == ply)


@pytest.mark.slow
def test_on_an_enlarged_board_the_dice_stay_where_they_were_and_can_be_picked(table):
    page = table(PHONE, **STILL, has_touch=True, is_mobile=True)
    before = page.locator("#picture .held").bounding_box()
    page.get_by_role("button", name="More").click()
    page.locator("#magnify").click()
    page.wait_for_selector("#picture.zoomed")
    after = page.locator("#picture .held").bounding_box()
    assert all(abs(after[each] - before[each]) < 1 for each in before), (before, after)
    first = dice(page)[0]
    player.by_touch(page, [first])
    assert kept(page) == {first}
    page.locator(".camera button:visible").click()
    assert page.locator("#picture.zoomed").count() == 0


@pytest.mark.parametrize(
    "looks", [{}, long({"size": PHONE, "has_touch": True, "is_mobile": True})], ids=["mouse", "touch"]
)
def test_dice_are_picked_in_any_order_and_put_back_one_by_one(table, looks):
    page = table(**STILL, **looks)
    hand = player.by_touch if "has_touch" in looks else player.by_mouse
    second, first, *_, third = unlike(page)
    hand(page, [third, first, second, first])
    assert kept(page) == {second, third}
    shown = player.view(page)
    hand(page, ["roll"])
    assert played(page, shown["ply"] + 1) == keeping(second, third)
    after = player.until_further(page, shown["number"])
    assert after["turn"], "the roll that follows is one piece of news"
    assert len(after["last"]["text"].split()) == 3
    assert len(dice(page)) == 5
    page.wait_for_function("() => document.querySelectorAll('#picture [data-picked]').length === 2")
    again = kept(page)
    assert sorted(name[0] for name in again) == sorted((second[0], third[0])), "what was kept stays kept"
    page.wait_for_function("() => document.querySelector('#preview').textContent.includes('%')")
    hand(page, sorted(again))
    assert not kept(page), "and is taken back die by die"
    page.wait_for_selector("#picture [data-pick=roll][aria-label^='Roll all five']")


def test_keys_pick_dice_and_roll_from_anywhere(table):
    page = table(**STILL)
    names = dice(page)
    for key in "42124":
        page.keyboard.press(key)
    assert kept(page) == {names[0]}
    page.keyboard.press("5")
    shown = player.view(page)
    page.keyboard.press(" ")
    assert played(page, shown["ply"] + 1) == keeping(names[0], names[4])
    shown = player.until_further(page, shown["number"])
    assert "r" in page.locator("[data-pick=roll]").get_attribute("data-keys")
    page.keyboard.press("r")
    assert played(page, shown["ply"] + 1) == keeping(names[0], names[4]), "what was kept stays kept"
    after = player.until_further(page, shown["number"])
    if after["to_move"] == shown["to_move"]:  # else the last dice match nothing, and the next player's lie there
        page.wait_for_function("() => !document.querySelector('[data-pick=roll]')")


@pytest.mark.long
def test_keys_mean_something_else_where_one_types_or_has_gone_to_a_button(table):
    page = table(**STILL)
    names = dice(page)
    page.evaluate("document.querySelector('#notation').click()")
    page.locator("#move-text").focus()
    page.keyboard.type("12r")
    assert page.locator("#move-text").input_value() == "12r" and not kept(page)
    page.get_by_role("button", name="More").focus()
    page.keyboard.press(" ")
    page.wait_for_selector("#more:popover-open")
    page.get_by_role("button", name="Help", exact=True).click()
    page.wait_for_selector("#help:popover-open")
    assert page.locator("#help dt", has_text="Space").count() == 1
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    assert not kept(page) and player.view(page)["ply"] == 5
    player.thing(page, names[0]).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    assert kept(page) == {names[1]}, "who walks about the board picks with the space bar"


def spaces(shown):
    return [move["text"] for move in shown["moves"] if not move["text"].startswith("keep")]


def with_a_choice(page):
    """Play on until dice may be kept and a space taken; return the view of then."""
    shown = player.view(page)
    while len(spaces(shown)) in {0, len(shown["moves"])}:
        player.by_mouse(page, (spaces(shown) or ["roll"])[:1])
        shown = player.until_further(page, shown["number"])
    return shown


@pytest.mark.long
def test_a_space_is_still_there_while_dice_are_picked(table):
    page = table(**STILL)
    shown = with_a_choice(page)
    space, *_ = spaces(shown)
    player.by_mouse(page, [dice(page)[0], space])
    assert played(page, shown["ply"] + 1) == space


def preview(page, *picks):
    path = player.MATCH.search(page.url).group(0)
    return page.request.get(f"{path}/preview?{'&'.join(f'picks={name}' for name in picks)}").json()


@pytest.mark.long
def test_dice_tumble_and_a_pick_meanwhile_settles_them(table):
    page = table()
    names = dice(page)
    player.by_mouse(page, [names[0], "roll"])
    page.wait_for_selector("#picture.rolling .flight", state="attached")
    assert page.locator("#picture .flight use").count() > 4 * 4, "each of the four shows several faces"
    page.wait_for_selector("#picture [data-pick=roll]", state="attached")
    page.keyboard.press("1")
    assert page.locator("#picture .flight").count() == 0
    assert page.locator("#picture.rolling").count() == 0
    assert len(kept(page)) in (0, 2), "beside the one kept before, or that one taken back"


@pytest.mark.long
def test_without_motion_dice_lie_where_they_fell(table):
    page = table(**STILL)
    page.evaluate(
        """() => { window.flew = 0; const count = () => window.flew += document.querySelectorAll(".flight").length;
        new MutationObserver(count).observe(document.querySelector("#picture"), {subtree: true, childList: true}); }"""
    )
    shown = player.view(page)
    player.by_mouse(page, ["roll"])
    player.until_further(page, shown["number"] + 1)
    assert page.evaluate("window.flew") == 0


@pytest.mark.long
def test_a_refused_undo_tells_why(table):
    page = table(**STILL)
    shown = player.view(page)
    player.by_mouse(page, ["roll"])
    player.until_further(page, shown["number"] + 1)
    undo = page.get_by_role("button", name="Undo").first
    assert undo.get_attribute("aria-disabled") == "true" and undo.is_enabled() is False
    reason = undo.get_attribute("title")
    undo.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("reason => document.querySelector('#status').textContent.toLowerCase().includes(reason)",
                           arg=reason.lower())  # fmt: skip

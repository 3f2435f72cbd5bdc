"""A table page in use: picks, drags, typing, undo, hints, looking back, and what others see."""

import re

import pytest

from fivefold.play.catalogue import keys
from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_two_browsers import seated_pair
from tests.quick import landing, long


def hold(held, route):
    held.append(route)


@pytest.mark.parametrize("game", landing({"focus"}, keys()))
def test_a_move_is_shown_before_the_server_has_it(visit, game):
    page = visit()
    player.begin(page, game)
    player.ready(page)
    shown = player.view(page)
    move = shown["moves"][-1]
    player.by_mouse(page, move["picks"][:-1])
    page.wait_for_function(
        "() => document.querySelector('#preview').textContent.trim() || document.querySelector('#picture .target')"
    )
    held = []
    page.route("**/moves", lambda route: hold(held, route))
    before = page.inner_html("#picture")
    player.by_mouse(page, move["picks"][-1:])
    page.wait_for_function("before => document.querySelector('#picture').innerHTML !== before", arg=before)
    page.wait_for_function("() => !document.querySelector('#picture .target')")
    assert player.view(page)["number"] == shown["number"]
    assert held
    held[0].continue_()
    player.until_further(page, shown["number"])


def test_a_refused_move_is_put_back_with_words(visit):
    page = visit()
    player.begin(page, "focus")
    player.ready(page)
    shown = player.view(page)
    page.route("**/moves", lambda route: route.fulfill(status=422, json={"error": "c3-f3: not today"}))
    player.by_mouse(page, shown["moves"][0]["picks"])
    page.wait_for_function("() => document.body.innerText.includes('not today')")
    page.unroute("**/moves")
    player.by_mouse(page, shown["moves"][1]["picks"])
    player.until_further(page, shown["number"])
    visit.expected.append("422")  # the browser reports the status itself


def test_who_moves_in_two_windows_at_once_reads_in_the_slower_one_why_its_move_is_gone(visit):
    anna, ben, _ = seated_pair(visit, "focus")  # a person, who does not reply, so that the words stay
    page = anna if player.view(anna)["turn"] else ben
    player.ready(page)
    other = page.context.new_page()
    other.goto(page.url)
    player.ready(other)
    shown, held = player.view(page), []
    page.route("**/moves", lambda route: hold(held, route))
    player.by_mouse(page, shown["moves"][0]["picks"])
    player.by_mouse(other, shown["moves"][1]["picks"])
    player.until_further(other, shown["number"])
    page.wait_for_function("() => document.querySelector('#status').innerText.includes('You moved in another window')")
    with page.expect_console_message(lambda message: "409" in message.text):  # the browser reports the status itself
        held[0].continue_()
    player.until_further(page, shown["number"])
    visit.expected.append("409")


def test_a_stack_is_dragged(visit):
    page = visit()
    player.begin(page, "focus")
    player.ready(page)
    shown = player.view(page)
    player.by_dragging(page, shown["moves"][0]["picks"])
    after = player.until_further(page, shown["number"])
    assert after["last"]["text"] == shown["moves"][0]["text"]


@pytest.mark.long
def test_a_dragged_stack_let_go_elsewhere_goes_back(visit):
    page = visit()
    player.begin(page, "focus")
    player.ready(page)
    shown = player.view(page)
    source = player.middle(page, shown["moves"][0]["picks"][0])
    page.mouse.move(*source)
    page.mouse.down()
    page.mouse.move(source[0] + 20, source[1] + 20)
    page.mouse.move(3, 300)
    page.mouse.up()
    page.wait_for_function("() => !document.querySelector('.dragging')")
    assert player.view(page)["number"] == shown["number"]


@pytest.mark.parametrize("game", landing({"dice_poker"}, keys()))
def test_typed_moves_and_what_is_wrong_with_them(visit, game):
    page = visit()
    player.begin(page, game)
    player.ready(page)
    shown = player.view(page)
    player.by_typing(page, "nonsense")
    page.wait_for_function("() => document.body.innerText.includes('nonsense')")
    player.by_typing(page, shown["moves"][-1]["text"])
    after = player.until_further(page, shown["number"])
    assert player.made(after, shown["ply"] + 1) == shown["moves"][-1]["text"]
    visit.expected.append("422")


def test_escape_puts_back_and_digits_choose(visit):
    page = visit()
    player.begin(page, "locus")
    player.ready(page)
    shown = player.view(page)
    first = shown["moves"][0]["picks"][0]
    player.by_keys(page, [first])
    assert player.thing(page, first).get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    assert player.thing(page, first).get_attribute("aria-pressed") == "false"
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#preview').textContent.trim() !== ''")
    page.keyboard.press("2")
    after = player.until_further(page, shown["number"])
    assert after["last"]["text"] == f"{first}:down"


@pytest.mark.long
def test_a_digit_pressed_before_the_offers_are_known_waits_for_them(visit):
    page = visit()
    player.begin(page, "locus")
    player.ready(page)
    shown, held = player.view(page), []
    page.route("**/preview?*", lambda route: hold(held, route))
    player.by_keys(page, [shown["moves"][0]["picks"][0]])
    page.wait_for_function("() => document.querySelector('#preview').textContent.trim() !== ''")
    page.keyboard.press("2")
    assert held and not page.locator("#preview .offer").count(), "the offers were known before the digit"
    for route in held:
        route.continue_()
    after = player.until_further(page, shown["number"])
    assert after["last"]["text"] == shown["moves"][1]["text"]


@pytest.mark.parametrize("game", ["locus", long("focus")])
def test_undo_and_looking_back(visit, game):
    page = visit()
    player.begin(page, game)
    player.ready(page)
    start = player.view(page)
    for _ in range(2):
        shown = player.view(page)
        player.by_typing(page, shown["moves"][0]["text"])
        player.until_further(page, shown["number"])
    last = player.view(page)
    page.locator(f'#history li[data-ply="{start["ply"] + 1}"] a').click()
    page.wait_for_function("() => document.body.innerText.includes('Back to the game')")
    page.keyboard.press("Escape")
    page.get_by_text("Back to the game").first.click()
    page.get_by_role("button", name=re.compile("undo|take back", re.IGNORECASE)).first.click()
    after = player.until_further(page, last["number"])
    assert after["ply"] == last["ply"] - 1
    page.wait_for_selector(f'#history li[data-ply="{last["ply"]}"]', state="detached")


@pytest.mark.parametrize("game", landing({"pokeros"}, keys()))
def test_a_hint_lights_a_move_and_says_why(visit, game):
    page = visit()
    player.begin(page, game, others=("1",))
    player.ready(page)
    page.get_by_role("button", name=re.compile("hint", re.IGNORECASE)).first.click()
    page.wait_for_selector("#picture .hint")
    assert page.inner_text("#words").strip()


def test_a_match_is_resigned_after_asking(visit):
    page = visit()
    player.begin(page, "locus", others=("1",))
    player.ready(page)
    page.locator("#actions .open-more").click()
    page.locator("#more").get_by_role("button", name="Resign").click()
    page.locator("#resign").get_by_role("button", name="Resign").click()
    page.wait_for_function("() => document.body.innerText.includes('resigned')")
    assert player.view(page)["over"]
    page.get_by_role("button", name="Rematch").last.click()
    page.wait_for_function("() => !document.querySelector('#table').classList.contains('over')")
    player.ready(page)
    assert not player.view(page)["over"]


def test_printed_a_table_has_no_buttons(visit):
    page = visit()
    player.begin(page, "focus")
    player.ready(page)
    page.emulate_media(media="print")
    assert page.locator("#picture").is_visible() and page.locator("button:visible").count() == 0


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *(long(("locus", {"grid": "6x6"})), long(("locus", {"grid": "8x6"})), long(("focus", {}))),
        *(long(("focus", {"players": "4"})), long(("pokeros", {})), long(("pokeros", {"hand": "1"}))),
        *(long(("solitaire", {})), ("solitaire", {"deal": "5", "rejects": "0/0/0", "move": "movable"})),
    ],
)
def test_targets_are_large_enough_for_a_thumb(visit, game, options):
    page = visit(size=(360, 740), has_touch=True, is_mobile=True)
    others = ("here",) * (3 if options.get("players") == "4" else 1)
    player.begin(page, game, others=others, **options)
    player.ready(page)
    assert too_small(page) == [], "at 360"
    page.set_viewport_size(dict(zip(("width", "height"), PHONE, strict=True)))
    page.reload()
    player.ready(page)
    assert too_small(page) == [], "at 390"


def too_small(page):
    """Return what is too small for a thumb; the page is no wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the screen"
    return page.evaluate(
        """() => [...document.querySelectorAll("#picture [data-pick], #actions .button, header a, header summary")]
        .map(thing => [thing.getAttribute("data-pick") ?? thing.textContent.trim(), thing.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
        .map(([name, box]) => `${name} ${box.width.toFixed(1)}x${box.height.toFixed(1)}`)"""
    )


@pytest.mark.long
@pytest.mark.parametrize("game", ["pokeros", "solitaire"])
def test_the_board_is_in_its_place_before_the_rest_of_the_page_has_come(visit, game):
    page = visit(size=PHONE)
    player.begin(page, game, others=("1",))
    player.ready(page)
    whole = page.locator("#board").bounding_box()
    page.evaluate("() => document.querySelectorAll('#words, .seat.home').forEach(part => part.remove())")
    assert page.locator("#board").bounding_box() == whole


@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.long), PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", [long("focus"), "solitaire"])
def test_nothing_jumps_while_playing(visit, game, size):
    page = visit(size=size)
    player.begin(page, game, others=("1",))
    player.ready(page)
    page.evaluate(
        """() => { window.shifted = [];
        const name = node => node?.id || node?.getAttribute?.("class") || node?.nodeName;
        const moved = ({node, previousRect, currentRect}) => `${name(node)} ${previousRect.y} > ${currentRect.y}`;
        const seen = list => { for (const entry of list.getEntries())
        if (!entry.hadRecentInput) window.shifted.push([entry.value, entry.sources.map(moved)]); };
        new PerformanceObserver(seen).observe({type: "layout-shift", buffered: true}); }"""
    )
    for _ in range(3):
        shown = player.view(page)
        player.by_mouse(page, shown["moves"][0]["picks"])
        while not (shown := player.until_further(page, shown["number"]))["turn"]:
            pass
    shifted = page.evaluate("window.shifted")
    assert sum(value for value, _ in shifted) < 0.02, shifted


@pytest.mark.slow
def test_a_coachs_mark_shows_what_was_better_and_why_says_what_a_reply_did(visit):
    page = visit(size=DESKTOP, reduced_motion="reduce")
    player.begin(page, "focus", others=("1",))
    player.ready(page)
    page.locator("#actions .open-more").click()
    page.locator(".coach-switch").click()
    page.keyboard.press("Escape")
    first, better = player.view(page)["moves"][0], player.view(page)["moves"][-1]
    said = {"ply": 0, "mark": "blunder", "picks": better["picks"], "words": "Your chance: from 90% to 13%."}
    page.route("**/coach", lambda route: route.fulfill(json=said))
    player.by_mouse(page, first["picks"])
    page.get_by_role("button", name="Blunder. Your chance: from 90% to 13%.").click()
    page.wait_for_selector(f'#picture .hint[data-thing="{better["picks"][0]}"]')
    page.get_by_role("link", name="Back to the game").click()
    page.get_by_role("button", name="Why?").click()
    page.locator("#beside-body").get_by_text("Your chance").wait_for()
    assert page.locator("#beside-body strong").inner_text().startswith(("1 piece", "2 pieces"))
    page.locator("#beside").get_by_role("button", name="Close").click()
    assert not page.locator("#beside").is_visible()

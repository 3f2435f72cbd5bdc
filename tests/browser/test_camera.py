"""The table without edges in a real browser: it moves under wheel, mouse, fingers and keys, and never by itself."""

import re
import time
from math import hypot

import pytest

from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE

PLANE = "#picture [data-plane]"
MOVED = f"before => document.querySelector('{PLANE}').getAttribute('transform') !== before"


@pytest.fixture
def table(visit):
    """Begin a game against the weakest opponent and make a few moves."""

    def begun(size=DESKTOP, **looks):
        page = visit(size=size, **looks)
        player.begin(page, "pokeros", others=("1",))
        player.ready(page)
        for _ in range(4):
            shown = turn(page)
            play(page, shown["moves"][-1], shown)
        turn(page)
        settled(page)
        return page

    return begun


def play(page, move, shown):
    player.by_mouse(page, move["picks"][:1])
    settled(page)
    player.by_mouse(page, move["picks"][1:])
    player.until_further(page, shown["number"])


def turn(page):
    shown = player.view(page)
    while not shown["turn"]:
        shown = player.until_further(page, shown["number"])
    told = "number => Number(document.querySelector('#table').dataset.number) >= number"
    page.wait_for_function(told, arg=shown["number"])
    return shown


def settled(page):
    page.wait_for_function("() => !document.querySelector('#picture.gliding, #picture .flights')")


def outlook(page):
    """Return where the plane is and how large, once it rests."""
    settled(page)
    return [float(number) for number in re.findall(r"-?[\d.]+", page.locator(PLANE).get_attribute("transform"))]


def window(page):
    """Return the edges of the window on the plane: left, top, right, bottom."""
    return page.evaluate(
        """() => { const window = document.querySelector("#picture svg svg"), matrix = window.getScreenCTM();
        const [width, height] = [window.width.baseVal.value, window.height.baseVal.value];
        return [matrix.e, matrix.f, matrix.e + matrix.a * width, matrix.f + matrix.d * height]; }"""
    )


def in_view(page, name):
    box, (left, top, right, bottom) = player.thing(page, name).bounding_box(), window(page)
    across = left - 1 <= box["x"] and box["x"] + box["width"] <= right + 1
    return across and top - 1 <= box["y"] and box["y"] + box["height"] <= bottom + 1


def picked(page):
    return page.locator("#picture .held.picked").count()


def touching(page):
    """Return what puts fingers on the screen, moves them, and lifts them."""
    session = page.context.new_cdp_session(page)

    def fingers(kind, *places, **more):
        points = [{"x": across, "y": down, "id": place} for place, (across, down) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **more})

    return fingers


def pinch_apart(fingers, x, y):
    fingers("touchStart", (x - 40, y), (x + 40, y))
    for step in range(1, 6):
        fingers("touchMove", (x - 40 - 8 * step, y), (x + 40 + 8 * step, y))
    fingers("touchEnd")


def tap_twice(fingers, box):
    """Tap the middle of a box twice within a quarter of a second, however slowly the machine hands over the touches."""
    middle, first = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), time.time() - 0.25
    for after in (0, 0.2):
        fingers("touchStart", middle, timestamp=first + after)
        fingers("touchEnd", timestamp=first + after + 0.05)


def away(place, x, y):
    box = place.bounding_box()
    return hypot(box["x"] + box["width"] / 2 - x, box["y"] + box["height"] / 2 - y)


def slide(fingers, x, y):
    fingers("touchStart", (x, y))
    for step in range(1, 6):
        fingers("touchMove", (x + 5 * step, y - 10 * step))
    fingers("touchEnd")


def drag(page, start, by):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + by[0] / 2, start[1] + by[1] / 2)
    page.mouse.move(start[0] + by[0], start[1] + by[1])
    page.mouse.up()


@pytest.mark.long
def test_wheel_mouse_buttons_and_keys_move_it_and_what_is_picked_stays_picked(table):
    page = table()
    shown, whole = turn(page), outlook(page)
    player.by_mouse(page, shown["moves"][0]["picks"][:1])
    assert (picked(page), outlook(page)) == (1, whole)
    left, top, right, bottom = window(page)
    page.mouse.move((left + right) / 2, (top + bottom) / 2)
    before = page.locator(PLANE).get_attribute("transform")
    page.mouse.wheel(0, -200)
    page.wait_for_function(MOVED, arg=before)
    closer = outlook(page)
    drag(page, (left + 20, top + 20), (60, 40))
    moved = outlook(page)
    assert moved[:2] != closer[:2] and moved[2] == closer[2] > whole[2]
    page.get_by_label("Zoom out").click()
    assert outlook(page)[2] < moved[2] and picked(page) == 1
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("0")
    assert (outlook(page), picked(page)) == (whole, 1)


def test_fingers_pinch_and_pan_the_plane_not_the_page(table):
    page = table(PHONE, has_touch=True)
    whole, (left, top, right, bottom) = outlook(page), window(page)
    fingers, x, y = touching(page), (left + right) / 2, (top + bottom) / 2
    pinch_apart(fingers, x, y)
    pinched = outlook(page)
    assert pinched[2] > 1.5 * whole[2]
    slide(fingers, x, y)
    panned = outlook(page)
    assert panned[:2] != pinched[:2] and panned[2] == pinched[2]
    assert page.evaluate("[visualViewport.scale, scrollY]") == [1, 0]


@pytest.mark.long
def test_the_players_outlook_outlives_moves_and_focus_brings_cells_into_view(table):
    page = table()
    for _ in range(4):
        page.keyboard.press("+")
    close, shown = outlook(page), turn(page)
    card = shown["moves"][0]["picks"][0]
    cells = [move["picks"][1] for move in shown["moves"] if move["picks"][0] == card]
    hidden = next(cell for cell in cells if not in_view(page, cell))
    player.by_keys(page, [card])
    player.walk(page, hidden)
    settled(page)
    assert in_view(page, hidden)
    page.keyboard.press("Enter")
    player.until_further(page, shown["number"])
    turn(page)
    assert outlook(page)[2] == close[2]


@pytest.mark.long
def test_a_card_dropped_over_the_plane_lands_on_the_cell_under_it(table):
    page = table()
    shown = turn(page)
    player.by_dragging(page, shown["moves"][0]["picks"])
    after = player.until_further(page, shown["number"])
    assert shown["moves"][0]["text"] in [line["text"] for line in after["history"]]


def test_any_board_is_pinched_and_panned_and_two_taps_zoom_to_a_place_and_back(visit):
    page = visit(size=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    player.begin(page, "dice_poker", others=("1",))
    player.ready(page)
    turn(page)
    fingers, frame = touching(page), page.locator("#picture > svg").bounding_box()
    place = min(page.locator("#picture .space:not([data-pick])").all(), key=lambda one: away(one, 195, 300))

    def seen():
        return page.locator("#picture > svg").get_attribute("viewBox"), place.bounding_box()

    whole, small = seen()
    pinch_apart(fingers, 195, 300)
    pinched, large = seen()
    assert large["width"] > 1.5 * small["width"]
    slide(fingers, 195, 300)
    panned, moved = seen()
    assert panned != pinched and abs(moved["width"] - large["width"]) < 0.1
    assert page.locator("#picture > svg").bounding_box() == frame
    assert page.evaluate("[visualViewport.scale, scrollY]") == [1, 0]
    tap_twice(fingers, place.bounding_box())
    assert seen() == (whole, small)
    tap_twice(fingers, place.bounding_box())
    assert seen()[1]["width"] > 1.5 * small["width"]
    page.get_by_role("button", name="More").click()
    page.locator("#magnify").click()
    assert seen() == (whole, small)

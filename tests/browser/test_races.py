"""Races in real time: two browsers, two people on one keyboard, a computer; who was slower sees the card fly back."""

import pytest

from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_two_browsers import seated_pair
from tests.browser.test_whole_games import finished

STILL = {"reduced_motion": "reduce"}
RACE = {"mode": "race", "deal": "3", "touch": "anywhere", "touch2": "anywhere"}
FLOWN = "#picture .ahead .flight"


@pytest.fixture
def rivals(visit):
    """Return two pages at one race."""

    def sit_down(looks=None, **options):
        anna, ben, _ = seated_pair(visit, "solitaire", looks or {}, **{**RACE, **options})
        player.ready(anna)
        player.ready(ben)
        for page in (anna, ben):
            page.wait_for_selector("#start", state="hidden")
        return anna, ben

    return sit_down


@pytest.fixture
def keyboard(visit):
    """Return a page at which two people race on one keyboard."""

    def sit_down(looks=STILL, **options):
        page = visit(**looks)
        player.begin(page, "solitaire", **{**RACE, **options})
        player.ready(page)
        page.wait_for_selector("#start", state="hidden")
        return page

    return sit_down


def hold(page):
    """Hold what the page sends back on its way; return what is held."""
    held = []

    def keep(route):
        held.append(route)

    page.route("**/moves", keep)
    return held


def middle_of_square(page, card):
    """Return the move that brings a card to the middle of one's own square."""
    return next(m for m in player.view(page)["moves"] if m["picks"][0] == card and m["picks"][1].endswith("c3"))


def cards(page):
    """Return the cards that lie face up, from left to right."""
    return page.evaluate(
        "[...document.querySelectorAll('#picture [id^=slot-][data-pick]')].map(slot => slot.dataset.pick)"
    )


def further(page, number):
    page.wait_for_function("n => Number(document.querySelector('#table').dataset.number) > n", arg=number)


def number_of(page):
    """Return a player's number, as moves begin with it."""
    return player.view(page)["yours"][0] + 1


def moves_made(page):
    return [line["text"] for line in player.view(page)["history"] if line["mover"] >= 0]


def forgive_conflicts(visit):
    visit.expected.append("409")  # the browser reports the status itself


def test_the_slower_ones_card_flies_back_and_a_line_says_who_was_quicker(visit, rivals):
    anna, ben = rivals()
    card = cards(anna)[0]
    held = hold(ben)
    player.by_mouse(ben, middle_of_square(ben, card)["picks"])
    ben.wait_for_selector(FLOWN, state="attached")
    number = player.view(anna)["number"]
    player.by_mouse(anna, middle_of_square(anna, card)["picks"])
    further(ben, number)
    assert ben.locator(FLOWN).count() == 1, "what is under way stays where it was put"
    ben.evaluate(
        """() => { window.flew = []; const look = () => { const lost = document.querySelector("#picture .ahead .lost");
        if (lost) window.flew.push(lost.getBoundingClientRect().y); requestAnimationFrame(look); }; look(); }"""
    )
    held[0].continue_()
    ben.wait_for_function("() => document.querySelector('#status').textContent.includes('was quicker')")
    ben.wait_for_selector(FLOWN, state="detached")
    path = ben.evaluate("window.flew")
    assert len(path) > 4 and abs(path[-1] - path[0]) > 50, "it is seen to fly"
    assert moves_made(ben) == ["{0}:{1}@{0}c3".format(number_of(anna), card)]
    forgive_conflicts(visit)


@pytest.mark.long
def test_news_of_others_leaves_what_one_has_picked_alone_unless_it_is_gone(rivals):
    anna, ben = rivals(STILL)
    first, second, *_ = cards(anna)
    player.by_mouse(ben, [second])
    number = player.view(anna)["number"]
    player.by_mouse(anna, middle_of_square(anna, first)["picks"])
    for page in (anna, ben):
        further(page, number + 1)  # the next card lies there
    assert player.thing(ben, second).get_attribute("aria-pressed") == "true"
    assert ben.locator("#picture .target").count() >= 25
    number = player.view(anna)["number"]
    player.by_mouse(anna, [second, next(m for m in player.view(anna)["moves"] if m["picks"][0] == second)["picks"][1]])
    ben.wait_for_function("() => !document.querySelector('#picture [aria-pressed=true]')")


@pytest.mark.long
def test_a_card_in_the_hand_stays_there_while_others_move(rivals):
    anna, ben = rivals()
    first, second, *_ = cards(anna)
    start, goal = player.middle(ben, second), player.middle(ben, middle_of_square(ben, second)["picks"][1])
    ben.mouse.move(*start)
    ben.mouse.down()
    ben.mouse.move(start[0] + 20, start[1] - 20)
    number = player.view(anna)["number"]
    player.by_mouse(anna, middle_of_square(anna, first)["picks"])
    further(ben, number)
    assert ben.locator("#picture.dragging .carried").count() == 1
    number = player.view(ben)["number"]
    ben.mouse.move(*goal, steps=3)
    ben.mouse.up()
    further(ben, number)
    assert "{0}:{1}@{0}c3".format(number_of(ben), second) in moves_made(ben)


def test_two_people_on_one_keyboard_at_the_same_time(keyboard):
    page = keyboard()
    assert page.locator("#picture .key-cursor").count() == 2
    assert page.locator("#key-sets").is_visible() and page.locator("#key-sets kbd").count() == 8
    page.keyboard.down("d")
    page.keyboard.down("ArrowUp")
    page.keyboard.up("d")
    page.keyboard.up("ArrowUp")
    page.keyboard.press("e")
    page.keyboard.down("f")
    page.keyboard.down("Enter")
    page.keyboard.up("f")
    page.keyboard.up("Enter")
    page.wait_for_function("() => document.querySelectorAll('#history li:not(.chance)').length === 2")
    one, two = sorted(moves_made(page))
    assert one.endswith("@1d3") and two.endswith("@2c2")
    assert one[2:4] != two[2:4], "each has a card of their own"
    assert page.locator("#status").inner_text() != ""


@pytest.mark.long
def test_a_place_that_takes_nothing_is_refused_where_one_stands(keyboard):
    page = keyboard(rejects="0/0/0")
    number = player.view(page)["number"]
    page.keyboard.press("f")
    further(page, number + 1)  # the next card lies there
    page.keyboard.press("f")
    page.wait_for_selector("#picture .key-cursor.cursor-0.no", state="attached")
    assert page.locator("#picture .key-cursor.cursor-0 .closed").count() == 1
    assert len(moves_made(page)) == 1


@pytest.mark.long
@pytest.mark.parametrize("square", ["1", "2"])
def test_at_one_screen_the_square_a_card_is_dropped_on_says_whose_move_it_is(visit, square):
    page = visit(size=PHONE, has_touch=True, is_mobile=True, **STILL)
    player.begin(page, "solitaire", **RACE)
    player.ready(page)
    page.wait_for_selector("#start", state="hidden")
    assert page.locator("#picture .key-cursor").count() == 0, "no cursors where fingers point"
    card, number = cards(page)[0], player.view(page)["number"]
    player.by_touch(page, [card, f"{square}c3"])
    further(page, number)
    assert moves_made(page) == [f"{square}:{card}@{square}c3"]


@pytest.mark.slow
def test_a_whole_race_between_two_browsers(rivals):
    anna, ben = rivals(STILL, rejects="0/0/0")
    shown = player.view(anna)
    for turn in range(100):
        if shown["over"]:
            break
        page = (anna, ben)[turn % 2]
        moves = player.view(page)["moves"]
        if moves:
            player.by_mouse(page, moves[turn * 7 % len(moves)]["picks"])
            further(page, shown["number"])
        shown = settled(anna, ben)
    for page in (anna, ben):
        finished(page, player.view(page))
    assert sum("@" in text for text in moves_made(anna)) == 50, "both squares are full"
    assert moves_made(anna) == moves_made(ben)


def settled(*pages):
    """Wait until the pages show what the server has; return the view."""
    while True:
        shown = player.view(pages[0])
        for page in pages:
            further(page, shown["number"] - 1)
        if player.view(pages[0])["number"] == shown["number"]:
            return shown


def test_a_race_without_scripts_lists_ones_own_moves_only(visit):
    page = visit(java_script_enabled=False)
    player.begin(page, "solitaire", others=("1",), **RACE)
    page.get_by_role("button", name="I’m ready").click()
    page.wait_for_selector("select[name=move]")  # the page comes again by itself until the cards are there
    values = page.locator("select[name=move] option").evaluate_all("all => all.map(one => one.value)")
    assert values and all(value.startswith("1:") for value in values)
    assert page.locator("noscript meta[http-equiv=refresh], meta[http-equiv=refresh]").count() == 1
    with page.expect_navigation():
        page.locator("form:has(select[name=move]) button").first.click()
    assert any(text.startswith("1:") for text in moves_made(page))


@pytest.mark.long
def test_all_count_down_together_and_see_no_card_before_the_start(visit):
    anna, ben, _ = seated_pair(visit, "solitaire", STILL, steal="on", **RACE)
    for page in (anna, ben):
        page.wait_for_selector("#start", state="visible")
        assert not cards(page) and "deal:" not in page.content()
    anna.get_by_role("button", name="I’m ready").click()
    ben.wait_for_selector("#start li.ready")
    ben.get_by_role("button", name="I’m ready").click()
    for page in (anna, ben):
        page.wait_for_function("() => /^[321]$/.test(document.querySelector('#start-count').textContent)")
        assert not cards(page)
    for page in (anna, ben):
        page.wait_for_function("() => document.querySelector('#start-count').textContent === 'Go!'")
        page.wait_for_selector("#start", state="hidden")
        assert page.inner_text("#status") == "Go!"
    assert len(cards(anna)) == 3 and cards(anna) == cards(ben)
    for page, rival in ((anna, "Ben"), (ben, None)):
        assert "drawn at random" not in page.inner_text("#seats")
        own = player.view(page)["yours"][0]
        names = [page.locator(f"#picture tspan[data-owner='{seat}']").text_content() for seat in (own, 1 - own)]
        assert names[0] == "Your square" and names[1].startswith(rival or "Guest ")
        for width, height in (PHONE, DESKTOP):
            page.set_viewport_size({"width": width, "height": height})
            squares = [page.locator(f"#picture .square-{seat}").bounding_box() for seat in (own, 1 - own)]
            assert squares[0]["height"] > 1.3 * squares[1]["height"]

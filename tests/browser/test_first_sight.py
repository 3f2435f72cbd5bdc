"""What meets the eye: how many controls, words and screens the pages have, and that Play is in view."""

import pytest

from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_two_browsers import seated_pair
from tests.quick import landing

GAMES = ("locus", "focus", "pokeros", "dice_poker", "solitaire")
MOST_CONTROLS = {"/": 25, "/lobby": 25, "/games/mine": 25, "/people": 25, "/me": 25, "/new/focus": 25}
"""Links, buttons and fields in sight of a guest who has not played, without those of a board and of what others play
just now; a choice of several is one."""
MOST_WORDS = {"/": 250, "/lobby": 100, "/games/mine": 60, "/people": 120, "/me": 100, "/new/focus": 180}
MOST_AT_A_TABLE = {PHONE: 8, DESKTOP: 12}
ONLY_ONCE = 1
"""The offer to learn, until the first touch of the board."""
MOST_BYTES, MOST_REQUESTS = 120_000, 12
"""On the wire, of everything that a table loads to be played, by somebody who has never been here."""
COUNT = """() => {
    document.querySelectorAll(".match-cards").forEach((cards) => cards.remove());
    const shown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: false })
        && each.getBoundingClientRect().width > 1 && !each.closest(".visually-hidden, .skip, #picture svg")
        && !(each.type === "radio" && !each.checked);
    const controls = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")];
    const words = document.body.innerText.split(/\\s+/).filter((word) => /\\w/.test(word));
    return [controls.filter(shown).map((each) => each.textContent.trim() || each.name || each.ariaLabel), words.length,
        document.documentElement.scrollHeight, document.documentElement.scrollWidth];
}"""

SHIFTED = """async () => {
    const found = [];
    await document.fonts.ready;
    const observer = new PerformanceObserver((list) => found.push(...list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return found.reduce((sum, each) => sum + (each.hadRecentInput ? 0 : each.value), 0);
}"""
"""How much of what was in sight has moved while the page loaded."""
MOST_SHIFTED = 0.02


def test_pages_have_few_controls_and_words_and_two_screens_at_most(visit):
    for size in (PHONE, DESKTOP):
        page = visit(size=size)
        for path, most in MOST_CONTROLS.items():
            page.goto(path)
            shifted = page.evaluate(SHIFTED)
            assert shifted < MOST_SHIFTED, f"{path} at {size}: {shifted}"
            controls, words, height, width = page.evaluate(COUNT)
            assert len(controls) <= most, f"{path} at {size}: {controls}"
            assert words <= MOST_WORDS[path], f"{path} at {size}: {words} words"
            assert height <= 2 * size[1] and width <= size[0], f"{path} at {size}: {width}x{height}"


def test_play_is_in_view_in_every_game(visit):
    page = visit(size=PHONE)
    for game in GAMES:
        page.goto(f"/new/{game}")
        box = page.get_by_role("button", name="Play", exact=True).bounding_box()
        places = page.locator(".places").bounding_box()
        assert box["y"] + box["height"] <= places["y"], game


def against_computers(visit, size, game, others=("1",), **options):
    page = visit(size=size)
    player.begin(page, game, others=others, **options)
    player.ready(page)
    return page


def with_somebody(visit, size):
    anna, ben, address = seated_pair(visit, "focus", {"size": size})
    watcher = visit(address, size=size)
    for page in (anna, ben, watcher):
        player.ready(page)
    return anna, watcher


def waiting(visit, size):
    page = visit(size=size)
    player.begin(page, "locus", others=("link",))
    player.ready(page)
    return page


def at_the_end(visit, size):
    page = against_computers(visit, size, "locus")
    player.give_up(page)
    page.wait_for_selector("#result-title")
    return page


@pytest.mark.parametrize("game", landing({"focus", "pokeros"}, GAMES))
def test_a_table_has_few_controls_beside_its_board(visit, game):
    for size, most in MOST_AT_A_TABLE.items():
        controls = against_computers(visit, size, game).evaluate(COUNT)[0]
        assert len(controls) <= most + ONLY_ONCE, f"{size}: {controls}"


SAME = """async () => {
    const address = window.location.pathname;
    const page = await (await fetch(address, { headers: { Accept: "text/html" } })).text();
    const drawing = new DOMParser().parseFromString(page, "text/html").querySelector("#picture").firstElementChild;
    const view = await (await fetch(`${address}/view`)).json();
    const text = new XMLSerializer().serializeToString(drawing).replaceAll("'", "&#x27;");
    return text === (view.cover || view.picture);
}"""
"""Whether the drawing in the page is, as text, the one that changes of it are worked out from."""


def loaded(page, path):
    """Open a page with nothing cached; return the requests, and the bytes that they brought, until it is ready."""
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    asked, brought = [], []
    tools.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    tools.on("Network.loadingFinished", lambda event: brought.append(event["encodedDataLength"]))
    page.goto(path)
    player.ready(page)
    page.wait_for_function("document.fonts.status === 'loaded'")
    return asked, sum(brought)


@pytest.mark.slow
def test_a_table_is_light_and_its_board_is_not_fetched_twice(visit):
    for game in GAMES:
        page = visit(size=PHONE)
        path = player.begin(page, game, others=("here",) if game != "solitaire" else ())
        asked, brought = loaded(page, path)
        assert brought < MOST_BYTES and len(asked) <= MOST_REQUESTS, f"{game}: {brought} bytes, {asked}"
        assert not [each for each in asked if each.endswith("/view")], game
        assert page.evaluate(SAME), f"{game}: the page's drawing is not the house's"


@pytest.mark.long
def test_every_kind_of_table_has_few_controls_and_five_actions(visit):
    for size, most in MOST_AT_A_TABLE.items():
        four = against_computers(visit, size, "focus", ("1", "1", "1"), players="4")
        alone = against_computers(visit, size, "solitaire", ())
        anna, watcher = with_somebody(visit, size)
        kinds = {"four": four, "alone": alone, "person": anna, "spectator": watcher}
        kinds |= {"waiting": waiting(visit, size), "end": at_the_end(visit, size)}
        for kind, page in kinds.items():
            controls = page.evaluate(COUNT)[0]
            invites = page.locator("#invite :is(button, input, a, select, summary):visible").count()
            assert len(controls) <= most + ONLY_ONCE + invites, f"{kind} at {size}: {controls}"
            assert page.locator("#actions .button:visible").count() <= 5, f"{kind} at {size}: {controls}"


EVERYWHERE = {"Notation", "Look and sound", "Share", "Copy link", "Download moves", "Help", "What is this?", "Rules"}
"""What a table's menu has whatever is played."""
DONE = {
    "computer": {"Undo", "Hint", "Scores", "Moves", "Resign", "Cancel match", "Sign in, your name"},
    "alone": {"Undo", "Hint", "New cards", "Scores", "Moves", "Same cards", "Expert", "Give up", "Sign in, your name"},
    "end": {"Rematch", "Review", "Share", "Moves", "Scores"},
}
"""What can be done besides, in the row or in the menu."""


@pytest.mark.slow
def test_whatever_can_be_done_is_in_the_row_or_in_the_menu(visit):
    pages = {
        "computer": against_computers(visit, PHONE, "locus"),
        "alone": against_computers(visit, PHONE, "solitaire", ()),
        "end": at_the_end(visit, PHONE),
    }
    for kind, page in pages.items():
        page.locator("#actions .open-more").click()
        shown = page.locator(":is(#actions, #more, .result-ways) :is(button, a):visible").all_inner_texts()
        found = {words.strip().removesuffix(" result") for words in shown}
        assert found >= EVERYWHERE | DONE[kind], kind


SMALLEST_CELL = 36
SMALL = """least => {
    const touched = document.querySelectorAll("#picture :is([data-kind], .space, .cell):is([data-pick], [data-thing])");
    const rivals = (each) => each.closest(".rivals:not(.robbing) [data-seat='1']");
    return [...touched].filter((each) => !rivals(each)).map((each) => [each, each.getBoundingClientRect()])
        .filter(([, box]) => Math.min(box.width, box.height) < least)
        .map(([each, box]) => `${each.dataset.pick ?? each.dataset.thing}: ${box.width} x ${box.height}`); }"""
OVER_THE_BOARD = """() => {
    const drawn = [...document.querySelectorAll("#picture :is(.space, .cell, [data-kind], .die, .held .button)")]
        .map((each) => each.getBoundingClientRect()).filter((box) => box.width);
    const around = document.querySelectorAll("#seats .seat, #words, #actions, .at-table .bar > *");
    const met = (box, other) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
        && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1;
    return [...around].filter((each) => each.checkVisibility()
        && drawn.some((box) => met(box, each.getBoundingClientRect()))).map((each) => each.id || each.className); }"""
SIDEWAYS = ((844, 390), (740, 360))


@pytest.mark.parametrize("game", landing({"dice_poker"}, (*GAMES, "four")))
def test_held_sideways_no_cell_is_small_and_nothing_covers_the_board(visit, game):
    for size in SIDEWAYS:
        four = game == "four"
        others = () if game == "solitaire" else ("1", "1", "1") if four else ("1",)
        page = visit(size=size, has_touch=True, is_mobile=True)
        player.begin(page, "focus" if four else game, others=others, **({"players": "4"} if four else {}))
        player.ready(page)
        assert page.evaluate(SMALL, SMALLEST_CELL) == [], size
        assert page.evaluate(OVER_THE_BOARD) == [], size
        row = page.locator("#actions").bounding_box()
        assert row["y"] + row["height"] <= size[1] and row["x"] + row["width"] <= size[0], size
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*size]

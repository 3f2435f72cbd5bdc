"""What meets the eye: how many controls, words and screens the pages have, and that Play is in view."""

import pytest

from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE
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


def test_pages_have_few_controls_and_words_and_two_screens_at_most(visit):
    for size in (PHONE, DESKTOP):
        page = visit(size=size)
        for path, most in MOST_CONTROLS.items():
            page.goto(path, wait_until="domcontentloaded")
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


@pytest.mark.parametrize("game", landing({"focus", "pokeros"}, GAMES))
def test_a_table_has_few_controls_beside_its_board(visit, game):
    for size, most in MOST_AT_A_TABLE.items():
        page = visit(size=size)
        player.begin(page, game, others=("1",))
        player.ready(page)
        controls = page.evaluate(COUNT)[0]
        assert len(controls) <= most + ONLY_ONCE, f"{size}: {controls}"


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
        path = player.begin(page, game, others=("1",))
        asked, brought = loaded(page, path)
        assert brought < MOST_BYTES and len(asked) <= MOST_REQUESTS, f"{game}: {brought} bytes, {asked}"
        shown = player.view(page)
        player.by_mouse(page, shown["moves"][0]["picks"])
        player.until_further(page, shown["number"])
        assert not [each for each in asked if each.endswith("/view")], f"{game}: the page's drawing is not the house's"

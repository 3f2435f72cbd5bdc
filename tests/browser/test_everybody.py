"""Every page for everybody: axe finds nothing serious, and nothing is wider than the screen."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from fivefold.play.catalogue import keys
from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE, TABLET
from tests.quick import landing

PAGES = [
    *("/", "/about", "/nowhere", "/tournaments", "/days", "/results", "/week", "/news/settings"),
    *("/lobby", "/challenges"),
    *("/sign-in", "/sign-up", "/recover"),
    *(f"/{section}/{key}" for section in ("new", "rules") for key in keys()),
    "/new/solitaire?option-mode=alternate&option-scoring=user",
    *("/tables/solitaire/table", "/tables/solitaire/table/new"),
    *("/learn", "/learn/locus", "/learn/pokeros/puzzles/1"),
]
KEPT = ("/", "/new/pokeros", "/rules/dice_poker")
"""What axe looks at before a change lands."""
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"], "resultTypes": ["violations"]}
"""What axe tries that may differ between two looks of a page: nothing but colours does."""
STILL = {"reduced_motion": "reduce"}
"""Colours change at once."""


STILL_AT_LAST = """() => Promise.allSettled(document.getAnimations().map(
    each => each.effect.getComputedTiming().endTime === Infinity || each.finished)).then(() => true)"""


def serious(page, options=None):
    page.evaluate(STILL_AT_LAST)  # what is just fading in has too little contrast for a moment
    found = Axe().run(page, **({"options": options} if options else {})).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for each in found
        if each["impact"] in {"serious", "critical"}
        for node in each["nodes"][:3]
    ]


def serious_in_both_looks(page):
    """Return what is wrong with a page in the light, and what with its colours in the dark."""
    wrong = serious(page)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(DARK), "the page follows the system into the dark"
    wrong += [f"in the dark: {each}" for each in serious(page, COLOURS)]
    page.emulate_media(color_scheme="light")
    return wrong


DARK = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
    const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).map(Number);
    done(red + green + blue < 3 * 96); })))"""


def settled(visit, page):
    if "/nowhere" in page.url:
        visit.expected.append("404")
    return page


@pytest.mark.parametrize("path", landing(KEPT, PAGES))
def test_pages(visit, path):
    page = settled(visit, visit(path, **STILL))
    assert serious_in_both_looks(page) == []
    for width, height in (PHONE, TABLET, DESKTOP, (360, 640), (2560, 1300)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is wider than {width}"


@pytest.mark.parametrize("game", landing({"focus"}, keys()))
def test_table_and_review(visit, game):
    page = visit(**STILL)
    address = player.begin(page, game)
    player.ready(page)
    assert serious_in_both_looks(page) == []
    shown = player.view(page)
    player.by_mouse(page, shown["moves"][-1]["picks"][:1])
    assert serious_in_both_looks(page) == []
    player.by_typing(page, shown["moves"][-1]["text"])
    shown = player.until_further(page, shown["number"])
    player.resign(page)
    page.goto(f"{address}/review")
    assert serious_in_both_looks(page) == []


@pytest.mark.long
def test_a_table_for_one_with_what_lies_beside(visit):
    page = visit(**STILL)
    address = player.begin(page, "solitaire", touch="anywhere", rejects="0/0/0")
    player.ready(page)
    page.locator("#actions .open-more").click()
    page.get_by_role("button", name="Expert").click()
    page.wait_for_selector(".beside-picture svg")
    player.thing(page, player.view(page)["moves"][0]["picks"][0]).focus()
    page.keyboard.press("?")
    page.wait_for_selector(".term:popover-open")
    assert serious_in_both_looks(page) == []
    page.keyboard.press("Escape")
    page.set_viewport_size(dict(zip(("width", "height"), PHONE, strict=True)))
    page.get_by_role("button", name="New cards").first.click()
    page.wait_for_selector("#leave:popover-open")
    assert serious_in_both_looks(page) == []
    player.resign(page)
    page.goto(f"{address}/review")
    assert serious_in_both_looks(page) == []


@pytest.mark.long
def test_a_race_on_one_keyboard(visit):
    page = visit(**STILL)
    player.begin_by_form(page, "solitaire", mode="race", deal="3", plant="on")
    player.ready(page)
    page.wait_for_selector("#start", state="hidden")
    page.keyboard.press("f")
    page.wait_for_selector("#history li.seat-0")
    assert page.locator("#picture .key-cursor").count() == 2
    assert serious_in_both_looks(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


TWICE = "document.documentElement.style.fontSize = '200%'"
SPACED = """() => { const sheet = new CSSStyleSheet(); document.adoptedStyleSheets.push(sheet); sheet.replaceSync(
    `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
    p { margin-bottom: 2em !important; }`); }"""
"""As much space as WCAG 1.4.12 lets anybody put between lines, letters, words and paragraphs."""
CLOSE = "document.adoptedStyleSheets = []"


def too_wide(page, text=TWICE):
    """Set text so; return how wide the page is then, where that is wider than the screen."""
    page.evaluate(text)
    across = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return f"{page.url}: {across[0]}" if across[0] > across[1] else ""


def test_twice_the_text_and_spaced_text_fit_a_phone(visit):
    page = visit(size=PHONE)
    found = []
    for path in PAGES:
        page.goto(path)
        found.append(too_wide(settled(visit, page), SPACED))
        page.evaluate(CLOSE)
        found.append(too_wide(page))
    assert list(filter(None, found)) == []


@pytest.mark.long
@pytest.mark.parametrize("game", keys())
def test_twice_the_text_and_spaced_text_at_a_table_and_its_result(visit, game):
    for size in (PHONE, (1440, 900)):
        page = visit(size=size)
        player.begin(page, game, others=() if game == "solitaire" else ("1",))
        player.ready(page)
        assert too_wide(page, SPACED) == ""
        assert cut_words(page) == []
        page.evaluate(CLOSE)
        assert too_wide(page) == ""
        assert cut_words(page) == []
        player.give_up(page)
        page.wait_for_selector("#result-title")
        assert too_wide(page) == ""
        assert cut_words(page) == []
        assert serious(page) == []


def cut_words(page):
    """Return the buttons of the bar below whose words are wider than they are, or take more lines than words."""
    return page.evaluate(
        """() => [...document.querySelectorAll("#actions .button span")].filter(each => each.checkVisibility())
        .filter(each => {
            const lines = each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight);
            const words = each.textContent.trim().split(" ").length;
            return each.scrollWidth > each.parentElement.clientWidth || Math.round(lines) > words; })
        .map(each => each.textContent)"""
    )


@pytest.mark.long
def test_an_invitation(visit):
    page = visit(size=PHONE, **STILL)
    address = player.begin(page, "locus", others=("link",))
    invited = visit(address, size=PHONE, **STILL)
    invited.wait_for_selector("html[data-ready]", state="attached")
    for each in (page, invited):
        assert serious_in_both_looks(each) == []
        assert too_wide(each) == ""

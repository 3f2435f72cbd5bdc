"""A table for one: no rival, new cards and same cards, the expert beside, and what was to be made of the cards."""

import pytest

from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE

STILL = {"reduced_motion": "reduce"}
QUICK = {"touch": "anywhere", "rejects": "0/0/0"}


@pytest.fixture
def table(visit):
    """Open a game of Poker Solitaire for one."""

    def sit_down(size=DESKTOP, looks=STILL, **options):
        page = visit(size=size, **looks)
        player.begin(page, "solitaire", **(options or QUICK))
        player.ready(page)
        return page

    return sit_down


def by_form(page, times=400):
    """Play on by sending moves as the form does, quicker than by hand; return the last view when the page shows it."""
    shown = sent(page, times)
    page.wait_for_function("n => Number(document.querySelector('#table').dataset.number) >= n", arg=shown["number"])
    return shown


def sent(page, times=400):
    """Send moves as the form does; return the last view."""
    base = player.MATCH.search(page.url).group(0)
    csrf = page.get_attribute("meta[name=csrf]", "content")
    shown = player.view(page)
    for _ in range(times):
        if shown["over"]:
            break
        fields = {"number": shown["number"] + 1, "move": shown["moves"][0]["text"], "csrf": csrf}
        answer = page.request.post(f"{base}/moves", form=fields, headers={"Accept": "application/json"})
        assert answer.ok, answer.text()
        shown = player.view(page)
    return shown


def button(page, name):
    return page.get_by_role("button", name=name).and_(page.locator(":visible"))


def from_menu(page, name):
    button(page, "More").click()
    page.locator("#more").get_by_role("button", name=name).click()


@pytest.mark.long
def test_nobody_waits_for_who_plays_alone(table):
    page = table()
    assert page.locator("#seats .seat").count() == 1
    assert page.locator(".seat.active").count() == 0
    words = page.inner_text("#content")
    assert "your turn" not in words and "to move" not in words and "Rematch" not in words and "Resign" not in words
    page.get_by_role("button", name="More").click()
    assert button(page, "Give up").count() == 1
    assert "●" not in page.title()


def test_a_card_is_dragged_to_a_cell_and_the_next_one_comes(table):
    page = table(looks={})
    shown = player.view(page)
    player.by_dragging(page, shown["moves"][12]["picks"])
    after = player.until_further(page, shown["number"] + 1)
    assert shown["moves"][12]["text"] in [line["text"] for line in after["history"]]
    assert len(after["moves"]) == 24


@pytest.mark.long
def test_new_cards_ask_first_while_the_game_is_unfinished(table):
    page = table()
    first = page.url
    button(page, "New cards").click()
    page.wait_for_selector("#leave:popover-open")
    page.get_by_role("button", name="Play on").last.click()
    assert page.url == first
    button(page, "New cards").click()
    with page.expect_navigation():
        page.locator("#leave").get_by_role("button", name="New cards").click()
    player.ready(page)
    assert page.url != first and player.view(page)["ply"] == 1


@pytest.mark.long
def test_the_same_cards_come_again_and_leaving_them_needs_no_asking(table):
    page = table()
    first = player.view(page)["moves"][0]["picks"][0]
    by_form(page, 3)
    with page.expect_navigation():
        from_menu(page, "Same cards")
    player.ready(page)
    assert player.view(page)["moves"][0]["picks"][0] == first
    replay = page.url
    with page.expect_navigation():
        button(page, "New cards").click()
    assert page.url != replay


def test_a_finished_game_says_its_points_and_what_comes_after(table):
    page = table()
    shown = by_form(page)
    page.wait_for_selector("#result-title")
    assert page.evaluate("document.activeElement.id") == "result-title"
    assert page.inner_text("#result h2") == shown["outcome"]["said"]
    assert "points" in shown["outcome"]["said"] and "win" not in shown["outcome"]["said"]
    names = [name.strip() for name in page.locator("#actions").get_by_role("button").all_inner_texts()]
    assert "New cards" in names and "Rematch" not in names
    page.keyboard.press("Escape")
    page.wait_for_selector("#table:not(.with-result)", state="attached")
    with page.expect_navigation():
        button(page, "New cards").click()
    assert not player.view(page)["over"]


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_expert_plays_the_same_cards_beside_and_is_hidden_by_default(table, size):
    page = table(size=size)
    assert page.locator("#beside").is_hidden()
    from_menu(page, "Expert")
    page.wait_for_selector(".beside-picture svg")
    assert page.locator("#beside [data-pick]").count() == 0
    before = page.locator("#beside [id^='beside-card-1']").count()
    shown = player.view(page)
    player.by_mouse(page, shown["moves"][0]["picks"])
    page.wait_for_function("n => document.querySelectorAll(\"#beside [id^='beside-card-1']\").length > n", arg=before)
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(element => element.id)")
    assert len(ids) == len(set(ids))
    page.locator("#beside").get_by_role("button", name="Close").click()
    assert page.locator("#beside").is_hidden()


@pytest.mark.slow
def test_hindsight_draws_the_best_that_was_to_be_made(table):
    page = table()
    shown = by_form(page)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Hindsight").and_(page.locator(":visible")).first.click()
    page.wait_for_selector(".beside-picture svg")
    points = int(page.inner_text("#beside .beside-points"))
    assert points >= shown["scores"][0]
    assert "You scored" in page.inner_text("#beside") and "%" in page.inner_text("#beside")


@pytest.mark.long
def test_hindsight_without_scripts_is_on_the_review_page(visit):
    page = visit(java_script_enabled=False, **STILL)
    player.begin(page, "solitaire", **QUICK)
    sent(page, 20)
    page.reload()
    while page.locator("select[name=move]").count():
        with page.expect_navigation():
            page.locator("form:has(select[name=move]) button").first.click()
    page.locator("#actions a", has_text="Hindsight").click()
    page.wait_for_selector(".hindsight svg")
    assert "You scored" in page.inner_text(".hindsight")


def test_many_moves_are_grouped_by_card_for_who_has_no_script(visit):
    page = visit(java_script_enabled=False)
    player.begin(page, "solitaire", mode="sum-of-two", deal="2", touch="anywhere", rejects="0/0/0")
    groups = page.locator("select[name=move] optgroup")
    assert groups.count() == 2
    page.locator("select[name=move]").select_option(index=60)
    with page.expect_navigation():
        page.locator("form:has(select[name=move]) button").first.click()
    assert player.view(page)["ply"] > 2


def point(page):
    page.locator("#actions .open-more").click()
    page.get_by_role("button", name="What is this?").click()


@pytest.mark.long
def test_help_on_what_is_pointed_at(table):
    page = table()
    line = page.locator("#picture [data-help='lines']").first.bounding_box()
    page.mouse.move(line["x"] + line["width"] / 2, line["y"] + line["height"] / 2)
    page.keyboard.press("?")
    page.wait_for_selector(".term:popover-open")
    assert page.locator(".term a").last.get_attribute("href") == "/rules/solitaire#lines"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    said = page.inner_text("#status")
    point(page)
    page.keyboard.press("Escape")
    assert page.inner_text("#status") == said and page.locator("#table.helping").count() == 0
    point(page)
    assert page.locator("#table.helping").count() == 1
    shown = player.view(page)
    picked = page.locator("#picture [aria-pressed='true']").count()
    page.mouse.click(*player.middle(page, shown["moves"][0]["picks"][0]))
    page.wait_for_selector(".term:popover-open")
    assert page.locator("#table.helping").count() == 0
    assert page.locator("#picture [aria-pressed='true']").count() == picked, "a tap that asks picks nothing"
    page.keyboard.press("Escape")
    player.thing(page, shown["moves"][0]["picks"][1]).focus()
    page.keyboard.press("?")
    page.wait_for_selector(".term:popover-open")


@pytest.mark.long
def test_marks_come_at_once_however_many_moves_there_are(table):
    page = table(mode="sum-of-two", deal="5", decks="2", touch="anywhere", rejects="0/0/0", move="movable")
    by_form(page, 25)
    page.reload()
    player.ready(page)
    shown = player.view(page)
    assert len(shown["moves"]) > 600
    x, y = player.middle(page, shown["moves"][-1]["picks"][0])
    marked = page.evaluate(
        """([x, y]) => { const thing = document.elementFromPoint(x, y);
        const at = {bubbles: true, clientX: x, clientY: y, pointerType: "mouse", button: 0, pointerId: 1};
        thing.dispatchEvent(new PointerEvent("pointerdown", at));
        return document.querySelectorAll("#picture .target").length; }""",
        [x, y],
    )
    assert marked > 20, "in the same breath, nothing is asked of the server first"

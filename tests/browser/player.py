"""A person at a table page: starts matches, looks at the board, and moves by mouse, touch, keys or typing."""

import random
import re

from tests.browser.choices import any_move
from tests.doors.web.markup import Page

MATCH = re.compile(r"/matches/(\w+)")


def begin(page, game, others=("here",), begin="me", name="", double="", **options):
    """Start a match as the set-up form of a game does, without opening the form; return the match's address path."""
    form = Page(page.request.get(f"/new/{game}", headers={"Accept": "text/html"}).text())
    fields = form.fields(form.all("form", action=f"/new/{game}")[0])
    chosen = {f"option-{option}": str(value) for option, value in options.items()}
    assert chosen.keys() <= fields.keys(), f"{game} has no such option: {chosen.keys() - fields.keys()}"
    people = {f"other-{place}": other for place, other in enumerate(others, start=1)}
    fields.update(chosen, **people, begin=begin, double=double, **({"name": name} if name else {}))
    answer = page.request.post(f"/new/{game}", form=fields, headers={"Accept": "application/json"})
    assert answer.status == 201, answer.text()
    address = f"/matches/{answer.json()['match']}"
    page.goto(address)
    return address


def begin_by_form(page, game, others=("here",), begin="me", name="", **options):
    """Fill in the set-up form of a game and start; return the match's address path."""
    page.goto(f"/new/{game}")
    for option, value in options.items():
        choose(page, f"option-{option}", value)
    for place, other in enumerate(others, start=1):
        if asked(page, f"other-{place}"):
            choose(page, f"other-{place}", other)
    if asked(page, "begin"):
        choose(page, "begin", begin)
    if asked(page, "double"):
        choose(page, "double", "")
    if name and page.locator("form input[name=name]").count():
        page.locator("form input[name=name]").first.fill(name)
    page.locator("main form button[type=submit], main form button.primary").last.click()
    page.wait_for_url(MATCH)
    return MATCH.search(page.url).group(0)


def asked(page, name):
    """Tell whether the form asks for this: not for rivals where one plays alone."""
    return page.locator(f"main fieldset:has([name='{name}'])").is_visible()


def choose(page, name, value):
    """Choose a value, whether by radio buttons or from a list, also if it is folded away."""
    closed = page.locator(f"main details:not([open]):has([name='{name}']) > summary")
    while closed.count():
        closed.first.click()
    radio = page.locator(f"main input[name='{name}'][value='{value}']")
    if radio.count():
        radio.first.check(force=True)
    else:
        page.locator(f"main select[name='{name}']").select_option(str(value))


def view(page):
    """Return the match as the server shows it to this visitor."""
    base = MATCH.search(page.url).group(0)
    answer = page.request.get(f"{base}/view", headers={"Accept": "application/json"})
    assert answer.status == 200, answer.text()
    return answer.json()


def ready(page):
    """Wait until the board takes picks; where hands are covered, ask for them first; be ready for a race."""
    page.wait_for_selector("html[data-ready]", state="attached")
    start = page.locator("#start form button")
    if start.count() and start.is_visible():
        start.click()
    if page.locator("main.covered").count():
        page.locator("#uncover a").click()


def thing(page, name):
    return page.locator(f'#picture [data-pick="{name}"]').first


def by_mouse(page, picks):
    for name in picks:
        centre = middle(page, name)
        page.mouse.move(*centre)
        page.mouse.down()
        page.mouse.up()


def by_touch(page, picks):
    for name in picks:
        page.touchscreen.tap(*middle(page, name))


def by_dragging(page, picks):
    """Carry the first thing to the second, in a few steps as a hand does."""
    start, goal = middle(page, picks[0]), middle(page, picks[1])
    page.mouse.move(*start)
    page.mouse.down()
    for step in range(1, 6):
        page.mouse.move(start[0] + (goal[0] - start[0]) * step / 5, start[1] + (goal[1] - start[1]) * step / 5)
    page.mouse.up()


def by_keys(page, picks):
    """Walk to each thing with the arrows and press Enter, never looking at where things are except by focus."""
    if not focused(page):
        thing(page, picks[0]).focus()
    for name in picks:
        walk(page, name)
        page.keyboard.press("Enter")


def by_typing(page, text):
    if not page.locator("#move-text").is_visible():
        page.evaluate("document.querySelector('#notation').click()")
    page.locator("#move-text").fill(text)
    page.keyboard.press("Enter")


def focused(page):
    """Return the name of the thing that has focus, whether or not it can be picked."""
    return page.evaluate("(({dataset}) => dataset.pick ?? dataset.thing ?? '')(document.activeElement)")


def walk(page, name):
    """Press arrows until a thing has focus: up or down to about its row, then as one reads."""
    for step in range(120):
        if focused(page) == name:
            return
        goal, here = middle(page, name), middle(page, focused(page))
        across, down = goal[0] - here[0], goal[1] - here[1]
        if step < 6 and abs(down) > 16:
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if down > 16 or (down > -16 and across > 0) else "ArrowLeft")
    raise AssertionError(f"{name} cannot be reached with the arrow keys")


def middle(page, name):
    """Return where a thing is, at a table or on a board to answer on."""
    thing = f':is(#picture, #board) :is([data-pick="{name}"], [data-thing="{name}"])'
    page.wait_for_selector(thing, state="attached")
    box = page.evaluate(
        """selector => {
        const thing = document.querySelector(selector);
        if (!thing) return null; thing.scrollIntoView({block: "nearest"});
        const box = thing.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }""",
        thing,
    )
    assert box is not None, f"{name} is not on the board, or cannot be picked"
    return box


def made(view, ply):
    """Return the text of the move that led to a position."""
    return next(line["text"] for line in view["history"] if line["ply"] == ply)


def play_out(page, move, seed=1, most=400, choose=any_move, resigns=False):
    """Play a match to its end; ``move(page, choice)`` makes the move chosen. Return the last view.

    ``resigns``: after ``most`` moves of one's own the match is given up.
    """
    chance, shown = random.Random(seed), view(page)
    while not shown["over"] and most:
        if shown["turn"]:
            move(page, choose(chance, shown))
            most -= 1
        shown = until_further(page, shown["number"])
    assert shown["over"] or resigns, "not over after so many moves"
    return shown if shown["over"] else resign(page)


def resign(page):
    """Give the match up and return its last view."""
    number = view(page)["number"]
    give_up(page)
    return until_further(page, number)


def give_up(page):
    """Send what the button sends; return the match's path."""
    shown = view(page)
    csrf = page.get_attribute("meta[name=csrf]", "content")
    base = MATCH.search(page.url).group(0)
    answer = page.request.post(f"{base}/resign", form={"number": shown["number"], "csrf": csrf})
    assert answer.ok, answer.text()
    return base


def until_further(page, number):
    """Return the view as soon as the match has gone on, and the page has shown it."""
    until_shown(page, number + 1)
    shown = view(page)
    until_shown(page, shown["number"])  # the house may be ahead: what is picked before that is no move
    return shown


def until_shown(page, number):
    page.wait_for_function("number => Number(document.querySelector('#table').dataset.number) >= number", arg=number)

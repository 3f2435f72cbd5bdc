"""People with phones meet in the lobby, three of them and a computer play with somebody looking on, one is blocked."""

import re

import pytest

from tests.browser import player
from tests.browser.conftest import PHONE, playwright_api
from tests.browser.test_accounts import sign_up
from tests.browser.test_everybody import serious
from tests.browser.test_offers import play

expect = playwright_api.expect
MATCH_URL = re.compile(r"/matches/\w+$")
HAND = {"size": PHONE, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}


@pytest.fixture
def refusals_expected(visit):
    """A form that is refused is an error in the console."""
    yield
    visit.said[:] = [line for line in visit.said if not any(sign in line for sign in ("403", "409"))]


def open_table(page, game):
    """Open a table in the lobby; return its path."""
    page.locator(f'[data-quick="{game}"]').get_by_role("button", name=re.compile("Open a table")).tap()
    page.wait_for_url(MATCH_URL)
    return player.MATCH.search(page.url).group(0)


def say(page, words):
    """Write a line to whoever sits there too."""
    if page.locator("#chat").is_hidden():
        page.locator("#open-chat").tap()
    page.locator("#chat-text").fill(words)
    page.locator("#chat-form").get_by_role("button", name="Send").tap()
    expect(page.locator("#chat .chat-line.own").last).to_contain_text(words)
    page.locator("[data-chat=close]").tap()


def hears(page, words):
    if page.locator("#chat").is_hidden():
        page.locator("#open-chat").tap()
    expect(page.locator("#chat .chat-line").last).to_contain_text(words)
    page.locator("[data-chat=close]").tap()


def to_move(*pages):
    """Return whose turn it is, and the others."""
    own = next(page for page in pages if player.view(page)["turn"])
    return own, [page for page in pages if page is not own]


@pytest.mark.long
def test_two_strangers_meet_in_the_lobby_and_play_again(visit):
    anna, ben = visit("/lobby", **HAND), visit("/lobby", **HAND)
    assert serious(anna) == []
    path = open_table(anna, "focus")
    name = path.rpartition("/")[2]
    row = ben.locator(f'#tables [data-table="{name}"]')
    expect(row).to_be_visible()  # live, without reload
    row.get_by_role("button", name=re.compile("Sit down")).tap()
    ben.wait_for_url(re.compile(name))
    for page in (anna, ben):
        page.wait_for_selector("#invite", state="hidden")
        player.ready(page)

    say(anna, "Hello from <b>Anna</b>")
    hears(ben, "Hello from <b>Anna</b>")
    mover, _ = to_move(anna, ben)
    play(mover)

    # Ben's train enters a tunnel. Anna is told, and goes on where it is her turn.
    gone = anna.locator('.seat-presence[data-presence="gone"]')
    expect(gone).to_have_count(0)
    number = player.view(anna)["number"]
    ben.goto("about:blank")
    expect(gone).to_be_visible()
    if player.view(anna)["turn"]:
        play(anna)
    ben.goto(path)
    player.ready(ben)
    expect(gone).to_have_count(0)
    hears(ben, "Hello from <b>Anna</b>")
    mover, (other,) = to_move(anna, ben)
    play(mover)
    other.wait_for_function("number => Number(document.querySelector('#table').dataset.number) > number", arg=number)

    player.resign(ben)
    anna.wait_for_selector("#result-title", state="visible")
    before = anna.url
    anna.get_by_role("button", name="Rematch").last.tap()
    ben.locator("#result").get_by_role("button", name="Accept").tap()
    for page in (anna, ben):
        page.wait_for_url(lambda url: url != before)
    assert anna.url == ben.url and not player.view(anna)["over"]


def test_three_people_a_computer_and_one_who_looks_on(visit):
    anna = visit(**HAND)
    path = player.begin(anna, "focus", others=("link", "link", "2"), players="4")
    people = [anna, visit(path, **HAND), visit(path, **HAND)]
    for page, name in zip(people[1:], ("Ben", "Cleo"), strict=True):
        page.locator("#sit-name").fill(name)
        page.get_by_role("button", name="Sit down").tap()
        page.wait_for_selector("#invite.invitation", state="detached")
    watcher = visit(f"{path}?watch=1", **HAND)
    for page in (*people, watcher):
        page.wait_for_selector("#invite", state="hidden")
        player.ready(page)
    assert player.view(watcher)["yours"] == [] and len(player.view(anna)["yours"]) == 1
    expect(anna.locator("#watchers .watchers-count")).to_have_text("1")
    for _ in range(6):
        shown = player.view(anna)
        moving = next((page for page in people if player.view(page)["turn"]), None)
        if moving is not None:
            play(moving)
        for page in (anna, watcher):
            page.wait_for_function(
                "number => Number(document.querySelector('#table').dataset.number) > number", arg=shown["number"]
            )
    seats = {line["mover"] for line in player.view(anna)["history"]}
    assert len(seats) == 4, "all four have moved, the computer among them"


@pytest.mark.long
def test_who_is_blocked_cannot_sit_down(visit, refusals_expected):
    anna, ben = visit(**HAND), visit(**HAND)
    sign_up(anna, "Ottilie")
    sign_up(ben, "Bernward")
    anna.goto("/players/Bernward")
    anna.get_by_role("button", name="Block", exact=True).tap()
    expect(anna.get_by_role("button", name="Unblock")).to_be_visible()
    anna.goto("/lobby")
    path = open_table(anna, "pokeros")
    ben.goto("/lobby")
    expect(ben.locator("#tables")).to_be_attached()
    expect(ben.locator(f'#tables [data-table="{path.rpartition("/")[2]}"]')).to_have_count(0)
    ben.goto(path)
    assert player.view(ben)["yours"] == []
    button = ben.get_by_role("button", name="Sit down")
    if button.count():
        button.tap()
        ben.wait_for_load_state()
    ben.goto(path)
    assert player.view(ben)["yours"] == [], "the seat is still free"


@pytest.mark.long
def test_a_name_that_cannot_be_shown_is_refused_at_its_field(visit):
    page = visit("/new/locus")
    valid = "(field, name) => { field.value = name; return field.checkValidity(); }"
    joined = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}"
    for field in ("#name", "#guest-name"):
        said = [
            page.locator(field).evaluate(valid, name) for name in (joined, "Zoë Müller-Łó", "Anna \N{GAME DIE}", "")
        ]
        assert said == [False, True, True, True], field

"""Two people: one says beforehand what they play to what, on the board; later one move ahead with a live clock."""

import pytest
from playwright.sync_api import expect

from tests.browser import player
from tests.browser.conftest import PHONE


def seated(anna, ben, address):
    anna.goto(address)
    ben.goto(address)
    ben.locator("#sit-name").fill("Ben")
    ben.get_by_role("button", name="Sit down").tap()
    for page in (anna, ben):
        page.wait_for_selector("#invite", state="hidden")
        player.ready(page)


def moves_after(page, line):
    """Return the moves after a line, as the page's own board has them."""
    path = player.MATCH.search(page.url).group(0)
    answer = page.request.get(f"{path}/answers/board?{'&'.join(f'line={text}' for text in line)}")
    return answer.json()["view"]["moves"]


def play_line(page, length):
    """Play moves of both sides on the board, each shown before the next; return their texts."""
    line = []
    for _ in range(length):
        move = moves_after(page, line)[len(line)]
        player.by_touch(page, move["picks"])
        line.append(move["text"])
        expect(page.locator("#line li")).to_have_count(len(line))
    return line


def plays(page, text):
    move = next(each for each in player.view(page)["moves"] if each["text"] == text)
    player.by_touch(page, move["picks"])


def number_is(page, number):
    page.wait_for_function("number => Number(document.querySelector('#table').dataset.number) === number", arg=number)


def test_answers_are_given_on_the_board_played_at_once_and_dropped_with_a_word(visit):
    anna, ben = (visit(size=PHONE, has_touch=True, reduced_motion="reduce") for _ in range(2))
    seated(anna, ben, player.begin(anna, "focus", others=("link",)))
    ben.get_by_role("link", name="Answer in advance").tap()
    expect(ben.locator("#asks")).to_contain_text("What could")
    ben.wait_for_selector("html[data-ready]", state="attached")
    line = play_line(ben, 4)
    expect(ben.locator("#tree li")).to_have_count(4)
    expect(ben.locator("#line-words")).to_have_text("Saved.")
    told = ben.locator("#tree a").all_inner_texts()
    ben.get_by_role("button", name="One move back").tap()
    expect(ben.locator("#line li")).to_have_count(3)
    other = next(each for each in moves_after(ben, line[:3]) if each["text"] != line[3])
    player.by_touch(ben, other["picks"])
    refused = f"already answer {line[2]} with {line[3]}; remove that answer first"
    expect(ben.locator("#line-words")).to_contain_text(refused)
    visit.expected.append("409")  # the browser reports the status itself
    expect(ben.locator("#tree li")).to_have_count(4)
    ben.get_by_role("button", name=f"Remove: {told[3]}").tap()
    expect(ben.locator("#tree li")).to_have_count(2)
    ben.get_by_role("link", name=told[1]).tap()
    expect(ben.locator("#line li")).to_have_count(2)
    ben.get_by_role("link", name="Back to the table").tap()
    player.ready(ben)
    expect(ben.locator("#answers-words")).to_have_text(f"{told[0]}, {told[1]}.")

    plays(anna, line[0])
    number_is(anna, 2)
    number_is(ben, 2)
    expect(ben.locator("#answers-words")).to_contain_text(f"{line[1]} was played for you.")

    ben.get_by_role("link", name="Answer in advance").tap()
    ben.wait_for_selector("html[data-ready]", state="attached")
    foreseen = play_line(ben, 2)
    ben.get_by_role("link", name="Back to the table").tap()
    player.ready(ben)
    other = next(each["text"] for each in player.view(anna)["moves"][5:] if each["text"] != foreseen[0])
    plays(anna, other)
    expect(ben.locator("#answers-words")).to_contain_text(f"{other}, which you had no answer for")
    assert player.view(ben)["turn"]


@pytest.mark.long
def test_one_move_ahead_with_a_live_clock(visit):
    anna, ben = (visit(size=PHONE, has_touch=True, reduced_motion="reduce") for _ in range(2))
    anna.goto("/new/focus")
    form = {"csrf": anna.locator("meta[name=csrf]").get_attribute("content"), "other-1": "link", "begin": "me"}
    begun = anna.request.post("/new/focus", form={**form, "time": "5m+3s"}, headers={"Accept": "application/json"})
    seated(anna, ben, f"/matches/{begun.json()['match']}")
    button = ben.locator("#move-ahead")
    for ends in ("Escape", ""):
        button.tap()
        expect(button).to_have_attribute("aria-pressed", "true")
        ahead = ben.request.get(f"/matches/{begun.json()['match']}/answers/ahead").json()["moves"][20]
        player.by_touch(ben, ahead["picks"])
        expect(ben.locator("#answers-words")).to_have_text(f"You will play {ahead['text']} next, if you can.")
        if ends:
            ben.keyboard.press(ends)
            expect(button).to_have_text("Move ahead")
    known = player.view(anna)["moves"]
    plays(anna, next(each["text"] for each in known if not set(each["picks"]) & set(ahead["picks"])))
    number_is(anna, 2)
    number_is(ben, 2)
    expect(ben.locator("#announcer")).to_contain_text(f"{ahead['text']} was played for you.")

"""Puzzles in a browser: solved by mouse and touch, a miss refuted on the board, and a run to its end."""

import json
import re

import pytest
from playwright.sync_api import expect

from fivefold.play.catalogue import find
from fivefold.play.puzzles import puzzles_of
from tests.browser import player
from tests.browser.conftest import PHONE


def task(page):
    return json.loads(page.locator("#task-data").text_content())


def puzzle_at(page, key):
    return puzzles_of(find(key))[page.url.rpartition("/")[2]]


def picks_of(page, text):
    return next(move["picks"] for move in task(page)["moves"] if move["text"] == text)


def test_a_puzzle_is_missed_refuted_solved_and_the_next_one_comes(visit):
    page = visit("/puzzles/focus")
    expect(page.locator("#puzzle-rating")).to_have_text("1500?")
    puzzle = puzzle_at(page, "focus")
    wrong = next(iter(puzzle.replies))
    visit.expected.append("net::ERR_")
    page.context.set_offline(True)
    page.locator("#learn-solution").click()
    expect(page.locator("#learn-answer")).to_contain_text("No connection")
    page.context.set_offline(False)
    player.by_mouse(page, picks_of(page, wrong))
    expect(page.locator(".learn-verdict.wrong")).to_have_text("Not that one.")
    expect(page.locator("#puzzle-change")).to_contain_text("−")
    expect(page.locator(".learn-said")).to_have_count(2)  # the move, and then its refutation as it is played
    page.wait_for_function("document.querySelectorAll('#board [data-pick]').length > 3")
    page.locator("#learn-solution").click()
    expect(page.locator(".learn-verdict.right")).to_have_text("Here it is.")
    page.locator("#learn-next").click()
    page.wait_for_url(lambda address: puzzle.id not in address)
    expect(page.locator("#learn-answer")).to_be_empty()
    expect(page.locator("#puzzle-change")).to_be_empty()


@pytest.mark.slow
def test_a_puzzle_is_solved_by_touch_on_a_phone(visit):
    page = visit("/puzzles/solitaire", size=PHONE, has_touch=True)
    puzzle = puzzle_at(page, "solitaire")
    player.by_touch(page, picks_of(page, puzzle.answer))
    expect(page.locator(".learn-verdict.right")).to_have_text("Yes!")
    expect(page.locator("#puzzle-change")).to_have_text(re.compile(r"\+\d+ · this puzzle: \d+"))
    expect(page.locator("#learn-next")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_a_run_counts_what_is_solved_and_ends_with_the_third_miss(visit):
    page = visit("/puzzles")
    page.locator("#solitaire button").click()
    expect(page.locator("#run-clock")).to_have_text(re.compile(r"^(3:00|2:5\d)$"))
    run = page.url
    for number, right in enumerate((True, False, True, False, False)):
        shown = page.evaluate(
            "path => fetch(path, {headers: {Accept: 'application/json'}}).then(each => each.json())", run
        )
        puzzle = puzzles_of(find("solitaire"))[shown["puzzle"]["id"]]
        moves = shown["puzzle"]["moves"]
        chosen = next(move for move in moves if (move["text"] == puzzle.answer) == right)
        player.by_mouse(page, chosen["picks"])
        solved = (True, False, True, False, False)[: number + 1].count(True)
        expect(page.locator("#run-solved")).to_have_text(str(solved))
        expect(page.locator("#run-misses")).to_have_attribute("aria-label", f"{number + 1 - solved} of 3 misses")
    expect(page.locator("#run-result")).to_have_text("2 solved: your best yet.")
    page.locator("#run-end .primary").click()
    page.wait_for_url(lambda address: "/runs/" in address and address != run)
    expect(page.locator("#run-solved")).to_have_text("0")

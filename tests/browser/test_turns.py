"""Turns as they are seen: one event after the other, each held long enough to be read, and never one that was not."""

import itertools

import pytest

from tests.browser import player
from tests.quick import long

RECORD = """() => { window.seen = [];
const read = seat => ({score: Number(seat.querySelector(".seat-score").textContent),
    gain: seat.querySelector(".seat-gain").textContent, state: seat.querySelector(".seat-state").textContent});
const note = () => window.seen.push({at: performance.now(),
    seats: [...document.querySelectorAll("#seats .seat")].map(read),
    words: document.querySelector("#status").textContent});
const all = {childList: true, subtree: true, characterData: true};
for (const part of ["#seats", "#status"]) new MutationObserver(note).observe(document.querySelector(part), all);
note(); }"""
MARKS = """() => performance.getEntriesByType("mark").filter(mark => mark.name.startsWith("shown "))
    .map(mark => ({what: mark.name.split(" ")[1], at: mark.startTime, scores: mark.detail.scores}))"""
ARRIVED = "number => Number(document.querySelector('#table').dataset.number) >= number"
OWN, OTHER = 750, 1000
"""How long a move is held before the next player's, in milliseconds; see ``eventQueue.js``."""
SLACK = 2
"""Milliseconds by which the browser's timers may be early."""


def without_repeats(values):
    return [value for place, value in enumerate(values) if place == 0 or value != values[place - 1]]


def play_previewed(page, move):
    """Make a move when the page knows what it does, so that it is shown at once."""
    player.by_mouse(page, move["picks"][:-1])
    page.wait_for_selector("#preview .offer", state="attached")
    player.by_mouse(page, move["picks"][-1:])


def mine(page):
    """Return the place of one's own seat in the list."""
    return page.evaluate(
        "() => [...document.querySelectorAll('#seats .seat')].findIndex(s => s.classList.contains('home'))"
    )


@pytest.mark.parametrize(("game", "motion"), [("locus", "reduce"), long(("pokeros", "no-preference"))])
def test_a_reply_waits_until_ones_own_move_has_been_read(visit, game, motion):
    page = visit(pace="calm", reduced_motion=motion)
    player.begin(page, game, others=("2",))
    player.ready(page)
    page.evaluate(RECORD)
    own = mine(page)
    for _ in range(2):
        shown = player.view(page)
        play_previewed(page, shown["moves"][0])
        while not (shown := player.until_further(page, shown["number"]))["turn"]:
            pass
        page.wait_for_function(ARRIVED, arg=shown["number"])
    assert_turns_are_apart(page.evaluate(MARKS))
    seen = page.evaluate("window.seen")
    for number in (0, 1):
        scores = [moment["seats"][number]["score"] for moment in seen]
        assert scores == sorted(scores), "a score went back"
        states = without_repeats([moment["seats"][number]["state"] for moment in seen])
        turns = [state for state in states if state]
        assert set(turns) == {"your turn" if number == own else "thinking"}
        assert len(turns) <= 3, f"flickers: {states}"
    said = without_repeats([moment["words"] for moment in seen])
    theirs = [words for words in said if "plays" in words]
    assert theirs and all(words.startswith("You play") for words in said[1 : said.index(theirs[0])])


def assert_turns_are_apart(marks):
    """Every reply begins when the move before it has been read; what chance adds does not count as a reply."""
    moves = [mark for mark in marks if mark["what"] in ("own", "next")]
    assert [mark["what"] for mark in moves] == ["own", "next"] * 2
    for one, other in itertools.pairwise(moves):
        held = OWN if one["what"] == "own" else 0  # one may answer a reply at once
        assert other["at"] - one["at"] >= held - SLACK
    assert [mark["at"] for mark in marks] == sorted(mark["at"] for mark in marks)


def test_a_tap_skips_ahead_and_plays_nothing_unseen(visit):
    page = visit(pace="calm")
    player.begin(page, "locus", others=("1",))
    player.ready(page)
    shown = player.view(page)
    play_previewed(page, shown["moves"][0])
    page.wait_for_function("() => performance.getEntriesByType('mark').some(mark => mark.name.startsWith('shown own'))")
    while (after := player.view(page))["number"] == shown["number"] or not after["turn"]:
        pass  # what is shown may not have reached the server yet
    player.by_mouse(page, after["moves"][0]["picks"][:1])
    replies = [mark for mark in page.evaluate(MARKS) if mark["what"] == "next"]
    assert len(replies) == 1, "the tap did not show the reply"
    first = after["moves"][0]["picks"][0]
    assert player.thing(page, first).get_attribute("aria-pressed") == "true", "what was tapped is picked"
    player.by_mouse(page, after["moves"][0]["picks"][1:])
    assert player.until_further(page, after["number"])["number"] > after["number"]

"""A board by ear: games played with the picture switched off, by keyboard and by what is spoken alone."""

import random

import pytest

from fivefold.play.catalogue import keys
from tests.browser import player
from tests.browser.conftest import DESKTOP
from tests.browser.test_whole_games import SHORT
from tests.quick import landing

LISTEN = """() => {
    const announcer = document.querySelector("#announcer");
    window.heard = [];
    new MutationObserver(() => window.heard.push(announcer.textContent.replaceAll("\\u00a0", " ").trim()))
        .observe(announcer, { childList: true, characterData: true, subtree: true });
}"""
FOCUS = """() => {
    const focused = document.activeElement;
    const label = focused.getAttribute("aria-label") ?? focused.querySelector(":scope > title")?.textContent;
    return { said: (label ?? focused.textContent).trim(), on: focused.closest("#picture, #result")?.id ?? "" };
}"""
SPOTS = """() => [...document.querySelectorAll("#picture :is([data-kind], .space, .cell)")].map((spot) =>
    spot.getAttribute("role") && (spot.getAttribute("aria-label") ?? spot.querySelector("title")?.textContent))"""
MOST_TURNS = 300


class Ear:
    """A player who hears what has the focus and what is announced, and presses keys."""

    def __init__(self, page, seed):
        self.page, self.choice, self.count = page, random.Random(seed), 0
        page.evaluate("document.querySelector('#picture').style.setProperty('opacity', '0', 'important')")
        page.evaluate(LISTEN)

    def press(self, key):
        self.page.keyboard.press(key)
        return self.page.evaluate(FOCUS)

    def hear(self):
        """Wait for an announcement that was not heard yet; return all of them."""
        script = "count => window.heard.length > count || document.activeElement.closest('#result')"
        self.page.wait_for_function(script, arg=self.count)
        heard = self.page.evaluate("window.heard")
        new, self.count = heard[self.count :], len(heard)
        return ". ".join(new)

    def ask(self, key):
        """Press one of the keys that tell something; return what was said to it."""
        self.count = self.page.evaluate("window.heard.length")
        self.press(key)
        return self.hear()

    def wait_for_turn(self):
        """Wait until something can be picked, or the result is told."""
        turn = "() => document.querySelector('#picture [data-pick]') || document.activeElement.closest('#result')"
        self.page.wait_for_function(turn)

    def to_board(self):
        for _ in range(60):
            if self.press("Tab")["on"] == "picture":
                return
        raise AssertionError("Tab does not lead to the board")

    def is_over(self):
        return self.page.evaluate(FOCUS)["on"] == "result"

    def pick(self):
        """Go to one of the things that can be picked, of dice often to a match or to rolling them, and pick it."""
        for _ in range(self.choice.randint(1, 12)):
            said = self.press("n")["said"]
            if "matches" in said or ("Roll" in said and self.choice.random() < 0.5):
                break
        self.count = self.page.evaluate("window.heard.length")
        self.press("Enter")
        return self.hear()


def play(ear):
    """Play until the result is told; return what was said to every pick."""
    story = []
    for _ in range(MOST_TURNS):
        ear.wait_for_turn()
        if ear.is_over():
            return story
        story.append(ear.pick())
    raise AssertionError(f"the game goes on and on: {story[-3:]}")


@pytest.mark.slow
@pytest.mark.parametrize("game", landing({"locus"}, keys()))
def test_a_game_is_played_to_its_end_without_the_picture(visit, game):
    page = visit(size=DESKTOP, reduced_motion="reduce")
    player.begin(page, game, others=("1",), **SHORT.get(game, {}))
    player.ready(page)
    ear = Ear(page, 3)
    ear.to_board()
    story = play(ear)
    shown = player.view(page)
    assert shown["over"] and len(story) > 10 and all(story[:-1])
    result = page.inner_text("#result")
    assert all(str(score) in result for score in shown["standings"] or shown["scores"]), result


@pytest.mark.parametrize("game", landing({"focus"}, keys()))
def test_every_place_is_told_on_anybodys_turn(visit, game):
    page = visit(size=DESKTOP)
    player.begin(page, game, others=("here",), **SHORT.get(game, {}))
    player.ready(page)
    ear = Ear(page, 5)
    ear.to_board()
    assert "You can pick" in ear.ask("w")
    names = page.evaluate(SPOTS)
    assert names and all(names)
    walked = {ear.press(f"Arrow{way}")["said"] for way in ("Right", "Left") for _ in range(120)}
    assert set(names) <= walked
    assert "0" in ear.ask("s") and ear.ask("c") == "No clock runs here."
    assert ear.ask("l")

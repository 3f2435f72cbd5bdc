"""A match that a page has watched by what changed looks as it does to whoever opens it now."""

import pytest

from fivefold.play.catalogue import keys
from tests.browser import player
from tests.browser.test_two_browsers import seated_pair
from tests.browser.test_whole_games import FOR_TWO
from tests.quick import landing

MOVES = 10

LOOKS = """() => {
    const passing = ["tabindex", "style", "transform", "viewBox"];
    const said = ({ name, value }) => `${name}=${value}`;
    const kept = (each) => [...each.attributes].filter(({ name }) => !passing.includes(name)).map(said).sort();
    const drawn = [...document.querySelectorAll("#picture svg, #picture svg *")];
    const pieces = drawn.map((each) => [each.tagName, ...kept(each), each.children.length ? "" : each.textContent]);
    return [...pieces.map((piece) => piece.join(" ")), document.querySelector("#history").innerText];
}"""
"""A picture, without where the player has moved it and what has the focus, and the list of moves."""


@pytest.mark.slow
@pytest.mark.parametrize("game", landing({"pokeros"}, keys()))
def test_a_match_watched_by_what_changes_is_the_match_that_a_new_page_shows(visit, game):
    anna, ben, address = seated_pair(visit, game, {"reduced_motion": "reduce"}, **FOR_TWO.get(game, {}))
    pages = (anna, ben, visit(address, reduced_motion="reduce"))
    asked, received = [], []
    for page in pages:
        player.ready(page)
        page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/view") else None)
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.eventSourceMessageReceived", lambda event: received.append(event["eventName"]))
    shown = player.view(anna)
    for _ in range(MOVES):
        if shown["over"]:
            break
        mover = anna if shown["turn"] else ben
        moves = player.view(mover)["moves"]
        player.by_mouse(mover, moves[len(moves) // 2]["picks"])
        for page in pages:
            page.wait_for_function(
                "now => Number(document.querySelector('#table').dataset.number) > now", arg=shown["number"]
            )
        shown = player.view(anna)
    for page in pages:
        page.wait_for_function(
            "now => Number(document.querySelector('#table').dataset.number) === now", arg=shown["number"]
        )
        new = page.context.new_page()
        new.goto(address)
        player.ready(new)
        assert page.evaluate(LOOKS) == new.evaluate(LOOKS)
    assert asked == [], "nothing had to be fetched whole"
    assert received.count("change") >= 2 * MOVES and "view" not in received

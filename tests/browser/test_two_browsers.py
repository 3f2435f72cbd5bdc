"""Two people in two browsers, and one who looks on."""

import json
import re

import pytest
from playwright.sync_api import expect

from fivefold.play.audit import verify
from fivefold.play.catalogue import keys
from tests.browser import player
from tests.browser.conftest import PHONE
from tests.browser.test_whole_games import CAPPED, FOR_TWO, finished
from tests.quick import landing


def seated_pair(visit, game, looks=None, **options):
    """Return two pages at one match: the first made it and sent the link, the second took the seat."""
    looks = looks or {}
    anna = visit(**looks)
    address = player.begin(anna, game, others=("link",), **options)
    assert anna.locator("#invite-link").input_value().endswith(address)
    ben = visit(address, **looks)
    ben.locator("#sit-name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    anna.wait_for_selector("#invite", state="hidden")
    ben.wait_for_selector("#invite", state="hidden")
    return anna, ben, address


@pytest.mark.slow
@pytest.mark.parametrize("game", landing({"focus"}, keys()))
def test_a_whole_match_by_link(visit, game):
    anna, ben, address = seated_pair(visit, game, {"reduced_motion": "reduce"}, **FOR_TWO.get(game, {}))
    watcher = visit(address)
    for page in (anna, ben, watcher):
        player.ready(page)
    shown = player.view(anna)
    most = CAPPED.get(game, 400)
    while not shown["over"] and most:
        most -= 1
        mover = anna if shown["turn"] else ben
        moves = player.view(mover)["moves"]
        player.by_mouse(mover, moves[len(moves) // 2]["picks"])
        for page in (mover, anna, ben):
            page.wait_for_function(
                "number => Number(document.querySelector('#table').dataset.number) > number", arg=shown["number"]
            )
        shown = player.view(anna)
    if not shown["over"]:
        player.resign(anna)
    for page in (anna, ben, watcher):
        finished(page, player.view(page))
    assert player.view(watcher)["yours"] == []
    before = anna.url
    anna.get_by_role("button", name="Rematch").last.click()
    ben.get_by_role("button", name="Accept").last.click()
    for page in (ben, anna):
        expect(page).not_to_have_url(before)  # the form and the news both lead there; either may be cut short
        page.wait_for_function("() => !document.querySelector('#table').classList.contains('over')")
    assert anna.url == ben.url and not player.view(anna)["over"]
    assert player.view(ben)["yours"] and not player.view(watcher)["yours"]


@pytest.mark.parametrize("game", landing({"solitaire"}, keys()))
def test_the_deal_comes_when_the_second_sits_down_with_both_numbers_in_it(visit, game):
    anna = visit(reduced_motion="reduce")
    address = player.begin(anna, game, others=("link",), begin="draw", **FOR_TWO.get(game, {}))
    anna.wait_for_selector("html[data-ready]", state="attached")
    own, waiting = promise(anna), player.view(anna)
    assert (waiting["number"], waiting["moves"], len(own["nonces"])) == (0, [], 1)
    ben = visit(address, reduced_motion="reduce")
    ben.wait_for_selector("html[data-ready]", state="attached")
    assert promise(ben) == own
    his = ben.locator("input[name=nonce]").input_value()
    assert re.fullmatch("[0-9a-f]{32}", his)
    ben.get_by_role("button", name="Sit down").click()
    for page in (anna, ben):
        page.wait_for_selector("#invite", state="hidden")
        player.ready(page)
        assert promise(page)["public"] == own["public"]
        assert {each["nonce"] for each in promise(page)["nonces"]} == {own["nonces"][0]["nonce"], his}
        told = player.view(page)
        assert page.locator(f"#picture [data-pick='{told['moves'][0]['picks'][0]}']").count() if told["turn"] else True
    assert player.view(anna)["anyone"] or player.view(anna)["turn"] != player.view(ben)["turn"]
    player.resign(anna)
    record = ben.request.get(f"{address}/record").text()
    assert f"nonce {own['nonces'][0]['nonce']}" in re.sub(r"(?m)^nonce \d ", "nonce ", record)
    assert his in record and verify(record).ok


def promise(page):
    """Return what a page keeps of where chance comes from."""
    return json.loads(page.locator("#table-data").text_content())["chance"]


@pytest.mark.long
@pytest.mark.parametrize("scripts", [True, False])
def test_an_invitation_lies_above_everything_on_a_phone(visit, scripts):
    address = player.begin(visit(), "locus", others=("link",))
    ben = visit(address, PHONE, java_script_enabled=scripts)
    field, button = ben.locator("#sit-name"), ben.get_by_role("button", name="Sit down")
    for part in (field, button):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= PHONE[1], "without scrolling"
    field.fill("Ben")
    button.click()
    ben.wait_for_selector("#invite", state="hidden")
    assert "Ben" in ben.locator("#seats").inner_text()

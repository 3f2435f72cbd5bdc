"""News reaches who looks at another page: it becomes Anna's turn while she reads the rules, in two tabs."""

import json
import re
from contextlib import closing

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import player
from tests.browser.conftest import playwright_api
from tests.browser.test_two_browsers import seated_pair

expect = playwright_api.expect


def move(page):
    moves = player.view(page)["moves"]
    player.by_mouse(page, moves[len(moves) // 2]["picks"])


@pytest.mark.slow
def test_a_turn_is_told_wherever_one_is(visit):
    anna, ben, address = seated_pair(visit, "locus", {"reduced_motion": "reduce"})
    player.ready(anna)
    player.ready(ben)
    tab = anna.context.new_page()
    tab.goto("/rules/locus")
    expect(tab.locator("#waiting")).to_contain_text("1waits for you")
    move(anna)
    expect(tab.locator("#waiting")).to_be_hidden()
    anna.goto("/")
    expect(anna.locator(".match-state")).to_have_text("Ben to move")
    title = tab.title()
    # The tab that was not looked at last hears it from the other.
    move(ben)
    for page in (anna, tab):
        expect(page.locator("#waiting .number")).to_have_text("1")
        expect(page).to_have_title(re.compile(r"^\(1\) "))
    assert tab.title() == f"(1) {title}"
    expect(anna.locator(".match-state")).to_have_text("Your turn")
    slip = anna.locator(".slip")
    expect(slip).to_contain_text("Your turn")
    assert not Axe().run(anna).response["violations"]
    slip.get_by_role("link").click()
    anna.wait_for_url(re.compile(re.escape(address)))
    expect(anna.locator("#waiting")).to_be_hidden()
    expect(tab.locator("#waiting .number")).to_have_text("1")


MESSAGE = {"kind": "turn", "match": "M", "title": "Your turn", "words": "Focus with Ben", "path": "/rules/focus"}
SHOWN = """async () => {
    const registration = await navigator.serviceWorker.ready;
    let all = [];
    for (let left = 3000; all.length === 0 && left > 0; left -= 1) {
        all = await registration.getNotifications();
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return all.map((each) => [each.title, each.body, each.tag]);
}"""


@pytest.mark.slow
def test_a_message_is_shown_and_leads_to_its_page(chromium, house):
    """Without a push service: what one would deliver is handed to the service worker by the browser's own tools."""
    with closing(chromium.new_context(base_url=house.address, viewport={"width": 390, "height": 844})) as context:
        context.grant_permissions(["notifications"], origin=house.address)
        page = context.new_page()
        page.goto("/news/settings")
        expect(page.locator("#device-state")).to_have_text("Messages are off.")
        assert not Axe().run(page).response["violations"]
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        tools = context.new_cdp_session(page)
        registered = []
        tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registered.extend(event["registrations"]))
        tools.send("ServiceWorker.enable")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        tools.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": house.address,
                "registrationId": registered[-1]["registrationId"],
                "data": json.dumps(MESSAGE),
            },
        )
        assert page.evaluate(SHOWN) == [["Your turn", "Focus with Ben", "M"]]

"""News reaches who looks at another page: it becomes Anna's turn while she reads the rules, in two tabs."""

import json
import re
from contextlib import closing

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import player
from tests.browser.conftest import PHONE, playwright_api
from tests.browser.house import ServedHouse
from tests.browser.test_two_browsers import seated_pair
from tests.house.push_service import Device, PushService

expect = playwright_api.expect
PHONE_VIEW = dict(zip(("width", "height"), PHONE, strict=True))


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


SUBSCRIBING = """
(() => {
    let made = null;
    const subscription = {
        endpoint: "%(endpoint)s",
        toJSON: () => ({ endpoint: "%(endpoint)s", keys: { p256dh: "%(key)s", auth: "%(auth)s" } }),
        unsubscribe: async () => { made = null; },
    };
    PushManager.prototype.subscribe = async () => (made = subscription);
    PushManager.prototype.getSubscription = async () => made;
})();
"""
"""A browser's own push service is far away: this one lets it use the test's."""
SHOWN = """async () => {
    const registration = await navigator.serviceWorker.ready;
    let all = [];
    for (let left = 100; all.length === 0 && left > 0; left -= 1) {
        all = await registration.getNotifications();
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return all.map((each) => [each.title, each.body, each.tag]);
}"""


@pytest.fixture
def service():
    with closing(PushService()) as made:
        yield made


@pytest.fixture
def sending_house(tmp_path, monkeypatch):
    """A house that may send to a push service on this machine."""
    monkeypatch.setenv("FIVEFOLD_LOCAL_PUSH", "on")
    served = ServedHouse(tmp_path)
    served.start()
    yield served
    served.stop()


def delivered(context, page, origin, message):
    """Hand a message to the service worker, as the browser's push service would; return what is shown then."""
    tools, registered = context.new_cdp_session(page), []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registered.extend(event["registrations"]))
    tools.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    where = {"origin": origin, "registrationId": registered[-1]["registrationId"]}
    for _ in range(20):
        # A worker that has only just begun may miss the first.
        tools.send("ServiceWorker.deliverPushMessage", {**where, "data": json.dumps(message)})
        shown = page.evaluate(SHOWN)
        if shown:
            return shown
    return []


@pytest.mark.long
def test_a_device_asks_for_messages_and_shows_them(whole_chromium, sending_house, service):
    device = Device(service.endpoint)
    keys = {"endpoint": device.endpoint, "key": device.public_key, "auth": device.auth}
    with closing(whole_chromium.new_context(base_url=sending_house.address, viewport=PHONE_VIEW)) as context:
        context.grant_permissions(["notifications"], origin=sending_house.address)
        context.add_init_script(SUBSCRIBING % keys)
        page = context.new_page()
        page.goto("/news/settings")
        state = page.locator("#device-state")
        expect(state).to_have_text("Messages are off.")
        page.get_by_role("button", name="Turn messages on").click()
        expect(state).to_have_text("Messages are on.")
        assert not Axe().run(page).response["violations"]
        page.get_by_role("button", name="Send one to try").click()
        expect(state).to_contain_text("One is on its way")
        while not service.arrived:
            page.wait_for_timeout(20)
        message = device.read(service.arrived[0][1])
        shown = delivered(context, page, sending_house.address, message)
        assert shown == [["News works on this device", "This is what it looks like.", "test"]]
        page.get_by_role("button", name="Turn off", exact=True).click()
        expect(state).to_have_text("Messages are off.")

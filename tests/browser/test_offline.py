"""Without a connection: the app says so in its own style, keeps nothing private, and goes on by itself."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE, PHONE

KEPT = """async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
}"""


def test_the_app_is_installed_by_a_button_where_the_browser_can(visit):
    page = visit("/me")
    expect(page.locator("#install")).to_be_hidden()
    page.evaluate(
        """() => { const asked = new Event("beforeinstallprompt", { cancelable: true });
        asked.prompt = () => (window.prompted = asked.defaultPrevented);
        window.dispatchEvent(asked); }"""
    )
    page.get_by_role("button", name="Install the app").click()
    assert page.evaluate("window.prompted") is True
    expect(page.locator("#install")).to_be_hidden()


@pytest.mark.slow
def test_a_page_without_connection_says_so_and_comes_back_with_it(chromium, house):
    context = chromium.new_context(viewport=dict(zip(("width", "height"), PHONE, strict=True)), base_url=house.address)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/days")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller")
    context.set_offline(True)
    page.goto("/results")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).fontFamily") != "", "in the style of the house"
    assert page.evaluate("document.styleSheets.length") == 1
    kept = page.evaluate(KEPT)
    assert "/offline" in kept and all(path == "/offline" or path.startswith("/static/") for path in kept)
    context.set_offline(False)
    expect(page.get_by_role("heading", name="My results")).to_be_visible()
    context.close()

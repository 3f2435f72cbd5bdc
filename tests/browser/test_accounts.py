"""Accounts in a browser: a guest keeps her games and goes on at a second device; a passkey; signing out."""

import pytest

from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE, playwright_api
from tests.browser.test_everybody import serious

expect = playwright_api.expect
PASSWORD = "three blue herons"


@pytest.fixture
def refusals_expected(visit):
    """A form that is refused is an error in the console."""
    yield
    visit.expected.append("422")


def field(page, label):
    return page.locator("main").get_by_label(label, exact=True)


def sign_up(page, name):
    page.goto("/sign-up")
    field(page, "Name").fill(name)
    field(page, "Password").fill(PASSWORD)
    page.get_by_role("button", name="Keep my games").click()
    expect(page.locator("#codes li")).to_have_count(8)


def test_a_guest_keeps_her_games_and_goes_on_at_a_second_device(visit, refusals_expected):
    page = visit(size=PHONE, has_touch=True)
    table = player.begin(page, "focus")
    player.ready(page)
    first = player.view(page)
    page.goto("/sign-up")
    expect(page.locator(".lead")).to_contain_text("The game you have played here")
    field(page, "Name").fill("Admin")
    field(page, "Password").fill(PASSWORD)
    page.get_by_role("button", name="Keep my games").click()
    expect(page.locator("#name-wrong")).to_be_visible()
    expect(field(page, "Name")).to_have_value("Admin")
    assert serious(page) == []
    sign_up(page, "Hedwig")
    assert serious(page) == []
    page.get_by_role("link", name="I have kept them").click()
    page.goto("/account")
    expect(page.get_by_role("heading", name="Hedwig")).to_be_visible()
    assert serious(page) == []

    second = visit("/new", size=DESKTOP)
    other = player.begin(second, "locus")
    brought = player.view(second)["yours"]
    second.goto("/sign-in")
    field(second, "Name").fill("hedwig")
    field(second, "Password").fill("not that one")
    second.get_by_role("button", name="Sign in", exact=True).click()
    expect(second.locator("#password-wrong")).to_be_visible()
    expect(second.get_by_label("Bring the game played here")).to_be_checked()
    field(second, "Password").fill(PASSWORD)
    second.get_by_role("button", name="Sign in", exact=True).click()
    expect(second.locator(".note.good")).to_contain_text("1 game from this device came along")
    assert serious(second) == []
    second.goto(table)
    player.ready(second)
    assert player.view(second)["yours"] == first["yours"]
    page.goto(other)
    player.ready(page)
    assert player.view(page)["yours"] == brought

    # What is open there goes dark at once when the first device signs the second out.
    page.goto("/account")
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(page.locator(".note.good")).to_contain_text("signed out")
    second.goto(table)
    assert player.view(second)["yours"] == []


def with_authenticator(page):
    """Give a page's browser a device that makes passkeys, and says yes."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    added = session.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {**options, "isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    return session, added["authenticatorId"]


def test_a_passkey_is_all_it_takes(visit, house):
    base = house.address.replace("127.0.0.1", "localhost")
    page = visit(f"{base}/sign-up")
    with_authenticator(page)
    field(page, "Name").fill("Walburga")
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.locator("#codes li")).to_have_count(8)
    page.goto(f"{base}/account")
    expect(page.locator("#passkeys-card .rows li")).to_have_count(1)
    assert serious(page) == []
    page.goto(f"{base}/me")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto(f"{base}/me")
    page.get_by_role("link", name="Sign in").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(lambda url: "sign-in" not in url)
    page.locator(".places").get_by_role("link", name="Me", exact=True).click()
    expect(page.get_by_role("heading", name="Walburga")).to_be_visible()
    page.goto(f"{base}/account")
    page.get_by_text("Delete my account", exact=True).click()
    page.get_by_label("Type your name").fill("walburga")
    page.get_by_role("button", name="Delete my account for good").click()
    expect(page.get_by_role("heading", name="Your account is deleted")).to_be_visible()
    page.goto(f"{base}/me")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()

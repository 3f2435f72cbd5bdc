"""Mail at the pages: Anna links her address, chooses what she gets, signs in by a link, and stops it all."""

import email
import re
from email import policy

import pytest
from axe_playwright_python.sync_playwright import Axe

from fivefold.doors.mail.post.transports import messages
from tests.browser.conftest import DESKTOP, PHONE, playwright_api
from tests.browser.house import ServedHouse
from tests.browser.test_accounts import sign_up
from tests.doors.web.conftest import wait_until

expect = playwright_api.expect

ADDRESS = "anna@example.org"
pytestmark = pytest.mark.slow


@pytest.fixture
def mail_house(tmp_path):
    """A house that writes its mails into a folder."""
    served = ServedHouse(tmp_path)
    box = tmp_path / "box"
    served.more = ["--mail-domain", "mail.example", "--mail-out", str(box), "--url-base", served.address]
    served.more += ["--workers", "1"]
    served.box = box
    served.start()
    yield served
    served.stop()


def link_in(house, subject):
    """Wait for a mail with this subject; return the link in it."""

    def found():
        mails = [email.message_from_bytes(file.read_bytes(), policy=policy.default) for file in messages(house.box)]
        return [mail for mail in mails if subject in mail["Subject"]]

    wait_until(lambda: bool(found()))
    text = found()[-1].get_body(("plain",)).get_content()
    return re.search(r"http://\S+/mail/\S+", text)[0]


def looks_well(page):
    assert not Axe().run(page).response["violations"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "dark"), (DESKTOP, "light")], ids=["phone in the dark", "desktop in the light"]
)
def test_an_address_is_linked_used_and_stopped(mail_house, visit, size, scheme):
    here = {"at": mail_house, "size": size, "color_scheme": scheme, "timezone_id": "Europe/Vienna"}
    anna = visit("/sign-up", **here)
    sign_up(anna, "Anna")
    anna.goto("/account")
    anna.get_by_role("link", name="Your mail").click()
    looks_well(anna)
    anna.get_by_label("Address", exact=True).fill(ADDRESS)
    anna.get_by_role("button", name="Link this address").click()
    expect(anna.locator(".mail-state")).to_contain_text("waits for you to confirm it")
    looks_well(anna)

    reader = visit(link_in(mail_house, "your address"), **here)
    looks_well(reader)
    reader.get_by_role("button", name="Yes, send them there").click()
    expect(reader.get_by_role("heading", level=1)).to_have_text("The address is yours")
    anna.goto("/mail")
    expect(anna.locator(".mail-state.on")).to_contain_text(ADDRESS)

    expect(anna.locator(".hours")).to_be_hidden()
    anna.get_by_label("A summary").check()
    anna.get_by_label("Hour 1").select_option("7:00")
    anna.get_by_role("button", name="Save").click()
    expect(anna.locator(".note.good")).to_contain_text("Saved")
    expect(anna.get_by_label("Hour 1")).to_have_value("07")
    expect(anna.locator("#choices-card")).to_contain_text("Hours are those of Europe/Vienna")
    looks_well(anna)
    anna.goto("/help/mail")
    looks_well(anna)

    reader.goto("/sign-in")
    reader.get_by_role("link", name="Send me a link by mail").click()
    looks_well(reader)
    reader.get_by_label("Your mail address").fill(ADDRESS.upper())
    reader.get_by_role("button", name="Send me a link").click()
    expect(reader.get_by_role("heading", level=1)).to_have_text("Look at your mail")
    reader.goto(link_in(mail_house, "link to sign in"))
    looks_well(reader)
    reader.get_by_role("button", name="Sign in", exact=True).click()
    reader.goto("/mail")
    reader.get_by_text("Change or remove the address").click()
    reader.get_by_role("button", name="Remove it").click()
    expect(reader.locator(".note.good")).to_contain_text("No more mail is sent")
    looks_well(reader)

"""One's own mail on the page, and the pages that links in mails lead to, all without script."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from fivefold.doors.mail import words
from fivefold.doors.mail.reading.messages import Envelope, read_commands, read_message
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.notices.mail import followings as mail_followings
from fivefold.house.notices.mail import links
from fivefold.house.notices.mail.followings import Following
from fivefold.house.notices.mail.mail_queue import CONFIRM_ADDRESS
from fivefold.house.people.signing_in import CHEAP, Passwords
from fivefold.house.table.seating import MatchRequest
from tests.doors.web.conftest import Person
from tests.doors.web.reader import Reader
from tests.doors.web.test_time_off import signed_in
from tests.house.people import keep_accounts

pytestmark = pytest.mark.slow

ANNA, BEN = "anna567812345678", "ben5678123456789"
PASSWORD = "three blue herons"
ENVELOPE = Envelope("anna@example.org", ("play@mail.example",))


class Clock:
    def __init__(self):
        self.now = datetime(2026, 11, 22, 12, 30, tzinfo=UTC)

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def house(url, clock):
    house = House(open_database(url), clock)
    house.signing_in.passwords = Passwords(CHEAP)
    house.mail.domain = "mail.example"
    keep_accounts(house, {ANNA: "Anna", BEN: "Ben"})
    return house


@pytest.fixture
def anna(reader, house):
    return signed_in(reader.app, house, ANNA)


@pytest.fixture
def ben(reader, house):
    return signed_in(reader.app, house, BEN)


def words_of(page):
    return page.one("main")["words"]


def mails(house, person, kind=CONFIRM_ADDRESS):
    return house.mail.outgoing.of_person(person, kind)


def path_in(house, mail):
    """Return the address that a mail tells."""
    return house.mail.links.of_mail(mail)


def linked(house, person=ANNA, address="anna@example.org"):
    house.mail.addresses.want(person, address)
    house.mail.addresses.confirm(person, address)


def button(page, action, words):
    """Return what a form with this button sends."""
    form = next(form for form in page.all("form", action=action) if words in form["words"])
    return page.fields(form)


# --- the address -----------------------------------------------------------------------------------------------------


def test_an_address_is_linked_and_confirmed_by_the_link_in_the_mail(anna, house, reader):
    page = anna.fill(anna.open("/mail"), "/mail/address", address=" Anna@Example.org ")
    assert "A mail is on its way" in words_of(page)
    assert "anna@example.org waits for you to confirm it" in words_of(page) and "today at 12:30" in words_of(page)
    (mail,) = mails(house, ANNA)
    assert mail.address == "anna@example.org"
    stranger = Reader(reader.app, "phone12345678901")
    asked = stranger.open(path_in(house, mail))
    assert "Is this your address?" in words_of(asked) and "anna@example.org" in words_of(asked)
    assert house.mail.addresses.owner("anna@example.org") is None  # looking changes nothing
    done = stranger.fill(asked, "/mail/confirm")
    assert "The address is yours" in words_of(done)
    assert house.mail.addresses.owner("anna@example.org") == ANNA
    assert "Mails go to anna@example.org" in words_of(anna.open("/mail"))
    assert "link was used" in words_of(stranger.open(path_in(house, mail), 422))


def test_nobody_learns_that_an_address_belongs_to_another_account(anna, ben, house):
    linked(house, BEN, "ben@example.org")
    page = anna.fill(anna.open("/mail"), "/mail/address", address="ben@example.org")
    unknown = anna.fill(anna.open("/mail"), "/mail/address", address="nobody@example.org")
    tidy = re.compile(r"\S+@example\.org")
    assert tidy.sub("", words_of(page)) == tidy.sub("", words_of(unknown))
    assert house.mail.addresses.owner("ben@example.org") == BEN


@pytest.mark.parametrize("wrong", ["anna", "anna@example", "a b@example.org", "a@b@c.org", "x" * 70 + "@example.org"])
def test_what_is_no_address_is_said_beside_the_field_and_kept(anna, house, wrong):
    page = anna.fill(anna.open("/mail"), "/mail/address", address=wrong)
    field = page.one("input", id="new-address")["attrs"]
    assert field["aria-invalid"] == "true" and field["value"] == wrong
    assert "is no mail address" in words_of(page) and mails(house, ANNA) == []


def test_a_day_has_so_many_mails_and_no_more(anna, house, ben):
    for count in range(6):
        anna.fill(anna.open("/mail"), "/mail/address", address=f"a{count}@example.org")
    page = anna.open("/mail")
    form = page.fields(page.all("form", action="/mail/address")[0])
    answer = anna.post("/mail/address", data=form)
    assert answer.status_code in {422, 429} and len(mails(house, ANNA)) == 6
    for _ in range(5):
        house.mail.link_mails.confirm(BEN, "one@example.org")
    assert len(mails(house, BEN)) == 4


def test_an_address_is_changed_kept_and_removed(anna, house):
    linked(house)
    page = anna.fill(anna.open("/mail"), "/mail/address", address="new@example.org")
    assert "new@example.org waits" in words_of(page) and "Mails go to anna@example.org" in words_of(page)
    page = anna.fill(page, "/mail/address/keep")
    assert "You keep the address you had" in words_of(page) and "waits" not in words_of(page)
    assert house.mail.addresses.of(ANNA).reached
    page = anna.fill(page, "/mail/address/remove")
    assert house.mail.addresses.of(ANNA) is None and "taken off" in words_of(page)
    page = anna.fill(page, "/mail/address", address="anna@example.org")
    page = anna.fill(page, "/mail/address/keep")
    assert house.mail.addresses.of(ANNA) is None


def test_mails_that_came_back_are_said_and_tried_again(anna, house):
    linked(house)
    for _ in range(5):
        house.mail.addresses.failed(ANNA, "anna@example.org", "550 <b>no such user</b>")
    page = anna.open("/mail")
    assert "Nothing is sent to anna@example.org any more" in words_of(page) and "<b>" in words_of(page)
    answer = anna.post("/mail/address", data=button(page, "/mail/address", "Try again"))
    assert "anna@example.org waits" in answer.text
    anna.fill(anna.open(path_in(house, mails(house, ANNA)[0])), "/mail/confirm")
    assert house.mail.addresses.of(ANNA).reached


def test_guests_sign_in_first_and_have_no_mail(reader, house):
    guest = Reader(reader.app, "guest12345678901")
    assert guest.open("/mail").path == "/sign-in"
    form = guest.open("/mail")
    answer = guest.post(
        "/mail/address", data={"csrf": form.one("meta", name="csrf")["attrs"]["content"], "address": "a@b.org"}
    )
    assert answer.status_code == 409 and "only accounts get mail" in answer.text.lower()


def test_the_account_says_how_it_stands_with_its_mail(anna, house):
    assert "Get your slow games by mail" in words_of(anna.open("/account"))
    house.mail.addresses.want(ANNA, "anna@example.org")
    assert "anna@example.org waits for you to confirm it" in words_of(anna.open("/account"))
    linked(house)
    assert "Your slow games come to anna@example.org" in words_of(anna.open("/account"))
    for _ in range(5):
        house.mail.addresses.failed(ANNA, "anna@example.org", "550")
    assert "Nothing is sent to anna@example.org any more" in words_of(anna.open("/account"))
    assert anna.open("/news/settings").all("a", href="/mail")


# --- what is mailed --------------------------------------------------------------------------------------------------


def test_what_is_mailed_is_chosen(anna, house):
    page = anna.fill(anna.open("/mail"), "/mail/choices", level="digest", **{"hour-1": "19", "hour-2": "07"})
    assert "Saved" in words_of(page)
    chosen = house.accounts.preferences(ANNA)
    assert (chosen.mail_of_matches, chosen.mail_hours) == ("digest", "07,19")
    page = anna.fill(page, "/mail/choices", level="never")
    assert house.accounts.preferences(ANNA).mail_of_matches == "never"
    assert page.one("input", name="level", value="never")["attrs"].keys() >= {"checked"}


def test_hours_are_said_where_they_hold(anna, house):
    assert "Hours are those of UTC" in words_of(anna.open("/mail"))
    for name, value in {"time_zone": "Europe/Vienna", "quiet_from": "22", "quiet_until": "07"}.items():
        house.accounts.set_preference(ANNA, name, value)
    page = words_of(anna.open("/mail"))
    assert "Hours are those of Europe/Vienna" in page and "No mails come between 22:00 and 7:00" in page
    assert "today at 13:30" in words_of(anna.fill(anna.open("/mail"), "/mail/address", address="anna@example.org"))


def test_a_summary_comes_at_hours_where_one_lives(anna, house):
    page = anna.fill(anna.open("/mail"), "/mail/choices", level="digest", zone="europe/vienna")
    assert house.accounts.preferences(ANNA).time_zone == "Europe/Vienna"
    page = anna.fill(page, "/mail/choices", level="digest", zone="Atlantis")
    assert "There is no such time zone" in words_of(page)
    field = page.one("input", name="zone")["attrs"]
    assert field["value"] == "Atlantis" and field["aria-invalid"] == "true"
    anna.fill(page, "/mail/choices", level="every", zone="Atlantis")  # then the field is not to be seen
    chosen = house.accounts.preferences(ANNA)
    assert (chosen.mail_of_matches, chosen.time_zone) == ("every", "Europe/Vienna")


def test_mails_as_text_alone_are_a_choice(anna, house):
    page = anna.open("/mail")
    form = page.fields(page.one("form", action="/mail/choices"))
    assert form["pictures"] == "on"
    del form["pictures"]
    anna.post("/mail/choices", data=form)
    assert not house.accounts.preferences(ANNA).mail_pictures
    anna.fill(anna.open("/mail"), "/mail/choices", pictures="on")
    assert house.accounts.preferences(ANNA).mail_pictures


def test_a_summary_needs_an_hour(anna, house):
    page = anna.fill(anna.open("/mail"), "/mail/choices", level="digest", **{"hour-1": "", "hour-2": ""})
    assert "A summary needs an hour" in words_of(page)
    assert page.one("input", name="level", value="digest")["attrs"].keys() >= {"checked"}
    assert house.accounts.preferences(ANNA).mail_of_matches == "every"


@pytest.mark.parametrize("wrong", [{"level": "loud"}, {"level": "digest", "hour-1": "25"}, {"level": ""}])
def test_choices_that_are_none_change_nothing(anna, house, wrong):
    page = anna.open("/mail")
    form = page.fields(page.one("form", action="/mail/choices"))
    assert anna.post("/mail/choices", data={**form, **wrong}).status_code == 422
    assert house.accounts.preferences(ANNA).stored() == {}


# --- stopping --------------------------------------------------------------------------------------------------------


def test_a_mail_program_stops_all_mails_by_itself(app, house):
    path = house.mail.links.path(links.STOP, ANNA)
    program = Person(app, "ignored123456789")
    program.cookies.clear()
    del program.headers["X-CSRF-Token"], program.headers["Accept"]
    answer = program.post(path, data={"List-Unsubscribe": "One-Click"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 200 and house.accounts.preferences(ANNA).mail_of_matches == "never"
    assert program.post("/mail/stop?key=abc", data={"List-Unsubscribe": "One-Click"}).status_code == 422


def test_a_look_at_the_page_stops_nothing_and_mails_can_be_sent_again(reader, house):
    stranger = Reader(reader.app, "phone12345678901")
    path = house.mail.links.path(links.STOP, ANNA)
    page = stranger.open(path)
    assert "Stop mails to Anna?" in words_of(page)
    assert house.accounts.preferences(ANNA).mail_of_matches == "every"
    page = stranger.fill(page, path)
    assert "No more mails" in words_of(page) and house.accounts.preferences(ANNA).mail_of_matches == "never"
    stranger.fill(page, path)
    assert house.accounts.preferences(ANNA).mail_of_matches == "every"


def test_mails_about_one_match_are_stopped(reader, house):
    now = house.create(ANNA, MatchRequest("focus", {}, ("link",), begin="me", time="3d/move"))
    house.sit(now.id, BEN)
    house.mail.boards.number(now.id)
    stranger, path = Reader(reader.app, "phone12345678901"), house.mail.links.path(links.STOP, ANNA, now.id)
    page = stranger.open(path)
    answer = stranger.post(path, data=button(page, path, "Those about Focus 101"))
    assert "No more mails about Focus 101" in answer.text
    assert house.accounts.preferences(ANNA).mail_of_matches == "every"
    answer = stranger.post(path, data=button(page, path, "All of them"))
    assert house.accounts.preferences(ANNA).mail_of_matches == "never"


def test_a_mail_program_stops_the_mails_about_the_match_of_its_mail(app, house):
    now = house.create(ANNA, MatchRequest("focus", {}, ("link",), begin="me", time="3d/move"))
    house.sit(now.id, BEN)
    program = Person(app, "ignored123456789")
    path = house.mail.links.path(links.STOP, ANNA, now.id)
    assert program.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert house.accounts.preferences(ANNA).mail_of_matches == "every"
    assert [(each.match, each.level) for each in house.mail.following.of(ANNA)] == [(now.id, "never")]


# --- passwords and signing in ----------------------------------------------------------------------------------------


def test_a_password_is_chosen_by_link_once(reader, house):
    path = house.mail.links.path(links.PASSWORD, ANNA)
    phone = Reader(reader.app, "phone12345678901")
    page = phone.fill(phone.open(path), "/mail/password", password="short")
    assert "too few" in words_of(page) and page.one("input", name="password")["attrs"]["aria-invalid"] == "true"
    page = phone.fill(page, "/mail/password", password=PASSWORD)
    assert page.path == "/account" and "Your new password is set" in words_of(page)
    assert house.accounts.account(ANNA).has_password
    assert "was used" in words_of(phone.open(path, 422))


def asked(app, address, person="phone12345678901"):
    phone = Reader(app, person)
    return phone, phone.fill(phone.open("/sign-in/mail"), "/sign-in/mail", address=address)


def test_a_link_signs_in_once_for_a_quarter_of_an_hour(reader, house, clock):
    linked(house)
    phone, page = asked(reader.app, "ANNA@example.org")
    assert "a link is on its way" in words_of(page)
    (mail,) = mails(house, ANNA, links.SIGN_IN)
    page = phone.open(path_in(house, mail))
    assert "Sign in as Anna?" in words_of(page)
    answer = phone.post("/mail/sign-in", data=page.fields(page.all("form", action="/mail/sign-in")[0]))
    assert answer.status_code == 200 and "Anna" in phone.open("/account").text
    other = Reader(reader.app, "other12345678901")
    assert "was used" in words_of(other.open(path_in(house, mail), 422))
    other, _ = asked(reader.app, "anna@example.org", "other12345678901")
    clock.now += timedelta(minutes=16)
    assert "too old" in words_of(other.open(path_in(house, mails(house, ANNA, links.SIGN_IN)[0]), 422))


def test_a_link_sets_a_new_password_too(reader, house):
    linked(house)
    phone, _ = asked(reader.app, "anna@example.org")
    page = phone.open(path_in(house, mails(house, ANNA, links.SIGN_IN)[0]))
    page = phone.fill(page, "/mail/sign-in", password="short")
    assert "too few" in words_of(page)
    page = phone.fill(page, "/mail/sign-in", password=PASSWORD)
    assert page.path == "/account" and house.accounts.account(ANNA).has_password


def test_nobody_learns_whether_an_address_is_known(reader, house):
    linked(house)
    house.mail.addresses.want(BEN, "ben@example.org")  # not confirmed
    known, unknown, waiting = (
        words_of(asked(reader.app, f"{name}@example.org")[1]).replace(name, "") for name in ("anna", "nobody", "ben")
    )
    assert known == unknown == waiting
    assert mails(house, BEN, links.SIGN_IN) == []


def test_an_address_gets_so_many_links_an_hour(house):
    linked(house)
    for _ in range(9):
        house.mail.link_mails.sign_in("anna@example.org")
    assert len(mails(house, ANNA, links.SIGN_IN)) == 4


# --- no mail ---------------------------------------------------------------------------------------------------------


def test_a_house_without_mail_says_so_and_offers_none(anna, house, reader):
    house.mail.domain = ""
    for path in ("/mail", "/help/mail", "/sign-in/mail"):
        page = anna.open(path)
        assert "This site has no mail" in words_of(page), path
        assert page.all("form", action="/mail/address") == [] and "mailto:" not in page.text
    assert anna.open("/account").all("section", id="mail-card") == []
    guest = Reader(reader.app, "guest12345678901")
    for path in ("/sign-in", "/recover", "/"):
        assert guest.open(path).all("a", href="/sign-in/mail") + guest.open(path).all("a", href="/help/mail") == []
    form = anna.open("/account").one("meta", name="csrf")["attrs"]["content"]
    assert anna.post("/mail/address", data={"csrf": form, "address": "a@example.org"}).status_code == 409
    assert mails(house, ANNA) == []


# --- help ------------------------------------------------------------------------------------------------------------


def test_help_lists_every_command_and_each_of_its_lines_is_understood(anna):
    page = anna.open("/help/mail")
    assert "play@mail.example" in page.text
    listed = [each["words"] for each in page.all("dt")]
    assert sorted(listed) == sorted(word.name for word in words.WORDS if word.name != "broadcast")
    lines = [each["words"] for each in page.all("code", class_="mail-line")]
    assert len(lines) > 15
    for line in lines:
        mail = read_message(f"From: Anna <anna@example.org>\nSubject: {line}\n\n\n".encode(), ENVELOPE)
        (found,) = read_commands(mail, replies=False).commands
        assert found.word and found.arguments is not None, line


# --- following, and at the table -------------------------------------------------------------------------------------


def begun(house):
    now = house.create(ANNA, MatchRequest("focus", {}, ("link",), begin="me", time="3d/move"))
    return house.sit(now.id, BEN)


def follow(house, person, game, match="", level="every"):
    with house.writing() as connection:
        at = "2026-11-22T10:00:00.000+00:00"
        mail_followings.keep_following(connection, Following(person, game, match, level, at))


def test_what_is_followed_is_shown_and_stopped(anna, house):
    now = begun(house)
    assert house.mail.boards.number(now.id) == 101
    follow(house, ANNA, "focus", now.id)
    follow(house, ANNA, "pokeros", level="ends")
    follow(house, BEN, "locus")
    page = anna.open("/mail")
    assert "Focus 101" in words_of(page) and "Anna – Ben: every move" in words_of(page)
    assert "All matches of Pokeros" in words_of(page) and "Locus" not in words_of(page)
    anna.fill(page, "/mail/following/stop")
    assert len(house.mail.following.of(ANNA)) == 1
    page = anna.fill(anna.open("/mail"), "/mail/following/stop")
    assert "What you follow" not in words_of(page) and len(house.mail.following.of(BEN)) == 1


def test_what_is_settled_about_challenges_is_shown_and_taken_back(anna, house):
    assert "Challenges" not in words_of(anna.open("/mail"))
    house.standing.reject(ANNA, "locus")
    house.standing.limit(ANNA, "focus", 1)
    house.slow_seeks.seek(ANNA, 2, MatchRequest("pokeros", {}, ("link",), "me", time="3d/move"))
    page = anna.open("/mail")
    for said in ("declined for you", "while you play 1 match or more", "You look for 2 more matches"):
        assert said in words_of(page)
    for _ in range(3):
        page = anna.fill(anna.open("/mail"), "/mail/standing")
    assert house.standing.of(ANNA) == [] and "Challenges" not in words_of(page)


def test_nothing_is_taken_back_that_was_not_settled(anna, house):
    house.standing.reject(ANNA, "locus")
    page = anna.open("/mail")
    form = page.fields(page.one("form", action="/mail/standing"))
    assert anna.post("/mail/standing", data={**form, "game": "focus"}).status_code == 409
    assert anna.post("/mail/standing", data={**form, "what": "everything"}).status_code == 422
    assert [each.game for each in house.standing.of(ANNA)] == ["locus"]


def test_the_table_says_what_its_match_is_called_in_mails(anna, house):
    now = begun(house)
    path = f"/matches/{now.id}"
    house.mail.boards.number(now.id)
    page = anna.open(path)
    assert "By mail: Focus 101" in page.text
    assert len(page.all("a", href="mailto:play@mail.example?subject=focus%20show%20101")) == 2
    house.mail.domain = ""
    assert "By mail" not in anna.open(path).text


def test_a_table_without_a_number_says_nothing_of_mail_and_a_look_gives_it_none(anna, house):
    now = house.create(ANNA, MatchRequest("focus", {}, ("2",), "me"))
    assert "By mail" not in anna.open(f"/matches/{now.id}").text
    assert house.mail.boards.known(now.id) is None

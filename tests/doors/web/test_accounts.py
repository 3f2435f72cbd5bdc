"""Accounts at the pages: a guest keeps her games, signs in elsewhere, and goes."""

import re
from datetime import timedelta

import pytest

from fivefold.doors.web.pages.account_forms import device_words
from fivefold.house.people.signing_in import CHEAP, Passwords
from fivefold.house.table.seating import MatchRequest
from tests.doors.web.conftest import PATIENCE, Person, reading, wait_until

pytestmark = pytest.mark.slow

PAGE = {"Accept": "text/html"}
PASSWORD = "three blue herons"


@pytest.fixture(autouse=True)
def cheap_passwords(house):
    house.signing_in.passwords = Passwords(CHEAP)


def csrf_of(answer):
    return re.search(r'name="csrf" content="([^"]+)"', answer.text)[1]


def renew(person):
    """Let a person look at a page with the cookie given last, and use its token from here on."""
    *older, _ = [cookie for cookie in person.cookies.jar if cookie.name == "guest"]
    for cookie in older:
        person.cookies.jar.clear(cookie.domain, cookie.path, cookie.name)
    person.headers["X-CSRF-Token"] = csrf_of(person.get("/about", headers=PAGE))
    return person


def sign_up(person, name="Anna", **fields):
    answer = person.post("/sign-up", data={"name": name, "password": PASSWORD, **fields}, headers=PAGE)
    assert answer.status_code == 200, answer.text
    renew(person)
    return re.findall(r"<code>([^<]+)</code>", answer.text)


def sign_in(person, name="Anna", password=PASSWORD, **fields):
    answer = person.post("/sign-in", data={"name": name, "password": password, **fields}, headers=PAGE)
    if answer.status_code == 303:
        renew(person)
    return answer


def test_a_guest_becomes_an_account_and_keeps_her_seat(app, house, anna, bert, live):
    old = anna.cookies["guest"]
    codes = sign_up(anna)
    assert len(codes) == 8 and anna.cookies["guest"] != old
    assert house.accounts.account(anna.person_id).name == "Anna"
    assert anna.see(live["match"])["yours"] == live["yours"]
    assert "Anna" in house.snapshot(live["match"]).names
    assert anna.move(anna.see(live["match"])).status_code == 200


def test_the_guests_cookie_no_longer_stands_for_the_account(app, anna, live):
    old = anna.cookies["guest"]
    sign_up(anna)
    thief = Person(app, "thief67abcdefghi")
    thief.cookies.set("guest", old)
    assert thief.see(live["match"])["yours"] == []
    assert thief.get("/account", headers=PAGE).headers["location"].startswith("/sign-in")


def test_an_account_brings_its_look_along_to_a_second_device(app, house, anna):
    anna.post("/look", data={"cards": "plain"})
    assert house.accounts.preferences(anna.person_id).look == ""
    sign_up(anna)
    anna.post("/look", data={"board": "walnut", "theme": "<script>"})
    assert house.accounts.preferences(anna.person_id).look == "board=walnut&cards=plain"
    phone = Person(app, "fone567abcdefghi")
    phone.cookies.set("look", "theme=dark")
    assert "look=board=walnut&cards=plain; " in sign_in(phone).headers["set-cookie"]
    house.accounts.set_preference(anna.person_id, "look", "board=purple")
    assert "look=;" in sign_in(Person(app, "tabl567abcdefghi")).headers["set-cookie"]


def test_who_has_chosen_no_look_keeps_that_of_the_device(app, anna):
    sign_up(anna)
    phone = Person(app, "fone567abcdefghi")
    assert "look=" not in sign_in(phone).headers["set-cookie"]


def test_the_same_account_on_a_second_device(app, house, anna, live):
    sign_up(anna)
    phone = Person(app, "fone567abcdefghi")
    assert sign_in(phone, password="wrong").status_code == 422
    answer = sign_in(phone, "ANNA")
    assert answer.status_code == 303 and answer.headers["location"] == "/"
    assert phone.see(live["match"])["yours"] == live["yours"]
    assert phone.move(phone.see(live["match"])).status_code == 200
    assert len(house.sessions.of(anna.person_id)) == 2


def test_what_was_played_on_the_second_device_comes_along(app, house, anna, bert, live):
    sign_up(anna)
    phone = Person(app, "fone567abcdefghi")
    begun = phone.begin("focus", **{"other-1": "2"})
    both = house.sit(house.create("bert567abcdefghi", _link()).id, anna.person_id)
    house.sit(both.id, phone.person_id)
    told = []
    house.listen(begun["match"], told.append)
    page = phone.get("/sign-in", headers=PAGE).text
    assert "Bring the 2 games played here" in page
    answer = sign_in(phone, bring="yes")
    assert answer.headers["location"] == "/account?brought=1&both=1&twice=0"
    assert [seat.person for seat in told[-1].seats if seat.kind == "person"] == [anna.person_id]
    assert phone.see(begun["match"])["yours"] == begun["yours"]
    shown = phone.get(answer.headers["location"], headers=PAGE).text
    assert "1 game from this device came along" in shown and "1 game stayed with the guest" in shown
    assert phone.post("/sign-out").status_code == 303
    renew(phone)
    assert phone.see(both.id)["yours"] == [2] and phone.see(begun["match"])["yours"] == []


def _link():
    return MatchRequest("focus", {"players": "3"}, ("link", "link"), "me")


def test_whoever_declines_finds_the_guests_games_after_signing_out(app, anna, live):
    sign_up(anna)
    phone = Person(app, "fone567abcdefghi")
    begun = phone.begin("focus", **{"other-1": "2"})
    sign_in(phone)
    assert phone.see(begun["match"])["yours"] == []
    phone.post("/sign-out")
    renew(phone)
    assert phone.see(begun["match"])["yours"] == begun["yours"] and phone.see(live["match"])["yours"] == []


def test_signing_out_elsewhere_ends_that_session_at_once(app, house, anna, live):
    sign_up(anna)
    phone = Person(app, "fone567abcdefghi")
    sign_in(phone)
    assert phone.see(live["match"])["yours"] == live["yours"]
    page = anna.get("/account", headers=PAGE).text
    handle = re.search(r'name="session" value="([0-9a-f]+)"', page)[1]
    assert anna.post("/account/sessions/end", data={"session": handle}).status_code == 303
    assert phone.see(live["match"])["yours"] == []
    assert anna.see(live["match"])["yours"] == live["yours"]
    sign_in(renew(phone))
    assert anna.post("/account/sessions/end", data={"session": "others"}).status_code == 303
    assert phone.see(live["match"])["yours"] == [] and len(house.sessions.of(anna.person_id)) == 1


def test_a_recovery_code_sets_a_new_password_once_and_signs_out_everywhere(app, anna, live):
    code = sign_up(anna)[3]
    phone = Person(app, "fone567abcdefghi")
    fields = {"name": "anna", "code": code.upper().replace("-", " "), "password": "four green herons"}
    assert phone.post("/recover", data={**fields, "code": "aaaa-bbbb-cccc"}, headers=PAGE).status_code == 422
    assert phone.post("/recover", data=fields, headers=PAGE).headers["location"] == "/account?recovered=1"
    renew(phone)
    assert phone.see(live["match"])["yours"] == live["yours"] and anna.see(live["match"])["yours"] == []
    assert phone.post("/recover", data=fields).status_code == 422
    assert sign_in(Person(app, "tree567abcdefghi")).status_code == 422
    assert sign_in(Person(app, "tree567abcdefghi"), password="four green herons").status_code == 303


def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost(app, anna, bert):
    sign_up(bert, "Bert")
    for fields, field, words in (
        ({"name": "BERT", "password": PASSWORD}, "name", "looks like Bert, which belongs to an account"),
        ({"name": "x", "password": PASSWORD}, "name", "hardly any letters"),
        ({"name": "Anna", "password": "short"}, "password", "too few"),
        ({"name": "Anna", "password": "password1"}, "password", "Anybody would guess"),
    ):
        answer = anna.post("/sign-up", data=fields, headers=PAGE)
        assert answer.status_code == 422 and words in answer.text, fields
        assert f'id="{field}-wrong"' in answer.text and f'value="{fields["name"]}"' in answer.text
        assert fields["password"] not in answer.text
    refused = anna.post("/sign-in", data={"name": "Nobody", "password": "secret secret"}, headers=PAGE)
    assert 'value="Nobody"' in refused.text and "secret secret" not in refused.text
    assert "Wrong name or password" in refused.text


def test_a_guest_cannot_take_the_name_of_an_account(anna, bert, live):
    sign_up(anna)
    refused = bert.post("/name", data={"name": "аnna"})
    assert refused.status_code == 422 and "belongs to an account" in refused.json()["error"]
    assert bert.post("/name", data={"name": "Admin"}).status_code == 422


def test_another_name_keeps_the_old_one_for_a_while(app, house, anna, bert, live):
    sign_up(anna)
    assert anna.post("/account/name", data={"name": "Zoe"}, headers=PAGE).headers["location"] == "/account?done=name"
    assert "Zoe" in house.snapshot(live["match"]).names
    assert house.accounts.by_name("Anna").name == "Zoe"
    assert bert.post("/name", data={"name": "Anna"}).status_code == 422
    for name in ("Zoe B", "Zoe C"):
        assert anna.post("/account/name", data={"name": name}, headers=PAGE).status_code == 303
    refused = anna.post("/account/name", data={"name": "Zoe D"}, headers=PAGE)
    assert refused.status_code == 409 and "changed it 3 times" in refused.text and 'value="Zoe D"' in refused.text
    assert anna.post("/account/name", data={"name": "ZOE C"}, headers=PAGE).status_code == 303


def test_wrong_passwords_make_pauses_grow_but_not_for_those_who_know(app, house, anna):
    sign_up(anna)
    now = [0.0]
    house.signing_in.attempts._clock = lambda: now[0]
    guesser = Person(app, "tree567abcdefghi")
    said = [sign_in(guesser, password="wrong").text for _ in range(6)]
    assert "Wrong name or" in said[4] and "try again in 2 seconds" in said[5]
    assert sign_in(guesser).status_code == 422
    now[0] = 3
    assert sign_in(guesser).status_code == 303


def test_changing_the_password_needs_the_present_one(anna):
    sign_up(anna)
    refused = anna.post("/account/password", data={"current": "wrong", "password": "four green herons"}, headers=PAGE)
    assert refused.status_code == 422 and 'id="present-wrong"' in refused.text
    fields = {"current": PASSWORD, "password": "four green herons", "everywhere": "yes"}
    assert anna.post("/account/password", data=fields, headers=PAGE).status_code == 303
    refused = anna.post("/account/codes", data={"current": PASSWORD}, headers=PAGE)
    assert refused.status_code == 422 and 'id="codes-password-wrong"' in refused.text
    made = anna.post("/account/codes", data={"current": "four green herons"}, headers=PAGE)
    assert len(re.findall("<code>", made.text)) == 8


def test_the_way_back_leads_nowhere_else(anna):
    sign_up(anna)
    for path in ("//evil.example", "https://evil.example", "/\\evil.example", ""):
        anna.post("/sign-out")
        assert sign_in(renew(anna), back=path).headers["location"] == "/"
    anna.post("/sign-out")
    assert sign_in(renew(anna), back="/days").headers["location"] == "/days"


@pytest.mark.slow
def test_open_streams_end_with_the_session(app, house, served, anna, live):
    sign_up(anna)
    with reading(served, live["match"], anna) as mine:
        wait_until(mine.views)
        house.sessions.end_all(anna.person_id)
        assert mine.ended.wait(PATIENCE)


def test_an_account_sits_down_under_its_own_name(house, anna, bert):
    sign_up(anna)
    table = bert.begin()["match"]
    page = anna.get(f"/matches/{table}", headers=PAGE).text
    assert "You sit down as <strong>Anna</strong>" in page and 'id="sit-name"' not in page
    assert anna.post(f"/matches/{table}/seats", data={"name": "Zoe"}).status_code == 200
    assert "Anna" in house.snapshot(table).names and house.accounts.account(anna.person_id).name == "Anna"


def test_a_device_is_noted_once_an_hour(house, anna, monkeypatch):
    sign_up(anna)
    (session,) = house.sessions.of(anna.person_id)
    later = session.seen + timedelta(hours=2)
    monkeypatch.setattr(house, "_clock", lambda: later)
    anna.get("/about", headers=PAGE)
    assert house.sessions.of(anna.person_id)[0].seen == later.replace(microsecond=later.microsecond // 1000 * 1000)
    assert not house.sessions.is_news(session.id)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:126.0) Gecko/20100101 Firefox/126.0", "Firefox on Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.4 Safari/605.1.15", "Safari on a Mac"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) CriOS/120 Safari/604.1", "Chrome on an iPhone"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36 EdgA/120", "Edge on Android"),
        ("curl/8", "A browser"),
        ("", "A browser"),
    ],
)
def test_devices_in_words(agent, words):
    assert device_words(agent) == words


def test_a_guest_who_sits_down_under_an_accounts_name_is_told_beside_the_field(anna, bert, stranger):
    sign_up(anna)
    table = bert.begin()["match"]
    fields = {"name": "ANNA", "nonce": ""}
    way = stranger.post(f"/matches/{table}/seats", data=fields, headers=PAGE).headers["location"]
    assert way == f"/matches/{table}?name=ANNA#invite"
    page = stranger.get(way, headers=PAGE).text
    assert "ANNA looks like Anna, which belongs to an account; choose another name" in page
    assert 'id="sit-name" name="name" maxlength="24" value="ANNA"' in page
    assert stranger.post(f"/matches/{table}/seats", data=fields).status_code == 422
    assert stranger.post(f"/matches/{table}/seats", data={"name": "Carla"}, headers=PAGE).status_code == 303

"""Signing in by itself: passwords, codes, pauses, sessions, and what a guest brings along."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.people import signing_in
from fivefold.house.people.sessions import SESSION_ENDED
from fivefold.house.people.signing_in import CHEAP, Cost, Device, OwnAttempts, Passwords, check_password
from fivefold.house.table.seating import MatchRequest
from tests.house.people import keep_accounts

ANNA, GUEST = "annaaaaaaaaaaaaa", "guesttttttttttttt"
PASSWORD = "three blue herons"
HERE = Device("Firefox on Windows", "192.0.2.1")


@pytest.fixture
def anna(house):
    """Anna, who has an account."""
    house.signing_in.passwords = Passwords(CHEAP)
    return house.signing_in.sign_up(ANNA, "Anna", PASSWORD, HERE)


def test_passwords_are_hashed_and_checked():
    passwords = Passwords(CHEAP)
    stored = passwords.hashed(PASSWORD)
    assert stored.startswith("$argon2id$") and PASSWORD not in stored
    assert passwords.match(stored, PASSWORD) and not passwords.match(stored, PASSWORD + " ")
    assert not passwords.match(None, "nobody's password") and not passwords.match("broken", PASSWORD)
    assert not passwords.is_outdated(stored) and Passwords(Cost(2, 16)).is_outdated(stored)


@pytest.mark.parametrize("password", ["short", "password1", "aaaaaaaaaaaa", "Bartholomew", "x" * 201])
def test_passwords_that_will_not_do(password):
    with pytest.raises(InvalidOption, match="password"):
        check_password(password, "bartholomew")


def test_a_code_is_read_however_it_is_typed():
    code = signing_in.new_code()
    assert signing_in.CODE.fullmatch(code.replace("-", ""))
    kept = signing_in.hashed(b"secret", ANNA, code)
    for typed in (code.upper(), code.replace("-", ""), f" {code.replace('-', ' ')} ", code.replace("o", "0")):
        assert signing_in.hashed(b"secret", ANNA, typed) == kept
    assert signing_in.hashed(b"secret", GUEST, code) != kept
    assert signing_in.hashed(b"secret", ANNA, "no code") == ""


def test_pauses_grow_and_never_shut_out_who_knows():
    now = [0.0]
    attempts = OwnAttempts(lambda: now[0])
    attempts.succeeded("anna", "home")
    for number in range(40):
        attempts.begin("anna", f"elsewhere {number}", "password")
        now[0] += 30
    with pytest.raises(InvalidOption, match="20 seconds"):
        now[0] -= 30
        attempts.begin("anna", "far away", "password")
    for _ in range(5):
        attempts.begin("anna", "home", "password")
    with pytest.raises(InvalidOption, match="try again in 2 seconds"):
        attempts.begin("anna", "home", "password")
    now[0] += 2
    attempts.begin("anna", "home", "password")
    with pytest.raises(InvalidOption, match="4 seconds"):
        attempts.begin("anna", "home", "password")
    attempts.succeeded("anna", "home")
    attempts.begin("anna", "home", "password")


def test_a_session_that_ends_is_forgotten_at_once(house, anna):
    ended = []
    house.bus.subscribe(SESSION_ENDED, ended.append)
    assert house.sessions.person(anna.session) == ANNA
    assert house.sessions.person(ANNA) is None  # the guest's cookie
    house.sessions.end(anna.session)
    assert house.sessions.person(anna.session) is None
    assert ended == [anna.session]


def test_an_outdated_hash_is_made_anew(house, anna):
    house.signing_in.passwords = Passwords(Cost(2, 16))
    house.signing_in.sign_in("Anna", PASSWORD, HERE)
    with house.reading() as connection:
        assert "m=16,t=2" in connection.exec_driver_sql(f"SELECT password FROM people WHERE id = '{ANNA}'").scalar()


def test_what_a_guest_has_made_comes_along_once(house, anna):
    table = house.create(GUEST, MatchRequest("focus", {}, ("link",), "me"))
    tables = [house.number_tables.save(who, "solitaire", "table", "Mine", "3=13,80=-65") for who in (ANNA, GUEST)]
    twice = [house.daily.begin("locus", who) for who in (ANNA, GUEST)]
    house.daily.begin("focus", GUEST)
    house.blocks.block(GUEST, "bert")
    house.blocks.block(GUEST, ANNA)
    keep_accounts(house, {"carl": "Carl", "dora": "Dora"})
    for who, other in ((GUEST, "carl"), ("carl", ANNA), (GUEST, "dora")):
        house.follows.follow(who, other)
    house.blocks.block(ANNA, "dora")
    cup = house.tournaments.begin(GUEST, "Cup", "locus", {}, [("Anna", None), ("", 2)])
    told = []
    house.listen(table.id, told.append)
    brought = house.bringing.bring(GUEST, ANNA)
    assert (brought.matches, brought.both, brought.twice) == (2, (), (twice[1].id,))
    assert told[-1].seats_of(ANNA) and "Anna" in told[-1].names and told[-1].terms.owner == ANNA
    assert house.snapshot(table.id) is told[-1]
    assert house.snapshot(twice[1].id).seats_of(GUEST) and house.daily.begin("locus", ANNA).id == twice[0].id
    assert house.blocks.of(ANNA) == ["dora", "bert"] and house.blocks.of(GUEST) == []
    assert [house.follows.of(who) for who in (ANNA, GUEST, "carl")] == [["carl"], [], [ANNA]]
    assert house.tournaments.owner(cup.id) == ANNA
    assert {each.name for each in house.number_tables.of_person(ANNA, "solitaire", "table")} == {"Mine", "Mine (2)"}
    assert len(set(tables)) == 2
    assert house.bringing.bring(GUEST, ANNA).matches == 0
    house.sit(table.id, "carl")
    assert house.play(table.id, ANNA, 1, house.snapshot(table.id).match.legal_moves()[0]).number == 1


def test_results_come_along_and_nobody_is_their_own_opponent(house, anna):
    match = house.sit(house.create(GUEST, MatchRequest("focus", {}, ("link",), "me")).id, "carl")
    house.resign(match.id, GUEST, match.number + 1)
    both = house.sit(house.create(GUEST, MatchRequest("focus", {}, ("link",), "me")).id, ANNA)
    house.resign(both.id, ANNA, both.number + 1)
    assert house.bringing.bring(GUEST, ANNA).both == (both.id,)
    with house.reading() as connection:
        finished = connection.exec_driver_sql("SELECT person, match FROM finished").fetchall()
        against = connection.exec_driver_sql("SELECT person, opponent, match FROM against").fetchall()
    assert {tuple(row) for row in finished} == {
        *((person, match.id) for person in (ANNA, "carl")),
        *((person, both.id) for person in (ANNA, GUEST)),
    }
    assert {tuple(row) for row in against} == {
        *((ANNA, "carl", match.id), ("carl", ANNA, match.id)),
        *((ANNA, GUEST, both.id), (GUEST, ANNA, both.id)),
    }

"""The page of tokens: made, shown once, revoked, without script; and where a token never is."""

import logging

import pytest

from fivefold.house.errors import InvalidOption, NotOffered
from fivefold.house.people import tokens
from fivefold.house.people.accounts import Accounts
from tests.doors.web.conftest import Person
from tests.doors.web.programs import Program, program_of, token_for
from tests.doors.web.test_accounts import sign_up
from tests.house.people import keep_accounts

pytestmark = pytest.mark.slow

ANNA = "anna567abcdefghi"
FORM = {"name": "My bot", "scope-read": "yes", "scope-play": "yes", "lifetime": "90"}


@pytest.fixture
def owner(app, anna):
    sign_up(anna)
    anna.headers["Accept"] = "text/html"
    return anna


def made(owner):
    """Make a token by the form and return its secret."""
    answer = owner.post("/account/tokens", data=FORM)
    assert answer.status_code == 200
    return tokens.SECRET.search(answer.text)[0]


def test_a_token_is_made_shown_once_and_revoked(app, house, owner):
    secret = made(owner)
    listed = owner.get("/account/tokens").text
    assert "My bot" in listed and "never used" in listed and secret not in listed
    assert Program(app, secret).get("account").json()["name"] == "Anna"
    assert "last used" in owner.get("/account/tokens").text
    (token,) = house.tokens.of(owner_id(house))
    gone = owner.post("/account/tokens/revoke", data={"token": token.id})
    assert gone.status_code == 303 and "cut off" in owner.get(gone.headers["location"]).text
    assert Program(app, secret).get("account").status_code == 401


def owner_id(house):
    return house.accounts.by_name("Anna").id


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": ""}, "1 to 40"),
        ({"scope-read": "", "scope-play": ""}, "Choose what"),
        ({"lifetime": "9"}, "one of 30"),
    ],
)
def test_what_is_wrong_stands_in_the_form_and_nothing_typed_is_lost(owner, change, said):
    answer = owner.post("/account/tokens", data=FORM | change)
    assert answer.status_code == 422 and said in answer.text
    assert "name" in change or 'value="My bot"' in answer.text


def test_guests_are_sent_to_sign_in(bert):
    bert.headers["Accept"] = "text/html"
    assert bert.get("/account/tokens").headers["location"] == "/sign-in?back=/account/tokens"
    assert bert.post("/account/tokens", data=FORM).status_code == 409


def test_an_account_that_has_not_played_becomes_a_bot_by_the_page(house, owner):
    assert owner.post("/account/tokens/bot", data={}).status_code == 409
    assert owner.post("/account/tokens/bot", data={"sure": "yes"}).headers["location"] == "/account/tokens?done=bot"
    assert "is a bot" in owner.get("/account/tokens").text and house.accounts.is_bot(owner_id(house))
    by_hand = owner.post("/new/locus", data={"other-1": "2"})
    assert by_hand.status_code == 409 and "only its program plays" in by_hand.text


def test_signing_out_everywhere_else_revokes_tokens(app, owner):
    program = Program(app, made(owner))
    owner.post("/account/sessions/end", data={"session": "others"})
    assert program.get("account").status_code == 401


def test_tokens_go_with_the_account(app, house, owner):
    program = Program(app, made(owner))
    assert program.get("account").status_code == 200
    house.leaving.delete(house.accounts.by_name("Anna"))
    assert program.get("account").status_code == 401


def test_a_token_is_in_no_log_address_error_or_export(app, house, caplog):
    caplog.set_level(logging.DEBUG)
    program = program_of(app, ANNA, name="Anna")
    secret = program.secret
    digest = tokens.digest_of(secret)
    told = [program.get(path) for path in ("account", "games/x", "matches/x", "nothing", f"games/{secret}?a={secret}")]
    told += [program.post("matches", content=b"{"), program.post("matches", json={"game": secret})]
    archive = house.export.archive(house.accounts.by_name("Anna"))
    house.tokens.revoke_all(ANNA)
    told.append(program.get("account"))
    kept = " ".join(record.getMessage() for record in caplog.records if record.name.startswith("fivefold"))
    assert secret not in kept and digest not in kept
    assert not any(secret in str(each.headers) for each in told)
    assert all(secret not in each.text for each in told[:4] + told[-1:])
    assert secret.encode() not in archive and digest.encode() not in archive


def test_tokens_are_stored_as_digests_and_hold_as_long_as_they_say(house, url):
    keep_accounts(house, {ANNA: "Anna"})
    token, secret = house.tokens.make(ANNA, "Bot", ["read"], "30")
    assert house.tokens.find(secret) == token and tokens.is_well_formed(secret)
    assert secret not in repr(token) and token.digest not in repr(token)
    assert house.tokens.find(secret[:-1] + ("0" if secret[-1] != "0" else "1")) is None
    clock, house._clock = house._clock, lambda: token.expires
    assert house.tokens.find(secret) is None
    house._clock = clock
    with house._database._engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM api_tokens").fetchall()
    assert secret not in str(rows) and token.digest in str(rows)


def test_the_store_is_not_asked_again_while_others_are_heard_and_is_after_a_silence(house, monkeypatch):
    keep_accounts(house, {ANNA: "Anna"})
    token, secret = house.tokens.make(ANNA, "Bot", ["read"], "30")
    at, asked, row = [0.0], [], house.row
    monkeypatch.setattr(house.tokens, "_seconds", lambda: at[0])
    monkeypatch.setattr(house, "row", lambda statement: asked.append(at[0]) or row(statement))
    for at[0] in (0.0, 4.0, 8.0, 12.0):
        house.tokens.heard()
        assert house.tokens.find(secret) == token
    at[0] = 16.9
    assert house.tokens.is_fresh(token) and house.tokens.find(secret) == token and asked == [0.0]
    at[0] = 17.0
    assert not house.tokens.is_fresh(token)
    house.tokens.heard()
    assert not house.tokens.is_fresh(token) and house.tokens.find(secret) == token and asked == [0.0, 17.0]


def test_nobody_has_more_than_twenty_and_guests_have_none(house):
    with pytest.raises(NotOffered, match="only accounts"):
        house.tokens.make(ANNA, "Bot", ["read"], "30")
    keep_accounts(house, {ANNA: "Anna"})
    for _ in range(tokens.MOST):
        house.tokens.make(ANNA, "Bot", ["read"], "30")
    with pytest.raises(NotOffered, match="20"):
        house.tokens.make(ANNA, "Bot", ["read"], "30")
    with pytest.raises(InvalidOption):
        house.tokens.make(ANNA, "Bot", ["everything"], "30")


def test_an_account_that_is_kept_in_memory_knows_at_once_that_it_is_a_bot(house):
    keep_accounts(house, {ANNA: "Anna"})
    assert not house.accounts.is_bot(ANNA) and not house.accounts.is_bot(None)
    house.bots.become(ANNA)
    assert house.accounts.is_bot(ANNA) and isinstance(house.accounts, Accounts)
    assert token_for(house, ANNA) and Person

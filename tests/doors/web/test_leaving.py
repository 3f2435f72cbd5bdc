"""Taking one's data along, and leaving: nothing of others goes, nothing secret comes."""

import io
import json
import re
import zipfile

import pytest
from sqlalchemy import insert

from fivefold.house.database import schema
from fivefold.house.people.signing_in import CHEAP, Passwords
from tests.doors.web.conftest import Person
from tests.doors.web.test_accounts import PAGE, PASSWORD, renew, sign_in, sign_up

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def cheap_passwords(house):
    house.signing_in.passwords = Passwords(CHEAP)


def exported(person, part="1"):
    answer = person.post("/account/export", data={"part": part})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].endswith('.zip"')
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def secrets_of(app, *people):
    """Return what must stand in no archive: ids of people and sessions, hashes, keys."""
    with app.state.house.reading() as connection:
        rows = [tuple(row) for row in connection.exec_driver_sql("SELECT password FROM people").fetchall()]
        rows += [tuple(row) for row in connection.exec_driver_sql("SELECT id FROM sessions").fetchall()]
        rows += [tuple(row) for row in connection.exec_driver_sql("SELECT code FROM recovery_codes").fetchall()]
    return {value for row in rows for value in row if value} | {person.person_id for person in people}


def test_an_export_holds_ones_own_and_nothing_secret(app, house, anna, bert, live):
    sign_up(anna)
    house.accounts.set_preference(anna.person_id, "chat", False)
    over = anna.begin("focus", **{"other-1": "2"})["match"]
    anna.resign(over)
    files = exported(anna)
    account = json.loads(files["account.json"])
    assert account["name"] == "Anna" and account["choices"]["chat"] is False and len(account["devices"]) == 1
    matches = {each["id"]: each for each in json.loads(files["matches.json"])}
    assert set(matches) == {live["match"], over} and matches[over]["status"] == "over"
    assert f"records/focus-{over}.fivefold" in files
    everything = "\n".join(files.values())
    for secret in secrets_of(app, anna, bert):
        assert secret not in everything
    assert bert.post("/account/export", data={"part": "1"}).status_code == 409


def test_an_export_keeps_the_secrets_of_a_game_that_goes_on(app, house, anna, bert):
    begun = anna.begin("pokeros")
    bert.post(f"/matches/{begun['match']}/seats", data={"name": "Bert"})
    sign_up(anna)
    files = exported(anna)
    (match,) = json.loads(files["matches.json"])
    assert match["record"] is False and not any(name.startswith("records/") for name in files)
    seed = house.snapshot(begun["match"]).match.source.seed.hex()
    assert seed not in "\n".join(files.values())
    anna.resign(begun["match"])
    assert any(name.startswith("records/") for name in exported(anna))


def test_deleting_an_account_leaves_others_their_games(app, house, anna, bert, live):
    sign_up(anna)
    phone = Person(app, "fone567abcdefghi")
    sign_in(phone)
    told = []
    house.listen(live["match"], told.append)
    refused = anna.post("/account/delete", data={"confirm": "wrong"}, headers=PAGE)
    assert refused.status_code == 422 and 'id="confirm-wrong"' in refused.text
    assert anna.post("/account/delete", data={"confirm": PASSWORD}, headers=PAGE).status_code == 303
    view = bert.see(live["match"])
    assert view["over"] and view["yours"] == [1 - live["yours"][0]]
    assert "Former player" in told[-1].names and "Anna" not in bert.get(f"/matches/{live['match']}/record").text
    for device in (renew(anna), phone):
        assert device.see(live["match"])["yours"] == []
    assert sign_in(Person(app, "tree567abcdefghi")).status_code == 422
    assert house.accounts.by_name("Anna") is None
    refused = bert.post("/sign-up", data={"name": "Anna", "password": PASSWORD}, headers=PAGE)
    assert refused.status_code == 422 and "until lately" in refused.text
    assert "Former player" not in bert.get("/account/deleted", headers=PAGE).text.split("</header>")[0]


def test_tables_that_wait_are_called_off_when_their_owner_leaves(house, anna):
    waiting = anna.begin()["match"]
    sign_up(anna)
    anna.post("/account/delete", data={"confirm": PASSWORD})
    assert house.snapshot(waiting).status == "over"


def test_words_and_devices_are_gone(app, house, anna):
    sign_up(anna)
    house.blocks.block(anna.person_id, "bert567abcdefghi")
    house.follows.follow("carl567abcdefghi", anna.person_id)
    anna.post("/account/delete", data={"confirm": PASSWORD})
    with house.reading() as connection:
        for table in ("sessions", "passkeys", "recovery_codes", "blocks", "followings"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() == 0, table
        (row,) = connection.exec_driver_sql(
            "SELECT name, name_key, password, settings FROM people WHERE deleted IS NOT NULL"
        ).fetchall()
    assert tuple(row) == ("Former player", None, None, "{}")


def test_what_somebody_wrote_goes_unless_it_was_reported(house, anna, bert, live):
    sign_up(anna)
    with house.writing() as connection:
        about = {"person": anna.person_id, "at": ""}
        for number, words in enumerate(("nice", "nasty")):
            line = {"id": number, "match": live["match"], "room": "players", "name": "Anna", "text": words, **about}
            connection.execute(insert(schema.chat_lines), line)
        report = {"by": bert.person_id, "about": anna.person_id, "line": 1, "reason": "rude", "why": "", "at": ""}
        connection.execute(insert(schema.reports), report)
    anna.post("/account/delete", data={"confirm": PASSWORD})
    with house.reading() as connection:
        lines = connection.exec_driver_sql("SELECT name, text FROM chat_lines").fetchall()
    assert [tuple(line) for line in lines] == [("Former player", "nasty")]


def test_nothing_secret_is_logged(anna, caplog):
    codes = sign_up(anna)
    sign_in(anna, password="wrong wrong")
    anna.post("/recover", data={"name": "Anna", "code": codes[0], "password": "four green herons"})
    for secret in (PASSWORD, "wrong wrong", "four green herons", *codes):
        assert secret not in caplog.text
    assert not re.search(r"argon2|\$m=", caplog.text)

"""A house moved to another database: every row, and what the next ids will be; all or nothing."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import insert, inspect, select, text

from fivefold.cli import main
from fivefold.house.database import copying, open_database, schema
from fivefold.house.database.copying import copy
from fivefold.house.database.files import alone
from fivefold.house.database.kind import InUse, NotCopied, WrongDatabase
from fivefold.house.database.schema import TRANSIENT
from fivefold.house.house import House
from fivefold.house.notices.mail import mail_queue as outgoing_mails
from fivefold.house.table import chat
from fivefold.house.table.chat import ChatLine
from fivefold.house.table.seating import MatchRequest
from tests import fitting
from tests.house.people import ANNA, BEN, facts
from tests.postgresql import all_closed


def line(match, text):
    return ChatLine(0, match, "players", BEN, "Ben", 1, None, text, "2025")


@pytest.fixture
def source(url):
    """Return a house with a bit of everything: matches, people, chat, mails, and ids that were given and forgotten."""
    with closing(open_database(url)) as database:
        house = House(database)
        house.secret("cookies")
        first = house.create(ANNA, MatchRequest("focus", {}, ("here",), "me"))
        house.play(first.id, ANNA, first.number + 1, first.match.legal_moves()[0])
        second = house.sit(house.create(ANNA, MatchRequest("focus", {}, ("link",))).id, BEN)
        house.resign(second.id, ANNA, second.number + 1)
        house.rename(BEN, "Bén 😀")
        with database.writing() as connection:
            for number in range(3):
                chat.add_line(connection, line(second.id, f"line {number} ∑"))
                outgoing_mails.add(connection, kind="match", person=ANNA, made="2025", due="2025", content={"a": [1.5]})
            connection.execute(text("DELETE FROM outgoing_mails WHERE id = 3"))
            connection.execute(text("UPDATE outgoing_mails SET raw = :raw WHERE id = 2"), {"raw": bytes(range(256))})
            numbers = {"mu": 0.1 + 0.2, "sigma": 1e-300, "games": 2**31 - 1}
            connection.execute(insert(schema.ratings), {"pool": "x", "person": ANNA, "changed": "", **numbers})
    return url


@pytest.fixture
def elsewhere(tmp_path):
    return f"sqlite:///{tmp_path / 'new' / 'elsewhere.db'}"


def contents(url):
    """Return every row of every table, and what the next mail would be called."""
    with closing(open_database(url)) as database:
        with database.reading() as connection:
            found = {
                table.name: list(map(tuple, connection.execute(select(table).order_by(*table.primary_key))))
                for table in schema.METADATA.sorted_tables
            }
        with pytest.raises(ZeroDivisionError), database.writing() as connection:
            more = {"kind": "match", "person": ANNA, "made": "2025", "due": "2025"}
            found["next mail"] = outgoing_mails.add(connection, **more)
            found["next line"] = chat.add_line(connection, line(found["chat_lines"][0][1], "")).id
            _ = 1 / 0
    return found


@pytest.mark.slow
def test_a_copy_holds_what_the_house_held(source, elsewhere):
    before = contents(source)
    told = []
    copied = copy(source, elsewhere, lambda *each: told.append(each))
    assert contents(elsewhere) == before and before["next mail"] == 4 == before["next line"]
    assert (copied.people, copied.matches, copied.entries) == tuple(
        len(before[name]) for name in ("people", "matches", "entries")
    )
    assert ("matches", 2, 2) in told and len(told) == copied.tables == len(schema.METADATA.tables) - len(TRANSIENT)
    with closing(open_database(elsewhere)) as database:
        house = House(database)
        for summary in house.matches_of(ANNA):
            assert house.snapshot(summary.id) is not None


@pytest.mark.slow
@pytest.mark.parametrize("many", [1, 1000])
def test_there_and_back_again_nothing_has_changed(source, elsewhere, server, monkeypatch, many):
    monkeypatch.setattr(copying, "MANY", many)
    before = contents(source)
    with server.empty() as there, all_closed():
        copy(source, there)
        copy(there, elsewhere)
        assert contents(there) == before
    assert contents(elsewhere) == before


@pytest.mark.slow
def test_people_go_on_where_they_were(source, server):
    with server.empty() as there, all_closed():
        copy(source, there)
        with closing(open_database(source)) as old, closing(open_database(there)) as new:
            before, after = House(old), House(new)
            assert after.secret("cookies") == before.secret("cookies")
            match = before.matches_of(ANNA)[0].id
            assert facts(after.snapshot(match)) == facts(before.snapshot(match))
            now = after.snapshot(match)
            assert after.play(match, ANNA, now.number + 1, now.match.legal_moves()[0]).number > now.number


def test_a_table_is_in_the_list_or_it_would_be_forgotten(url):
    with closing(open_database(url)) as database, database.reading() as connection:
        assert set(inspect(connection).get_table_names()) == {*schema.METADATA.tables, "alembic_version"}


@pytest.mark.slow
def test_what_processes_told_each_other_stays_behind(server, source, elsewhere):
    with server.empty() as there, all_closed():
        copy(source, there)
        with closing(open_database(there)) as database, database.writing() as connection:
            connection.execute(text("INSERT INTO leases (kind, key, holder, until) VALUES ('move', 'm', 'p', 9e9)"))
        copy(there, elsewhere)
    assert contents(elsewhere)["leases"] == []


@pytest.mark.slow
def test_only_an_empty_database_is_filled(source, elsewhere):
    copy(source, elsewhere)
    before = contents(elsewhere)
    with pytest.raises(NotCopied, match="a house is here already"):
        copy(source, elsewhere)
    assert contents(elsewhere) == before
    with pytest.raises(NotCopied, match="into itself"):
        copy(source, source)


@pytest.mark.slow
def test_what_a_first_start_left_is_replaced(source, elsewhere):
    with closing(open_database(elsewhere)) as database:
        House(database).secret("cookies")
    copy(source, elsewhere)
    with closing(open_database(source)) as old, closing(open_database(elsewhere)) as new:
        assert House(old).secret("cookies") == House(new).secret("cookies")


@pytest.mark.slow
def test_a_house_that_is_open_is_copied_as_it_is_at_one_moment(source, elsewhere, monkeypatch):
    with closing(open_database(source)) as database:
        house = House(database)
        before = contents(source)
        took = copying._copy_table

        def take(reading, writing, table, tell):
            if table.name == "matches":
                house.create(ANNA, MatchRequest("locus", {}, ("link",)))
            return took(reading, writing, table, tell)

        monkeypatch.setattr(copying, "_copy_table", take)
        copy(source, elsewhere)
    assert contents(elsewhere) == before


def test_a_house_that_is_served_is_no_place_to_copy_to(source, elsewhere):
    with alone(elsewhere), pytest.raises(InUse):
        copy(source, elsewhere)


@pytest.mark.slow
def test_a_house_that_is_served_on_a_server_is_no_place_to_copy_to(source, server):
    with server.house() as there, all_closed(), closing(open_database(there)), pytest.raises(NotCopied, match="served"):
        copy(source, there)


@pytest.mark.slow
def test_a_row_that_comes_out_differently_undoes_all(source, elsewhere, monkeypatch):
    took = copying._copy_table

    def take(reading, writing, table, tell):
        done = took(reading, writing, table, tell)
        if table.name == "entries":
            writing.execute(text("UPDATE entries SET text = 'x' WHERE number = 1"))
        return done

    monkeypatch.setattr(copying, "_copy_table", take)
    with pytest.raises(NotCopied, match="a row of entries came out differently: match "):
        copy(source, elsewhere)
    with closing(open_database(elsewhere)) as database, database.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM people")) == 0


def test_there_has_to_be_a_house_of_this_version(tmp_path, source, elsewhere):
    with pytest.raises(WrongDatabase, match="there is no house here"):
        copy(f"sqlite:///{tmp_path / 'none.db'}", elsewhere)
    old = tmp_path / "old.db"
    with sqlite3.connect(old) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("CREATE TABLE matches (id TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0004')")
    connection.close()
    with pytest.raises(NotCopied, match="another version"):
        copy(f"sqlite:///{old}", elsewhere)
    old.write_text("a diary, of which not one page may be lost " * 40)
    with pytest.raises(WrongDatabase, match="not a database"):
        copy(f"sqlite:///{old}", elsewhere)


@pytest.mark.slow
def test_what_a_server_cannot_hold_is_named(source, server, monkeypatch):
    monkeypatch.setattr(fitting, "_check", lambda *_: None)
    with closing(open_database(source)) as database, database.writing() as connection:
        connection.execute(text("UPDATE chat_lines SET text = 'a' || char(0) WHERE id = 2"))
    with server.empty() as there, all_closed(), pytest.raises(NotCopied, match=r"chat_lines.*NUL"):
        copy(source, there)


@pytest.mark.slow
def test_the_command_says_what_it_copied_and_how_to_go_on(source, elsewhere, capsys):
    assert main(["copy", "--from", source, "--to", elsewhere]) == 0
    told = capsys.readouterr().out
    assert (
        "matches 2 of 2" in told
        and "Copied 2 people and 2 matches with" in told
        and f"of {source}" in told
        and elsewhere in told
    )
    assert main(["copy", "--from", source, "--to", elsewhere]) == 2
    assert "a house is here already" in capsys.readouterr().err
    assert main(["copy", "--from", "postgresql://anna:sesame@127.0.0.1:1/x?password=sesame", "--to", elsewhere]) == 2
    assert "sesame" not in capsys.readouterr().err

"""A house on PostgreSQL: what its transactions see, who waits for whom, and what its errors mean."""

import subprocess
import sys
import threading
import time

import psycopg
import pytest
from sqlalchemy import event, insert, text
from sqlalchemy.engine import make_url

from fivefold.contract.errors import InvalidOption
from fivefold.house.database import database as database_module
from fivefold.house.database import open_database
from fivefold.house.database.kind import Busy, NotKept, OutcomeUnknown, WrongDatabase
from fivefold.house.database.postgresql import CONNECTIONS, HOUSE_LOCK
from fivefold.house.database.schema import people
from fivefold.house.notices.mail import boards as mail_boards
from tests.postgresql import all_closed

pytestmark = pytest.mark.slow
ANNA = "INSERT INTO people (id, name, created, seen) VALUES ('anna', '', '', '')"
MATCH = """INSERT INTO matches (id, game, version, options, drawn, chance, seed, script, started, status, agreed,
    double, revision, touched)
    VALUES ('m', 'focus', 1, '{}', '[]', 'fair', '1', '[]', '', 'live', '[]', false, 0, '')"""
COUNT = "SELECT count(*) FROM people"


@pytest.fixture
def url(server):
    with server.house() as address, all_closed():
        yield address


@pytest.fixture
def database(url):
    opened = open_database(url)
    yield opened
    opened.close()


def end_all(database):
    """Let the server end every connection to this database but the one that says so, as when it shuts down."""
    with psycopg.connect(plain(database._engine.url), autocommit=True) as other:
        chosen = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        other.execute(f"{chosen} AND pid <> pg_backend_pid()")


def plain(url):
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def test_who_writes_together_waits_only_for_who_writes_alone(database):
    side_by_side = database.writing(together=True), database.writing(0.05, together=True)
    with side_by_side[0], side_by_side[1], pytest.raises(Busy, match="was not done"), database.writing(0.05):
        pass
    for together in (False, True):
        with database.writing(), pytest.raises(Busy, match="try again"), database.writing(0.0, together=together):
            pass


def test_two_transactions_side_by_side_give_no_number_twice(database):
    given, gate = [], threading.Barrier(2)
    with database.writing() as connection:
        for match in "mn":
            connection.execute(text(MATCH.replace("'m'", f"'{match}'")))

    def give(match):
        with database.writing(together=True) as connection:
            gate.wait()
            given.append(mail_boards.give(connection, "focus", match))
            time.sleep(0.05)

    threads = [threading.Thread(target=give, args=(match,)) for match in "mn"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(given) == [101, 102]


def test_who_opens_a_house_waits_while_another_process_makes_its_tables(server, monkeypatch):
    """With several processes started at once on an empty database the slow ones ended with a lock time-out."""
    monkeypatch.setattr(database_module, "OPENING_SECONDS", {False: 0.001, True: 60.0})
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    opened = []
    with server.empty() as url, all_closed():
        with psycopg.connect(plain(url)) as other:
            other.execute(f"SELECT pg_advisory_xact_lock({HOUSE_LOCK})")
            thread = threading.Thread(target=lambda: opened.append(open_database(url)))
            thread.start()
            looks = 0
            while looks < 100:  # more than a millisecond
                looks += other.execute(waiting).fetchone()[0]
                assert thread.is_alive()
        thread.join()
        with opened[0].reading() as connection:
            assert connection.exec_driver_sql(COUNT).scalar() == 0
        opened[0].close()


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_texts_have_one_order_in_every_database(server, locale):
    with server.empty(more=f"LOCALE '{locale}'") as url, all_closed():
        database = open_database(url)
        with database.writing() as connection:
            for name in ("b", "A", "a", "B", "_", "É", "e", "ß", "😀"):
                connection.execute(insert(people), {"id": name, "name": name, "created": "", "seen": ""})
            found = list(connection.exec_driver_sql("SELECT name FROM people ORDER BY name").scalars())
            collations = "SELECT DISTINCT collation_name FROM information_schema.columns WHERE table_schema = 'public'"
            texts = f"{collations} AND data_type IN ('text', 'character varying')"
            assert list(connection.exec_driver_sql(texts).scalars()) == ["C"]
        assert found == sorted(found)


def test_a_lost_connection_is_replaced_before_anything_was_done(database):
    with database.writing() as connection:
        connection.exec_driver_sql(ANNA)
    end_all(database)
    with database.writing() as connection:
        assert connection.exec_driver_sql(COUNT).scalar() == 1
    end_all(database)
    with database.reading() as connection:
        assert connection.exec_driver_sql(COUNT).scalar() == 1


def test_a_connection_lost_in_a_transaction_did_nothing_and_says_so(database):
    with pytest.raises(Busy, match="was not done") as told, database.writing() as connection:
        connection.exec_driver_sql(ANNA)
        end_all(database)
        connection.exec_driver_sql(ANNA)
    assert not isinstance(told.value, OutcomeUnknown)
    with pytest.raises(Busy, match="cannot read"), database.reading() as connection:
        assert connection.exec_driver_sql(COUNT).scalar() == 0
        end_all(database)
        connection.exec_driver_sql(COUNT)


def test_a_connection_lost_while_it_commits_leaves_open_what_was_done(database):
    with pytest.raises(OutcomeUnknown, match="look whether it was done"), database.writing() as connection:
        connection.exec_driver_sql(ANNA)
        end_all(database)
    with database.reading() as connection:
        assert connection.exec_driver_sql(COUNT).scalar() == 0


def test_a_server_that_only_follows_keeps_nothing(database):
    database.close()
    event.listen(database._engine, "connect", lambda opened, _: opened.execute("SET default_transaction_read_only=on"))
    with pytest.raises(NotKept, match="only be read"), database.writing() as connection:
        connection.exec_driver_sql(ANNA)
    with pytest.raises(WrongDatabase, match="takes changes"):
        database.check()


@pytest.mark.parametrize(("column", "value"), [("name", "a\0"), ("kept", "a\0"), ("due", 2**31), ("due", 2**70)])
def test_what_cannot_be_kept_is_refused(database, column, value):
    table = "matches" if column == "due" else "people"
    with pytest.raises(InvalidOption, match="cannot be kept"), database.writing() as connection:
        connection.execute(text(ANNA))
        connection.execute(text(MATCH))
        connection.execute(text(f"UPDATE {table} SET {column} = :value"), {"value": value})


def test_too_many_at_once_are_told_to_come_again(database, monkeypatch):
    monkeypatch.setattr(database._engine.pool, "_timeout", 0.01)
    held = [database._engine.connect() for _ in range(2 * CONNECTIONS)]
    with pytest.raises(Busy, match="too many"), database.reading():
        pass
    for each in held:
        each.close()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"database": "nowhere"}, "nowhere"),
        ({"username": "nobody", "password": "sesame"}, "nobody"),
        ({"host": "127.0.0.1", "port": 1, "query": {}}, "server runs"),
    ],
)
def test_a_database_that_cannot_be_reached_says_what_would_do(url, change, said):
    wrong = make_url(url).set(**change).render_as_string(hide_password=False)
    with pytest.raises(WrongDatabase, match=said) as told:
        open_database(wrong)
    assert "sesame" not in str(told.value) and "name and password are right" in str(told.value)
    assert "\n" not in str(told.value)


def test_another_encoding_is_refused(server):
    with server.empty(more="ENCODING 'LATIN1' LOCALE 'C'") as url, pytest.raises(WrongDatabase, match=r"LATIN1.*UTF8"):
        open_database(url)


def test_every_way_to_begin_the_url_will_do(url):
    for begins in ("postgres", "postgresql", "postgresql+psycopg"):
        open_database(url.replace("postgresql", begins, 1)).close()
    with pytest.raises(WrongDatabase, match="postgresql://"):
        open_database(url.replace("postgresql", "postgresql+asyncpg", 1))


def test_a_machine_that_is_gone_blocks_nobody_for_long(database, monkeypatch):
    monkeypatch.setattr("fivefold.house.database.postgresql.IDLE_SECONDS", 0.1)
    with pytest.raises(OutcomeUnknown), database.writing(), database.writing(5.0):
        pass


def test_a_server_ends_with_the_process_that_began_it():
    words = [sys.executable, "-m", "tests.postgresql"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        url = process.stdout.readline().strip()
        database = open_database(url)
        process.kill()
    until = time.monotonic() + 30
    with pytest.raises(Busy):
        while time.monotonic() < until:
            with database.reading():
                time.sleep(0.05)
    database.close()

"""Opening a database: its tables, its migrations, and what cannot be opened."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import String, Text, create_engine, inspect

from fivefold.house import log
from fivefold.house.database import migrations, open_database, sqlite
from fivefold.house.database.kind import WrongDatabase
from fivefold.house.database.schema import METADATA, REVISION
from tests.conftest import BOTH, DURABLE
from tests.postgresql import all_closed

ANNA = "INSERT INTO people (id, name, created, seen) VALUES ('anna', '', '', '')"
COUNT = "SELECT count(*) FROM people"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "house.sqlite"


@pytest.fixture(params=BOTH)
def new(request, file):
    """The address of a database without tables, in a file or on a server."""
    if request.param == "sqlite":
        yield f"sqlite:///{file}"
    else:
        with request.getfixturevalue("server").empty() as url, all_closed():
            yield url


@pytest.fixture
def database(new):
    with closing(open_database(new)) as opened:
        yield opened


def steps():
    """Return the names of all migrations, first to last."""
    script = ScriptDirectory(next(iter(migrations.__path__)))
    return [step.revision for step in reversed(list(script.walk_revisions()))]


def upgraded(file, revision):
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        migrations.upgrade(connection, revision)
    engine.dispose()


def other_type(context, _inspected, _metadata, found, wanted):
    """Return whether a column has another type; PostgreSQL's texts have no length here."""
    return False if isinstance(wanted, String) and isinstance(found, Text) else None


def test_the_migrations_lead_to_the_tables_of_the_schema(database):
    with database.reading() as connection:
        opts = {"compare_type": other_type, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=opts)
        assert compare_metadata(context, METADATA) == []
        inspector = inspect(connection)
        for table in METADATA.sorted_tables:
            assert inspector.get_pk_constraint(table.name)["constrained_columns"] == [c.name for c in table.primary_key]
            told = {column["name"]: column["nullable"] for column in inspector.get_columns(table.name)}
            assert told == {column.name: column.nullable for column in table.columns}


def test_a_reader_sees_one_moment_while_somebody_writes(database):
    with database.reading() as reader:
        before = reader.exec_driver_sql(COUNT).scalar()
        with database.writing() as writer:
            writer.exec_driver_sql(ANNA)
        assert reader.exec_driver_sql(COUNT).scalar() == before == 0
    with database.reading() as reader:
        assert reader.exec_driver_sql(COUNT).scalar() == 1


def test_an_error_inside_a_transaction_takes_all_of_it_back(database):
    with pytest.raises(ZeroDivisionError), database.writing() as connection:
        connection.exec_driver_sql(ANNA)
        _ = 1 / 0
    with database.reading() as connection:
        assert connection.exec_driver_sql(COUNT).scalar() == 0


@pytest.mark.slow
def test_several_may_open_a_new_database_at_once(new):
    with ThreadPoolExecutor(4) as threads:
        for opened in threads.map(open_database, [new] * 4):
            opened.close()


def test_a_database_of_a_newer_program_is_left_alone(database, new):
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(WrongDatabase, match="newer version"):
        open_database(new)


def test_the_schema_names_the_last_migration():
    assert steps()[-1] == REVISION


@pytest.mark.slow
def test_a_database_that_is_up_to_date_is_opened_without_alembic(file):
    open_database(f"sqlite:///{file}").close()
    code = f"import sys; from fivefold.house.database import open_database; open_database('sqlite:///{file}').close()"
    code += "; sys.exit('alembic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=300).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("revision", steps())
def test_a_database_of_every_age_is_brought_up_to_date(file, revision):
    upgraded(file, revision)
    people = "people (id, name, created, seen)" if revision >= "0004" else "guests"
    with sqlite3.connect(file) as connection:
        connection.execute(f"INSERT INTO {people} VALUES ('anna', 'Anna', '2025-01-01', '2025-01-02')")
    connection.close()
    open_database(f"sqlite:///{file}").close()
    connection = sqlite3.connect(file)
    assert connection.execute("SELECT name FROM people").fetchall() == [("Anna",)]
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(steps()[-1],)]
    connection.close()


def test_what_is_committed_survives_a_power_cut_and_readers_do_not_wait(file, monkeypatch):
    monkeypatch.setattr(sqlite, "PRAGMAS", DURABLE)
    database = open_database(f"sqlite:///{file}")
    with database.reading() as connection:
        pragma = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert pragma == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    database.close()


def test_the_folder_is_made(tmp_path):
    open_database(f"sqlite:///{tmp_path / 'new' / 'folder' / 'house.sqlite'}").close()
    assert (tmp_path / "new/folder/house.sqlite").exists()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite://", "in memory"),
        ("sqlite:///:memory:", "in memory"),
        ("nonsense", "sqlite:///"),
        ("oracular://x", "sqlite:///"),
    ],
)
def test_a_url_that_cannot_be_used_says_what_would_do(url, said):
    with pytest.raises(WrongDatabase, match=said):
        open_database(url)


def test_a_file_that_is_no_database_is_left_alone(file):
    file.write_text("a diary, of which not one page may be lost " * 40)
    with pytest.raises(WrongDatabase, match="not a database"):
        open_database(f"sqlite:///{file}")
    assert file.read_text().startswith("a diary")


def test_a_password_is_not_told():
    with pytest.raises(WrongDatabase) as error:
        open_database("oracular://anna:sesame@host/house")
    assert "sesame" not in str(error.value)


def kept_since(file, revision, chance, status):
    """Store a match with an open seat as the program of this revision did; return what today's program reads."""
    upgraded(file, revision)
    columns = "id, game, version, options, drawn, chance, seed, script, started, status, agreed, double, revision"
    values = f"'m', 'focus', 1, '{{}}', '[]', '{chance}', '1', '[]', '2025-01-01', '{status}', '[]', 0, 0, '2025-01-01'"
    with sqlite3.connect(file) as connection:
        connection.execute(f"INSERT INTO matches ({columns}, touched) VALUES ({values})")
        connection.execute("INSERT INTO seats (match, seat, kind, name) VALUES ('m', 0, 'open', '')")
    connection.close()
    database = open_database(f"sqlite:///{file}")
    with database.reading() as connection:
        told = log.load(connection, "m")
    database.close()
    return told


@pytest.mark.slow
def test_a_match_of_the_first_program_is_still_there(file):
    told = kept_since(file, "0001", "seeded", "live")
    assert told.fields["game"] == "focus" and told.fields["pack_of"] is told.fields["day"] is None
    assert told.seats[0][:3] == (0, "open", None) and told.seats[0].points is None


@pytest.mark.slow
def test_a_match_of_the_second_program_is_dealt_and_has_no_numbers_of_players(file):
    told = kept_since(file, "0002", "fair", "waiting")
    assert told.fields["begin"] is None and [seat.nonce for seat in told.seats] == [None]

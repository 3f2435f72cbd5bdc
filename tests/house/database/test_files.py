"""A database's files: who may read them, that one house at a time has them, and that everything is in one of them."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from sqlalchemy import event, insert
from sqlalchemy.exc import IntegrityError

from fivefold.house.database import files, open_database
from fivefold.house.database.files import alone, beside, file_of
from fivefold.house.database.kind import InUse, WrongDatabase
from fivefold.house.database.schema import people

posix = pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
ADD = "INSERT INTO people (id, name, created, seen) VALUES ('{}', '', '', '')"


def mode(path):
    return oct(path.stat().st_mode & 0o777)


def add(database, person="anna"):
    with database.writing() as connection:
        connection.exec_driver_sql(ADD.format(person))


@pytest.fixture
def file(url):
    return file_of(url)


@posix
def test_nobody_else_may_read_what_a_house_keeps(tmp_path):
    file = tmp_path / "new" / "house.sqlite"
    before = os.umask(0o022)
    try:
        with alone(f"sqlite:///{file}"):
            database = open_database(f"sqlite:///{file}")
            add(database)
            assert [each.name for each in beside(file) if each.exists()] == [each.name for each in beside(file)]
            assert {mode(each) for each in (file, *beside(file))} == {"0o600"}
            assert mode(file.parent) == "0o700"
            database.close()
    finally:
        os.umask(before)


@posix
def test_files_of_an_older_version_are_closed_and_a_named_folder_is_left_alone(url, file, tmp_path):
    database = open_database(url)
    add(database)
    tmp_path.chmod(0o755)
    for each in (file, *beside(file)):
        each.touch()
        each.chmod(0o644)
    again = open_database(url)
    assert {mode(each) for each in (file, *beside(file))} == {"0o600"}
    assert mode(tmp_path) == "0o755"
    again.close()
    database.close()


def test_after_closing_the_file_alone_is_everything(url, file, tmp_path):
    database = open_database(url)
    other = sqlite3.connect(file)  # keeps SQLite from tidying up by itself, as a backup under way would
    other.execute("SELECT count(*) FROM people").fetchall()
    add(database)
    database.close()
    copy = tmp_path / "copy.sqlite"
    shutil.copy(file, copy)
    other.close()
    with closing(sqlite3.connect(copy)) as alone_there:
        assert alone_there.execute("SELECT id FROM people").fetchall() == [("anna",)]


def test_one_house_at_a_time_has_a_folder(url, file):
    with alone(url):
        with pytest.raises(InUse, match=r"house\.sqlite: another fivefold serve .* --data"), alone(url):
            pass
        open_database(url).close()  # others may look, and make a backup
    with alone(url):
        pass
    assert beside(file)[-1].exists()


def test_a_database_elsewhere_is_not_locked():
    with alone("postgresql://there/house"), alone("postgresql://there/house"):
        pass


@pytest.mark.slow
def test_a_killed_process_leaves_the_folder_free(url):
    code = "import sys, time; from fivefold.house.database.files import alone\n"
    code += f"with alone({url!r}): print('mine', flush=True); time.sleep(600)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "mine\n"
        with pytest.raises(InUse), alone(url):
            pass
        process.kill()
        process.wait()
    with alone(url):
        pass


def test_a_folder_that_cannot_be_made_is_told_of(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WrongDatabase, match="name a folder"), alone(f"sqlite:///{tmp_path}/file/house.sqlite"):
        pass
    with pytest.raises(WrongDatabase, match="name a file"):
        open_database(f"sqlite:///{tmp_path}/file/house.sqlite")


def test_a_sound_database_passes(url):
    database = open_database(url)
    database.check()
    database.close()


def test_damage_is_found_before_anybody_plays(url, file):
    database = open_database(url)
    with database.writing() as connection:
        for number in range(400):
            connection.exec_driver_sql(ADD.format(f"person{number}"))
    database.close()
    content = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'people'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    content[(root - 1) * size : root * size] = b"\xff" * size
    file.write_bytes(content)
    damaged = open_database(url)
    with pytest.raises(WrongDatabase, match=r"house\.sqlite: .*(malformed|damaged).*restore the last backup"):
        damaged.check()
    damaged.close()


def test_half_a_file_is_damaged(url, file):
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2 + 100])
    with pytest.raises(WrongDatabase, match="restore the last backup"):
        open_database(url).check()


def test_a_database_that_cannot_be_written_is_not_served(url):
    database = open_database(url)
    event.listen(database._engine, "checkout", lambda opened, *_: opened.execute("PRAGMA query_only=ON"))
    with pytest.raises(WrongDatabase, match="readonly database; let this user write"):
        database.check()
    database.close()


def test_a_write_that_fails_tells_nothing_of_its_parameters(url):
    database = open_database(url)
    add(database)
    twice = {"id": "anna", "name": "Annabel", "created": "", "seen": ""}
    with pytest.raises(IntegrityError) as error, database.writing() as connection:
        connection.execute(insert(people), twice)
    assert "anna" not in str(error.value) and "Annabel" not in str(error.value)
    database.close()


def test_a_file_of_no_bytes_is_refused_not_made_a_house_of(tmp_path):
    file = tmp_path / "house.sqlite"
    file.touch()
    with pytest.raises(WrongDatabase, match=r"house\.sqlite: it has 0 bytes.*restore the last backup"):
        open_database(f"sqlite:///{file}")
    assert list(tmp_path.iterdir()) == [file] and not file.stat().st_size


def test_a_new_house_gets_its_name_once_it_is_a_database(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "link", lambda *_: pytest.fail())  # where the process dies before
    with pytest.raises(pytest.fail.Exception):
        open_database(f"sqlite:///{tmp_path}/house.sqlite")
    assert not list(tmp_path.iterdir())


def test_where_disks_have_no_links_a_house_is_made_too(tmp_path, monkeypatch):
    def none(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    open_database(f"sqlite:///{tmp_path}/house.sqlite").close()
    assert [each.name for each in tmp_path.iterdir()] == ["house.sqlite"]


def test_on_a_full_disk_a_start_says_what_would_do(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "ROOM", 1 << 62)
    (tmp_path / "file").write_text("")
    with pytest.raises(WrongDatabase, match="make room"), alone(f"sqlite:///{tmp_path}/file/house.sqlite"):
        pass
    with pytest.raises(WrongDatabase, match="make room"):
        open_database(f"sqlite:///{tmp_path}/file/house.sqlite")

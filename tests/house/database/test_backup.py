"""Copies of a house: whole, checked, of one moment, never over something else, and as private as the house."""

import os
import sqlite3
from contextlib import closing

import pytest

from fivefold.cli import main
from fivefold.house.database import open_database
from fivefold.house.database.backup import backup, restore
from fivefold.house.database.files import alone, beside, file_of
from fivefold.house.database.kind import InUse, NotCopied, WrongDatabase
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from tests.house.people import ANNA, facts
from tests.postgresql import all_closed

HERE = MatchRequest("focus", {}, ("here",), "me")


@pytest.fixture
def house(url):
    house = House(open_database(url))
    yield house
    house._database.close()


@pytest.fixture
def copy(tmp_path):
    return tmp_path / "copy.db"


@pytest.fixture
def elsewhere(tmp_path):
    return f"sqlite:///{tmp_path / 'elsewhere' / 'fivefold.db'}"


def played(house, snapshot):
    return house.play(snapshot.id, ANNA, snapshot.number + 1, snapshot.match.legal_moves()[0])


def test_a_backup_of_an_open_house_has_all_that_was_confirmed_and_is_played_on(house, url, copy, elsewhere):
    first, second = (house.create(ANNA, HERE) for _ in range(2))
    first, secret = played(house, first), house.secret("cookies")
    with alone(url):
        assert backup(url, copy) == (1, 2)
    later = house.create(ANNA, HERE)
    played(house, first)
    assert restore(copy, elsewhere) == (1, 2)
    restored = House(open_database(elsewhere))
    for snapshot in (first, second):
        assert facts(restored.snapshot(snapshot.id)) == facts(snapshot)
    assert restored.secret("cookies") == secret
    assert played(restored, first).number == first.number + 1
    assert [summary.id for summary in restored.matches_of(ANNA)] != [later.id]
    restored._database.close()


@pytest.mark.slow
def test_a_house_on_a_server_is_backed_up_to_a_file_and_restored_to_either(server, copy, elsewhere):
    with server.house() as url, server.empty() as other, all_closed():
        house = House(open_database(url))
        first, secret = played(house, house.create(ANNA, HERE)), house.secret("cookies")
        assert backup(url, copy) == (1, 1) and not any(each.exists() for each in beside(copy))
        for there in (other, elsewhere):
            assert restore(copy, there) == (1, 1)
            with closing(open_database(there)) as database:
                restored = House(database)
                assert facts(restored.snapshot(first.id)) == facts(first)
                assert restored.secret("cookies") == secret
        with pytest.raises(NotCopied, match="a house is here already"):
            restore(copy, other)


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_copies_are_as_private_as_the_house(house, url, copy, elsewhere):
    house.create(ANNA, HERE)
    before = os.umask(0)
    try:
        backup(url, copy)
        restore(copy, elsewhere)
    finally:
        os.umask(before)
    assert {oct(file.stat().st_mode & 0o777) for file in (copy, file_of(elsewhere))} == {"0o600"}
    assert oct(file_of(elsewhere).parent.stat().st_mode & 0o777) == "0o700"


def test_nothing_is_overwritten_and_nothing_half_done_is_left(house, url, copy, elsewhere, tmp_path):
    copy.write_text("a diary")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(NotCopied, match="not overwritten"):
        backup(url, copy)
    with pytest.raises(NotCopied, match="not a database; nothing was copied"):
        restore(copy, elsewhere)
    assert copy.read_text() == "a diary" and sorted(tmp_path.iterdir()) == sorted([*before, tmp_path / "elsewhere"])
    assert [file.name for file in (tmp_path / "elsewhere").iterdir()] == ["fivefold.db.lock"]


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_where_a_house_is_none_is_restored(house, url, copy, elsewhere, ending):
    backup(url, copy, empty=True)
    there = file_of(elsewhere + ending)
    there.parent.mkdir()
    there.write_text("something")
    with pytest.raises(NotCopied, match="a house is here already"):
        restore(copy, elsewhere)
    assert there.read_text() == "something"


def test_where_a_house_is_open_none_is_restored(house, url, copy, elsewhere):
    backup(url, copy, empty=True)
    with alone(elsewhere), pytest.raises(InUse):
        restore(copy, elsewhere)


def test_what_is_no_house_is_refused(copy, url, elsewhere, tmp_path):
    with pytest.raises(WrongDatabase, match="no house here"):
        backup(elsewhere, copy)
    with pytest.raises(NotCopied, match="no such file"):
        restore(copy, elsewhere)
    with pytest.raises(WrongDatabase, match="server runs"):
        backup("postgresql://127.0.0.1:1/house", copy)
    with closing(sqlite3.connect(copy)) as other:
        other.execute("CREATE TABLE diary (page)")
    with pytest.raises(NotCopied, match="no house of Fivefold"):
        restore(copy, elsewhere)


def test_a_house_in_which_nobody_has_played_is_backed_up_only_if_that_is_meant(url, copy):
    assert main(["backup", str(copy), "--database", url]) == 2 and not copy.exists()
    assert main(["backup", str(copy), "--database", url, "--empty"]) == 0 and copy.exists()


def test_a_backup_of_a_newer_program_is_refused(house, url, copy, elsewhere):
    backup(url, copy, empty=True)
    with closing(sqlite3.connect(copy, isolation_level=None)) as opened:
        opened.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NotCopied, match="newer version"):
        restore(copy, elsewhere)
    assert not file_of(elsewhere).exists()


def test_a_damaged_backup_is_refused(house, url, copy, elsewhere):
    for _ in range(20):
        house.create(ANNA, HERE)
    backup(url, copy)
    content = bytearray(copy.read_bytes())
    content[8192:40000] = b"\xff" * (40000 - 8192)
    copy.write_bytes(content)
    with pytest.raises(NotCopied):
        restore(copy, elsewhere)
    assert not file_of(elsewhere).exists()


def test_what_lies_beside_a_copied_file_is_copied_too(house, url, copy, elsewhere):
    house.create(ANNA, HERE)
    assert restore(file_of(url), elsewhere) == (1, 1)  # the house itself, its last matches still in ``-wal``
    assert not any(each.exists() for each in beside(file_of(elsewhere))[:2])


def test_the_commands_say_what_they_did(house, url, tmp_path, capsys, monkeypatch):
    house.create(ANNA, HERE)
    monkeypatch.setenv("FIVEFOLD_DATABASE_URL", url)
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy)]) == 0
    assert capsys.readouterr().out == f"{copy} holds 1 person and 1 match of {url}, checked.\n"
    assert main(["backup", str(copy)]) == 2
    assert capsys.readouterr().err.startswith(f"fivefold: {copy}: it is there already")
    assert main(["restore", str(copy), "--data", str(tmp_path / "new")]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Restored 1 person and 1 match to ") and f"{tmp_path}/new/fivefold.db'" in said
    assert (tmp_path / "new" / "fivefold.db").exists()

"""Every command about a house: it finds the one that the settings name, says which it was, and makes no other."""

import io
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from fivefold import configuration
from fivefold.cli import ABOUT_A_HOUSE, build_parser, main
from fivefold.house.database import open_database, place
from fivefold.house.house import House
from tests.house.people import ANNA, BEN, keep_accounts

SERVERS = {"serve", "work"}
"""They run until they are stopped, and may make a house."""
WITHOUT = {"restore", "mail read"}
"""Where there need be no house: one is made here, and of the other only the folder is read."""
NO_HOUSE = "there is no house here; name one with --data or --database"


class Mail:
    """A standard input with a message, however often it is read."""

    @property
    def buffer(self):
        return io.BytesIO(b"Delivered-To: play@mail.example\nFrom: anna@example.org\nMessage-ID: <1@there>\n\nhelp\n")


def parsers(parser, name):
    """Yield a command with its parser, and those inside it."""
    yield name, parser
    for group in parser._subparsers._group_actions if parser._subparsers else ():
        for command, inner in group.choices.items():
            yield from parsers(inner, f"{name} {command}")


def needed(action, folder):
    """Return words for an argument that has to be there."""
    flag = list(action.option_strings[-1:])
    if action.choices:
        return [*flag, next(iter(action.choices))]
    if action.type is Path:
        return [*flag, str(folder / "given.db")]
    if action.dest == "target":
        return [*flag, f"sqlite:///{folder}/target.db"]
    return [*flag, "1" if action.type is not None else "Anna"]


def commands(folder):
    """Return every command about a house with the words that it needs, by its name."""
    found = {}
    for command in sorted(set(ABOUT_A_HOUSE) - SERVERS):
        (group,) = build_parser([command])._subparsers._group_actions
        for name, parser in parsers(group.choices[command], command):
            if parser._subparsers is None:
                wanted = [each for each in parser._actions if each.required]
                found[name] = [*name.split(), *(word for each in wanted for word in needed(each, folder))]
    return found


def files(folder):
    return {each for each in folder.rglob("*") if each.is_file() and not each.name.endswith(("-wal", "-shm", ".lock"))}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A machine's user without a house, and without settings."""
    monkeypatch.setattr(place, "user_data_path", lambda *_, **__: tmp_path / "home")
    monkeypatch.setenv("FIVEFOLD_CONFIG", str(tmp_path / "fivefold.toml"))
    monkeypatch.setattr("sys.stdin", Mail())
    (tmp_path / "fivefold.toml").write_text("")
    return tmp_path


@pytest.fixture
def configured(home, empty_database):
    """A house that the file of settings names, with two people in it."""
    (home / "there").mkdir()
    file = home / "there" / "fivefold.db"
    shutil.copy(empty_database, file)
    with closing(open_database(f"sqlite:///{file}")) as database:
        keep_accounts(House(database), {ANNA: "Anna", BEN: "Ben"})
    (home / "fivefold.toml").write_text(
        f'database = "sqlite:///{file}"\nlog-format = "json"\nhours = 3\n[work]\nworkers = 1'
    )
    return file


@pytest.mark.slow
def test_each_opens_the_house_of_the_settings_and_no_other(configured, home, capsys):
    known = files(home)
    for name, words in commands(home).items():
        main(words)
        told = capsys.readouterr()
        for given in (home / "given.db", home / "target.db"):  # what the command was asked to make
            given.unlink(missing_ok=True)
        assert name in WITHOUT or f"{configured}" in told.out + told.err, name
        assert "Traceback" not in told.err and files(home) == known, name
    assert main(["admin", "people"]) == 0
    told = capsys.readouterr()
    assert "Anna" in told.out and told.err == f"sqlite:///{configured}: 2 people, 0 matches\n"


@pytest.mark.slow
@pytest.mark.parametrize("content", [None, b""])
def test_each_refuses_where_there_is_no_house(home, capsys, content):
    if content is not None:
        (home / "home").mkdir()
        (home / "home" / "fivefold.db").write_bytes(content)
    known = files(home)
    for name, words in commands(home).items():
        if name in WITHOUT:
            continue
        assert main(words) == (75 if name == "mail deliver" else 2), name
        said = capsys.readouterr().err
        assert (NO_HOUSE if content is None else "it has 0 bytes") in said, (name, said)
        assert files(home) == known, name


def test_a_message_is_kept_by_the_mail_server_while_the_settings_cannot_be_read(home, capsys):
    (home / "fivefold.toml").write_text("databse = 'x'")
    assert main(["mail", "deliver"]) == 75
    assert "did you mean database?" in capsys.readouterr().err


def test_a_flag_of_the_command_itself_is_no_setting(configured, capsys):
    assert main(["admin", "announce", "Hello"]) == 0
    assert "until further notice" in capsys.readouterr().out


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(configured, home, capsys, monkeypatch):
    for folder in ("variable", "flag"):
        (home / folder).mkdir()
        shutil.copy(configured, home / folder / "fivefold.db")
    monkeypatch.setenv("FIVEFOLD_DATA", str(home / "variable"))
    assert main(["admin", "people"]) == 0 and "/variable/fivefold.db: 2 people" in capsys.readouterr().err
    assert main(["admin", "people", "--data", str(home / "flag")]) == 0
    assert "/flag/fivefold.db: 2 people" in capsys.readouterr().err


def test_help_names_the_setting_of_the_database():
    for command in ABOUT_A_HOUSE:
        (group,) = build_parser([command])._subparsers._group_actions
        for name, parser in parsers(group.choices[command], command):
            assert "FIVEFOLD_DATABASE_URL" in parser.format_help(), name


def test_whatever_opens_a_house_is_in_the_list():
    """A command that takes where a house is without reading the settings would find another one."""
    from fivefold.cli import COMMANDS

    (group,) = build_parser()._subparsers._group_actions
    for command in COMMANDS.keys() - set(ABOUT_A_HOUSE):
        for name, parser in parsers(group.choices[command], command):
            found = {each.name for each in configuration.settings_of(parser, every=False)}
            assert not found >= configuration.WHERE, name

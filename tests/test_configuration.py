"""Settings: a file, the environment and the command line, each before the last, and what is said when one is wrong."""

import argparse
import tomllib
from pathlib import Path

import pytest

from fivefold import configuration
from fivefold.cli import build_parser, main
from fivefold.command import whole
from fivefold.configuration import InvalidSetting, completed, listing, prepare


@pytest.fixture
def at(tmp_path, monkeypatch):
    """Return a function that makes a file of settings; nobody has another."""
    monkeypatch.setattr(configuration, "_home", lambda: tmp_path / "none.toml")
    monkeypatch.setattr(configuration, "FOR_EVERYBODY", tmp_path / "none.toml")

    def write(text):
        file = tmp_path / "fivefold.toml"
        file.write_text(text)
        return file

    return write


def parser():
    made = argparse.ArgumentParser()
    made.add_argument("--host", default="127.0.0.1", help="where to listen")
    made.add_argument("--port", type=whole, metavar="N", help="the port")
    made.add_argument("--wait", type=float, default=0.0, help="seconds")
    made.add_argument("--open", action="store_true", help="open a page")
    made.add_argument("--proxy", default="", metavar="ADDRESS[,ADDRESS]", help="servers in front")
    made.add_argument("--format", choices=["text", "json"], default="text", help="of the log")
    made.add_argument("--data", type=Path, help="a folder")
    made.add_argument("--database", default="", help="a database")
    prepare(made, "serve", every=True)
    return made


def read(*words, elsewhere=(), **variables):
    return completed(parser().parse_args(words), lambda: set(elsewhere), variables)


def test_without_anything_it_is_the_defaults(at):
    read_so = read()
    assert (read_so.host, read_so.port, read_so.wait, read_so.open) == ("127.0.0.1", None, 0.0, False)


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(at):
    file = at('host = "file"\nport = 1\nwait = 1.5\nopen = true\n')
    found = read("--config", str(file), "--port", "3", FIVEFOLD_PORT="2", FIVEFOLD_HOST="variable")
    assert (found.port, found.host, found.wait, found.open) == (3, "variable", 1.5, True)
    words = {name: value.words for name, value in found.origins.items()}
    assert words | {"data": "", "database": ""} == {
        "host": "FIVEFOLD_HOST",
        "port": "--port",
        "wait": str(file),
        "open": str(file),
        "proxy": "default",
        "format": "default",
        "data": "",
        "database": "",
    }


def test_a_switch_can_be_turned_off_again(at):
    file = str(at("open = true\n"))
    assert not read("--config", file, "--no-open").open
    assert not read("--config", file, FIVEFOLD_OPEN="off").open
    assert read("--open", FIVEFOLD_OPEN="no").open


def test_an_empty_variable_sets_nothing(at):
    assert read(FIVEFOLD_PORT="", FIVEFOLD_HOST="").host == "127.0.0.1"


@pytest.mark.parametrize("place", ["_home", "FOR_EVERYBODY"])
def test_the_file_is_found_where_it_usually_is(at, monkeypatch, place):
    file = at("port = 7")
    monkeypatch.setattr(configuration, place, file if place == "FOR_EVERYBODY" else lambda: file)
    assert read().port == 7
    assert read(FIVEFOLD_CONFIG="").port is None


def test_the_environment_names_a_file(at):
    assert read(FIVEFOLD_CONFIG=str(at("port = 7"))).port == 7


def test_several_addresses_may_be_a_list(at):
    assert read(FIVEFOLD_CONFIG=str(at('proxy = ["127.0.0.1", "::1"]'))).proxy == "127.0.0.1,::1"


def test_what_is_for_one_command_stands_in_a_table_of_its_own(at):
    file = at("port = 7\nsteps = 3\n[serve]\nport = 8\n[work]\nport = 9\n")
    assert read("--config", str(file), elsewhere=["serve", "work", "steps"]).port == 8


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 7", "{file}: prot: there is no such setting; did you mean port?"),
        ("colour = 7", "{file}: colour: there is no such setting; fivefold serve --show-settings lists all"),
        ('port = "x"', "{file}: port: takes a whole number; write it like port = 8555"),
        ("port = true", "{file}: port: takes a whole number; write it like port = 8555"),
        ("host = 7", '{file}: host: takes a text; write it like host = "127.0.0.1"'),
        ('open = "yes"', "{file}: open: takes true or false; write it like open = true"),
        ('wait = "long"', "{file}: wait: takes a number; write it like wait = 0.0"),
        ('format = "xml"', "{file}: format: xml: it is none of text, json"),
        ("port 7", "{file}: it is no TOML: "),
        ("serve = 7", "{file}: serve: it is no setting; write it like [serve]"),
        ("[colours]\nred = 1", "{file}: colours: there is no such setting"),
        ('data = "d"\ndatabase = "e"', "{file} and {file}: both data and database are set, one says all"),
    ],
)
def test_a_wrong_file_is_refused_in_words(at, text, said):
    file = at(text)
    with pytest.raises(InvalidSetting) as raised:
        read("--config", str(file))
    assert str(raised.value).startswith(said.format(file=file))


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"FIVEFOLD_PORT": "x"}, "FIVEFOLD_PORT: x: takes a whole number"),
        ({"FIVEFOLD_OPEN": "perhaps"}, "FIVEFOLD_OPEN=perhaps: it is neither on nor off; write on or off"),
        ({"FIVEFOLD_PROT": "7"}, "FIVEFOLD_PROT: there is no such setting; did you mean FIVEFOLD_PORT?"),
        ({"FIVEFOLD_DATABASE": "7"}, "FIVEFOLD_DATABASE: there is no such setting; did you mean FIVEFOLD_DATABASE_URL"),
    ],
)
def test_a_wrong_variable_is_refused_in_words(at, variables, said):
    with pytest.raises(InvalidSetting) as raised:
        read(**variables)
    assert str(raised.value).startswith(said)


def test_variables_that_others_set_are_left_alone(at):
    """Such as a cluster makes for every service that has a name."""
    assert read(FIVEFOLD_SERVICE_HOST="10.0.0.1", FIVEFOLD_PORT_80_TCP="tcp://10.0.0.1:80").port is None


def test_a_file_that_is_not_there_or_no_text_is_refused(at, tmp_path):
    with pytest.raises(InvalidSetting, match=r"nothing\.toml: No such file or directory; name another with --config"):
        read("--config", str(tmp_path / "nothing.toml"))
    (tmp_path / "picture").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(InvalidSetting, match="picture: it is no text file"):
        read("--config", str(tmp_path / "picture"))
    with pytest.raises(InvalidSetting, match="longer than any"):
        read("--config", str(at("# " + "x" * configuration.LARGEST)))


def test_of_folder_and_database_the_later_one_counts(at):
    file = str(at('database = "postgresql://db.example/fivefold"'))
    assert read("--config", file).database == "postgresql://db.example/fivefold"
    found = read("--config", file, "--data", "here")
    assert (found.data, found.database) == (Path("here"), "")


def test_what_is_set_is_shown_as_a_file_without_secrets(at):
    given = ("--port", "7", "--proxy", 'a"b')
    shown = listing(read(*given, FIVEFOLD_DATABASE_URL="postgresql://anna:secret@db.example/fivefold"))
    assert tomllib.loads(shown) == {
        "host": "127.0.0.1",
        "port": 7,
        "wait": 0.0,
        "open": False,
        "proxy": 'a"b',
        "format": "text",
    }
    assert "secret" not in shown and "FIVEFOLD_DATABASE_URL" in shown and "# --port" in shown


def test_the_command_shows_its_settings(at, capsys, monkeypatch):
    monkeypatch.setenv("FIVEFOLD_PORT", "7")
    assert main(["serve", "--show-settings"]) == 0
    shown = tomllib.loads(capsys.readouterr().out)
    assert (shown["port"], shown["workers"]) == (7, 2)


def test_the_command_says_what_is_wrong_with_its_file(at, capsys):
    file = at("wokers = 3")
    assert main(["serve", "--config", str(file)]) == 2
    assert capsys.readouterr().err == (f"fivefold: {file}: wokers: there is no such setting; did you mean workers?\n")


def test_help_tells_every_settings_variable():
    (commands,) = build_parser(["serve"])._subparsers._group_actions
    shown = commands.choices["serve"].format_help()
    assert "[FIVEFOLD_PORT]" in shown and "[FIVEFOLD_DATABASE_URL]" in shown and "FIVEFOLD_CONFIG" in shown

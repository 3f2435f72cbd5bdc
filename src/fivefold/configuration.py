"""Where the settings of a command come from: a file, the environment and the command line; each goes before the last.

A command that reads its settings declares them as arguments, as every command does. One that is called ``--port`` there
is ``port`` in the file and ``FIVEFOLD_PORT`` in the environment.
"""

import argparse
import json
import os
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import IntEnum
from pathlib import Path
from typing import Any, Final

from platformdirs import user_config_path

from fivefold.contract.errors import FivefoldError, InvalidOption

PREFIX: Final = "FIVEFOLD_"
CONFIG: Final = PREFIX + "CONFIG"
"""Names the file where ``--config`` does not; empty: none is read."""
FOR_EVERYBODY: Final = Path("/etc/fivefold/fivefold.toml")
"""Read where the user has no file of their own."""
OTHER_VARIABLES: Final = {"database": PREFIX + "DATABASE_URL"}
WHERE: Final = frozenset({"data", "database", "database-password-file"})
"""What every command about a house takes from the same settings: which house it is."""
ALTERNATIVES: Final = (("data", "database"),)
"""Two settings for one thing: the one that is set last counts."""
LARGEST: Final = 100_000
"""Bytes; no file of settings is longer."""
ON: Final = frozenset({"on", "yes", "true", "1"})
OFF: Final = frozenset({"off", "no", "false", "0"})
ALIKE: Final = 0.75
"""How alike a wrong name and a right one are, for it to be a slip, from 0 to 1."""
ORDER_HELP: Final = "The command line goes before the environment, the environment before the file"
EVERY_HELP: Final = (
    f"Each option can also be set by the variable in [brackets], or in a file, as port = 8555. {ORDER_HELP}; "
    "--no-open and its like turn a switch off again."
)
HOUSE_HELP: Final = (
    "The house is the one that --data or --database names, else FIVEFOLD_DATABASE_URL or FIVEFOLD_DATA, else "
    f'database = "URL" or data = "DIR" in the file of settings that fivefold serve reads. {ORDER_HELP}.'
)
SECRET: Final = frozenset({"database"})
"""Settings that may hold a password."""
NOT_SET: Final = frozenset({"help", "config", "show_settings"})
SET_BY_VARIABLE_ALONE: Final = frozenset({"CONFIG", "LIMITS", "LOCAL_PUSH", "MAIL_PASSWORD"})
Elsewhere = Callable[[], Collection[str]]
"""Returns what other commands read from the same file: their settings, and their names, which name tables."""


class InvalidSetting(InvalidOption):
    """A file of settings that cannot be read, or a setting that means nothing."""


class Source(IntEnum):
    """Where a value comes from; a higher one goes before a lower one."""

    DEFAULT = 0
    FILE = 1
    VARIABLE = 2
    FLAG = 3


@dataclass(frozen=True, slots=True)
class Value:
    """What a setting is set to."""

    value: Any
    source: Source
    words: str
    """The source as people know it: a file's name, a variable, a flag."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that can be set."""

    name: str
    """As in the file."""
    action: argparse.Action
    default: Any

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return _variable_of(self.name)

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return self.action.nargs == 0

    def from_text(self, text: str, where: str) -> Any:
        """Return the value that a text in the environment means. Raises ``InvalidSetting``."""
        if not self.is_switch:
            return self._checked(text, where)
        if text.lower() not in ON | OFF:
            raise InvalidSetting("it is neither on nor off", subject=f"{where}={text[:60]}", remedy="write on or off")
        return text.lower() in ON

    def from_file(self, value: Any, where: str) -> Any:
        """Return the value that a value in a file means. Raises ``InvalidSetting``."""
        if isinstance(value, list) and "," in str(self.action.metavar) and all(isinstance(each, str) for each in value):
            value = ",".join(value)
        kinds, words = self._kinds()
        if type(value) not in kinds:
            raise InvalidSetting(
                f"takes {words}", subject=where, remedy=f"write it like {self.name} = {self._example()}"
            )
        return value if self.is_switch else self._checked(str(value), where)

    def _kinds(self) -> tuple[Collection[type], str]:
        if self.is_switch:
            return (bool,), "true or false"
        if isinstance(self.default, float):
            return (int, float), "a number"
        if self.action.type is int or getattr(self.action.type, "__name__", "") == "whole":
            return (int,), "a whole number"
        return (str,), "a text"

    def _example(self) -> str:
        if self.is_switch:
            return "true"
        if self.default is not None and self.default != "" and not isinstance(self.default, Path):
            return _toml(self.default)
        return "8555" if self._kinds()[0] == (int,) else f'"{self.action.metavar or self.name}"'

    def _checked(self, text: str, where: str) -> Any:
        read = self.action.type
        try:
            value = read(text) if callable(read) else text
        except (argparse.ArgumentTypeError, FivefoldError, ValueError) as error:
            raise InvalidSetting(str(error), subject=where) from None
        if self.action.choices is not None and value not in self.action.choices:
            choices = ", ".join(str(choice) for choice in self.action.choices)
            raise InvalidSetting(f"it is none of {choices}", subject=f"{where}: {text[:60]}")
        return value


def _variable_of(name: str) -> str:
    return OTHER_VARIABLES.get(name, PREFIX + name.upper().replace("-", "_"))


def settings_of(parser: argparse.ArgumentParser, every: bool) -> list[Setting]:
    """Return what can be set, of a parser's arguments those that begin with ``--``: ``every`` one, or ``WHERE``."""
    actions = [action for action in parser._actions if action.option_strings and action.dest not in NOT_SET]
    found = [Setting(action.option_strings[-1].removeprefix("--"), action, action.default) for action in actions]
    return [each for each in found if every or each.name in WHERE]


# --- a command's parser ----------------------------------------------------------------------------------------------


def prepare(parser: argparse.ArgumentParser, command: str, every: bool) -> None:
    """Let a command, or all that it is made of, read its settings: these arguments hold only what the command line says
    from now on. ``every``: all its arguments are settings, otherwise ``WHERE``."""
    inner = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    if inner:
        parser.epilog = HOUSE_HELP
    for each in (each for group in inner for each in group.choices.values()):
        prepare(each, command, every)
    if not inner:
        _prepare(parser, command, every)


def _prepare(parser: argparse.ArgumentParser, command: str, every: bool) -> None:
    settings = settings_of(parser, every)
    for setting in settings:
        setting.action.default = argparse.SUPPRESS
        setting.action.help = f"{setting.action.help} [{setting.variable}]"
        if setting.is_switch:
            parser.add_argument(
                f"--no-{setting.name}",
                action="store_false",
                dest=setting.action.dest,
                default=argparse.SUPPRESS,
                help=argparse.SUPPRESS,
            )
    group = parser.add_argument_group("settings")
    group.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"read settings from this file [{CONFIG}] ({_home()}, else {FOR_EVERYBODY})",
    )
    group.add_argument(
        "--show-settings", action="store_true", help="show every setting and where it comes from, and end"
    )
    parser.epilog = EVERY_HELP if every else HOUSE_HELP
    parser.set_defaults(settings=settings, command_name=command, every=every)


def completed(
    options: argparse.Namespace, elsewhere: Elsewhere = frozenset, variables: Mapping[str, str] = os.environ
) -> argparse.Namespace:
    """Return what the command line says, completed by variables, the file and defaults; ``origins`` tells each one's
    source. Raises ``InvalidSetting``."""
    settings: list[Setting] = options.settings
    found = {each.name: Value(each.default, Source.DEFAULT, "default") for each in settings}
    for name, value in _layers(options, settings, elsewhere, variables):
        found[name] = value
    for one, other in ALTERNATIVES:
        _choose(found, one, other, settings)
    by_name = {each.name: each for each in settings}
    options.origins = found
    for name, value in found.items():
        setattr(options, by_name[name].action.dest, value.value)
    return options


def _layers(
    options: argparse.Namespace, settings: list[Setting], elsewhere: Elsewhere, variables: Mapping[str, str]
) -> Iterator[tuple[str, Value]]:
    """Yield settings from the first source to the last."""
    path = _file(options.config, variables)
    if path is not None:
        yield from _from_file(path, options, elsewhere)
    _refuse_slips([each.name for each in settings], elsewhere, variables)
    for each in settings:
        if text := variables.get(each.variable, ""):
            yield each.name, Value(each.from_text(text, each.variable), Source.VARIABLE, each.variable)
    for each in settings:
        if hasattr(options, each.action.dest):
            yield each.name, Value(getattr(options, each.action.dest), Source.FLAG, f"--{each.name}")


def _choose(found: dict[str, Value], one: str, other: str, settings: list[Setting]) -> None:
    if one not in found or other not in found or not (found[one].source and found[other].source):
        return
    if found[one].source == found[other].source:
        words = f"{found[one].words} and {found[other].words}"
        raise InvalidSetting(f"both {one} and {other} are set, one says all", subject=words, remedy="leave one out")
    weaker = min(one, other, key=lambda name: found[name].source)
    default = next(each.default for each in settings if each.name == weaker)
    found[weaker] = Value(default, Source.DEFAULT, "default")


# --- files -----------------------------------------------------------------------------------------------------------


def _home() -> Path:
    return user_config_path("fivefold", appauthor=False) / "fivefold.toml"


def _file(given: Path | None, variables: Mapping[str, str]) -> Path | None:
    """Return the file to read; ``None`` where nobody names one and there is none at the usual places."""
    if given is not None:
        return given.expanduser()
    if CONFIG in variables:
        return Path(variables[CONFIG]).expanduser() if variables[CONFIG] else None
    return next((path for path in (_home(), FOR_EVERYBODY) if path.is_file()), None)


def _from_file(path: Path, options: argparse.Namespace, elsewhere: Elsewhere) -> Iterator[tuple[str, Value]]:
    read, command = _read(path), options.command_name
    own = read.pop(command, {})
    if not isinstance(own, dict):
        raise InvalidSetting("it is no setting", subject=f"{path}: {command}", remedy=f"write it like [{command}]")
    by_name = {each.name: each for each in options.settings}
    for name, value in {**read, **own}.items():
        if name in by_name:
            yield name, Value(by_name[name].from_file(value, f"{path}: {name}"), Source.FILE, str(path))
        elif options.every or get_close_matches(name, by_name, 1, ALIKE):  # (the rest is for `fivefold serve` to read)
            _refuse_unknown(name, path, by_name, elsewhere())


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise InvalidSetting("it is longer than any file of settings", subject=str(path))
        return tomllib.loads(content.decode())
    except OSError as error:
        remedy = "name another with --config, or let this user read it"
        raise InvalidSetting(f"{error.strerror}", subject=str(path), remedy=remedy) from None
    except UnicodeDecodeError:
        raise InvalidSetting("it is no text file", subject=str(path), remedy="write it as TOML in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        remedy = 'a line looks like port = 8555 or host = "127.0.0.1"'
        raise InvalidSetting(f"it is no TOML: {error}", subject=str(path), remedy=remedy) from None


def _refuse_unknown(name: str, path: Path, known: Collection[str], elsewhere: Collection[str]) -> None:
    if name not in elsewhere:
        nearest = get_close_matches(name.replace("_", "-"), {*known, *elsewhere}, 1, ALIKE)
        remedy = f"did you mean {nearest[0]}?" if nearest else "fivefold serve --show-settings lists all"
        raise InvalidSetting("there is no such setting", subject=f"{path}: {name[:60]}", remedy=remedy)


def _refuse_slips(known: Collection[str], elsewhere: Elsewhere, variables: Mapping[str, str]) -> None:
    """Refuse a variable that is nearly one of ours; another may be there for a reason of its own."""
    ours = {_variable_of(name).removeprefix(PREFIX) for name in known} | SET_BY_VARIABLE_ALONE
    for name in [each.removeprefix(PREFIX) for each in variables if each.startswith(PREFIX)]:
        nearest = [] if name in ours else get_close_matches(name, ours, 1, ALIKE)
        if nearest and name not in {_variable_of(each).removeprefix(PREFIX) for each in elsewhere()}:
            remedy = f"did you mean {PREFIX}{nearest[0]}?"
            raise InvalidSetting("there is no such setting", subject=PREFIX + name[:60], remedy=remedy)


# --- what is set -----------------------------------------------------------------------------------------------------


def listing(options: argparse.Namespace) -> str:
    """Return every setting with where it comes from, as a file of settings; nothing secret is shown."""
    lines = [_line(name, found) for name, found in options.origins.items()]
    width = min(60, max(len(line) for line, _ in lines))
    head = f"# The settings of fivefold {options.command_name}, and where each comes from."
    return "\n".join([head, *(f"{line:{width}}  # {words}" for line, words in lines)])


def _line(name: str, found: Value) -> tuple[str, str]:
    if found.value is None or found.value == "":
        return f"# {name} =", "not set" if found.source == Source.DEFAULT else found.words
    if name in SECRET:
        return f"# {name} = (not shown)", found.words
    return f"{name} = {_toml(found.value)}", found.words


def _toml(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else json.dumps(str(value), ensure_ascii=False)

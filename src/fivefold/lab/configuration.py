"""The options a measurement is made with: a preset, single options, or none; and the extras a game needs for it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeVar

from fivefold.contract import Extra, Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab.arguments import lab_data
from fivefold.parts.words import listed
from fivefold.play import options
from fivefold.play.catalogue import find, keys
from fivefold.play.set_ups import find_preset


@dataclass(frozen=True, slots=True)
class Configuration:
    """Options that differ from the defaults, and what to call them."""

    options: tuple[tuple[str, str], ...] = ()
    title: str = ""
    """In words, for headings; empty for the defaults of a game without presets."""
    slug: str = ""
    """For file names; empty for the defaults."""
    arguments: str = ""
    """As they are written behind a command."""
    seats: int = 2

    def heading(self, game: Game) -> str:
        """Return what is played, in words."""
        return f"{game.name}, {self.title}" if self.title else game.name

    def stem(self, game: Game) -> str:
        """Return the name, without suffix, of the files that results with these options are kept in."""
        return f"{game.key}-{self.slug}" if self.slug else game.key

    def start_row(self, game: Game) -> list[int]:
        """Return the row in which a game begins, before any chance; what is left to chance has its first value."""
        return options.start_row(game, options.resolve(game, dict(self.options)))


def configuration_of(game: Game, preset: str | None, given: Mapping[str, str], word: str = "--preset") -> Configuration:
    """Return the configuration for a preset's name, given after ``word``, and options. Raises ``InvalidOption``."""
    chosen = None if preset is None else find_preset(game, preset, word)
    named = {} if chosen is None else dict(chosen.options)
    resolved = options.resolve(game, {**named, **given})
    changed = tuple((name, resolved[name]) for name in (*named, *(each for each in given if each not in named)))
    usual = game.setup.presets[0].name if game.setup.presets and not given else ""
    title = usual if chosen is None else chosen.name
    said = ", ".join(f"{name} {resolved[name]}" for name in given)
    words = [*([title] if chosen else []), *(f"{name} {resolved[name]}" for name in given)]
    arguments = [*([f'--preset "{title}"'] if chosen else []), *(f"--option {name}={given[name]}" for name in given)]
    heading = ": ".join(part for part in (title, said) if part)
    return Configuration(changed, heading, _slug(" ".join(words)), " ".join(arguments), game.setup.seats(resolved))


def games_for_several() -> Sequence[str]:
    """Return the keys of the games that seat more than one by default."""
    return [key for key in keys() if configuration_of(find(key), None, {}).seats > 1]


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")


SomeExtra = TypeVar("SomeExtra", bound=Extra)


def in_words(kind: type[Extra]) -> str:
    """Return what a kind of extra is; the name of its class where no command of the lab knows it."""
    found: str = lab_data("games")["extras"].get(kind.__name__, kind.__name__)
    return found


def required(game: Game, kind: type[SomeExtra], command: str) -> SomeExtra:
    """Return the extra that a command needs. Raises ``InvalidOption``, naming the games that have it."""
    extra = game.extra_of(kind)
    if extra is not None:
        return extra
    others = [key for key in keys() if find(key).extra_of(kind) is not None]
    what = in_words(kind).removeprefix("a ")
    raise InvalidOption(
        f"{game.name} has no {what}", subject=f"{command} {game.key}", remedy=f"take {listed(others, 'or')}"
    )


def library(name: str, reason: str, subject: str = "", remedy: str = "") -> Any:
    """Return a module of a library that is an extra. Raises ``InvalidOption`` where the library is missing."""
    package = name.partition(".")[0]
    try:
        import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise InvalidOption(reason, subject=subject, remedy=remedy) from error
    return import_module(name)

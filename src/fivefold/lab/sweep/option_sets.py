"""The option sets that a sweep tries: each once, those that cannot be left out with the reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final, NamedTuple

from fivefold.contract import Game, Option
from fivefold.contract.errors import InvalidOption
from fivefold.play import set_ups
from fivefold.play.options import canonical
from fivefold.play.set_ups import settled

Values = Mapping[str, str]
MOST: Final = 2_000
"""Combinations in one sweep."""


class Varied(NamedTuple):
    """An option and the values of it that are tried."""

    name: str
    values: tuple[str, ...]


class OptionSet(NamedTuple):
    """Options to play with."""

    given: tuple[tuple[str, str], ...]
    """Names and values as they were asked for, the varied ones last."""
    varied: tuple[tuple[str, str], ...]
    settled: tuple[tuple[str, str], ...]
    """A value for every option that is not left to chance: two sets that come to the same have the same."""
    arguments: str
    """As they stand behind a command: only what differs from the usual game."""

    @property
    def title(self) -> str:
        """What is varied, in words."""
        return in_words(dict(self.varied))


@dataclass(slots=True)
class OptionSets:
    """The sets found so far, and what became of the other combinations."""

    game: Game
    fixed: Values
    found: dict[tuple[tuple[str, str], ...], OptionSet] = field(default_factory=dict)
    """By what they come to."""
    same: list[tuple[str, str]] = field(default_factory=list)
    """Combinations that come to the same as an earlier one, and that one."""
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Combinations that do not go together, and why."""

    def add(self, varied: Values) -> OptionSet | None:
        """Return the set for these values of the varied options, the earlier one if it comes to the same.

        Return ``None`` if they do not go together.
        """
        title = in_words(varied)
        try:
            made = option_set(self.game, self.fixed, varied)
        except InvalidOption as error:
            self._note(self.skipped, (title, str(error)))
            return None
        known = self.found.setdefault(made.settled, made)
        if known.given != made.given:
            self._note(self.same, (title, known.title))
        return known

    def skip(self, unwanted: OptionSet, why: str) -> None:
        """Leave a set out."""
        self.found.pop(unwanted.settled, None)
        self._note(self.skipped, (unwanted.title, why))

    def _note(self, notes: list[tuple[str, str]], note: tuple[str, str]) -> None:
        if note not in notes:
            notes.append(note)


def option_set(game: Game, fixed: Values, varied: Values) -> OptionSet:
    """Return a set of options. Raises ``InvalidOption`` if they do not go together."""
    given = {**fixed, **varied}
    comes_to = tuple(settled(game, given).items())
    differs = set_ups.differing(game, given)
    arguments = " ".join(f"--option {name}={value}" for name, value in differs.items())
    return OptionSet(tuple(given.items()), tuple(varied.items()), comes_to, arguments)


def in_words(varied: Values) -> str:
    """Return what is varied in words."""
    return ", ".join(f"{name} {value}" for name, value in varied.items()) or "as given"


def grid(game: Game, varied: Sequence[Varied], fixed: Values) -> OptionSets:
    """Return all combinations of the values. Raises ``InvalidOption`` if there are too many, or none that can be."""
    size = 1
    for each in varied:
        size *= len(each.values)
    if size > MOST:
        raise InvalidOption(
            f"{size:,} combinations are too many",
            subject="--vary",
            remedy=f"name fewer values, at most {MOST:,} combinations, or take --search optuna --trials N",
        )
    sets = OptionSets(game, fixed)
    for values in product(*(each.values for each in varied)):
        sets.add({each.name: value for each, value in zip(varied, values, strict=True)})
    return sets


# --- reading ---------------------------------------------------------------------------------------------------------


def read_varied(game: Game, texts: Sequence[str]) -> list[Varied]:
    """Return the options that ``NAME=V1,V2,…`` name, with their values as records write them. Raises ``InvalidOption``.

    ``A..B/STEP`` stands for numbers from A to B.
    """
    found: list[Varied] = []
    for text in texts:
        name, equals, values = text.partition("=")
        if not (equals and values.strip()):
            raise _invalid(text, "is written NAME=VALUE,VALUE", "take for example wilds=0,1,2, or patience=20..60/10")
        found.append(vary(game, name, [part for value in values.split(",") for part in _numbers(text, value)]))
    return found


def vary(game: Game, name: str, values: Sequence[object]) -> Varied:
    """Return an option with the values to try, each once. Raises ``InvalidOption``."""
    option = option_of(game, name)
    return Varied(option.name, tuple(dict.fromkeys(canonical(game, option, value) for value in values)))


def checked(found: Sequence[Varied], fixed: Values) -> tuple[Varied, ...]:
    """Return the varied options. Raises ``InvalidOption`` if there is none, one is there twice, or is fixed too."""
    names = [each.name for each in found]
    if not names:
        raise InvalidOption("there is nothing to vary", subject="sweep", remedy="take for example --vary wilds=0,1,2")
    for name in names:
        if names.count(name) > 1:
            raise _invalid(name, "is varied twice", "put all its values behind one --vary")
        if name in {each.strip().casefold() for each in fixed}:
            raise _invalid(name, "is fixed by --option too", "take one of them")
    return tuple(found)


def option_of(game: Game, name: str) -> Option:
    """Return the option of this name, in any case. Raises ``InvalidOption``, naming those there are."""
    for option in game.setup.options:
        if option.name.casefold() == name.strip().casefold():
            return option
    names = ", ".join(option.name for option in game.setup.options)
    raise _invalid(name, f"{game.name} has no such option", f"take one of {names}")


def _numbers(text: str, value: str) -> list[str]:
    """Return the numbers that ``A..B/STEP`` stands for, or the value itself."""
    if ".." not in value:
        return [value]
    first, _, rest = value.partition("..")
    last, _, step = rest.partition("/")
    try:
        numbers = range(int(first), int(last) + 1, int(step or 1))
    except ValueError:
        raise _invalid(text, f"{value} is no range of numbers", "take for example 20..60/10") from None
    if not 0 < len(numbers) <= MOST:
        raise _invalid(text, f"{value} has {len(numbers):,} numbers", f"take 1 to {MOST:,} of them, as in 20..60/10")
    return [str(number) for number in numbers]


def _invalid(text: str, problem: str, remedy: str) -> InvalidOption:
    return InvalidOption(problem, subject=f"--vary {text}", remedy=remedy)

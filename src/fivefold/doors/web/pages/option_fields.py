"""Options as questions of a page: each with its meaning, its values and when it matters."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from fivefold.contract import Game, Option
from fivefold.parts.words import listed
from fivefold.play.options import matters
from fivefold.play.set_ups import Options

MOST_CARDS: Final = 8
"""Values shown side by side; more become a list to choose from."""


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One value of an option."""

    value: str
    title: str
    meaning: str
    seats: int | None = None
    """How many play, if the option decides that."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option."""

    name: str
    title: str
    meaning: str
    values: Sequence[OptionValue]
    numbers: range | None
    drawn: bool
    default: str
    chosen: str
    """Empty if it is drawn by lot."""
    only: Mapping[str, Sequence[str]]
    counts: bool
    """Whether it matters with the other options as chosen."""
    table: str
    """The path of its tables of numbers; empty if it takes none."""
    listed: bool
    """Whether to show a list."""

    @property
    def when(self) -> str:
        """When it matters, in words."""
        return condition_words(self.only)


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options under one heading, folded away at first."""

    title: str
    of: str
    """Whose options these are, if each player has a group."""
    options: Sequence[OptionField]
    summary: str
    """The choices that differ from the defaults, in words."""
    open: bool

    @property
    def counts(self) -> bool:
        """Whether any of the options matters."""
        return any(option.counts for option in self.options)


Saved = Mapping[str, Sequence[tuple[str, str]]]
"""For each option that takes a table, the names and values of the visitor's own tables."""


def option_fields(game: Game, chosen: Options, saved: Saved) -> list[OptionField]:
    """Return the questions, with what is chosen; the default for an option that is missing."""
    known = {option.name: chosen.get(option.name) or option.default or "" for option in game.setup.options}
    # Who begins is asked with the players.
    wanted = [option for option in game.setup.options if option is not game.setup.starting_option]
    return [_option_field(game, option, known, saved.get(option.name, ())) for option in wanted]


def option_groups(asked: Sequence[tuple[str, OptionField]], about: str) -> list[OptionGroup]:
    """Return groups of options, given as ``(heading, option)`` in order; the group of ``about`` is open."""
    titles = list(dict.fromkeys(title for title, _ in asked if title))
    gathered = [(title, [option for _, option in each]) for title, each in groupby(asked, lambda pair: pair[0])]
    return [
        OptionGroup(
            title or "How to play",
            _whose_group(title, titles),
            each,
            ", ".join(_choice_words(option) for option in each if option.chosen != option.default and option.counts),
            any(option.name == about for option in each),
        )
        for title, each in gathered
    ]


def _whose_group(title: str, titles: Sequence[str]) -> str:
    if len(titles) < 2 or not title:
        return ""
    return "you" if title == titles[0] else "your rival"


def _choice_words(option: OptionField) -> str:
    """Return a choice in words: a table by its name, everything else by its value."""
    named = next((value.title for value in option.values if value.value == option.chosen), option.chosen)
    return f"{option.title.lower()} {named if option.table else option.chosen}"


def _option_field(game: Game, option: Option, known: Options, tables: Sequence[tuple[str, str]]) -> OptionField:
    values = _tables(option, known, tables) if option.table is not None else _values(game, option)
    return OptionField(
        name=option.name,
        title=option_title(option),
        meaning=capitalized(option.meaning),
        values=values,
        numbers=option.numbers,
        drawn=option.default is None,
        default=option.default or "",
        chosen=known[option.name],
        only=conditions(game, option),
        counts=matters(option, known),
        table="" if option.table is None else f"/tables/{game.key}/{option.name}",
        listed=option.table is not None or len(values) > MOST_CARDS,
    )


def _values(game: Game, option: Option) -> list[OptionValue]:
    decides = option is game.setup.seat_option
    return [
        OptionValue(
            value,
            option.titles.get(value, capitalized(value)),
            capitalized(option.explained.get(value, "")),
            option.seats[value] if decides else None,
        )
        for value in option.values
    ]


def _tables(option: Option, known: Options, saved: Sequence[tuple[str, str]]) -> list[OptionValue]:
    """Return the tables to choose from: the blank one, the visitor's own, and one from the address."""
    plain = [OptionValue(value, capitalized(option.explained.get(value, value)), "") for value in option.values]
    own = [OptionValue(value, name, "") for name, value in saved]
    listed_already = {each.value for each in (*plain, *own)}
    current = known[option.name]
    return [*plain, *own, *([OptionValue(current, "As in this link", "")] if current not in listed_already else [])]


def conditions(game: Game, option: Option) -> dict[str, list[str]]:
    """Return the values of other options with which an option matters, in the order they are offered."""
    offered = {other.name: other.values for other in game.setup.options}
    return {name: [value for value in offered[name] if value in values] for name, values in option.only.items()}


def condition_words(only: Mapping[str, Sequence[str]]) -> str:
    """Return in words when a question matters that depends on these values of options; empty for always."""
    conditions = [f"{name} {listed(values, 'or')}" for name, values in only.items()]
    return f"Matters only with {listed(conditions)}." if conditions else ""


def option_title(option: Option) -> str:
    """Return an option's name as a heading; in a group without the group's number."""
    name = re.sub(r"[0-9]+$", "", option.name) if option.group else option.name
    return name.capitalize()


def capitalized(words: str) -> str:
    """Return words with a capital first letter."""
    return words[:1].upper() + words[1:]

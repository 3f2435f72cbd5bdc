"""Options as a page asks for them: each with its meaning, its values and when it counts."""

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
"""So many values are laid out side by side; more are a list to choose from."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an option."""

    value: str
    title: str
    meaning: str
    seats: int | None = None
    """How many play, where the option decides that."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One option."""

    name: str
    title: str
    meaning: str
    values: Sequence[Value]
    numbers: range | None
    drawn: bool
    default: str
    chosen: str
    """Empty where it is drawn."""
    only: Mapping[str, Sequence[str]]
    counts: bool
    """Whether it means anything beside the other options chosen."""
    table: str
    """Where tables of numbers for it are edited, else empty."""
    listed: bool
    """Whether to choose from a list."""

    @property
    def when(self) -> str:
        """When it counts, in words."""
        return when(self.only)


@dataclass(frozen=True, slots=True)
class Group:
    """Options asked under one heading, folded away until they are wanted."""

    title: str
    of: str
    """Whom it is about, where the groups are the players'."""
    options: Sequence[Asked]
    summary: str
    """What is chosen otherwise than usual, in words."""
    open: bool

    @property
    def counts(self) -> bool:
        """Whether any of it means anything."""
        return any(option.counts for option in self.options)


Saved = Mapping[str, Sequence[tuple[str, str]]]
"""For each option that is a table the visitor's own, name and value."""


def options(game: Game, chosen: Options, saved: Saved) -> list[Asked]:
    """Return the options to ask for, with what is chosen; an option that is not there has its default."""
    known = {option.name: chosen.get(option.name) or option.default or "" for option in game.setup.options}
    # Who begins is asked with the players.
    wanted = [option for option in game.setup.options if option is not game.setup.starting_option]
    return [_asked(game, option, known, saved.get(option.name, ())) for option in wanted]


def groups(asked: Sequence[tuple[str, Asked]], about: str) -> list[Group]:
    """Return options under their headings, as ``(heading, option)`` in order; ``about``: the one an error is about."""
    titles = list(dict.fromkeys(title for title, _ in asked if title))
    gathered = [(title, [option for _, option in each]) for title, each in groupby(asked, lambda pair: pair[0])]
    return [
        Group(
            title or "How it is played",
            _whose(title, titles),
            each,
            ", ".join(_told(option) for option in each if option.chosen != option.default and option.counts),
            any(option.name == about for option in each),
        )
        for title, each in gathered
    ]


def _whose(title: str, titles: Sequence[str]) -> str:
    if len(titles) < 2 or not title:
        return ""
    return "you" if title == titles[0] else "your rival"


def _told(option: Asked) -> str:
    """Return what is chosen: a table by its name, everything else by its value."""
    named = next((value.title for value in option.values if value.value == option.chosen), option.chosen)
    return f"{option.title.lower()} {named if option.table else option.chosen}"


def _asked(game: Game, option: Option, known: Options, tables: Sequence[tuple[str, str]]) -> Asked:
    values = _tables(option, known, tables) if option.table is not None else _values(game, option)
    return Asked(
        name=option.name,
        title=title(option),
        meaning=sentence(option.meaning),
        values=values,
        numbers=option.numbers,
        drawn=option.default is None,
        default=option.default or "",
        chosen=known[option.name],
        only=only(game, option),
        counts=matters(option, known),
        table="" if option.table is None else f"/tables/{game.key}/{option.name}",
        listed=option.table is not None or len(values) > MOST_CARDS,
    )


def _values(game: Game, option: Option) -> list[Value]:
    decides = option is game.setup.seat_option
    return [
        Value(
            value,
            sentence(value),
            sentence(option.explained.get(value, "")),
            option.seats[value] if decides else None,
        )
        for value in option.values
    ]


def _tables(option: Option, known: Options, saved: Sequence[tuple[str, str]]) -> list[Value]:
    """Return the tables to choose from: all blank, one's own, and one that came with an address."""
    plain = [Value(value, sentence(option.explained.get(value, value)), "") for value in option.values]
    own = [Value(value, name, "") for name, value in saved]
    listed_already = {each.value for each in (*plain, *own)}
    current = known[option.name]
    return [*plain, *own, *([Value(current, "As in this link", "")] if current not in listed_already else [])]


def only(game: Game, option: Option) -> dict[str, list[str]]:
    """Return when an option counts: values in the order in which they are offered."""
    offered = {other.name: other.values for other in game.setup.options}
    return {name: [value for value in offered[name] if value in values] for name, values in option.only.items()}


def when(only: Mapping[str, Sequence[str]]) -> str:
    """Return in words when something counts that does only with these values of options; empty for always."""
    conditions = [f"{name} {listed(values, 'or')}" for name, values in only.items()]
    return f"Counts with {listed(conditions)}." if conditions else ""


def title(option: Option) -> str:
    """Return an option's name as a heading; one of a group need not say which group's it is."""
    name = re.sub(r"[0-9]+$", "", option.name) if option.group else option.name
    return name.capitalize()


def sentence(words: str) -> str:
    """Return words with a capital in front."""
    return words[:1].upper() + words[1:]

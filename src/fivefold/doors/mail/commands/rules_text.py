"""A game's rules as a text to read in a mail, with its options, and the positions of its examples if wanted."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from fivefold.contract import ANYONE, TABLE, Game, Option, Preset
from fivefold.contract.errors import InvalidOption
from fivefold.play import catalogue
from fivefold.play.example_moves import SEED
from fivefold.play.match import Match
from fivefold.play.observation import observed

FENCE: Final = re.compile(r"^```play\n(.*?)^```\n\n?", re.MULTILINE | re.DOTALL)
TITLE: Final = re.compile(r"\A# [^\n]*\n+")
MOST_VALUES: Final = 12
"""Of one option; more are not listed."""


@cache
def rules_text(game: Game, examples: bool = False) -> str:
    """Return the rules of a game and its options, as Markdown without a title."""
    source = TITLE.sub("", catalogue.help_text(game))
    text = FENCE.sub(lambda found: _example(game, found[1]) if examples else "", source)
    return f"{text.rstrip()}\n\n{options_text(game)}".rstrip() + "\n"


def options_text(game: Game) -> str:
    """Return what can be chosen before a game, as Markdown; nothing for a game without options."""
    if not game.setup.options:
        return ""
    chosen = example_option(game)
    typed = f": `{game.key} challenge Ben -{chosen}`" if chosen else ""
    lines = ["## Options for a challenge", "", f"Write them after the names{typed}.", ""]
    return "\n".join([*lines, *_presets(game), *_options(game)])


@cache
def example_option(game: Game) -> str:
    """Return an option that is not as usual, for a match of two who take turns: ``win=quota``; empty for none."""
    for option in game.setup.options:
        for value in option.values:
            if value != option.default and option.table is None and _is_for_two(game, {option.name: value}):
                return f"{option.name}={value}"
    return ""


def _is_for_two(game: Game, options: Mapping[str, str]) -> bool:
    try:
        match = Match(game, seed=SEED, options=options)
    except InvalidOption:
        return False
    return len(match.seats) == 2 and match.to_move != ANYONE


def _presets(game: Game) -> Iterator[str]:
    for preset in game.setup.presets:
        yield f"- **{preset.name}**: {preset.meaning} Write {_written(preset)}."
    if game.setup.presets:
        yield ""


def _written(preset: Preset) -> str:
    return (
        f"`{' '.join(f'-{name}={value}' for name, value in preset.options.items())}`" if preset.options else "nothing"
    )


def _options(game: Game) -> Iterator[str]:
    group = ""
    for option in game.setup.options:
        if option.group != group:
            group = option.group
            yield from (f"### {group}", "")
        yield f"**-{option.name}**: {option.meaning.rstrip('.')}.{_usual(option)}"
        yield ""
        yield from _values(option)
        yield ""


def _values(option: Option) -> Iterator[str]:
    if option.table is not None:
        yield "- Choose this table on the page."
        return
    shown = list(option.values)[:MOST_VALUES]
    for value in shown:
        said = option.explained.get(value, "").rstrip(".")
        usual = " (usual)" if value == option.default else ""
        yield f"- `{value}`{usual}: {said}." if said else f"- `{value}`{usual}"
    if len(option.values) > len(shown):
        yield f"- and {len(option.values) - len(shown)} more of this form"
    if option.numbers is not None:
        yield f"- or any number from {option.numbers[0]} to {option.numbers[-1]}"


def _usual(option: Option) -> str:
    only = "; ".join(f"only where {name} is {' or '.join(sorted(values))}" for name, values in option.only.items())
    drawn = " Drawn at random, unless you choose." if option.default is None else ""
    return f" It counts {only}.{drawn}" if only else drawn


def _example(game: Game, block: str) -> str:
    """Return the position of an example with its caption."""
    options, seed, moves, caption = _read(block)
    match = Match(game, seed=seed, options=options)
    for move in moves:
        match.play(move)
    viewer = match.to_move if match.to_move >= 0 else TABLE
    diagram = game.notation.diagram(observed(game, match.row, viewer), viewer)
    return f"```\n{diagram}\n```\n\n{caption}\n\n"


def _read(block: str) -> tuple[Mapping[str, str], int, list[str], str]:
    options: dict[str, str] = {}
    seed, moves, captions = 0, list[str](), list[str]()
    for line in filter(None, map(str.strip, block.splitlines())):
        word, _, value = line.partition(" ")
        if word == "option":
            name, _, chosen = value.partition(" ")
            options[name] = chosen.strip()
        elif word == "seed":
            seed = int(value)
        elif word == "move":
            moves += value.split()
        else:
            captions.append(value)
    return options, seed, moves, " ".join(captions)

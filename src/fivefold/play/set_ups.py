"""Set-ups: what options come to, told shortly: by the name of a well-known one, or by what differs from the usual."""

import re
from collections.abc import Mapping

from fivefold.contract import Game, Preset
from fivefold.contract.errors import InvalidOption
from fivefold.contract.setup import Option
from fivefold.parts.words import listed
from fivefold.play.options import drawn, resolve

Options = Mapping[str, str]


def settled(game: Game, options: Options) -> dict[str, str]:
    """Return what these options come to, those that are drawn left out. Raises ``InvalidOption``."""
    complete = resolve(game, options)
    left_to_chance = drawn(game, options)
    return {name: value for name, value in complete.items() if name not in left_to_chance}


def differing(game: Game, options: Options) -> dict[str, str]:
    """Return what of these options differs from the defaults, so that it comes to the same. Raises ``InvalidOption``.
    What follows from the others, such as the reject squares of a player who is not there, is left out too."""
    wanted = settled(game, options)
    plain = {option.name: option.default for option in game.setup.options}
    named = {name: value for name, value in wanted.items() if value != plain[name]}
    for name in list(named):
        without = {other: value for other, value in named.items() if other != name}
        if _comes_to(game, without) == wanted:
            named = without
    return named


def find_preset(game: Game, text: str, word: str = "--preset") -> Preset:
    """Return the set-up of this number, name or part of one, typed after ``word``. Raises ``InvalidOption``."""
    tidy, presets = _tidy(text), game.setup.presets
    exact = [each for number, each in enumerate(presets, start=1) if tidy in (str(number), _tidy(each.name))]
    found = exact or [each for each in presets if tidy and not tidy.isdigit() and tidy in _tidy(each.name)]
    if len(found) == 1:
        return found[0]
    offered = ", ".join(f"{number} {preset.name}" for number, preset in enumerate(presets, start=1))
    reason = f"that may be {listed([each.name for each in found], 'or')}" if found else "there is no such set-up"
    remedy = f"{game.name} has {offered or 'none: use --option NAME=VALUE'}"
    raise InvalidOption(reason, subject=f"{word} {text}".strip(), remedy=remedy)


def _tidy(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", text.casefold()).strip()


def chosen_preset(game: Game, options: Options) -> Preset | None:
    """Return the well-known set-up that these options are, if they are one; options that go wrong are none."""
    now = _comes_to(game, options)
    if now is None:
        return None
    return next((preset for preset in game.setup.presets if settled(game, preset.options) == now), None)


def by_player(game: Game) -> bool:
    """Tell whether players have options of their own, in a group each, in the order of the seats."""
    return len({option.group for option in game.setup.options if option.group}) > 1


def words(game: Game, options: Options) -> str:
    """Return a set-up in a few words. Raises ``InvalidOption``."""
    differs = differing(game, options)
    known = chosen_preset(game, options)
    if known is not None:
        return known.name
    tables = {option.name for option in game.setup.options if option.table is not None}
    told = {name: "of one's own" if name in tables else value for name, value in differs.items()}
    return ", ".join(f"{name} {value}" for name, value in told.items()) or "as usual"


def explained(game: Game, options: Options) -> str:
    """Return a set-up by what its options mean to a player. Raises ``InvalidOption``."""
    differs, known = differing(game, options), chosen_preset(game, options)
    if known is not None:
        return known.name
    options_by_name = {option.name: option for option in game.setup.options}
    return "; ".join(_explained(options_by_name[name], value) for name, value in differs.items())


def _explained(option: Option, value: str) -> str:
    if value in option.seats and len(set(option.seats.values())) == len(option.seats):
        return f"{option.seats[value]} players"
    return option.explained.get(value) or f"{option.name} {value}"


def _comes_to(game: Game, options: Options) -> dict[str, str] | None:
    try:
        return settled(game, options)
    except InvalidOption:
        return None

"""What can be asked of a game without playing it: what it is, its move sequences, its compiled engine.

``fivefold games``, ``perft`` and ``warm``.
"""

import argparse
import json
from dataclasses import asdict
from typing import Any, Final

from fivefold.command import FINE, Command
from fivefold.contract import Game, Traits
from fivefold.engine.perft import perft
from fivefold.engine.warming import warm
from fivefold.lab import configuration
from fivefold.lab.arguments import add_declared, lab_command, lab_data
from fivefold.parts.words import counted, listed
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from fivefold.play.options import resolve

WORDS: Final = lab_data("games")


def run(options: argparse.Namespace) -> int:
    """Print every game with its traits, in words or as JSON."""
    games = [find(key) for key in keys()]
    if options.json:
        print(json.dumps([_facts(game) for game in games], indent=2))
    else:
        print("\n\n".join(_description(game) for game in games))
    return FINE


def _facts(game: Game) -> dict[str, Any]:
    return {
        "key": game.key,
        "name": game.name,
        "tagline": game.tagline,
        **asdict(game.traits),
        "usual_endings": sorted(game.traits.usual_endings),
        "search": type(game.search).__name__,
        "extras": [type(extra).__name__ for extra in game.extras],
        "options": [option.name for option in game.setup.options],
        "presets": [preset.name for preset in game.setup.presets],
    }


def _description(game: Game) -> str:
    traits = game.traits
    lines = {
        "seats": listed([str(count) for count in traits.seats], "or"),
        "turn order": WORDS["turn_order"][traits.turn_order],
        "information": WORDS["information"][traits.information],
        "chance": WORDS["chance"][traits.chance],
        "move numbers": f"0 to {traits.move_numbers - 1:,}",
        "search": WORDS["search"][type(game.search).__name__],
        "options": _options_text(game),
        "also": listed([*_offers(traits), *(configuration.in_words(type(extra)) for extra in game.extras)])
        or "nothing",
    }
    width = max(map(len, lines))
    listing = [f"  {name:{width}}  {text}" for name, text in lines.items()]
    return "\n".join([f"{game.name} ({game.key})", f"  {game.tagline}", *listing])


def _options_text(game: Game) -> str:
    options, presets = game.setup.options, game.setup.presets
    names = ", ".join(option.name for option in options)
    named = f"; {counted(len(presets), 'preset')}" if presets else ""
    return f"{len(options)}: {names}{named}" if options else f"none{named}"


def _offers(traits: Traits) -> list[str]:
    offered = {
        "teams": traits.teams,
        "double matches": traits.doubles,
        "a seed that fixes the order of the cards": traits.fixed_pack,
        "forced moves made by the table": traits.forced_moves,
    }
    return [words for words, is_so in offered.items() if is_so]


GAMES = lab_command("games", run)


def _run_perft(options: argparse.Namespace) -> int:
    game = find(options.game)
    resolve(game, options.option)
    match = Match(game, seed=options.seed, **options.option)
    for depth, count in enumerate(perft(match, options.depth, compiled=not options.plain), start=1):
        print(f"depth {depth}: {count:,}")
    return FINE


PERFT = lab_command("perft", _run_perft)


def _run_warm(options: argparse.Namespace) -> int:
    """Compile what the opponents of one game, or of all, play with. Raises ``InvalidOption`` for an unknown game."""
    for key in [options.game] if options.game else keys():
        print(f"Compiling {find(key).name} ...", flush=True)
        warm(find(key))
    return FINE


def _add_warm_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "What hands, design, learn, perft, batches and environments run besides is compiled when it is first asked for;"
        " they say so."
    )
    add_declared("warm", parser)


WARM = Command(_add_warm_arguments, _run_warm)

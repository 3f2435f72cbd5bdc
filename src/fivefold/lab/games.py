"""The games of the house and what kind of game each is: ``fivefold games``."""

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from fivefold.command import FINE, Command
from fivefold.contract import (
    AlphaBeta,
    Chance,
    Game,
    Information,
    PolicyRollouts,
    Sampling,
    Search,
    Traits,
    TurnOrder,
    WholeTurns,
)
from fivefold.lab.measuring import extras
from fivefold.parts.words import counted, listed
from fivefold.play.catalogue import find, keys

TURN_ORDERS: Final[Mapping[TurnOrder, str]] = {
    TurnOrder.ALTERNATING: "one player after the other",
    TurnOrder.RACE: "one player after the other, or a race in which whoever is quicker moves",
}
INFORMATION: Final[Mapping[Information, str]] = {
    Information.OPEN: "open to everybody",
    Information.HIDDEN: "partly hidden from the others",
}
CHANCES: Final[Mapping[Chance, str]] = {
    Chance.NONE: "none",
    Chance.AT_THE_START: "before the first move only",
    Chance.BETWEEN_MOVES: "between moves",
    Chance.WITHIN_TURNS: "within turns, each of several moves",
}
SEARCHES: Final[Mapping[type[Search], str]] = {
    AlphaBeta: "alpha-beta",
    Sampling: "many fair guesses at what is hidden or to come",
    WholeTurns: "expectimax over whole turns",
    PolicyRollouts: "playing on by a policy, in many orders of the cards",
}


def run(options: argparse.Namespace) -> int:
    """Print every game with its traits, in words or as JSON."""
    games = [find(key) for key in keys()]
    if options.json:
        print(json.dumps([facts(game) for game in games], indent=2))
    else:
        print("\n\n".join(description(game) for game in games))
    return FINE


def facts(game: Game) -> dict[str, Any]:
    """Return what a game declares of itself, as JSON can hold it."""
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


def description(game: Game) -> str:
    """Return the same in words, several lines."""
    traits = game.traits
    lines = {
        "seats": listed([str(count) for count in traits.seats], "or"),
        "turn order": TURN_ORDERS[traits.turn_order],
        "information": INFORMATION[traits.information],
        "chance": CHANCES[traits.chance],
        "move numbers": f"0 to {traits.move_numbers - 1:,}",
        "search": SEARCHES[type(game.search)],
        "options": options_text(game),
        "also": listed([*offers(traits), *(extras.in_words(type(extra)) for extra in game.extras)]) or "nothing",
    }
    width = max(map(len, lines))
    listing = [f"  {name:{width}}  {text}" for name, text in lines.items()]
    return "\n".join([f"{game.name} ({game.key})", f"  {game.tagline}", *listing])


def options_text(game: Game) -> str:
    """Return how many options there are and which, and the sets of them that have names."""
    options, presets = game.setup.options, game.setup.presets
    names = ", ".join(option.name for option in options)
    named = f"; {counted(len(presets), 'preset')}" if presets else ""
    return f"{len(options)}: {names}{named}" if options else f"none{named}"


def offers(traits: Traits) -> list[str]:
    """Return what else a game offers or does, a few words each."""
    offered = {
        "teams": traits.teams,
        "double matches": traits.doubles,
        "a seed that fixes the order of the cards": traits.fixed_pack,
        "forced moves made by the table": traits.forced_moves,
    }
    return [words for words, is_so in offered.items() if is_so]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("--json", action="store_true", help="print what the games declare as JSON")


GAMES: Final = Command(add_arguments, run)

"""The questions of `fivefold play`, where the command line left something open."""

from collections.abc import Sequence

from fivefold.parts.words import listed
from fivefold.play import options
from fivefold.play.catalogue import find, keys
from fivefold.play.contract import Game
from fivefold.play.errors import FivefoldError, InvalidOption
from fivefold.play.offered import Option
from fivefold.terminal import players
from fivefold.terminal.screen import Screen


class Left(Exception):
    """The player left the menu, which is no error."""


def choose_game(screen: Screen) -> Game:
    """Return the game the player picks by number or name. Raises ``Left``."""
    games = [find(key) for key in keys()]
    screen.show("Fivefold. What would you like to play?\n")
    for number, game in enumerate(games, start=1):
        screen.say(f"  {number}  {game.name}: {game.tagline}", indent="     ")
    while True:
        answer = _answer(screen, f"\nA number, 1 to {len(games)}: ").casefold()
        for number, game in enumerate(games, start=1):
            if answer in {str(number), game.key, game.name.casefold(), *game.name.casefold().split()}:
                return game
        screen.say(f"{answer or 'Nothing'}: no such game; type its number.")


def choose_options(screen: Screen, game: Game) -> dict[str, str]:
    """Return what the player wants other than usual. Raises ``Left``."""
    offered = [option for option in game.options if len(option.values) > 1]
    screen.show(f"\n{game.name}. {_usual(offered)}")
    while True:
        answer = _answer(screen, "Enter for the usual, a change such as " + _example(offered) + ", or ?: ")
        if answer == "?":
            _list_options(screen, offered)
            continue
        try:
            given = dict(map(read_option, answer.split()))
            options.resolve(game, given, lambda label, count: 0)
        except FivefoldError as error:
            screen.say(str(error))
        else:
            return given


def read_option(text: str) -> tuple[str, str]:
    """Return name and value of ``name=value``; raises ``InvalidOption`` without an equals sign."""
    name, _, value = text.partition("=")
    if not (name and value):
        raise InvalidOption(f"{text}: an option is written NAME=VALUE, as players=3")
    return name, value


def _usual(offered: Sequence[Option]) -> str:
    return "The usual: " + ", ".join(f"{option.name} {option.default or 'drawn by lot'}" for option in offered) + "."


def _example(offered: Sequence[Option]) -> str:
    return f"{offered[0].name}={list(offered[0].values)[-1]}"


def _list_options(screen: Screen, offered: Sequence[Option]) -> None:
    for option in offered:
        screen.say(f"{option.name}: {option.meaning}")
        for value in option.values:
            screen.say(f"  {option.name}={value}  {option.explained.get(value, '')}", indent="      ")
        if option.numbers is not None:
            screen.say(f"  {option.name}=N  any whole number from {option.numbers[0]} to {option.numbers[-1]}")


def choose_opponents(screen: Screen, game: Game, count: int) -> list[players.Player]:
    """Return the other players, by level, name, or a friend at this keyboard. Raises ``Left``."""
    screen.show("\nAgainst whom? From the easiest to the hardest:\n")
    for level, persona in enumerate(game.personas, start=1):
        screen.say(f"  {level}  {persona.name}: {persona.style}", indent="     ")
    screen.show("  f  a friend at this keyboard")
    several = "" if count == 1 else f"; or {count} of them, as {'/'.join(['3', 'f', '5'][:count])}"
    while True:
        answer = _answer(screen, f"\nA number, a name or f{several}: ")
        if not answer:
            screen.say("Nothing typed: 1 is a good beginning, quit leaves.")
            continue
        try:
            return players.opponents(game, answer, count)
        except InvalidOption as error:
            screen.say(str(error))


def choose_start(screen: Screen, game: Game, alone: bool) -> tuple[str, bool]:
    """Return who moves first (``me``, ``them``, ``draw``) and whether it is a double match. Raises ``Left``.

    ``alone``: one person against computers; friends at one keyboard need no lots.
    """
    if not (alone or game.doubles):
        return "draw", False
    words = ("me", "them") if alone else ()
    if alone:
        screen.show("\nWho moves first?")
    if game.doubles:
        screen.say("\nA double match is two games on one deal, sides swapped, points added: the fair way.")
    offered = [*words, *(["double"] if game.doubles else [])]
    while True:
        answer = _answer(
            screen, f"{', '.join(offered)}, or Enter {'to draw lots' if alone else 'for a single game'}: "
        ).casefold()
        chosen = [word for word in offered if answer and word.startswith(answer)]
        if chosen or not answer:
            return (chosen[0] if chosen and chosen[0] in words else "draw"), "double" in chosen
        screen.say(f"{answer}: type {listed(offered, 'or')}, or nothing.")


def _answer(screen: Screen, prompt: str) -> str:
    answer = screen.ask(prompt)
    if answer is None or answer.casefold() in {"quit", "exit", "q"}:
        raise Left
    return answer

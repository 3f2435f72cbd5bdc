"""The questions of `fivefold play`, where the command line left something open."""

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.terminal import players
from fivefold.doors.terminal.screen import Screen
from fivefold.parts.words import listed
from fivefold.play.catalogue import find, keys
from fivefold.session.seats import Seat


class Left(Exception):
    """The player left the menu, which is no error."""


def choose_game(screen: Screen) -> Game:
    """Return the game the player picks by number or name. Raises ``Left``."""
    games = [find(key) for key in keys()]
    screen.show("Fivefold. What would you like to play?\n")
    for number, game in enumerate(games, start=1):
        screen.say(f"  {number}  {game.name}: {game.tagline}", indent="     ")
    while True:
        answer = ask(screen, f"\nA number, 1 to {len(games)}: ").casefold()
        meant = [game for number, game in enumerate(games, start=1) if answer in _words_for(game, number)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            screen.say(f"{answer}: {listed([game.name for game in meant], 'or')}? Type its number.")
        else:
            screen.say(f"{answer or 'Nothing'}: there is no such game. Type its number.")


def _words_for(game: Game, number: int) -> set[str]:
    """Return what means a game in the menu; a word of its name may mean others too."""
    return {str(number), game.key, game.name.casefold(), *game.name.casefold().split()}


def choose_opponents(screen: Screen, game: Game, count: int) -> list[Seat]:
    """Return the other players, by level, name, or a friend at this keyboard. Raises ``Left``."""
    screen.show("\nWho do you want to play against? From the easiest to the hardest:\n")
    for level, persona in enumerate(game.personas, start=1):
        screen.say(f"  {level}  {persona.name}: {persona.style}", indent="     ")
    screen.show("  f  a friend at this keyboard")
    several = "" if count == 1 else f"; or {count} of them, as {'/'.join(['3', 'f', '5'][:count])}"
    while True:
        answer = ask(screen, f"\nA number, a name or f{several}: ")
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
    if not (alone or game.traits.doubles):
        return "draw", False
    words = ("me", "them") if alone else ()
    if alone:
        screen.show("\nWho moves first?")
    if game.traits.doubles:
        screen.say("\nA double match is fairer: two games on one deal, seats swapped, points added up.")
    offered = [*words, *(["double"] if game.traits.doubles else [])]
    while True:
        answer = ask(
            screen, f"{', '.join(offered)}, or Enter {'to draw lots' if alone else 'for a single game'}: "
        ).casefold()
        chosen = [word for word in offered if answer and word.startswith(answer)]
        if chosen or not answer:
            return (chosen[0] if chosen and chosen[0] in words else "draw"), "double" in chosen
        screen.say(f"{answer}: type {listed(offered, 'or')}, or nothing.")


def ask(screen: Screen, prompt: str) -> str:
    """Return what is typed, perhaps nothing. Raises ``Left``."""
    answer = screen.ask(prompt)
    if answer is None or answer.casefold() in {"quit", "exit", "q"}:
        raise Left
    return answer

"""The lines that the engine is sent, read: a game, a position, the limits of a thought. All raise ``Refused``."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from fivefold.contract import Game
from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.engine.opponents import LEVELS
from fivefold.lab.engine.errors import Refused
from fivefold.lab.players import protocol
from fivefold.lab.players.sight import SeenMatch
from fivefold.play import options
from fivefold.play.catalogue import find

LARGEST: Final = 1 << 62
"""No number that is sent is as large."""


class NewGame(NamedTuple):
    """A game as it begins."""

    game: Game
    options: dict[str, str]
    """A value for every option."""
    seats: int
    seat: int | None
    """Whose side the engine takes, if it was told."""
    seed: int


def new_game(words: Sequence[str]) -> NewGame:
    """Return what a ``newgame`` line says."""
    if not words:
        raise Refused("the game is missing", subject=protocol.NEW_GAME, remedy="write newgame focus")
    try:
        game = find(words[0])
        facts, given = _facts_and_options(words[1:])
        settled = options.resolve(game, given, lambda label, count: 0)
    except InvalidOption as error:
        raise Refused(str(error), subject=protocol.NEW_GAME, remedy="write newgame GAME NAME=VALUE …") from error
    seats = game.setup.seats(settled)
    if facts.get("seats", seats) != seats:
        reason = f"with these options {seats} play, not {facts['seats']}"
        raise Refused(reason, subject=protocol.NEW_GAME, remedy=f"write seats {seats}")
    seat = facts.get("you")
    if seat is not None and seat >= seats:
        raise Refused(f"there is no seat {seat}", subject=protocol.NEW_GAME, remedy=f"the seats are 0 to {seats - 1}")
    if seat is None and game.hidden is not None:
        reason = f"{game.name} has secrets, so it matters who is looking"
        raise Refused(reason, subject=protocol.NEW_GAME, remedy="say which seat is yours: you 0")
    return NewGame(game, settled, seats, seat, facts.get("seed", 0))


def _facts_and_options(words: Sequence[str]) -> tuple[dict[str, int], dict[str, str]]:
    """Return what stands in pairs of words, and the options behind it."""
    facts: dict[str, int] = {}
    given: dict[str, str] = {}
    left = list(reversed(words))
    while left:
        word = left.pop()
        name, mark, value = word.partition("=")
        if mark:
            given[name] = value
        elif word in {"seats", "you", "seed"}:
            facts[word] = number(left.pop() if left else "", word)
        else:
            raise Refused(f"{word[:40]!r} is neither seats, you, seed nor NAME=VALUE", subject=protocol.NEW_GAME)
    return facts, given


def number(text: str, name: str, least: int = 0) -> int:
    """Return a whole number that stands behind a word."""
    if text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) < LARGEST:
        return int(text)
    raise Refused(f"{text[:40]!r} stands where a whole number from {least} up belongs", subject=name)


def followed(begun: NewGame, words: Sequence[str], before: SeenMatch | None = None) -> SeenMatch:
    """Return the match after the moves of a ``position`` line; ``before``: one of an earlier line, to go on from."""
    try:
        moves = protocol.moves_told(words)
    except ValueError as error:
        raise Refused(str(error), subject=protocol.POSITION, remedy="write position 0 MOVE 1 MOVE …") from error
    match, known = _start(begun, moves, before)
    for number, (mover, text) in enumerate(moves[known:], start=known + 1):
        try:
            match.follow(mover, text)
        except FivefoldError as error:
            raise Refused(f"move {number}: {error}", subject=protocol.POSITION) from error
    return match


def _start(begun: NewGame, moves: Sequence[tuple[int, str]], before: SeenMatch | None) -> tuple[SeenMatch, int]:
    """Return a match to go on from, and how many of the moves it has."""
    if before is not None:
        known = list(zip(before.movers, before.history, strict=True))
        if list(moves[: len(known)]) == known:
            return before.copy(), len(known)
    return SeenMatch.begun(begun.game, begun.options, begun.seat or 0, begun.seed), 0


# --- limits ----------------------------------------------------------------------------------------------------------


class Limits(NamedTuple):
    """What a thought may spend; the least of these and of what the level may spend."""

    seconds: float = math.inf
    nodes: int | None = None
    depth: int | None = None
    level: int | None = None
    endless: bool = False
    """Whether it goes on until it is stopped, whatever the level may spend."""


def limits(words: Sequence[str]) -> Limits:
    """Return what a ``go`` line says."""
    found, left = Limits(), list(reversed(words))
    while left:
        word = left.pop()
        if word == "infinite":
            found = found._replace(endless=True)
        elif word == "time":
            found = found._replace(seconds=number(left.pop() if left else "", "go time", 1) / 1000)
        elif word in {"nodes", "depth", "level"}:
            limit = number(left.pop() if left else "", f"go {word}", 1)
            found = Limits._make(limit if name == word else each for name, each in found._asdict().items())
        else:
            remedy = "write go, and behind it time MILLISECONDS, nodes N, depth N, level N or infinite"
            raise Refused(f"{word[:40]!r} is no limit", subject=protocol.GO, remedy=remedy)
    if found.level is not None and found.level not in LEVELS:
        raise Refused(f"{found.level} is no level", subject="go level", remedy=f"the levels are 1 to {LEVELS[-1]}")
    return found

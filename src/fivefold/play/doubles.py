"""Double matches: the same deal once more, begun by the other side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fivefold.play import chance
from fivefold.play.contract import CHANCE
from fivefold.play.errors import InvalidOption

if TYPE_CHECKING:
    from fivefold.play.match import Match


def second_game(first: Match) -> Match:
    """Return what ``Match.twin`` does."""
    game = first.game
    if not game.doubles:
        raise InvalidOption(f"double: {game.name} is not played as a double match")
    values, names, source = first.options.copy(), first.seats, first.source
    if "first" in values:
        values["first"] = str(1 - int(values["first"]))
    else:
        names = names[::-1]
        source = chance.mixed(source, [chance.Nonce(len(names) - 1 - seat, text) for seat, text in source.nonces])
    script = first.script if isinstance(source, chance.Fair | chance.Seeded) else chance_so_far(first)
    second = type(first).__new__(type(first))
    second._begin(game, values, source, script, first.clock)
    second.seats = names
    second._settle()
    return second


def chance_so_far(match: Match) -> tuple[str, ...]:
    """Return the texts of a match's chance moves."""
    return tuple(text for text, mover in zip(match.history, match.movers, strict=True) if mover == CHANCE)

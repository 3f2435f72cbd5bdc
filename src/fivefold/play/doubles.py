"""Double matches: the same deal once more, begun by the other side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fivefold.contract import CHANCE
from fivefold.contract.errors import InvalidOption
from fivefold.play import chance

if TYPE_CHECKING:
    from fivefold.play.match import Match


def second_game(first: Match) -> Match:
    """Return what ``Match.twin`` does."""
    game = first.game
    if not game.traits.doubles:
        raise InvalidOption(f"double: {game.name} is not played as a double match")
    values, names, source = first.options.copy(), first.seats, first.source
    option = game.setup.starting_option
    if option is not None:
        values[option.name] = str(1 - int(values[option.name]))
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

"""Who takes part in a tournament: players with labels that tell them apart in its tables."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab.players import callables
from fivefold.lab.players.known import canonical_name, title

LABELLED: Final = re.compile(r"([^\s=:/][^=:/]{0,39})=(.+)", re.DOTALL)
"""``new=./engine --fast``."""
LONGEST_LABEL: Final = 40


class Entrant(NamedTuple):
    """A player that takes part."""

    label: str
    """What tables call it: no two are alike."""
    name: str
    """Canonical, see ``players.known``."""


def entrants(game: Game, written: Sequence[str]) -> tuple[Entrant, ...]:
    """Return the players that are written as ``NAME`` or ``LABEL=NAME``. Raises ``InvalidOption``."""
    found = []
    for text in written:
        labelled = LABELLED.fullmatch(text.strip())
        label, name = (labelled[1].strip(), labelled[2]) if labelled else ("", text)
        canonical = canonical_name(game, name)
        found.append(Entrant(label or short(title(game, canonical)), canonical))
    return _told_apart(found)


def entrants_given(game: Game, players: Sequence[object] | Mapping[str, object]) -> tuple[Entrant, ...]:
    """Return players given in Python: names, levels, functions or classes, perhaps by their labels."""
    if isinstance(players, Mapping):
        named = [Entrant(str(label), canonical_name(game, _name(player))) for label, player in players.items()]
        return _told_apart(named)
    return entrants(game, [_name(player) for player in players])


def _name(player: Any) -> str:
    return callables.given(player) if isinstance(player, Callable) else str(player)  # type: ignore[arg-type]


def short(text: str) -> str:
    """Return a label of bounded length: the end of a long command tells more than its beginning."""
    return text if len(text) <= LONGEST_LABEL else f"…{text[1 - LONGEST_LABEL :]}"


def _told_apart(found: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Return the players, if there are two at least and their labels differ. Raises ``InvalidOption``."""
    if len(found) < 2:
        raise InvalidOption("a tournament takes two players at least", remedy="name another")
    for number, each in enumerate(found):
        if each.label in {other.label for other in found[:number]}:
            reason = f"{each.label} takes part twice"
            raise InvalidOption(reason, remedy="give each its own label: first=3 second=3")
    return tuple(found)

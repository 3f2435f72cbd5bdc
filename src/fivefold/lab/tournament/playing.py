"""Any tournament, played: of players who meet, or of players each of whom plays alone."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from fivefold.contract.errors import InvalidOption
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.running.places import Place
from fivefold.lab.tournament.entrants import Entrant
from fivefold.lab.tournament.meetings import Terms
from fivefold.lab.tournament.packs import PackTournament, played_packs
from fivefold.lab.tournament.sequential import Test
from fivefold.lab.tournament.tournament import Tournament, played


@contextmanager
def tournament(
    kind: str,
    terms: Terms,
    configuration: Configuration,
    players: Sequence[Entrant],
    pairs: int,
    place: Place,
    anchor: int | None = None,
    test: Test | None = None,
) -> Iterator[Tournament | PackTournament]:
    """Play a tournament of ``kind`` and provide it; its games are kept until the block ends.

    Raises ``Stopped``, ``InvalidOption``.
    """
    if configuration.seats == 1:
        with played_packs(kind, terms, configuration, players, pairs, place) as alone:
            yield alone
        return
    with played(kind, terms, configuration, players, pairs, place, anchor=anchor, test=test) as together:
        yield together


def anchor_of(players: Sequence[Entrant], label: str | None) -> int | None:
    """Return the number of the player with this label; ``None`` without one. Raises ``InvalidOption``."""
    if label is None:
        return None
    for number, each in enumerate(players):
        if label in (each.label, each.name):
            return number
    raise InvalidOption(f"--anchor {label}: takes one of {', '.join(each.label for each in players)}")

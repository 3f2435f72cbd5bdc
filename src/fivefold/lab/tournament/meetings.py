"""The games of a tournament: who meets whom, how often, and what came of each pair of games."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from fivefold.contract import Game
from fivefold.lab.measuring.pairing import (
    Matchup,
    Pair,
    Played,
    Task,
    derived_seed,
    pair_of,
    played_game,
    played_pair,
    seats_of_a,
    tasks,
)
from fivefold.lab.measuring.statistics import percent
from fivefold.lab.players.known import MOVE_SECONDS, digest
from fivefold.lab.running.job import Coding, Figure, Job
from fivefold.lab.tournament.entrants import Entrant

ROUND_ROBIN, GAUNTLET, LADDER, SPRT = "round-robin", "gauntlet", "ladder", "sprt"
KINDS: Final = (ROUND_ROBIN, GAUNTLET, LADDER, SPRT)


class Terms(NamedTuple):
    """What all games of a tournament have in common."""

    game: str
    """Its key in the catalogue."""
    options: tuple[tuple[str, str], ...] = ()
    scale: float = 1.0
    """Factor on the thinking time and nodes of levels and searches."""
    seed: int = 1
    seconds: float = MOVE_SECONDS
    """What functions and programs have for a move."""
    records: bool = False
    """Whether the records of the games are kept."""


class Meeting(NamedTuple):
    """One pair of games to play, between two players by their numbers in the list."""

    a: int
    b: int
    labels: tuple[str, str]
    task: Task


class LostGame(NamedTuple):
    """A game that a player lost by what it did wrong."""

    half: int
    """Which game of the pair, 0 or 1."""
    by_a: bool
    offence: str
    """One of ``Offence``."""
    detail: str


class Met(NamedTuple):
    """A pair of games that was played."""

    a: int
    b: int
    pair: Pair
    """From the side of ``a``."""
    lost: tuple[LostGame, ...] = ()
    records: tuple[str, ...] = ()
    """The records of both games, if they are kept."""


def pairings(kind: str, count: int) -> list[tuple[int, int]]:
    """Return who meets whom among so many players: each each, the first all others, or each the next."""
    if kind == ROUND_ROBIN:
        return [(a, b) for a in range(count) for b in range(a + 1, count)]
    if kind == LADDER:
        return [(a, a + 1) for a in range(count - 1)]
    return [(0, b) for b in range(1, count)]


def meetings(terms: Terms, kind: str, players: Sequence[Entrant], pairs: int) -> list[Meeting]:
    """Return the pairs to play: the first of every meeting, then the second of every meeting, and so on."""
    columns = [islice(_of_two(terms, kind, players, a, b), pairs) for a, b in pairings(kind, len(players))]
    return list(chain.from_iterable(zip(*columns, strict=True)))


def _of_two(terms: Terms, kind: str, players: Sequence[Entrant], a: int, b: int) -> Iterator[Meeting]:
    """Yield pairs of two players without an end; a test of two has the pairs that ``fivefold match`` plays."""
    seed = terms.seed if kind == SPRT else derived_seed(terms.seed, a, b)
    matchup = Matchup(terms.game, players[a].name, players[b].name, terms.options, terms.scale, seed)
    for task in tasks(matchup, MOST_PAIRS):
        yield Meeting(a, b, (players[a].label, players[b].label), task)


MOST_PAIRS: Final = 1_000_000
"""No meeting has more."""


def job(
    game: Game, terms: Terms, players: Sequence[Entrant], listed: Sequence[Meeting], title: str
) -> Job[Meeting, Met, list[Met]]:
    """Return the job of playing these pairs."""
    spent = [digest(game, each.name) for each in players]
    return Job(
        title=title,
        unit="pairs",
        terms=repr((terms, players, spent)),
        tasks=listed,
        function=partial(play, terms.seconds, terms.records),
        reduce=list,
        coding=Coding(list, met_of),
        figure=Figure(lambda met: met.pair.score, percent) if len(players) == 2 else None,
    )


def play(seconds: float, records: bool, meeting: Meeting) -> Met:
    """Play a pair of games."""
    first, second = (played_game(meeting.task, half, seconds) for half in (0, 1))
    lost = tuple(_lost(played, half) for half, played in enumerate((first, second)) if played.lost is not None)
    texts = tuple(_record(meeting, played, half) for half, played in enumerate((first, second))) if records else ()
    return Met(meeting.a, meeting.b, played_pair(meeting.task, (first, second)), lost, texts)


def _lost(played: Played, half: int) -> LostGame:
    assert played.lost is not None  # noqa: S101  the caller has looked
    by_a = played.lost.seat in seats_of_a(played.match, half)
    return LostGame(half, by_a, str(played.lost.offence), played.lost.detail)


def _record(meeting: Meeting, played: Played, half: int) -> str:
    mine, (a, b) = seats_of_a(played.match, half), (printable(label) for label in meeting.labels)
    played.match.seats = tuple(a if seat in mine else b for seat in range(len(played.match.seats)))
    return played.match.to_record()


def printable(label: str) -> str:
    """Return a label that can stand in a record."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in label).split()) or "player"


def met_of(data: Sequence[Any]) -> Met:
    """Return the pair of games that JSON has made a list of."""
    a, b, pair, lost, records = data
    return Met(a, b, pair_of(pair), tuple(LostGame(*each) for each in lost), tuple(records))

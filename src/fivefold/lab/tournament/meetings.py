"""The games of a tournament: who takes part, who meets whom, how often, and what came of each pair of games."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab.estimates import percent
from fivefold.lab.jobs import Figure, Job, ResultCoding
from fivefold.lab.matches import (
    Matchup,
    Pair,
    PairTask,
    PlayedGame,
    derived_seed,
    pair_of,
    pair_tasks,
    played_game,
    played_pair,
    seats_of_a,
)
from fivefold.lab.players import functions
from fivefold.lab.players.registry import MOVE_SECONDS, canonical_name, digest, title

LABELLED: Final = re.compile(r"([^\s=:/][^=:/]{0,39})=(.+)", re.DOTALL)
"""``new=./engine --fast``."""
LONGEST_LABEL: Final = 40


class TournamentPlayer(NamedTuple):
    """A player that takes part."""

    label: str
    """What tables call it: no two are alike."""
    name: str
    """Canonical, see ``players.known``."""


def entrants(game: Game, written: Sequence[str]) -> tuple[TournamentPlayer, ...]:
    """Return the players that are written as ``NAME`` or ``LABEL=NAME``. Raises ``InvalidOption``."""
    found = []
    for text in written:
        labelled = LABELLED.fullmatch(text.strip())
        label, name = (labelled[1].strip(), labelled[2]) if labelled else ("", text)
        canonical = canonical_name(game, name)
        found.append(TournamentPlayer(label or _short(title(game, canonical)), canonical))
    return _told_apart(found)


def entrants_given(game: Game, players: Sequence[object] | Mapping[str, object]) -> tuple[TournamentPlayer, ...]:
    """Return players given in Python: names, levels, functions or classes, perhaps by their labels."""
    if isinstance(players, Mapping):
        named = [TournamentPlayer(str(label), canonical_name(game, _name(player))) for label, player in players.items()]
        return _told_apart(named)
    return entrants(game, [_name(player) for player in players])


def _name(player: Any) -> str:
    return functions.given(player) if isinstance(player, Callable) else str(player)  # type: ignore[arg-type]


def _short(text: str) -> str:
    """Return a label of bounded length: the end of a long command tells more than its beginning."""
    return text if len(text) <= LONGEST_LABEL else f"…{text[1 - LONGEST_LABEL :]}"


def _told_apart(found: Sequence[TournamentPlayer]) -> tuple[TournamentPlayer, ...]:
    """Return the players, if there are two at least and their labels differ. Raises ``InvalidOption``."""
    if len(found) < 2:
        raise InvalidOption("a tournament takes two players at least", remedy="name another")
    for number, each in enumerate(found):
        if each.label in {other.label for other in found[:number]}:
            reason = f"{each.label} takes part twice"
            raise InvalidOption(reason, remedy="give each its own label: first=3 second=3")
    return tuple(found)


ROUND_ROBIN, GAUNTLET, LADDER, SPRT = "round-robin", "gauntlet", "ladder", "sprt"
KINDS: Final = (ROUND_ROBIN, GAUNTLET, LADDER, SPRT)


class TournamentTerms(NamedTuple):
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
    task: PairTask


class LostGame(NamedTuple):
    """A game that a player lost by what it did wrong."""

    half: int
    """Which game of the pair, 0 or 1."""
    by_a: bool
    offence: str
    """One of ``Offence``."""
    detail: str


class PlayedMeeting(NamedTuple):
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


def meetings(terms: TournamentTerms, kind: str, players: Sequence[TournamentPlayer], pairs: int) -> list[Meeting]:
    """Return the pairs to play: the first of every meeting, then the second of every meeting, and so on."""
    columns = [islice(_of_two(terms, kind, players, a, b), pairs) for a, b in pairings(kind, len(players))]
    return list(chain.from_iterable(zip(*columns, strict=True)))


def _of_two(
    terms: TournamentTerms, kind: str, players: Sequence[TournamentPlayer], a: int, b: int
) -> Iterator[Meeting]:
    """Yield pairs of two players without an end; a test of two has the pairs that ``fivefold match`` plays."""
    seed = terms.seed if kind == SPRT else derived_seed(terms.seed, a, b)
    matchup = Matchup(terms.game, players[a].name, players[b].name, terms.options, terms.scale, seed)
    for task in pair_tasks(matchup, MOST_PAIRS):
        yield Meeting(a, b, (players[a].label, players[b].label), task)


MOST_PAIRS: Final = 1_000_000
"""No meeting has more."""


def job(
    game: Game, terms: TournamentTerms, players: Sequence[TournamentPlayer], listed: Sequence[Meeting], title: str
) -> Job[Meeting, PlayedMeeting, list[PlayedMeeting]]:
    """Return the job of playing these pairs."""
    spent = [digest(game, each.name) for each in players]
    return Job(
        title=title,
        unit="pairs",
        terms=repr((terms, players, spent)),
        tasks=listed,
        function=partial(_play, terms.seconds, terms.records),
        reduce=list,
        coding=ResultCoding(list, met_of),
        figure=Figure(lambda met: met.pair.score, percent) if len(players) == 2 else None,
    )


def _play(seconds: float, records: bool, meeting: Meeting) -> PlayedMeeting:
    first, second = (played_game(meeting.task, half, seconds) for half in (0, 1))
    lost = tuple(_lost(played, half) for half, played in enumerate((first, second)) if played.lost is not None)
    texts = tuple(_record(meeting, played, half) for half, played in enumerate((first, second))) if records else ()
    return PlayedMeeting(meeting.a, meeting.b, played_pair(meeting.task, (first, second)), lost, texts)


def _lost(played: PlayedGame, half: int) -> LostGame:
    assert played.lost is not None  # noqa: S101  the caller has looked
    by_a = played.lost.seat in seats_of_a(played.match, half)
    return LostGame(half, by_a, str(played.lost.offence), played.lost.detail)


def _record(meeting: Meeting, played: PlayedGame, half: int) -> str:
    mine, (a, b) = seats_of_a(played.match, half), (printable(label) for label in meeting.labels)
    played.match.seats = tuple(a if seat in mine else b for seat in range(len(played.match.seats)))
    return played.match.to_record()


def printable(label: str) -> str:
    """Return a label that can stand in a record."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in label).split()) or "player"


def met_of(data: Sequence[Any]) -> PlayedMeeting:
    """Return the pair of games that JSON has made a list of."""
    a, b, pair, lost, records = data
    return PlayedMeeting(a, b, pair_of(pair), tuple(LostGame(*each) for each in lost), tuple(records))

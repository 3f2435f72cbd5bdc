"""Tournaments of players: who is how strong, and how surely that is known: ``fivefold tournament``, and from Python.

>>> from fivefold.lab.tournament import round_robin
>>> def first_move(match):
...     return match.legal_moves()[0]
>>> table = round_robin("pokeros", [first_move, "greedy"], pairs=2)
>>> table.standings[0].label
'greedy'
"""

import argparse
import json
import math
import re
import shlex
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypedDict, Unpack

from fivefold.command import FINE, Command, at_least_one
from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab.arguments import add_declared
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.estimates import (
    EloLead,
    EloRating,
    EloRatings,
    Mean,
    Scores,
    SprtCourse,
    SprtWatch,
    Test,
    average,
    elo_text,
    estimate,
    interval_text,
    mean,
    mean_interval,
    needs_scipy,
    paired_difference,
    percent,
    rated,
    sprt_course,
)
from fivefold.lab.jobs import Figure, Job, JobPlace, Processes, ResultCoding, finished, place_of
from fivefold.lab.matches import (
    Effort,
    Matchup,
    Pair,
    PairTask,
    Scored,
    Series,
    derived_seed,
    pair_of,
    pair_tasks,
    played_game,
    played_pair,
    seats_of_a,
    series_job,
    total_effort,
)
from fivefold.lab.players import functions, programs
from fivefold.lab.players.registry import MOVE_SECONDS, canonical_name, digest, prepare, title
from fivefold.lab.provenance import check_places
from fivefold.lab.report import (
    FAINT,
    INK,
    LINE,
    NO_PLOT,
    TEMPLATES,
    aligned,
    can_draw,
    drawing,
    html_report,
    page,
    plain,
    say,
    table,
    this_machine,
    written,
)
from fivefold.parts.words import counted
from fivefold.play.catalogue import find

# --- who meets whom, and what came of it -----------------------------------------------------------------------------

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
        found.append(TournamentPlayer(label or _shortened(title(game, canonical)), canonical))
    return _told_apart(found)


def entrants_given(game: Game, players: Sequence[object] | Mapping[str, object]) -> tuple[TournamentPlayer, ...]:
    """Return players given in Python: names, levels, functions or classes, perhaps by their labels."""
    if isinstance(players, Mapping):
        named = [TournamentPlayer(str(label), canonical_name(game, _name(player))) for label, player in players.items()]
        return _told_apart(named)
    return entrants(game, [_name(player) for player in players])


def _name(player: Any) -> str:
    return functions.given(player) if isinstance(player, Callable) else str(player)  # type: ignore[arg-type]


def _shortened(text: str) -> str:
    # The end of a long command tells more than its beginning.
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
    games, lost, texts = [], list[LostGame](), list[str]()
    for half in (0, 1):
        played = played_game(meeting.task, half, seconds)
        mine = seats_of_a(played.match, half)
        games.append(played)
        if played.lost is not None:
            by_a = played.lost.seat in mine
            lost.append(LostGame(half, by_a, str(played.lost.offence), played.lost.detail))
        if records:
            a, b = (printable(label) for label in meeting.labels)
            played.match.seats = tuple(a if seat in mine else b for seat in range(len(played.match.seats)))
            texts.append(played.match.to_record())
    pair = played_pair(meeting.task, (games[0], games[1]))
    return PlayedMeeting(meeting.a, meeting.b, pair, tuple(lost), tuple(texts))


def printable(label: str) -> str:
    """Return a label that can stand in a record."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in label).split()) or "player"


def met_of(data: Sequence[Any]) -> PlayedMeeting:
    """Return the pair of games that JSON has made a list of."""
    a, b, pair, lost, records = data
    return PlayedMeeting(a, b, pair_of(pair), tuple(LostGame(*each) for each in lost), tuple(records))


# --- how everybody did -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TournamentEvent:
    """A tournament that is over."""

    kind: str
    """One of ``meetings.KINDS``."""
    terms: TournamentTerms
    configuration: Configuration
    players: tuple[TournamentPlayer, ...]
    pairs: int
    """How many pairs of games each two who meet were to play, in a test at most; where one plays alone, how many packs
    there were."""
    machine: str = field(default_factory=this_machine)

    @property
    def game(self) -> Game:
        """What was played."""
        return find(self.terms.game)

    @property
    def heading(self) -> str:
        """What was played, in words."""
        return self.configuration.heading(self.game)


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """How one player did."""

    number: int
    """In the list of players, from 0."""
    label: str
    rating: EloRating
    pairs: int
    won: int
    drawn: int
    lost: int
    """Games."""
    score: float
    """The mean of its pairs, 0 to 1."""
    margin: float
    """Its lead in points, a game."""
    effort: Effort
    mistakes: int
    """Games lost by what it did wrong."""


@dataclass(frozen=True, kw_only=True)
class PlayedTournament(TournamentEvent):
    """A tournament of meetings that is over."""

    met: tuple[PlayedMeeting, ...]
    """The pairs of games, in the order of the meetings."""
    anchor: int | None = None
    """The player whose Elo is 0; without one the mean of all is."""
    test: Test | None = None
    """What a test asked."""

    @cached_property
    def course(self) -> SprtCourse | None:
        """How a test went."""
        return None if self.test is None else sprt_course(self.test, (each.pair.score for each in self.met))

    @cached_property
    def scores(self) -> Scores:
        """The scores of pairs, by who met."""
        found: dict[tuple[int, int], list[float]] = {}
        for each in self.met:
            found.setdefault((each.a, each.b), []).append(each.pair.score)
        return found

    @cached_property
    def ratings(self) -> EloRatings:
        """The Elo of all players."""
        return rated(len(self.players), self.scores, self.anchor)

    @cached_property
    def ranked(self) -> tuple[PlayerStanding, ...]:
        """All players, the strongest first."""
        listed = [self._standing(number) for number in range(len(self.players))]
        return tuple(sorted(listed, key=lambda each: -each.rating.elo))

    def _standing(self, number: int) -> PlayerStanding:
        met = [each for each in self.met if number in (each.a, each.b)]
        games = [(each.a == number, game) for each in met for game in each.pair.games]
        results = [game.share if as_a else 1 - game.share for as_a, game in games]
        return PlayerStanding(
            number=number,
            label=self.players[number].label,
            rating=self.ratings.players[number],
            pairs=len(met),
            won=sum(share > 0.5 for share in results),
            drawn=sum(share == 0.5 for share in results),
            lost=sum(share < 0.5 for share in results),
            score=mean(each.pair.score if each.a == number else 1 - each.pair.score for each in met),
            margin=mean((game.points_a - game.points_b) * (1 if as_a else -1) for as_a, game in games),
            effort=total_effort(game.effort_a if as_a else game.effort_b for as_a, game in games),
            mistakes=sum(lost.by_a == (each.a == number) for each in met for lost in each.lost),
        )

    def between(self, number: int, rival: int) -> float | None:
        """Return the mean score of one player's pairs against another; ``None`` where they have not met."""
        if (number, rival) in self.scores:
            return mean(self.scores[number, rival])
        if (rival, number) in self.scores:
            return 1 - mean(self.scores[rival, number])
        return None

    def lead(self, each: PlayerStanding, rival: PlayerStanding) -> EloLead:
        """Return how far one player is ahead of another, by all games of the tournament."""
        return self.ratings.lead(each.number, rival.number)

    @property
    def plies(self) -> float:
        """Moves a game, chance not counted."""
        return mean(game.plies for each in self.met for game in each.pair.games)

    @property
    def first_score(self) -> float:
        """The score of the side that moves first, both games of a pair counted alike; not a number in races."""
        games = [game for each in self.met for game in each.pair.games]
        return mean(game.share if game.first else 1 - game.share for game in games) if games else math.nan

    @property
    def mistakes(self) -> list[tuple[PlayedMeeting, LostGame]]:
        """The games that were lost by what a player did wrong, with the pairs they belong to."""
        return [(each, lost) for each in self.met for lost in each.lost]


@dataclass(frozen=True, slots=True)
class PackStanding:
    """How one player did that played alone."""

    label: str
    points: Mean
    """A game."""
    behind: Mean | None
    """By how much it made less than the best, pack by pack; ``None`` for the best."""
    effort: Effort
    games: int
    mistakes: tuple[tuple[int, str], ...]
    """Packs, by number, that it lost by what it did wrong, and what that was."""


@dataclass(frozen=True, kw_only=True)
class PackTournament(TournamentEvent):
    """A tournament where one plays alone: everybody plays the same packs of cards, and points are compared."""

    scored: tuple[tuple[Scored, ...], ...]
    """For each player its games, pack by pack."""

    @property
    def ranked(self) -> list[PackStanding]:
        """All players, the one with most points first."""
        points = [[each.points for each in games] for games in self.scored]
        order = sorted(range(len(self.players)), key=lambda number: -sum(points[number]))
        return [
            PackStanding(
                label=self.players[number].label,
                points=average([float(each) for each in points[number]]),
                behind=None if number == order[0] else paired_difference(points[order[0]], points[number]),
                effort=total_effort(each.effort for each in self.scored[number]),
                games=len(points[number]),
                mistakes=tuple((each.number, each.lost) for each in self.scored[number] if each.lost),
            )
            for number in order
        ]


# --- played ----------------------------------------------------------------------------------------------------------


@contextmanager
def tournament(
    kind: str,
    terms: TournamentTerms,
    configuration: Configuration,
    players: Sequence[TournamentPlayer],
    pairs: int,
    place: JobPlace,
    anchor: int | None = None,
    test: Test | None = None,
) -> Iterator[PlayedTournament | PackTournament]:
    """Play a tournament of ``kind`` and provide it; its games are kept until the block ends.

    Raises ``Stopped``, ``InvalidOption``.
    """
    game, alone = find(terms.game), configuration.seats == 1
    if kind == SPRT and alone:
        reason = f"with these options {game.name} is for one, and a test is for two who meet"
        raise InvalidOption(reason, subject="tournament sprt", remedy="compare them by tournament round-robin")
    if kind == SPRT and len(players) != 2:
        raise InvalidOption(f"a test takes two players, not {len(players)}", subject="tournament sprt")
    needs_scipy()
    prepare(game, [each.name for each in players])
    event: dict[str, Any] = {"kind": kind, "terms": terms, "configuration": configuration}
    event |= {"players": tuple(players), "pairs": pairs}
    watch = SprtWatch(test) if test is not None else None
    try:
        with ExitStack() as kept:
            if alone:
                packs = (finished(_packs_job(game, terms, each, pairs), place) for each in players)
                yield PackTournament(**event, scored=tuple(tuple(kept.enter_context(each)) for each in packs))
            else:
                named = job(game, terms, players, meetings(terms, kind, players, pairs), _title(game, kind, players))
                enough = finished(named, place, lambda met: watch is not None and watch.decided_by(met[-1].pair.score))
                yield PlayedTournament(**event, met=tuple(kept.enter_context(enough)), anchor=anchor, test=test)
    finally:
        programs.end_idle()


def _packs_job(
    game: Game, terms: TournamentTerms, player: TournamentPlayer, packs: int
) -> Job[int, Scored, list[Scored]]:
    series = Series(game.key, player.name, terms.options, terms.scale, terms.seed, terms.seconds)
    return replace(series_job(game, series, packs), title=f"{game.name}: {player.label}")


def _title(game: Game, kind: str, players: Sequence[TournamentPlayer]) -> str:
    if len(players) == 2:
        return f"{game.name}: {players[0].label} against {players[1].label}"
    return f"{game.name}: {kind} of {len(players)} players"


def anchor_of(players: Sequence[TournamentPlayer], label: str | None) -> int | None:
    """Return the number of the player with this label; ``None`` without one. Raises ``InvalidOption``."""
    if label is None:
        return None
    for number, each in enumerate(players):
        if label in (each.label, each.name):
            return number
    raise InvalidOption(f"--anchor {label}: takes one of {', '.join(each.label for each in players)}")


# --- the report ------------------------------------------------------------------------------------------------------

TEMPLATE: Final = "tournament.jinja"
MOST_MISTAKES: Final = 12
"""So many kinds of mistakes are told."""
REPORT, PAIRS = "report", "pairs.jsonl"
PICTURE, COURSE = "elo.svg", "course.svg"
AnyTournament: TypeAlias = PlayedTournament | PackTournament
Numbered = Sequence[tuple[str, PlayerStanding]]
TEMPLATES.filters |= {"percent": percent, "mean_interval": mean_interval}


def say_found(tournament: AnyTournament) -> str:
    """Return what a tournament found, in a plain paragraph."""
    if isinstance(tournament, PackTournament):
        return say(TEMPLATE, "packs", *tournament.ranked[:2])
    if tournament.test is not None:
        return say(TEMPLATE, "decision", tournament, _signed(tournament.test.elo0), _signed(tournament.test.elo1))
    first, second, *_ = tournament.ranked
    won_all = tournament.between(first.number, second.number) == 1
    failed = ", ".join(f"{each.label} {counted(each.mistakes, 'game')}" for each in tournament.ranked if each.mistakes)
    return say(TEMPLATE, "ranking", tournament, tournament.lead(first, second), won_all, failed)


def _signed(elo: float) -> str:
    return f"{elo:+g}" if elo else "0"


def _superiority(tournament: PlayedTournament, each: PlayerStanding, rival: PlayerStanding) -> str:
    """Return how likely one player is to be stronger than another, never as a certainty; of nobody than itself."""
    if each == rival:
        return ""
    share = tournament.lead(each, rival).superiority
    return "<0.1" if share < 0.001 else ">99.9" if share > 0.999 else f"{100 * share:.1f}"


def _seconds(spent: float) -> str:
    return f"{spent:.3f}" if spent >= 0.0005 else "0"


def _seconds_a_move(effort: Effort) -> str:
    return _seconds(effort.seconds / max(1, effort.moves))


# --- mistakes --------------------------------------------------------------------------------------------------------


class Mistake(NamedTuple):
    """What a player did wrong, and lost games or packs by."""

    who: str
    games: int
    """Or packs."""
    why: str
    """One of ``Offence``; empty where ``what`` begins with it."""
    what: str
    first: str
    """Where it happened for the first time, in words."""


def _mistakes(tournament: AnyTournament) -> list[Mistake]:
    """Return by what games or packs were lost that were not played to their end; of games the most frequent first."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    if isinstance(tournament, PackTournament):
        for each in tournament.ranked:
            for pack, what in each.mistakes:
                alike.setdefault((each.label, "", what), []).append(f"pack {pack + 1}")
        return [Mistake(who, len(packs), why, what, packs[0]) for (who, why, what), packs in alike.items()]
    for met, lost in tournament.mistakes:
        a, b = (tournament.players[number].label for number in (met.a, met.b))
        who, rival = (a, b) if lost.by_a else (b, a)
        game = f"pair {met.pair.number + 1}, game {lost.half + 1} against {rival}"
        alike.setdefault((who, lost.offence, lost.detail), []).append(game)
    found = [Mistake(who, len(games), why, what, games[0]) for (who, why, what), games in alike.items()]
    return sorted(found, key=lambda each: -each.games)


def _more_mistakes(count: int) -> str:
    more = counted(count - MOST_MISTAKES, "other kind")
    return f"And {more} of mistake; all are in pairs.jsonl." if count > MOST_MISTAKES else ""


def _mistakes_table(found: Sequence[Mistake], alone: bool) -> str:
    why, columns = (() if alone else ("why",)), ("what happened", "for the first time")
    rows = [
        (_cell(each.who), str(each.games), *(() if alone else (each.why,)), _cell(each.what), _cell(each.first))
        for each in found[:MOST_MISTAKES]
    ]
    return _numbers_right(("player", "packs" if alone else "games", *why, *columns), rows) if rows else ""


# --- the report ------------------------------------------------------------------------------------------------------


def markdown(tournament: AnyTournament, command: str = "", pictures: Container[str] = (), missing: str = "") -> str:
    """Return the report; ``command``: what plays it again; ``pictures``: those that are drawn; ``missing``: a note."""
    alone, mistakes = isinstance(tournament, PackTournament), _mistakes(tournament)
    tables = {"mistakes": _mistakes_table(mistakes, alone), "more_mistakes": _more_mistakes(len(mistakes))}
    return page(
        TEMPLATE,
        tournament=tournament,
        alone=alone,
        found=say_found(tournament),
        tables=tables | _tables(tournament),
        drawn=pictures,
        command=command,
        missing=missing,
    )


def _tables(tournament: AnyTournament) -> dict[str, str]:
    if isinstance(tournament, PackTournament):
        columns, *ranked = _pack_rows(tournament)
        return {"packs": _numbers_right(columns, [[place, _cell(label), *more] for place, label, *more in ranked])}
    if tournament.test is not None and tournament.course is not None:
        score, *rest = _test_rows(
            tournament, tournament.test, tournament.course, "{:+.2f}, between {:+.2f} and {:+.2f}"
        )
        rows = [("score of the first", score[1]), *rest]
        rows += [(f"pairs with score {score:g}", str(count)) for score, count in tournament.course.counts]
        return {"test": _numbers_right(("", ""), rows)}
    listed = [
        (place, _cell(each.label), *_elo_cells(tournament, each), f"{each.margin:+.1f}", _seconds_a_move(each.effort))
        for place, each in _numbered(tournament)
    ]
    head = ("", "player", "Elo", "95 % interval", "score", "won / drawn / lost", "margin", "s a move")
    several = len(tournament.players) > 2
    return {
        "players": _numbers_right(head, listed),
        "scored": _against_each(tournament, _scored) if several else "",
        "stronger": _against_each(tournament, _superiority) if several else "",
    }


def _numbered(tournament: PlayedTournament) -> Numbered:
    return [(str(place), each) for place, each in enumerate(tournament.ranked, start=1)]


def _elo_cells(tournament: PlayedTournament, each: PlayerStanding) -> tuple[str, ...]:
    interval = f"{round(each.rating.low):+} to {round(each.rating.high):+}"
    return (
        f"{round(each.rating.elo):+}",
        "" if each.number == tournament.anchor else interval,
        percent(each.score),
        f"{each.won} / {each.drawn} / {each.lost}",
    )


def _scored(tournament: PlayedTournament, each: PlayerStanding, rival: PlayerStanding) -> str:
    share = tournament.between(each.number, rival.number)
    return "" if share is None else f"{100 * share:.0f}"


def _against_each(
    tournament: PlayedTournament, said: Callable[[PlayedTournament, PlayerStanding, PlayerStanding], str]
) -> str:
    listed = _numbered(tournament)
    rows = [
        (place, _cell(each.label), *(said(tournament, each, rival) for _, rival in listed)) for place, each in listed
    ]
    return _numbers_right(("", "player", *(place for place, _ in listed)), rows)


def _test_rows(tournament: PlayedTournament, test: Test, course: SprtCourse, ratio: str) -> list[tuple[str, str]]:
    score = estimate([each.pair.score for each in tournament.met])
    return [
        ("score", f"{percent(score.mean)} ({interval_text(score)})"),
        ("Elo", elo_text(score)),
        ("log-likelihood ratio", ratio.format(course.ratios[-1], test.lower, test.upper)),
    ]


def _pack_rows(tournament: PackTournament) -> list[list[str]]:
    columns = ["", "player", "points a game", "95 % interval", "behind the first", "95 % interval", "s a game"]
    return [columns, *(_pack_cells(place, each) for place, each in enumerate(tournament.ranked, start=1))]


def _pack_cells(place: int, each: PackStanding) -> list[str]:
    behind = ["", ""] if each.behind is None else _mean_cells(each.behind)
    return [str(place), each.label, *_mean_cells(each.points), *behind, _seconds(each.effort.seconds / each.games)]


def _mean_cells(mean: Mean) -> list[str]:
    return [f"{mean.mean:.2f}", mean_interval(mean)]


def _numbers_right(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    align = "".join("r" if all(map(_is_number, column)) else "l" for column in zip(*rows, strict=True))
    space = "\N{NO-BREAK SPACE}"
    spaced = [[cell.replace(" ", space) if _is_number(cell) else cell for cell in row] for row in rows]
    return table(columns, spaced, align)


def _is_number(text: str) -> bool:
    return not text or text[0] in "+-<>0123456789"


def _cell(text: str) -> str:
    """Return text that may stand in a table: what a player said must not break it, or become markup."""
    plain_text = "".join(sign if sign.isprintable() else " " for sign in text)
    return "".join(f"\\{sign}" if sign in "\\|`*_<>[]#&" else sign for sign in plain_text)


# --- on a terminal ---------------------------------------------------------------------------------------------------


def screen_text(tournament: AnyTournament) -> str:
    """Return a tournament in words and tables of plain text, and why players failed."""
    unit = "pack" if isinstance(tournament, PackTournament) else "game"
    failed = [
        f"{each.who} failed in {counted(each.games, unit)}: {f'{each.why}, ' if each.why else ''}"
        f"{printable(each.what)} (first in {each.first})."
        for each in _mistakes(tournament)
    ]
    told = "\n".join(filter(None, [*failed[:MOST_MISTAKES], _more_mistakes(len(failed))]))
    return "\n\n".join(filter(None, (say_found(tournament), *_screen_tables(tournament), told)))


def _screen_tables(tournament: AnyTournament) -> list[str]:
    if isinstance(tournament, PackTournament):
        return [_lines(_pack_rows(tournament))]
    if tournament.test is not None and tournament.course is not None:
        rows = _test_rows(tournament, tournament.test, tournament.course, "{:+.2f} ({:+.2f} to {:+.2f})")
        pairs = "  ".join(f"{each:g}: {count}" for each, count in tournament.course.counts)
        return ["\n".join(aligned([*rows, ("pairs by score", pairs)], left=(0, 1)))]
    listed = _numbered(tournament)
    places, ranked = [place for place, _ in listed], tournament.ranked
    rows = [["", "player", "Elo", "95 % interval", "score", "W / D / L", "s a move", *places]]  # type: ignore[list-item]
    for place, each in listed:
        shares = (_scored(tournament, each, rival) or "." for rival in ranked)
        cells = (place, each.label, *_elo_cells(tournament, each), _seconds_a_move(each.effort), *shares)
        rows.append(list(cells))  # type: ignore[arg-type]
    tables = [_lines(rows)]
    if len(tournament.players) > 2:
        likely = [
            [place, each.label, *(_superiority(tournament, each, rival) or "." for rival in ranked)]
            for place, each in listed
        ]
        tables += [f"{say(TEMPLATE, 'superiority')}\n{_lines([['', 'player', *places], *likely])}"]
    return tables


def _lines(rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(aligned(list(rows), left=(1,)))


# --- plots -----------------------------------------------------------------------------------------------------------


def drawn(tournament: AnyTournament) -> dict[str, str]:
    """Return the plots of a tournament by file name; none without matplotlib."""
    if isinstance(tournament, PackTournament) or missing_plot(tournament):
        return {}
    if tournament.test is not None and tournament.course is not None:
        return {COURSE: _drawn_course(tournament.test, tournament.course, say(TEMPLATE, "heading", tournament))}
    return {PICTURE: _drawn_elo(tournament, f"{tournament.heading}: Elo")}


def missing_plot(tournament: AnyTournament) -> str:
    """Return what to say where a plot is left out; empty where it is drawn, or there is none to draw."""
    return "" if isinstance(tournament, PackTournament) or can_draw() else NO_PLOT


def _drawn_elo(tournament: PlayedTournament, title: str) -> str:
    ranked = tournament.ranked
    with drawing(1.2 + 0.45 * len(ranked)) as (figure, saved):
        axes, places = figure.add_subplot(), range(len(ranked) - 1, -1, -1)
        ratings = [each.rating for each in ranked]
        elos = [each.elo for each in ratings]
        errors = [[each.elo - each.low for each in ratings], [each.high - each.elo for each in ratings]]
        axes.errorbar(elos, places, xerr=errors, fmt="o", color=LINE, markersize=7, capsize=4, linewidth=1.5)
        for place, elo in zip(places, elos, strict=True):
            axes.annotate(f"{round(elo):+}", (elo, place), (0, 8), textcoords="offset points", color=INK, ha="center")
        axes.set_yticks(list(places), [each.label for each in ranked])
        axes.set_ylim(-0.6, len(ranked) - 0.3)
        axes.axvline(0, color=FAINT, linewidth=1.2)
        plain(axes, "x", title, "Elo")
        return saved()


def _drawn_course(test: Test, course: SprtCourse, title: str) -> str:
    with drawing(3.6) as (figure, saved):
        axes = figure.add_subplot()
        axes.plot(range(1, len(course.ratios) + 1), course.ratios, color=LINE, linewidth=1.8)
        for bound, elo in ((test.upper, test.elo1), (test.lower, test.elo0)):
            axes.axhline(bound, color=INK, linewidth=1.2, linestyle="--")
            at, said = ("axes fraction", "data"), f"{_signed(elo)} Elo accepted"
            axes.annotate(said, (0.0, bound), (4, 4), xycoords=at, textcoords="offset points", color=INK)
        axes.axhline(0, color=FAINT, linewidth=1.0)
        axes.margins(y=0.15)
        plain(axes, title=title, across="pairs of games", up="log-likelihood ratio")
        return saved()


# --- files -----------------------------------------------------------------------------------------------------------


def write(tournament: AnyTournament, folder: Path, command: str = "") -> list[Path]:
    """Write the report as Markdown and as one HTML file, plots, and a line of JSON for each pair; return the files."""
    pictures = drawn(tournament)
    text = markdown(tournament, command, pictures, missing_plot(tournament))
    pairs = "".join(f"{json.dumps(line)}\n" for line in lines(tournament))
    report = {f"{REPORT}.html": html_report(text, pictures), f"{REPORT}.md": text}
    return written(folder, {**report, **pictures, PAIRS: pairs})


def lines(tournament: AnyTournament) -> list[dict[str, object]]:
    """Return what is known of each pair of games, or of each pack and player, as JSON can hold it."""
    if isinstance(tournament, PackTournament):
        return [
            {"player": each.label, "pack": scored.number + 1, "points": scored.points, "lost": scored.lost}
            for each, games in zip(tournament.players, tournament.scored, strict=True)
            for scored in games
        ]
    return [_line(tournament, met) for met in tournament.met]


def _line(tournament: PlayedTournament, met: PlayedMeeting) -> dict[str, object]:
    games = [
        {"share": game.share, "points": [game.points_a, game.points_b], "first": game.first, "plies": game.plies}
        for game in met.pair.games
    ]
    lost = [{"game": each.half + 1, "by_a": each.by_a, "why": each.offence, "what": each.detail} for each in met.lost]
    a, b = (tournament.players[number].label for number in (met.a, met.b))
    return {"a": a, "b": b, "pair": met.pair.number + 1, "score": met.pair.score, "games": games, "lost": lost}


def write_records(tournament: PlayedTournament, folder: Path) -> int:
    """Write the records of all games, a file each; return how many. ``fivefold verify`` can look at them."""
    return len(
        written(
            folder,
            {
                f"{met.a + 1:02}-{met.b + 1:02}-{met.pair.number + 1:05}-{half}.txt": text
                for met in tournament.met
                for half, text in enumerate(met.records, start=1)
            },
        )
    )


# --- from Python -----------------------------------------------------------------------------------------------------

__all__ = ["Test", "TournamentResult", "gauntlet", "ladder", "round_robin", "sprt"]

Players = Sequence[Any] | Mapping[str, Any]
"""Levels, names, functions and classes, in a list or by the labels that tables call them."""


class How(TypedDict, total=False):
    """What all kinds of tournaments take."""

    pairs: int
    """Pairs of games for each two who meet (20); where one plays alone packs (20); in a test at most (1,000)."""
    options: Mapping[str, str]
    """The game's options."""
    preset: str
    """A well-known set of options."""
    seed: int
    """Fixes deals, openings and random choices (1)."""
    scale: float
    """Factor on the time and nodes of the house's own opponents (1)."""
    seconds: float
    """What functions and programs have for a move (10)."""
    jobs: int
    """How many processes play (1); functions that only this process knows play in it."""
    place: JobPlace
    """Where it is played instead, such as a cluster."""
    anchor: str
    """The label of the player whose Elo is 0; else the mean of all is."""
    records: bool
    """Whether the records of the games are kept."""


class SvgPicture(str):
    """A plot as SVG, which a notebook shows."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class TournamentResult:
    """A tournament that was played: it shows itself as text, and in a notebook as tables."""

    def __init__(self, tournament: PlayedTournament | PackTournament) -> None:
        self.tournament = tournament

    def __str__(self) -> str:
        return screen_text(self.tournament)

    def _repr_markdown_(self) -> str:
        return markdown(self.tournament)

    @property
    def standings(self) -> Sequence[PlayerStanding]:
        """How the players did, the strongest first. Raises ``InvalidOption`` where they played alone."""
        return self._met.ranked

    @property
    def course(self) -> SprtCourse | None:
        """How a test went; ``None`` for other tournaments."""
        return self._met.course

    @property
    def lines(self) -> list[dict[str, object]]:
        """A row for each pair of games, or each pack and player, as a data frame takes them."""
        return lines(self.tournament)

    @property
    def picture(self) -> SvgPicture | None:
        """The plot of the report; ``None`` where there is none, or no matplotlib."""
        return next(map(SvgPicture, drawn(self.tournament).values()), None)

    def save(self, folder: str | Path) -> list[Path]:
        """Write the report and its plots to a folder; return the files."""
        return write(self.tournament, Path(folder))

    @property
    def _met(self) -> PlayedTournament:
        if isinstance(self.tournament, PackTournament):
            raise InvalidOption("these players did not meet: each played alone", remedy="see lines")
        return self.tournament


def round_robin(game: str, players: Players, **how: Unpack[How]) -> TournamentResult:
    """Let everybody meet everybody."""
    return _played(ROUND_ROBIN, game, players, how)


def gauntlet(game: str, players: Players, **how: Unpack[How]) -> TournamentResult:
    """Let the first meet all others."""
    return _played(GAUNTLET, game, players, how)


def ladder(game: str, players: Players, **how: Unpack[How]) -> TournamentResult:
    """Let each meet the next."""
    return _played(LADDER, game, players, how)


def sprt(game: str, players: Players, test: Test | None = None, **how: Unpack[How]) -> TournamentResult:
    """Let two meet until it is clear whether the first is stronger."""
    return _played(SPRT, game, players, {"pairs": 1000, **how}, test or Test())


def _played(kind: str, key: str, players: Players, how: How, test: Test | None = None) -> TournamentResult:
    game = find(key)
    found = entrants_given(game, players)
    configuration = configuration_of(game, how.get("preset"), how.get("options", {}))
    terms = TournamentTerms(
        game.key,
        configuration.options,
        how.get("scale", 1.0),
        how.get("seed", 1),
        how.get("seconds", MOVE_SECONDS),
        how.get("records", False),
    )
    place = how.get("place", Processes(how.get("jobs", 1)))
    _check_place(found, place)
    anchor = anchor_of(found, how.get("anchor"))
    with tournament(kind, terms, configuration, found, how.get("pairs", 20), place, anchor, test) as over:
        return TournamentResult(over)


def _check_place(players: Sequence[TournamentPlayer], place: JobPlace) -> None:
    """Raise ``InvalidOption`` where a function would have to be known in another process."""
    here = [each.label for each in players if each.name.startswith(functions.HERE)]
    if here and place != Processes(1):
        reason = f"{here[0]} is known to this process alone, as what a notebook or a lambda defines is"
        raise InvalidOption(reason, remedy="put it into a module of its own, or let jobs be 1")


# --- the command -----------------------------------------------------------------------------------------------------

SUMMARIES: Final = {
    ROUND_ROBIN: "let everybody meet everybody",
    GAUNTLET: "let the first player meet all others",
    LADDER: "let each player meet the next",
    SPRT: "let two meet until it is clear whether the first is stronger",
}


def run(options: argparse.Namespace) -> int:
    """Play the tournament that the command line asks for, print it, and write what is wanted."""
    game = find(options.game)
    configuration = configuration_of(game, options.preset, options.option)
    players = entrants(game, options.players)
    pairs = at_least_one("pairs", options.pairs)
    if pairs > MOST_PAIRS:
        raise InvalidOption(f"--pairs {pairs}: takes {MOST_PAIRS:,} at most")
    keeps = options.records is not None and configuration.seats > 1
    terms = TournamentTerms(game.key, configuration.options, options.scale, options.seed, options.move_time, keeps)
    test = None
    if options.kind == SPRT:
        test = Test(options.elo0, options.elo1, options.alpha, options.beta)
    anchor = anchor_of(players, options.anchor)
    check_places(game.key, [options.out, options.records])
    with tournament(options.kind, terms, configuration, players, pairs, place_of(options), anchor, test) as over:
        print(screen_text(over))
        if options.out is not None:
            files = write(over, options.out, _command_text(options, configuration))
            print(f"\nWritten: {', '.join(map(str, files))}. {missing_plot(over)}".rstrip())
        if options.records is not None and not isinstance(over, PackTournament):
            print(f"Records: {write_records(over, options.records)} in {options.records}")
    return FINE


def _command_text(options: argparse.Namespace, configuration: Configuration) -> str:
    words: list[str] = ["fivefold", "tournament", options.kind, options.game, *options.players]
    words += ["--pairs", str(options.pairs), "--seed", str(options.seed), "--scale", f"{options.scale:g}"]
    if options.move_time != MOVE_SECONDS:
        words += ["--move-time", f"{options.move_time:g}"]
    if options.anchor is not None:
        words += ["--anchor", options.anchor]
    if options.kind == SPRT:
        for name in ("elo0", "elo1", "alpha", "beta"):
            words += [f"--{name}", f"{getattr(options, name):g}"]
    return " ".join(part for part in (shlex.join(words), configuration.arguments) if part)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the kinds of tournaments, each with what it takes."""
    kinds = parser.add_subparsers(title="kinds", metavar="KIND", required=True, dest="kind")
    for kind, summary in SUMMARIES.items():
        added = kinds.add_parser(
            kind, help=summary, description=f"{summary[0].upper()}{summary[1:]}.", allow_abbrev=False
        )
        add_declared("tournament", added, kind)
        added.set_defaults(**({"anchor": None} if kind == SPRT else {}))


TOURNAMENT = Command(add_arguments, run)

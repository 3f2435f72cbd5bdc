"""Matches of paired games between two players, on all processors: ``fivefold match``."""

import argparse
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import NamedTuple

from fivefold.command import FINE, at_least, at_least_one
from fivefold.contract import Game
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.estimates import (
    Estimate,
    average,
    elo_text,
    estimate,
    interval_text,
    mean,
    mean_interval,
    paired_difference,
    percent,
)
from fivefold.lab.jobs import Stopped, finished, kept, place_of
from fivefold.lab.matches import Effort, Matchup, Pair, Series, pairs_job, series_job, total_effort
from fivefold.lab.players.registry import canonical_name, prepare, title
from fivefold.lab.report import aligned
from fivefold.parts.words import counted
from fivefold.play.catalogue import find


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match of ``pairs`` pairs, at least one, from A's side."""

    pairs: int
    won: int
    drawn: int
    lost: int
    score: Estimate
    margin: float
    """A's lead in points, a game."""
    plies: float
    """Moves a game, chance not counted."""
    first_score: float
    """The score of the side that moves first, both games of a pair counted alike."""
    first_points: float
    second_points: float
    effort_a: Effort
    effort_b: Effort


class Explained(NamedTuple):
    """Which parts, 0 to 1, of the variance of single results follow from who moves first, and from what the deal gives
    the one or the other; between equals the rest is how it was played, and the luck of what is drawn later.

    Both cancel out where a pair counts as one. By the covariance of the two games on one deal.
    """

    first_move: float
    deal: float


def explained(pairs: Sequence[Pair]) -> Explained:
    """Return what explains the results of single games of these pairs, of which there are two or more."""
    ahead = [[(game.share if game.first else 1 - game.share) - 0.5 for game in pair.games] for pair in pairs]
    variance = mean(each * each for both in ahead for each in both)
    edge = mean(each for both in ahead for each in both)
    together = sum((one - edge) * (other - edge) for one, other in ahead) / max(1, len(ahead) - 1)
    return Explained(edge * edge / variance, max(0.0, together) / variance) if variance else Explained(0.0, 0.0)


def summary(pairs: Sequence[Pair]) -> MatchSummary:
    """Add up pairs, whatever their order."""
    pairs = sorted(pairs)
    games = [game for pair in pairs for game in pair.games]
    return MatchSummary(
        pairs=len(pairs),
        won=sum(pair.score > 0.5 for pair in pairs),
        drawn=sum(pair.score == 0.5 for pair in pairs),
        lost=sum(pair.score < 0.5 for pair in pairs),
        score=estimate([pair.score for pair in pairs]),
        margin=mean(pair.margin for pair in pairs),
        plies=mean(game.plies for game in games),
        first_score=mean(game.share if game.first else 1 - game.share for game in games),
        first_points=mean(game.points_a if game.first else game.points_b for game in games),
        second_points=mean(game.points_b if game.first else game.points_a for game in games),
        effort_a=total_effort(game.effort_a for game in games),
        effort_b=total_effort(game.effort_b for game in games),
    )


def run(options: argparse.Namespace) -> int:
    """Play the match the command line asks for and print what came out; an interrupted one as far as it got."""
    game = find(options.game)
    a, b = canonical_name(game, options.a), canonical_name(game, options.b)
    configuration = configuration_of(game, options.preset, options.option)
    at_least("opening-plies", options.opening_plies or 0, 0)
    if configuration.seats == 1:
        return _compare_alone(game, configuration, a, b, options)
    matchup = Matchup(game.key, a, b, configuration.options, options.scale, options.seed)
    names = title(game, a), title(game, b)
    heading = f"{game.name}: {names[0]} against {names[1]}"
    job = pairs_job(matchup, at_least_one("pairs", options.pairs), heading, options.opening_plies)
    place = place_of(options)
    prepare(game, (a, b))
    try:
        with finished(job, place) as pairs:
            _tell(f"{heading}, {len(pairs)} pairs", pairs, names)
    except Stopped:
        pairs = kept(job)
        _tell(f"{heading}, {len(pairs)} pairs (interrupted)", pairs, names)
        raise
    return FINE


def _tell(heading: str, pairs: Sequence[Pair], names: tuple[str, str]) -> None:
    print(heading)
    if pairs:
        print("\n".join([*_report(summary(pairs), explained(pairs), *names), *_mistakes(pairs, *names)]))


def _report(match: MatchSummary, why: Explained, a: str, b: str) -> list[str]:
    """Return a match between players called ``a`` and ``b``, a line for each figure."""
    points = f"{match.first_points:.1f} : {match.second_points:.1f} points"
    lines = [
        ("pairs", f"{match.won} won, {match.drawn} drawn, {match.lost} lost by {a}"),
        ("score", f"{percent(match.score.mean)} ({interval_text(match.score)})"),
        ("Elo", f"{elo_text(match.score)}"),
        ("margin", f"{match.margin:+.1f} points a game"),
        ("moving first", f"{percent(match.first_score)}, {points}"),
        ("explained", f"{percent(why.first_move)} by it, {percent(why.deal)} by the deal"),
        ("length", f"{match.plies:.1f} plies a game"),
        (a, _effort_text(match.effort_a)),
        (b, _effort_text(match.effort_b)),
    ]
    return aligned(lines, left=(0, 1))


def _mistakes(pairs: Sequence[Pair], a: str, b: str) -> list[str]:
    games = [game for pair in sorted(pairs) for game in pair.games]
    found = Counter([(a, game.mistake_a) for game in games if game.mistake_a])
    found += Counter([(b, game.mistake_b) for game in games if game.mistake_b])
    return [f"{who} lost {counted(count, 'game')} by a mistake, {what}" for (who, what), count in found.items()]


def _effort_text(effort: Effort) -> str:
    moves = max(1, effort.moves)
    return (
        f"{seconds_text(effort)} s a move, depth {effort.depth / moves:.1f}, "
        f"{effort.nodes / moves:,.0f} nodes, {effort.moves:,} moves"
    )


def seconds_text(effort: Effort) -> str:
    """Return the seconds a move took, to two digits."""
    return f"{effort.seconds / max(1, effort.moves):.2g}"


def points_text(points: Sequence[int]) -> str:
    """Return the mean of what was scored and its interval, in words."""
    mean = average([float(each) for each in points])
    return f"{mean.mean:.2f} points a game ({mean_interval(mean)})"


def _compare_alone(game: Game, configuration: Configuration, a: str, b: str, options: argparse.Namespace) -> int:
    games, place = at_least_one("pairs", options.pairs), place_of(options)
    prepare(game, (a, b))
    points = []
    print(f"{configuration.heading(game)}: {title(game, a)} and {title(game, b)}, {games} packs")
    with ExitStack() as kept:
        for player in (a, b):
            series = Series(game.key, player, configuration.options, options.scale, options.seed)
            scored = kept.enter_context(finished(series_job(game, series, games), place))
            points.append([each.points for each in scored])
            spent = total_effort(each.effort for each in scored).seconds / games
            print(f"{title(game, player):24}  {points_text(points[-1])}, {spent:.2g} s a game", flush=True)
            for what, count in Counter(each.lost for each in scored if each.lost).items():
                print(f"{'':24}  lost {counted(count, 'game')} by a mistake, {what}")
        apart = paired_difference(points[0], points[1])
        print(f"{'difference':24}  {apart.mean:+.2f} ({mean_interval(apart)})")
    return FINE


MATCH = lab_command("match", run)

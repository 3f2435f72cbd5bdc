"""Pairs added up: what a match between two players came to."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from fivefold.lab.measuring.pairing import Effort, Pair, total_effort
from fivefold.lab.measuring.statistics import Estimate, elo_text, estimate, interval_text, mean, percent
from fivefold.parts.words import counted


@dataclass(frozen=True, slots=True)
class Summary:
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


def summary(pairs: Sequence[Pair]) -> Summary:
    """Add up pairs, whatever their order."""
    pairs = sorted(pairs)
    games = [game for pair in pairs for game in pair.games]
    return Summary(
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


def report(match: Summary, a: str, b: str) -> str:
    """Return a match between players called ``a`` and ``b`` in words, for people."""
    width = max(len(a), len(b), len("moving first"))
    lines = [
        ("pairs", f"{match.won} won, {match.drawn} drawn, {match.lost} lost by {a}"),
        ("score", f"{percent(match.score.mean)} ({interval_text(match.score)})"),
        ("Elo", f"{elo_text(match.score)}"),
        ("margin", f"{match.margin:+.1f} points a game"),
        ("moving first", f"{percent(match.first_score)}, {match.first_points:.1f} : {match.second_points:.1f} points"),
        ("length", f"{match.plies:.1f} plies a game"),
        (a, effort_text(match.effort_a)),
        (b, effort_text(match.effort_b)),
    ]
    return "\n".join(f"{what:{width}}  {text}" for what, text in lines)


def mistakes(pairs: Sequence[Pair], a: str, b: str) -> str:
    """Return which games players lost by what they did wrong, a line for each kind of mistake; empty without any."""
    games = [game for pair in sorted(pairs) for game in pair.games]
    found = Counter([(a, game.mistake_a) for game in games if game.mistake_a])
    found += Counter([(b, game.mistake_b) for game in games if game.mistake_b])
    return "\n".join(
        f"{who} lost {counted(count, 'game')} by a mistake, {what}" for (who, what), count in found.items()
    )


def effort_text(effort: Effort) -> str:
    """Return what a side's moves took on average."""
    moves = max(1, effort.moves)
    return (
        f"{seconds_text(effort)} s a move, depth {effort.depth / moves:.1f}, "
        f"{effort.nodes / moves:,.0f} nodes, {effort.moves:,} moves"
    )


def seconds_text(effort: Effort) -> str:
    """Return the seconds a move took, to two digits."""
    return f"{effort.seconds / max(1, effort.moves):.2g}"

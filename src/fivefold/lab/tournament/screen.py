"""A tournament on a terminal: what was found, and its tables."""

from collections.abc import Sequence

from fivefold.lab.measuring.statistics import elo_text, estimate, interval_text, percent
from fivefold.lab.tournament import words
from fivefold.lab.tournament.meetings import printable
from fivefold.lab.tournament.packs import PackTournament
from fivefold.lab.tournament.report import MOST_MISTAKES, mistakes, pack_mistakes
from fivefold.lab.tournament.tournament import Tournament
from fivefold.parts.words import counted


def text(tournament: Tournament | PackTournament) -> str:
    """Return a tournament in words and tables of plain text, and why players failed."""
    return "\n\n".join(filter(None, (_found(tournament), _failed(tournament))))


def _failed(tournament: Tournament | PackTournament) -> str:
    if isinstance(tournament, PackTournament):
        unit, found = "pack", pack_mistakes(tournament)
    else:
        unit, found = "game", mistakes(tournament.standings)
    lines = [
        words.mistake(each.who, counted(each.games, unit), each.why, printable(each.what), each.first) for each in found
    ]
    more = [words.more_mistakes(len(lines) - MOST_MISTAKES)] if len(lines) > MOST_MISTAKES else []
    return "\n".join([*lines[:MOST_MISTAKES], *more])


def _found(tournament: Tournament | PackTournament) -> str:
    if isinstance(tournament, PackTournament):
        return f"{words.packs_found(tournament)}\n\n{_packs(tournament)}"
    if tournament.test is not None:
        return f"{words.decision(tournament)}\n\n{_test(tournament)}"
    parts = [words.found(tournament), _elo(tournament)]
    if len(tournament.players) > 2:
        parts += [f"{words.SUPERIORITY}\n{_superiority(tournament)}"]
    return "\n\n".join(parts)


def _elo(tournament: Tournament) -> str:
    standings = tournament.standings
    ranked = standings.ranked
    rows = [
        ["", "player", "Elo", "95 % interval", "score", "W / D / L", "s a move", *map(str, range(1, len(ranked) + 1))]
    ]
    for place, each in enumerate(ranked, start=1):
        shares = [standings.between(each.number, rival.number) for rival in ranked]
        rows.append(
            [
                str(place),
                each.label,
                f"{round(each.rating.elo):+}",
                standings.interval(each),
                percent(each.score),
                f"{each.won} / {each.drawn} / {each.lost}",
                words.seconds_a_move(each.effort),
                *("." if share is None else f"{100 * share:.0f}" for share in shares),
            ]
        )
    return aligned(rows, left=(1,))


def _superiority(tournament: Tournament) -> str:
    standings, ranked = tournament.standings, tournament.standings.ranked
    rows = [["", "player", *(str(place) for place in range(1, len(ranked) + 1))]]
    for place, each in enumerate(ranked, start=1):
        said = (words.superiority(standings, each, rival) or "." for rival in ranked)
        rows.append([str(place), each.label, *said])
    return aligned(rows, left=(1,))


def _test(tournament: Tournament) -> str:
    assert tournament.test is not None and tournament.course is not None  # noqa: S101  the caller has looked
    score = estimate([each.pair.score for each in tournament.met])
    test, course = tournament.test, tournament.course
    rows = [
        ["score", f"{percent(score.mean)} ({interval_text(score)})"],
        ["Elo", elo_text(score)],
        ["log-likelihood ratio", f"{course.ratios[-1]:+.2f} ({test.lower:+.2f} to {test.upper:+.2f})"],
        ["pairs by score", "  ".join(f"{each:g}: {count}" for each, count in course.counts)],
    ]
    return aligned(rows, left=(0, 1))


def _packs(tournament: PackTournament) -> str:
    rows = [["", "player", "points a game", "95 % interval", "behind the first", "95 % interval", "s a game"]]
    for place, each in enumerate(tournament.ranked, start=1):
        behind = each.behind
        rows.append(
            [
                str(place),
                each.label,
                f"{each.points.mean:.2f}",
                words.mean_interval(each.points),
                "" if behind is None else f"{behind.mean:.2f}",
                "" if behind is None else words.mean_interval(behind),
                words.seconds(each.effort.seconds / each.games),
            ]
        )
    return aligned(rows, left=(1,))


def aligned(rows: Sequence[Sequence[str]], left: Sequence[int]) -> str:
    """Return lines in columns, those of ``left`` to the left and the others to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = (
            cell.ljust(width) if place in left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)

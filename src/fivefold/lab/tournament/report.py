"""A tournament as a report: what was found in a paragraph, then tables, plots, and the command that plays it again."""

import importlib.util
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from fivefold.lab.measuring.statistics import elo_text, estimate, interval_text, percent
from fivefold.lab.reporting.html_report import html_report
from fivefold.lab.reporting.strength_page import NO_PLOT
from fivefold.lab.tournament import words
from fivefold.lab.tournament.meetings import Met
from fivefold.lab.tournament.packs import PackStanding, PackTournament
from fivefold.lab.tournament.sequential import Course, Test
from fivefold.lab.tournament.standings import Standing, Standings
from fivefold.lab.tournament.tournament import Tournament

MOST_MISTAKES: Final = 12
"""So many kinds of mistakes are told."""
REPORT, PAIRS = "report", "pairs.jsonl"
PICTURE: Final = "elo.svg"
COURSE: Final = "course.svg"
ELO_COLUMNS: Final = ("", "player", "Elo", "95 % interval", "score", "won / drawn / lost", "margin", "s a move")


def markdown(tournament: Tournament, command: str = "", pictures: Mapping[str, str] = {}) -> str:
    """Return the report; ``command``: what plays it again; ``pictures``: those that are drawn, by file name."""
    return _page([*_found(tournament, pictures), *_how(tournament, tournament.machine, command)])


def _found(tournament: Tournament, pictures: Mapping[str, str]) -> list[str]:
    standings = tournament.standings
    parts = [f"# {words.heading(tournament)}", words.found(tournament)]
    if tournament.course is not None and tournament.test is not None:
        parts += _tested(tournament.test, tournament.course, tournament, pictures)
    else:
        parts += ["## The players", elo_table(standings)]
        parts += [f"![Elo of each player with its 95 % interval]({PICTURE})"] if PICTURE in pictures else []
        parts += [words.elo_note(tournament)]
        if len(tournament.players) > 2:
            parts += ["## Each against each", words.CROSS, cross_table(standings)]
            parts += [words.SUPERIORITY, superiority_table(standings)]
    parts += [words.game_facts(standings)]
    return [*parts, *_mistakes(standings)]


def _tested(test: Test, course: Course, tournament: Tournament, pictures: Mapping[str, str]) -> list[str]:
    scores = estimate([each.pair.score for each in tournament.met])
    rows = [
        ("score of the first", f"{percent(scores.mean)} ({interval_text(scores)})"),
        ("Elo", elo_text(scores)),
        ("log-likelihood ratio", f"{course.ratios[-1]:+.2f}, between {test.lower:+.2f} and {test.upper:+.2f}"),
        *((f"pairs with score {score:g}", str(count)) for score, count in course.counts),
    ]
    return [
        "## The test",
        words.question(test),
        table(("", ""), rows),
        *([f"![The log-likelihood ratio after each pair of games]({COURSE})"] if COURSE in pictures else []),
        words.STOPPED_EARLY,
    ]


def elo_table(standings: Standings) -> str:
    """Return the players as a table, the strongest first."""
    rows = [elo_cells(standings, place, each) for place, each in enumerate(standings.ranked, start=1)]
    return table(ELO_COLUMNS, rows)


def elo_cells(standings: Standings, place: int, each: Standing) -> tuple[str, ...]:
    """Return one line of that table."""
    return (
        str(place),
        cell(each.label),
        f"{round(each.rating.elo):+}",
        standings.interval(each),
        percent(each.score),
        f"{each.won} / {each.drawn} / {each.lost}",
        f"{each.margin:+.1f}",
        words.seconds_a_move(each.effort),
    )


def cross_table(standings: Standings) -> str:
    """Return who scored how much against whom, in per cent, the strongest first."""

    def scored(each: Standing, rival: Standing) -> str:
        share = standings.between(each.number, rival.number)
        return "" if share is None else f"{100 * share:.0f}"

    return _against_each(standings, scored)


def superiority_table(standings: Standings) -> str:
    """Return how likely each is to be stronger than each other, in per cent, the strongest first."""
    return _against_each(standings, lambda each, rival: words.superiority(standings, each, rival))


def _against_each(standings: Standings, said: Callable[[Standing, Standing], str]) -> str:
    ranked = standings.ranked
    rows = [
        (str(place), cell(each.label), *(said(each, rival) for rival in ranked))
        for place, each in enumerate(ranked, start=1)
    ]
    return table(("", "player", *(str(place) for place in range(1, len(ranked) + 1))), rows)


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


def mistakes(standings: Standings) -> list[Mistake]:
    """Return by what games were lost that were not played to their end: what happened most often first."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for met, lost in standings.mistakes:
        a, b = (standings.players[number].label for number in (met.a, met.b))
        who, rival = (a, b) if lost.by_a else (b, a)
        game = words.game_number(met.pair.number, lost.half, rival)
        alike.setdefault((who, lost.offence, lost.detail), []).append(game)
    found = [Mistake(who, len(games), why, what, games[0]) for (who, why, what), games in alike.items()]
    return sorted(found, key=lambda each: -each.games)


def _mistakes(standings: Standings) -> list[str]:
    rows = [
        (cell(who), str(games), why, cell(what), cell(first)) for who, games, why, what, first in mistakes(standings)
    ]
    if not rows:
        return []
    more = [words.more_mistakes(len(rows) - MOST_MISTAKES)] if len(rows) > MOST_MISTAKES else []
    return [
        "## Games lost without being played to their end",
        words.MISTAKES,
        table(("player", "games", "why", "what happened", "for the first time"), rows[:MOST_MISTAKES]),
        *more,
    ]


def _how(tournament: Tournament | PackTournament, machine: str, command: str) -> list[str]:
    parts = ["## To play it again"]
    if command:
        parts.append(f"```\n{command}\n```")
    return [*parts, words.how(tournament, machine)]


# --- games for one ---------------------------------------------------------------------------------------------------


def packs_markdown(tournament: PackTournament, command: str = "") -> str:
    """Return the report of a tournament over packs."""
    ranked = tournament.ranked
    rows = [pack_cells(place, each) for place, each in enumerate(ranked, start=1)]
    columns = ("", "player", "points a game", "95 % interval", "behind the first", "95 % interval", "s a game")
    lost = [(cell(each.who), str(each.games), cell(each.what), each.first) for each in pack_mistakes(tournament)]
    parts = [f"# {words.heading(tournament)}", words.packs_found(tournament)]
    parts += ["## The players", table(columns, rows), words.PACKS]
    if lost:
        more = [words.more_mistakes(len(lost) - MOST_MISTAKES)] if len(lost) > MOST_MISTAKES else []
        parts += ["## Games lost without being played to their end", words.PACK_MISTAKES]
        parts += [table(("player", "packs", "what happened", "for the first time"), lost[:MOST_MISTAKES]), *more]
    return _page([*parts, *_how(tournament, tournament.machine, command)])


def pack_mistakes(tournament: PackTournament) -> list[Mistake]:
    """Return by what packs were lost."""
    alike: dict[tuple[str, str], list[int]] = {}
    for each in tournament.ranked:
        for pack, what in each.mistakes:
            alike.setdefault((each.label, what), []).append(pack)
    return [Mistake(who, len(packs), "", what, words.pack_number(packs[0])) for (who, what), packs in alike.items()]


def pack_cells(place: int, each: PackStanding) -> tuple[str, ...]:
    """Return one line of the table."""
    behind = each.behind
    return (
        str(place),
        cell(each.label),
        f"{each.points.mean:.2f}",
        words.mean_interval(each.points),
        "" if behind is None else f"{behind.mean:.2f}",
        "" if behind is None else words.mean_interval(behind),
        words.seconds(each.effort.seconds / each.games),
    )


# --- files -----------------------------------------------------------------------------------------------------------


def write(tournament: Tournament | PackTournament, folder: Path, command: str = "") -> list[Path]:
    """Write the report as Markdown and as one HTML file, plots, and a line of JSON for each pair; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = drawn(tournament)
    if isinstance(tournament, PackTournament):
        text = packs_markdown(tournament, command)
    else:
        text = markdown(tournament, command, pictures)
    text += f"\n{missing}\n" if (missing := missing_plot(tournament)) else ""
    contents = {
        f"{REPORT}.html": html_report(text, pictures),
        f"{REPORT}.md": text,
        **pictures,
        PAIRS: "".join(f"{json.dumps(line)}\n" for line in lines(tournament)),
    }
    for name, content in contents.items():
        (folder / name).write_text(content, encoding="utf-8")
    return [folder / name for name in contents]


def drawn(tournament: Tournament | PackTournament) -> dict[str, str]:
    """Return the plots of a tournament by file name; none without matplotlib."""
    if isinstance(tournament, PackTournament) or missing_plot(tournament):
        return {}
    from fivefold.lab.tournament import picture  # noqa: PLC0415  matplotlib is an extra that may be missing

    if tournament.test is not None and tournament.course is not None:
        return {COURSE: picture.course_picture(tournament.test, tournament.course, words.heading(tournament))}
    return {PICTURE: picture.elo_picture(tournament.standings, f"{tournament.heading}: Elo")}


def missing_plot(tournament: Tournament | PackTournament) -> str:
    """Return what to say where a plot is left out; empty where it is drawn, or there is none to draw."""
    alone, drawable = isinstance(tournament, PackTournament), importlib.util.find_spec("matplotlib") is not None
    return "" if alone or drawable else NO_PLOT


def lines(tournament: Tournament | PackTournament) -> list[dict[str, object]]:
    """Return what is known of each pair of games, or of each pack and player, as JSON can hold it."""
    if isinstance(tournament, PackTournament):
        return [
            {"player": each.label, "pack": scored.number + 1, "points": scored.points, "lost": scored.lost}
            for each, games in zip(tournament.players, tournament.scored, strict=True)
            for scored in games
        ]
    return [_line(tournament.standings, met) for met in tournament.met]


def _line(standings: Standings, met: Met) -> dict[str, object]:
    games = [
        {"share": game.share, "points": [game.points_a, game.points_b], "first": game.first, "plies": game.plies}
        for game in met.pair.games
    ]
    lost = [{"game": each.half + 1, "by_a": each.by_a, "why": each.offence, "what": each.detail} for each in met.lost]
    a, b = (standings.players[number].label for number in (met.a, met.b))
    return {"a": a, "b": b, "pair": met.pair.number + 1, "score": met.pair.score, "games": games, "lost": lost}


def write_records(tournament: Tournament, folder: Path) -> int:
    """Write the records of all games, a file each; return how many. ``fivefold verify`` can look at them."""
    folder.mkdir(parents=True, exist_ok=True)
    number = 0
    for met in tournament.met:
        for half, text in enumerate(met.records, start=1):
            name = f"{met.a + 1:02}-{met.b + 1:02}-{met.pair.number + 1:05}-{half}.txt"
            (folder / name).write_text(text, encoding="utf-8")
            number += 1
    return number


# --- tables ----------------------------------------------------------------------------------------------------------


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown, numbers to the right."""
    numeric = [all(_is_number(row[place]) for row in rows) for place in range(len(columns))]
    rule = "|".join("--:" if right else "---" for right in numeric)
    return "\n".join(
        [f"| {' | '.join(columns)} |", f"|{rule}|", *(f"| {' | '.join(map(together, row))} |" for row in rows)]
    )


def together(text: str) -> str:
    """Return a cell with a number in it so that it stays in one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}") if _is_number(text) else text


def _is_number(text: str) -> bool:
    return not text or text[0] in "+-<>0123456789"


def cell(text: str) -> str:
    """Return text that may stand in a table: what a player said must not break it, or become markup."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return "".join(f"\\{sign}" if sign in "\\|`*_<>[]#&" else sign for sign in plain)


def _page(parts: Sequence[str]) -> str:
    return "\n\n".join(parts) + "\n"

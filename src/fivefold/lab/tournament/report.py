"""A tournament as a report and on a terminal: what was found, then tables, plots, and how to play it again."""

import json
from collections.abc import Callable, Container, Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from fivefold.lab.estimates import (
    Mean,
    SprtCourse,
    Test,
    elo_text,
    estimate,
    interval_text,
    mean_interval,
    percent,
)
from fivefold.lab.matches import Effort
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
    written,
)
from fivefold.lab.tournament.meetings import PlayedMeeting, printable
from fivefold.lab.tournament.standings import PackStanding, PackTournament, PlayedTournament, PlayerStanding
from fivefold.parts.words import counted

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
        columns, *ranked = _packs(tournament)
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


def _packs(tournament: PackTournament) -> list[list[str]]:
    columns = ["", "player", "points a game", "95 % interval", "behind the first", "95 % interval", "s a game"]
    return [columns, *(_pack_cells(place, each) for place, each in enumerate(tournament.ranked, start=1))]


def _pack_cells(place: int, each: PackStanding) -> list[str]:
    behind = ["", ""] if each.behind is None else _mean_cells(each.behind)
    return [str(place), each.label, *_mean_cells(each.points), *behind, _seconds(each.effort.seconds / each.games)]


def _mean_cells(mean: Mean) -> list[str]:
    return [f"{mean.mean:.2f}", mean_interval(mean)]


def _numbers_right(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    align = "".join("r" if all(map(_is_number, column)) else "l" for column in zip(*rows, strict=True))
    return table(columns, [[_together(cell) for cell in row] for row in rows], align)


def _together(text: str) -> str:
    return text.replace(" ", "\N{NO-BREAK SPACE}") if _is_number(text) else text


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
        return [_lines(_packs(tournament))]
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

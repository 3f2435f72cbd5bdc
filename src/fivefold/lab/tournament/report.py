"""A tournament as a report and on a terminal: what was found, then tables, plots, and how to play it again."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from fivefold.lab.estimates import (
    Mean,
    SprtCourse,
    SprtVerdict,
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
    aligned,
    block,
    can_draw,
    drawing,
    html_report,
    paragraphs,
    plain,
    table,
    written,
)
from fivefold.lab.tournament.meetings import GAUNTLET, LADDER, ROUND_ROBIN, SPRT, PlayedMeeting, printable
from fivefold.lab.tournament.standings import PackStanding, PackTournament, PlayedTournament, PlayerStanding
from fivefold.parts.words import counted

KIND: Final = {
    ROUND_ROBIN: "everybody against everybody",
    GAUNTLET: "one against all others",
    LADDER: "each against the next",
}
SUPERIORITY: Final = (
    "The likelihood of superiority (LOS): how likely it is that the player in the line is stronger than the one in the"
    " column, in per cent, by the difference in Elo between those two and its interval."
)
FAULTS: Final = "A player that makes an illegal move, breaks the protocol, takes too long or crashes"
MOST_MISTAKES: Final = 12
"""So many kinds of mistakes are told."""
REPORT, PAIRS = "report", "pairs.jsonl"
PICTURE, COURSE = "elo.svg", "course.svg"
Numbered = Sequence[tuple[str, PlayerStanding]]


# --- sentences -------------------------------------------------------------------------------------------------------


def _heading(tournament: PlayedTournament | PackTournament) -> str:
    if tournament.kind == SPRT:
        a, b = (each.label for each in tournament.players)
        return f"{tournament.heading}: is {a} stronger than {b}?"
    return f"{tournament.heading}: {KIND[tournament.kind]}"


def say_found(tournament: PlayedTournament | PackTournament) -> str:
    """Return what a tournament found, in a plain paragraph."""
    if isinstance(tournament, PackTournament):
        return _say_packs_found(tournament)
    if tournament.test is not None and tournament.course is not None:
        return _say_decision(tournament, tournament.test, tournament.course)
    ranked = tournament.ranked
    first, second = ranked[0], ranked[1]
    lead = tournament.lead(first, second)
    ahead = f"{lead.elo:.0f} points of Elo ahead of {second.label} ({lead.low:.0f} to {lead.high:.0f})"
    if tournament.between(first.number, second.number) == 1:
        ahead = f"and won every game against {second.label}, the second"
    close = "" if lead.low > 0 else "; so few games cannot tell the two apart for sure"
    sure = "more than 99.9 %" if lead.superiority > 0.999 else percent(lead.superiority)
    failed = ", ".join(f"{each.label} {counted(each.mistakes, 'game')}" for each in ranked if each.mistakes)
    lost = f" Lost without being played to the end, because a player failed: {failed}." if failed else ""
    return (
        f"{first.label} comes first in {counted(2 * len(tournament.met), 'game')}, {ahead}{close}. It is the stronger"
        f" of the two with a likelihood of {sure}. It scored {percent(first.score)};"
        f" last is {ranked[-1].label} with {percent(ranked[-1].score)}.{lost}"
    )


def _say_decision(tournament: PlayedTournament, test: Test, course: SprtCourse) -> str:
    a, b = (each.label for each in tournament.players)
    after = f"after {counted(len(course.ratios), 'pair')} of games"
    low, high = _signed(test.elo0), _signed(test.elo1)
    if course.verdict is SprtVerdict.STRONGER:
        return f"{a} is stronger than {b}: {after} the test decides for {high} points of Elo, against {low}."
    if course.verdict is SprtVerdict.NOT_STRONGER:
        decided = f"{after} the test decides for {low} points of Elo, against {high}"
        return f"{a} is not shown to be stronger than {b}: {decided}."
    return f"Still open: {after} the test has not decided whether {a} is stronger than {b}; give it more --pairs."


def _say_packs_found(tournament: PackTournament) -> str:
    first, second = tournament.ranked[:2]
    behind = second.behind
    assert behind is not None  # noqa: S101  only the first is behind nobody
    sure = "" if behind.low > 0 else "; so few packs cannot tell the two apart for sure"
    return (
        f"{first.label} makes most points, {first.points.mean:.1f} a game over {counted(first.games, 'pack')}:"
        f" {behind.mean:.1f} more than {second.label} ({mean_interval(behind)}){sure}."
    )


def _say_elo(tournament: PlayedTournament) -> str:
    zero = "the mean of all players" if tournament.anchor is None else tournament.players[tournament.anchor].label
    note = (
        f"Elo is the most likely for all games at once, {zero} at 0; the pairs of games give the intervals."
        " A pair is two games on the same deal or opening, with seats swapped, and scores 0 to 1;"
        " won, drawn and lost count games, the margin is points a game."
    )
    if tournament.game.traits.doubles:
        note += (
            f" In {tournament.game.name} the points of both games are added, and who has more of them wins the pair."
        )
    if bounded := tournament.ratings.bounded:
        note += (
            f" In {counted(len(bounded), 'meeting')} one side won every game, and there is no telling how far apart the"
            " two are: they are rated as if they had drawn one more pair."
        )
    return note


def _say_test(test: Test) -> str:
    return (
        f"A sequential probability ratio test of two statements: the first player is {test.elo0:g} points of Elo"
        f" stronger, or {test.elo1:g}. It ends as soon as one is clear. If the first statement is true the second is"
        f" accepted in {percent(test.alpha)} of tests at most; if the second is true the first in {percent(test.beta)}."
        " It goes by the scores of whole pairs of games."
    )


def _say_how(tournament: PlayedTournament | PackTournament) -> str:
    unit = "packs each" if isinstance(tournament, PackTournament) else "pairs for each two who meet"
    if isinstance(tournament, PlayedTournament) and tournament.test is not None:
        unit = "pairs at most"
    limit = f"Functions and programs had {tournament.terms.seconds:g} s a move."
    return f"{tournament.pairs:,} {unit}, seed {tournament.terms.seed}. {limit} Played on {tournament.machine}."


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


def _mistakes(tournament: PlayedTournament | PackTournament) -> list[Mistake]:
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


def _more_mistakes(count: int) -> list[str]:
    more = counted(count - MOST_MISTAKES, "other kind")
    return [f"And {more} of mistake; all are in pairs.jsonl."] if count > MOST_MISTAKES else []


def _mistakes_section(tournament: PlayedTournament | PackTournament) -> list[str]:
    found = _mistakes(tournament)
    if not found:
        return []
    rows = [(_cell(each.who), str(each.games), each.why, _cell(each.what), _cell(each.first)) for each in found]
    columns: tuple[str, ...] = ("player", "games", "why", "what happened", "for the first time")
    what = f"{FAULTS} loses the game, and the tournament goes on."
    if isinstance(tournament, PackTournament):
        what, columns = f"{FAULTS} gets no points for that pack.", ("player", "packs", *columns[3:])
        rows = [(row[0], row[1], *row[3:]) for row in rows]  # type: ignore[misc]
    lines = _numbers_right(columns, rows[:MOST_MISTAKES])
    return ["## Games lost without being played to their end", what, lines, *_more_mistakes(len(rows))]


# --- the report ------------------------------------------------------------------------------------------------------


def markdown(
    tournament: PlayedTournament | PackTournament, command: str = "", pictures: Mapping[str, str] | None = None
) -> str:
    """Return the report; ``command``: what plays it again; ``pictures``: those that are drawn, by file name."""
    return paragraphs(
        [
            f"# {_heading(tournament)}",
            say_found(tournament),
            *_results(tournament, pictures or {}),
            *_mistakes_section(tournament),
            "## To play it again",
            *([block(command)] if command else []),
            _say_how(tournament),
        ]
    )


def _results(tournament: PlayedTournament | PackTournament, pictures: Mapping[str, str]) -> list[str]:
    if isinstance(tournament, PackTournament):
        packs = "Everybody played the same packs of cards, and the differences are those pack by pack."
        columns, *ranked = _packs(tournament)
        rows = [[place, _cell(label), *others] for place, label, *others in ranked]
        return ["## The players", _numbers_right(columns, rows), packs]
    moves = f"A game took {tournament.plies:.0f} moves on average"
    facts = f"{moves}; whoever moved first scored {percent(tournament.first_score)}."
    if tournament.test is not None and tournament.course is not None:
        return [*_tested(tournament, tournament.test, tournament.course, pictures), facts]
    listed = [
        (place, _cell(each.label), *_elo_cells(tournament, each), f"{each.margin:+.1f}", _seconds_a_move(each.effort))
        for place, each in _numbered(tournament)
    ]
    head = ("", "player", "Elo", "95 % interval", "score", "won / drawn / lost", "margin", "s a move")
    parts = ["## The players", _numbers_right(head, listed)]
    parts += [f"![Elo of each player with its 95 % interval]({PICTURE})"] if PICTURE in pictures else []
    parts += [_say_elo(tournament)]
    if len(tournament.players) > 2:
        cross = "What the player in the line scored against the one in the column, in per cent."
        scored = _against_each(tournament, lambda each, rival: _scored(tournament, each, rival))
        stronger = _against_each(tournament, lambda each, rival: _superiority(tournament, each, rival))
        parts += ["## Each against each", cross, scored, SUPERIORITY, stronger]
    return [*parts, facts]


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


def _against_each(tournament: PlayedTournament, said: Callable[[PlayerStanding, PlayerStanding], str]) -> str:
    listed = _numbered(tournament)
    rows = [(place, _cell(each.label), *(said(each, rival) for _, rival in listed)) for place, each in listed]
    return _numbers_right(("", "player", *(place for place, _ in listed)), rows)


def _tested(tournament: PlayedTournament, test: Test, course: SprtCourse, pictures: Mapping[str, str]) -> list[str]:
    score, *rest = _test_rows(tournament, test, course, "{:+.2f}, between {:+.2f} and {:+.2f}")
    rows = [("score of the first", score[1]), *rest]
    rows += [(f"pairs with score {score:g}", str(count)) for score, count in course.counts]
    return [
        "## The test",
        _say_test(test),
        _numbers_right(("", ""), rows),
        *([f"![The log-likelihood ratio after each pair of games]({COURSE})"] if COURSE in pictures else []),
        "A test stops at a moment that favours one side, so its score and Elo lean a little further that way than they"
        " would in a match of fixed length.",
    ]


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


def screen_text(tournament: PlayedTournament | PackTournament) -> str:
    """Return a tournament in words and tables of plain text, and why players failed."""
    unit = "pack" if isinstance(tournament, PackTournament) else "game"
    failed = [
        f"{each.who} failed in {counted(each.games, unit)}: {f'{each.why}, ' if each.why else ''}"
        f"{printable(each.what)} (first in {each.first})."
        for each in _mistakes(tournament)
    ]
    told = "\n".join([*failed[:MOST_MISTAKES], *_more_mistakes(len(failed))])
    return "\n\n".join(filter(None, (say_found(tournament), *_screen_tables(tournament), told)))


def _screen_tables(tournament: PlayedTournament | PackTournament) -> list[str]:
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
        tables += [f"{SUPERIORITY}\n{_lines([['', 'player', *places], *likely])}"]
    return tables


def _lines(rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(aligned(list(rows), left=(1,)))


# --- plots -----------------------------------------------------------------------------------------------------------


def drawn(tournament: PlayedTournament | PackTournament) -> dict[str, str]:
    """Return the plots of a tournament by file name; none without matplotlib."""
    if isinstance(tournament, PackTournament) or missing_plot(tournament):
        return {}
    if tournament.test is not None and tournament.course is not None:
        return {COURSE: _drawn_course(tournament.test, tournament.course, _heading(tournament))}
    return {PICTURE: _drawn_elo(tournament, f"{tournament.heading}: Elo")}


def missing_plot(tournament: PlayedTournament | PackTournament) -> str:
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


def write(tournament: PlayedTournament | PackTournament, folder: Path, command: str = "") -> list[Path]:
    """Write the report as Markdown and as one HTML file, plots, and a line of JSON for each pair; return the files."""
    pictures = drawn(tournament)
    text = markdown(tournament, command, pictures)
    text += f"\n{missing}\n" if (missing := missing_plot(tournament)) else ""
    pairs = "".join(f"{json.dumps(line)}\n" for line in lines(tournament))
    report = {f"{REPORT}.html": html_report(text, pictures), f"{REPORT}.md": text}
    return written(folder, {**report, **pictures, PAIRS: pairs})


def lines(tournament: PlayedTournament | PackTournament) -> list[dict[str, object]]:
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

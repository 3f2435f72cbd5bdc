"""The ladder of a game's computer opponents, each level against the one below it: ``fivefold ladder``.

Where one plays alone each level plays the same packs of cards, and points are compared pack by pack.
"""

import argparse
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from fivefold.command import FINE, at_least_one
from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.engine.opponents import LEVELS
from fivefold.engine.strength import levels_of
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.estimates import (
    Estimate,
    Mean,
    average,
    elo_text,
    interval_text,
    mean_interval,
    paired_difference,
    percent,
)
from fivefold.lab.jobs import Job, JobPlace, finished, place_of
from fivefold.lab.match import MatchSummary, points_text, seconds_text, summary
from fivefold.lab.matches import Effort, Matchup, Pair, PairTask, Scored, Series, pairs_job, series_job, total_effort
from fivefold.lab.players.registry import prepare, title
from fivefold.lab.provenance import check_places
from fivefold.lab.report import INK, LINE, NO_PLOT, can_draw, drawing, page, plain, say, table, this_machine
from fivefold.lab.strength import measure_between
from fivefold.play.catalogue import find

NEIGHBOURS: Final = tuple((upper, upper - 1) for upper in range(2, len(LEVELS) + 1))
SPAN: Final = (len(LEVELS), 1)
RUNGS: Final = (*NEIGHBOURS, SPAN)
WANTED_OF_NEIGHBOURS: Final = 0.60
WANTED_OF_SPAN: Final = 0.99
DEFAULTS: Final = Configuration()
Kept = TypeVar("Kept")
TEMPLATE: Final = "ladder.jinja"


def budgets_today(game: Game, *levels: int) -> tuple[str, ...]:
    """Return what these levels may spend today."""
    return tuple(str(levels_of(game)[level - 1]) for level in levels)


def _load(file: Path, read: Callable[[dict[str, Any]], Kept]) -> list[Kept]:
    return [read(json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []


def _save(file: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Write a line of JSON for each row; the file is replaced as a whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.new")
    new.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    new.replace(file)


def _options(stored: Iterable[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in stored)


# --- rungs: two levels that meet -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a rung's result depends on, as far as it is known; a result under other conditions does not count."""

    upper: int
    lower: int
    budgets: tuple[str, ...]
    """What the two levels may spend."""
    pairs: int
    scale: float
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    """Those that differ from the defaults."""

    @property
    def name(self) -> str:
        """The rung in short, ``3v2``."""
        return f"{self.upper}v{self.lower}"

    @property
    def wanted(self) -> float:
        """The score the house promises."""
        return WANTED_OF_SPAN if (self.upper, self.lower) == SPAN else WANTED_OF_NEIGHBOURS


@dataclass(frozen=True, slots=True)
class Rung:
    """A measured rung."""

    conditions: Conditions
    result: MatchSummary
    machine: str
    """What it was measured on, in words."""

    def to_json(self) -> dict[str, Any]:
        """Return the rung as JSON can hold it; ``rung_of`` reads it back."""
        return {"rung": self.conditions.name, **asdict(self)}


def rung_of(data: dict[str, Any]) -> Rung:
    """Return the rung that ``Rung.to_json`` wrote."""
    terms, result = dict(data["conditions"]), dict(data["result"])
    terms |= {"budgets": tuple(terms["budgets"]), "options": _options(terms.get("options", ()))}
    efforts = {side: Effort(*result[side]) for side in ("effort_a", "effort_b")}
    return Rung(
        Conditions(**terms),
        MatchSummary(**{**result, **efforts, "score": Estimate(**result["score"])}),
        data["machine"],
    )


def conditions_today(
    game: Game, pair: tuple[int, int], pairs: int, scale: float, seed: int, options: tuple[tuple[str, str], ...] = ()
) -> Conditions:
    """Return the conditions under which these two levels of a game meet today."""
    upper, lower = pair
    return Conditions(upper, lower, budgets_today(game, upper, lower), pairs, scale, seed, options)


def load_rungs(folder: Path, game: Game, configuration: Configuration = DEFAULTS) -> dict[str, Rung]:
    """Return a game's finished rungs by name."""
    found = _load(folder / f"{configuration.stem(game)}.jsonl", rung_of)
    return {rung.conditions.name: rung for rung in found}


def _save_rungs(folder: Path, game: Game, rungs: Iterable[Rung], configuration: Configuration) -> None:
    ordered = sorted(rungs, key=lambda rung: (rung.conditions.upper - rung.conditions.lower, rung.conditions.upper))
    _save(folder / f"{configuration.stem(game)}.jsonl", (rung.to_json() for rung in ordered))


class LadderStep(NamedTuple):
    """One level's Elo above the weakest, with the ends of its interval."""

    level: int
    elo: float
    low: float
    high: float
    at_least: bool
    """Whether a rung below was won in all pairs: then its Elo is the lower bound."""


def steps(rungs: Sequence[Rung]) -> list[LadderStep]:
    """Return the levels from 1 up as far as every rung below is measured.

    Rungs are added up, the halves of their intervals as independent errors; the rung 7v1 does not enter.
    """
    found = {(rung.conditions.upper, rung.conditions.lower): rung.result.score for rung in rungs}
    listed = [LadderStep(1, 0.0, 0.0, 0.0, False)]
    elo = below = above = 0.0
    for rung in NEIGHBOURS:
        if rung not in found:
            break
        score = found[rung]
        bound = math.isinf(score.elo)
        middle = (score.elo_low if score.elo > 0 else score.elo_high) if bound else score.elo
        elo += middle
        below = math.hypot(below, 0.0 if bound else middle - score.elo_low)
        above = math.hypot(above, 0.0 if bound else score.elo_high - middle)
        listed.append(LadderStep(rung[0], elo, elo - below, elo + above, bound or listed[-1].at_least))
    return listed


def _drawn_rungs(game: Game, rungs: Sequence[Rung]) -> str:
    listed = steps(rungs)
    marks = [f"{'≥ ' if step.at_least else ''}{step.elo:.0f}" for step in listed]
    return _drawn(game, [step[:4] for step in listed], marks, f"{game.name}: seven opponents", "Elo above the weakest")


def write_rungs(game: Game, folder: Path, configuration: Configuration = DEFAULTS) -> str:
    """Write a game's page and its plot from the finished rungs, if there are any; return what to tell the user."""
    rungs = list(load_rungs(folder, game, configuration).values())
    if not rungs:
        return f"{game.name}: nothing is measured yet"
    return _write(
        folder / configuration.stem(game),
        lambda drawn: rungs_page(game, rungs, drawn, configuration),
        lambda: _drawn_rungs(game, rungs),
    )


def rungs_page(game: Game, rungs: Sequence[Rung], drawn: bool, configuration: Configuration = DEFAULTS) -> str:
    """Return the page as Markdown."""
    terms = [rung.conditions for rung in rungs]
    stale = [each.name for each in terms if each.budgets != budgets_today(game, each.upper, each.lower)]
    commands = [ladder_command(game, configuration, each.pairs, each.scale, each.seed) for each in terms]
    return _page(
        "rungs",
        game,
        configuration,
        drawn,
        rungs,
        rows=[rung_cells(rung) for rung in rungs],
        commands=list(dict.fromkeys(commands)),
        usual_scale=all(each.scale == 1 for each in terms),
        stale=", ".join(stale),
    )


def rung_cells(rung: Rung) -> tuple[str, ...]:
    """Return one line of the table."""
    terms, result = rung.conditions, rung.result
    met = "yes" if result.score.mean >= terms.wanted else "**no**"
    return (
        f"{terms.upper} v {terms.lower}",
        str(result.pairs),
        f"{result.won} / {result.drawn} / {result.lost}",
        percent(result.score.mean),
        interval_text(result.score),
        elo_text(result.score),
        f"{result.margin:+.1f}",
        f"{result.plies:.0f}",
        f"{seconds_text(result.effort_a)} / {seconds_text(result.effort_b)}",
        f"{100 * terms.wanted:.0f} %: {met}",
    )


# --- levels that play alone ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LevelScores:
    """What a level scored, pack by pack, and the conditions that held."""

    level: int
    budget: str
    options: tuple[tuple[str, str], ...]
    scale: float
    seed: int
    points: tuple[int, ...]
    effort: Effort
    machine: str

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON can hold it; ``level_of_json`` reads it back."""
        return asdict(self)

    @property
    def mean(self) -> Mean:
        """The points a game."""
        return average([float(each) for each in self.points])

    def holds(self, game: Game, series: Series, games: int) -> bool:
        """Tell whether measuring this many games of a series would give the same today."""
        same = (self.options, self.scale, self.seed) == (series.options, series.scale, series.seed)
        return same and (self.budget,) == budgets_today(game, self.level) and len(self.points) >= games


def level_of_json(data: dict[str, Any]) -> LevelScores:
    """Return what ``LevelScores.to_json`` wrote."""
    read = {"options": _options(data["options"]), "points": tuple(data["points"]), "effort": Effort(*data["effort"])}
    return LevelScores(**{**data, **read})


def load_levels(file: Path) -> dict[int, LevelScores]:
    """Return what is measured, by level."""
    return {each.level: each for each in _load(file, level_of_json)}


def _scores_of(series: Series, scored: Sequence[Scored]) -> LevelScores:
    game, level = find(series.game), int(series.player)
    points, spent = tuple(each.points for each in scored), total_effort(each.effort for each in scored)
    conditions = budgets_today(game, level)[0], series.options, series.scale, series.seed
    return LevelScores(level, *conditions, points, spent, this_machine())


def _write_levels(game: Game, configuration: Configuration, file: Path) -> str:
    by_level = load_levels(file)
    found = [by_level[level] for level in sorted(by_level)]
    others = _links_to_others(game, file.with_suffix(".md"))
    return _write(
        file.with_suffix(""),
        lambda drawn: _levels_page(game, configuration, found, drawn, others),
        lambda: _drawn_levels(game, found, configuration.heading(game)),
    )


def _links_to_others(game: Game, file: Path) -> str:
    """Return links to what else was measured of a game."""
    found = [other for other in sorted(file.parent.glob(f"{game.key}*.md")) if other != file]
    titles = [other.read_text().partition("\n")[0].removeprefix("# ").partition(":")[0] for other in found]
    return ", ".join(f"[{title}]({other.name})" for title, other in zip(titles, found, strict=True))


def _levels_page(
    game: Game, configuration: Configuration, found: Sequence[LevelScores], drawn: bool, others: str
) -> str:
    alike: dict[str, list[str]] = {}
    for each in found:
        command = ladder_command(game, configuration, len(each.points), each.scale, each.seed)
        alike.setdefault(command, []).append(str(each.level))
    return _page(
        "alone",
        game,
        configuration,
        drawn,
        found,
        scores=levels_table(game, found),
        commands=[f"{command} --rungs {','.join(levels)}" for command, levels in alike.items()],
        others=others,
    )


def levels_table(game: Game, found: Sequence[LevelScores]) -> str:
    """Return the levels as a table, a line each."""
    columns = ("level", "opponent", "games", "points a game", "95 % interval", "spread", "over the level below")
    below = [None, *found]
    rows = [level_cells(game, each, before) for each, before in zip(found, below, strict=False)]
    return table((*columns, "95 % interval", "s a game", "wanted"), rows, "rlrrrrrrrl")


def level_cells(game: Game, each: LevelScores, below: LevelScores | None) -> tuple[str, ...]:
    """Return one line of the table."""
    mean, apart = each.mean, None
    if below is not None and below.level == each.level - 1 and below.seed == each.seed:
        apart = paired_difference(each.points, below.points)
    return (
        str(each.level),
        game.personas[each.level - 1].name,
        f"{len(each.points):,}",
        f"{mean.mean:.1f}",
        mean_interval(mean),
        f"{mean.spread:.1f}" if math.isfinite(mean.spread) else "",
        "" if apart is None else f"{apart.mean:+.1f}",
        "" if apart is None else mean_interval(apart),
        f"{each.effort.seconds / len(each.points):.2g}",
        "" if apart is None else ("yes" if apart.low > 0 else "**no**"),
    )


# --- both ------------------------------------------------------------------------------------------------------------


def ladder_command(game: Game, configuration: Configuration, pairs: int, scale: float, seed: int) -> str:
    """Return the command that measures the same again."""
    size = f"--pairs {pairs} --scale {scale:g} --seed {seed}"
    return " ".join(filter(None, ("fivefold ladder", game.key, configuration.arguments, size)))


def _page(
    macro: str,
    game: Game,
    configuration: Configuration,
    drawn: bool,
    measured: Sequence[Rung | LevelScores],
    **facts: Any,
) -> str:
    spending = [(str(level), *each) for level, each in enumerate(_spending(game), start=1)]
    return page(
        TEMPLATE,
        macro,
        game=game,
        heading=configuration.heading(game),
        stem=configuration.stem(game),
        drawn=drawn,
        spending=spending,
        machines=", ".join(dict.fromkeys(each.machine for each in measured)),
        **facts,
    )


def _spending(game: Game) -> list[tuple[str, str]]:
    budgets = zip(game.personas, levels_of(game), strict=True)
    return [(persona.name, say(TEMPLATE, "spending", budget)) for persona, budget in budgets]


def _write(stem: Path, text: Callable[[bool], str], draw: Callable[[], str]) -> str:
    """Write a page and its plot, without this where matplotlib is missing; return what to tell the user."""
    file, picture = stem.with_name(f"{stem.name}.md"), stem.with_name(f"{stem.name}.svg")
    file.write_text(text(can_draw()))
    if can_draw():
        picture.write_text(draw())
        return f"Written: {file}, {picture.name}"
    picture.unlink(missing_ok=True)
    return f"Written: {file}. {NO_PLOT}"


def _drawn_levels(game: Game, found: Sequence[LevelScores], heading: str) -> str:
    means = {each.level: each.mean for each in found}
    bars = [
        (level, mean.mean, *((mean.low, mean.high) if math.isfinite(mean.high) else (mean.mean, mean.mean)))
        for level, mean in means.items()
    ]
    marks = [f"{mean.mean:.1f}" for mean in means.values()]
    return _drawn(game, bars, marks, f"{heading}: seven opponents", "points a game")


def _drawn(
    game: Game, bars: Sequence[tuple[int, float, float, float]], marks: Sequence[str], title: str, unit: str
) -> str:
    """Return a picture of the levels: the height of each, and the ends of its interval."""
    levels, heights = [bar[0] for bar in bars], [bar[1] for bar in bars]
    errors = [[height - low for _, height, low, _ in bars], [high - height for _, height, _, high in bars]]
    names = [game.personas[level - 1].name.replace(" ", "\n") for level in levels]
    with drawing(4.0) as (figure, saved):
        axes = figure.add_subplot()
        axes.plot(levels, heights, color=LINE, linewidth=1.5, alpha=0.5)
        axes.errorbar(levels, heights, errors, fmt="o", color=LINE, markersize=7, capsize=4, linewidth=1.5)
        for level, height, mark in zip(levels, heights, marks, strict=True):
            axes.annotate(mark, (level, height), (9, -12), textcoords="offset points", color=INK, fontsize=9)
        axes.set_xticks(levels, [f"{level}\n{name}" for level, name in zip(levels, names, strict=True)], fontsize=9.5)
        axes.set_xlim(0.6, len(game.personas) + 0.6)
        plain(axes, "y", title, up=unit)
        return saved()


# --- the command -----------------------------------------------------------------------------------------------------


def run(options: argparse.Namespace) -> int:
    """Measure those of the rungs asked for that have no result yet, and write the page after each."""
    game = find(options.game)
    at_least_one("pairs", options.pairs)
    configuration, place = configuration_of(game, options.preset, options.option), place_of(options)
    check_places(game.key, [] if options.between else [options.out], [options.between])
    if options.between is not None:
        command = ladder_command(game, configuration, options.pairs, options.scale, options.seed)
        measure_between(game, configuration, parse_rungs(options.rungs), command, options)
        return FINE
    measure = _measure_levels if configuration.seats == 1 else _measure_rungs
    with ExitStack() as ladder:
        # What is measured anew is kept to the end: the same command would measure all of it again.
        print(measure(game, configuration, options, place, ladder if options.fresh or options.rungs else None))
    return FINE


def _measure_rungs(
    game: Game, configuration: Configuration, options: argparse.Namespace, place: JobPlace, anew: ExitStack | None
) -> str:
    wanted = [
        conditions_today(game, rung, options.pairs, options.scale, options.seed, configuration.options)
        for rung in parse_rungs(options.rungs)
    ]
    out = options.out
    if anew is not None and out.exists():
        left = load_rungs(out, game, configuration)
        for terms in wanted:
            left.pop(terms.name, None)
        _save_rungs(out, game, left.values(), configuration)
    prepare(game, [str(terms.upper) for terms in wanted])
    for terms in wanted:
        saved = load_rungs(out, game, configuration)
        rung = saved.get(terms.name)
        with ExitStack() as until:
            if rung is None or rung.conditions != terms:
                found = (anew or until).enter_context(finished(_rung_job(game, terms), place))
                rung = Rung(terms, summary(found), this_machine())
                _save_rungs(out, game, {**saved, terms.name: rung}.values(), configuration)
                write_rungs(game, out, configuration)
        score = rung.result.score
        print(f"{game.name} {terms.name}: {percent(score.mean)}, Elo {elo_text(score)}", flush=True)
    return write_rungs(game, out, configuration)


def _rung_job(game: Game, terms: Conditions) -> Job[PairTask, Pair, list[Pair]]:
    matchup = Matchup(game.key, str(terms.upper), str(terms.lower), terms.options, terms.scale, terms.seed)
    return pairs_job(matchup, terms.pairs, f"{title(game, matchup.a)} against {title(game, matchup.b)}")


def _measure_levels(
    game: Game, configuration: Configuration, options: argparse.Namespace, place: JobPlace, anew: ExitStack | None
) -> str:
    levels, file = parse_levels(options.rungs), options.out / f"{configuration.stem(game)}.jsonl"
    prepare(game, [str(level) for level in levels])
    for number in levels:
        series = Series(game.key, str(number), configuration.options, options.scale, options.seed)
        saved = load_levels(file)
        found = saved.get(number)
        with ExitStack() as until:
            if anew is not None or found is None or not found.holds(game, series, options.pairs):
                job = finished(series_job(game, series, options.pairs), place)
                scored: list[Scored] = (anew or until).enter_context(job)
                found = _scores_of(series, scored)
                by_level: Mapping[int, LevelScores] = {**saved, number: found}
                _save(file, (by_level[level].to_json() for level in sorted(by_level)))
                _write_levels(game, configuration, file)
        print(f"{title(game, series.player)}: {points_text(found.points)}", flush=True)
    return _write_levels(game, configuration, file)


def parse_rungs(text: str | None) -> list[tuple[int, int]]:
    """Return the rungs that a list such as ``2,3,7v1`` names, all if there is no list. Raises ``InvalidOption``."""
    if not text:
        return list(RUNGS)
    known = {str(upper): (upper, lower) for upper, lower in NEIGHBOURS}
    known |= {f"{upper}v{lower}": (upper, lower) for upper, lower in RUNGS}
    words = [word.strip().casefold() for word in text.split(",")]
    for word in words:
        if word not in known:
            raise InvalidOption(f"--rungs {text}: {word!r} is none of {', '.join(known)}")
    return [rung for rung in RUNGS if rung in {known[word] for word in words}]


def parse_levels(text: str | None) -> list[int]:
    """Return the levels that a list such as ``2,3,7`` names, all if there is no list. Raises ``InvalidOption``."""
    if not text:
        return list(LEVELS)
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if word not in map(str, LEVELS):
            levels = f"1 to {len(LEVELS)}"
            raise InvalidOption(f"--rungs {text}: where one plays alone it takes levels, {levels}, not {word!r}")
    return sorted({int(word) for word in words})


LADDER = lab_command("ladder", run)

"""The answers to a study's questions: figures with their 95 % intervals, worked out from the rows of its matches."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

from fivefold.command import in_source
from fivefold.contract import Game
from fivefold.lab.arguments import lab_data
from fivefold.lab.configuration import Configuration
from fivefold.lab.estimates import (
    UNKNOWN,
    Estimate,
    at_once,
    clustered_mean,
    clustered_ratio,
    clustered_share,
    correlation,
    difference,
    interval_text,
    paired_difference,
    percent,
    quantile,
)
from fivefold.lab.ladder import NEIGHBOURS, LevelScores, Rung, ladder_command, load_levels, load_rungs
from fivefold.lab.study.rows import NOBODY_AHEAD, Row, StudyRows, decisions, leader, side_returns


class Unit(Enum):
    """How a figure is written."""

    NUMBER = "number"
    SHARE = "share"
    """In per cent."""
    INDEX = "index"
    """Between -1 and 1, with two decimals."""


class StudyQuestion(NamedTuple):
    """One figure in words."""

    name: str
    unit: Unit
    meaning: str
    """A sentence."""


NUMBER, SHARE, INDEX = Unit.NUMBER, Unit.SHARE, Unit.INDEX
QUESTIONS: Final = {
    key: StudyQuestion(each["name"], Unit(each["unit"]), each["meaning"])
    for key, each in lab_data("study")["questions"].items()
}
SECTIONS: Final[Sequence[Mapping[str, Any]]] = lab_data("study")["sections"]
"""Which figures stand together, under which heading, with which plot."""


def number_text(value: float) -> str:
    """Return a number with as many decimals as mean something."""
    value = 0.0 if abs(value) < 0.05 else value
    if abs(value) >= 99.95 or float(value).is_integer():
        return f"{value:,.0f}".replace("-", "−")
    return f"{value:.1f}".replace("-", "−")


def percent_text(value: float, decimals: int = 0) -> str:
    """Return a share in per cent, without the sign."""
    return f"{100 * value:.{decimals}f}".replace("-", "−") if abs(value) * 100 >= 0.5 * 10**-decimals else "0"


def _written(unit: Unit, value: float) -> str:
    """Return a figure without what it is a figure of."""
    if not math.isfinite(value):
        return "?"
    if unit is INDEX:
        return (f"{value:.2f}" if abs(value) >= 0.005 else "0").replace("-", "−")
    return percent_text(value, 1) if unit is SHARE else number_text(value)


def value_text(unit: Unit, figure: Estimate) -> str:
    """Return a figure as it stands in a table."""
    return f"{_written(unit, figure.mean)}{' %' if unit is SHARE else ''}"


def interval_cell(unit: Unit, figure: Estimate) -> str:
    """Return a figure's interval as it stands in a table; where so few matches tell nothing of it, a dash."""
    if not (math.isfinite(figure.low) and math.isfinite(figure.high)):
        return "–"
    low, high = _written(unit, figure.low), _written(unit, figure.high)
    return "all alike" if figure.low == figure.high else f"{low} to {high}"


def change_text(unit: Unit, figure: Estimate) -> str:
    """Return a difference with its sign; shares in percentage points."""
    text = _written(unit, figure.mean)
    return f"+{text}" if figure.mean > 0 and text != "0" else text


# --- figures ---------------------------------------------------------------------------------------------------------

COMEBACK: Final = 0.25
"""Who had a smaller chance than this at some decision, and won, has come back."""
PHASES: Final = ("start", "middle", "end")
"""The decisions of a match in three parts of equal length."""


class StudyAnswer(NamedTuple):
    """One figure."""

    key: str
    """What is asked; in words in ``questions``."""
    figure: Estimate
    matches: int
    """How many matches it is from."""


class Count(NamedTuple):
    """How often something was there: a hand, a first move, a way to end."""

    name: str
    number: float
    """How many a match, or how many matches."""
    share: Estimate
    """Of the matches that had it;"""
    points: Estimate | None = None
    """the share of all points that it earned;"""
    won: Estimate | None = None
    """and how well whoever had it, or had more of it, did."""


QUANTILES: Final = {"points_low": 0.1, "points_high": 0.9}
"""Where one plays alone: which share of the games makes at most so many points."""
Number = Callable[[Row], float | None]
MEANS: Final = {
    **{name: name for name in ("decisions", "plies", "log10_paths", "score_lead_changes", "lead_changes", "drama")},
    **{name: name for name in ("lowest_chance", "ahead_for_good", "decided", "margin", "lead_first")},
    "legal_moves": "legal_moves_mean",
    "points": "lead_first",
}
"""Answers that are the mean of a column of the matches."""
SHARES: Final[dict[str, Number]] = {
    "first": lambda row: row.result_first,
    "a": lambda row: row.result_a,
    "draws": lambda row: float(row.drawn),
    "comebacks": lambda row: None if row.lowest_chance is None else float(row.lowest_chance < COMEBACK),
}
"""Answers that are a share of the matches."""


def answers(study: StudyRows, seconds: float | None = None) -> dict[str, StudyAnswer]:
    """Return the answers by what is asked, without those that make no sense for such a game.

    ``seconds``: how long a player thinks about a decision, to tell how many minutes a match takes.
    """
    found = {key: _mean(study, key) for key in MEANS} | {key: _share(study, key) for key in SHARES}
    found |= {f"legal_{phase}": _legal(study, part) for part, phase in enumerate(PHASES)}
    found |= {"leader_at_half": _leader_at_half(study), "deal": luck(study), "same_side": _same_side(study)}
    found |= {"hindsight": _hindsight(study)}
    made = [float(line.lead_first) for line in study.lines]
    found |= {key: StudyAnswer(key, quantile(made, share), len(made)) for key, share in QUANTILES.items()}
    if seconds is not None:
        minutes = [line.decisions * seconds / 60 for line in study.lines]
        found["minutes"] = StudyAnswer("minutes", clustered_mean(minutes, study.groups), len(minutes))
    left_out = _senseless(study)
    ordered = [key for section in SECTIONS for key in section["keys"] if key in found]
    return {key: found[key] for key in ordered if found[key].matches and key not in left_out}


def _senseless(study: StudyRows) -> set[str]:
    if study.terms.alone:
        of_two = {"first", "draws", "leader_at_half", "deal", "same_side", "margin", "lead_first"}
        return of_two | {"a"}
    of_points = set() if study.terms.game.traits.scores_decide else {"margin", "lead_first"}
    of_players = {"a"} if study.terms.a == study.terms.b else {"same_side"}
    return {"points", *QUANTILES} | of_points | of_players


def _mean(study: StudyRows, key: str) -> StudyAnswer:
    numbers, groups = _known(study, attrgetter(MEANS[key]))
    figure = clustered_mean(numbers, groups)
    return StudyAnswer(key, figure if min(numbers, default=-1) < 0 else _within(figure), len(numbers))


def _share(study: StudyRows, key: str) -> StudyAnswer:
    numbers, groups = _known(study, SHARES[key])
    of_one = all(0 <= each <= 1 for each in numbers)
    return StudyAnswer(key, clustered_share(numbers, groups), len(numbers)) if of_one else StudyAnswer(key, UNKNOWN, 0)


def _within(figure: Estimate, most: float = math.inf) -> Estimate:
    """Return a figure that cannot be less than nothing, or more than ``most``, with an interval that says so."""
    return Estimate(figure.mean, max(0.0, figure.low), min(most, figure.high))


def _known(study: StudyRows, number: Number) -> tuple[list[float], list[int]]:
    found = [(number(line), line.pair) for line in study.lines]
    return [each for each, _ in found if each is not None], [pair for each, pair in found if each is not None]


def _legal(study: StudyRows, part: int) -> StudyAnswer:
    numbers = list[float]()
    for match in study.matches:
        chosen = decisions(match)
        first, last = len(chosen) * part // len(PHASES), len(chosen) * (part + 1) // len(PHASES)
        legal = [ply.legal for ply in chosen[first:last]]
        numbers.append(sum(legal) / len(legal) if legal else math.nan)
    known = [(each, group) for each, group in zip(numbers, study.groups, strict=True) if not math.isnan(each)]
    figure = clustered_mean([each for each, _ in known], [group for _, group in known])
    return StudyAnswer(f"legal_{PHASES[part]}", figure, len(known))


def _leader_at_half(study: StudyRows) -> StudyAnswer:
    results, groups = list[float](), list[int]()
    for match, course in zip(study.matches, study.courses, strict=True):
        ahead = leader(course[len(course) // 2]) if course else NOBODY_AHEAD
        if ahead != NOBODY_AHEAD:
            results.append(side_returns(match)[ahead])
            groups.append(match.pair)
    return StudyAnswer("leader_at_half", clustered_share(results, groups), len(results))


# --- luck ------------------------------------------------------------------------------------------------------------


def luck(study: StudyRows) -> StudyAnswer:
    """Return the share of the differences between results that the deal explains: two matches of a pair compared.

    The result is the lead of whoever moves first, in points where these decide. If it is a part that belongs to the
    deal and a part that does not, the correlation of the two matches is the share of the first part.
    """
    pairs = _pairs(study)
    by_points = study.terms.game.traits.scores_decide
    number: Callable[[Row], float] = (lambda line: line.lead_first) if by_points else (lambda line: line.result_first)
    figure = correlation([number(one) for one, _ in pairs], [number(other) for _, other in pairs])
    return StudyAnswer("deal", figure, 0 if math.isnan(figure.mean) else 2 * len(pairs))


def _same_side(study: StudyRows) -> StudyAnswer:
    """Return in how many pairs the same side, the first or another, won both matches; half is nothing but chance."""
    same = [float(one.result_first == other.result_first) for one, other in _pairs(study)]
    return StudyAnswer("same_side", clustered_share(same, range(len(same))), 2 * len(same))


def repeated(study: StudyRows) -> int:
    """Return how many pairs are the same match twice, move by move: their players chose nothing at random."""
    by_pair: dict[int, list[list[str]]] = {}
    for match in study.matches:
        by_pair.setdefault(match.pair, []).append([ply.text for ply in match.plies])
    return sum(len(each) == 2 and each[0] == each[1] for each in by_pair.values())


def _pairs(study: StudyRows) -> list[tuple[Row, Row]]:
    by_pair: dict[int, list[Row]] = {}
    for line in study.lines:
        by_pair.setdefault(line.pair, []).append(line)
    return [(each[0], each[1]) for each in by_pair.values() if len(each) == 2]


def _hindsight(study: StudyRows) -> StudyAnswer:
    asked = [match for match in study.matches if match.hindsight]
    shares = [match.scores[0] / match.hindsight for match in asked if match.hindsight]
    return StudyAnswer("hindsight", clustered_mean(shares, [match.pair for match in asked]), len(shares))


# --- what there was --------------------------------------------------------------------------------------------------


def endings(study: StudyRows) -> list[Count]:
    """Return how the matches ended, the most usual first: by the key of the game's message."""
    counted = Counter(match.ending for match in study.matches)
    return [
        Count(key, number, clustered_share([float(m.ending == key) for m in study.matches], study.groups))
        for key, number in counted.most_common()
    ]


def hands(study: StudyRows) -> list[Count]:
    """Return what earned points, most points first; nothing where points don't decide."""
    if not study.terms.game.traits.scores_decide:
        return []
    numbers: dict[str, list[Counter[int]]] = {}
    points: dict[str, list[int]] = {}
    for place, match in enumerate(study.matches):
        for made in match.made:
            counts = numbers.setdefault(made.kind, [Counter() for _ in study.matches])
            counts[place][match.sides[made.seat]] += made.number
            points.setdefault(made.kind, [0] * len(study.matches))[place] += made.points
    earned = [sum(each[place] for each in points.values()) for place in range(len(study.matches))]
    found = [_hand(study, kind, numbers[kind], points[kind], earned) for kind in numbers]
    return sorted(found, key=lambda each: -(each.points.mean if each.points else 0))


def _hand(
    study: StudyRows, kind: str, numbers: Sequence[Counter[int]], points: Sequence[int], earned: Sequence[int]
) -> Count:
    share = clustered_ratio(points, earned, study.groups)
    share = _within(share, 1.0) if min(points) >= 0 else share
    seen = clustered_share([float(sum(each.values()) > 0) for each in numbers], study.groups)
    each_match = sum(sum(each.values()) for each in numbers) / len(numbers)
    return Count(kind, each_match, seen, share, _had_more(study, numbers))


def deeds(study: StudyRows) -> list[Count]:
    """Return what moves did besides earning points, the most usual first."""
    numbers: dict[str, list[Counter[int]]] = {}
    for place, match in enumerate(study.matches):
        for ply in match.plies:
            if ply.deed:
                counts = numbers.setdefault(ply.deed, [Counter() for _ in study.matches])
                counts[place][match.sides[ply.seat]] += 1
    found = [
        Count(
            name,
            sum(sum(each.values()) for each in counts) / len(counts),
            clustered_share([float(sum(each.values()) > 0) for each in counts], study.groups),
            won=_had_more(study, counts),
        )
        for name, counts in numbers.items()
    ]
    return sorted(found, key=lambda each: -each.number)


def _had_more(study: StudyRows, numbers: Sequence[Counter[int]]) -> Estimate | None:
    """Return how well the side did that had more of something than any other; ``None`` where one plays alone."""
    results, groups = list[float](), list[int]()
    for match, counts in zip(study.matches, numbers, strict=True):
        each = [counts[side] for side in range(max(match.sides) + 1)]
        most = leader(each)
        if most != NOBODY_AHEAD and len(each) > 1:
            results.append(side_returns(match)[most])
            groups.append(match.pair)
    return clustered_share(results, groups) if results else None


def openings(study: StudyRows) -> list[Count]:
    """Return the first moves, the most usual first, and how well the side did that made them."""
    by_text: dict[str, list[Row]] = {}
    for line in study.lines:
        by_text.setdefault(line.opening, []).append(line)
    return [
        Count(
            text,
            len(lines),
            clustered_share([float(line.opening == text) for line in study.lines], study.groups),
            won=None
            if study.terms.alone
            else clustered_share([line.result_first for line in lines], [line.pair for line in lines]),
        )
        for text, lines in sorted(by_text.items(), key=lambda each: (-len(each[1]), each[0]))
    ]


# --- comparing -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure with one set of options and with another."""

    key: str
    base: Estimate
    other: Estimate
    change: Estimate
    """By how much it is more with the other options."""

    @property
    def is_sure(self) -> bool:
        """Whether the interval of the change has nothing of both signs."""
        return self.is_sure_among(1)

    def is_sure_among(self, count: int) -> bool:
        """Whether that is so even if this was picked among so many changes."""
        figure = at_once(self.change, count)
        return figure.low > 0 or figure.high < 0


def compare(base: Mapping[str, StudyAnswer], other: Mapping[str, StudyAnswer]) -> list[Compared]:
    """Return all figures that both have."""
    return [
        Compared(key, base[key].figure, other[key].figure, difference(other[key].figure, base[key].figure))
        for key in base
        if key in other
    ]


# --- what each level gains over the one below, from what `fivefold ladder` has measured ------------------------------

STRENGTH: Final = in_source("docs/strength")
"""Where `fivefold ladder` writes unless told otherwise; ``None`` where the package was installed without its source."""


class Rise(NamedTuple):
    """One level over the one below, in words."""

    level: int
    below: int
    figure: str
    interval: str
    command: str
    """The one that measures it."""


def rises(game: Game, configuration: Configuration, folder: Path | None = STRENGTH) -> Sequence[Rise] | None:
    """Return what each level gains with these options, nothing where it was not measured; ``None`` without a folder."""
    if folder is None:
        return None
    if configuration.seats == 1:
        return _rises_alone(game, configuration, load_levels(folder / f"{configuration.stem(game)}.jsonl"))
    found = {
        (rung.conditions.upper, rung.conditions.lower): rung
        for rung in load_rungs(folder, game, configuration).values()
    }
    return [_rise(game, configuration, found[pair]) for pair in NEIGHBOURS if pair in found]


def _rise(game: Game, configuration: Configuration, rung: Rung) -> Rise:
    terms, score = rung.conditions, rung.result.score
    command = ladder_command(game, configuration, terms.pairs, terms.scale, terms.seed)
    return Rise(terms.upper, terms.lower, percent(score.mean), f"{interval_text(score)} %", command)


def _rises_alone(game: Game, configuration: Configuration, found: dict[int, LevelScores]) -> list[Rise]:
    listed = list[Rise]()
    for level, scores in sorted(found.items()):
        if level - 1 in found:
            gain = paired_difference(scores.points, found[level - 1].points)
            interval = f"{gain.low:+.1f} to {gain.high:+.1f}" if math.isfinite(gain.half) else "–"
            figure = f"{scores.mean.mean:.1f}, {gain.mean:+.1f}"
            command = ladder_command(game, configuration, len(scores.points), scores.scale, scores.seed)
            listed.append(Rise(level, level - 1, figure, interval, command))
    return listed

"""The answers to a study's questions: figures with their 95 % intervals, worked out from the lines of its matches."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from fivefold.lab.measuring.clusters import (
    UNKNOWN,
    at_once,
    clustered_mean,
    clustered_ratio,
    clustered_share,
    correlation,
    difference,
    quantile,
)
from fivefold.lab.measuring.statistics import Estimate
from fivefold.lab.study.chances import side_returns
from fivefold.lab.study.course import NOBODY_AHEAD, leader
from fivefold.lab.study.lines import MatchLine, Played, decisions
from fivefold.lab.study.questions import SECTIONS

COMEBACK: Final = 0.25
"""Who had a smaller chance than this at some decision, and won, has come back."""
PHASES: Final = ("start", "middle", "end")
"""The decisions of a match in three parts of equal length."""


class Answer(NamedTuple):
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
Number = Callable[[MatchLine], float | None]
MEANS: Final[dict[str, Number]] = {
    "decisions": lambda line: line.decisions,
    "plies": lambda line: line.plies,
    "legal_moves": lambda line: line.legal_moves_mean,
    "log10_paths": lambda line: line.log10_paths,
    "score_lead_changes": lambda line: line.score_lead_changes,
    "lead_changes": lambda line: line.lead_changes,
    "drama": lambda line: line.drama,
    "lowest_chance": lambda line: line.lowest_chance,
    "ahead_for_good": lambda line: line.ahead_for_good,
    "decided": lambda line: line.decided,
    "margin": lambda line: line.margin,
    "lead_first": lambda line: line.lead_first,
    "points": lambda line: line.lead_first,
}
"""Answers that are the mean of a number of each match."""
SHARES: Final[dict[str, Number]] = {
    "first": lambda line: line.result_first,
    "a": lambda line: line.result_a,
    "draws": lambda line: float(line.drawn),
    "comebacks": lambda line: None if line.lowest_chance is None else float(line.lowest_chance < COMEBACK),
}
"""Answers that are a share of the matches."""


def answers(study: Played, seconds: float | None = None) -> dict[str, Answer]:
    """Return the answers by what is asked, without those that make no sense for such a game.

    ``seconds``: how long a player thinks about a decision, to tell how many minutes a match takes.
    """
    found = {key: _mean(study, key) for key in MEANS} | {key: _share(study, key) for key in SHARES}
    found |= {f"legal_{phase}": _legal(study, part) for part, phase in enumerate(PHASES)}
    found |= {"leader_at_half": leader_at_half(study), "deal": luck(study), "same_side": same_side(study)}
    found |= {"hindsight": hindsight(study)}
    made = [float(line.lead_first) for line in study.lines]
    found |= {key: Answer(key, quantile(made, share), len(made)) for key, share in QUANTILES.items()}
    if seconds is not None:
        minutes = [line.decisions * seconds / 60 for line in study.lines]
        found["minutes"] = Answer("minutes", clustered_mean(minutes, study.groups), len(minutes))
    left_out = senseless(study)
    ordered = [key for _, keys in SECTIONS for key in keys if key in found]
    return {key: found[key] for key in ordered if found[key].matches and key not in left_out}


def senseless(study: Played) -> set[str]:
    """Return the questions that make no sense for a game."""
    if study.terms.alone:
        of_two = {"first", "draws", "leader_at_half", "deal", "same_side", "margin", "lead_first"}
        return of_two | {"a"}
    of_points = set() if study.terms.game.traits.scores_decide else {"margin", "lead_first"}
    of_players = {"a"} if study.terms.a == study.terms.b else {"same_side"}
    return {"points", *QUANTILES} | of_points | of_players


def _mean(study: Played, key: str) -> Answer:
    numbers, groups = _known(study, MEANS[key])
    figure = clustered_mean(numbers, groups)
    return Answer(key, figure if min(numbers, default=-1) < 0 else _within(figure), len(numbers))


def _share(study: Played, key: str) -> Answer:
    numbers, groups = _known(study, SHARES[key])
    of_one = all(0 <= each <= 1 for each in numbers)
    return Answer(key, clustered_share(numbers, groups), len(numbers)) if of_one else Answer(key, UNKNOWN, 0)


def _within(figure: Estimate, most: float = math.inf) -> Estimate:
    """Return a figure that cannot be less than nothing, or more than ``most``, with an interval that says so."""
    return Estimate(figure.mean, max(0.0, figure.low), min(most, figure.high))


def _known(study: Played, number: Number) -> tuple[list[float], list[int]]:
    """Return the numbers of those matches that have one, and their pairs."""
    found = [(number(line), line.pair) for line in study.lines]
    return [each for each, _ in found if each is not None], [pair for each, pair in found if each is not None]


def _legal(study: Played, part: int) -> Answer:
    """Return the mean number of legal moves in a part of the matches."""
    numbers = list[float]()
    for match in study.matches:
        chosen = decisions(match)
        first, last = len(chosen) * part // len(PHASES), len(chosen) * (part + 1) // len(PHASES)
        legal = [ply.legal for ply in chosen[first:last]]
        numbers.append(sum(legal) / len(legal) if legal else math.nan)
    known = [(each, group) for each, group in zip(numbers, study.groups, strict=True) if not math.isnan(each)]
    figure = clustered_mean([each for each, _ in known], [group for _, group in known])
    return Answer(f"legal_{PHASES[part]}", figure, len(known))


def leader_at_half(study: Played) -> Answer:
    """Return how well the side did that had the best chance halfway through the decisions."""
    results, groups = list[float](), list[int]()
    for match, course in zip(study.matches, study.courses, strict=True):
        ahead = leader(course[len(course) // 2]) if course else NOBODY_AHEAD
        if ahead != NOBODY_AHEAD:
            results.append(side_returns(match)[ahead])
            groups.append(match.pair)
    return Answer("leader_at_half", clustered_share(results, groups), len(results))


# --- luck ------------------------------------------------------------------------------------------------------------


def luck(study: Played) -> Answer:
    """Return the share of the differences between results that the deal explains: two matches of a pair compared.

    The result is the lead of whoever moves first, in points where these decide. If it is a part that belongs to the
    deal and a part that does not, the correlation of the two matches is the share of the first part.
    """
    pairs = _pairs(study)
    by_points = study.terms.game.traits.scores_decide
    number: Callable[[MatchLine], float] = (
        (lambda line: line.lead_first) if by_points else (lambda line: line.result_first)
    )
    figure = correlation([number(one) for one, _ in pairs], [number(other) for _, other in pairs])
    return Answer("deal", figure, 0 if math.isnan(figure.mean) else 2 * len(pairs))


def same_side(study: Played) -> Answer:
    """Return in how many pairs the same side, the first or another, won both matches; half is nothing but chance."""
    same = [float(one.result_first == other.result_first) for one, other in _pairs(study)]
    return Answer("same_side", clustered_share(same, range(len(same))), 2 * len(same))


def repeated(study: Played) -> int:
    """Return how many pairs are the same match twice, move by move: their players chose nothing at random."""
    by_pair: dict[int, list[list[str]]] = {}
    for match in study.matches:
        by_pair.setdefault(match.pair, []).append([ply.text for ply in match.plies])
    return sum(len(each) == 2 and each[0] == each[1] for each in by_pair.values())


def _pairs(study: Played) -> list[tuple[MatchLine, MatchLine]]:
    by_pair: dict[int, list[MatchLine]] = {}
    for line in study.lines:
        by_pair.setdefault(line.pair, []).append(line)
    return [(each[0], each[1]) for each in by_pair.values() if len(each) == 2]


def hindsight(study: Played) -> Answer:
    """Return which share was made of the points that the cards allowed."""
    asked = [match for match in study.matches if match.hindsight]
    shares = [match.scores[0] / match.hindsight for match in asked if match.hindsight]
    return Answer("hindsight", clustered_mean(shares, [match.pair for match in asked]), len(shares))


# --- what there was --------------------------------------------------------------------------------------------------


def endings(study: Played) -> list[Count]:
    """Return how the matches ended, the most usual first: by the key of the game's message."""
    counted = Counter(match.ending for match in study.matches)
    return [
        Count(key, number, clustered_share([float(m.ending == key) for m in study.matches], study.groups))
        for key, number in counted.most_common()
    ]


def hands(study: Played) -> list[Count]:
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
    study: Played, kind: str, numbers: Sequence[Counter[int]], points: Sequence[int], earned: Sequence[int]
) -> Count:
    share = clustered_ratio(points, earned, study.groups)
    share = _within(share, 1.0) if min(points) >= 0 else share
    seen = clustered_share([float(sum(each.values()) > 0) for each in numbers], study.groups)
    each_match = sum(sum(each.values()) for each in numbers) / len(numbers)
    return Count(kind, each_match, seen, share, had_more(study, numbers))


def deeds(study: Played) -> list[Count]:
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
            won=had_more(study, counts),
        )
        for name, counts in numbers.items()
    ]
    return sorted(found, key=lambda each: -each.number)


def had_more(study: Played, numbers: Sequence[Counter[int]]) -> Estimate | None:
    """Return how well the side did that had more of something than any other; ``None`` where one plays alone."""
    results, groups = list[float](), list[int]()
    for match, counts in zip(study.matches, numbers, strict=True):
        each = [counts[side] for side in range(max(match.sides) + 1)]
        most = leader(each)
        if most != NOBODY_AHEAD and len(each) > 1:
            results.append(side_returns(match)[most])
            groups.append(match.pair)
    return clustered_share(results, groups) if results else None


def openings(study: Played) -> list[Count]:
    """Return the first moves, the most usual first, and how well the side did that made them."""
    by_text: dict[str, list[MatchLine]] = {}
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


def compare(base: Mapping[str, Answer], other: Mapping[str, Answer]) -> list[Compared]:
    """Return all figures that both have."""
    return [
        Compared(key, base[key].figure, other[key].figure, difference(other[key].figure, base[key].figure))
        for key in base
        if key in other
    ]

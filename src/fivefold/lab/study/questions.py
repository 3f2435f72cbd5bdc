"""The questions of a study in words: what each figure is called, how it is written, what exactly it means."""

import math
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from fivefold.lab.measuring.statistics import Estimate


class Unit(Enum):
    """How a figure is written."""

    NUMBER = "number"
    SHARE = "share"
    """In per cent."""
    INDEX = "index"
    """Between -1 and 1, with two decimals."""


class Question(NamedTuple):
    """One figure in words."""

    name: str
    unit: Unit
    meaning: str
    """A sentence."""


NUMBER, SHARE, INDEX = Unit.NUMBER, Unit.SHARE, Unit.INDEX
QUESTIONS: Final[Mapping[str, Question]] = {
    "decisions": Question(
        "decisions",
        NUMBER,
        "Moves that somebody chose, by everybody together. Only moves that the table makes don't count.",
    ),
    "plies": Question(
        "moves in all", NUMBER, "Every move, also those of chance (each card dealt, each die) and of the table."
    ),
    "minutes": Question("minutes", NUMBER, "Decisions times the seconds given with --seconds."),
    "legal_moves": Question("legal moves at a decision", NUMBER, "The mean over a match; then over the matches."),
    "legal_start": Question("in the first third", NUMBER, "Legal moves in the first third of a match's decisions."),
    "legal_middle": Question("in the second third", NUMBER, "Likewise."),
    "legal_end": Question("in the last third", NUMBER, "Likewise."),
    "log10_paths": Question(
        "ways through a match, in digits",
        NUMBER,
        "The sum of the decimal logarithms of the legal moves at every decision: 40 is a number of 40 digits.",
    ),
    "points": Question("points", NUMBER, "The points made."),
    "points_low": Question("a bad game, one in ten", NUMBER, "One game in ten makes so many points or fewer."),
    "points_high": Question("a good game, one in ten", NUMBER, "One game in ten makes more points."),
    "hindsight": Question(
        "of what the cards allowed",
        SHARE,
        "The points made, as a share of the most that a search found for the same cards, all of them known.",
    ),
    "first": Question(
        "won by whoever moves first",
        SHARE,
        "A draw counts half, a first place shared by more counts as the part of it.",
    ),
    "lead_first": Question("lead of whoever moves first", NUMBER, "In points, at the end, over the best other side."),
    "a": Question("won by the player named first", SHARE, "A draw counts half."),
    "draws": Question("draws", SHARE, "Matches that nobody won alone."),
    "margin": Question("winner's lead", NUMBER, "Points of the best side less those of the next."),
    "score_lead_changes": Question(
        "changes of the lead in points", NUMBER, "How often somebody takes the lead in points from somebody else."
    ),
    "lead_changes": Question(
        "changes of the best chance",
        NUMBER,
        "How often the best chance to win passes to another side, the end included.",
    ),
    "drama": Question(
        "drama",
        INDEX,
        "Browne's measure (2008): the root of the distance between the best chance and that of the later winner, on"
        " average over the decisions at which the winner is behind; 0 where it never is.",
    ),
    "lowest_chance": Question(
        "winner's lowest chance", SHARE, "The smallest chance of the later winner at any decision."
    ),
    "comebacks": Question(
        "comebacks", SHARE, "Matches whose winner had a chance of less than one in four at some decision."
    ),
    "leader_at_half": Question(
        "won by the leader at half-time", SHARE, "By the side with the best chance halfway through the decisions."
    ),
    "ahead_for_good": Question(
        "winner ahead for good after",
        SHARE,
        "The share of the decisions after which the winner stays ahead.",
    ),
    "decided": Question(
        "decided after", SHARE, "The share of the decisions after which the winner's chance stays at 90 % or more."
    ),
    "deal": Question(
        "likeness of the two matches of a pair",
        INDEX,
        "The correlation of the first mover's lead in the one match and in the other (where points don't decide, of its"
        " result): 0 if they have nothing in common, 1 if they end alike. It is the share of all differences between"
        " results that belongs to the deal, or the opening, rather than to how it is played.",
    ),
    "same_side": Question(
        "pairs that the same side won twice", SHARE, "The first mover, or the other, in both matches of a pair."
    ),
}
SECTIONS: Final[Sequence[tuple[str, Sequence[str]]]] = (
    ("How long a match is", ("decisions", "plies", "minutes")),
    ("How much there is to choose", ("legal_moves", "legal_start", "legal_middle", "legal_end", "log10_paths")),
    ("What is scored", ("points", "points_low", "points_high", "hindsight")),
    ("Who wins", ("first", "lead_first", "a", "draws", "margin")),
    (
        "How the lead changes, and when it is decided",
        (
            "score_lead_changes",
            "lead_changes",
            "drama",
            "lowest_chance",
            "comebacks",
            "leader_at_half",
            "ahead_for_good",
            "decided",
        ),
    ),
    ("How much is luck", ("deal", "same_side")),
)
"""Which figures stand together, under which heading."""


def number(value: float) -> str:
    """Return a number with as many decimals as mean something."""
    value = 0.0 if abs(value) < 0.05 else value
    if abs(value) >= 99.95 or float(value).is_integer():
        return f"{value:,.0f}".replace("-", "−")
    return f"{value:.1f}".replace("-", "−")


def percent(value: float, decimals: int = 0) -> str:
    """Return a share in per cent, without the sign."""
    return f"{100 * value:.{decimals}f}".replace("-", "−") if abs(value) * 100 >= 0.5 * 10**-decimals else "0"


def written(unit: Unit, value: float) -> str:
    """Return a figure without what it is a figure of."""
    if not math.isfinite(value):
        return "?"
    return (
        (f"{value:.2f}" if abs(value) >= 0.005 else "0").replace("-", "−")
        if unit is INDEX
        else percent(value, 1)
        if unit is SHARE
        else number(value)
    )


def value_text(unit: Unit, figure: Estimate) -> str:
    """Return a figure as it stands in a table."""
    return f"{written(unit, figure.mean)}{' %' if unit is SHARE else ''}"


def interval_text(unit: Unit, figure: Estimate) -> str:
    """Return a figure's interval as it stands in a table; where so few matches tell nothing of it, a dash."""
    if not (math.isfinite(figure.low) and math.isfinite(figure.high)):
        return "–"
    return "all alike" if figure.low == figure.high else f"{written(unit, figure.low)} to {written(unit, figure.high)}"


def change_text(unit: Unit, figure: Estimate) -> str:
    """Return a difference with its sign; shares in percentage points."""
    text = written(unit, figure.mean)
    return f"+{text}" if figure.mean > 0 and text != "0" else text

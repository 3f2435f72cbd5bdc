"""What a study found, in plain sentences, made of its figures.

Nothing is claimed that an interval does not hold, nor where it would not hold for all figures at once that the claims
were picked from (Bonferroni).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.contract import Chance
from fivefold.lab.measuring.clusters import at_once
from fivefold.lab.measuring.statistics import Estimate
from fivefold.lab.study.answers import Answer, Compared, Count
from fivefold.lab.study.lines import Played
from fivefold.lab.study.playing import Terms
from fivefold.lab.study.questions import QUESTIONS, SHARE, change_text, interval_text, number, percent, value_text

SHARED: Final = {
    Chance.NONE: "The opening",
    Chance.AT_THE_START: "The deal",
    Chance.BETWEEN_MOVES: "The order of the cards",
    Chance.WITHIN_TURNS: "Having the same dice at the same time",
}
"""What the two matches of a pair have in common."""
REST: Final = {
    Chance.NONE: "how it is played",
    Chance.AT_THE_START: "how it is played",
    Chance.BETWEEN_MOVES: "how it is played, and what else the cards bring",
    Chance.WITHIN_TURNS: "how it is played, and what else the dice bring",
}
"""What they have not in common."""
LEAST_SHARE: Final = 0.12
"""If no kind of thing earns so much of the points, none is named."""
OFTEN: Final = 1 / 3
"""What is there in fewer matches is not spoken of."""
CLAIMED: Final = ("first", "a", "deal")
"""The figures that a finding may claim something of, besides how often whoever has more of a hand wins."""
COMPARED: Final = (
    "decisions",
    "legal_moves",
    "points",
    "points_low",
    "points_high",
    "hindsight",
    "first",
    "a",
    "draws",
    "margin",
    "lead_changes",
    "comebacks",
    "leader_at_half",
    "decided",
    "deal",
)
"""The figures of which it is said in sentences how they change."""


def finding(study: Played, found: Mapping[str, Answer], hands: Sequence[Count], repeated: int) -> str:
    """Return what a study found, in one paragraph."""
    figures = {key: answer.figure for key, answer in found.items()}
    looked_at = sum(key in figures for key in CLAIMED) + len(won_by(hands))
    sentences = [
        length(figures),
        *([scored(study, figures)] if study.terms.alone else contest(study, figures, looked_at)),
        *([best_hand(hands, looked_at)] if hands else []),
    ]
    if repeated and "deal" in figures:
        sentences.append(again(repeated, len(study.lines) // 2))
    return " ".join(each for each in sentences if each)


def unmeasured(terms: Terms, known: bool) -> str:
    """Return why nothing is said of levels; ``known``: whether there is a folder in which their figures would be."""
    if not known:
        return "The levels are measured in docs/strength of the source code; this installation comes without it."
    command = " ".join(filter(None, ("fivefold ladder", terms.game.key, terms.configuration.arguments)))
    return f"Not measured with these options; `{command}` does it."


def within(figure: Estimate, text: str) -> str:
    """Return a figure in words with its interval behind it, if that is more than one number."""
    if figure.low == figure.high:
        return text
    return f"{text} ({percent(figure.low)} to {percent(figure.high)})"


def share(figure: Estimate) -> str:
    """Return ``54 % (49 to 59)``."""
    return within(figure, f"{percent(figure.mean)} %")


def mean_of(figure: Estimate) -> str:
    """Return ``36``, or ``41.2 (39.8 to 42.6)``."""
    if figure.low == figure.high:
        return number(figure.mean)
    return f"{number(figure.mean)} ({number(figure.low)} to {number(figure.high)})"


def length(figures: Mapping[str, Estimate]) -> str:
    """Return how long a match is and how much there is to choose."""
    minutes = f", about {number(figures['minutes'].mean)} minutes" if "minutes" in figures else ""
    decisions, legal = figures["decisions"], figures["legal_moves"]
    start = "Every match took" if decisions.low == decisions.high else "On average a match takes"
    among = f"each among {number(legal.mean)} legal moves{'' if legal.low == legal.high else ' on average'}"
    return f"{start} {mean_of(decisions)} decisions{minutes}, {among}."


def contest(study: Played, figures: Mapping[str, Estimate], looked_at: int) -> list[str]:
    """Return who wins, how the lead changes, and how much is luck; ``looked_at``: the figures that claims are of."""
    return [
        first_seat(study, figures["first"], looked_at),
        better_player(study, figures["a"], looked_at) if "a" in figures else "",
        draws(figures["draws"]),
        course(figures),
        luck(study, figures["deal"], looked_at) if "deal" in figures else "",
    ]


def first_seat(study: Played, figure: Estimate, looked_at: int) -> str:
    """Return whether it is an advantage to move first."""
    fair, count = 1 / (max(study.matches[0].sides) + 1), f"{len(study.lines):,}"
    said, sure = f"Whoever moves first wins {share(figure)}", at_once(figure, looked_at)
    if sure.low > fair:
        return f"{said}: an advantage."
    if sure.high < fair:
        return f"{said}: a disadvantage."
    if figure.low > fair or figure.high < fair:
        return f"{said}, {by_chance(looked_at)}."
    return f"{said}: neither an advantage nor a disadvantage that {count} matches would show."


def better_player(study: Played, figure: Estimate, looked_at: int) -> str:
    """Return whether one player is better than the other."""
    a, b = f"Player A ({study.terms.a})", f"player B ({study.terms.b})"
    said, sure, fair = f"{a} wins {share(figure)} against {b}", at_once(figure, looked_at), 0.5
    if sure.low > fair or sure.high < fair:
        return f"{said}."
    if figure.low > fair or figure.high < fair:
        return f"{said}, {by_chance(looked_at)}."
    return f"{said}, which does not show who is better."


def by_chance(looked_at: int) -> str:
    """Return why something is not claimed though its own interval would have it so."""
    return f"which may be chance, as one of {looked_at} figures looked at"


def draws(figure: Estimate) -> str:
    """Return how often nobody wins alone."""
    if figure.mean == 0:
        return f"No match was a draw, so hardly more than {percent(figure.high, 1)} % are."
    return f"{share(figure)} are draws."


def course(figures: Mapping[str, Estimate]) -> str:
    """Return how often the lead changes, and when a match is decided."""
    if "lead_changes" not in figures or "decided" not in figures:
        return ""
    changes, back, half = figures["lead_changes"], figures["comebacks"], figures["leader_at_half"]
    return (
        f"The better chance changes hands {mean_of(changes)} times, {share(back)} of the winners come back from a"
        f" chance below one in four, and whoever is ahead halfway wins {share(half)}. On average a match is decided"
        f" after {percent(figures['decided'].mean)} % of its decisions."
    )


def luck(study: Played, figure: Estimate, looked_at: int) -> str:
    """Return which share of the results the deal explains."""
    chance = study.terms.game.traits.chance
    what = SHARED[chance]
    if at_once(figure, looked_at).low > 0:
        return f"{what} explains {share(figure)} of the differences between results; the rest is {REST[chance]}."
    most = percent(max(0.0, figure.high))
    return f"{what} explains no part of the result that would show, at most {most} % of the differences."


def again(repeated: int, pairs: int) -> str:
    """Return that pairs were the same match twice, which says nothing about luck."""
    return f"{repeated:,} of {pairs:,} pairs were the same match twice, since these players hardly choose at random."


def scored(study: Played, figures: Mapping[str, Estimate]) -> str:
    """Return what somebody who plays alone makes."""
    said = f"The player makes {mean_of(figures['points'])} points"
    if "hindsight" in figures:
        said += f", {share(figures['hindsight'])} of what the cards allowed"
    low, high = number(figures["points_low"].mean), number(figures["points_high"].mean)
    return f"{said}; one game in ten comes to {low} or less, one in ten to more than {high}."


def won_by(hands: Sequence[Count]) -> list[tuple[str, Estimate]]:
    """Return how often whoever has more of a hand wins, of all hands that are there often enough to speak of."""
    return [(each.name, each.won) for each in hands if each.won is not None and each.share.mean > OFTEN]


def best_hand(hands: Sequence[Count], looked_at: int) -> str:
    """Return what earns most points, and what goes with winning, as far as either can be told."""
    said = list[str]()
    most = hands[0]
    if most.points is not None and most.points.mean >= LEAST_SHARE:
        said.append(f"Most points, {share(most.points)}, come from “{most.name}”.")
    telling = [(name, won) for name, won in won_by(hands) if at_once(won, looked_at).low > 0.5]
    if telling:
        name, won = max(telling, key=lambda each: each[1].low)
        said.append(f"Whoever has more of “{name}” than anybody else wins {share(won)}.")
    return " ".join(said)


def comparison(changes: Sequence[Compared], other: str) -> str:
    """Return what another set of options changes, and what is not shown to change."""
    told = [each for each in changes if each.key in COMPARED]
    sure = [each for each in told if each.is_sure_among(len(told))]
    if not sure:
        return f"With {other} no figure changes by more than chance explains."
    said = [
        f"{QUESTIONS[each.key].name} from {value_text(QUESTIONS[each.key].unit, each.base)} to"
        f" {value_text(QUESTIONS[each.key].unit, each.other)} ({change(each)})"
        for each in sure
    ]
    same = [QUESTIONS[each.key].name for each in told if each not in sure]
    left = f" Not shown to change: {', '.join(same)}." if same else ""
    return f"With {other} these change: {'; '.join(said)}.{left}"


def change(compared: Compared) -> str:
    """Return by how much a figure changes, with its interval: ``+4.2, between +1.0 and +7.4``."""
    unit = QUESTIONS[compared.key].unit
    points = " percentage points" if unit is SHARE else ""
    if compared.change.low == compared.change.high:
        return f"{change_text(unit, compared.change)}{points}"
    return f"{change_text(unit, compared.change)}{points}, 95 %: {interval_text(unit, compared.change)}"

"""What a sweep has found: each option set with its properties, what is wanted, and how near it comes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fivefold.contract import Game
from fivefold.lab.measuring.properties import PROPERTIES, Context, Property, context_of, measured, missing, wider
from fivefold.lab.measuring.self_play import Start
from fivefold.lab.measuring.statistics import Estimate
from fivefold.lab.sweep.option_sets import OptionSet
from fivefold.lab.sweep.wants import Verdict, Want, overall
from fivefold.play.options import resolve
from fivefold.session.races import becomes_race

EARLY: Final = 1.3
"""How many times as wide an interval is taken before all games are played: whoever looks several times errs more often.
1.3 makes 99 % of 95 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is asked of a game, and how it is played."""

    game: Game
    wants: tuple[Want, ...]
    shown: tuple[str, ...]
    """Names of the properties to measure, those that are wanted first."""
    player: str
    """Canonical name of whoever plays against itself."""
    starts: int
    """At most so many starts a set, two games each."""
    seconds: float
    scale: float
    seed: int
    even: bool
    """Whether each set gets as many games as any other."""


@dataclass(frozen=True, slots=True)
class Measured:
    """An option set, what was played, and what that says."""

    options: OptionSet
    played: tuple[Start, ...]
    measures: Mapping[str, Estimate]
    verdicts: tuple[Verdict, ...]
    """On each want."""

    @property
    def starts(self) -> int:
        """How many starts were played, two matches on each."""
        return len(self.played)

    @property
    def verdict(self) -> Verdict:
        """Whether all wants are met."""
        return overall(self.verdicts)


@dataclass(frozen=True, slots=True)
class Findings:
    """All that a sweep has found."""

    terms: Terms
    measured: tuple[Measured, ...]
    """Best first."""
    again: Measured | None
    """The best set once more, on starts that had no part in choosing it; ``None`` if there was nothing to choose."""
    same: Sequence[tuple[str, str]] = field(default_factory=tuple)
    skipped: Sequence[tuple[str, str]] = field(default_factory=tuple)
    trials: int = 0
    """How many sets the search asked for; 0 where all combinations were tried."""

    @property
    def best(self) -> Measured:
        """The set that comes nearest to what is wanted."""
        return self.measured[0]

    def rows(self) -> list[dict[str, object]]:
        """Return a row for each set, as ``polars.DataFrame`` takes them: varied options, matches, figures, verdict.

        Each figure has its name, and the ends of its interval stand behind it as ``NAME_low`` and ``NAME_high``.
        """
        return [row(self.terms, each) for each in self.measured]

    def with_verdict(self, verdict: Verdict) -> list[Measured]:
        """Return the sets of which this holds."""
        return [each for each in self.measured if each.verdict is verdict]


def measure(terms: Terms, options: OptionSet, starts: Sequence[Start]) -> Measured:
    """Return what the games with an option set say."""
    game = terms.game
    names = [name for name in terms.shown if not meaningless(game, PROPERTIES[name], options)]
    found = measured(starts, context(terms, options), names)
    verdicts = tuple(want.verdict(found[want.property.name]) for want in terms.wants)
    return Measured(options, tuple(starts), found, verdicts)


def context(terms: Terms, options: OptionSet) -> Context:
    """Return what measuring needs to know of an option set."""
    return context_of(terms.game, _complete(terms.game, options), terms.seconds)


def is_open(terms: Terms, found: Measured) -> bool:
    """Tell whether more games could change what is said of a set, looking strictly: this is not the last look."""
    verdicts = [want.verdict(wider(found.measures[want.property.name], EARLY)) for want in terms.wants]
    return overall(verdicts) is Verdict.OPEN


def shortfall(terms: Terms, found: Measured) -> float:
    """Return how far a set is from what is wanted, all wants added up; 0 where the means are within."""
    return sum(want.shortfall(found.measures[want.property.name]) for want in terms.wants)


def risk(terms: Terms, found: Measured) -> float:
    """Return the same for the worse ends of the intervals."""
    return sum(want.risk(found.measures[want.property.name]) for want in terms.wants)


def ranked(terms: Terms, found: Sequence[Measured]) -> tuple[Measured, ...]:
    """Return the sets, best first: by the verdict, then by how near the means, then the worse ends, come.

    Sets that are alike in this stay in order, and one nearer to the usual game stands before others.
    """
    places = [Verdict.MET, Verdict.OPEN, Verdict.NOT_MET]

    def place(each: Measured) -> tuple[float, ...]:
        usual = each.options.arguments.count("--option")
        return places.index(each.verdict), round(shortfall(terms, each), 9), round(risk(terms, each), 9), usual

    return tuple(sorted(found, key=place))


def why_unmeasurable(terms: Terms, options: OptionSet) -> str:
    """Return why what is wanted means nothing with these options, empty if it does."""
    for want in terms.wants:
        why = meaningless(terms.game, want.property, options)
        if why:
            return f"{want.property.name} {why}"
    return ""


def meaningless(game: Game, wanted: Property, options: OptionSet) -> str:
    """Return why a property means nothing with these options, empty if it does."""
    values = _complete(game, options)
    return missing(wanted, game.setup.seats(values), becomes_race(game, values))


def _complete(game: Game, options: OptionSet) -> dict[str, str]:
    """Return a value for every option, of those that are left to chance any."""
    return resolve(game, dict(options.given), lambda label, count: 0)


def row(terms: Terms, found: Measured) -> dict[str, object]:
    """Return what is found of an option set as a row of a table."""
    figures: dict[str, object] = {}
    for name in terms.shown:
        measured = found.measures.get(name)
        ends = (None, None, None) if measured is None else (measured.mean, measured.low, measured.high)
        column = name.replace("-", "_")
        figures |= dict(zip((column, f"{column}_low", f"{column}_high"), ends, strict=True))
    return {**dict(found.options.varied), "matches": 2 * found.starts, **figures, "verdict": found.verdict.value}

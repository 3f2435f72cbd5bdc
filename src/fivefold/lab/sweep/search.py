"""The search: which option sets there are, games with them, round by round, and what that says."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from fivefold.contract import Game, Option
from fivefold.contract.errors import InvalidOption
from fivefold.lab.estimates import Estimate
from fivefold.lab.jobs import Figure, Job, ResultCoding
from fivefold.lab.matches import Matchup, PairTask, derived_seed, pair_tasks
from fivefold.lab.players.registry import canonical_name, digest
from fivefold.lab.sweep import properties
from fivefold.lab.sweep.properties import (
    PROPERTIES,
    MeasuringContext,
    Property,
    SelfPlayStart,
    Verdict,
    Want,
    context_of,
    measured,
    missing,
    overall,
    parsed,
    play_start,
    wider,
)
from fivefold.play import set_ups
from fivefold.play.options import canonical, resolve
from fivefold.play.set_ups import settled
from fivefold.session.races import becomes_race

Values = Mapping[str, str]
MOST: Final = 2_000
"""Combinations in one sweep."""


class Varied(NamedTuple):
    """An option and the values of it that are tried."""

    name: str
    values: tuple[str, ...]


class OptionSet(NamedTuple):
    """Options to play with."""

    given: tuple[tuple[str, str], ...]
    """Names and values as they were asked for, the varied ones last."""
    varied: tuple[tuple[str, str], ...]
    settled: tuple[tuple[str, str], ...]
    """A value for every option that is not left to chance: two sets that come to the same have the same."""
    arguments: str
    """As they stand behind a command: only what differs from the usual game."""

    @property
    def title(self) -> str:
        """What is varied, in words."""
        return _in_words(dict(self.varied))


@dataclass(slots=True)
class OptionSets:
    """The sets found so far, and what became of the other combinations."""

    game: Game
    fixed: Values
    found: dict[tuple[tuple[str, str], ...], OptionSet] = field(default_factory=dict)
    """By what they come to."""
    same: list[tuple[str, str]] = field(default_factory=list)
    """Combinations that come to the same as an earlier one, and that one."""
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Combinations that do not go together, and why."""

    def add(self, varied: Values) -> OptionSet | None:
        """Return the set for these values of the varied options, the earlier one if it comes to the same.

        Return ``None`` if they do not go together.
        """
        title = _in_words(varied)
        try:
            made = option_set(self.game, self.fixed, varied)
        except InvalidOption as error:
            self._note(self.skipped, (title, str(error)))
            return None
        known = self.found.setdefault(made.settled, made)
        if known.given != made.given:
            self._note(self.same, (title, known.title))
        return known

    def skip(self, unwanted: OptionSet, why: str) -> None:
        """Leave a set out."""
        self.found.pop(unwanted.settled, None)
        self._note(self.skipped, (unwanted.title, why))

    def _note(self, notes: list[tuple[str, str]], note: tuple[str, str]) -> None:
        if note not in notes:
            notes.append(note)


def option_set(game: Game, fixed: Values, varied: Values) -> OptionSet:
    """Return a set of options. Raises ``InvalidOption`` if they do not go together."""
    given = {**fixed, **varied}
    comes_to = tuple(settled(game, given).items())
    differs = set_ups.differing(game, given)
    arguments = " ".join(f"--option {name}={value}" for name, value in differs.items())
    return OptionSet(tuple(given.items()), tuple(varied.items()), comes_to, arguments)


def _in_words(varied: Values) -> str:
    return ", ".join(f"{name} {value}" for name, value in varied.items()) or "as given"


def grid(game: Game, varied: Sequence[Varied], fixed: Values) -> OptionSets:
    """Return all combinations of the values. Raises ``InvalidOption`` if there are too many, or none that can be."""
    size = 1
    for each in varied:
        size *= len(each.values)
    if size > MOST:
        raise InvalidOption(
            f"{size:,} combinations are too many",
            subject="--vary",
            remedy=f"name fewer values, at most {MOST:,} combinations, or take --search optuna --trials N",
        )
    sets = OptionSets(game, fixed)
    for values in product(*(each.values for each in varied)):
        sets.add({each.name: value for each, value in zip(varied, values, strict=True)})
    return sets


# --- reading ---------------------------------------------------------------------------------------------------------


def read_varied(game: Game, texts: Sequence[str]) -> list[Varied]:
    """Return the options that ``NAME=V1,V2,…`` name, with their values as records write them. Raises ``InvalidOption``.

    ``A..B/STEP`` stands for numbers from A to B.
    """
    found: list[Varied] = []
    for text in texts:
        name, equals, values = text.partition("=")
        if not (equals and values.strip()):
            raise _invalid_vary(
                text, "is written NAME=VALUE,VALUE", "take for example wilds=0,1,2, or patience=20..60/10"
            )
        found.append(vary(game, name, [part for value in values.split(",") for part in _numbers(text, value)]))
    return found


def vary(game: Game, name: str, values: Sequence[object]) -> Varied:
    """Return an option with the values to try, each once. Raises ``InvalidOption``."""
    option = _option_of(game, name)
    return Varied(option.name, tuple(dict.fromkeys(canonical(game, option, value) for value in values)))


def checked(found: Sequence[Varied], fixed: Values) -> tuple[Varied, ...]:
    """Return the varied options. Raises ``InvalidOption`` if there is none, one is there twice, or is fixed too."""
    names = [each.name for each in found]
    if not names:
        raise InvalidOption("there is nothing to vary", subject="sweep", remedy="take for example --vary wilds=0,1,2")
    for name in names:
        if names.count(name) > 1:
            raise _invalid_vary(name, "is varied twice", "put all its values behind one --vary")
        if name in {each.strip().casefold() for each in fixed}:
            raise _invalid_vary(name, "is fixed by --option too", "take one of them")
    return tuple(found)


def _option_of(game: Game, name: str) -> Option:
    """Return the option of this name, in any case. Raises ``InvalidOption``, naming those there are."""
    for option in game.setup.options:
        if option.name.casefold() == name.strip().casefold():
            return option
    names = ", ".join(option.name for option in game.setup.options)
    raise _invalid_vary(name, f"{game.name} has no such option", f"take one of {names}")


def _numbers(text: str, value: str) -> list[str]:
    """Return the numbers that ``A..B/STEP`` stands for, or the value itself."""
    if ".." not in value:
        return [value]
    first, _, rest = value.partition("..")
    last, _, step = rest.partition("/")
    try:
        numbers = range(int(first), int(last) + 1, int(step or 1))
    except ValueError:
        raise _invalid_vary(text, f"{value} is no range of numbers", "take for example 20..60/10") from None
    if not 0 < len(numbers) <= MOST:
        raise _invalid_vary(
            text, f"{value} has {len(numbers):,} numbers", f"take 1 to {MOST:,} of them, as in 20..60/10"
        )
    return [str(number) for number in numbers]


def _invalid_vary(text: str, problem: str, remedy: str) -> InvalidOption:
    return InvalidOption(problem, subject=f"--vary {text}", remedy=remedy)


# --- what is asked, and what was found -------------------------------------------------------------------------------

EARLY: Final = 1.3
"""How many times as wide an interval is taken before all games are played: whoever looks several times errs more often.
1.3 makes 99 % of 95 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepTerms:
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


def terms_of(
    game: Game,
    wants: Sequence[str],
    show: Sequence[str],
    player: str,
    *,
    matches: int,
    seconds: float,
    scale: float,
    seed: int,
    even: bool,
) -> SweepTerms:
    """Return what is asked of a game, checked. Raises ``InvalidOption``."""
    wanted = parsed(wants)
    if not wanted:
        raise InvalidOption("nothing is wanted", subject="sweep", remedy="say what, for example --want 'edge<2'")
    for name in show:
        if name not in PROPERTIES:
            raise InvalidOption(
                f"{name} is nothing that is measured", subject="--show", remedy=f"take one of {', '.join(PROPERTIES)}"
            )
    shown = tuple(dict.fromkeys((*(want.property.name for want in wanted), *show)))
    return SweepTerms(
        game=game,
        wants=wanted,
        shown=shown,
        player=canonical_name(game, player),
        starts=-(-matches // 2),
        seconds=seconds,
        scale=scale,
        seed=seed,
        even=even,
    )


@dataclass(frozen=True, slots=True)
class Measured:
    """An option set, what was played, and what that says."""

    options: OptionSet
    played: tuple[SelfPlayStart, ...]
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

    terms: SweepTerms
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
        return [_row(self.terms, each) for each in self.measured]

    def with_verdict(self, verdict: Verdict) -> list[Measured]:
        """Return the sets of which this holds."""
        return [each for each in self.measured if each.verdict is verdict]


def measure(terms: SweepTerms, options: OptionSet, starts: Sequence[SelfPlayStart]) -> Measured:
    """Return what the games with an option set say."""
    game = terms.game
    names = [name for name in terms.shown if not _meaningless(game, PROPERTIES[name], options)]
    found = measured(starts, _context(terms, options), names)
    verdicts = tuple(want.verdict(found[want.property.name]) for want in terms.wants)
    return Measured(options, tuple(starts), found, verdicts)


def _context(terms: SweepTerms, options: OptionSet) -> MeasuringContext:
    return context_of(terms.game, _complete(terms.game, options), terms.seconds)


def is_open(terms: SweepTerms, found: Measured) -> bool:
    """Tell whether more games could change what is said of a set, looking strictly: this is not the last look."""
    verdicts = [want.verdict(wider(found.measures[want.property.name], EARLY)) for want in terms.wants]
    return overall(verdicts) is Verdict.OPEN


def _shortfall(terms: SweepTerms, found: Measured) -> float:
    """Return how far a set is from what is wanted, all wants added up; 0 where the means are within."""
    return sum(want.shortfall(found.measures[want.property.name]) for want in terms.wants)


def _risk(terms: SweepTerms, found: Measured) -> float:
    return sum(want.risk(found.measures[want.property.name]) for want in terms.wants)


def ranked(terms: SweepTerms, found: Sequence[Measured]) -> tuple[Measured, ...]:
    """Return the sets, best first: by the verdict, then by how near the means, then the worse ends, come.

    Sets that are alike in this stay in order, and one nearer to the usual game stands before others.
    """
    places = [Verdict.MET, Verdict.OPEN, Verdict.NOT_MET]

    def place(each: Measured) -> tuple[float, ...]:
        usual = each.options.arguments.count("--option")
        return places.index(each.verdict), round(_shortfall(terms, each), 9), round(_risk(terms, each), 9), usual

    return tuple(sorted(found, key=place))


def _why_unmeasurable(terms: SweepTerms, options: OptionSet) -> str:
    """Return why what is wanted means nothing with these options, empty if it does."""
    for want in terms.wants:
        why = _meaningless(terms.game, want.property, options)
        if why:
            return f"{want.property.name} {why}"
    return ""


def _meaningless(game: Game, wanted: Property, options: OptionSet) -> str:
    """Return why a property means nothing with these options, empty if it does."""
    values = _complete(game, options)
    return missing(wanted, game.setup.seats(values), becomes_race(game, values))


def _complete(game: Game, options: OptionSet) -> dict[str, str]:
    return resolve(game, dict(options.given), lambda label, count: 0)


def _row(terms: SweepTerms, found: Measured) -> dict[str, object]:
    figures: dict[str, object] = {}
    for name in terms.shown:
        measured = found.measures.get(name)
        ends = (None, None, None) if measured is None else (measured.mean, measured.low, measured.high)
        column = name.replace("-", "_")
        figures |= dict(zip((column, f"{column}_low", f"{column}_high"), ends, strict=True))
    return {**dict(found.options.varied), "matches": 2 * found.starts, **figures, "verdict": found.verdict.value}


# --- what a value of an option does, whatever the others are ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effect:
    """All sets with one value of an option."""

    option: str
    value: str
    matches: int
    measures: Mapping[str, Estimate]


def effects(found: Findings) -> list[Effect]:
    """Return what each value of each varied option does.

    Of each set as many starts count as all have, so that no value is judged by other company than its rivals. There is
    nothing to tell where a single option varies, or where a search chose the sets.
    """
    varied = [name for name, _ in found.best.options.varied]
    if found.trials or len(varied) < 2 or len({_context(found.terms, each.options) for each in found.measured}) > 1:
        return []
    return [_effect(found, name, value) for name in varied for value in _values(found, name)]


def _values(found: Findings, name: str) -> list[str]:
    return sorted({dict(each.options.varied)[name] for each in found.measured}, key=_in_order)


def _effect(found: Findings, name: str, value: str) -> Effect:
    starts = _fewest(found)
    sets = [each for each in found.measured if dict(each.options.varied)[name] == value]
    played = [start for each in sets for start in each.played[:starts]]
    names = [each for each in _common(found) if PROPERTIES[each].pools]
    return Effect(name, value, 2 * len(played), measured(played, _context(found.terms, sets[0].options), names))


def _fewest(found: Findings) -> int:
    return min(each.starts for each in found.measured)


def _common(found: Findings) -> list[str]:
    return [name for name in found.terms.shown if all(name in each.measures for each in found.measured)]


def _in_order(value: str) -> tuple[int, str]:
    return (int(value), "") if value.removeprefix("-").isdigit() else (0, value)


# --- rounds of games -------------------------------------------------------------------------------------------------

Round: TypeAlias = Job[PairTask, SelfPlayStart, list[SelfPlayStart]]
Carry: TypeAlias = Callable[[Round], list[SelfPlayStart]]
"""Carries a round out, wherever that may be."""
LEAST: Final = 8
"""Starts of the first round, at least: fewer don't tell how much games differ."""
ROUNDS: Final = 4
"""Each goes as far as twice the one before."""


def play(terms: SweepTerms, sets: Sequence[OptionSet], carry: Carry, what: str = "") -> list[Measured]:
    """Play games with these option sets: first some with each, then more with those of which they would tell more.

    ``what``: what these games are, for whoever watches.
    """
    played: dict[OptionSet, list[SelfPlayStart]] = {each: [] for each in sets}
    found: dict[OptionSet, Measured] = {}
    ends = rounds(terms.starts, terms.even)
    for number, (begin, end) in enumerate(zip((0, *ends), ends, strict=False), start=1):
        left = [each for each in sets if each not in found or is_open(terms, found[each])]
        if not left:
            break
        title = ", ".join(filter(None, (terms.game.name, what, f"round {number} of {len(ends)}")))
        starts = carry(job(terms, left, range(begin, end), title))
        for place, each in enumerate(left):
            played[each] += starts[place * (end - begin) : (place + 1) * (end - begin)]
            found[each] = measure(terms, each, played[each])
    return [found[each] for each in sets]


def rounds(starts: int, even: bool) -> list[int]:
    """Return how many starts a set has after each round."""
    if even:
        return [starts]
    ends = [-(-starts // 2**later) for later in reversed(range(ROUNDS))]
    return sorted({end for end in ends if end >= LEAST} | {starts})


def job(terms: SweepTerms, sets: Sequence[OptionSet], numbers: range, title: str) -> Round:
    """Return the job of playing the starts of these numbers with each set, one set after the other."""
    matchups = [_matchup_of(terms, each) for each in sets]
    listed = [task for each in matchups for task in _tasks_of(each, numbers)]
    spent = digest(terms.game, terms.player)
    drawn: Figure[SelfPlayStart] = Figure(_drawn, lambda share: f"{100 * share:.0f} % drawn")
    return Job(
        title=title,
        unit="starts",
        terms=f"sweep, version {terms.game.rules.VERSION}, {spent}, {numbers}, {matchups}",
        tasks=listed,
        function=play_start,
        reduce=list,
        coding=ResultCoding(properties.dump_start, properties.load_start),
        figure=drawn,
    )


def _matchup_of(terms: SweepTerms, options: OptionSet) -> Matchup:
    return Matchup(terms.game.key, terms.player, terms.player, options.given, terms.scale, terms.seed)


def _tasks_of(matchup: Matchup, numbers: range) -> list[PairTask]:
    return list(pair_tasks(matchup, numbers.stop))[numbers.start :]


def _fresh(seed: int) -> int:
    return derived_seed(seed, -1)


def _drawn(start: SelfPlayStart) -> float:
    return sum(game.drawn for game in start.games) / len(start.games)


if TYPE_CHECKING:
    from optuna import Study, Trial


# --- which sets are tried --------------------------------------------------------------------------------------------


def search_all(terms: SweepTerms, varied: Sequence[Varied], fixed: Values, carry: Carry) -> Findings:
    """Try all combinations. Raises ``InvalidOption`` where none can be played."""
    sets = grid(terms.game, varied, fixed)
    for each in list(sets.found.values()):
        why = _why_unmeasurable(terms, each)
        if why:
            sets.skip(each, why)
    _refuse_nothing(sets)
    return _findings(terms, sets, play(terms, list(sets.found.values()), carry), carry)


def search_some(terms: SweepTerms, varied: Sequence[Varied], fixed: Values, trials: int, carry: Carry) -> Findings:
    """Try as many sets as a search asks for, each after what the ones before have shown; some may be the same.

    The search is Optuna's tree-structured Parzen estimator, with the seed of the terms. Raises ``InvalidOption`` where
    Optuna is missing, or no set that was asked for can be played.
    """
    study, sets = _new_study(terms.seed), OptionSets(terms.game, fixed)
    found: dict[OptionSet, Measured] = {}

    def worth(options: OptionSet) -> float | None:
        if why := _why_unmeasurable(terms, options):
            sets.skip(options, why)
            return None
        if options not in found:
            (found[options],) = play(terms, [options], carry, options.title)
        return _shortfall(terms, found[options])

    for _ in range(trials):
        _ask(study, sets, varied, worth)
    _refuse_nothing(sets)
    return replace(_findings(terms, sets, list(found.values()), carry), trials=trials)


def _findings(terms: SweepTerms, sets: OptionSets, measured: Sequence[Measured], carry: Carry) -> Findings:
    """Return what was found; the best of several sets is played once more, as many starts as any set may have."""
    ordered, again = ranked(terms, measured), None
    if len(ordered) > 1:
        anew = replace(terms, seed=_fresh(terms.seed), even=True)
        (again,) = play(anew, [ordered[0].options], carry, "the best set on other starts")
    return Findings(terms, ordered, again, sets.same, sets.skipped)


def _refuse_nothing(sets: OptionSets) -> None:
    """Raise ``InvalidOption`` where no combination can be played, with the reason for the first."""
    if not sets.found:
        what, why = sets.skipped[0]
        raise InvalidOption(f"none of these combinations can be tried ({what}: {why})", subject="--vary")


# --- Optuna ----------------------------------------------------------------------------------------------------------


def _new_study(seed: int) -> "Study":
    """Return a study without trials. Raises ``InvalidOption`` where Optuna is missing."""
    try:
        import optuna  # noqa: PLC0415  an extra that may be missing
    except ModuleNotFoundError as error:
        if error.name != "optuna":
            raise
        raise InvalidOption(
            "needs Optuna, which is missing", subject="--search optuna", remedy="pip install optuna"
        ) from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed))


def _ask(
    study: "Study", sets: OptionSets, varied: Sequence[Varied], worth: Callable[[OptionSet], float | None]
) -> None:
    from optuna.trial import TrialState  # noqa: PLC0415  loaded by now

    trial = study.ask()
    options = sets.add({each.name: _suggested(trial, each) for each in varied})
    told = None if options is None else worth(options)
    if told is None:
        study.tell(trial, state=TrialState.FAIL)
    else:
        study.tell(trial, told)


def _suggested(trial: "Trial", varied: Varied) -> str:
    """Return the value that a trial takes of an option; numbers are suggested in their order."""
    if not all(value.removeprefix("-").isdigit() for value in varied.values):
        return str(trial.suggest_categorical(varied.name, varied.values))
    ordered = sorted(varied.values, key=int)
    return ordered[trial.suggest_int(varied.name, 0, len(ordered) - 1)]

"""Which option sets are tried: all combinations, or those that a search asks for after what it has seen."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fivefold.contract.errors import InvalidOption
from fivefold.lab.sweep.findings import Findings, Measured, Terms, ranked, shortfall, why_unmeasurable
from fivefold.lab.sweep.option_sets import OptionSet, OptionSets, Values, Varied, grid
from fivefold.lab.sweep.playing import Carry, fresh, play

if TYPE_CHECKING:
    from optuna import Study, Trial


def search_all(terms: Terms, varied: Sequence[Varied], fixed: Values, carry: Carry) -> Findings:
    """Try all combinations. Raises ``InvalidOption`` where none can be played."""
    sets = grid(terms.game, varied, fixed)
    for each in list(sets.found.values()):
        why = why_unmeasurable(terms, each)
        if why:
            sets.skip(each, why)
    refuse_nothing(sets)
    return findings(terms, sets, play(terms, list(sets.found.values()), carry), carry)


def search_some(terms: Terms, varied: Sequence[Varied], fixed: Values, trials: int, carry: Carry) -> Findings:
    """Try as many sets as a search asks for, each after what the ones before have shown; some may be the same.

    The search is Optuna's tree-structured Parzen estimator, with the seed of the terms. Raises ``InvalidOption`` where
    Optuna is missing, or no set that was asked for can be played.
    """
    study, sets = new_study(terms.seed), OptionSets(terms.game, fixed)
    found: dict[OptionSet, Measured] = {}

    def worth(options: OptionSet) -> float | None:
        if why := why_unmeasurable(terms, options):
            sets.skip(options, why)
            return None
        if options not in found:
            (found[options],) = play(terms, [options], carry, options.title)
        return shortfall(terms, found[options])

    for _ in range(trials):
        ask(study, sets, varied, worth)
    refuse_nothing(sets)
    return replace(findings(terms, sets, list(found.values()), carry), trials=trials)


def findings(terms: Terms, sets: OptionSets, measured: Sequence[Measured], carry: Carry) -> Findings:
    """Return what was found; the best of several sets is played once more, as many starts as any set may have."""
    ordered, again = ranked(terms, measured), None
    if len(ordered) > 1:
        anew = replace(terms, seed=fresh(terms.seed), even=True)
        (again,) = play(anew, [ordered[0].options], carry, "the best set on other starts")
    return Findings(terms, ordered, again, sets.same, sets.skipped)


def refuse_nothing(sets: OptionSets) -> None:
    """Raise ``InvalidOption`` where no combination can be played, with the reason for the first."""
    if not sets.found:
        what, why = sets.skipped[0]
        raise InvalidOption(f"none of these combinations can be tried ({what}: {why})", subject="--vary")


# --- Optuna ----------------------------------------------------------------------------------------------------------


def new_study(seed: int) -> "Study":
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


def ask(study: "Study", sets: OptionSets, varied: Sequence[Varied], worth: Callable[[OptionSet], float | None]) -> None:
    """Have one set tried that the study asks for, and tell it how far that is from what is wanted."""
    from optuna.trial import TrialState  # noqa: PLC0415  loaded by now

    trial = study.ask()
    options = sets.add({each.name: suggested(trial, each) for each in varied})
    told = None if options is None else worth(options)
    if told is None:
        study.tell(trial, state=TrialState.FAIL)
    else:
        study.tell(trial, told)


def suggested(trial: "Trial", varied: Varied) -> str:
    """Return the value that a trial takes of an option; numbers are suggested in their order."""
    if not all(value.removeprefix("-").isdigit() for value in varied.values):
        return str(trial.suggest_categorical(varied.name, varied.values))
    ordered = sorted(varied.values, key=int)
    return ordered[trial.suggest_int(varied.name, 0, len(ordered) - 1)]

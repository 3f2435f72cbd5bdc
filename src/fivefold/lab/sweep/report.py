"""What a sweep has found, for people to read: Markdown for any page, and one HTML file that opens offline."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from fivefold.lab.measuring.properties import PROPERTIES, Property
from fivefold.lab.measuring.statistics import Estimate
from fivefold.lab.players.known import OTHERS, title
from fivefold.lab.reporting.html_report import html_report
from fivefold.lab.reporting.strength_page import NO_PLOT
from fivefold.lab.sweep.effects import effects
from fivefold.lab.sweep.findings import Findings, Measured, Terms
from fivefold.lab.sweep.wants import Verdict, Want
from fivefold.parts.words import counted, listed

MANY: Final = 4
"""Sets named one by one in a sentence; of more only the number is told."""
SPACE: Final = "\N{NO-BREAK SPACE}"
ROWS: Final = 12
"""Sets in the first table; the others stand further down."""
MARKS: Final[Mapping[Verdict, str]] = {Verdict.MET: "✓", Verdict.OPEN: "?", Verdict.NOT_MET: "✗"}


def write(found: Findings, command: str, folder: Path, stem: str) -> list[Path]:
    """Write the report and its plots, without these where matplotlib is missing; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = drawn(found, stem)
    text = markdown(found, command, list(pictures))
    contents = {**pictures, f"{stem}.md": text, f"{stem}.html": html_report(text, pictures)}
    for name, content in contents.items():
        (folder / name).write_text(content, encoding="utf-8")
    return [folder / name for name in contents]


def drawn(found: Findings, stem: str) -> dict[str, str]:
    """Return the plots as SVG by the names of their files; none where matplotlib is missing."""
    try:
        from fivefold.lab.sweep import trade_off  # noqa: PLC0415  matplotlib is an extra that may be missing
    except ModuleNotFoundError as error:
        if error.name != "matplotlib":
            raise
        return {}
    pictures = {f"{stem}.svg": trade_off.figures(found)}
    if len({want.property.name for want in found.terms.wants}) > 1:
        pictures[f"{stem}-trade-off.svg"] = trade_off.trade_off(found)
    return pictures


def markdown(found: Findings, command: str, pictures: Sequence[str]) -> str:
    """Return the report."""
    names = listed(list(dict.fromkeys(name for each in found.measured for name, _ in each.options.varied)))
    parts = [
        f"# {found.terms.game.name}: a sweep over {names}",
        " ".join(conclusion(found)),
        f"Wanted: {'; '.join(map(want_in_words, found.terms.wants))}.",
        *by_value(found),
        "## The option sets, best first",
        table(found, found.measured[:ROWS], found.again),
        "✓ is certainly met, ✗ certainly not; where a ? stands only more matches would tell. Behind each figure stands"
        " its 95 % interval, unless it was the same in every match.",
        *plots(pictures),
        *best(found),
        *the_others(found),
        *left_out(found),
        *how(found, command),
    ]
    return "\n\n".join(parts) + "\n"


# --- what was found --------------------------------------------------------------------------------------------------


def conclusion(found: Findings) -> list[str]:
    """Return the findings in plain sentences."""
    met, unsettled = found.with_verdict(Verdict.MET), found.with_verdict(Verdict.OPEN)
    everything = "all that is wanted" if len(found.terms.wants) > 1 else "what is wanted"
    which = ("both" if len(met) == 2 else "all") if len(met) == len(found.measured) > 1 else named(met)
    said = [f"Of {counted(len(found.measured), 'option set')}, {which} certainly {met_verb(met)} {everything}."]
    if unsettled:
        which = "any of them" if len(unsettled) == len(found.measured) > 1 else named(unsettled)
        said.append(f"These matches cannot tell for {which}.")
    if not met and not unsettled:
        said.append(f"Nearest comes {bold(found.best)}: {main_figures(found.terms, found.best)}.")
    elif len(found.measured) > 1:
        said.append(f"First in the table is {bold(found.best)}: {main_figures(found.terms, found.best)}.")
    return [*said, *again(found)]


def met_verb(met: Sequence[Measured]) -> str:
    """Return the verb that goes with so many."""
    return "meets" if len(met) <= 1 else "meet"


def named(sets: Sequence[Measured]) -> str:
    """Return sets in words: by what they are if they are few, by their number else."""
    if not sets:
        return "none"
    titles = "; ".join(each.options.title for each in sets)
    return f"{'one' if len(sets) == 1 else len(sets)} ({titles})" if len(sets) <= MANY else str(len(sets))


def again(found: Findings) -> list[str]:
    """Return what came out when the best set was played once more, a sentence."""
    if found.again is None:
        return []
    said = {
        Verdict.MET: "it certainly meets what is wanted",
        Verdict.OPEN: "it may meet what is wanted, but need not",
        Verdict.NOT_MET: "it certainly does not meet what is wanted",
    }[found.again.verdict]
    return [f"Played again on other starts, which had no part in choosing it, {said}."]


def bold(found: Measured) -> str:
    """Return what a set is, in Markdown's bold."""
    return f"**{found.options.title}**"


def main_figures(terms: Terms, found: Measured) -> str:
    """Return what is wanted of a set and what it has, in words."""
    wanted = dict.fromkeys(want.property for want in terms.wants)
    return ", ".join(f"{each.name} {figure(each, found.measures[each.name])}" for each in wanted)


def want_in_words(want: Want) -> str:
    """Return a want in words."""
    unit = f" {want.property.unit}" if want.property.unit else ""
    name = f"{want.property.name} (either way)" if want.property.signed else want.property.name
    if want.low == float("-inf"):
        return f"{name} below {want.high:g}{unit}"
    return (
        f"{name} above {want.low:g}{unit}"
        if want.high == float("inf")
        else (f"{name} from {want.low:g} to {want.high:g}{unit}")
    )


# --- the table -------------------------------------------------------------------------------------------------------


def table(found: Findings, sets: Sequence[Measured], again: Measured | None = None, first: int = 1) -> str:
    """Return sets as a table, a line each; ``first``: the number of the first of them."""
    columns = ["", "option set", "matches", *map(heading, found.terms.shown), "all in all"]
    lines = [f"| {' | '.join(columns)} |", "|--:|---|--:|" + "--:|" * len(found.terms.shown) + "---|"]
    lines += [f"| {place} | {' | '.join(cells(found.terms, each))} |" for place, each in enumerate(sets, first)]
    if again is not None:
        title, *others = cells(found.terms, again)
        lines.append(f"| | {' | '.join([f'{title}, on other starts', *others])} |")
    return "\n".join(lines)


def heading(name: str) -> str:
    """Return a property and its unit, as a column is headed."""
    unit = PROPERTIES[name].unit
    return f"{name}, {unit}" if unit else name


def cells(terms: Terms, found: Measured) -> list[str]:
    """Return a set's line of the table."""
    verdicts: dict[str, str] = {}
    for want, verdict in zip(terms.wants, found.verdicts, strict=True):
        verdicts[want.property.name] = verdicts.get(want.property.name, "") + MARKS[verdict]
    figures = [
        f"{figure(PROPERTIES[name], found.measures[name], False)}{SPACE}{verdicts.get(name, '')}".strip()
        if name in found.measures
        else "–"
        for name in terms.shown
    ]
    name_of_set = ", ".join(f"{name}{SPACE}{value}" for name, value in found.options.varied)
    return [name_of_set, f"{2 * found.starts:,}", *figures, found.verdict.value]


def figure(kind: Property, found: Estimate, with_unit: bool = True) -> str:
    """Return a figure and its interval."""
    sign = "+" if kind.signed else ""
    mean, low, high = (f"{end:{sign}.{kind.digits}f}".replace("-", "−") for end in (found.mean, found.low, found.high))
    unit = f" {kind.unit}" if kind.unit and with_unit else ""
    return f"{mean}{unit}" if low == high else f"{mean}{unit} ({low}{SPACE}to{SPACE}{high})"


def plots(pictures: Sequence[str]) -> list[str]:
    """Return the plots as paragraphs."""
    captions = (
        "Each set's figures with their intervals; what is wanted is shaded",
        "Two of the wants against each other, sets by their numbers in the table; what is wanted is shaded",
    )
    return [f"![{caption}]({name})" for name, caption in zip(pictures, captions, strict=False)] or [NO_PLOT]


def by_value(found: Findings) -> list[str]:
    """Return what each value of an option does, the others averaged, as paragraphs; nothing where that says nothing."""
    listed_effects = effects(found)
    if not listed_effects:
        return []
    names = list(listed_effects[0].measures)
    lines = [f"| {' | '.join(['option', 'matches', *map(heading, names)])} |", "|---|--:|" + "--:|" * len(names)]
    for each in listed_effects:
        figures = [figure(PROPERTIES[name], each.measures[name], False) for name in names]
        lines.append(f"| {' | '.join([f'{each.option} {each.value}', f'{each.matches:,}', *figures])} |")
    return [
        "## What each option does",
        "All sets with a value taken together, whatever the other options are; of each set as many matches count as"
        " every set has. That tells smaller differences than a single set can.",
        "\n".join(lines),
    ]


# --- how to go on, and how it was measured ---------------------------------------------------------------------------


def best(found: Findings) -> list[str]:
    """Return how to play the first set, and to look at it more closely."""
    key, chosen = found.terms.game.key, found.best.options.arguments
    commands = [f"fivefold play {key} {chosen}", f"fivefold study {key} {chosen}"]
    return ["## To play the first of them, or study it", block(commands)]


def the_others(found: Findings) -> list[str]:
    """Return the sets that the first table has no room for, as paragraphs."""
    left = found.measured[ROWS:]
    return ["## The other option sets", table(found, left, first=ROWS + 1)] if left else []


def left_out(found: Findings) -> list[str]:
    """Return which combinations were not played, and why."""
    lines = [f"- {what}: {why}" for what, why in found.skipped]
    lines += [f"- {what}: comes to the same as {other}" for what, other in found.same]
    return ["## Combinations that were left out", "\n".join(lines)] if lines else []


def how(found: Findings, command: str) -> list[str]:
    """Return how it was measured."""
    terms = found.terms
    who = terms.player if terms.player in OTHERS else f"level {title(terms.game, terms.player)}"
    share = (
        "Every set got the same number of matches."
        if terms.even
        else (
            "First every set was played a little; more matches went to those of which it was still open whether they"
            " meet what is wanted."
        )
    )
    search = f" Optuna asked for {counted(found.trials, 'set')}, some of them more than once." if found.trials else ""
    meanings = [f"- **{name}**: {PROPERTIES[name].meaning}" for name in terms.shown]
    meanings = [each.replace("(--seconds)", f"(here {terms.seconds:g})") for each in meanings]
    return [
        "## How it was measured",
        f"{who[0].upper()}{who[1:]} played against itself, two matches on each start: the same deal and the same seat"
        f" to begin, other choices. {share}{search} Before the last round only a wider interval settles a set (99 %)."
        " Of many sets some will look better than they are; that is why the first is played again on other starts.",
        "\n".join(meanings),
        block([command]),
    ]


def block(lines: Sequence[str]) -> str:
    """Return lines as they stand in a terminal."""
    return "```\n" + "\n".join(line.strip() for line in lines) + "\n```"

"""The sentences of tournament reports."""

from typing import Final

from fivefold.lab.measuring.pairing import Effort
from fivefold.lab.measuring.statistics import Mean, percent
from fivefold.lab.tournament.meetings import GAUNTLET, LADDER, ROUND_ROBIN, SPRT
from fivefold.lab.tournament.packs import PackTournament
from fivefold.lab.tournament.sequential import Test, Verdict
from fivefold.lab.tournament.standings import Standing, Standings
from fivefold.lab.tournament.tournament import Tournament
from fivefold.parts.words import counted

KIND: Final = {
    ROUND_ROBIN: "everybody against everybody",
    GAUNTLET: "one against all others",
    LADDER: "each against the next",
}
CROSS: Final = "What the player in the line scored against the one in the column, in per cent."
SUPERIORITY: Final = (
    "The likelihood of superiority (LOS): how likely it is that the player in the line is stronger than the one in the"
    " column, in per cent, by the difference in Elo between those two and its interval."
)
MISTAKES: Final = (
    "A player that makes an illegal move, breaks the protocol, takes too long or crashes loses the game, and the"
    " tournament goes on."
)
PACK_MISTAKES: Final = (
    "A player that makes an illegal move, breaks the protocol, takes too long or crashes gets no points for that pack."
)
PACKS: Final = "Everybody played the same packs of cards, and the differences are those pack by pack."
STOPPED_EARLY: Final = (
    "A test stops at a moment that favours one side, so its score and Elo lean a little further that way than they"
    " would in a match of fixed length."
)


def heading(tournament: Tournament | PackTournament) -> str:
    """Return what a report is about."""
    if tournament.kind == SPRT:
        a, b = (each.label for each in tournament.players)
        return f"{tournament.heading}: is {a} stronger than {b}?"
    return f"{tournament.heading}: {KIND[tournament.kind]}"


def signed(elo: float) -> str:
    """Return a difference in Elo with its sign."""
    return f"{elo:+g}" if elo else "0"


def found(tournament: Tournament) -> str:
    """Return what a tournament found, in a plain paragraph."""
    if tournament.test is not None:
        return decision(tournament)
    ranked = tournament.standings.ranked
    first, second = ranked[0], ranked[1]
    games = counted(tournament.standings.games, "game")
    lead = tournament.standings.lead(first, second)
    ahead = f"{lead.elo:.0f} points of Elo ahead of {second.label} ({lead.low:.0f} to {lead.high:.0f})"
    if tournament.standings.between(first.number, second.number) == 1:
        ahead = f"and won every game against {second.label}, the second"
    close = "" if lead.low > 0 else "; so few games cannot tell the two apart for sure"
    wrong = [each for each in ranked if each.mistakes]
    lost = f" {_lost_by(wrong)}" if wrong else ""
    return (
        f"{first.label} comes first in {games}, {ahead}{close}. It is the stronger of the two with a likelihood of"
        f" {_sure(lead.superiority)}. It scored {percent(first.score)};"
        f" last is {ranked[-1].label} with {percent(ranked[-1].score)}.{lost}"
    )


def likelihood(share: float) -> str:
    """Return how likely something is, 0 to 1, in per cent; never as a certainty."""
    return "<0.1" if share < 0.001 else ">99.9" if share > 0.999 else f"{100 * share:.1f}"


def _sure(share: float) -> str:
    return "more than 99.9 %" if share > 0.999 else percent(share)


def superiority(standings: Standings, each: Standing, rival: Standing) -> str:
    """Return how likely one player is to be stronger than another; of nobody than itself."""
    return "" if each == rival else likelihood(standings.lead(each, rival).superiority)


def _lost_by(wrong: list[Standing]) -> str:
    said = ", ".join(f"{each.label} {counted(each.mistakes, 'game')}" for each in wrong)
    return f"Lost without being played to the end, because a player failed: {said}."


def decision(tournament: Tournament) -> str:
    """Return what a test found."""
    course, test = tournament.course, tournament.test
    assert course is not None and test is not None  # noqa: S101  the caller has looked
    a, b = (each.label for each in tournament.players)
    after = f"after {counted(len(course.ratios), 'pair')} of games"
    if course.verdict is Verdict.STRONGER:
        decided = f"{signed(test.elo1)} points of Elo, against {signed(test.elo0)}"
        return f"{a} is stronger than {b}: {after} the test decides for {decided}."
    if course.verdict is Verdict.NOT_STRONGER:
        return (
            f"{a} is not shown to be stronger than {b}: {after} the test decides for {signed(test.elo0)} points of"
            f" Elo, against {signed(test.elo1)}."
        )
    return f"Still open: {after} the test has not decided whether {a} is stronger than {b}; give it more --pairs."


def question(test: Test) -> str:
    """Return what a test asks."""
    return (
        f"A sequential probability ratio test of two statements: the first player is {test.elo0:g} points of Elo"
        f" stronger, or {test.elo1:g}. It ends as soon as one is clear. If the first statement is true the second is"
        f" accepted in {percent(test.alpha)} of tests at most; if the second is true the first in {percent(test.beta)}."
        " It goes by the scores of whole pairs of games."
    )


def elo_note(tournament: Tournament) -> str:
    """Return what the Elo in the table is."""
    standings, ratings = tournament.standings, tournament.standings.ratings
    zero = "the mean of all players" if ratings.anchor is None else standings.players[ratings.anchor].label
    note = (
        f"Elo is the most likely for all games at once, {zero} at 0; the pairs of games give the intervals."
        " A pair is two games on the same deal or opening, with seats swapped, and scores 0 to 1;"
        " won, drawn and lost count games, the margin is points a game."
    )
    if tournament.game.traits.doubles:
        note += (
            f" In {tournament.game.name} the points of both games are added, and who has more of them wins the pair."
        )
    if ratings.bounded:
        note += (
            f" In {counted(len(ratings.bounded), 'meeting')} one side won every game, and there is no telling how far"
            " apart the two are: they are rated as if they had drawn one more pair."
        )
    return note


def seconds_a_move(effort: Effort) -> str:
    """Return how long a player took for a move on average."""
    return seconds(effort.seconds / max(1, effort.moves))


def seconds(spent: float) -> str:
    """Return a number of seconds, short ones to the millisecond."""
    return f"{spent:.3f}" if spent >= 0.0005 else "0"


def game_number(pair: int, half: int, rival: str) -> str:
    """Return which game of which pair it was, and against whom."""
    return f"pair {pair + 1}, game {half + 1} against {rival}"


def pack_number(pack: int) -> str:
    """Return which pack it was."""
    return f"pack {pack + 1}"


def game_facts(standings: Standings) -> str:
    """Return what all games had in common."""
    return (
        f"A game took {standings.plies:.0f} moves on average; whoever moved first scored"
        f" {percent(standings.first_score)}."
    )


def packs_found(tournament: PackTournament) -> str:
    """Return what a tournament over packs found."""
    first, second = tournament.ranked[:2]
    behind = second.behind
    assert behind is not None  # noqa: S101  only the first is behind nobody
    sure = "" if behind.low > 0 else "; so few packs cannot tell the two apart for sure"
    return (
        f"{first.label} makes most points, {first.points.mean:.1f} a game over {counted(first.games, 'pack')}:"
        f" {behind.mean:.1f} more than {second.label} ({mean_interval(behind)}){sure}."
    )


def mean_interval(mean: Mean) -> str:
    """Return an interval in words; a single game has none."""
    return f"{mean.low:.1f} to {mean.high:.1f}" if mean.half < float("inf") else "unknown"


def mistake(who: str, games: str, why: str, what: str, first: str) -> str:
    """Return what a player did wrong, and in how many games or packs."""
    return f"{who} failed in {games}: {f'{why}, ' if why else ''}{what} (first in {first})."


def more_mistakes(count: int) -> str:
    """Return how many more games were lost that way."""
    return f"And {counted(count, 'other kind')} of mistake; all are in pairs.jsonl."


def how(tournament: Tournament | PackTournament, machine: str) -> str:
    """Return how a tournament was played."""
    unit = "packs each" if isinstance(tournament, PackTournament) else "pairs for each two who meet"
    limit = f"Functions and programs had {tournament.terms.seconds:g} s a move."
    if isinstance(tournament, Tournament) and tournament.test is not None:
        unit = "pairs at most"
    return f"{tournament.pairs:,} {unit}, seed {tournament.terms.seed}. {limit} Played on {machine}."

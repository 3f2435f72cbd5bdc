"""The two tables of a study, a line a match and a line a ply: plain data, each column with its meaning."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Annotated, Any

from fivefold.lab.study.chances import courses, side_returns
from fivefold.lab.study.course import Chances, ahead_for_good, decided, drama, lead_changes, leader, lowest
from fivefold.lab.study.facts import BY_CHANCE, BY_OPENING, BY_PLAYER, BY_TABLE, MatchFacts, PlyFacts
from fivefold.lab.study.playing import Terms

MEASURES = (drama, lowest, ahead_for_good, decided)
"""What is measured of matches that somebody won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """One match."""

    match: Annotated[int, "number of the match within its option set, from 0"]
    game: Annotated[str, "key of the game"]
    options: Annotated[str, "the option set as the command line takes it; empty for the usual options"]
    pair: Annotated[int, "number of the deal or opening: the two matches of a pair share it, seats swapped"]
    half: Annotated[int, "which match of the pair: 0 or 1"]
    player_a: Annotated[str, "the player named by --player"]
    player_b: Annotated[str, "the player named by --against; empty where one plays alone"]
    seats_of_a: Annotated[list[int], "the seats that player A had"]
    first_seat: Annotated[int, "the seat that moved first"]
    result_a: Annotated[float, "result of A's seats: 1 won, 0 lost, between them shared; alone: the game's own measure"]
    result_first: Annotated[float, "result of the side that moved first, likewise"]
    drawn: Annotated[bool, "whether nobody won alone"]
    winning_side: Annotated[int | None, "the side that won alone, numbered by its first seat; null in a draw"]
    termination: Annotated[str, "how it ended: played-out"]
    ending: Annotated[str, "why it ended: key of the game's message"]
    scores: Annotated[list[int], "points of each seat at the end"]
    lead_first: Annotated[int, "points of the side that moved first, less the best other side's; alone: the points"]
    margin: Annotated[int, "points of the side with most, less those of the next; alone: the points"]
    plies: Annotated[int, "moves in all, those of chance and of the table included"]
    chance_plies: Annotated[int, "moves of chance: cards dealt, dice thrown"]
    table_plies: Annotated[int, "only moves that the table made by itself"]
    opening_plies: Annotated[int, "decisions at the start that the study drew at random"]
    decisions: Annotated[int, "moves that somebody chose, the random ones of the opening included"]
    legal_moves_mean: Annotated[float, "mean number of legal moves at a decision"]
    log10_paths: Annotated[
        float, "sum of the decimal logarithms of the legal moves at each decision: how many ways, in digits"
    ]
    score_lead_changes: Annotated[
        int | None, "how often the lead in points changed hands; null where points do not decide"
    ]
    lead_changes: Annotated[int | None, "how often the best chance to win changed hands, the end included; null alone"]
    drama: Annotated[
        float | None, "root of how far the winner's chance was behind the best, mean over decisions behind"
    ]
    lowest_chance: Annotated[float | None, "the winner's lowest chance to win at a decision, 0 to 1; null in a draw"]
    ahead_for_good: Annotated[
        float | None, "share of the decisions after which the winner was ahead for good; null in a draw"
    ]
    decided: Annotated[float | None, "share of the decisions after which the winner's chance stayed at 0.9 or more"]
    opening: Annotated[str, "the first move that somebody chose; empty where nobody did"]
    hindsight_points: Annotated[
        int | None, "the most points that the cards allowed, as found; null where not looked for"
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlyLine:
    """One move."""

    match: Annotated[int, "number of the match within its option set: as in matches.parquet"]
    options: Annotated[str, "the option set: as in matches.parquet"]
    ply: Annotated[int, "number of the move within the match, from 1"]
    by: Annotated[str, "who chose it: chance; table (an only move); opening (the study, at random); player"]
    seat: Annotated[int | None, "the seat that made it; null for chance"]
    move: Annotated[str, "the move as records have it"]
    decision: Annotated[int | None, "number of the decision within the match, from 0; null where nobody chose"]
    legal_moves: Annotated[int | None, "how many moves there were to choose from; null where nobody chose"]
    points: Annotated[int, "what it changed its seat's points by"]
    scores: Annotated[list[int], "points of each seat after it"]
    chances: Annotated[list[float] | None, "each side's chance to win before it; null where nobody chose, or alone"]
    deed: Annotated[str, "what it did besides earning points, in a few words; empty for nothing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """What one seat had to show for a match with things of one kind."""

    match: Annotated[int, "number of the match within its option set: as in matches.parquet"]
    options: Annotated[str, "the option set: as in matches.parquet"]
    seat: Annotated[int, "the seat"]
    kind: Annotated[str, "what earned points, as the score card calls it"]
    number: Annotated[int, "how many of them"]
    points: Annotated[int, "what they earned together"]


@dataclass(frozen=True, slots=True)
class Played:
    """The matches of one option set, their facts and their lines."""

    terms: Terms
    matches: Sequence[MatchFacts]
    courses: Sequence[Sequence[Chances]]
    lines: Sequence[MatchLine]

    @property
    def groups(self) -> list[int]:
        """The pair of each match."""
        return [each.pair for each in self.matches]


def played(terms: Terms, matches: Sequence[MatchFacts]) -> Played:
    """Return matches with their lines."""
    found = courses(matches, terms.game.search.points_scale)
    lines = [match_line(terms, number, *each) for number, each in enumerate(zip(matches, found, strict=True))]
    return Played(terms, matches, found, lines)


def match_line(terms: Terms, number: int, match: MatchFacts, course: Sequence[Chances]) -> MatchLine:
    """Return the line of a match."""
    told = _told_by_terms(terms), _result(match), _length(match), _lead(terms, match), _course(match, course)
    return MatchLine(match=number, **{name: value for part in told for name, value in part.items()})


def _told_by_terms(terms: Terms) -> dict[str, Any]:
    return {
        "game": terms.game.key,
        "options": terms.configuration.arguments,
        "player_a": terms.a,
        "player_b": "" if terms.alone else terms.b,
    }


def _result(match: MatchFacts) -> dict[str, Any]:
    returns, winner = side_returns(match), winning_side(match)
    return {
        "pair": match.pair,
        "half": match.half,
        "seats_of_a": list(match.seats_of_a),
        "first_seat": match.first,
        "result_a": math.fsum(match.returns[seat] for seat in match.seats_of_a),
        "result_first": returns[match.sides[match.first]],
        "drawn": len(returns) > 1 and winner is None,
        "winning_side": None if winner is None else match.sides.index(winner),
        "termination": match.termination,
        "ending": match.ending,
        "scores": list(match.scores),
        "hindsight_points": match.hindsight,
    }


def _length(match: MatchFacts) -> dict[str, Any]:
    by, chosen = [ply.by for ply in match.plies], decisions(match)
    return {
        "plies": len(match.plies),
        "chance_plies": by.count(BY_CHANCE),
        "table_plies": by.count(BY_TABLE),
        "opening_plies": by.count(BY_OPENING),
        "decisions": len(chosen),
        "legal_moves_mean": fmean(ply.legal for ply in chosen) if chosen else 0.0,
        "log10_paths": math.fsum(math.log10(ply.legal) for ply in chosen),
        "opening": chosen[0].text if chosen else "",
    }


def _lead(terms: Terms, match: MatchFacts) -> dict[str, Any]:
    totals, first = side_points(match, match.scores), match.sides[match.first]
    ranked, others = sorted(totals, reverse=True), [*totals[:first], *totals[first + 1 :]]
    by_points = terms.game.traits.scores_decide and len(totals) > 1
    return {
        "lead_first": totals[first] - max(others, default=0),
        "margin": ranked[0] - (ranked[1] if others else 0),
        "score_lead_changes": lead_changes(point_leaders(match)) if by_points else None,
    }


def _course(match: MatchFacts, course: Sequence[Chances]) -> dict[str, Any]:
    winner, returns = winning_side(match), side_returns(match)
    names = ("drama", "lowest_chance", "ahead_for_good", "decided")
    if not course or winner is None:
        measured: dict[str, Any] = dict.fromkeys(names)
    else:
        measured = {name: measure(course, winner) for name, measure in zip(names, MEASURES, strict=True)}
    leaders = [*(leader(each) for each in course), leader(returns)]
    return {**measured, "lead_changes": lead_changes(leaders) if course else None}


def winning_side(match: MatchFacts) -> int | None:
    """Return the side that won alone; ``None`` in a draw and where one plays alone."""
    returns = side_returns(match)
    return returns.index(1.0) if len(returns) > 1 and 1.0 in returns else None


def decisions(match: MatchFacts) -> list[PlyFacts]:
    """Return the moves that somebody chose."""
    return [ply for ply in match.plies if ply.by in (BY_OPENING, BY_PLAYER)]


def side_points(match: MatchFacts, scores: Sequence[int]) -> list[int]:
    """Return each side's points, those of partners added."""
    totals = [0] * (max(match.sides) + 1)
    for side, points in zip(match.sides, scores, strict=True):
        totals[side] += points
    return totals


def point_leaders(match: MatchFacts) -> list[int]:
    """Return the side with most points after each move, or that several had most."""
    return [leader(side_points(match, ply.scores)) for ply in match.plies]


def ply_lines(study: Played) -> Iterator[PlyLine]:
    """Yield the lines of all moves."""
    for line, match, course in zip(study.lines, study.matches, study.courses, strict=True):
        decision = 0
        for number, ply in enumerate(match.plies, start=1):
            chosen = ply.by in (BY_OPENING, BY_PLAYER)
            yield PlyLine(
                match=line.match,
                options=line.options,
                ply=number,
                by=ply.by,
                seat=None if ply.by == BY_CHANCE else ply.seat,
                move=ply.text,
                decision=decision if chosen else None,
                legal_moves=ply.legal if chosen else None,
                points=ply.points,
                scores=list(ply.scores),
                chances=list(course[decision]) if chosen and course else None,
                deed=ply.deed,
            )
            decision += chosen


def hand_lines(study: Played) -> Iterator[HandLine]:
    """Yield the lines of what every seat had to show for its matches."""
    for line, match in zip(study.lines, study.matches, strict=True):
        for made in match.made:
            yield HandLine(
                match=line.match,
                options=line.options,
                seat=made.seat,
                kind=made.kind,
                number=made.number,
                points=made.points,
            )

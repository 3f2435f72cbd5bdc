"""The matches of a study, played as a job, and its tables: a row a match, a ply, a kind of hand."""

import math
from collections import namedtuple
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from operator import sub
from statistics import fmean
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from fivefold.contract import CHANCE, Game, Hindsight
from fivefold.engine.arrangement_search import arrange
from fivefold.engine.calibration import FLATTEST, sides_of
from fivefold.engine.compile import kernels_of
from fivefold.lab.arguments import lab_data
from fivefold.lab.configuration import Configuration
from fivefold.lab.estimates import Floats, RegressionData, fit_logistic, logistic_chances
from fivefold.lab.jobs import Job, ResultCoding
from fivefold.lab.matches import Matchup, PairTask, finished_match, pair_tasks, seats_of_a, terms_of
from fivefold.lab.players.registry import title
from fivefold.parts.messages import Reader
from fivefold.play.match import Match, Ply
from fivefold.play.outcome import points
from fivefold.session.result import gains, tallies

BY_CHANCE, BY_TABLE, BY_OPENING, BY_PLAYER = "chance", "table", "opening", "player"
"""Who chose a move: chance; the table, as it was the only one; the study, at random; a player."""
SOMEBODY: Final = "one player"
"""What everybody is called in the reasons why matches end,"""
RIVAL: Final = "a rival"
"""and in the names of what moves do, so that both are the same whoever it was."""


class RawPly(NamedTuple):
    """One move of a match."""

    by: str
    """``BY_CHANCE``, ``BY_TABLE``, ``BY_OPENING`` or ``BY_PLAYER``."""
    seat: int
    """Who made it; ``CHANCE``."""
    text: str
    legal: int
    """How many moves there were to choose from; 0 where nobody chose."""
    points: int
    """What it earned its seat."""
    scores: tuple[int, ...]
    """Each seat's points after it."""
    values: tuple[float, ...]
    """For each side the estimate of the position before it (``Search.value``); empty where nobody chose."""
    deed: str
    """What it did besides earning points, as lists of moves call it; empty for nothing."""
    places: tuple[str, ...] = ()
    """The things on the table that it points at; empty where nobody chose."""
    good: float | None = None
    """The share of the legal moves that are about as good as the best, see ``_good``; ``None`` where nobody chose."""


class HandMade(NamedTuple):
    """What a seat has to show for a match with things of one kind: the line of a score card."""

    seat: int
    kind: str
    number: int
    points: int


@dataclass(frozen=True, slots=True)
class RawMatch:
    """One finished match."""

    pair: int
    half: int
    """0 or 1: the same deal, seats swapped."""
    sides: tuple[int, ...]
    """The side of each seat, from 0: partners share one."""
    seats_of_a: tuple[int, ...]
    first: int
    """The seat that moved first."""
    returns: tuple[float, ...]
    scores: tuple[int, ...]
    termination: str
    ending: str
    """Why it ended: the key of the game's message;"""
    reason: str
    """and in words, whoever won."""
    made: tuple[HandMade, ...]
    plies: tuple[RawPly, ...]
    hindsight: int | None = None
    """The most points that the cards allowed, as far as a search found; only where it was looked for."""

    def to_json(self) -> list[Any]:
        """Return it as JSON can hold it."""
        return [getattr(self, name) for name in self.__slots__]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> "RawMatch":
        """Return what ``to_json`` wrote."""
        read: dict[str, Any] = dict(zip(cls.__slots__, map(_tuple, data), strict=True))
        read["made"] = tuple(HandMade._make(each) for each in read["made"])
        read["plies"] = tuple(RawPly._make(map(_tuple, each)) for each in read["plies"])
        return cls(**read)


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def raw_match(
    match: Match, *, pair: int, half: int, seats_of_a: Sequence[int], opening: int = 0, hindsight: int | None = None
) -> RawMatch:
    """Return the facts of a finished match, of which the first ``opening`` decisions were drawn at random."""
    assert match.outcome is not None  # noqa: S101  callers pass finished matches
    outcome, cause, words = match.outcome, match.outcome.cause, match.game.notation.WORDS
    return RawMatch(
        pair=pair,
        half=half,
        sides=tuple(sides_of(match)),
        seats_of_a=tuple(seats_of_a),
        first=next((mover for mover in match.movers if mover != CHANCE), 0),
        returns=outcome.returns,
        scores=outcome.scores,
        termination=str(outcome.termination),
        ending=cause.key if cause is not None else str(outcome.termination),
        reason=words.text(cause, Reader((SOMEBODY,) * len(match.seats)), starts=False) if cause else outcome.reason,
        made=_made_in(match),
        plies=tuple(_plies(match, opening)),
        hindsight=hindsight,
    )


def _made_in(match: Match) -> tuple[HandMade, ...]:
    words, listed = match.game.notation.WORDS, tallies(match, gains(match))
    return tuple(
        HandMade(seat, words.text(item.label, starts=False), item.number, item.points)
        for seat, items in enumerate(listed)
        for item in items
        if item.points
    )


def _plies(match: Match, opening: int) -> list[RawPly]:
    chosen, found = {ply: number for number, ply in enumerate(match.decisions)}, list[RawPly]()
    before: tuple[int, ...] | None = None
    for ply in match.replay():
        before = before if before is not None else points(match.game, match.options, ply.before)
        after = points(match.game, match.options, ply.after)
        decision = chosen.get(ply.number - 1)
        earned = after[ply.mover] - before[ply.mover] if ply.mover >= 0 else 0
        if decision is None:
            by = BY_CHANCE if ply.mover == CHANCE else BY_TABLE
            found.append(RawPly(by, ply.mover, ply.text, 0, earned, after, (), ""))
        else:
            by = BY_OPENING if decision < opening else BY_PLAYER
            values, deed = _side_values(match, ply.before), "" if earned else _deed_of(match, ply)
            choices, places = _choices_of(match, ply), tuple(match.game.notation.clicks(ply.before, ply.move))
            good = _good(match, ply, choices)
            found.append(RawPly(by, ply.mover, ply.text, len(choices), earned, after, values, deed, places, good))
        before = after
    return found


def _choices_of(match: Match, ply: Ply) -> list[int]:
    rules, race = match.game.rules, match.game.race
    out = [0] * rules.MAX_MOVES
    legal = out[: rules.legal_moves(ply.before, out)]
    if race is None or rules.to_move(ply.before) >= 0:
        return legal
    return [move for move in legal if race.mover(ply.before, move) == ply.mover]


NEAR_BEST: Final = 0.75
"""From here on, between the mean of all moves and the best, a move is about as good as the best."""


def _good(match: Match, ply: Ply, choices: Sequence[int]) -> float:
    """Return the share of moves after which the estimate is above ``NEAR_BEST``: Ludii's *clarity narrowness*."""
    side, leads = sides_of(match)[ply.mover], list[float]()
    for move in choices:
        after = list(ply.before)
        match.game.rules.play(after, move)
        values = list(_side_values(match, after))
        leads.append(values.pop(side) - max(values, default=0.0))
    mean, best = fmean(leads), max(leads)
    return sum(lead >= mean + NEAR_BEST * (best - mean) for lead in leads) / len(leads)


def _side_values(match: Match, row: Sequence[int]) -> tuple[float, ...]:
    values, sides = [0] * len(match.seats), sides_of(match)
    match.game.search.value(list(row), values)
    return tuple(float(values[sides.index(side)]) for side in range(max(sides) + 1))


def _deed_of(match: Match, ply: Ply) -> str:
    words, account = match.game.notation.WORDS, match.game.notation.account(ply.before, ply.move)
    rivals = Reader((RIVAL,) * len(match.seats))
    return words.joined(account.brief or (), words.language.between, rivals) if account.actor is not None else ""


Chances = Sequence[float]
"""Each side's, 0 to 1."""
# --- how a match went: the measures of Browne's "Evaluation of Recombination Games" (2008) ---------------------------

DECIDED: Final = 0.9
"""From this chance on a match counts as decided, as long as the winner's never falls below again."""
NOBODY_AHEAD: Final = -1


def leader(amounts: Sequence[float]) -> int:
    """Return which side has most, ``NOBODY_AHEAD`` where several do."""
    most = max(amounts)
    return amounts.index(most) if list(amounts).count(most) == 1 else NOBODY_AHEAD


def lead_changes(leaders: Sequence[int]) -> int:
    """Return how often somebody took the lead from somebody else; being level in between changes nothing."""
    ahead = [each for each in leaders if each != NOBODY_AHEAD]
    return sum(now != then for then, now in pairwise(ahead))


def drama(course: Sequence[Chances], winner: int) -> float:
    """Return how far the winner was behind, on average over the decisions at which it was behind; 0 for never.

    As Browne has it: the root of the distance, so that being a little behind counts too.
    """
    behind = [max(chances) - chances[winner] for chances in course if leader(chances) not in (winner, NOBODY_AHEAD)]
    return math.fsum(math.sqrt(each) for each in behind) / len(behind) if behind else 0.0


def lowest(course: Sequence[Chances], winner: int) -> float:
    """Return the winner's lowest chance."""
    return min(chances[winner] for chances in course)


def uncertainty(course: Sequence[Chances]) -> float:
    """Return how open the result is, on average over the decisions: the entropy of the chances, 1 where all have the
    same chance, 0 where one side has all."""
    open_to = [-math.fsum(each * math.log(each) for each in chances if each > 0) for chances in course]
    return fmean(open_to) / math.log(len(course[0]))


def swing(course: Sequence[Chances]) -> float:
    """Return how much chance passes from side to side from one decision to the next, on average: Browne's stability,
    where less is more."""
    return fmean(sum(map(abs, map(sub, then, now))) / 2 for then, now in pairwise(course))


def killer_move(course: Sequence[Chances], movers: Sequence[int]) -> float:
    """Return the most that a move has added to its own side's chance."""
    return max(now[side] - then[side] for side, (then, now) in zip(movers, pairwise(course), strict=False))


def taken_back(course: Sequence[Chances], movers: Sequence[int]) -> float | None:
    """Return which share of what moves gain the reply takes back; ``None`` where no move gains that is replied to."""
    gained = lost = 0.0
    for at in range(len(course) - 2):
        side, before, after, later = movers[at], course[at], course[at + 1], course[at + 2]
        gain = after[side] - before[side]
        if gain > 0 and movers[at + 1] != side:
            gained, lost = gained + gain, lost + min(gain, max(0.0, after[side] - later[side]))
    return lost / gained if gained else None


def ahead_for_good(course: Sequence[Chances], winner: int) -> float:
    """Return after which share of the decisions the winner was ahead at all others; 1 if the last move decided."""
    return _since([leader(chances) == winner for chances in course])


def decided(course: Sequence[Chances], winner: int) -> float:
    """Return after which share of the decisions the winner's chance was never again below ``DECIDED``."""
    return _since([chances[winner] >= DECIDED for chances in course])


def _since(true: Sequence[bool]) -> float:
    false = [place for place, each in enumerate(true) if not each]
    return (false[-1] + 1) / len(true) if false else 0.0


# --- chances, from the game's own estimate, corrected by how such matches ended --------------------------------------

LEAST_PAIRS: Final = 20
"""With fewer pairs chances stay as they are estimated."""
FURTHEST: Final = 12.0
"""A lead of more than this many times the scale is no better a chance."""


def courses(matches: Sequence[RawMatch], scale: float) -> list[list[Chances]]:
    """Return for each match each side's chance at every decision; empty lists where one plays alone.

    ``scale``: a lead of so many points of the estimate is taken for a 73 % chance before anything is corrected.
    """
    if max(matches[0].sides) == 0:
        return [[] for _ in matches]
    if not is_corrected(matches):
        return [[_shares(values, scale) for values in _values(each)] for each in matches]
    return _corrected(matches, scale)


def is_corrected(matches: Sequence[RawMatch]) -> bool:
    """Tell whether ``courses`` corrects the chances of these matches."""
    return max(matches[0].sides) == 1 and len({each.pair for each in matches}) >= LEAST_PAIRS


def side_returns(match: RawMatch) -> tuple[float, ...]:
    """Return each side's result, 0 to 1."""
    pairs = list(zip(match.sides, match.returns, strict=True))
    return tuple(math.fsum(value for of, value in pairs if of == side) for side in range(max(match.sides) + 1))


def _values(match: RawMatch) -> list[tuple[float, ...]]:
    return [ply.values for ply in match.plies if ply.values]


def _shares(values: Sequence[float], scale: float) -> Chances:
    weights = [math.exp(max(-FURTHEST, (each - max(values)) / scale)) for each in values]
    return tuple(each / math.fsum(weights) for each in weights)


def _corrected(matches: Sequence[RawMatch], scale: float) -> list[list[Chances]]:
    length = sum(len(_values(each)) for each in matches) / len(matches)
    features = [_features(each, scale, length) for each in matches]
    data = RegressionData(
        np.concatenate(features),
        np.concatenate(
            [np.full(len(each), side_returns(match)[0]) for match, each in zip(matches, features, strict=True)]
        ),
        np.concatenate([np.full(len(each), match.pair) for match, each in zip(matches, features, strict=True)]),
    )
    prior = np.array([1.0, 1.0, 0.0])
    least = np.array([FLATTEST, FLATTEST, -np.inf])
    weights = [np.maximum(least, fit_logistic(data.of(data.pairs % 2 != half), prior).weights) for half in (0, 1)]
    found = [logistic_chances(each, weights[match.pair % 2]) for match, each in zip(matches, features, strict=True)]
    return [[(float(share), 1.0 - float(share)) for share in each] for each in found]


def _features(match: RawMatch, scale: float, length: float) -> Floats:
    rows = []
    for number, ply in enumerate(each for each in match.plies if each.values):
        lead = max(-FURTHEST, min(FURTHEST, (ply.values[0] - ply.values[1]) / scale))
        done = min(1.0, number / max(1.0, length))
        rows.append((lead * (1 - done), lead * done, 1.0 if match.sides[ply.seat] == 0 else -1.0))
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


# --- the job ---------------------------------------------------------------------------------------------------------

SHAPE: Final = 3
"""Raised whenever facts are kept in another form: then what an interrupted study kept does not count."""


class Deal(NamedTuple):
    """One match to play."""

    task: PairTask
    """The pair it belongs to;"""
    half: int
    """and which of the two it is: 0 or 1."""


@dataclass(frozen=True, slots=True)
class StudyTerms:
    """What is played with one set of options."""

    game: Game
    configuration: Configuration
    a: str
    b: str
    """The players' canonical names."""
    matches: int
    scale: float = 1.0
    seed: int = 1
    hindsight: int = 0
    """In so many matches the best is looked for that the cards allowed."""

    @property
    def matchup(self) -> Matchup:
        """The two players and their conditions."""
        return Matchup(self.game.key, self.a, self.b, self.configuration.options, self.scale, self.seed)

    @property
    def alone(self) -> bool:
        """Whether one plays alone: then nothing is swapped, and every match is a deal of its own."""
        return self.configuration.seats == 1


def job_of(terms: StudyTerms) -> Job[Deal, RawMatch, Sequence[RawMatch]]:
    """Return the job that plays these matches."""
    return Job(
        title=f"{terms.configuration.heading(terms.game)}: {players_text(terms)}",
        unit="matches",
        terms=terms_of(terms.matchup, terms.game.rules.VERSION, terms.hindsight, SHAPE),
        tasks=deals(terms),
        function=partial(play_deal, terms.hindsight),
        reduce=tuple,
        coding=ResultCoding(RawMatch.to_json, RawMatch.from_json),
    )


def players_text(terms: StudyTerms) -> str:
    """Return who plays, in words."""
    a, b = title(terms.game, terms.a), title(terms.game, terms.b)
    return a if terms.alone else f"{a} against {b}"


def deals(terms: StudyTerms) -> list[Deal]:
    """Return the matches to play, the two of a pair behind each other."""
    halves = (0,) if terms.alone else (0, 1)
    return [Deal(task, half) for task in pair_tasks(terms.matchup, terms.matches // len(halves)) for half in halves]


def play_deal(hindsight: int, deal: Deal) -> RawMatch:
    """Play a match and return its facts; ``hindsight``: see ``Terms``."""
    task, half = deal
    match = finished_match(task, half)
    best = None
    if task.number < hindsight and match.game.extra_of(Hindsight) is not None:
        # A single round, however long it takes: the same steps on every machine.
        best = max(match.scores[0], arrange(kernels_of(match.game), match, 0, 0.0).points)
    return raw_match(
        match,
        pair=task.number,
        half=half,
        seats_of_a=seats_of_a(match, half),
        opening=len(task.opening),
        hindsight=best,
    )


# --- rows ------------------------------------------------------------------------------------------------------------

Column: TypeAlias = tuple[str, str]
"""A kind of value and what it means."""
COLUMNS: Final[Mapping[str, Mapping[str, Column]]] = lab_data("study")["columns"]
"""Those of each table, by name."""
Row: TypeAlias = Any
"""A named tuple of the columns of a table."""


def _row_type(table: str) -> Any:
    return namedtuple(f"{table.title()}Row", COLUMNS[table])


MatchRow, PlyRow, HandRow = (_row_type(name) for name in ("matches", "plies", "hands"))


@dataclass(frozen=True, slots=True)
class StudyRows:
    """The matches of one option set, their facts and their lines."""

    terms: StudyTerms
    matches: Sequence[RawMatch]
    courses: Sequence[Sequence[Chances]]
    lines: Sequence[Row]

    @property
    def fair(self) -> float:
        """What everybody would win if all won alike."""
        return 1 / (max(self.matches[0].sides) + 1)

    @property
    def groups(self) -> list[int]:
        """The pair of each match."""
        return [each.pair for each in self.matches]


def rows_of(terms: StudyTerms, matches: Sequence[RawMatch]) -> StudyRows:
    """Return matches with their lines."""
    found = courses(matches, terms.game.search.points_scale)
    lines = [_match_row(terms, number, *each) for number, each in enumerate(zip(matches, found, strict=True))]
    return StudyRows(terms, matches, found, lines)


def _match_row(terms: StudyTerms, number: int, match: RawMatch, course: Sequence[Chances]) -> Row:
    return MatchRow(
        match=number,
        game=terms.game.key,
        options=terms.configuration.arguments,
        pair=match.pair,
        half=match.half,
        player_a=terms.a,
        player_b="" if terms.alone else terms.b,
        seats_of_a=list(match.seats_of_a),
        first_seat=match.first,
        termination=match.termination,
        ending=match.ending,
        scores=list(match.scores),
        hindsight_points=match.hindsight,
        **_result(match),
        **_length(match),
        **_lead(terms, match),
        **_course(match, course),
        **_feel(match, course),
    )


def _result(match: RawMatch) -> dict[str, Any]:
    returns, winner = side_returns(match), winning_side(match)
    return {
        "result_a": math.fsum(match.returns[seat] for seat in match.seats_of_a),
        "result_first": returns[match.sides[match.first]],
        "drawn": len(returns) > 1 and winner is None,
        "winning_side": None if winner is None else match.sides.index(winner),
    }


def _length(match: RawMatch) -> dict[str, Any]:
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


def _lead(terms: StudyTerms, match: RawMatch) -> dict[str, Any]:
    totals, first = _side_points(match, match.scores), match.sides[match.first]
    ranked, others = sorted(totals, reverse=True), [*totals[:first], *totals[first + 1 :]]
    leaders = [leader(_side_points(match, ply.scores)) for ply in match.plies]
    by_points = terms.game.traits.scores_decide and len(totals) > 1
    return {
        "lead_first": totals[first] - max(others, default=0),
        "margin": ranked[0] - (ranked[1] if others else 0),
        "score_lead_changes": lead_changes(leaders) if by_points else None,
    }


MEASURES: Final = {"drama": drama, "lowest_chance": lowest, "ahead_for_good": ahead_for_good, "decided": decided}
"""What is measured of matches that somebody won."""


def _course(match: RawMatch, course: Sequence[Chances]) -> dict[str, Any]:
    winner = winning_side(match)
    leaders = [*(leader(each) for each in course), leader(side_returns(match))]
    measured = {
        name: measure(course, winner) if course and winner is not None else None for name, measure in MEASURES.items()
    }
    return {**measured, "lead_changes": lead_changes(leaders) if course else None}


def _feel(match: RawMatch, course: Sequence[Chances]) -> dict[str, Any]:
    chosen, good = decisions(match), [ply.good for ply in match.plies if ply.good is not None and ply.legal > 1]
    movers = [match.sides[ply.seat] for ply in chosen if ply.values]
    moved = len(course) > 1
    return {
        "uncertainty": uncertainty(course) if course else None,
        "swing": swing(course) if moved else None,
        "killer_move": killer_move(course, movers) if moved else None,
        "taken_back": taken_back(course, movers),
        "good_moves": fmean(good) if good else None,
        "places": len({place for ply in chosen for place in ply.places}),
    }


def winning_side(match: RawMatch) -> int | None:
    """Return the side that won alone; ``None`` in a draw and where one plays alone."""
    returns = side_returns(match)
    return returns.index(1.0) if len(returns) > 1 and 1.0 in returns else None


def decisions(match: RawMatch) -> list[RawPly]:
    """Return the moves that somebody chose."""
    return [ply for ply in match.plies if ply.by in (BY_OPENING, BY_PLAYER)]


def _side_points(match: RawMatch, scores: Sequence[int]) -> list[int]:
    totals = [0] * (max(match.sides) + 1)
    for side, number in zip(match.sides, scores, strict=True):
        totals[side] += number
    return totals


def ply_rows(study: StudyRows) -> Iterator[Row]:
    """Yield the lines of all moves."""
    for line, match, course in zip(study.lines, study.matches, study.courses, strict=True):
        decision = 0
        for number, ply in enumerate(match.plies, start=1):
            chosen = ply.by in (BY_OPENING, BY_PLAYER)
            yield PlyRow(
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


def hand_rows(study: StudyRows) -> Iterator[Row]:
    """Yield the lines of what every seat had to show for its matches."""
    for line, match in zip(study.lines, study.matches, strict=True):
        for made in match.made:
            yield HandRow(line.match, line.options, *made)

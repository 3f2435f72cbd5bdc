"""A person's week: what they played, and what their mistakes had in common, as far as their matches were reviewed."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from sqlalchemy import select

from fivefold.house.computers.analysis import Estimate, MistakeKind
from fivefold.house.computers.hints import COSTLY, SLIP
from fivefold.house.database.schema import analyses, finished
from fivefold.house.ledger import Ledger
from fivefold.house.records.finished import BROKEN_OFF, ONE_SCREEN
from fivefold.house.records.results import PersonResult, Results
from fivefold.house.stored_match import time_text
from fivefold.play.catalogue import keys
from fivefold.play.puzzles import Kind, Puzzle, Theme

DAYS: Final = 7
MOST: Final = 200  # Matches of a week that are looked at, the latest ones.
HASTE: Final = frozenset({Theme.GREEDY, Theme.QUIET, Theme.SACRIFICE})
"""Themes of puzzles in which points can be taken too soon."""


class Mistake(NamedTuple):
    """A move that cost its player something."""

    match: str
    game: str
    ply: int
    kind: MistakeKind
    lost: float
    """In chance to win, 0 to 1; for one who plays ``alone`` in points."""
    alone: bool


class Practice(NamedTuple):
    """The kind of mistake made most, which is to be practised."""

    game: str
    kind: MistakeKind

    def fits(self, puzzle: Puzzle) -> bool:
        """Tell whether a puzzle practises what was missed."""
        if self.kind is MistakeKind.MISSED:
            return puzzle.kind is Kind.POINTS
        return puzzle.kind is not Kind.POINTS and bool(HASTE & set(puzzle.themes)) == (self.kind is MistakeKind.HASTY)


class Week(NamedTuple):
    """The last seven days of a person."""

    played: Mapping[str, Sequence[PersonResult]]
    """Their results that count by game, the latest first."""
    matches: int
    reviewed: int
    """How many of their matches the engine has looked at."""
    mistakes: Sequence[Mistake]
    """Against others, the costliest first, then those alone."""

    @property
    def kinds(self) -> Mapping[tuple[str, MistakeKind], Sequence[Mistake]]:
        """The mistakes of each kind in each game, most first."""
        found: dict[tuple[str, MistakeKind], list[Mistake]] = defaultdict(list)
        for each in self.mistakes:
            found[each.game, each.kind].append(each)
        return dict(sorted(found.items(), key=lambda pair: -len(pair[1])))

    @property
    def practice(self) -> Practice | None:
        """What to practise; ``None`` where there were no mistakes."""
        return Practice(*next(iter(self.kinds))) if self.kinds else None


def week_of(ledger: Ledger, results: Results, person_id: str) -> Week:
    """Return a person's last seven days."""
    since = ledger.now() - timedelta(days=DAYS)
    played: dict[str, list[PersonResult]] = defaultdict(list)
    for each in results.of(person_id, limit=MOST):
        if each.ended >= since:
            played[each.game].append(each)
    mine = (finished.c.person == person_id) & (finished.c.ended >= time_text(since))
    chosen = select(finished.c.match, finished.c.game, finished.c.seat, finished.c.seats).where(
        mine, finished.c.result.not_in((ONE_SCREEN, BROKEN_OFF)), finished.c.game.in_(list(keys()))
    )
    matches = ledger.rows(chosen.order_by(finished.c.ended.desc()).limit(MOST))
    known = _estimates(ledger, [each.match for each in matches])
    mistakes = [mistake for each in matches for mistake in _mistakes(known[each.match], *each)]
    mistakes.sort(key=lambda each: (each.alone, -each.lost))
    return Week(played, len(matches), sum(bool(known[each.match]) for each in matches), mistakes)


def costliest(ledger: Ledger, result: PersonResult) -> Mistake | None:
    """Return the mistake that cost somebody most in a match of theirs; ``None`` where none was found, or not yet."""
    found = _estimates(ledger, [result.match])[result.match]
    made = _mistakes(found, result.match, result.game, result.seat, len(result.scores))
    return max(made, key=lambda each: each.lost, default=None)


def _estimates(ledger: Ledger, matches: Sequence[str]) -> Mapping[str, Sequence[Estimate]]:
    found: dict[str, list[Estimate]] = defaultdict(list)
    for match, stored in ledger.rows(
        select(analyses.c.match, analyses.c.estimate).where(analyses.c.match.in_(matches))
    ):
        found[match].append(Estimate.from_json(stored))
    return found


def _mistakes(found: Sequence[Estimate], match: str, game: str, seat: int, seats: int) -> Iterator[Mistake]:
    for each in found:
        lost, least = (each.cost, COSTLY) if seats == 1 else (each.loss, SLIP)
        if each.seat == seat and each.kind and lost >= least:
            yield Mistake(match, game, each.ply, MistakeKind(each.kind), lost, seats == 1)

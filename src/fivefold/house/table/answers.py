"""Answers given in advance: kept for their player alone, and played as soon as they fit.

The store is the truth: which answers a match has outrun is read from it, so nothing is lost when a process ends, and
two processes that look do no harm. Whoever makes a move never waits for any of this: it comes after the commit, in a
thread of its own (``answering``), whether there are answers or not.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

from fivefold.contract.errors import IllegalMove, InvalidMove, MatchOver
from fivefold.house.errors import NotOffered, NotYours, Stale
from fivefold.house.ledger import Ledger
from fivefold.house.notices.news import TURN, Note
from fivefold.house.table import stored_answers
from fivefold.house.table.stored_answers import StoredAnswers
from fivefold.session import answers, offers
from fivefold.session.answers import ANYTHING, Fate, Plan, Position, Told, Tree
from fivefold.session.rights import check_next
from fivefold.session.snapshot import LIVE, MatchSnapshot

TRIES: Final = 20
"""How often answers are looked at again because somebody else changed them or the match meanwhile."""
Refusal = Callable[[MatchSnapshot, int], None]


class Plays(Protocol):
    """The usual door for moves: ``House.play``."""

    def __call__(self, match_id: str, person_id: str, number: int, text: str, /) -> MatchSnapshot:
        """Make a person's move as entry ``number``."""


class Given(NamedTuple):
    """The answers of a player as they stand now."""

    now: MatchSnapshot
    seat: int
    plan: Plan


class Answers:
    """The answers that players have given in advance; safe to share among threads."""

    def __init__(self, ledger: Ledger, play: Plays) -> None:
        self._ledger, self._play = ledger, play

    # What their player does

    def given(self, person_id: str, match_id: str) -> Given:
        """Return the answers that a person has given. Raises ``NotYours``, ``NotOffered``."""
        now = self._ledger.snapshot(match_id)
        seat = answers.answering_seat(now, person_id)
        return Given(now, seat, _plan(self._stored(match_id, seat), now, seat))

    def add_line(self, person_id: str, match_id: str, number: int, line: Sequence[str]) -> Given:
        """Add a line, moves of all players beginning with entry ``number``, the next one, which ends with an answer.

        Raises ``NotYours``, ``NotOffered``, ``Stale``, ``InvalidMove``, ``IllegalMove``.
        """
        self._ledger.refuse.person(person_id)

        def add(here: Position, tree: Tree) -> Tree:
            return answers.merged(tree, answers.checked_line(here, line), here.seat)

        return self._change(person_id, match_id, number, add, _refuse_live)

    def drop_line(self, person_id: str, match_id: str, number: int, line: Sequence[str]) -> Given:
        """Remove the last move of a line, and what follows it. Raises what ``add_line`` does."""

        def drop(here: Position, tree: Tree) -> Tree:
            return answers.without(tree, answers.walked(here, line)[0], here.seat)

        return self._change(person_id, match_id, number, drop)

    def move_ahead(self, person_id: str, match_id: str, number: int, text: str, slow: bool = False) -> Given:
        """Make one move ahead, to be tried whatever else the others play; another one takes its place.

        Raises what ``add_line`` does.
        """
        self._ledger.refuse.person(person_id)

        def ahead(here: Position, tree: Tree) -> Tree:
            known = answers.moves_ahead(here)
            if text not in known:
                raise IllegalMove("it is not possible after any move of theirs", subject=text[: answers.LONGEST_MOVE])
            return {**tree, ANYTHING: {text: {}}}

        return self._change(person_id, match_id, number, ahead, None if slow else _refuse_slow)

    def clear(self, person_id: str, match_id: str) -> Given:
        """Remove all answers, and what was told of them. Raises ``NotYours``, ``NotOffered``."""
        with self._ledger.turn():
            found = self.given(person_id, match_id)
            self._store(found.now, found.seat, Plan({}))
        return found._replace(plan=Plan({}))

    def _change(
        self,
        person_id: str,
        match_id: str,
        number: int,
        change: Callable[[Position, Tree], Tree],
        refuse: Refusal | None = None,
    ) -> Given:
        with self._ledger.turn():
            now, seat, plan = self.given(person_id, match_id)
            check_next(now, number)
            if refuse is not None:
                refuse(now, seat)
            changed = Plan(change(answers.start(now, seat), plan.tree))
            self._store(now, seat, changed)
        self.look(match_id)  # another process may have moved meanwhile
        return self.given(person_id, match_id)

    # What the house does

    def look(self, match_id: str) -> None:
        """Play the answers that fit in a match, and drop those that do not; doing it twice does no harm."""
        with self._ledger.reading() as connection:
            found = stored_answers.of_match(connection, match_id)
        for each in found:
            for _ in range(TRIES):
                if not self._advance(match_id, each.seat):
                    break

    def sweep(self) -> None:
        """Look at every match that went on since answers were given there."""
        with self._ledger.reading() as connection:
            pending = stored_answers.pending(connection)
        for match_id in pending:
            self._ledger.catch_up(match_id)
            self.look(match_id)

    def foreseen(self, note: Note) -> bool:
        """Return whether somebody need not be told that it is their turn: the house has answered for them, or will."""
        if note.kind != TURN or note.match_id is None:
            return False
        now = self._ledger.known(note.match_id)
        seat = now.to_act if now.to_act in now.seats_of(note.person_id) else None
        return seat is None or _plan(self._stored(now.id, seat), now, seat).answer is not None

    def _advance(self, match_id: str, seat: int) -> bool:
        """Bring a seat's answers up to date, or play one; return whether there may be more to do."""
        stored = self._stored(match_id, seat)
        now = self._ledger.known(match_id)
        if stored is None or now.number <= stored.number or now.status != LIVE:
            return False
        plan = _plan(stored, now, seat)
        if now.to_act == seat and plan.answer is not None:
            return self._play_answer(now, seat, plan, stored)
        with self._ledger.turn():
            self._write(stored, StoredAnswers(match_id, seat, now.number, plan.tree, plan.told.stored))
        return False

    def _play_answer(self, now: MatchSnapshot, seat: int, plan: Plan, stored: StoredAnswers) -> bool:
        person_id, answer = now.seats[seat].person, plan.answer
        if person_id is None or answer is None or now.paused or _is_asked(now, seat):
            return False
        try:
            self._play(now.id, person_id, now.number + 1, answer)
        except (InvalidMove, IllegalMove):
            dropped = plan.dropped(Told(Fate.ILLEGAL, seat, "", answer))
            with self._ledger.turn():
                self._write(stored, StoredAnswers(now.id, seat, now.number, dropped.tree, dropped.told.stored))
        except Stale:
            return True
        except (MatchOver, NotYours, NotOffered):
            return False
        return True

    # The store

    def _stored(self, match_id: str, seat: int) -> StoredAnswers | None:
        with self._ledger.reading() as connection:
            return stored_answers.of_seat(connection, match_id, seat)

    def _store(self, now: MatchSnapshot, seat: int, plan: Plan) -> None:
        """Store answers as of now."""
        after = StoredAnswers(now.id, seat, now.number, plan.tree, plan.told.stored)
        for _ in range(TRIES):
            if self._write(self._stored(now.id, seat), after):
                return

    def _write(self, before: StoredAnswers | None, after: StoredAnswers) -> bool:
        if before == after:
            return True
        with self._ledger.writing() as connection:
            return stored_answers.replace(connection, before, after)


def _plan(stored: StoredAnswers | None, now: MatchSnapshot, seat: int) -> Plan:
    """Return stored answers as they stand now."""
    if stored is None:
        return Plan({})
    return Plan(stored.tree, Told.read(stored.said)).after(now.entries[stored.number :], seat)


def _is_asked(now: MatchSnapshot, seat: int) -> bool:
    """Return whether an offer waits for this seat: a move would decline it."""
    return now.offer is not None and seat in offers.waits_for(now)


def _refuse_live(now: MatchSnapshot, seat: int) -> None:
    """Raise ``NotOffered`` for a tree of answers in a match with a live clock."""
    if is_live(now):
        raise NotOffered("with a live clock you can make one move ahead", subject="answers in advance")


def _refuse_slow(now: MatchSnapshot, seat: int) -> None:
    """Raise ``NotOffered`` for a move ahead in a match without a live clock."""
    if not is_live(now):
        raise NotOffered("without a live clock you can answer their moves in advance", subject="move ahead")


def is_live(now: MatchSnapshot) -> bool:
    """Return whether a match has a live clock."""
    return now.terms.time is not None and not now.terms.time.slow

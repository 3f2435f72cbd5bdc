"""The ledger: how matches change in the store, and who is notified."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from secrets import token_bytes
from time import monotonic
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import Connection, Executable
from sqlalchemy.exc import IntegrityError

from fivefold.contract.errors import FivefoldError
from fivefold.house import database as store
from fivefold.house import endings, log, replay, stored_match
from fivefold.house.bus import CHANGED, CHANGED_ELSEWHERE, COMPUTER_DUE, STORING, Bus
from fivefold.house.committer import Committer, MustWait, QueuedStep, may_wait
from fivefold.house.decision import Decide, Decision, Step, Timed
from fivefold.house.errors import Busy, NotKept, OutcomeUnknown
from fivefold.house.links import BESIDE, other_board
from fivefold.house.live import Listener, LiveMatches
from fivefold.house.loading import Loading, unknown
from fivefold.house.log import StoredStep
from fivefold.house.notices.awaited import awaited, wait_for
from fivefold.house.people import people
from fivefold.house.people.people import Person
from fivefold.house.turns import Turn
from fivefold.play import chance
from fivefold.play.clocks import NO_STOPS, Stops
from fivefold.play.match import Clock, utc_now
from fivefold.session import timing
from fivefold.session.snapshot import OVER, MatchSnapshot

logger = logging.getLogger("fivefold.service")
TRIES: Final = 20
"""How often a command is tried again because another process came first; each time another command succeeded."""

NOT_KEPT_SECONDS: Final = 60.0
"""How long it is told that something could not be stored: whoever asks, asks that often."""
NONCE_BYTES: Final = 16
Given = ParamSpec("Given")
Found = TypeVar("Found")
Seeds = Callable[[int], bytes]
"""Returns so many random bytes."""


class Overtaken(Exception):
    """Another process has changed the match since it was read here."""


class Also(NamedTuple):
    """What is stored in the same transaction as whatever this thread changes."""

    store: Callable[[Connection], object]
    only_matches: bool
    """Only if a match changes."""


_ALSO: ContextVar[Also | None] = ContextVar("also", default=None)


@dataclass(slots=True)
class Refusals:
    """What is ruled out whatever else holds; whoever decides so sets these. Each raises where it is."""

    person: Callable[[str], None] = lambda person_id: None  # ``NotOffered`` for a person who may not play or write.
    beginning: Callable[[str, str], None] = lambda person_id, game: None
    """``NotOffered`` for a person who may not play, or a game of which no match begins."""
    name: Callable[[str], None] = lambda name: None  # ``InvalidName`` for a name that is not allowed.
    change: Callable[[MatchSnapshot | None, MatchSnapshot], None] = lambda before, after: None
    """``NotOffered`` for a change of a match, or a new one, that is ruled out."""


class Ledger:
    """All matches of one database; safe to share among threads.

    Changes come one after the other, each in one transaction, and return when they are durable; only moves on an event
    loop may share one (see ``committer``). Readers get snapshots, which nobody changes. Another process may write to
    the same database: what it did to a match is seen here with the next change to it.

    Whatever changes something raises ``Busy`` if others write for longer than it waits (``turns.patience``), and
    ``NotKept`` if the disk cannot store it; then nothing has changed.
    """

    def __init__(self, database: store.Database, clock: Clock = utc_now, seeds: Seeds = token_bytes) -> None:
        self._database, self._clock, self._seeds = database, clock, seeds
        self._turn, self._live = Turn(), LiveMatches()
        self._committer = Committer(self._turn, self._live, self._write_steps, self._publish)
        self._failing, self._not_kept_at, self.refuse = "", float("-inf"), Refusals()
        self.telling, self.bus, self.free_bytes = database.beside, Bus(database), database.free_bytes
        self.reading, self.read = database.reading, database.once  # of several statements, and of one
        self.count_at_hand, self.count_heard = self._live.__len__, self._live.count_heard
        self.stops: Callable[[MatchSnapshot], Stops] = lambda now: NO_STOPS
        """Tells when the clocks of a match stand still."""
        self._loading = Loading(self.reading, self.known, self._stops, clock)
        self.before_change: Callable[[], None] = lambda: None
        """Called before anything changes in a match. Raises ``MustWait``."""
        self.before_showing: Callable[[MatchSnapshot | None, MatchSnapshot], None] = lambda before, after: None
        """Called with a match as it was and as it is: that is stored, and about to be shown."""
        self.with_rests: Step = lambda now: now
        """Notes in a slow match that begins when its players' clocks stand still every week."""
        self.follow_up: Step = lambda now: now
        """Takes the step that follows by itself from a change that is about to be stored."""
        self.complete: Callable[[Decision, Timed], Decision] = lambda decision, timed: decision
        """Adds what follows for other matches; what it adds it has ``timed``."""

    def now(self) -> datetime:
        """Return the time."""
        return self._clock()

    def fair(self) -> chance.Fair:
        """Return a fresh source of fair chance."""
        return chance.Fair(self._seeds(chance.SEED_BYTES))

    def nonce(self) -> str:
        """Return a number for a player who sends none."""
        return self._seeds(NONCE_BYTES).hex()

    def rows(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Sequence[Any]:
        """Return all rows of a query."""
        return self.read(lambda connection: connection.execute(statement, values).all())

    def row(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Any:
        """Return the first row of a query; ``None`` where there is none."""
        return self.read(lambda connection: connection.execute(statement, values).first())

    def scalar(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Any:
        """Return the first value of the first row of a query; ``None`` where there is none."""
        return (self.row(statement, values) or (None,))[0]

    def values(self, statement: Executable) -> list[Any]:
        """Return the first value of each row of a query."""
        return [row[0] for row in self.rows(statement)]

    def execute(self, statement: Executable) -> int:
        """Make one change by a statement; return how many rows it was."""
        return self.write(lambda connection: connection.execute(statement).rowcount)

    def write(
        self, change: Callable[Concatenate[Connection, Given], Found], *given: Given.args, **named: Given.kwargs
    ) -> Found:
        """Make one change, and return what that returns."""
        with self.writing() as connection:
            return change(connection, *given, **named)

    def person(self, person_id: str) -> Person:
        """Return a person; one who has done nothing yet has no name."""
        return Person(person_id, *self.read(people.name_and_state, person_id))

    def note_person(self, person_id: str) -> None:
        """Note that a person was here, who is known from now on."""
        self.write(people.note, person_id, stored_match.time_text(self._clock()))

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Change matches in this block while nobody else does, but for moves of the moment."""
        if not may_wait():
            raise MustWait
        begins = not self._turn.is_mine
        with self._turn.taken():
            if begins:
                self._committer.store_waiting()
            yield

    @contextmanager
    def writing(self, together: bool = False) -> Iterator[Connection]:
        """Open a transaction that changes something, when it is this thread's turn.

        ``together``: other processes may write meanwhile what they say that of (``Decision.goes_on``).
        """
        if not may_wait():
            raise MustWait
        with self._turn.taken() as seconds:
            try:
                with self._database.writing(seconds, together and _ALSO.get() is None) as connection:
                    yield connection
                    self._store_also(connection)
            except (Busy, NotKept) as error:
                if isinstance(error, NotKept):
                    self._not_kept_at = monotonic()
                self._note_failure(str(error.__cause__ or error))
                raise
            self._note_failure("")

    @property
    def fails_to_keep(self) -> bool:
        """Whether the disk could not store something within the last minute."""
        return monotonic() - self._not_kept_at < NOT_KEPT_SECONDS

    @property
    def last_failed(self) -> bool:
        """Whether nothing was stored since something could not be."""
        return bool(self._failing)

    @property
    def keeps_nothing(self) -> bool:
        """Whether both are so."""
        return self.last_failed and self.fails_to_keep

    @contextmanager
    def storing_also(self, also: Callable[[Connection], object], only_matches: bool = False) -> Iterator[None]:
        """Let ``also`` store something in every transaction of this block, or in those that change a match."""
        token = _ALSO.set(Also(also, only_matches))
        try:
            yield
        finally:
            _ALSO.reset(token)

    def _store_also(self, connection: Connection, at_a_match: bool = False) -> None:
        wanted = _ALSO.get()
        if wanted is not None and wanted.only_matches == at_a_match:
            wanted.store(connection)

    def secret(self, name: str) -> bytes:
        """Return 32 random bytes, made once for this name and kept."""
        known = self.read(people.known_secret, name)
        if known is not None:
            return known
        return self.write(people.secret, name)

    def at_hand(self, match_id: str) -> bool:
        """Tell whether looking at a match is quick: a long one that has to be loaded may take seconds."""
        found = self._live.get(match_id)
        if found is None:
            return False
        besides = found.linked(BESIDE), other_board(found)
        return all(beside is None or self._live.get(beside) is not None for beside in besides)

    def is_open_at_hand(self, match_id: str) -> bool:
        """Tell the same of a match that everybody sees as it stands."""
        return self.at_hand(match_id) and not self.known(match_id).terms.delay

    def known(self, match_id: str) -> MatchSnapshot:
        """Return a match's snapshot, also of a match that nobody may see. Raises ``UnknownMatch``, ``DamagedMatch``."""
        found = self._live.get(match_id)
        return found if found is not None else self._live.loaded(lambda: self._loading.load(match_id))

    def unkept(self, match_id: str) -> MatchSnapshot:
        """Return ``known``, but keep nothing in memory: for whoever goes through many matches once."""
        return self._live.get(match_id) or self._loading.load(match_id)

    def snapshot(self, match_id: str) -> MatchSnapshot:
        """Return the snapshot of a match that people may see. Raises ``UnknownMatch``, ``DamagedMatch``."""
        found = self.known(match_id)
        beside = found.linked(BESIDE)
        if beside is not None and self.known(beside).status != OVER:
            raise unknown(match_id)
        return found

    def listen(self, match_id: str, callback: Listener) -> Callable[[], None]:
        """Call ``callback`` with every new snapshot of a match, in order; return a function that ends this.

        The thread that made the change calls it while other commands wait, so it should only pass the snapshot on.
        """
        return self._live.listen(match_id, callback)

    def change(
        self, steps: Mapping[str, Step], person: Person | None = None, also: Callable[[Connection], None] | None = None
    ) -> list[MatchSnapshot]:
        """Take a step in each of these matches, and store the ``person`` and whatever ``also`` stores with it."""

        def decide(known: Sequence[MatchSnapshot]) -> Decision:
            return Decision([(now, step(now)) for now, step in zip(known, steps.values(), strict=True)], also=also)

        return [after for _, after in self.carry_out(list(steps), decide, person).steps]

    def begin(
        self, new: MatchSnapshot, person: Person | None = None, also: Callable[[Connection], None] | None = None
    ) -> MatchSnapshot:
        """Store and publish a new match, and store the ``person`` and whatever ``also`` stores with it. Raises
        ``IntegrityError``."""
        with self.turn():
            self.before_change()
            decision = self._completed(Decision(begun=[new], also=also))
            self._store(decision, person)
            first, *_ = [self._publish(each) for each in decision.begun]
            return first

    def carry_out(self, match_ids: Sequence[str], decide: Decide, person: Person | None = None) -> Decision:
        """Store what ``decide`` makes of these matches, in one transaction; decide again if another process was first.

        Where nobody may wait for that, it is stored soon after (see ``committer.not_waiting``).
        """
        if not may_wait():
            return self._queue(match_ids, decide, person)
        with self.turn():
            self.before_change()
            for _ in range(TRIES):
                decision = self._try([self.known(match_id) for match_id in match_ids], decide, person)
                if decision is not None:
                    break
            else:
                raise Overtaken(f"{match_ids}: other processes were faster {TRIES} times in a row")
            for before, after in decision.changed:
                self._publish(after, before)
            for new in decision.begun:
                self._publish(new)
            return decision

    def outdate(self, match_ids: Iterable[str]) -> None:
        """Let matches that were changed in the store be loaded again, and show them anew to whoever looks at them."""
        self._live.outdate(match_ids)
        for match_id in match_ids:
            if self._live.is_heard(match_id):
                self._live.tell(self.known(match_id))

    def held(self) -> list[str]:
        """Return the matches that are in memory here, or shown to somebody."""
        return self._live.held()

    def holds(self, match_id: str, revision: int) -> bool:
        """Tell whether a match is shown here, or in memory, without this change."""
        known, _ = self._live.newest(match_id)
        return self._live.is_heard(match_id) if known is None else known.revision < revision

    def catch_up(self, match_id: str, told: Sequence[StoredStep] = ()) -> None:
        """Show a match as other processes have changed it, if they have, to whoever looks at it here. ``told``: what
        they say has changed."""
        for _ in range(TRIES):
            before, outdated = self._live.newest(match_id)
            after = self.known(match_id) if before is None else self._loading.newer(before, told)
            with self.turn():
                if before is not None and self._live.newest(match_id) != (before, outdated):
                    continue  # it was changed here meanwhile
                if after is not None:
                    self._publish_elsewhere(before, after)
                return

    # How it works

    def _queue(self, match_ids: Sequence[str], decide: Decide, person: Person | None) -> Decision:
        self.before_change()
        known = [self._committer.newest(match_id) for match_id in match_ids]
        decision = decide(known).timed(partial(self._timed, self._clock()))
        if not decision.goes_on or person is not None or _ALSO.get() is not None:
            raise MustWait
        self._committer.queue(decision)
        return decision

    def _note_failure(self, cause: str) -> None:
        """Log once why nothing can be written, and once when it can be again."""
        if cause and cause != self._failing:
            logger.error("The house cannot write to its database: %s.", cause)
        elif self._failing and not cause:
            logger.warning("The house can write to its database again.")
        self._failing = cause

    def _try(self, known: Sequence[MatchSnapshot], decide: Decide, person: Person | None) -> Decision | None:
        """Decide and store; return ``None`` where another process was first."""
        touched = known
        try:
            decision = self._completed(decide(known))
            touched = [before for before, _ in decision.steps]
            if not decision.changed and self._overtaken(known):
                return None
            self._store(decision, person)
        except (Busy, NotKept):
            raise
        except (FivefoldError, IntegrityError, Overtaken):
            if self._overtaken(touched):
                return None
            raise
        return decision

    def _completed(self, decision: Decision) -> Decision:
        timed = partial(self._timed, self._clock())
        return self.complete(decision.timed(timed), timed)

    def _timed(self, at: datetime, before: MatchSnapshot | None, after: MatchSnapshot) -> MatchSnapshot:
        after = self.with_rests(self.follow_up(after))
        if before is not None and after.revision > before.revision + 1:
            after = replace(after, revision=before.revision + 1)  # what follows is stored with it, as one change
        self.refuse.change(before, after)
        return timing.timed(before, after, at, self.stops(after))

    def _overtaken(self, known: Sequence[MatchSnapshot]) -> bool:
        with self.reading() as connection:
            changed = [now.id for now in known if log.revision(connection, now.id) != now.revision]
        for match_id in changed:
            self.catch_up(match_id)
        return bool(changed)

    def _store(self, decision: Decision, person: Person | None) -> None:
        if not decision.changed and not decision.begun and person is None and decision.also is None:
            return
        try:
            self._write(decision, person)
        except OutcomeUnknown:
            self._live.outdate([after.id for _, after in decision.changed])
            raise

    def _write(self, decision: Decision, person: Person | None) -> None:
        now = self._clock()
        with self.writing(together=person is None and decision.goes_on) as connection:
            if person is not None:
                people.note(connection, person.id, stored_match.time_text(now), person.name)
            self._store_steps(connection, decision.changed, now)
            for new in decision.begun:
                self._store_new(connection, new, now)
            if decision.changed or decision.begun:
                self._store_also(connection, at_a_match=True)
            if decision.also is not None:
                decision.also(connection)

    def _write_steps(self, steps: Sequence[QueuedStep]) -> None:
        try:
            with self.writing(together=True) as connection:
                self._store_steps(connection, [(each.before, each.after) for each in steps], self._clock())
        except OutcomeUnknown:
            self._live.outdate([each.after.id for each in steps])
            raise

    def _store_steps(
        self, connection: Connection, steps: Sequence[tuple[MatchSnapshot, MatchSnapshot]], now: datetime
    ) -> None:
        if not log.take_steps(connection, [stored_match.stored_step(before, after, now) for before, after in steps]):
            raise Overtaken(f"{[after.id for _, after in steps]}: another process has changed them")
        for before, after in steps:
            if after.number > before.number:
                replay.note_end(after.match, after.entries[-1].at or now)
            if after.seats != before.seats or after.result != before.result:
                log.reseat(connection, after.id, stored_match.stored_seats(after))
            endings.note(connection, before, after)
            self.bus.signal(STORING, connection, before, after)

    def _store_new(self, connection: Connection, new: MatchSnapshot, now: datetime) -> None:
        replay.note_end(new.match, new.entries[-1].at or now if new.entries else now)
        log.add(connection, stored_match.stored_match(new, now))
        if awaited(new):
            wait_for(connection, new.id, awaited(new))
        endings.note(connection, None, new)
        self.bus.signal(STORING, connection, None, new)

    def _publish(self, snapshot: MatchSnapshot, before: MatchSnapshot | None = None) -> MatchSnapshot:
        with self.turn():
            self.before_showing(before, snapshot)
            self._live.keep(snapshot)
            self._live.tell(snapshot)
            self.bus.signal(CHANGED, before, snapshot)
            if snapshot.due is not None:
                self.bus.signal(COMPUTER_DUE, snapshot.id)
            self.bus.publish_match(
                snapshot, lambda: "" if before is None else stored_match.told_step(before, snapshot, self._clock())
            )
        return snapshot

    def _publish_elsewhere(self, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        after = self._live.keep(after)
        self._live.tell(after)
        if before is not None:
            self.bus.signal(CHANGED_ELSEWHERE, before, after)

    def _stops(self, now: MatchSnapshot) -> Stops:
        return self.stops(now)


def revised(snapshot: MatchSnapshot, **changes: object) -> MatchSnapshot:
    """Return a snapshot in which something besides the log changed."""
    return replace(snapshot, revision=snapshot.revision + 1, **changes)  # type: ignore[arg-type]

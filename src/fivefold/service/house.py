"""The house: the one door through which matches change, and through which they are read."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from threading import RLock
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from fivefold import store
from fivefold.play import catalogue
from fivefold.play.errors import FivefoldError
from fivefold.play.match import Clock, Match, utc_now
from fivefold.service import again, commands, loading, seats
from fivefold.service.errors import DamagedMatch, UnknownMatch
from fivefold.service.live import Listener, LiveMatches
from fivefold.service.people import Guest, new_match_id, tidy_name
from fivefold.service.standing import COMPUTER, Standing, Summary
from fivefold.service.wishes import Wish
from fivefold.store import analyses, log, people

if TYPE_CHECKING:
    from fivefold.service.analysis import Estimate  # (it imports the engine, which a house can do without)

TRIES: Final = 20
"""So often a command is decided anew because another process came first; every time some other command succeeded."""

logger = logging.getLogger("fivefold.service")
Step = Callable[[Standing], Standing]


class _Overtaken(Exception):
    """The match went on, in another process, since it was read here."""


@dataclass(frozen=True, slots=True)
class _Decision:
    """What a command comes to."""

    changed: Sequence[tuple[Standing, Standing]] = ()
    """Matches before and after it."""
    begun: Standing | None = None
    """A new match."""


_Decide = Callable[[Sequence[Standing]], _Decision]


class House:
    """All matches and guests of one database; safe to share among threads.

    Commands run one after the other, each in one transaction, and return when it is durable. Readers get standings,
    which nobody changes. Another process may write to the same database: what it did to a match is seen here with the
    next command about it.
    """

    def __init__(self, database: store.Database, clock: Clock = utc_now) -> None:
        self._database, self._clock = database, clock
        self._lock = RLock()
        self._live = LiveMatches()
        self.on_due: Callable[[str], None] | None = None
        """Called with a match's id after a commit that leaves a computer to move, from the committing thread."""

    # Guests

    def guest(self, guest_id: str) -> Guest:
        """Return a guest; one who has done nothing yet has no name."""
        with self._database.reading() as connection:
            return Guest(guest_id, people.name_of(connection, guest_id) or "")

    def rename(self, guest_id: str, name: str) -> Guest:
        """Give a guest a name, also in the matches they are playing. Raises ``InvalidName``."""
        after = Guest(guest_id, tidy_name(name))
        with self._lock:
            before = self.guest(guest_id)
            if after == before:
                return after
            with self._database.reading() as connection:
                playing = log.named(connection, guest_id, before.shown)
            renamed: Step = lambda now: commands.renamed(now, guest_id, before.shown, after.shown)  # noqa: E731
            self._change(dict.fromkeys(playing, renamed), after)
        return after

    def secret(self, name: str) -> bytes:
        """Return 32 random bytes, made once for this name and kept."""
        with self._database.writing() as connection:
            return people.secret(connection, name)

    # Commands

    def create(self, guest_id: str, wish: Wish) -> Standing:
        """Begin a match. Raises ``InvalidOption``, and what a first move can raise."""
        game = catalogue.find(wish.game)
        seats.check(game, wish)
        match = Match(game, seed=wish.seed, clock=self._clock, **wish.options)
        guest = self.guest(guest_id)
        placed = seats.seated(match, wish, guest)
        new = again.opened(new_match_id(), match, placed, wish.double)
        if wish.move:
            first = commands.play(new, new.seats_of(guest_id), new.number + 1, wish.move)
            new = replace(first, revision=0)
        with self._lock:
            self._store(_Decision(begun=new), guest)
            return self._publish(new)

    def sit(self, match_id: str, guest_id: str, seat: int | None = None, name: str = "") -> Standing:
        """Take an open seat, any if ``None``; who sits already keeps theirs. A ``name`` is the guest's from now on.

        Raises ``SeatTaken``, ``InvalidName``.
        """
        guest = self.rename(guest_id, name) if name.strip() else self.guest(guest_id)
        return self._do(match_id, lambda now: commands.sit(now, guest_id, seat, guest.shown), guest)

    def play(self, match_id: str, guest_id: str, number: int, text: str) -> Standing:
        """Make a move as entry ``number``, one more than the player has seen; the same one again changes nothing.

        Raises ``InvalidMove``, ``IllegalMove``, ``NotYours``, ``NotOffered``, ``MatchOver``, ``Stale``.
        """
        return self._do(match_id, lambda now: commands.play(now, now.seats_of(guest_id), number, text))

    def play_for(self, match_id: str, number: int, text: str) -> Standing:
        """Make a computer opponent's move; raises what ``play`` does."""

        def step(now: Standing) -> Standing:
            computers = [seat.seat for seat in now.seats if seat.kind == COMPUTER]
            return commands.play(now, computers, number, text)

        return self._do(match_id, step)

    def undo(self, match_id: str, guest_id: str, number: int) -> Standing:
        """Take back the guest's last move as entry ``number``, or ask the other people for it.

        Raises ``NotOffered``, ``NotYours``, ``Stale``.
        """
        return self._do(match_id, lambda now: commands.undo(now, guest_id, number))

    def answer(self, match_id: str, guest_id: str, agree: bool) -> Standing:
        """Answer who asks to take a move back; who asked withdraws with ``False``.

        Raises ``NotOffered``, ``NotYours``.
        """
        return self._do(match_id, lambda now: commands.answer(now, guest_id, agree))

    def resign(self, match_id: str, guest_id: str, number: int) -> Standing:
        """Give up as entry ``number``. Raises ``MatchOver``, ``NotYours``, ``Stale``."""
        return self._do(match_id, lambda now: commands.resign(now, guest_id, number))

    def rematch(self, match_id: str, guest_id: str) -> Standing:
        """Return the next match of the same people, begun once. Raises ``NotOffered``, ``NotYours``."""
        return self._follow(match_id, guest_id, "rematch")

    def second(self, match_id: str, guest_id: str) -> Standing:
        """Return the second game of a double match, begun once. Raises ``NotOffered``, ``NotYours``."""
        return self._follow(match_id, guest_id, "second")

    # Reads

    def standing(self, match_id: str) -> Standing:
        """Return how a match stands. Raises ``UnknownMatch``, ``DamagedMatch``."""
        known = self._live.get(match_id)
        return known if known is not None else self._live.keep(self._load(match_id))

    def matches_of(self, guest_id: str, limit: int = 20) -> list[Summary]:
        """Return a guest's matches, those not over first, and among these those played last."""
        with self._database.reading() as connection:
            found = log.of_guest(connection, guest_id, limit)
        summaries = (self._summary(match_id, guest_id) for match_id in found)
        return [summary for summary in summaries if summary is not None]

    def due(self) -> list[tuple[str, int, int]]:
        """Return the matches in which a computer is to move, longest waiting first: id, next number, level."""
        with self._database.reading() as connection:
            return log.due(connection)

    def analyses(self, match_id: str) -> "dict[int, Estimate]":
        """Return what is known of a finished match, by ply."""
        from fivefold.service.analysis import Estimate  # noqa: PLC0415

        with self._database.reading() as connection:
            found = analyses.load(connection, match_id)
        return {ply: Estimate.from_json(kept) for ply, kept in found.items()}

    def store_analysis(self, match_id: str, ply: int, estimate: "Estimate") -> None:
        """Keep what was found out about a ply."""
        with self._lock, self._database.writing() as connection:
            analyses.keep(connection, match_id, ply, estimate.to_json())

    # News

    def listen(self, match_id: str, callback: Listener) -> Callable[[], None]:
        """Let ``callback`` have every new standing of a match, in order; return how to stop that.

        It is called by the thread that made the change, while other commands wait: it should only hand over.
        """
        return self._live.listen(match_id, callback)

    # How it works

    def _do(self, match_id: str, step: Step, guest: Guest | None = None) -> Standing:
        (result,) = self._change({match_id: step}, guest)
        return result

    def _change(self, steps: Mapping[str, Step], guest: Guest | None = None) -> list[Standing]:
        """Take a step in each of some matches; ``guest`` is noted with it."""
        after: list[Standing] = []

        def decide(known: Sequence[Standing]) -> _Decision:
            after[:] = [step(now) for step, now in zip(steps.values(), known, strict=True)]
            return _Decision([(now, new) for now, new in zip(known, after, strict=True) if new is not now])

        self._carry_out(list(steps), decide, guest)
        return after

    def _follow(self, match_id: str, guest_id: str, which: str) -> Standing:
        """Return the match that comes after this one, begun with the first call."""
        check = again.check_rematch if which == "rematch" else again.check_second
        begin = again.rematch if which == "rematch" else again.second
        following: list[str] = []

        def decide(known: Sequence[Standing]) -> _Decision:
            (now,) = known
            check(now, guest_id)
            begun = now.rematch if which == "rematch" else now.second
            following[:] = [begun or new_match_id()]
            if begun is not None:
                return _Decision()
            after = replace(now, revision=now.revision + 1)
            after = replace(after, rematch=following[0]) if which == "rematch" else replace(after, second=following[0])
            return _Decision([(now, after)], begin(now, following[0], self._clock))

        self._carry_out([match_id], decide)
        return self.standing(following[0])

    def _carry_out(self, match_ids: Sequence[str], decide: _Decide, guest: Guest | None = None) -> None:
        """Do what ``decide`` makes of these matches, in one transaction; decide anew where another was first."""
        with self._lock:
            for _ in range(TRIES):
                decision = self._try([self.standing(match_id) for match_id in match_ids], decide, guest)
                if decision is not None:
                    break
            else:
                raise _Overtaken(f"{match_ids}: another process was first {TRIES} times")
            for _, after in decision.changed:
                self._publish(after)
            if decision.begun is not None:
                self._publish(decision.begun)

    def _try(self, known: Sequence[Standing], decide: _Decide, guest: Guest | None) -> _Decision | None:
        """Decide and store; return ``None`` where another process was first."""
        try:
            decision = decide(known)
            if not decision.changed and self._overtaken(known):
                return None
            self._store(decision, guest)
        except (FivefoldError, IntegrityError, _Overtaken):
            if self._overtaken(known):
                return None
            raise
        return decision

    def _overtaken(self, known: Sequence[Standing]) -> bool:
        """Tell whether another process has changed one of these matches; the next look at it is into the store."""
        with self._database.reading() as connection:
            changed = [now.id for now in known if log.revision(connection, now.id) != now.revision]
        self._forget(changed)
        return bool(changed)

    def _store(self, decision: _Decision, guest: Guest | None) -> None:
        if not decision.changed and guest is None:
            return
        now = self._clock()
        with self._database.writing() as connection:
            if guest is not None:
                people.note(connection, guest.id, loading.time_text(now), guest.name)
            for before, after in decision.changed:
                self._store_step(connection, before, after, now)
            if decision.begun is not None:
                self._store_new(connection, decision.begun, now)

    def _store_step(self, connection: Connection, before: Standing, after: Standing, now: datetime) -> None:
        if not log.change(connection, after.id, before.revision, loading.changing_fields(after, now)):
            raise _Overtaken(f"match {after.id}: another process has changed it")
        more = loading.stored_entries(after.entries[before.number :], now)
        log.append(connection, after.id, more)
        if more:
            loading.note_end(after.match, now)
        if after.seats != before.seats:
            log.reseat(connection, after.id, loading.stored_seats(after.seats))

    def _store_new(self, connection: Connection, new: Standing, now: datetime) -> None:
        loading.note_end(new.match, now)
        log.add(connection, loading.stored(new, now))

    def _publish(self, standing: Standing) -> Standing:
        """Let everybody see a standing that is stored."""
        with self._lock:
            self._live.keep(standing)
            self._live.tell(standing)
            if standing.due is not None and self.on_due is not None:
                self.on_due(standing.id)
        return standing

    def _forget(self, match_ids: Sequence[str]) -> None:
        for match_id in match_ids:
            self._live.forget(match_id)

    def _load(self, match_id: str) -> Standing:
        with self._database.reading() as connection:
            told = log.load(connection, match_id)
        if told is None:
            raise UnknownMatch(f"match {match_id[:20]}: there is none with this name; the link may be incomplete")
        first = told.fields["double_of"]
        carried = again.carried(self.standing(first)) if first else None
        return loading.rebuilt(told, carried, self._clock)

    def _summary(self, match_id: str, guest_id: str) -> Summary | None:
        """Return a match for its guest's list; a damaged one is logged and does not hide the others."""
        try:
            standing = self.standing(match_id)
        except DamagedMatch:
            logger.exception("match %s is left out of a list", match_id)
            return None
        return Summary(
            id=match_id,
            game=standing.match.game.key,
            options=standing.match.options,
            status=standing.status,
            seats=standing.seats,
            yours=standing.seats_of(guest_id),
            number=standing.number,
            turn=standing.may_move(guest_id),
            started=standing.started,
        )

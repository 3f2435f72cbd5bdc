"""One game being played: its options, its moves so far, and the position they lead to."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Final, NamedTuple, Self

from fivefold.contract import ANYONE, CHANCE, NOBODY, SPECTATOR, TABLE, WHOLE_PICTURE, DropOut, Game, Marks
from fivefold.contract.drop_outs import FLAG, RESIGN
from fivefold.contract.errors import FivefoldError, IllegalMove, InvalidMove, InvalidOption, MatchOver, Problem
from fivefold.contract.words import seat_name
from fivefold.parts.svg import Drawing
from fivefold.play import catalogue, outcome, record
from fivefold.play import chance as sources
from fivefold.play import options as option_values
from fivefold.play.observation import hides, observed
from fivefold.play.outcome import Ending, Outcome, Termination
from fivefold.play.record import Record, Timing

Clock = Callable[[], datetime]
NOTEBOOK_SIDE: Final = 540
"""Pixels of the longer side of a match that a notebook shows: the whole of it fits on a page."""


def utc_now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


def _no_names(game: Game, given: object) -> Problem:
    """Return what is wrong with seats that are no list of names: perhaps the number of players was meant."""
    option = game.setup.seat_option
    counts = f"; how many play is {option.name}={'|'.join(option.values)}" if option else ""
    return Problem(
        "takes a list of names, one for each seat", f"seats={given!r}", f"seats=['Anna', 'Ben']{counts}", "seats"
    )


class Ply(NamedTuple):
    """One move of a match, with the positions it leads from and to."""

    number: int
    """From 1, as in records."""
    mover: int
    move: int
    text: str
    before: list[int]
    after: list[int]


Parts = list[tuple[int, list[int]]]
"""Parts of a position: where each begins, and what it was before a ply."""
PART: Final = 32
AT_HAND: Final = 12
"""Positions at hand: those before the last plies."""


class Match:
    """A game being played. The log, options and moves, is the truth; everything else is computed from it.

    >>> match = Match("focus", seed=7)
    >>> match.play(match.legal_moves()[0])

    Chance moves, and only moves that the table makes for a player, are played at once.
    """

    game: Game
    options: dict[str, str]
    """A value for every option."""
    drawn: frozenset[str]
    """Names of the options that ``source`` drew, or is to draw."""
    dealt: bool
    """Whether chance has begun; before that nobody can move."""
    seats: tuple[str, ...]
    """For each seat the name of who sits there."""
    row: list[int]
    """The position; not to be changed from outside."""
    moves: list[int]
    """The moves so far, chance included; not to be changed from outside."""
    movers: list[int]
    """For each move the seat that made it, or ``CHANCE``."""
    source: sources.Source
    script: tuple[str, ...]
    """Texts of the first chance moves; ``source`` decides those after."""
    outcome: Outcome | None
    """How it ended, or ``None`` while it goes on."""
    ending: Ending | None
    """Set where the players, not the rules, ended it."""
    started: datetime
    ended: datetime | None
    clock: Clock
    timing: Timing | None
    """How long they thought, as a record told it; ``None`` without one, and from the next move on."""

    _decisions: list[int]  # plies at which a player chose
    _texts: list[str]  # of all moves so far
    _passed: tuple[Parts, ...]  # what the last plies have changed
    _turn: int
    _legal: list[int] | None

    def __init__(
        self,
        game: Game | str,
        /,
        *,
        seed: int | bytes | str | None = None,
        chance: Sequence[str] | None = None,
        seats: Sequence[str] | None = None,
        clock: Clock = utc_now,
        options: Mapping[str, object] | None = None,
        **given: object,
    ) -> None:
        """Start a match of ``game``, an object or a key; the rest of the keywords are the game's options.

        Options that are not given take their defaults. ``options``: the same as a mapping.

        ``seed``: a whole number makes chance open and repeatable; without one it is fair, from a secret seed that the
        record reveals when the match is over (32 bytes, or 64 hex digits, say which). ``chance``: texts of the first
        chance moves; when they run out ``seed`` decides, and without one ``MissingChance`` is raised. ``seats``: names.
        Raises ``InvalidOption``.
        """
        game = catalogue.find(game) if isinstance(game, str) else game
        given = {**(options or {}), **given}
        source = sources.source(seed, chance)
        unscripted = source if source.kind != "scripted" else sources.Fair()
        values = option_values.resolve(game, given, unscripted.draw)
        self._begin(game, values, source, tuple(chance or ()), clock)
        self.drawn = option_values.drawn(game, given) if unscripted is source else frozenset()
        self.seats = self._names(seats)
        self._settle()

    @classmethod
    def prepared(
        cls,
        game: Game,
        values: Mapping[str, str],
        source: sources.Source,
        *,
        drawn: Collection[str] = (),
        script: Sequence[str] = (),
        clock: Clock = utc_now,
        dealt: bool = True,
    ) -> Self:
        """Return a match at its start, its options (complete, as records write them) and its chance settled before. One
        that is not ``dealt`` waits: its ``drawn`` options have any value until ``deal`` draws them."""
        match = cls.__new__(cls)
        match._begin(game, dict(values), source, tuple(script), clock)
        match.drawn, match.dealt = frozenset(drawn), dealt
        if dealt:
            match._settle()
        return match

    def deal(self, source: sources.Source) -> None:
        """Let chance begin: draw the options left to it, and play what the table plays, from this source."""
        started, seats, drawn = self.started, self.seats, self.drawn
        decided = {name: value for name, value in self.options.items() if name not in drawn}
        self._begin(self.game, option_values.resolve(self.game, decided, source.draw), source, self.script, self.clock)
        self.started, self.seats, self.drawn = started, seats, drawn
        self._settle()

    def _begin(
        self, game: Game, values: dict[str, str], source: sources.Source, script: tuple[str, ...], clock: Clock
    ) -> None:
        self.game, self.options, self.source, self.script, self.clock = game, values, source, script, clock
        self.drawn, self.dealt = frozenset(), True
        self.outcome = self.ending = self.ended = self.timing = None
        self.started = clock().replace(microsecond=0)
        self._codes = option_values.codes(game, values)
        self._rules = game.rules
        self._restart()
        self.seats = self._names(None)

    def _names(self, names: Sequence[str] | None) -> tuple[str, ...]:
        count = self.game.setup.seats(self.options)
        if names is not None and (isinstance(names, str) or not isinstance(names, Sequence)):
            raise InvalidOption(_no_names(self.game, names))
        if names is None:
            return tuple(seat_name(self.game.notation, self.row, seat) for seat in range(count))
        if len(names) != count:
            raise InvalidOption(f"seats: {len(names)} names for {count} seats")
        tidy = tuple(" ".join(name.split()) for name in names)
        if not all(name and name.isprintable() for name in tidy):
            raise InvalidOption(f"seats: {list(names)}: a name needs at least one letter and no control characters")
        return tidy

    # What can be asked

    @property
    def to_move(self) -> int:
        """The seat to move, or ``ANYONE``, or ``CHANCE`` before it is dealt, or ``NOBODY`` once it is over."""
        return NOBODY if self.outcome is not None else self._turn if self.dealt else CHANCE

    @property
    def undecided(self) -> frozenset[str]:
        """Names of the options that chance has yet to decide: their values mean nothing."""
        return frozenset() if self.dealt else self.drawn

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points as they stand."""
        return outcome.points(self.game, self.options, self.row)

    @property
    def history(self) -> list[str]:
        """The texts of all moves so far, chance included."""
        return list(self._texts)

    @property
    def text(self) -> str:
        """The position as text, as a spectator may see it."""
        return self.game.notation.diagram(self.seen_by(SPECTATOR), SPECTATOR)

    def passed(self, ply: int) -> list[int] | None:
        """Return a copy of the position after so many plies; ``None`` where that is too long ago to be at hand."""
        left, row = len(self.moves) - ply, self.row.copy()
        if left > len(self._passed):
            return None
        for parts in self._passed[: -left - 1 : -1]:
            for at, part in parts:
                row[at : at + PART] = part
        return row

    def seen_by(self, viewer: int) -> list[int]:
        """Return a copy of the position with what a seat, or ``SPECTATOR``, cannot know blanked."""
        return observed(self.game, self.row, viewer)

    @property
    def decisions(self) -> tuple[int, ...]:
        """How many plies came before each move that a player chose, ascending: where ``undo`` can go back to."""
        return tuple(self._decisions)

    def legal(self) -> list[int]:
        """Return the legal moves, ascending, none once it is over; the list is kept, so don't change it."""
        legal = self._legal
        if legal is None:
            found = [0] * self._rules.MAX_MOVES
            over = self.outcome is not None or not self.dealt
            legal = self._legal = found[: 0 if over else self._rules.legal_moves(self.row, found)]
        return legal

    def legal_moves(self) -> list[str]:
        """Return the texts of the legal moves."""
        viewer = self._turn if self._turn >= 0 else SPECTATOR
        return [self.game.notation.say(self.row, move, viewer) for move in self.legal()]

    @property
    def dropped_out(self) -> tuple[DropOut, ...]:
        """Who dropped out while others played on, the first one first."""
        if not self.game.traits.drop_outs:
            return ()
        return tuple(out for move in self.moves if (out := self.game.drop_out_in(move)))

    @property
    def left(self) -> tuple[tuple[int, Termination], ...]:
        """Who has resigned or run out of time, and which of the two, the first one first."""
        kinds, ending = {RESIGN: Termination.RESIGNED, FLAG: Termination.TIME}, self.ending
        found = [(out.seat, kinds[out.word]) for out in self.dropped_out]
        if ending is not None and ending.seat is not None and not ending.drawn:
            found.append((ending.seat, ending.kind))
        return tuple(found)

    def plays_on_without(self, seat: int) -> bool:
        """Tell whether the others would play on if this seat left now: two of them, not partners, are still in."""
        if not self.game.plays_on(self.options) or self.outcome is not None or not self.dealt:
            return False
        seated = [each for each in range(len(self.seats)) if not self.game.is_out(self.row, each)]
        left = [each for each in seated if each != seat]
        return seat in seated and any(each not in self.game.setup.team(self.options, left[0]) for each in left)

    def mover(self, move: int) -> int:
        """Return the seat, or ``CHANCE``, that makes a move now."""
        if out := self.game.drop_out_in(move):
            return out.seat
        race = self.game.race
        return race.mover(self.row, move) if race is not None and self._turn == ANYONE else self._turn

    def svg(self, marks: Marks | None = None, viewer: int = SPECTATOR) -> str:
        """Return the position drawn as ``viewer`` may see it; ``marks`` adds CSS classes to things by pick name."""
        return self._drawn(marks or {}, viewer).svg

    def _drawn(self, marks: Marks, viewer: int) -> Drawing:
        if self.ending is not None:
            marks = {**marks, WHOLE_PICTURE: f"{marks.get(WHOLE_PICTURE, '')} over".strip()}
        return self.game.picture.draw(self.seen_by(viewer), viewer, marks)

    def replay(self) -> Iterator[Ply]:
        """Step through the match from its start; positions are copies, each ``before`` the last one's ``after``."""
        before = self._start()
        for number, (mover, move, text) in enumerate(zip(self.movers, self.moves, self.history, strict=True), start=1):
            after = before.copy()
            self._rules.play(after, move)
            yield Ply(number, mover, move, text, before, after)
            before = after

    def __str__(self) -> str:
        return f"{self.game.name}: {self._state()}\n{self.text}"

    def __repr__(self) -> str:
        return f"<Match of {self.game.name}: {self._state()}>"

    def _state(self) -> str:
        moving = f"{self.seats[self._turn]} to move" if self._turn >= 0 else "anyone may move"
        return f"over, {self.outcome.reason}" if self.outcome else moving if self.dealt else "not dealt yet"

    def _repr_svg_(self) -> str:
        return self._drawn({}, SPECTATOR).within(NOTEBOOK_SIDE)

    # What can be done

    def play(self, text: str, seat: int | None = None) -> None:
        """Make the move ``text`` means, and all that the table plays after it.

        ``seat``: who says so where anyone may be to move; without it what everybody may see has to do.
        Raises ``InvalidMove``, ``IllegalMove``, ``MatchOver``, ``MissingChance``; then nothing has changed.
        """
        self._refuse_if_idle(text)
        # Read as the one who moves sees the position, so that no error says more than they may know.
        viewer = self._turn if self._turn >= 0 else SPECTATOR if seat is None else seat
        self.make(self.game.notation.read(self.seen_by(viewer), text))

    def make(self, move: int) -> None:
        """Make a move of ``legal()``, or let a seat drop out (``Game.drop_out``); else like ``play``."""
        self._refuse_if_idle(f"move {move}")
        out = self.game.drop_out_in(move)
        if move not in self.legal() and not (out and self.plays_on_without(out.seat)):
            raise IllegalMove(f"move {move}: not among the {len(self.legal())} legal moves here")
        ply, self.timing = len(self.moves), None
        if out is None:
            self._decisions.append(ply)
        self._append(move)
        try:
            self._settle()
        except FivefoldError:
            self._rewind(ply)
            raise

    def undo(self, to: int | None = None) -> None:
        """Take back the last move that a player chose, or all since ply ``to`` of ``decisions``, with the table's.
        Raises ``MatchOver`` when it is over or nothing is left, ``IllegalMove`` where something cannot be unseen."""
        self.check_undo(to)
        self.timing = None
        self._rewind(self._decisions[-1] if to is None else to)

    def check_undo(self, to: int | None = None) -> None:
        """Raise what ``undo`` would raise, and change nothing."""
        self._refuse_if_over("undo")
        if not self._decisions:
            raise MatchOver("no player has moved yet", subject="undo")
        ply, hidden = self._decisions[-1] if to is None else to, self.game.hidden is not None
        if ply not in self._decisions:
            raise IllegalMove(f"no player chose a move at ply {ply}", subject="undo")
        if any(map(self.game.drop_out_in, self.moves[ply:])):
            raise IllegalMove("somebody dropped out after that move", subject="undo")
        if CHANCE in self.movers[ply:]:
            # In a game with secrets not everybody may know what it was.
            seen = "what chance brought" if hidden else self.history[ply + self.movers[ply:].index(CHANCE)]
            raise IllegalMove(f"{seen} came after that move and cannot be unseen", subject="undo")
        if hidden and any(hides(self.game, step.before) for step in islice(self.replay(), ply, None)):
            reason = f"in {self.game.name} a move may show what was hidden, so none is taken back"
            raise IllegalMove(reason, subject="undo")

    def resign(self, seat: int, *, ends: bool = False) -> None:
        """Let a seat give up: it drops out where the others play on (``plays_on_without``), or loses the match.
        ``ends``: the match ends in any case."""
        self._leave(Ending(Termination.RESIGNED, self._seat(seat)), RESIGN, ends)

    def lose_on_time(self, seat: int, *, drawn: bool | None = None, ends: bool = False) -> None:
        """Say that this seat's time is up: it drops out as if it resigned, or loses the match, whatever the score.

        Where nobody else can win the match is a draw. ``drawn``: whether it was, when a match is played again; without
        it the game's rules say. ``ends``: as in ``resign``.
        """
        if drawn is None:
            drawn = outcome.drawn_on_time(self.game, self.options, self.row, self._seat(seat))
        self._leave(Ending(Termination.TIME, self._seat(seat), drawn), FLAG, ends or drawn)

    def _leave(self, ending: Ending, word: str, ends: bool) -> None:
        seat = self._seat(ending.seat or 0)
        self._refuse_if_over(ending.kind)
        if self.game.is_out(self.row, seat):
            raise MatchOver(f"{ending.kind}: seat {seat} has dropped out already")
        if not ends and self.plays_on_without(seat):
            self.make(self.game.drop_out(DropOut(seat, word)))
        else:
            self._end(ending)

    def time_up(self) -> None:
        """End the match: the time for all of it is up, and the points decide as they stand."""
        self._end(Ending(Termination.TIME))

    def agree_draw(self) -> None:
        """End the match as a draw, to which everybody has agreed. Raises ``IllegalMove`` where the game knows none."""
        if not self.game.traits.agreed_draw:
            raise IllegalMove(f"draw: {self.game.name} knows no draw by agreement")
        self._end(Ending(Termination.AGREED))

    def abandon(self) -> None:
        """End the match without a loser."""
        self._end(Ending(Termination.ABANDONED))

    def copy(self) -> Self:
        """Return a match that goes on by itself from here, with the same chance to come."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.options = self.options.copy()
        twin.row, twin.moves, twin.movers = self.row.copy(), self.moves.copy(), self.movers.copy()
        twin._decisions, twin._texts = self._decisions.copy(), self._texts.copy()
        return twin

    def replayed(self, texts: Sequence[str]) -> Self:
        """Return this match as it stood after these moves of its own, chance included, and before it was over."""
        earlier = self.copy()
        earlier.outcome = earlier.ending = earlier.ended = earlier.timing = None
        earlier._restart()
        for text in texts:
            earlier._append_logged(self.game.logged(earlier.row, text))
        return earlier

    def twin(self) -> Self:
        """Return a new match on the same deal for the second half of a double: the other seat moves first.

        Where no option decides who begins the names change seats. Both share one seed, which the record of the one
        that is over first reveals. Raises ``InvalidOption`` if there are no doubles.
        """
        if not self.game.traits.doubles:
            raise InvalidOption(f"double: {self.game.name} has no double match")
        values, names, source = self.options.copy(), self.seats, self.source
        starting = self.game.setup.starting_option
        if starting is not None:
            values[starting.name] = str(1 - int(values[starting.name]))
        else:
            names = names[::-1]
            others = [sources.Nonce(len(names) - 1 - seat, text) for seat, text in source.nonces]
            source = sources.mixed(source, others)
        script = self.script if isinstance(source, sources.Fair | sources.Seeded) else self._chance_so_far()
        second = type(self).__new__(type(self))
        second._begin(self.game, values, source, script, self.clock)
        second.seats = names
        second._settle()
        return second

    def to_record(self, sealed: str = "", timing: Timing | None = None) -> str:
        """Return the match as text; once it is over with a fair match's seed, or with when that comes: ``sealed``.
        ``timing``: how long they thought, where they had clocks; of a match from a record what that says."""
        over = self.outcome is not None and self.ended is not None
        source, movers = self.source, [record.mover_text(mover) for mover in self.movers]
        return record.write(
            Record(
                game=self.game.key,
                version=self._rules.VERSION,
                options={**self.options, **dict.fromkeys(self.undecided, record.UNDECIDED)},
                drawn=self.drawn,
                seats=self.seats,
                started=self.started,
                chance=(source.kind, source.public),
                scripted=min(len(self.script), self.movers.count(CHANCE)),
                moves=tuple(map(record.Move, movers, self.history)),
                ending=self.ending,
                result=record.result(self.outcome, self.ended) if self.outcome and self.ended else None,
                seed=source.seed.hex() if over and not sealed and isinstance(source, sources.Fair) else None,
                nonces=source.nonces,
                dealt=self.dealt,
                sealed=sealed if over else "",
                timing=timing or self.timing,
            )
        )

    @classmethod
    def from_record(
        cls, text: str, *, seed: int | bytes | str | None = None, chance: Sequence[str] = (), clock: Clock = utc_now
    ) -> Self:
        """Return the match a record tells of, to look at or to go on with.

        A fair match that is not over keeps its seed out of its record: give it as ``seed`` where chance is still to
        come. ``chance``: more chance moves, for one that was scripted. Raises ``InvalidRecord``, naming the line.
        """
        recorded = record.read(text)
        match = cls.replaying(recorded, record.source_of(recorded, seed), more=chance, clock=clock)
        if match.outcome is None and match.dealt:
            match._settle()
        return match

    @classmethod
    def replaying(
        cls, recorded: Record, source: sources.Source, *, more: Sequence[str] = (), clock: Clock = utc_now
    ) -> Self:
        """Return the match as far as the moves of a record lead, everything it claims played through and compared.
        ``source`` decides draws after that, following ``more`` chance moves. Raises ``InvalidRecord``."""
        match, game = cls.__new__(cls), record.game_of(recorded)
        script = (*record.scripted_moves(recorded), *more)
        match._begin(game, record.options_of(game, recorded), source, script, clock)
        match.drawn, match.started, match.dealt = recorded.drawn, recorded.started, recorded.dealt
        try:
            match.seats = match._names(recorded.seats)
        except InvalidOption as error:
            raise recorded.invalid("seat", str(error)) from error
        for number, move in enumerate(recorded.moves, start=1):
            match._follow(recorded, number, move)
        match._conclude(recorded)
        record.check_times(recorded, match._decisions)
        match.timing = recorded.timing
        return match

    def _start(self) -> list[int]:
        row = [0] * self._rules.SIZE
        self._rules.setup(row, self._codes)
        return row

    def _restart(self) -> None:
        self.row, self.moves, self.movers = self._start(), [], []
        self._decisions, self._texts, self._passed = [], [], ()
        self._turn = self._rules.to_move(self.row)
        self._legal = None

    def _append_logged(self, move: int) -> None:
        """Make a move of a log, which a player chose unless nobody could."""
        if self._turn != CHANCE and not self.forced() and self.game.drop_out_in(move) is None:
            self._decisions.append(len(self.moves))
        self._append(move)

    def _append(self, move: int) -> None:
        before = self.row.copy()
        self._texts.append(self.game.notation.say(before, move, TABLE))
        self.movers.append(self.mover(move))
        self.moves.append(move)
        self._rules.play(self.row, move)
        self._passed = (*self._passed[1 - AT_HAND :], _changed(before, self.row))
        self._turn = self._rules.to_move(self.row)
        self._legal = None

    def _settle(self) -> None:
        """Play what the table plays, until a player has to choose or it is over."""
        while self._turn != NOBODY:
            if self._turn == CHANCE:
                self._append(self._chance_move())
            elif self.forced():
                self._append(self.legal()[0])
            else:
                return
        self._finish(outcome.played_out(self.game, self.options, self.row))

    def forced(self) -> bool:
        """Return whether there is only one legal move and the table makes it."""
        legal = self.legal()
        return len(legal) == 1 and self.game.plays_itself(self.row, legal[0])

    def _chance_move(self) -> int:
        done = self.movers.count(CHANCE) if self.script else 0
        if done < len(self.script):
            return self.game.notation.read(self.row, self.script[done])
        legal = self.legal()
        return legal[self.source.draw(sources.label(self.game, self.movers), len(legal))]

    def _chance_so_far(self) -> tuple[str, ...]:
        """Return the texts of the chance moves."""
        return tuple(text for text, mover in zip(self.history, self.movers, strict=True) if mover == CHANCE)

    def _rewind(self, ply: int) -> None:
        moves, decisions = self.moves[:ply], [chosen for chosen in self._decisions if chosen < ply]
        self._restart()
        for move in moves:
            self._append(move)
        self._decisions = decisions

    def _finish(self, how: Outcome) -> None:
        self.outcome = how
        self.ended = self.clock().replace(microsecond=0)
        self._legal = None

    def _end(self, ending: Ending) -> None:
        self._refuse_if_over(ending.kind)
        self.ending, self.timing = ending, None
        self._finish(outcome.broken_off(self.game, self.options, self.row, ending))

    def _seat(self, seat: int) -> int:
        if seat not in range(len(self.seats)):
            raise InvalidOption(f"seat {seat}: the seats are 0 to {len(self.seats) - 1}")
        return seat

    def _refuse_if_idle(self, what: str) -> None:
        self._refuse_if_over(what)
        if not self.dealt:
            raise IllegalMove(f"{what}: nothing is dealt yet")

    def _refuse_if_over(self, what: str) -> None:
        if self.outcome is not None:
            raise MatchOver(f"{what}: the match is over")

    # What a record claims

    def _follow(self, recorded: Record, number: int, move: record.Move) -> None:
        """Make a recorded move, if it is possible and its mover's."""
        line = str(number)
        if not self.dealt:
            raise recorded.invalid(line, f"{move.text}: nothing was dealt before this move")
        if self._turn == NOBODY:
            raise recorded.invalid(line, f"{move.text}: the game was over before this move")
        out = DropOut.read(move.text) if self.game.traits.drop_outs else None
        if out is not None and (self._turn == CHANCE or not self.plays_on_without(out.seat)):
            raise recorded.invalid(line, f"{move.text}: here no two others would play on")
        if out is None and self._turn != ANYONE and move.mover != record.mover_text(self._turn):
            to_move = record.mover_text(self._turn)
            raise recorded.invalid(line, f"{move.text}: written as made by {move.mover}, but {to_move} is to move")
        try:
            made = self.game.logged(self.row, move.text)
        except (InvalidMove, IllegalMove) as error:
            raise recorded.invalid(line, str(error)) from error
        mover = record.mover_text(self.mover(made))
        if move.mover != mover:
            raise recorded.invalid(line, f"{move.text}: written as made by {move.mover}, but it is a move of {mover}")
        self._append_logged(made)

    def _conclude(self, recorded: Record) -> None:
        """End the match as the record says, or let it go on."""
        over, result, ending = self._turn == NOBODY, recorded.result, recorded.ending
        if result is None:
            if over or ending is not None:
                raise recorded.invalid(
                    "end", "the match is over, but 'ended', 'result', 'scores' and 'reason' are missing"
                )
            return
        if ending is None:
            if not over:
                raise recorded.invalid("ended", "the game is not over after the last move, and nobody gave up")
            self._settle()
        else:
            self._break_off(recorded, ending)
        self.ended = result.ended
        if self.outcome is not None:
            record.compare(recorded, result, record.result(self.outcome, result.ended))

    def _break_off(self, recorded: Record, ending: Ending) -> None:
        if self._turn == NOBODY:
            raise recorded.invalid(ending.kind, f"{ending.kind}: the game was over before that")
        if ending.seat is not None and ending.seat >= len(self.seats):
            raise recorded.invalid(ending.kind, f"{ending.kind}: there is no seat {ending.seat}")
        if ending.kind == Termination.AGREED and not self.game.traits.agreed_draw:
            raise recorded.invalid(ending.kind, f"{ending.kind}: {self.game.name} knows no draw by agreement")
        self._end(ending)


def _changed(before: list[int], after: list[int]) -> Parts:
    """Return the parts of a position that are different after a ply."""
    starts = range(0, len(before), PART)
    return [(at, part) for at in starts if (part := before[at : at + PART]) != after[at : at + PART]]

"""What a viewer may know of a match: the only way from a snapshot to whatever leaves the house.

In a game with secrets a position is what ``observe`` leaves of it and a move what ``observed_move`` makes of it. What
is hidden stays in this module.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from fivefold.contract import ANYONE, SPECTATOR, TABLE, Game
from fivefold.contract.notation import MoveEffects
from fivefold.play.grouping import end_of_chance_run
from fivefold.play.observation import observed, observed_move
from fivefold.play.outcome import points
from fivefold.session.snapshot import OVER, MatchSnapshot


class ViewContext(NamedTuple):
    """How somebody looks at a match; all who look the same way see the same."""

    ply: int
    """How many plies were made in the position they look at."""
    number: int
    """Of the last entry they know."""
    viewer: int
    """The seat whose picture they see, or ``SPECTATOR``, or ``TABLE`` for everything."""
    public: int
    """The viewer for words: the same, or ``SPECTATOR`` if others sit at the same screen."""
    seats: tuple[int, ...]
    """Their seats, if one of them may move."""
    now: bool
    """Whether it is the match as it stands, not an earlier position."""
    ended: bool
    """Whether they see how the match ended."""
    you: int
    """Their only seat, or -1."""
    home: int
    """The seat that is shown nearest to them: their first one, or seat 0."""


def view_context(
    snapshot: MatchSnapshot,
    person_id: str,
    ply: int | None = None,
    number: int | None = None,
    everything: bool = False,
) -> ViewContext:
    """Return how a person looks at a match: now, after ``ply`` plies, or as it was when entry ``number`` was the last.

    Within a run of chance they see the position at its end. ``everything``: also what was hidden, once it is over.
    """
    viewer, movers = viewer_of(snapshot, person_id), snapshot.match.movers
    public = SPECTATOR if shares_screen(snapshot, person_id) else viewer
    if everything and snapshot.status == OVER and snapshot.match.game.hidden is not None:
        viewer = public = TABLE
    if number is not None:
        ply = snapshot.plies_after(number)
    at = len(movers) if ply is None else end_of_chance_run(movers, ply)
    yours = snapshot.seats_of(person_id)
    last_entry = number is None or number == snapshot.number
    return ViewContext(
        ply=at,
        number=snapshot.number if number is None else number,
        viewer=viewer,
        public=public,
        seats=yours if ply is None and snapshot.may_move(person_id) else (),
        now=ply is None,
        ended=snapshot.match.outcome is not None and at == len(movers) and last_entry,
        you=yours[0] if len(yours) == 1 else -1,
        home=yours[0] if yours else 0,
    )


def viewer_of(snapshot: MatchSnapshot, person_id: str) -> int:
    """Return the seat from which a person sees the table, or ``SPECTATOR``; at one screen it is the seat to move.

    Where several share a screen in a game with secrets and it is nobody's turn there, they see what everybody may see.
    """
    seats = snapshot.seats_of(person_id)
    if snapshot.match.to_move in seats:
        return snapshot.match.to_move
    return SPECTATOR if not seats or shares_screen(snapshot, person_id) else seats[0]


def shares_screen(snapshot: MatchSnapshot, person_id: str) -> bool:
    """Return whether a person has several seats in a game with secrets: these may hide things from each other."""
    return snapshot.match.game.hidden is not None and len(snapshot.seats_of(person_id)) > 1


class Position:
    """A position as a viewer may know it."""

    def __init__(self, snapshot: MatchSnapshot, row: list[int], viewer: int) -> None:
        self._snapshot = snapshot
        self.game: Game = snapshot.match.game
        self.viewer, self.row = viewer, row

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points."""
        return points(self.game, self._snapshot.match.options, self.row)


class ObservedPly:
    """A ply as a viewer may know it: one that was made, or one that could be made in the latest position."""

    def __init__(self, before: Position, mover: int, move: int, number: int, after: Position) -> None:
        self.before, self.mover, self.move, self.after = before, mover, move, after
        self.number = number
        """How many plies there are with it."""

    @property
    def text(self) -> str:
        """The move's notation."""
        return self.before.game.notation.say(self.before.row, self.move, self.before.viewer)

    @property
    def account(self) -> MoveEffects:
        """What the move does."""
        return self.before.game.notation.account(self.before.row, self.move)


class LegalMove(NamedTuple):
    """A legal move, as its seat may know it."""

    mover: int
    move: int
    text: str
    picks: tuple[str, ...]
    """The picks that spell it."""
    seat: int | None
    """Whose move it is, where anyone may move; otherwise ``None``."""


class Perspective:
    """A match as one viewer may know it. Each position is observed once and kept; threads may share it."""

    def __init__(self, snapshot: MatchSnapshot, viewer: int) -> None:
        self.snapshot, self.viewer = snapshot, viewer
        self.game: Game = snapshot.match.game
        self._positions: dict[int, Position] = {}
        self._legal: dict[tuple[int, ...], Sequence[LegalMove]] = {}

    def position(self, ply: int) -> Position:
        """Return the position after so many plies."""
        known = self._positions.get(ply)
        if known is None:
            known = Position(self.snapshot, observed(self.game, self.snapshot.row_at(ply), self.viewer), self.viewer)
            self._positions[ply] = known
        return known

    @property
    def latest(self) -> Position:
        """The position as it stands."""
        return self.position(len(self.snapshot.match.moves))

    def turn(self, ply: int) -> int:
        """Return whose turn it was after so many plies, by the rules, whether or not the match was ended there."""
        if ply == len(self.snapshot.match.moves) and self.snapshot.match.outcome is None:
            return self.snapshot.match.to_move
        return self.game.rules.to_move(self.snapshot.row_at(ply))

    def ply(self, number: int) -> ObservedPly:
        """Return the ply that led to the position after ``number`` plies, 1 or more."""
        match = self.snapshot.match
        move = match.moves[number - 1]
        if self.game.hidden is not None:
            move = observed_move(self.game, self.snapshot.row_at(number - 1), move, self.viewer)
        return ObservedPly(self.position(number - 1), match.movers[number - 1], move, number, self.position(number))

    def possible(self, move: LegalMove) -> ObservedPly:
        """Return what a legal move would be, played on what the viewer knows: so it shows nothing else."""
        row = self.latest.row.copy()
        self.game.rules.play(row, move.move)
        after = Position(self.snapshot, row, self.viewer)
        known = observed_move(self.game, self.snapshot.match.row, move.move, self.viewer)
        return ObservedPly(self.latest, move.mover, known, len(self.snapshot.match.moves) + 1, after)

    def legal(self, seats: tuple[int, ...]) -> Sequence[LegalMove]:
        """Return the moves that these seats may make now."""
        if not seats:
            return ()
        found = self._legal.get(seats)
        if found is None:
            found = self._legal[seats] = self._legal_moves(seats)
        return found

    def _legal_moves(self, seats: tuple[int, ...]) -> Sequence[LegalMove]:
        match = self.snapshot.match
        turn = match.to_move
        if turn == ANYONE:
            movers = ((match.mover(move), move) for move in match.legal())
            return [self._legal_move(mover, move, mover) for mover, move in movers if mover in seats]
        return [self._legal_move(turn, move, None) for move in match.legal()] if turn in seats else []

    def _legal_move(self, mover: int, move: int, seat: int | None) -> LegalMove:
        row, notation = self.latest.row, self.game.notation
        known = observed_move(self.game, self.snapshot.match.row, move, self.viewer)
        return LegalMove(mover, move, notation.say(row, known, self.viewer), notation.clicks(row, known), seat)

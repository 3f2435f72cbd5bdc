"""What a viewer may know of a match, positions and events: the only way from a snapshot to whatever leaves the house.

In a game with secrets a position is what ``conceal`` leaves of it and a move what ``observed_move`` makes of it. What
is hidden stays in this module.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from fivefold.contract import ANYONE, CHANCE, SPECTATOR, TABLE, Game, Marks
from fivefold.contract.notation import MoveEffects
from fivefold.house.match_view.pictures import united
from fivefold.house.match_view.view_types import Motion
from fivefold.play.observation import chance_run, end_of_chance_run, observed, observed_move, shared_text
from fivefold.play.outcome import points
from fivefold.session.snapshot import MOVE, OVER, Entry, MatchSnapshot


class ViewContext(NamedTuple):
    """How somebody looks at a match; all who look the same way see the same."""

    ply: int  # How many plies were made in the position they look at.
    number: int  # Of the last entry they know.
    viewer: int  # The seat whose picture they see, or ``SPECTATOR``, or ``TABLE`` for everything.
    public: int  # The viewer for words: the same, or ``SPECTATOR`` if others sit at the same screen.
    seats: tuple[int, ...]  # Their seats, if one of them may move.
    now: bool  # Whether it is the match as it stands, not an earlier position.
    ended: bool  # Whether they see how the match ended.
    you: int  # Their only seat, or -1.
    home: int  # The seat that is shown nearest to them: their first one, or seat 0.


def view_context(
    snapshot: MatchSnapshot, person_id: str, ply: int | None = None, number: int | None = None, everything: bool = False
) -> ViewContext:
    """Return how a person looks at a match: now, after ``ply`` plies, or as it was when entry ``number`` was the last.
    Within a run of chance they see the position at its end. ``everything``: also what was hidden, once it is over."""
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
    """Return the seat from which a person sees the table, or ``SPECTATOR``; at one screen it is the seat to move. Where
    several share a screen in a game with secrets and it is nobody's turn there, they see what everybody may see."""
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


class ObservedPly(NamedTuple):
    """A ply as a viewer may know it: one that was made, or one that could be made in the latest position."""

    before: Position
    mover: int
    move: int
    number: int  # How many plies there are with it.
    after: Position

    @property
    def text(self) -> str:
        """The move's notation."""
        return self.before.game.notation.say(self.before.row, self.move, self.before.viewer)


class LegalMove(NamedTuple):
    """A legal move, as its seat may know it."""

    mover: int
    move: int
    text: str
    picks: tuple[str, ...]  # The picks that spell it.
    seat: int | None  # Whose move it is, where anyone may move; otherwise ``None``.


EVENTS: Final = 4
"""Events kept of a match, with the positions around them: everybody at a table looks at the same few."""


class Facts(NamedTuple):
    """What is said of an event."""

    ply: int  # How many plies there were after it.
    mover: int
    text: str  # The moves.
    accounts: tuple[MoveEffects, ...]  # What each ply earned or did.
    anyone: bool  # Whether anyone might have moved.
    gains: tuple[int, ...]  # What each seat's points changed by.
    begins: bool  # Whether a line of the list of moves begins with it.


class Event:
    """One move of a player, made or possible, or a run of chance, as a viewer may know it."""

    def __init__(self, plies: Sequence[ObservedPly], turn: int, begins: bool = True) -> None:
        """``turn``: whose turn it was before the first ply; ``begins``: whether it begins a line of the list."""
        self.plies, self._turn, self._begins = plies, turn, begins
        self.mover = plies[0].mover
        self.is_deal = self.mover == CHANCE and plies[0].number == 1
        """Whether it is what chance did before anybody moved: the table as people found it."""

    @cached_property
    def facts(self) -> Facts:
        """What is said of it."""
        first, last = self.plies[0].before, self.plies[-1]
        return Facts(
            ply=last.number,
            mover=self.mover,
            text=shared_text([ply.text for ply in self.plies]),
            accounts=tuple(first.game.notation.account(ply.before.row, ply.move) for ply in self.plies),
            anyone=self._turn == ANYONE,
            gains=tuple(now - then for now, then in zip(last.after.scores, first.scores, strict=True)),
            begins=self._begins,
        )

    @cached_property
    def marks(self) -> dict[str, str]:
        """What it lights up."""
        return united(*(ply.before.game.picture.spotlight(ply.before.row, ply.move) for ply in self.plies))

    @cached_property
    def motions(self) -> list[Motion]:
        """What moves from the position before it to the one after."""
        before = self.plies[0].before
        steps = [before.game.picture.motions(ply.before.row, ply.move) for ply in self.plies]
        if len(steps) == 1:
            return list(steps[0])
        return composed(steps, before.game.picture.PLACE_IDS | {f"seat-{seat}" for seat in range(len(before.scores))})


class Perspective:
    """A match as one viewer may know it: its positions, and what happened, event by event.

    Each position is observed once and kept; threads may share it.
    """

    def __init__(self, snapshot: MatchSnapshot, viewer: int, earlier: "Perspective | None" = None) -> None:
        """``earlier``: the same viewer's, of the match at another moment; what it knows and still holds is kept."""
        self.snapshot, self.viewer = snapshot, viewer
        self.game: Game = snapshot.match.game
        self._positions: dict[int, Position] = {}
        self._legal: dict[tuple[int, ...], Sequence[LegalMove]] = {}
        self._events: dict[int, Event] = {}
        self._facts: list[Facts] = []
        if earlier is not None and earlier._facts:
            same = common_plies(earlier.snapshot.match.moves, snapshot.match.moves)
            self._facts = [facts for facts in earlier._facts if facts.ply <= same]

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

    def possible(self, move: LegalMove) -> Event:
        """Return what a legal move would be, played on what the viewer knows: so it shows nothing else."""
        match, row = self.snapshot.match, self.latest.row.copy()
        self.game.rules.play(row, move.move)
        known = observed_move(self.game, match.row, move.move, self.viewer)
        after = Position(self.snapshot, row, self.viewer)
        return Event([ObservedPly(self.latest, move.mover, known, len(match.moves) + 1, after)], match.to_move)

    def legal(self, seats: tuple[int, ...]) -> Sequence[LegalMove]:
        """Return the moves that these seats may make now."""
        found = self._legal.get(seats)
        if found is None:
            by_seat = self.snapshot.match.to_move == ANYONE
            found = self._legal[seats] = [
                self._legal_move(mover, move, mover if by_seat else None) for mover, move in self._open_to(seats)
            ]
        return found

    def legal_texts(self, seats: tuple[int, ...]) -> list[str]:
        """Return the notation of the moves that these seats may make now."""
        say, row, true = self.game.notation.say, self.latest.row, self.snapshot.match.row
        moves = [move for _, move in self._open_to(seats)]
        if (hidden := self.game.hidden) is not None:
            moves = [hidden.observed_move(true, move, self.viewer) for move in moves]
        return [say(row, move, self.viewer) for move in moves]

    def _open_to(self, seats: tuple[int, ...]) -> list[tuple[int, int]]:
        """Return who of these seats may move now, with each of their moves."""
        match, turn = self.snapshot.match, self.snapshot.match.to_move
        if turn == ANYONE:
            return [(mover, move) for move in match.legal() if (mover := match.mover(move)) in seats]
        return [(turn, move) for move in match.legal()] if turn in seats else []

    def _legal_move(self, mover: int, move: int, seat: int | None) -> LegalMove:
        row, notation = self.latest.row, self.game.notation
        known = observed_move(self.game, self.snapshot.match.row, move, self.viewer)
        return LegalMove(mover, move, notation.say(row, known, self.viewer), notation.clicks(row, known), seat)

    def event(self, ply: int) -> Event:
        """Return the event that the ``ply``-th ply, from 1, belongs to."""
        start, end = chance_run(self.snapshot.match.movers, ply)
        known = self._events.get(end)
        if known is None:
            if len(self._events) >= EVENTS:
                self._events = {}
            plies = [self.ply(number) for number in range(start + 1, end + 1)]
            known = self._events[end] = Event(plies, self.turn(start), self._begins_line(start))
        return known

    def lit(self, ply: int) -> Marks:
        """Return what is lit up in a position: by the event that led to it, and by the move before that if it was
        chance's; a deal lights up nothing."""
        event = self.event(ply) if ply else None
        if event is None or event.is_deal:
            return {}
        return (
            event.marks if event.mover != CHANCE else united(self.event(event.plies[0].number - 1).marks, event.marks)
        )

    def all_facts(self) -> Sequence[Facts]:
        """Return the facts of every event so far."""
        facts, movers = list(self._facts), self.snapshot.match.movers
        passing = Perspective(self.snapshot, self.viewer)  # whose positions are not kept
        while (done := facts[-1].ply if facts else 0) < len(movers):
            facts.append(passing.event(done + 1).facts)
        self._facts = facts
        return facts

    def _begins_line(self, start: int) -> bool:
        """Tell whether a line of the list of moves begins with the event after ``start`` plies.

        What chance brings belongs to the move before it; where a turn begins with chance, to the first move of that
        turn.
        """
        movers, long_turns = self.snapshot.match.movers, self.game.long_turns
        if movers[start] == CHANCE:
            return start == 0 or (
                long_turns is not None and long_turns.turn_of(self.snapshot.row_at(start)) != movers[start - 1]
            )
        if long_turns is None or start == 0 or movers[start - 1] != CHANCE:
            return True
        rolled, _ = chance_run(movers, start)
        return rolled > 0 and movers[rolled - 1] == movers[start]


def common_plies(one: Sequence[int], other: Sequence[int]) -> int:
    """Return with how many moves both begin."""
    most = min(len(one), len(other))
    if one[:most] == other[:most]:  # as nearly always, and told much faster
        return most
    return next(ply for ply in range(most) if one[ply] != other[ply])


def last_entries(entries: Sequence[Entry], after: int) -> Iterator[int]:
    """Yield the numbers above ``after`` of the entries with which an event ends: of a run of chance the last."""
    for entry in entries[after:]:
        more = entries[entry.number : entry.number + 1]
        if not (is_by_chance(entry) and more and is_by_chance(more[0])):
            yield entry.number


def is_by_chance(entry: Entry) -> bool:
    """Tell whether an entry is a move of chance."""
    return entry.kind == MOVE and entry.mover == CHANCE


def composed(steps: Sequence[Sequence[Motion]], places: frozenset[str] | set[str]) -> list[Motion]:
    """Return several moves' motions as those of one: what went from a to b and then from b to c went from a to c.
    ``places``: ids of what does not move, where things come from and go to. The page has the same (``updates.js``)."""
    origins: dict[str, str] = {}
    gone: list[Motion] = []
    for step in steps:
        moved = {end: origins.get(start, start) for start, end in step if end not in places}
        gone += [(origins.get(start, start), end) for start, end in step if end in places]
        for start, _ in step:
            origins.pop(start, None)
        origins |= moved
    return [*((start, end) for start, end in gone if start not in places), *((o, end) for end, o in origins.items())]

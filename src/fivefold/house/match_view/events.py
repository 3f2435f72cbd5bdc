"""What happened in a match, as facts: an event is one move of a player, or a run of chance."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from fivefold.contract import ANYONE, CHANCE, SPECTATOR, Marks
from fivefold.contract.notation import MoveEffects
from fivefold.house.cache import Cache
from fivefold.house.match_view.perspective import ObservedPly, Perspective
from fivefold.house.match_view.pictures import united
from fivefold.house.match_view.view_types import Motion
from fivefold.play import grouping
from fivefold.session.snapshot import MOVE, Entry, MatchSnapshot

EVENTS: Final = 4
"""Events kept of a match, with the positions around them: everybody at a table looks at the same few."""


class Facts(NamedTuple):
    """What is said of an event."""

    ply: int
    """How many plies there were after it."""
    mover: int
    text: str
    """The moves."""
    accounts: tuple[MoveEffects, ...]
    """What each ply earned or did."""
    anyone: bool
    """Whether anyone might have moved."""
    gains: tuple[int, ...]
    """What each seat's points changed by."""
    begins: bool
    """Whether a line of the list of moves begins with it."""


class Event:
    """One move of a player, made or possible, or a run of chance, as a viewer may know it."""

    def __init__(self, plies: Sequence[ObservedPly], turn: int, begins: bool = True) -> None:
        """``turn``: whose turn it was before the first ply; ``begins``: whether it begins a line of the list."""
        self.plies, self._turn, self._begins = plies, turn, begins
        self.mover, self.ply = plies[0].mover, plies[-1].number

    @property
    def first(self) -> int:
        """How many plies there were with its first one."""
        return self.plies[0].number

    @property
    def is_deal(self) -> bool:
        """Whether it is what chance did before anybody moved: the table as people found it."""
        return self.mover == CHANCE and self.first == 1

    @cached_property
    def facts(self) -> Facts:
        """What is said of it."""
        first, last = self.plies[0], self.plies[-1]
        before, after = first.before.scores, last.after.scores
        return Facts(
            ply=self.ply,
            mover=self.mover,
            text=grouping.shared_text([ply.text for ply in self.plies]),
            accounts=tuple(ply.account for ply in self.plies),
            anyone=self._turn == ANYONE,
            gains=tuple(now - then for now, then in zip(after, before, strict=True)),
            begins=self._begins,
        )

    @cached_property
    def marks(self) -> dict[str, str]:
        """What it lights up."""
        return united(*(ply.before.game.picture.spotlight(ply.before.row, ply.move) for ply in self.plies))

    @cached_property
    def motions(self) -> list[Motion]:
        """What moves from the position before it to the one after."""
        picture = self.plies[0].before.game.picture
        steps = [picture.motions(ply.before.row, ply.move) for ply in self.plies]
        if len(steps) == 1:
            return list(steps[0])
        seats = {f"seat-{seat}" for seat in range(len(self.plies[0].before.scores))}
        return composed(steps, picture.PLACE_IDS | seats)


class History:
    """What happened in a match, event by event, as a viewer may know it; threads may share it."""

    def __init__(self, snapshot: MatchSnapshot, viewer: int, earlier: "History | None" = None) -> None:
        """``earlier``: the history of the same match at another moment, for the same viewer."""
        self.snapshot, self.perspective = snapshot, Perspective(snapshot, viewer)
        self._events: dict[int, Event] = {}
        self._facts = earlier.facts_known(snapshot) if earlier is not None else []

    def event(self, ply: int) -> Event:
        """Return the event that the ``ply``-th ply, from 1, belongs to."""
        start, end = grouping.chance_run(self.snapshot.match.movers, ply)
        known = self._events.get(end)
        if known is None:
            if len(self._events) >= EVENTS:
                self._events = {}
            known = self._events[end] = _event(self.perspective, start, end)
        return known

    def lit(self, ply: int) -> Marks:
        """Return what is lit up in a position: by the event that led to it, and by the move before that if it was
        chance's; a deal lights up nothing."""
        event = self.event(ply) if ply else None
        if event is None or event.is_deal:
            return {}
        return event.marks if event.mover != CHANCE else united(self.event(event.first - 1).marks, event.marks)

    def all_facts(self) -> Sequence[Facts]:
        """Return the facts of every event so far."""
        facts, movers = list(self._facts), self.snapshot.match.movers
        passing = Perspective(self.snapshot, self.perspective.viewer)  # whose positions are not kept
        while (done := facts[-1].ply if facts else 0) < len(movers):
            facts.append(_event(passing, *grouping.chance_run(movers, done + 1)).facts)
        self._facts = facts
        return facts

    def facts_known(self, snapshot: MatchSnapshot) -> list[Facts]:
        """Return the facts, as far as they were asked for, that still hold in another snapshot of the match."""
        before, after = self.snapshot.match.moves, snapshot.match.moves
        pairs = enumerate(zip(before, after, strict=False))
        same = next((ply for ply, (one, other) in pairs if one != other), min(len(before), len(after)))
        return [facts for facts in self._facts if facts.ply <= same]


def _event(perspective: Perspective, start: int, end: int) -> Event:
    plies = [perspective.ply(number) for number in range(start + 1, end + 1)]
    return Event(plies, perspective.turn(start), _begins_line(perspective, start))


def _begins_line(perspective: Perspective, start: int) -> bool:
    """Tell whether a line of the list of moves begins with the event after ``start`` plies.

    What chance brings belongs to the move before it; where a turn begins with chance, to the first move of that turn.
    """
    snapshot = perspective.snapshot
    movers, long_turns = snapshot.match.movers, perspective.game.long_turns
    if movers[start] == CHANCE:
        return start == 0 or (
            long_turns is not None and long_turns.turn_of(snapshot.row_at(start)) != movers[start - 1]
        )
    if long_turns is None or start == 0 or movers[start - 1] != CHANCE:
        return True
    rolled, _ = grouping.chance_run(movers, start)
    return rolled > 0 and movers[rolled - 1] == movers[start]


class Histories:
    """The histories of the matches looked at last, one for each viewer who may know something different; threads may
    share it."""

    def __init__(self, most: int) -> None:
        self._kept: Cache[tuple[str, int], History] = Cache(most)

    def of(self, snapshot: MatchSnapshot, viewer: int) -> History:
        """Return what a viewer may know of a match."""
        viewer = SPECTATOR if snapshot.match.game.hidden is None else viewer  # where nothing is hidden all share one
        key = snapshot.id, viewer
        with self._kept.lock:
            known = self._kept.get(key)
            if known is None or known.snapshot is not snapshot:
                known = History(snapshot, viewer, known)
                self._kept.put(key, known)
        return known


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

    ``places``: ids of what does not move, where things come from and go to. The page has the same (``updates.js``).
    """
    origins: dict[str, str] = {}
    gone: list[Motion] = []
    for step in steps:
        moved = {end: origins.get(start, start) for start, end in step if end not in places}
        gone += [(origins.get(start, start), end) for start, end in step if end in places]
        for start, _ in step:
            origins.pop(start, None)
        origins |= moved
    return [*((start, end) for start, end in gone if start not in places), *((o, end) for end, o in origins.items())]

"""What happened, as people are told: one move of a player, or a run of chance as one piece of news."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

from fivefold.contract import CHANCE, SPECTATOR
from fivefold.parts.words import together
from fivefold.play import grouping
from fivefold.service.perspective import Event, event_at, united
from fivefold.session import narration
from fivefold.session.snapshot import MOVE, Entry, MatchSnapshot

Motions = Sequence[Sequence[str]]
PLACE: Final = re.compile(r"<[^>]*\sdata-place\b[^>]*>")
KEPT: Final = 64
"""Pieces of news kept, with the positions around them: those at a table hear the same at about the same time."""
ID: Final = re.compile(r'\sid="([^"]*)"')


class News:
    """One move of a player or a run of chance, as a viewer may see it."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.mover = events[0].mover
        self.ply = events[-1].before.ply + 1
        """How many plies there were after it."""

    @property
    def is_deal(self) -> bool:
        """Whether it is what chance did before anybody moved: the table as it was found, of which nothing is told."""
        return self.mover == CHANCE and self.events[0].before.ply == 0

    @cached_property
    def text(self) -> str:
        """The moves."""
        return grouping.together([event.text for event in self.events])

    def said(self, names: narration.Names) -> str:
        """Return who played what, and what it did."""
        if self.mover == CHANCE:
            seat_names = [seat.seat_name for seat in self.events[0].before.snapshot.seats]
            return narration.with_player_names(together([event.explained for event in self.events]), seat_names, names)
        return self.events[0].said(names)

    @cached_property
    def marks(self) -> dict[str, str]:
        """What it lights up."""
        return united(*(event.marks for event in self.events))

    @cached_property
    def motions(self) -> list[list[str]]:
        """What moves from the position before to the one after."""
        if len(self.events) == 1:
            return self.events[0].motions
        before = self.events[0].before
        return composed([event.motions for event in self.events], places(before.picture({}), len(before.scores)))

    @cached_property
    def gains(self) -> list[int]:
        """What each seat's points changed by."""
        first, last = self.events[0], self.events[-1]
        return [now - then for now, then in zip(last.scores_after, first.before.scores, strict=True)]

    def told(self, names: narration.Names) -> dict[str, Any]:
        """Return it for a list of moves."""
        return {
            "ply": self.ply,
            "mover": self.mover,
            "text": self.text,
            "gains": self.gains,
            "said": self.said(names),
        }


def news_at(snapshot: MatchSnapshot, ply: int, viewer: int) -> News:
    """Return the piece of news that the ``ply``-th move belongs to, from 1."""
    # In a game without secrets all see the same.
    return _news_at(snapshot, ply, SPECTATOR if snapshot.match.game.hidden is None else viewer)


@lru_cache(maxsize=KEPT)
def _news_at(snapshot: MatchSnapshot, ply: int, viewer: int) -> News:
    start, end = grouping.span(snapshot.match.movers, ply)
    return News([event_at(snapshot, each, viewer) for each in range(start + 1, end + 1)])


def ends(entries: Sequence[Entry], after: int) -> Iterator[int]:
    """Yield the numbers above ``after`` of the entries with which a piece of news ends: of a run of chance the last."""
    for entry in entries[after:]:
        more = entries[entry.number : entry.number + 1]
        if not (by_chance(entry) and more and by_chance(more[0])):
            yield entry.number


def by_chance(entry: Entry) -> bool:
    """Tell whether an entry is a move of chance."""
    return entry.kind == MOVE and entry.mover == CHANCE


def places(picture: str, seats: int) -> set[str]:
    """Return the ids of what does not move, on a picture and beside it: things come from there and go there."""
    drawn = {name for place in PLACE.findall(picture) for name in ID.findall(place)}
    return drawn | {f"seat-{seat}" for seat in range(seats)}


def composed(steps: Sequence[Motions], places: set[str]) -> list[list[str]]:
    """Return several moves' motions as those of one: what went from a to b and then from b to c went from a to c."""
    origins: dict[str, str] = {}
    gone: list[list[str]] = []
    for step in steps:
        moved = {end: origins.get(start, start) for start, end in step if end not in places}
        gone += [[origins.get(start, start), end] for start, end in step if end in places]
        for start, _ in step:
            origins.pop(start, None)
        origins |= moved
    return [*([start, end] for start, end in gone if start not in places), *([o, end] for end, o in origins.items())]

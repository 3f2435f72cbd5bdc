"""Duplicates: two people play one deal on two boards at once, each from both sides; the points of both decide.

Both boards have made as many plies at any time. A move waits, unseen, for the one on the other board, and then both are
made: who could see what the other plays there would only have to play the same, and never lose. For the same reason
they end together. Everybody keeps their seat; on the second board the other one moves first.
"""

from dataclasses import replace

from fivefold.session import steps
from fivefold.session.snapshot import HELD, Entry, MatchSnapshot

Boards = tuple[MatchSnapshot, MatchSnapshot]


def played(now: MatchSnapshot, moved: MatchSnapshot, other: MatchSnapshot) -> Boards:
    """Return both boards after a step on the first of them, which led from ``now`` to ``moved``.

    A move changes both: so of two that come at once on both boards the later one has seen the earlier.
    """
    if len(moved.match.moves) == len(now.match.moves):
        return moved, other
    if other.held is None:
        return _held_back(now, moved.entries[now.number]), replace(other, revision=other.revision + 1)
    return moved, _made(other, other.held)


def _held_back(now: MatchSnapshot, move: Entry) -> MatchSnapshot:
    held = Entry(move.number, HELD, move.mover, move.text, given_back=move.given_back)
    return steps.advanced(now, now.match, [held], offer=now.offer)


def _made(now: MatchSnapshot, held: Entry) -> MatchSnapshot:
    match = now.match.copy()
    match.play(held.text)
    return steps.advanced(now, match, steps.entries_since(now.match, match, now.number), offer=now.offer)


def ended_with(now: MatchSnapshot, over: MatchSnapshot) -> MatchSnapshot:
    """Return a board that goes on after the other one has ended: as that did, by the same person."""
    last, match = over.entries[-1], now.match.copy()
    steps.end_match(match, last.kind, last.mover, last.text)
    return steps.advanced(now, match, [Entry(now.number + 1, last.kind, last.mover, last.text)])

"""Whether a house has kept its word: every move that it said it has is in the log once, in the order everybody saw."""

from collections.abc import Iterator, Sequence

from benchmarks.server.houses import matches
from benchmarks.server.playing import Played
from fivefold.session.snapshot import MOVE, MatchSnapshot


def differences(url: str, played: Sequence[Played]) -> list[str]:
    """Return in words everything in which the log differs from what players were told; the server has ended by then."""
    known = {each.match: each for each in played}
    return [
        f"{each.id}: {words}" for each in matches(url, iter(known)) for words in differences_of(each, known[each.id])
    ]


def differences_of(kept: MatchSnapshot, seen: Played) -> Iterator[str]:
    """Yield in words everything in which a match differs from what its players were told."""
    by_number = {entry.number: entry for entry in kept.entries}
    if len(by_number) != len(kept.entries) or list(by_number) != list(range(1, len(by_number) + 1)):
        yield "the log has gaps or numbers twice"
    for number, seat, text in seen.acknowledged:
        entry = by_number.get(number)
        if entry is None or (entry.kind, entry.mover, entry.text) != (MOVE, seat, text):
            yield f"move {number} {text!r} of seat {seat} is not in the log: {entry}"
    made = [entry.number for entry in kept.entries if entry.kind == MOVE and entry.mover >= 0]
    chosen = set(made) - _forced(kept, made, {number for number, _, _ in seen.acknowledged})
    others = sorted(chosen - {number for number, _, _ in seen.acknowledged})
    if others:
        yield f"the log has moves that nobody was told of: {others[:5]}"
    yield from _views(kept, seen)


def _forced(kept: MatchSnapshot, made: Sequence[int], acknowledged: set[int]) -> set[int]:
    """Return the numbers of moves that the table made for a player."""
    decisions = set(kept.match.decisions)
    plies = [entry.number for entry in kept.entries if entry.kind == MOVE]
    forced = {number for ply, number in enumerate(plies) if ply not in decisions}
    return (forced & set(made)) - acknowledged


def _views(kept: MatchSnapshot, seen: Played) -> Iterator[str]:
    count = len(kept.match.moves)
    for seat, (streamed, told) in enumerate(zip(seen.streamed, seen.told, strict=True)):
        if len(told) != count:
            yield f"player {seat} was told {len(told)} moves of {count}"
        if streamed != told[: len(streamed)] or len(streamed) < len(told) - 1:
            yield f"player {seat}'s stream brought other moves than the match has"
    if kept.match.game.hidden is None and any(told != kept.match.history for told in seen.told):
        yield "the log's moves are other than those told"

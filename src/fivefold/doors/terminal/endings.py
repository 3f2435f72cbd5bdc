"""The end of a game at the keyboard: who won and why, what earned the points, the best turn."""

from collections.abc import Iterator, Sequence

from fivefold.parts.messages import Reader
from fivefold.play.outcome import Outcome
from fivefold.session import narration, result
from fivefold.session.snapshot import MatchSnapshot


def lines(snapshot: MatchSnapshot, outcome: Outcome, reader: Reader, own: Sequence[int]) -> Iterator[str]:
    """Yield the result line by line; ``own``: the seats of those at the keyboard, whose best turn it is."""
    yield narration.sentence(narration.outcome_line(snapshot, outcome, reader))
    if not snapshot.match.movers:
        return
    made = result.gains(snapshot.match)
    names = narration.names_for(reader)
    for seat, items in enumerate(result.tallies(snapshot.match, made)):
        if items:
            yield f"{'Points' if snapshot.alone else names[seat]}: {tally(snapshot, items)}."
    best = result.best_turn(snapshot.match, made, own)
    if best is not None:
        yield f"Best turn: {best_turn(snapshot, names, best, own)}."


def tally(snapshot: MatchSnapshot, items: Sequence[result.TallyItem]) -> str:
    """Return what a seat earned with what: ``full house 4× 36, flush 24 = 60``."""
    game = snapshot.match.game
    times = [f"{each.number}× " if each.number > 1 else "" for each in items]
    labels = [game.notation.WORDS.text(each.label, starts=False) for each in items]
    said = [f"{label} {often}{each.points}" for label, often, each in zip(labels, times, items, strict=True)]
    total = f" = {sum(each.points for each in items)}" if game.traits.scores_decide and len(items) > 1 else ""
    return f"{', '.join(said)}{total}"


def best_turn(snapshot: MatchSnapshot, names: Sequence[str], best: result.Turn, own: Sequence[int]) -> str:
    """Return the turn that earned most: ``move 31, +9 full house``; of several people with the name."""
    game, who = snapshot.match.game, f"{names[best.seat]}, " if len(own) != 1 else ""
    points = f"+{best.points} " if game.traits.scores_decide else ""
    earned_with = game.notation.WORDS.text(best.earned_with, starts=False) if best.earned_with else ""
    return f"{who}move {best.ply}, {points}{earned_with}".strip()

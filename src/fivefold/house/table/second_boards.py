"""The second board of a duplicate: it begins with the first, moves are made on both at once, and both end together.

One transaction stores what happens on both, so that there is never one without the other.
"""

from collections.abc import Sequence
from dataclasses import replace

from fivefold.house.decision import Decision, Step, Timed
from fivefold.house.ledger import Ledger
from fivefold.house.links import SECOND, other_board, with_link
from fivefold.house.people.people import new_match_id
from fivefold.house.table import followups
from fivefold.session import duplicates
from fivefold.session.snapshot import DOUBLE_OF, LIVE, OVER, Link, MatchSnapshot

Steps = Sequence[tuple[MatchSnapshot, MatchSnapshot]]


class SecondBoards:
    """All duplicates of a house."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        ledger.complete = self._completed

    def move(self, match_id: str, step: Step) -> MatchSnapshot:
        """Take a step that may be a move; in a duplicate it may wait for the other board's, or make that too."""
        other = other_board(self._ledger.known(match_id))
        if other is None:
            return self._ledger.change({match_id: step})[0]

        def decide(known: Sequence[MatchSnapshot]) -> Decision:
            now, beside = known
            moved = step(now)
            after = duplicates.played(now, moved, beside) if moved is not now else (now, beside)
            return Decision(list(zip(known, after, strict=True)))

        return self._ledger.carry_out([match_id, other], decide).steps[0][1]

    def _completed(self, decision: Decision, timed: Timed) -> Decision:
        changed = [after for _, after in decision.changed]
        if not any(each.terms.duplicate for each in (*changed, *decision.begun)):
            return decision
        new, steps = list[MatchSnapshot](), list[tuple[MatchSnapshot, MatchSnapshot]]()
        for each in decision.begun:
            new += self._with_second(each, timed)
        for before, after in decision.steps:
            first, *second = self._with_second(after, timed)
            steps.append((before, first))
            new += second
        return replace(decision, steps=_added_up(self._ended_together(steps, timed)), begun=new)

    def _with_second(self, now: MatchSnapshot, timed: Timed) -> list[MatchSnapshot]:
        """Return a match, and its second board where that has to begin."""
        if not (now.terms.duplicate and now.status == LIVE and SECOND in now.links and now.linked(SECOND) is None):
            return [now]
        second = followups.second(now, new_match_id(), self._ledger.now)
        return [with_link(now, SECOND, Link(second.id)), timed(None, second)]

    def _ended_together(self, steps: Steps, timed: Timed) -> Steps:
        """Return these steps with those that end the other boards of duplicates that are over, though it may be among
        these and go on."""
        found = {after.id: (before, after) for before, after in steps}
        for before, over in steps:
            other = other_board(over) if over.status == OVER != before.status else None
            if other is None:
                continue
            start, then = found.get(other) or (self._ledger.known(other),) * 2
            if then.status != OVER:
                ended = timed(then, duplicates.ended_with(then, over))
                found[other] = start, replace(ended, revision=start.revision + 1)
        return list(found.values())


def _added_up(steps: Steps) -> Steps:
    """Return steps in which the second board of a duplicate that is over has what the first one brought."""
    over = {after.id: after for _, after in steps if after.terms.duplicate and after.status == OVER}
    firsts = [over.get(after.linked(DOUBLE_OF) or "") for _, after in steps]
    return [
        (before, after if first is None else with_link(after, DOUBLE_OF, followups.first_game(first)))
        for (before, after), first in zip(steps, firsts, strict=True)
    ]

"""What a command comes to: the matches it changes, what it begins, and what is stored with them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from fivefold.session.snapshot import LIVE, MatchSnapshot

Step = Callable[[MatchSnapshot], MatchSnapshot]


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of a command, to be stored."""

    steps: Sequence[tuple[MatchSnapshot, MatchSnapshot]] = ()
    """Matches before and after it; the same snapshot twice where nothing changes."""
    begun: Sequence[MatchSnapshot] = ()
    """New matches."""
    also: Callable[[Connection], None] | None = None
    """Stores what belongs to it in the same transaction; what this raises undoes everything."""

    @property
    def changed(self) -> list[tuple[MatchSnapshot, MatchSnapshot]]:
        """The matches that do change."""
        return [(before, after) for before, after in self.steps if after is not before]

    @property
    def goes_on(self) -> bool:
        """Whether this is no more than a step in one match that goes on as it did: most of what is ever stored is.

        Others may store such steps meanwhile, for all that is written is the match's own: its row, where the revision
        tells who was first, its entries, and for which of its seats it waits. What ``in_transaction`` adds is safe side
        by side too: of slow seeks nothing, as a table neither opens nor is taken; of mails rows about this match, and
        its number, which is taken in one statement (``mail_boards.give``).
        """
        if len(self.changed) != 1 or self.begun or self.also is not None:
            return False
        ((before, after),) = self.changed
        return before.status == after.status == LIVE and before.seats == after.seats and before.links == after.links

    def timed(self, timed: "Timed") -> "Decision":
        """Return the decision with the time in its new entries, and with the clocks of its matches moved on."""
        steps = [(before, timed(before, after) if after is not before else after) for before, after in self.steps]
        return Decision(steps, [timed(None, new) for new in self.begun], self.also)


Decide = Callable[[Sequence[MatchSnapshot]], Decision]
Timed = Callable[[MatchSnapshot | None, MatchSnapshot], MatchSnapshot]
"""Returns a match as ``Decision.timed`` has it."""

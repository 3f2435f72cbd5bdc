"""Another name for a person, also in the matches they are playing."""

from collections.abc import Sequence
from dataclasses import replace
from time import sleep
from typing import Final

from fivefold.house import log
from fivefold.house.decision import Step
from fivefold.house.ledger import Ledger
from fivefold.house.people.accounts import Accounts
from fivefold.house.people.people import Person
from fivefold.house.people.sessions import Sessions
from fivefold.house.people.tokens import Tokens
from fivefold.session import steps

RENAMED_AT_ONCE: Final = 50  # Matches in which a person gets another name before somebody else has a turn.
LET_OTHERS_SECONDS: Final = 0.002
"""A pause for others: a thread that took its turn again at once would leave them none."""


class Renaming(Ledger):
    """A ledger in which people change their names."""

    accounts: Accounts
    sessions: Sessions
    tokens: Tokens

    def rename(self, person_id: str, name: str) -> Person:
        """Give a person a name, also in the matches they are playing. Raises ``InvalidName``, ``NotOffered``."""
        self.refuse.person(person_id)
        before = self.person(person_id)
        after = self.accounts.renamed(before, name)
        self.rename_at_tables(before.shown if before.named else None, after)
        return after

    def introduce(self, person_id: str, name: str) -> Person:
        """Return a person who says their name at a table: a guest is called so from now on, an account keeps its own.
        Raises ``InvalidName``."""
        known = self.person(person_id)
        return known if known.named or not name.strip() else self.rename(person_id, name)

    def rename_at_tables(self, name: str | None, after: Person) -> None:
        """Change a person's name in the matches they are playing; ``name``: what an account was called before."""
        while not self._rename_some(name, after):
            sleep(LET_OTHERS_SECONDS)

    def _rename_some(self, name: str | None, after: Person) -> bool:
        """Change a person's name in some more of their matches; return whether these were the last.

        ``name``: what an account was called before. A guest is changed last: after an interruption the other matches
        are still found by the old name.
        """
        with self.turn():
            before = self.person(after.id) if name is None else replace(after, name=name)
            if after == before:
                return True
            playing = self.read(log.named, after.id, before.shown, RENAMED_AT_ONCE + 1)
            some, last = playing[:RENAMED_AT_ONCE], len(playing) <= RENAMED_AT_ONCE
            self._rename_unloaded([each for each in some if not self._live.has(each)], before, after)
            renamed: Step = lambda now: steps.renamed(now, after.id, before.shown, after.shown)  # noqa: E731
            self.change(dict.fromkeys(filter(self._live.has, some), renamed), after if last else None)
        return last

    def _rename_unloaded(self, match_ids: Sequence[str], before: Person, after: Person) -> None:
        """Rename a person in matches that nobody looks at; loading them would take long, and one may be damaged."""
        if match_ids:
            self.write(log.rename, match_ids, after.id, before.shown, after.shown)
            self._live.outdate(match_ids)

"""Standing answers: challenges that somebody never wants, and how many matches they want to play at a time."""

from collections.abc import Callable, Mapping
from typing import Final

from sqlalchemy import Connection

from fivefold.contract.errors import InvalidOption
from fivefold.house.ledger import Ledger
from fivefold.house.meeting import stored_standing as stored
from fivefold.house.meeting.stored_standing import StoredStanding
from fivefold.house.people import people
from fivefold.house.stored_match import time_text
from fivefold.play.catalogue import find

ALL_GAMES: Final = ""
HIGHEST_LIMIT: Final = 100
REJECTS, AT_LIMIT = "rejects", "at-limit"
"""Why somebody is not challenged."""
NOT_WANTED: Final[Mapping[str, tuple[str, str]]] = {
    REJECTS: ("they take no challenges to {game}", "name somebody else"),
    AT_LIMIT: ("they play as many matches of {game} as they want to", "ask again later, or name somebody else"),
}
"""What is said of it, and what would do."""


class StandingAnswers:
    """What people answer to challenges before they are asked; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, person_id: str) -> list[StoredStanding]:
        """Return what a person has settled, what holds for all games first."""
        with self._ledger.reading() as connection:
            return stored.of_person(connection, person_id)

    def reject(self, person_id: str, game: str = ALL_GAMES) -> None:
        """Let nobody challenge a person to a game, or to any."""
        self._set_rejects(person_id, game, rejects=True)

    def accept(self, person_id: str, game: str = ALL_GAMES) -> None:
        """Let others challenge a person again."""
        self._set_rejects(person_id, game, rejects=False)

    def limit(self, person_id: str, game: str, most: int | None) -> None:
        """Let nobody challenge a person who has so many matches of a game going on; ``None``: however many they have.

        Raises ``InvalidOption``.
        """
        if most is not None and not 0 <= most <= HIGHEST_LIMIT:
            remedy = f"0 to {HIGHEST_LIMIT}, or off"
            raise InvalidOption("is no number of matches", subject=str(most)[:20], field="limit", remedy=remedy)
        self.change(person_id, game, lambda before: before._replace(most=most))

    def refuse(self, person_id: str, game: str, subject: str) -> None:
        """Raise ``InvalidOption`` where a person has settled that they don't want a challenge to a game now."""
        why = self.why_not(person_id, game)
        if why:
            words, remedy = NOT_WANTED[why]
            wrong = words.format(game=find(game).name)
            raise InvalidOption(wrong, subject=subject, remedy=remedy, field="to", code=why)

    def why_not(self, person_id: str, game: str) -> str:
        """Return why a person is not to be challenged to a game now, ``REJECTS`` or ``AT_LIMIT``; empty if they are."""
        with self._ledger.reading() as connection:
            known = {each.game: each for each in stored.of_person(connection, person_id)}
            own = known.get(game) or known.get(ALL_GAMES)
        if own is not None and own.rejects:
            return REJECTS
        return AT_LIMIT if self.is_full(person_id, game) else ""

    def is_full(self, person_id: str, game: str) -> bool:
        """Return whether a person plays as many matches of a game, or of all, as they want to."""
        with self._ledger.reading() as connection:
            limits = [each for each in stored.of_person(connection, person_id) if each.game in (game, ALL_GAMES)]
            return any(
                each.most is not None and stored.going_on(connection, person_id, each.game) >= each.most
                for each in limits
            )

    def going_on(self, person_id: str, game: str) -> int:
        """Return how many unfinished matches of a game a person plays with others; of all if it is empty."""
        with self._ledger.reading() as connection:
            return stored.going_on(connection, person_id, game)

    def change(self, person_id: str, game: str, changed: Callable[[StoredStanding], StoredStanding]) -> StoredStanding:
        """Change what a person has settled for a game; until then it is as for all games. Return what holds now."""
        with self._ledger.writing() as connection:
            people.note(connection, person_id, time_text(self._ledger.now()))
            known = {each.game: each for each in stored.of_person(connection, person_id)}
            every = known.get(ALL_GAMES)
            usual = StoredStanding(person_id, game, rejects=every is not None and every.rejects)
            new = changed(known.get(game, usual))
            _keep(connection, new, every)
        return new

    def _set_rejects(self, person_id: str, game: str, *, rejects: bool) -> None:
        if game == ALL_GAMES:  # it holds for each game, also for those of which something was settled before
            for each in self.of(person_id):
                self.change(person_id, each.game, lambda before: before._replace(rejects=rejects))
        self.change(person_id, game, lambda before: before._replace(rejects=rejects))


def _keep(connection: Connection, new: StoredStanding, every: StoredStanding | None) -> None:
    """Store what a person has settled, unless it says nothing."""
    usual = every is not None and every.rejects and new.game != ALL_GAMES
    if new.rejects == usual and new.most is None and not new.seeks and new.match is None:
        stored.remove(connection, new.person, new.game)
    else:
        stored.keep(connection, new)

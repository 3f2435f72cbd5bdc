"""Standing answers: challenges that somebody never wants, and how many matches they want to play at a time."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from fivefold.contract.errors import InvalidOption
from fivefold.house.database.schema import matches, seats, standing_answers
from fivefold.house.ledger import Ledger
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
COLUMNS = standing_answers.c


class AutoReply(NamedTuple):
    """What a person has settled for a game."""

    person: str
    game: str
    """Empty for all games."""
    rejects: bool = False
    most: int | None = None
    seeks: int = 0
    terms: Any = None
    """Of the matches they look for."""
    match: str | None = None
    """The table that is open for one now."""


def replies(connection: Connection, *which: ColumnElement[bool]) -> list[AutoReply]:
    """Return what people have settled, of each person what holds for all games first."""
    chosen = select(*(COLUMNS[name] for name in AutoReply._fields)).order_by(COLUMNS.person, COLUMNS.game)
    return [AutoReply(*row) for row in connection.execute(chosen.where(*which))]


def replies_of(connection: Connection, person: str) -> list[AutoReply]:
    """Return all that a person has settled, what holds for all games first."""
    return replies(connection, COLUMNS.person == person)


def seeking(connection: Connection, game: str | None = None) -> list[AutoReply]:
    """Return who looks for matches, of a game or of any."""
    return replies(connection, COLUMNS.seeks > 0, *([] if game is None else [COLUMNS.game == game]))


def store_reply(connection: Connection, new: AutoReply) -> None:
    """Store it in the place of what was there."""
    mine = (COLUMNS.person == new.person) & (COLUMNS.game == new.game)
    values = {**new._asdict(), "terms": new.terms or {}}
    if connection.execute(update(standing_answers).where(mine).values(values)).rowcount == 0:
        connection.execute(insert(standing_answers), values)


def count_going_on(connection: Connection, person: str, game: str) -> int:
    """Return how many unfinished matches a person plays with others; of a game, or of all if it is empty."""
    other = seats.alias()
    with_others = select(other.c.match).where(
        other.c.match == seats.c.match, other.c.person.is_not(None), other.c.person != person
    )
    mine = select(func.count(func.distinct(seats.c.match))).where(
        seats.c.person == person, seats.c.over.is_(False), with_others.exists()
    )
    if game:
        mine = mine.join(matches, matches.c.id == seats.c.match).where(matches.c.game == game)
    return connection.scalar(mine) or 0


class AutoReplies:
    """What people answer to challenges before they are asked; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, person_id: str) -> list[AutoReply]:
        """Return what a person has settled, what holds for all games first."""
        with self._ledger.reading() as connection:
            return replies_of(connection, person_id)

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
            known = {each.game: each for each in replies_of(connection, person_id)}
            own = known.get(game) or known.get(ALL_GAMES)
        if own is not None and own.rejects:
            return REJECTS
        return AT_LIMIT if self.is_full(person_id, game) else ""

    def is_full(self, person_id: str, game: str) -> bool:
        """Return whether a person plays as many matches of a game, or of all, as they want to."""
        with self._ledger.reading() as connection:
            limits = [each for each in replies_of(connection, person_id) if each.game in (game, ALL_GAMES)]
            return any(
                each.most is not None and count_going_on(connection, person_id, each.game) >= each.most
                for each in limits
            )

    def going_on(self, person_id: str, game: str) -> int:
        """Return how many unfinished matches of a game a person plays with others; of all if it is empty."""
        with self._ledger.reading() as connection:
            return count_going_on(connection, person_id, game)

    def change(self, person_id: str, game: str, changed: Callable[[AutoReply], AutoReply]) -> AutoReply:
        """Change what a person has settled for a game; until then it is as for all games. Return what holds now."""
        with self._ledger.writing() as connection:
            people.note(connection, person_id, time_text(self._ledger.now()))
            known = {each.game: each for each in replies_of(connection, person_id)}
            every = known.get(ALL_GAMES)
            usual = AutoReply(person_id, game, rejects=every is not None and every.rejects)
            new = changed(known.get(game, usual))
            _keep(connection, new, every)
        return new

    def _set_rejects(self, person_id: str, game: str, *, rejects: bool) -> None:
        if game == ALL_GAMES:  # it holds for each game, also for those of which something was settled before
            for each in self.of(person_id):
                self.change(person_id, each.game, lambda before: before._replace(rejects=rejects))
        self.change(person_id, game, lambda before: before._replace(rejects=rejects))


def _keep(connection: Connection, new: AutoReply, every: AutoReply | None) -> None:
    usual = every is not None and every.rejects and new.game != ALL_GAMES
    if new.rejects == usual and new.most is None and not new.seeks and new.match is None:
        connection.execute(delete(standing_answers).where(COLUMNS.person == new.person, COLUMNS.game == new.game))
    else:
        store_reply(connection, new)

"""What those who run the house tell everybody, and which games they close; every act is noted."""

from datetime import timedelta
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.meeting import stored_seeks as seeks
from fivefold.house.moderation import stored_moderation as running
from fivefold.house.moderation.acts import reason
from fivefold.house.moderation.announcements import Announcement, announcement_from
from fivefold.house.moderation.closed_games import ClosedGame
from fivefold.house.moderation.stored_moderation import StoredClosedGame
from fivefold.house.stored_match import time_text
from fivefold.house.table.chat_text import tidy_line
from fivefold.play import catalogue

LONGEST_TEXT: Final = 300
LONGEST_HOURS: Final = 24 * 365
MOST_SHOWN: Final = 3
"""Announcements at the same time: more would push the pages away."""


class AboutHouse:
    """What somebody who runs the house does about all of it."""

    def __init__(self, house: House, by: str) -> None:
        """``by``: the machine's user."""
        self._house, self._by = house, by

    # Announcements

    def announce(self, text: str, hours: float | None = None) -> Announcement:
        """Tell everybody something on every page, for so long or until it is withdrawn.

        Raises ``InvalidOption``, ``NotOffered``.
        """
        if hours is not None and not 0 < hours <= LONGEST_HOURS:
            raise InvalidOption(f"takes up to {LONGEST_HOURS}", subject=f"--hours {hours:g}")
        tidy, house, now = tidy_line(text, LONGEST_TEXT), self._house, self._house.now()
        if len(house.running.announcements.current()) >= MOST_SHOWN:
            raise NotOffered(f"{MOST_SHOWN} are shown already", subject="announcement", remedy="withdraw one first")
        until = None if hours is None else time_text(now + timedelta(hours=hours))
        with house.writing() as connection:
            number = running.announce(connection, tidy, time_text(now), until)
            made = running.announcement(connection, number)
            house.running.acts.noting(self._by, "announce", tidy, facts={"announcement": number, "until": until})(
                connection
            )
        house.running.decisions.look()
        assert made is not None  # noqa: S101  (stored a line above)
        return announcement_from(made)

    def withdraw(self, number: int, why: str = "") -> Announcement:
        """Show an announcement no longer; return it. Raises ``NotOffered``."""
        house = self._house
        found = next((each for each in house.running.announcements.current() if each.number == number), None)
        if found is None:
            raise NotOffered("it is not shown", subject=f"announcement {number}")
        facts = {"announcement": number, "until": None if found.until is None else time_text(found.until)}
        with house.writing() as connection:
            running.withdraw(connection, number, time_text(house.now()))
            house.running.acts.noting(self._by, "withdraw", why, facts=facts)(connection)
        house.running.decisions.look()
        return found

    # Games

    def close_game(self, game: str, why: str) -> ClosedGame:
        """Let no match of a game begin; whoever looks for one looks no more. Raises ``InvalidOption``."""
        key, house = catalogue.find(game).key, self._house
        new = StoredClosedGame(key, time_text(house.now()), reason(why))
        with house.writing() as connection:
            running.close(connection, new)
            house.running.acts.noting(self._by, "close-game", new.why, facts={"game": key})(connection)
        house.running.decisions.look()
        with house.reading() as connection:
            looking = [each.person for each in seeks.of_game(connection, key)]
        for person_id in looking:
            house.quick_match.stop(person_id)
        found = house.running.closed_games.find(key)
        assert found is not None  # noqa: S101  (stored above)
        return found

    def open_game(self, game: str, why: str = "") -> ClosedGame:
        """Let matches of a game begin again; return how it was closed. Raises ``InvalidOption``, ``NotOffered``."""
        key, house = catalogue.find(game).key, self._house
        found = house.running.closed_games.find(key)
        if found is None:
            raise NotOffered("it is open", subject=key)
        facts = {"game": key, "since": time_text(found.since), "why": found.why}
        with house.writing() as connection:
            running.reopen(connection, key)
            house.running.acts.noting(self._by, "open-game", why, facts=facts)(connection)
        house.running.decisions.look()
        return found

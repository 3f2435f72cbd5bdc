"""The deal of the day: the same cards for everybody on one date; each guest plays them once."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date
from functools import cached_property
from typing import Final

from sqlalchemy.exc import IntegrityError

from fivefold.contract import SPECTATOR, Drawing, Game
from fivefold.play import chance, options
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from fivefold.service import bounds
from fivefold.service.errors import NotOffered
from fivefold.service.ledger import Ledger
from fivefold.service.links import DAY, with_link
from fivefold.service.match_view import DailyPart
from fivefold.service.people import new_match_id
from fivefold.service.pictures import drawn
from fivefold.session import steps
from fivefold.session.seats import GUEST, Seat
from fivefold.session.snapshot import Link, MatchSnapshot
from fivefold.store import dailies

SECRET: Final = "deals of the day"  # noqa: S105  (its name)
FIRST_DAY: Final = date(2025, 1, 1)
"""There are no deals before this day."""
KEPT: Final = 32
"""Pictures that are kept."""


@dataclass(frozen=True, slots=True)
class Daily:
    """What is known of one day's deal."""

    game: Game
    day: date
    options: Mapping[str, str]
    results: tuple[int, ...]
    """The points of everybody who finished it, lowest first."""
    yours: int | None
    """The guest's own result among them."""
    match: str | None
    """The guest's own match, also while it goes on."""
    picture: Drawing
    """The position that everybody starts from, with nothing to pick."""


class DailyDeals:
    """The deals of all days. The date and a secret of the house decide the cards."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._pictures: dict[tuple[str, date], Drawing] = {}

    def prepare(self) -> None:
        """Make the secret that decides the cards, if there is none yet, so that looking at a deal writes nothing."""
        _ = self._secret

    def keys(self) -> tuple[str, ...]:
        """Return the games that have a deal of the day: those for one player in which a seed decides the whole pack."""
        return tuple(key for key in keys() if _is_dealt(find(key)))

    def today(self) -> date:
        """Return the day it is, in UTC."""
        return self._ledger.now().astimezone(UTC).date()

    def of(self, key: str, day: date, guest_id: str = "") -> Daily:
        """Return what is known of a day's deal, to a guest. Raises ``NotOffered``."""
        game = _found(key)
        if day < FIRST_DAY:
            raise NotOffered(f"the first day was {FIRST_DAY}", subject=f"deal of {day}")
        if day > self.today():
            raise NotOffered("that day is still to come", subject=f"deal of {day}", remedy=f"today is {self.today()}")
        with self._ledger.reading() as connection:
            results = dailies.results(connection, key, day.isoformat())
            match = dailies.match_of(connection, key, day.isoformat(), guest_id)
        yours = next((points for guest, points in results if guest == guest_id), None)
        picture = self._picture(game, day)
        return Daily(game, day, _options(game), tuple(points for _, points in results), yours, match, picture)

    def begin(self, key: str, guest_id: str) -> MatchSnapshot:
        """Return a guest's match on today's deal, begun once. Raises ``NotOffered``."""
        game, day = _found(key), self.today()
        known = self._match(key, day, guest_id)
        if known is None:
            bounds.refuse_more(self._ledger, guest_id)
            try:
                return self._ledger.begin(self._dealt(game, day, guest_id), self._ledger.guest(guest_id))
            except IntegrityError:  # begun a moment ago, in another process
                known = self._match(key, day, guest_id)
                if known is None:
                    raise
        return self._ledger.snapshot(known)

    def _match(self, key: str, day: date, guest_id: str) -> str | None:
        with self._ledger.reading() as connection:
            return dailies.match_of(connection, key, day.isoformat(), guest_id)

    def _dealt(self, game: Game, day: date, guest_id: str) -> MatchSnapshot:
        match = self._prepared(game, day)
        seat = Seat(0, GUEST, guest_id, None, self._ledger.guest(guest_id).shown, "")
        return with_link(steps.open_table(new_match_id(), match, [seat]), DAY, Link(day.isoformat()))

    def _prepared(self, game: Game, day: date) -> Match:
        source = chance.Fair(hmac.digest(self._secret, f"{game.key} {day.isoformat()}".encode(), "sha256"))
        return Match.prepared(game, _options(game), source, clock=self._ledger.now)

    def _picture(self, game: Game, day: date) -> Drawing:
        picture = self._pictures.get((game.key, day))
        if picture is None:
            picture = drawn(game, self._prepared(game, day).row, SPECTATOR, {})
            self._pictures = {**(self._pictures if len(self._pictures) < KEPT else {}), (game.key, day): picture}
        return picture

    @cached_property
    def _secret(self) -> bytes:
        return self._ledger.secret(SECRET)


def table_part(now: MatchSnapshot) -> DailyPart:
    """Return whose day's deal a match is, for the view of its table."""
    return {"daily": now.linked(DAY)}


def _found(key: str) -> Game:
    game = find(key)
    if not _is_dealt(game):
        raise NotOffered(
            f"{game.name} has none", subject="deal of the day", remedy="only games for one player with a pack have one"
        )
    return game


def _is_dealt(game: Game) -> bool:
    return game.traits.fixed_pack and game.setup.seats(_options(game)) == 1


def _options(game: Game) -> dict[str, str]:
    """Return the options of every day's deal: those of the first preset, with nothing left to chance."""
    given = game.setup.presets[0].options if game.setup.presets else {}
    return options.resolve(game, given, lambda label, count: 0)

"""Who sits at the table: people at this keyboard, and computer opponents by level."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.engine.opponents import level_number
from fivefold.play.match import Match
from fivefold.session.seats import COMPUTER_MARK, distinct_names

FRIEND_WORDS = frozenset({"f", "friend", "none", "person", "human"})


@dataclass(frozen=True, slots=True)
class Player:
    """Who makes a seat's moves."""

    name: str
    level: int | None = None
    """1 to 7 for a computer opponent, ``None`` for a person at this keyboard."""

    @property
    def is_person(self) -> bool:
        """Whether this seat's moves are typed."""
        return self.level is None

    def verb(self, plain: str, third: str = "") -> str:
        """Return the name with a verb that agrees with it: ``You play``, ``Pip plays``."""
        return f"{self.name} {plain}" if self.name == YOU else f"{self.name} {third or plain + 's'}"


YOU = "You"


class Thought(Protocol):
    """What a computer opponent came to think of a position."""

    @property
    def text(self) -> str:
        """The move it would make."""

    @property
    def values(self) -> Sequence[float]:
        """For each seat the chance to win, 0 to 1."""

    @property
    def points(self) -> float:
        """In a game for one the final score it expects."""

    @property
    def exact(self) -> bool:
        """Whether the game was searched to its end."""

    @property
    def line(self) -> Sequence[str]:
        """The moves it expects, its own first."""

    @property
    def note(self) -> str:
        """How it was found, a clause that follows the opponent's name; empty as a rule."""


class Arranged(Protocol):
    """What could have been made of the cards that came to a seat."""

    @property
    def seat(self) -> int:
        """Whose cards."""

    @property
    def row(self) -> Sequence[int]:
        """The finished position with the cards laid so."""

    @property
    def points(self) -> int:
        """The points of it."""


class Thinker(Protocol):
    """Thinks for computer opponents; an interrupt from the keyboard stops it."""

    def think(self, match: Match, level: int, seat: int | None = None) -> Thought:
        """Return what the opponent of this level thinks, in a race for this seat; the match is not over."""

    def arrange(self, match: Match, seat: int) -> Arranged:
        """Return the best that could have been made of a seat's cards in a match that is over."""


class ThinkerOnDemand:
    """A thinker that is started when first needed: two friends at one keyboard never wait for an engine."""

    def __init__(self, game: Game, at_once: bool) -> None:
        """With ``at_once`` it starts on entering, so that it compiles what it has to while people look at the table."""
        self._game, self._at_once = game, at_once
        self._open = ExitStack()
        self._thinker: Thinker | None = None

    def __enter__(self) -> Self:
        if self._at_once:
            self._start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.close()

    def _start(self) -> Thinker:
        if self._thinker is None:
            self._thinker = self._open.enter_context(_worker(self._game))
        return self._thinker

    def think(self, match: Match, level: int, seat: int | None = None) -> Thought:
        """Return what the opponent of this level thinks."""
        return self._start().think(match, level, seat)

    def arrange(self, match: Match, seat: int) -> Arranged:
        """Return the best that could have been made of a seat's cards."""
        return self._start().arrange(match, seat)


def _worker(game: Game) -> AbstractContextManager[Thinker]:
    from fivefold.engine.workers import Thinker as Worker  # noqa: PLC0415  loads numpy

    return Worker(game)


def opponent(game: Game, text: str) -> Player:
    """Return the player that ``text`` means: a level, an opponent's name, or a friend at this keyboard.

    Raises ``InvalidOption``, naming those there are.
    """
    if text.strip().casefold() in FRIEND_WORDS:
        return Player("")
    try:
        level = level_number(game, text)
    except InvalidOption as error:
        raise InvalidOption(f"{error}; or friend, for someone at this keyboard") from error
    return Player(_persona_name(game, level), level)


def opponents(game: Game, text: str, count: int) -> list[Player]:
    """Return ``count`` players for a text such as ``3`` (all of them) or ``3/Pip/friend``."""
    texts = text.split("/")
    if len(texts) not in {1, count}:
        raise InvalidOption(f"{text}: {len(texts)} opponents where {count} are wanted; one name stands for all")
    return [opponent(game, one) for one in (texts * count if len(texts) == 1 else texts)]


def seat_players(match: Match, seat: int, others: Sequence[Player]) -> list[Player]:
    """Return the players in the order of the seats: the person who started at ``seat``, the others after it in turn.

    Alone against computers a person is "You"; where several sit at one keyboard each has the seat's name.
    """
    alone = not any(player.is_person for player in others)
    count = len(match.seats)
    players = [Player("")] * count
    players[seat] = Player(YOU if alone else _seat_name(match, seat))
    for place, player in enumerate(others, start=seat + 1):
        name = player.name or _seat_name(match, place % count)
        players[place % count] = Player(name, player.level)
    names = distinct_names([player.name for player in players], [_seat_name(match, seat) for seat in range(count)])
    return [Player(name, player.level) for name, player in zip(names, players, strict=True)]


def _seat_name(match: Match, seat: int) -> str:
    return match.game.notation.seat_name(match.row, seat)


def recorded_names(match: Match, players: Sequence[Player]) -> tuple[str, ...]:
    """Return the names of the seats as the record shall hold them."""
    return tuple(
        _seat_name(match, seat) if player.is_person else _persona_name(match.game, player.level or 1) + COMPUTER_MARK
        for seat, player in enumerate(players)
    )


def _persona_name(game: Game, level: int) -> str:
    return game.personas[level - 1].name


def players_of(match: Match) -> list[Player]:
    """Return the players of a kept game, from the names in its record."""
    found = [
        opponent(match.game, name.removesuffix(COMPUTER_MARK)) if name.endswith(COMPUTER_MARK) else Player("")
        for name in match.seats
    ]
    people = [seat for seat, player in enumerate(found) if player.is_person]
    seat = people[0] if people else 0
    return seat_players(match, seat, found[seat + 1 :] + found[:seat])

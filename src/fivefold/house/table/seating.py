"""A match as a person asks for it, and filling its seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fivefold.contract import ANYONE, Game, Information
from fivefold.contract.errors import InvalidOption
from fivefold.house.people.people import Person
from fivefold.play.chance import FAIR, check_nonce
from fivefold.play.match import Match
from fivefold.play.options import resolve
from fivefold.play.time_control import FULL, Pace, check_handicap, parsed
from fivefold.session.races import becomes_race
from fivefold.session.seats import COMPUTER, OPEN, PERSON, Seat, Terms, starting_seat, with_seat_names
from fivefold.session.snapshot import MatchSnapshot

BEGINNINGS: Final = ("me", "them", "draw")
HERE: Final = "here"
LINK: Final = "link"


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """What a person asks for when starting a match."""

    game: str
    options: Mapping[str, str]
    others: tuple[str, ...]
    """For each other seat, in turn order after the person's own: a level ``1`` to ``7``, a strength in Elo,
    ``here`` (at the same screen) or ``link`` (open to whoever has the link). A single one stands for all."""
    begin: str = "draw"  # Who moves first: ``me``, ``them`` or ``draw``.
    double: bool = False  # Whether a second game on the same deal follows.
    duplicate: bool = False
    """Whether both games of a double match are played at once; as is every rated match that can be."""
    seed: int | None = None
    """A whole number makes chance open and repeatable, if nobody else plays; without it chance is fair."""
    move: str = ""  # A first move to make at once; then the person has the first turn.
    seat: int | None = None  # Where the person sits, whoever moves first; ``None``: where ``begin`` says.
    nonce: str = ""  # The person's own number, mixed into the draws; without one the house makes one.
    listed: bool = False  # Whether the lobby shows it, so that anyone may sit down.
    rated: bool = False
    delay: int = 0  # Seconds after which spectators see what happened; only games with secrets have one.
    to: str = ""  # The name of the player who is asked to sit down.
    invited: tuple[str, ...] = ()  # The names of several players who are asked to, in turn order after the person.
    word: str = ""  # What the person says to those who are asked.
    time: str = ""
    """How long everybody may think, as ``fivefold.play.time_control`` writes it; empty for as long as they like."""
    handicap: int = FULL  # The part of that time that the person has, in per cent.

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of all players who are asked to sit down."""
        return self.invited or ((self.to,) if self.to else ())


DELAYS: Final = (0, 60, 300)  # Seconds after which spectators may see what happened in a game with secrets.


def check(game: Game, wish: MatchRequest) -> None:
    """Raise ``InvalidOption`` for a request that cannot be met, before anything is drawn."""
    values = resolve(game, wish.options)
    _check_time(game, values, wish)
    if wish.begin not in BEGINNINGS:
        raise _wrong("begin", wish.begin, f"choose who moves first: {', '.join(BEGINNINGS)}")
    if wish.double and not game.traits.doubles:
        raise _wrong("double", f"{game.name} has no double match")
    _check_duplicate(game, wish)
    if wish.nonce:
        check_nonce(wish.nonce)
    if wish.seed is not None and not {HERE, LINK}.isdisjoint(wish.others):
        known = "who knows the number knows every card and roll to come"
        message = f"{known}, so it is only for playing alone or against computers"
        raise _wrong("seed", message, "leave it out for fair chance")
    if wish.delay not in DELAYS:
        raise _wrong("delay", str(wish.delay), f"it is {', '.join(map(str, DELAYS))} seconds")


def with_duplicate(game: Game, wish: MatchRequest) -> MatchRequest:
    """Return a request as it is met: where a rated match can be a duplicate it is one, and no double match."""
    duplicate = wish.duplicate or (wish.rated and game.traits.duplicates)
    return replace(wish, duplicate=duplicate, double=wish.double and not duplicate)


def _check_duplicate(game: Game, wish: MatchRequest) -> None:
    if not wish.duplicate:
        return
    if not game.traits.duplicates:
        raise _wrong("duplicate", f"{game.name} is not played as a duplicate")
    if HERE in wish.others:
        raise _wrong("duplicate", "two boards at once are for two screens", "play a double match")
    if wish.move:
        raise _wrong("move", "both boards of a duplicate begin together", "leave it out")


def _check_time(game: Game, values: Mapping[str, str], wish: MatchRequest) -> None:
    control = parsed(wish.time)
    check_handicap(wish.handicap)
    if control is None:
        return
    whole, together = control.pace == Pace.GAME, becomes_race(game, values) or game.setup.seats(values) == 1
    if whole and not together:
        message, remedy = "a limit for the whole game is for races and games for one", "give each player a clock"
        raise InvalidOption(message, subject=wish.time, field="time", remedy=f"{remedy}, for example 5m+3s")
    if becomes_race(game, values) and not whole:
        remedy = "limit the whole game, for example 5m/game"
        raise InvalidOption("everybody moves at once in a race", subject=wish.time, field="time", remedy=remedy)


def terms(new: MatchSnapshot, wish: MatchRequest, person_id: str) -> Terms:
    """Return on which terms people sit at a new table: only one with an open seat is shown in the lobby."""
    is_open = any(seat.kind == OPEN for seat in new.seats)
    hides = new.match.game.traits.information == Information.HIDDEN
    delay = wish.delay if hides else 0
    return Terms(
        owner=person_id,
        listed=wish.listed and is_open,
        rated=wish.rated and not new.alone,
        delay=delay,
        time=parsed(wish.time),
    )


def seated(match: Match, wish: MatchRequest, person: Person) -> tuple[Seat, ...]:
    """Return who sits where: the person as requested, the others after them in turn. Raises ``InvalidOption``. In a
    match that is not dealt yet they may change places when it is."""
    count = len(match.seats)
    others = _others(match, wish.others, count - 1)
    if wish.move and OPEN in {seat.kind for seat in others}:
        message = "the first move waits until everybody has sat down"
        raise _wrong("move", message, "leave it out while a seat is open")
    own = _own(match, wish)
    here = Seat(0, PERSON, person.id, None, "", "")
    placed = [here] * count
    placed[own] = here
    for place, other in enumerate(others, start=own + 1):
        placed[place % count] = here if other.kind == PERSON else other
    alone = placed.count(here) == 1
    name = person.shown if alone else ""
    placed = [Seat(each.seat, PERSON, each.person, None, name, "") if each.kind == PERSON else each for each in placed]
    if wish.time and alone:
        placed[own] = replace(placed[own], handicap=wish.handicap)
    if match.source.kind == FAIR:
        placed[own] = replace(placed[own], nonce=wish.nonce)
    return with_seat_names(match, placed)


def _own(match: Match, wish: MatchRequest) -> int:
    """Return where the person sits; where anyone may move first, a move says whose it is."""
    if wish.seat is not None:
        if wish.seat not in range(len(match.seats)):
            raise _wrong("seat", str(wish.seat), f"the seats are 0 to {len(match.seats) - 1}")
        return wish.seat
    if match.to_move == ANYONE and wish.move:
        return match.mover(match.game.notation.read(match.row, wish.move))
    return match.to_move if wish.move else starting_seat(match, wish.begin)


def _others(match: Match, texts: Sequence[str], count: int) -> list[Seat]:
    if len(texts) not in {1, count}:
        raise _wrong("others", f"{len(texts)} where {count} are wanted", "one stands for all")
    return [_other(match, text) for text in (list(texts) * count if len(texts) == 1 else texts)]


def _other(match: Match, text: str) -> Seat:
    if text == HERE:
        return Seat(0, PERSON, "", None, "", "")
    if text == LINK:
        return Seat(0, OPEN, None, None, "", "")
    game, level = match.game, int(text) if text.isdecimal() else 0
    if not game.has_level(level):
        marks = game.traits.marks()
        strengths = f"a strength from {marks[0]} to {marks[-1]} Elo"
        raise _wrong("others", text[:20], f"an opponent is 1 to {len(marks)}, {strengths}, {HERE} or {LINK}")
    if becomes_race(game, match.options):
        level = game.level_below(level)  # Strengths are measured where people take turns.
    return Seat(0, COMPUTER, None, level, game.persona(level).name, "")


def _wrong(field: str, message: str, remedy: str = "") -> InvalidOption:
    return InvalidOption(message, subject=field, field=field, remedy=remedy)

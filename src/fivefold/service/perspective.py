"""What one viewer may see of a match: the only way from a snapshot to words and pictures.

In a game with secrets everything is worked out from the row that ``observe`` leaves and the move that ``observed_move``
makes of the true one.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from fivefold.contract import ANYONE, SPECTATOR, WHOLE_PICTURE, Game, Marks
from fivefold.parts import svg
from fivefold.play import grouping
from fivefold.play.observation import observed, observed_move
from fivefold.play.outcome import points
from fivefold.session import narration, races
from fivefold.session.snapshot import MatchSnapshot

BARE: Marks = {WHOLE_PICTURE: "bare"}
ENDED: Marks = {WHOLE_PICTURE: "over"}
PICTURES: Final = 512
"""Pictures kept, some 20 kB each: what a preview showed is what the players see once the move is made, and with 200
matches going on some 400 others are drawn in between."""
MOVES: Final = 256
"""Lists of legal moves kept, some 15 kB each: every look at a position and every preview asks for the same."""


def viewer_of(snapshot: MatchSnapshot, guest_id: str) -> int:
    """Return the seat a guest sees the table from: at one screen the one to move; ``SPECTATOR`` for who looks on.

    Where several share a screen in a game with secrets and it is nobody's turn there, they see what everybody may see.
    """
    seats = snapshot.seats_of(guest_id)
    if snapshot.match.to_move in seats:
        return snapshot.match.to_move
    return SPECTATOR if not seats or shares_screen(snapshot, guest_id) else seats[0]


def shares_screen(snapshot: MatchSnapshot, guest_id: str) -> bool:
    """Tell whether a guest has several seats in a game with secrets: then they may have them from each other."""
    return snapshot.match.game.hidden is not None and len(snapshot.seats_of(guest_id)) > 1


def united(*several: Marks) -> dict[str, str]:
    """Return all marks together."""
    names = {name: None for marks in several for name in marks}
    return {name: " ".join(filter(None, (marks.get(name, "") for marks in several))) for name in names}


class Position:
    """The position after some plies, as a viewer may see it."""

    def __init__(self, snapshot: MatchSnapshot, ply: int, viewer: int) -> None:
        self.snapshot, self.ply, self.viewer = snapshot, ply, viewer
        self.game: Game = snapshot.match.game
        self.true_row = snapshot.row_at(ply)
        """Everything; never to be told of."""
        self.row = observed(self.game, self.true_row, viewer)

    @property
    def to_move(self) -> int:
        """The seat to move, or what stands for none or any."""
        latest = self.ply == len(self.snapshot.match.moves)
        return self.snapshot.match.to_move if latest else self.turn

    @cached_property
    def turn(self) -> int:
        """Whose turn the rules say it is, also after somebody has ended the match."""
        return self.game.rules.to_move(self.true_row)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points."""
        return points(self.game, self.snapshot.match.options, self.row)

    def picture(self, marks: Marks, seats: Sequence[int] = ()) -> str:
        """Return it drawn without its style, with things to pick only for the seats of who may move now."""
        if seats:
            several = self.turn == ANYONE and len(seats) > 1
            return drawn(self.game, self.row, ANYONE if several else self.viewer, marks)
        idle = ENDED if self.viewer == self.to_move and self.game.hidden is not None else {}
        return drawn(self.game, self.row, onlooker(self.game, self.viewer), united(marks, idle))

    def line(self, names: narration.Names) -> str:
        """Return whose turn it is and who leads."""
        return narration.status_line(names, self.to_move, self.scores)


def onlooker(game: Game, viewer: int) -> int:
    """Return who to draw for where nothing is to be picked: with secrets the viewer, who sees a hand even so."""
    return SPECTATOR if game.hidden is None else viewer


def drawn(game: Game, row: list[int], viewer: int, marks: Marks) -> str:
    """Return a position already ``observed`` as a picture for a page, which shows names and scores around it."""
    return _drawn(game, tuple(row), viewer, tuple(united(BARE, marks).items()))


@lru_cache(maxsize=PICTURES)
def _drawn(game: Game, row: tuple[int, ...], viewer: int, marks: tuple[tuple[str, str], ...]) -> str:
    return svg.without_style(game.picture.draw(list(row), viewer, dict(marks)))


class Event:
    """One ply as a viewer may see it; ``before`` is the position it was made in, or could be made in."""

    def __init__(self, before: Position, mover: int, move: int, happened: bool = True) -> None:
        self.before, self.mover, self.happened = before, mover, happened
        self.game, self.viewer = before.game, before.viewer
        self.true_move = move
        """Never to be told of."""
        self.move = observed_move(self.game, before.true_row, move, self.viewer)

    @property
    def text(self) -> str:
        """The move, as far as the viewer may know it."""
        return self.game.notation.say(self.before.row, self.move, self.viewer)

    @property
    def picks(self) -> tuple[str, ...]:
        """The picks that spell it."""
        return self.game.notation.clicks(self.before.row, self.move)

    @cached_property
    def explained(self) -> str:
        """What it earns or does."""
        return self.game.notation.explain(self.before.row, self.move)

    def said(self, names: narration.Names) -> str:
        """Return who played what, and what it did."""
        who = names[self.mover] if self.mover >= 0 else "Somebody"
        text = races.without_seat_number(self.text) if self.before.turn == ANYONE else self.text
        return narration.move_sentence(
            who, text, self.explained, grouping.goes_on(self.game, self.before.row, self.move)
        )

    @cached_property
    def marks(self) -> dict[str, str]:
        """What it lights up."""
        return dict(self.game.picture.spotlight(self.before.row, self.move))

    @cached_property
    def motions(self) -> list[list[str]]:
        """What moves where."""
        return [list(pair) for pair in self.game.picture.motions(self.before.row, self.move)]

    @cached_property
    def after(self) -> list[int]:
        """The position right after it, before chance, as the viewer may see it.

        A move that was not made is played on what the viewer knows: it shows nothing else.
        """
        row = list(self.before.true_row if self.happened else self.before.row)
        self.game.rules.play(row, self.true_move)
        return observed(self.game, row, self.viewer) if self.happened else row

    @cached_property
    def scores_after(self) -> tuple[int, ...]:
        """Each seat's points right after it."""
        return points(self.game, self.before.snapshot.match.options, self.after)

    @property
    def gains(self) -> list[int]:
        """What each seat's points changed by."""
        return [now - then for now, then in zip(self.scores_after, self.before.scores, strict=True)]


def event_at(snapshot: MatchSnapshot, ply: int, viewer: int) -> Event:
    """Return the ply that led to the position after ``ply`` plies, 1 or more."""
    match = snapshot.match
    return Event(Position(snapshot, ply - 1, viewer), match.movers[ply - 1], match.moves[ply - 1])


class Move(NamedTuple):
    """A legal move as its seat may know it."""

    mover: int
    move: int
    text: str
    picks: tuple[str, ...]
    """The picks that spell it."""
    seat: int | None
    """Who would make it, where anyone may move; otherwise that goes without saying."""


@lru_cache(maxsize=MOVES)
def moves(snapshot: MatchSnapshot, viewer: int, seats: tuple[int, ...]) -> Sequence[Move]:
    """Return the moves that these seats may make now, as ``viewer`` sees them."""
    position = Position(snapshot, len(snapshot.match.moves), viewer)
    racing = position.turn == ANYONE
    return [
        Move(event.mover, event.true_move, event.text, event.picks, event.mover if racing else None)
        for event in legal(position, seats)
    ]


def legal(position: Position, seats: Sequence[int]) -> list[Event]:
    """Return the moves that these seats may make in the latest position."""
    match = position.snapshot.match
    turn = match.to_move
    if turn != ANYONE:
        return [Event(position, turn, move, happened=False) for move in match.legal()] if turn in seats else []
    moves = ((match.mover(move), move) for move in match.legal())
    return [Event(position, mover, move, happened=False) for mover, move in moves if mover in seats]

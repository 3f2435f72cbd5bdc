"""What one viewer may see of a match: the only way from a standing to words and pictures.

In a game with secrets everything is worked out from the row that ``observe`` leaves, and a move whose text is not the
same for everybody is told by its text alone.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

from fivefold.parts import svg
from fivefold.play.contract import SPECTATOR, TABLE, WHOLE_PICTURE, Game, Marks
from fivefold.play.outcome import points
from fivefold.service import wording
from fivefold.service.standing import Standing

BARE: Marks = {WHOLE_PICTURE: "bare"}
ENDED: Marks = {WHOLE_PICTURE: "over"}
PICTURES: Final = 256
"""Pictures kept, some 30 kB each: what a preview showed is what the players see once the move is made."""


def viewer_of(standing: Standing, guest_id: str) -> int:
    """Return the seat a guest sees the table from: at one screen the one to move; ``SPECTATOR`` for who looks on."""
    seats = standing.seats_of(guest_id)
    if not seats:
        return SPECTATOR
    return standing.match.to_move if standing.match.to_move in seats else seats[0]


def seen(game: Game, row: Sequence[int], viewer: int) -> list[int]:
    """Return a position with what the viewer cannot know blanked."""
    out = list(row)
    if game.hidden is not None:
        game.hidden.observe(list(row), viewer, out)
    return out


def united(*several: Marks) -> dict[str, str]:
    """Return all marks together."""
    names = {name: None for marks in several for name in marks}
    return {name: " ".join(filter(None, (marks.get(name, "") for marks in several))) for name in names}


class Position:
    """The position after some plies, as a viewer may see it."""

    def __init__(self, standing: Standing, ply: int, viewer: int) -> None:
        self.standing, self.ply, self.viewer = standing, ply, viewer
        self.game: Game = standing.match.game
        self.row = seen(self.game, standing.row_at(ply), viewer)

    @property
    def to_move(self) -> int:
        """The seat to move, or what stands for none."""
        latest = self.ply == len(self.standing.match.moves)
        return self.standing.match.to_move if latest else self.standing.match.movers[self.ply]

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points."""
        return points(self.game, self.standing.match.options, self.row)

    def picture(self, marks: Marks, turn: bool = False) -> str:
        """Return it drawn without its style, with things to pick only for who may move now."""
        return drawn(self.game, self.row, self.viewer if turn else onlooker(self.game, self.viewer), marks)

    def line(self, names: wording.Names) -> str:
        """Return whose turn it is and who leads."""
        return wording.standing_line(names, self.to_move, self.scores)


def onlooker(game: Game, viewer: int) -> int:
    """Return who to draw for where nothing is to be picked: with secrets the viewer, who sees a hand even so."""
    return SPECTATOR if game.hidden is None else viewer


def drawn(game: Game, row: list[int], viewer: int, marks: Marks) -> str:
    """Return a position already ``seen`` as a picture for a page, which shows names and scores around it."""
    return _drawn(game, tuple(row), viewer, tuple(united(BARE, marks).items()))


@lru_cache(maxsize=PICTURES)
def _drawn(game: Game, row: tuple[int, ...], viewer: int, marks: tuple[tuple[str, str], ...]) -> str:
    return svg.without_style(game.picture.draw(list(row), viewer, dict(marks)))


class Event:
    """One ply as a viewer may see it; ``before`` is the position it was made in, or could be made in."""

    def __init__(self, before: Position, mover: int, move: int, happened: bool = True) -> None:
        self.before, self.mover, self.move, self.happened = before, mover, move, happened
        self.game, self.viewer = before.game, before.viewer
        self._true_row = before.standing.row_at(before.ply)

    @cached_property
    def text(self) -> str:
        """The move, as far as the viewer may know it."""
        return self.game.notation.say(self._true_row, self.move, self.viewer)

    @cached_property
    def is_open(self) -> bool:
        """Whether the viewer may know all of it."""
        return self.game.hidden is None or self.text == self.game.notation.say(self._true_row, self.move, TABLE)

    @cached_property
    def explained(self) -> str:
        """What it earns or does."""
        return self.game.notation.explain(self.before.row, self.move) if self.is_open else ""

    def said(self, names: wording.Names) -> str:
        """Return who played what, and what it did."""
        who = names[self.mover] if self.mover >= 0 else ""
        return wording.move_said(who, self.text, self.explained)

    @cached_property
    def marks(self) -> dict[str, str]:
        """What it lights up."""
        return dict(self.game.spotlight(self.before.row, self.move)) if self.is_open else {}

    @cached_property
    def motions(self) -> list[list[str]]:
        """What moves where."""
        return [list(pair) for pair in self.game.motions(self.before.row, self.move)] if self.is_open else []

    @cached_property
    def after(self) -> list[int]:
        """The position right after it, before chance, as the viewer may see it.

        In a game with secrets nothing comes of a move that was not made: it may be the one that uncovers them.
        """
        if self.game.hidden is not None and not self.happened:
            return self.before.row
        row = list(self._true_row)
        self.game.rules.play(row, self.move)
        return seen(self.game, row, self.viewer)

    @cached_property
    def gains(self) -> list[int]:
        """What each seat's points changed by."""
        options = self.before.standing.match.options
        after = points(self.game, options, self.after)
        return [now - then for now, then in zip(after, self.before.scores, strict=True)]

    def told(self, names: wording.Names) -> dict[str, Any]:
        """Return it for a list of moves."""
        return {
            "ply": self.before.ply + 1,
            "mover": self.mover,
            "text": self.text,
            "gains": self.gains,
            "said": self.said(names),
        }


def event_at(standing: Standing, ply: int, viewer: int) -> Event:
    """Return the ply that led to the position after ``ply`` plies, 1 or more."""
    return _event_at(standing, ply, onlooker(standing.match.game, viewer))


@lru_cache(maxsize=256)
def _event_at(standing: Standing, ply: int, viewer: int) -> Event:
    match = standing.match
    return Event(Position(standing, ply - 1, viewer), match.movers[ply - 1], match.moves[ply - 1])


def legal(position: Position) -> list[Event]:
    """Return the moves that may be made in the latest position."""
    turn = position.standing.match.to_move
    return [Event(position, turn, move, happened=False) for move in position.standing.match.legal()]

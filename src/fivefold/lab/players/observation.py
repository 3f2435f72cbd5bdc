"""A match as one seat may know it: what is given to players that are not the house's own.

In a game without secrets that is all of it but chance to come. In one with secrets the position is what ``conceal``
leaves of it, and each move what ``observed_move`` makes of it: ``deal:??``.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple, NoReturn, Self

from fivefold.contract import ANYONE, CHANCE, NOBODY, Game, Sampling
from fivefold.contract.errors import IllegalMove, MatchOver
from fivefold.parts import dice as generator
from fivefold.play import chance
from fivefold.play.match import Match, Ply
from fivefold.play.observation import observed, observed_move
from fivefold.play.record import mover_text
from fivefold.session.history import text_of

GUESSES: Final = 1_000
"""So many possibilities are tried for a move that came out of what was hidden: with 49 unseen cards, three of them in a
hand, a card that can be there is there in one of sixteen."""


class SeenMove(NamedTuple):
    """A move as a seat may know it."""

    mover: int
    move: int
    text: str


class SeenMoves:
    """What one seat sees of a match as it goes on."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._seat = 0
        self._moves: list[SeenMove] = []
        self._row: list[int] = []

    def moves(self, match: Match, seat: int) -> Sequence[SeenMove]:
        """Return all moves so far as this seat may know them; each is looked at once, however often this is asked."""
        if match is not self._match or seat != self._seat or len(match.moves) < len(self._moves):
            self._match, self._seat, self._moves = match, seat, []
            self._row = next((ply.before for ply in match.replay()), list(match.row))
        history = match.history
        for number in range(len(self._moves), len(match.moves)):
            mover, move = match.movers[number], match.moves[number]
            if match.game.hidden is None:
                self._moves.append(SeenMove(mover, move, history[number]))
            else:
                self._moves.append(self._seen(match, Ply(number + 1, mover, move, history[number], self._row, [])))
        return self._moves

    def _seen(self, match: Match, ply: Ply) -> SeenMove:
        known = observed_move(match.game, ply.before, ply.move, self._seat)
        seen = SeenMove(ply.mover, known, text_of(match, ply, self._seat))
        match.game.rules.play(self._row, ply.move)
        return seen


class SeenMatch(Match):
    """A match as one seat sees it, to think with.

    Moves can be tried on a ``copy``: chance then brings something it could bring, which has nothing to do with what
    will come. Where anyone may be to move only this seat's moves are legal. In a game with secrets what is hidden is
    blank, in the position and in the moves, and what a rival would do from there can only be guessed.
    """

    seat: int
    """Whose view this is."""

    @classmethod
    def of(cls, match: Match, seat: int, moves: Sequence[SeenMove], seed: int) -> Self:
        """Return what a seat sees of a match; ``moves``: as it may know them; ``seed``: for chance in what it tries."""
        seen = cls.__new__(cls)
        seen.__dict__.update(match.copy().__dict__)
        seen.seat, seen.source, seen.script, seen._legal = seat, chance.Seeded(seed), (), None
        if match.game.hidden is not None:
            seen.row, seen.moves = match.seen_by(seat), [each.move for each in moves]
            seen._passed, seen._texts = (), [each.text for each in moves]
        return seen

    @classmethod
    def begun(cls, game: Game, options: dict[str, str], seat: int, seed: int) -> Self:
        """Return a match before anything has happened; what happens then, chance too, is told by ``follow``."""
        seen = cls.prepared(game, options, chance.Seeded(seed), dealt=False)
        seen.seat, seen.dealt = seat, True
        return seen

    def follow(self, mover: int, text: str) -> None:
        """Make the move that was told, and nothing after it. Raises ``FivefoldError``; then nothing has changed."""
        if self.to_move == NOBODY:
            raise MatchOver("the game was over before this move", subject=text)
        move = self._number(text)
        made_by = self.mover(move)
        if made_by != mover:
            raise IllegalMove(f"is a move of {mover_text(made_by)}, not of {mover_text(mover)}", subject=text)
        self._append_logged(move)
        self._texts[-1] = text

    def _number(self, text: str) -> int:
        if self.game.hidden is None:
            return self.game.logged(self.row, text)
        if self.to_move == CHANCE:
            for move in self.legal():
                known = observed_move(self.game, self.row, move, self.seat)
                if self.game.notation.say(self.row, known, self.seat) == text:
                    return known
        return self._number_behind_blanks(text)

    def _number_behind_blanks(self, text: str) -> int:
        """Return the number of a move that may have come out of what was hidden: one of many guesses allows it."""
        notation, search = self.game.notation, self.game.search
        try:
            return notation.read(self.row, text)
        except IllegalMove as error:
            refused = error
        guess, dice = list[int](), [0]
        assert isinstance(search, Sampling)  # noqa: S101  no other search plays games with secrets
        for salt in range(GUESSES):
            guess[:] = observed(self.game, self.row, self.seat)
            generator.seed(dice, salt)
            search.determinize(guess, self.seat, dice)
            with suppress(IllegalMove):
                return notation.read(guess, text)
        raise refused

    def legal(self) -> list[int]:
        """Return the legal moves, where anyone may be to move those of this seat."""
        found = super().legal()
        return [move for move in found if self.mover(move) == self.seat] if self.to_move == ANYONE else found

    def forced(self) -> bool:
        """Return whether there is only one legal move, of any seat, and the table makes it."""
        return len(super().legal()) == 1 and super().forced()

    def twin(self) -> NoReturn:
        """Refuse: a seat knows one game of two."""
        raise IllegalMove("a seat sees one game of a double match", subject="twin")

    def to_record(self, *_: object, **__: object) -> NoReturn:
        """Refuse: a record tells how chance is drawn."""
        raise IllegalMove("what a seat sees of a match has no record; history and row tell of it", subject="to_record")


def seat_moves(match: Match, seat: int | None) -> list[int]:
    """Return the legal moves; where anyone may be to move, only those of ``seat``."""
    if match.to_move != ANYONE:
        return match.legal()
    return [move for move in match.legal() if match.mover(move) == seat]

"""Moves as people type them in a mail: one or several on a line, with blanks, dashes of every length, a full stop."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from fivefold.contract import ANYONE, CHANCE, Game
from fivefold.contract.errors import FivefoldError, IllegalMove, InvalidMove
from fivefold.parts.words import listed, squeeze
from fivefold.play.observation import observed
from fivefold.session import races
from fivefold.session.answers import Position
from fivefold.session.errors import NotOffered
from fivefold.session.snapshot import MatchSnapshot

MOST_WORDS: Final = 60
"""On a line with moves."""
LONGEST_WORD: Final = 40
MOST_NEAR: Final = 6
FEW: Final = 3
TYPED: Final = str.maketrans(
    {**dict.fromkeys("‐‑‒–—―−", "-"), "：": ":", "＠": "@", "，": ",", **dict.fromkeys("“”„‘’«»`\"'<>", None)}
)
"""What phones and mail programs make of the signs in moves."""
ENDS: Final = ".;!"


def plain_words(words: Sequence[str]) -> list[str]:
    """Return the words of a line without what a mail program added. Raises ``InvalidMove`` for too many."""
    plain = [each for word in words if (each := word.translate(TYPED).strip().rstrip(ENDS))]
    if len(plain) > MOST_WORDS or any(len(word) > LONGEST_WORD for word in plain):
        raise InvalidMove("that is too long for moves", subject=f"{' '.join(words)[:LONGEST_WORD]}…", field="move")
    return plain


def position_for(now: MatchSnapshot, person_id: str) -> Position:
    """Return the position as a person who has a seat sees it: with the seat to move, if it is theirs."""
    seats = now.seats_of(person_id)
    seat = now.match.to_move if now.match.to_move in seats else seats[0]
    return Position(now.match.game, seat, observed(now.match.game, now.match.row, seat))


class Words:
    """Words that are to be read as moves, one after the other."""

    def __init__(self, words: Sequence[str]) -> None:
        self.left = plain_words(words)

    def __bool__(self) -> bool:
        return bool(self.left)

    def __str__(self) -> str:
        return " ".join(self.left).rstrip(",")

    def beginnings(self) -> list[tuple[int, str]]:
        """Return what the first move may be, as many words as possible first: how many, and the text."""
        counts = range(len(self.left), 0, -1)
        marks = (" ", ",")
        return [
            (count, mark.join(self.left[:count]).rstrip(",")) for count in counts for mark in marks[: min(2, count)]
        ]

    def without_sentence(self, here: Position) -> "tuple[Words, str]":
        """Return the words without a few at the end that belong to no move, and these: ``c2-c1 thanks``."""
        kept, said = list(self.left), list[str]()
        while len(kept) > 1 and kept[-1].isalpha() and not _ends_move(here, kept):
            said.insert(0, kept.pop())
        return Words(kept), " ".join(said)

    def take(self, count: int) -> None:
        """Go on behind so many words."""
        self.left = self.left[count:]

    def next(self, here: Position) -> int:
        """Return the move with which they begin in a position, and go on behind it.

        Raises ``InvalidMove``, ``IllegalMove``.
        """
        problem: FivefoldError | None = None
        for count, text in self.beginnings():
            try:
                move = read(here, text)
            except IllegalMove as error:
                problem = problem or error
            except InvalidMove:
                continue
            else:
                self.take(count)
                return move
        raise with_legal_moves(problem or self._unreadable(here), here)

    def _unreadable(self, here: Position) -> FivefoldError:
        """Return what is wrong with the first word, or with all where they make no sense apart."""
        try:
            read(here, str(self))
        except InvalidMove as error:
            return error
        return InvalidMove("this is no move", subject=str(self))

    def look_like_moves(self, here: Position) -> bool:
        """Tell whether a move begins here, legal or not."""
        return any(_has_form(here, text) for _, text in self.beginnings())


def _ends_move(here: Position, words: Sequence[str]) -> bool:
    """Tell whether the last word, perhaps with some before it, has the form of a move."""
    ends = (" ".join(words[start:]) for start in range(len(words)))
    return any(_has_form(here, text) for text in ends)


def _has_form(here: Position, text: str) -> bool:
    try:
        read(here, text)
    except InvalidMove:
        return False
    except IllegalMove:
        return True
    return True


def read(here: Position, text: str) -> int:
    """Return the move that a text means for the seat that looks at a position.

    Raises ``InvalidMove``, ``IllegalMove``.
    """
    if here.turn == ANYONE:
        text = races.with_seat_number(text, here.seat)
    return here.game.notation.read(here.row, text)


def check_ahead(here: Position, seats: Collection[int], words: Words) -> None:
    """Raise ``InvalidMove``, ``IllegalMove`` or ``NotOffered`` unless all words may be moves of one turn.

    Behind a move of chance nobody knows what will be possible: there they only have to look like moves.
    """
    rest = Words(words.left)
    first = rest.next(here)
    if not rest:
        return
    _, after = here.after(first).settled()
    if after.turn == CHANCE:
        if not rest.look_like_moves(here):
            rest.next(here)  # which says what is wrong
    elif after.turn in seats or after.turn == ANYONE:
        check_ahead(after, seats, rest)
    else:
        text = say(here, first)
        remedy = "send one move, or queue answers to what they may play"
        raise NotOffered(f"your turn ends with {text}", subject=str(rest), remedy=remedy)


def say(here: Position, move: int) -> str:
    """Return a legal move's text, in a race without the seat's number."""
    return races.without_seat_number(here.text(move)) if here.turn == ANYONE else here.text(move)


def own_moves(here: Position) -> list[int]:
    """Return the moves that the seat which looks at a position may make in it."""
    if here.turn == here.seat:
        return list(here.legal)
    race = here.game.race
    if here.turn != ANYONE or race is None:
        return []
    return [move for move in here.legal if race.mover(here.row, move) == here.seat]


def from_place(game: Game, here: Position, moves: Sequence[int], place: str) -> list[int]:
    """Return those of some legal moves that have to do with a thing on the picture, or begin with these letters."""
    wanted = squeeze(place)

    def fits(move: int) -> bool:
        picks = {squeeze(pick.partition("*")[0]) for pick in game.notation.clicks(here.row, move)}
        return wanted in picks or squeeze(say(here, move)).startswith(wanted)

    first = [move for move in moves if fits(move) and _begins_with(game, here, move, wanted)]
    return first or [move for move in moves if fits(move)]


def _begins_with(game: Game, here: Position, move: int, wanted: str) -> bool:
    picks = game.notation.clicks(here.row, move)
    return bool(picks) and squeeze(picks[0].partition("*")[0]) == wanted


def with_legal_moves(error: FivefoldError, here: Position) -> FivefoldError:
    """Return an error about a move with the legal moves that are most like it."""
    texts = [say(here, move) for move in own_moves(here)]
    near = most_like(error.problem.subject, texts)
    if not texts or all(text in error.problem.remedy for text in near or texts):
        return error
    if near:
        hint = f"legal moves near it are {listed(near)}" if near[1:] else f"the legal move nearest to it is {near[0]}"
    else:
        hint = f"legal moves are, for example, {listed(texts[:: 1 + len(texts) // FEW][:FEW])}"
    remedy = f"{error.problem.remedy}; {hint}" if error.problem.remedy else hint
    return type(error)(replace(error.problem, remedy=remedy))


def most_like(given: str, texts: Sequence[str]) -> list[str]:
    """Return some of these texts: those that begin as the given one does for longest."""
    plain = squeeze(given)
    for length in range(len(plain), 0, -1):
        found = [text for text in texts if squeeze(text).startswith(plain[:length])]
        if found:
            return found[:MOST_NEAR]
    return []

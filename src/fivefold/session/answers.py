"""Answers given in advance: "if they play this, I play that", what of it fits what is played, and what is left of it.

Pure. A *line* is a list of moves from the position on the table, the others' and the player's own, in the order in
which they would be made. Lines that begin alike share their beginning, so all of them together are a *tree*: each move
leads to those that may follow. Where the others are to move that is any number, where the player is to move the one
answer.

Moves can be foreseen only where the player sees the whole position and nothing is left to chance. That is asked of each
position, not of the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from fivefold.contract import ANYONE, CHANCE, NOBODY, TABLE, Game
from fivefold.contract.errors import InvalidMove
from fivefold.play.observation import observed
from fivefold.session.errors import NotOffered, NotYours
from fivefold.session.races import is_race
from fivefold.session.rights import playing_seats
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import LIVE, MOVE, UNDO, Entry, MatchSnapshot

Tree = Mapping[str, "Tree"]  # For each move that may come next, as its canonical text, what may follow it.

MOST_MOVES: Final = 200  # In a tree.
DEEPEST: Final = 20  # The moves of a line.
LONGEST_MOVE: Final = 40  # Characters of a move's text.
ANYTHING: Final = "*"
"""Stands for whatever else the others play, until it is the player's turn: one move made ahead."""
MOST_REPLIES: Final = 150
MOST_SEATS: Final = 4
"""Replies of one other player, and others one after the other, looked at to find what a player may move ahead."""


class Step(NamedTuple):
    """A move of a line."""

    text: str  # Canonical.
    seat: int
    forced: bool  # Whether the table makes it, as the only one.


class Position:
    """A position that may come, seen by a player who knows all of it."""

    def __init__(self, game: Game, seat: int, row: Sequence[int]) -> None:
        self.game, self.seat, self.row = game, seat, list(row)

    @cached_property
    def turn(self) -> int:
        """The seat to move, or what stands for chance, anyone or nobody."""
        return self.game.rules.to_move(self.row)

    @cached_property
    def legal(self) -> Sequence[int]:
        """The legal moves."""
        if self.turn == NOBODY:
            return ()
        found = [0] * self.game.rules.MAX_MOVES
        return found[: self.game.rules.legal_moves(self.row, found)]

    @property
    def forced(self) -> bool:
        """Whether the table makes the only move."""
        return self.turn >= 0 and len(self.legal) == 1 and self.game.plays_itself(self.row, self.legal[0])

    @property
    def closed(self) -> str:
        """Why nobody can foresee what is played here, a clause; empty where somebody can."""
        if self.turn == CHANCE:
            return "chance decides what comes next"
        if self.turn == NOBODY:
            return "the match is over then"
        if self.turn == ANYONE:
            return "in a race nobody waits for a turn"
        if observed(self.game, self.row, self.seat) != self.row:
            return "you don't see everything"
        return ""

    def text(self, move: int) -> str:
        """Return a move's canonical text."""
        return self.game.notation.say(self.row, move, TABLE)

    def after(self, move: int) -> "Position":
        """Return the position after a legal move."""
        row = self.row.copy()
        self.game.rules.play(row, move)
        return Position(self.game, self.seat, row)

    def settled(self) -> "tuple[list[Step], Position]":
        """Return the moves that the table makes here, and the position after them."""
        made, here = [], self
        while here.forced and not here.closed:
            made.append(Step(here.text(here.legal[0]), here.turn, forced=True))
            here = here.after(here.legal[0])
        return made, here


# --- who may ----------------------------------------------------------------------------------------------------------


def answering_seat(now: MatchSnapshot, person_id: str) -> int:
    """Return the seat for which a person may give answers in this match, now or later. Raises ``NotYours``,
    ``NotOffered``."""
    seats = playing_seats(now, person_id, "answers in advance")
    if not seats:
        raise NotYours("you are watching this match and have no seat", subject="answers in advance")
    others = {seat.person for seat in now.seats if seat.kind == PERSON and seat.person is not None} - {person_id}
    if len(seats) > 1 or not others:
        raise NotOffered("they are for matches with other people", subject="answers in advance")
    if is_race(now):
        raise NotOffered("in a race nobody waits for a turn", subject="answers in advance")
    return seats[0]


def start(now: MatchSnapshot, seat: int) -> Position:
    """Return the position from which lines begin, for a player who waits for others. Raises ``NotOffered``."""
    if now.status != LIVE:
        raise NotOffered("the match is not being played", subject="answers in advance")
    here = Position(now.match.game, seat, now.match.row)
    if here.turn == seat:
        raise NotOffered("it is your turn, so play", subject="answers in advance")
    if here.closed:
        raise NotOffered(here.closed, subject="answers in advance", remedy="they are for open positions")
    return here


# --- lines ------------------------------------------------------------------------------------------------------------


def walked(here: Position, texts: Sequence[str]) -> tuple[list[Step], Position]:
    """Return the moves of a line, with those that the table makes between them, and the position after it. Raises
    ``InvalidMove``, ``IllegalMove``, ``NotOffered``."""
    line, here = here.settled()
    waiting = [step.text for step in line]
    for text in texts:
        if waiting and text == waiting[0]:  # a move that the table makes, said as well
            waiting.pop(0)
            continue
        if here.closed:
            raise NotOffered(here.closed, subject=text[:LONGEST_MOVE], remedy="end the line before that")
        move = _read(here, text)
        line.append(Step(here.text(move), here.turn, forced=False))
        made, here = here.after(move).settled()
        line += made
        waiting = [step.text for step in made]
        if len(line) > DEEPEST:
            raise NotOffered(f"a line has {DEEPEST} moves at most", subject=text, remedy="end it earlier")
    return line, here


def _read(here: Position, text: str) -> int:
    if len(text) > LONGEST_MOVE:
        raise InvalidMove("no move is that long", subject=f"{text[:LONGEST_MOVE]}…", field="move")
    return here.game.notation.read(here.row, text)


def checked_line(here: Position, texts: Sequence[str]) -> list[Step]:
    """Return a line that ends with an answer of the player's. Raises what ``walked`` does."""
    line, _ = walked(here, texts)
    chosen = [step for step in line if not step.forced]
    if not chosen or chosen[-1].seat != here.seat:
        raise NotOffered("the line has to end with a move of yours", subject="answers in advance", field="move")
    return line


# --- trees ------------------------------------------------------------------------------------------------------------


def merged(tree: Tree, line: Sequence[Step], seat: int) -> Tree:
    """Return a tree with one more line. Raises ``NotOffered`` for one too many, and for another answer where there is
    one."""
    grown = _merged(tree, line, seat, ())
    if size(grown) > MOST_MOVES:
        remedy = "remove some you no longer need"
        raise NotOffered(f"there are {MOST_MOVES} moves at most", subject="answers in advance", remedy=remedy)
    return grown


def _merged(tree: Tree, line: Sequence[Step], seat: int, theirs: tuple[str, ...]) -> Tree:
    if not line:
        return tree
    step, *rest = line
    own = step.seat == seat
    if own and tree and step.text not in tree:
        words = f"you already answer {' '.join(theirs)} with {next(iter(tree))}"
        raise NotOffered(words, subject=step.text, remedy="remove that answer first")
    below = _merged(tree.get(step.text, {}), rest, seat, () if own else (*theirs, step.text))
    return {**tree, step.text: below}


def without(tree: Tree, line: Sequence[Step], seat: int) -> Tree:
    """Return a tree without the last move of a line and what follows it, and without what has no answer then."""
    if not line or line[0].text not in tree:
        return tree
    step, *rest = line
    others = {text: below for text, below in tree.items() if text != step.text}
    if not rest:
        return others
    below = without(tree[step.text], rest, seat)
    unanswered = not below and step.seat != seat
    return others if unanswered else {**tree, step.text: below}


def size(tree: Tree) -> int:
    """Return how many moves a tree has."""
    return sum(1 + size(below) for below in tree.values())


def moves_ahead(here: Position) -> Mapping[str, tuple[str, ...]]:
    """Return the moves that the player may be able to make next, whatever the others play: their picks by text. As far
    as one can tell from some of the others' replies, spread evenly: those that leave nothing to chance."""
    found: dict[int, tuple[str, tuple[str, ...]]] = {}
    coming = [here]
    for _ in range(MOST_SEATS):
        replies = [(each, move) for each in coming for move in each.legal]
        coming = [each.after(move).settled()[1] for each, move in replies[:: 1 + len(replies) // MOST_REPLIES]]
        coming = [each for each in coming if not each.closed]
        for each in coming:
            if each.turn == here.seat:
                new = [move for move in each.legal if move not in found]
                found |= {move: (each.text(move), each.game.notation.clicks(each.row, move)) for move in new}
        coming = [each for each in coming if each.turn != here.seat]
    return dict(sorted(found.values()))


# --- what is left of them ---------------------------------------------------------------------------------------------


class Fate(StrEnum):
    """What became of answers."""

    NONE = ""
    PLAYED = "played"
    UNANSWERED = "unanswered"  # The others played something else.
    TAKEN_BACK = "taken-back"
    BY_CHANCE = "chance"  # Chance came between.
    LEFT = "left"  # Another player dropped out.
    ILLEGAL = "illegal"  # The answer is not possible in the position that came.


@dataclass(frozen=True, slots=True)
class Told:
    """What became of answers, to be told to the one who gave them."""

    fate: Fate = Fate.NONE
    seat: int = -1  # Who played what.
    text: str = ""
    answer: str = ""

    @property
    def stored(self) -> str:
        """As one text; empty where there is nothing to tell."""
        return "\t".join((self.fate, str(self.seat), self.text, self.answer)) if self.fate else ""

    @classmethod
    def read(cls, stored: str) -> "Told":
        """Return what was stored."""
        if not stored:
            return cls()
        fate, seat, text, answer = stored.split("\t")
        return cls(Fate(fate), int(seat), text, answer)


class Plan(NamedTuple):
    """Answers as they stand after some entries."""

    tree: Tree
    told: Told = Told()

    def after(self, entries: Sequence[Entry], seat: int) -> "Plan":
        """Return what is left after more entries."""
        plan, last = self, (-1, "")
        for entry in entries:
            plan = plan._after(entry, seat, last)
            if entry.kind == MOVE and entry.mover != seat and not entry.drop_out:
                last = entry.mover, entry.text
        return plan

    def _after(self, entry: Entry, seat: int, last: tuple[int, str]) -> "Plan":
        if entry.kind == UNDO:
            return self.dropped(Told(Fate.TAKEN_BACK, entry.mover))
        if entry.kind != MOVE:
            return self
        if entry.mover == seat:
            return self._own(entry.text, last)
        return self._others(entry)

    def _others(self, entry: Entry) -> "Plan":
        """Return what is left after a move of another player, or of chance."""
        if entry.text in self.tree:
            return Plan(self.tree[entry.text])
        if entry.mover == CHANCE:
            return self.dropped(Told(Fate.BY_CHANCE))
        if ANYTHING in self.tree:
            return Plan({ANYTHING: self.tree[ANYTHING]})
        if entry.drop_out:
            return self.dropped(Told(Fate.LEFT, entry.mover))
        return self.dropped(Told(Fate.UNANSWERED, entry.mover, entry.text))

    def _own(self, text: str, last: tuple[int, str]) -> "Plan":
        """Return what is left after a move of the player's: of what was meant for another, nothing."""
        ahead = self.tree.get(ANYTHING, self.tree)
        return Plan(ahead[text], Told(Fate.PLAYED, *last, text)) if text in ahead else Plan({})

    def dropped(self, told: Told) -> "Plan":
        """Return the plan with its answers dropped; where there were none, what was told before stays."""
        return Plan({}, told) if self.tree else self

    @property
    def answer(self) -> str | None:
        """The move to make where it is the player's turn."""
        ahead = self.tree.get(ANYTHING, self.tree)
        return next(iter(ahead), None)


def branches(tree: Tree, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield every move of a tree as the path that leads to it, in the order of reading."""
    for text, below in tree.items():
        yield (*before, text)
        yield from branches(below, (*before, text))

"""The protocols a game fulfils; everything outside a game's folder is written against these alone.

A *position* is one flat row of integers: a plain ``list[int]`` when people play, an ``int64`` array when the engine
runs the same functions compiled. Offsets into the row are module constants of the game's ``rules.py``.
A *move* is an integer inside the house and a word at its edges (``Notation``).
"""

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from fivefold.play.offered import Option, Preset
from fivefold.play.particular import Hindsight, Learning, Policy, Race, Tally
from fivefold.play.row import Row as Row  # noqa: PLC0414  (everybody looks for it here)

CHANCE: Final = -1
"""To move: nobody at the table; one of the legal moves happens, each equally likely."""
NOBODY: Final = -2
"""To move: the game is over."""
ANYONE: Final = -3
"""To move: any seat, first come first served; the move itself says whose it is."""

SPECTATOR: Final = -5
"""A viewer who sits nowhere and sees what everybody may see."""

TABLE: Final = -4
"""A viewer who sees everything: the table itself, which keeps the record."""

Choices = Mapping[str, int]
"""Option values as the rules read them: for each option the code of the chosen value."""


class Rules(Protocol):
    """A game's rules: plain functions in the compiled subset, all but ``setup`` also run compiled.

    Text is checked above; these functions trust what they are given.
    """

    SIZE: int
    """Integers in a row."""
    MAX_MOVES: int
    """Longest list ``legal_moves`` can write."""
    VERSION: int
    """Raised whenever any finished match would replay differently."""

    def setup(self, row: Row, options: Choices, /) -> None:
        """Lay out the start these options ask for in ``row``, ``SIZE`` zeros."""

    def to_move(self, row: Row, /) -> int:
        """Return the seat to move, or ``CHANCE``, ``ANYONE``, ``NOBODY``."""

    def legal_moves(self, row: Row, out: Row, /) -> int:
        """Write the legal moves to ``out`` in ascending order and return how many; at least one until the end."""

    def play(self, row: Row, move: int, /) -> None:
        """Make one legal move in place."""

    def scores(self, row: Row, out: Row, /) -> None:
        """Write each seat's points as they stand; what points are is the game's to say."""

    def returns(self, row: Row, out: MutableSequence[float], /) -> None:
        """At the end write each seat's result: 1 a win, 0 a loss, a shared first place shares 1 equally."""


class Evaluation(Protocol):
    """What search wants to know of a game; compiled like ``Rules``."""

    POINTS_SCALE: float
    """So many points of ``value`` ahead is a 73 % chance to win (the scale of the logistic curve)."""
    PLAYOUT_PLIES: int
    """A playout is cut off and estimated by ``value`` after so many plies."""

    def value(self, row: Row, out: Row, /) -> None:
        """Write an estimate for each seat, in points; exact (and beyond any estimate, if won or lost) at the end."""

    def banked(self, row: Row, /) -> int:
        """Return seat 0's lead over seat 1 in points that no later move can change (0 where there is none)."""

    def merit(self, row: Row, move: int, /) -> int:
        """Return how promising a legal move looks at first sight, higher is better: ordering and playouts."""

    def key(self, row: Row, /) -> int:
        """Return a 62-bit hash of all that decides how the game can go on (not of what is ``banked``)."""

    def remaining(self, row: Row, /) -> int:
        """Return how many plies the game can still last, or a large number where there is no such bound."""

    def side(self, row: Row, seat: int, /) -> int:
        """Return the number of the side a seat is on; partners share it, otherwise it is the seat's own."""

    def give_turn(self, row: Row, seat: int, /) -> None:
        """Let it be this seat's turn, which the rules alone would not do: for best-reply search."""


class Hidden(Protocol):
    """Only for games with secrets. The first two are compiled like ``Rules``.

    An observed row is a row: whoever looks at it may ask everything of it that can be asked of a position, draw it, and
    play on it the moves of the viewer's own seat.
    """

    def observe(self, row: Row, viewer: int, out: Row, /) -> None:
        """Write the row with everything ``viewer`` (a seat or ``SPECTATOR``) cannot know blanked.

        ``TABLE`` knows everything. Observing twice changes nothing more.
        """

    def determinize(self, row: Row, seat: int, dice: Row, /) -> None:
        """Fill the blanks of a row that ``seat`` observed with one possibility, all equally likely.

        ``dice`` is the state of a generator (``parts.dice``).
        """

    def observed_move(self, row: Row, move: int, viewer: int, /) -> int:
        """Return a move of this position as ``viewer`` may know it: itself, or a number for any of its kind.

        ``say``, ``explain``, ``spotlight`` and ``motions`` take it together with the observed row: a card dealt unseen
        flies to a hand with its back up.
        """


class Turns(Protocol):
    """Only for games in which a turn is several moves with chance between them: best play within one turn, exactly.

    Compiled like ``Rules``. A turn lasts from its first chance move to the move that ends it, its *finish*; the row may
    be anywhere in it, and what chance has brought so far counts.
    """

    MAX_FINISHES: int
    """Longest list ``finishes`` can write."""
    SCRATCH: int
    """How many floats ``outlook`` wants to work with."""

    def turn_of(self, row: Row, /) -> int:
        """Return the seat whose turn it is, also where chance is to move within it."""

    def finishes(self, row: Row, out: Row, /) -> int:
        """Write the moves that could end this turn, whatever chance may bring, ascending; return how many."""

    def finish(self, row: Row, move: int, /) -> None:
        """Make one of ``finishes`` in place, as if chance allowed it now: then another turn begins, or it is over."""

    def outlook(
        self,
        row: Row,
        worth: MutableSequence[float],
        out: MutableSequence[float],
        scratch: MutableSequence[float],
        /,
    ) -> float:
        """Return what the turn is worth on average to whose turn it is, if it is played best from here on.

        ``worth``: for each of ``finishes``, in their order, what ending the turn so is worth. Where the seat is to
        move, ``out`` (``MAX_MOVES`` floats) gets for each legal move, in their order, what the turn is worth after it.
        """


class Notation(Protocol):
    """Moves and positions in words. Moves are read without regard to case and blanks, written in one form."""

    def say(self, row: Row, move: int, viewer: int, /) -> str:
        """Return a legal move's canonical text as ``viewer`` may see it."""

    def read(self, row: Row, text: str, /) -> int:
        """Return the legal move ``text`` means.

        Raises ``InvalidMove`` for a text that is no move, ``IllegalMove`` for one the rules forbid here; the message
        begins with the text and says the reason and the remedy. The row is unchanged either way.
        """

    def clicks(self, row: Row, move: int, /) -> tuple[str, ...]:
        """Return the picks of things on the picture that spell this legal move; no two legal moves share them.

        Things whose names have a star, ``5*2``, are a *set*: they come first, are picked in any order and put back one
        by one, and what stands before the star is all that counts (``5*1`` and ``5*2`` are two fives, either will do).
        See ``play.picks``.
        """

    def explain(self, row: Row, move: int, /) -> str:
        """Return what a legal move, or one of chance, earns or does, itemised, in words.

        Of a move after which the turn goes on (``Turns``) it begins with a verb and says after a colon what it is for,
        "keeps 5 5: three fives 42 %", so that it can be told as "Anna keeps 5 5". What chance does to a seat begins
        with the seat's name and a verb, "Azure rolls a 4", so that it can be told of who sits there.
        """

    def diagram(self, row: Row, viewer: int, /) -> str:
        """Return the position as text, lines joined by newlines, without a trailing one."""

    def seat_name(self, row: Row, seat: int, /) -> str:
        """Return what the game calls a seat (a colour), for headings and messages."""

    def reason(self, row: Row, /) -> str:
        """Return why a finished game ended, a clause in words ("every card has a chip")."""


Marks = Mapping[str, str]
"""For things on the picture, by their pick name: CSS class names to add, separated by blanks.

Every thing that can be marked says its name on the picture: as ``data-pick`` where the viewer may pick it now,
otherwise as ``data-thing``. The name ``WHOLE_PICTURE`` is the picture itself; on it every game knows two classes.
``bare`` asks for the board alone, for a page that shows names, scores and whose turn it is around it: no background,
narrow margins, the same size all through the game, and targets of at least 44 by 44 where the picture is 360 wide, or
as large as the columns of a wider board leave them.
``over`` says that the match has ended though the position could go on: nobody is to move, nothing can be picked.
"""

WHOLE_PICTURE: Final = ""
"""The name of the picture itself among its ``Marks``."""

Motions = Sequence[tuple[str, str]]
"""What a move sets in motion: pairs of ids of elements, first on the picture before the move, second on the one after.

An element is a *thing* (a card, a chip, a piece) or a *place* where things come from or go to: one with the attribute
``data-place`` on the picture, or ``seat-0``, ``seat-1`` … for where a player sits, which is the page's to show.

- thing, thing: what stood at the first now stands at the second (the same id twice: it changes where it is);
- place, thing: the second is new and comes from the first;
- thing, place: the first is gone and leaves towards the second.

No thing is first twice or second twice. The pairs are in the order in which to show them. A thing is a ``<g>``
without a transform of its own (those around it have), so that moving it by one is undone by taking that away. A group
of things may have an id too: what is carried about together.
"""


class Picture(Protocol):
    """Positions drawn.

    Besides ``data-pick``, ``data-thing``, ``data-place`` and ``data-lights`` a page knows these attributes:

    - ``data-keys="r space"`` on what can be picked: keys that pick it from anywhere on the page (``space`` a blank);
    - ``data-faces="face-1 face-2"`` on a thing whose ``<use>`` shows one of these shapes, a die: it tumbles through
      them when it is set in motion, and settles on the one drawn;
    - ``data-plane="left top right bottom"`` on a group with a ``transform``, inside an ``<svg>`` of its own that clips
      it: a table without edges that can be moved about and zoomed. The numbers, in the group's own units, are what has
      to stay in view; the ``transform`` drawn shows all of it. What is inside must be legible at any scale from
      a half to twice that.
    """

    STYLE: str
    """The CSS of every picture of the game: what ``draw`` puts into the picture, and a page can load once instead."""

    def draw(self, row: Row, viewer: int, marks: Marks, /) -> str:
        """Return a complete SVG: ``data-pick`` on what can be picked, stable ``id`` on what moves, a description.

        Whatever can be picked is a button with a name in words. In a race ``ANYONE`` looks who may move for all seats.
        """

    def emblem(self, row: Row, seat: int, /) -> str:
        """Return a seat's piece as a small square SVG, to stand beside its name; it relies on ``STYLE`` in the page."""


@dataclass(frozen=True, slots=True)
class Persona:
    """A computer opponent as people meet it; how strong it plays is its level, the same table for every game."""

    name: str
    style: str
    """One sentence."""
    portrait: Mapping[str, str]
    """Features for ``fivefold.parts.portrait``."""


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game as the rest of the house sees it; compared and hashed as the object it is."""

    key: str
    name: str
    tagline: str
    """One line that makes a stranger want to play."""
    rules: Rules
    notation: Notation
    picture: Picture
    options: Sequence[Option]
    personas: Sequence[Persona]
    """Seven, weakest first."""
    evaluation: Evaluation
    doubles: bool = False
    """Whether a double match (two games on the same deal, seats swapped, totals added) is offered."""
    hidden: Hidden | None = None
    turns: Turns | None = None
    tally: Tally | None = None
    race: Race | None = None
    policy: Policy | None = None
    hindsight: Hindsight | None = None
    learning: Learning | None = None
    presets: Sequence[Preset] = ()
    """The first is what all defaults give."""
    seat_option: str = "players"
    """The option that decides how many play; a game without it is for two."""
    seat_count: Callable[[str], int] = int
    """How many play where that option has this value."""
    same_pack: bool = False
    """Whether a seed means one order of the cards, however they are played: what chance brings then depends on how
    many chance moves came before, not on the ply. Such games offer the same cards again, and a deal of the day."""
    tidy: Callable[[dict[str, str]], dict[str, str]] = lambda options: options
    """Complete options without what is ignored among them."""
    refusal: Callable[[Mapping[str, str]], str | None] = lambda options: None
    """The reason why these options, each valid by itself, do not go together, or ``None``."""
    plays_itself: Callable[[Row, int], bool] = lambda row, move: False
    """Whether the table makes this only legal move at once (passing, ending, the last card into the last cell)."""
    spotlight: Callable[[Row, int], Marks] = lambda row, move: {}
    """What a legal move, or one of chance, lights up on the picture, as a preview before it and as an account after it:
    the marks to draw with, worked out from the position before the move."""
    motions: Callable[[Row, int], Motions] = lambda row, move: ()
    """What moves where on the picture when a legal move, or one of chance, is made in the position before it."""
    team: Callable[[Mapping[str, str], int], tuple[int, ...]] = lambda options, seat: (seat,)
    """The seats that win and lose together with this one, itself among them (who has lost when a seat resigns)."""

    def seats(self, options: Mapping[str, str]) -> int:
        """Return how many seats a match with these options has."""
        value = options.get(self.seat_option)
        return 2 if value is None else self.seat_count(value)

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """How many may play, fewest first."""
        option = next((option for option in self.options if option.name == self.seat_option), None)
        return (2,) if option is None else tuple(sorted({self.seat_count(value) for value in option.values}))

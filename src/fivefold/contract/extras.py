"""What only some games bring: plug-ins, each a bundle of plain functions in the compiled subset.

An extra is no part of the contract. Features that use one ask the game for it (``Game.extra_of``), and bring their own
route, page, command of the terminal or of the lab.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import prod
from typing import NamedTuple

from fivefold.contract.notation import Points
from fivefold.contract.rules import Row
from fivefold.contract.search import NOT_COMPILED
from fivefold.contract.setup import Option, TableEntry, TableOfNumbers
from fivefold.parts.messages import Fact, Message
from fivefold.parts.stored_table import StoredTable


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Extra:
    """A bundle of functions that not every game has."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hindsight(Extra):
    """What could have been made of the cards that came.

    An *arrangement* is a row of its own: which card lies where, which are left over, and space to work on it.
    ``dice`` is the state of a generator (``parts.dice``).
    """

    arrangement: int
    """Integers in an arrangement."""
    gather: Callable[[Row, int, Row], int]
    """``gather(row, seat, arrangement)``: write how the cards that ``seat`` had in a finished game came to lie; return
    how many cards there are."""
    improve: Callable[[Row, int, Row, Row, int], int]
    """``improve(row, seat, arrangement, dice, steps)``: search this many steps for the best arrangement, in place, and
    return its points; no arrangement that was passed over has more. Each call starts anew from wherever the cards lie,
    so the caller keeps the best."""
    lay: Callable[[Row, int, Row], None]
    """``lay(row, seat, arrangement)``: turn ``row``, the finished position, into the one where the seat's cards lie
    like this."""
    plan: Callable[[Row, int, Row, Row, int], int]
    """``plan(row, seat, arrangement, dice, steps)``: while the game goes on, the next move towards the best arrangement
    found in this many steps, -1 where there is nothing to plan. The same cards give the same plan, however many of its
    moves are made already."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Learning(Extra):
    """A table learnt by playing, each seat for its own points. A position right after a seat's move is worth to it what
    is settled and the weights of the features, added up."""

    weights: int
    """How many weights there are."""
    most_features: int
    """Longest list ``features`` can write."""
    features: Callable[[Row, int, Row], int]
    """``features(row, seat, out)``: write the numbers of the weights that count for a seat here; return how many."""
    settled: Callable[[Row, int], int]
    """``settled(row, seat)``: the points of a seat that no later move of its own changes."""
    known: Callable[[Row], Sequence[float]] = field(metadata=NOT_COMPILED)
    """The weights the game plays with; the row is any position of such a game. Raises ``InvalidOption`` where it has
    none."""
    stored: Callable[[Row, float], int] = field(metadata=NOT_COMPILED)
    """``stored(row, weight)``: a weight as the game's table holds it; the row is any position of such a game."""
    table: Callable[[Row], str] = field(metadata=NOT_COMPILED)
    """The name of the table learnt in such games, of any position. Raises ``InvalidOption`` where nobody has turns."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OutcomeOdds(Extra):
    """A table of what becomes of the parts of a position, such as lines, counted in games played at first sight.

    It holds, at ``outcomes * state + outcome``, how often a part in this state came to that outcome.
    """

    table: str = field(metadata=NOT_COMPILED)
    """Its name."""
    set_ups: Sequence[Mapping[str, str]] = field(metadata=NOT_COMPILED)
    """The options of the games in which it is counted, as many games of each."""
    parts: int
    """How many parts a position has at most."""
    states: int
    """How many states there are of a part,"""
    outcomes: int
    """and how many outcomes."""
    whole: int
    """What the odds of each state add up to, but for rounding."""
    state_of: Callable[[Row, int], int]
    """``state_of(row, part)``: the state a part is in; -1 where it is complete or not in play."""
    outcome_of: Callable[[Row, int], int]
    """``outcome_of(row, part)``: the outcome a part has in a finished game; -1 where it is not in play."""
    group_of: Callable[[int], int] = field(metadata=NOT_COMPILED)
    """``group_of(state)``: the number of a group of states; one seldom seen takes after its group."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tally(Extra):
    """What each seat has to show for a game, counted on the board: for games in which what moves earned does not stay.

    Without it a breakdown adds up what the moves earned.
    """

    items: Callable[[Row, int], Sequence[Points]] = field(metadata=NOT_COMPILED)
    """``items(row, seat)``: what a seat has, item by item; where points decide they add up to its points."""


def played_out(row: Row) -> bool:
    """Return False: such a game always has its usual length."""
    return False


def no_points(row: Row, move: int, table: Row) -> int:
    """Return 0: for games in which hands count when the game is over."""
    return 0


def none_written(row: Row, number: int, table: Row, out: Row) -> int:
    """Return 0: no hands, of a move or of a seat."""
    return 0


def points_option(names: Sequence[str], points: Sequence[int]) -> Option:
    """Return how a table of points is written in a file, for a game whose people play by the rules' own points.

    ``names``, ``points``: of each hand, that which is nothing left out.
    """
    entries = [TableEntry(name, (), worth) for name, worth in zip(names, points, strict=True)]
    return Option(
        "hands",
        "points for each hand",
        {"default": 0},
        {"default": "the points of the rules"},
        "default",
        table=TableOfNumbers(entries, range(1000)),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HandTable:
    """The hands of a game, what each is worth, and what players make of them when each is worth something else.

    A *table* has the points of each hand, by number; the first hand is nothing and is worth nothing. Rows are those
    that ``lay_out`` has prepared for the table.
    """

    option: Option = field(metadata=NOT_COMPILED)
    """How such a table is written in a file; one of the game's options where people can play by it."""
    entries: Sequence[int] = field(metadata=NOT_COMPILED)
    """For each hand its entry in ``option``, from 1; of nothing 0."""
    cards: Sequence[int] = field(metadata=NOT_COMPILED)
    """How many cards make each hand."""
    usual: Callable[[Row], Sequence[int]] = field(metadata=NOT_COMPILED)
    """``usual(row)``: what each hand is worth by the options of this start."""
    lay_out: Callable[[Row, Sequence[int]], None] = field(default=lambda row, table: None, metadata=NOT_COMPILED)
    """``lay_out(row, table)``: have the game that starts with ``row`` count by a table, as far as its rules read points
    from the row."""
    most_made: int
    """The most hands that one move, or one seat at the end, can make."""
    points: Callable[[Row, int, Row], int] = no_points
    """``points(row, move, table)``: what a legal move scores at once."""
    made: Callable[[Row, int, Row, Row], int] = none_written
    """``made(row, move, table, out)``: write the numbers of the hands that a legal move scores; return how many."""
    left: Callable[[Row, int, Row, Row], int] = none_written
    """``left(row, seat, table, out)``: write those that count for a seat only when the game is over; return how
    many. Each adds its points then."""
    cut_short: Callable[[Row], bool] = played_out
    """Whether a finished game ended before its usual length."""

    @property
    def names(self) -> Sequence[str]:
        """What the hands are called."""
        listed = self.option.table.entries if self.option.table is not None else ()
        return ["nothing", *(listed[entry - 1].name for entry in self.entries[1:])]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HandTables(Extra):
    """A table of hands that a designer may set anew."""

    table_of: Callable[[Row], HandTable] = field(metadata=NOT_COMPILED)
    """``table_of(row)``: the table by which games with this start count. Raises ``InvalidOption`` where they count by
    none."""


def only_phase(row: Row) -> int:
    """Return 0: weights are the same throughout the game."""
    return 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fitted(Extra):
    """An estimate with weights that can be fitted to finished games.

    Before the end ``value`` writes for each seat the sum of the ``weights`` of the position's phase, each times its
    feature.
    """

    names: Sequence[str]
    """What each weight of a phase is for, in words."""
    weights: Sequence[float] | StoredTable
    """Those in use, phase by phase, in the units of ``value``. ``fivefold train`` learns those in a table anew."""
    phase: Callable[[Row], int] = only_phase
    """Which phase of the game a position belongs to, from 0."""
    alike: int = 0
    """Phases so many apart have weights that hardly differ; 0: nothing is known of that."""
    set_ups: Sequence[Mapping[str, str]] = ({},)
    """The options of the games that they are learnt from, by turns."""
    features: Callable[[Row, int, Row], None]
    """``features(row, seat, out)``: write how much of each feature a seat has, times ``parts``. Not compiled."""
    parts: int = 1
    """How finely features are told: one written as ``parts`` counts as 1, and the sum agrees with ``value`` but for
    rounding."""
    fixed: int = -1
    """The number of a weight that the rules settle, as that of a point; the others are relative to it. -1: none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A named stretch of an observation, or of the actions: an array of this shape, its last axis running fastest."""

    name: str
    meaning: str
    """In a sentence or two, for whoever trains a player."""
    shape: tuple[int, ...] = (1,)
    lowest: int = 0
    highest: int = 1
    """The least and the largest number that can stand in an observation; of actions they say nothing."""

    @property
    def length(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


def starts(blocks: Sequence[Block]) -> tuple[int, ...]:
    """Return where each block begins; they lie one behind the other."""
    return tuple(accumulate((block.length for block in blocks[:-1]), initial=0))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Encoding(Extra):
    """Positions and moves as other libraries have them: flat arrays of small numbers, always of the same length.

    Everything is told from a seat's own side: itself first, then the others in the order of their turns. Observations
    fit into ``int16``.
    """

    fields: Sequence[Block] = field(metadata=NOT_COMPILED)
    """What an observation consists of, one block behind the other."""
    kinds: Sequence[Block] = field(metadata=NOT_COMPILED)
    """What the actions mean, one block behind the other."""
    observe_into: Callable[[Row, int, Row], None]
    """``observe_into(row, seat, out)``: write what ``seat`` sees to ``out``, ``length`` zeros. ``row`` is the position
    as ``seat`` may know it (``conceal`` of the rules)."""
    action_of: Callable[[Row, int], int]
    """``action_of(row, move)``: the action of a player's legal move. Two moves of one seat in one position are never
    the same action."""
    move_of: Callable[[Row, int, int], int]
    """``move_of(row, seat, action)``: the move that has this action, where ``seat`` has such a legal move; otherwise
    any number."""
    actions_into: Callable[[Row, Row], None] | None = None
    """``actions_into(row, out)``: write the actions of all legal moves of the seat to move, in their order, where that
    is quicker than one by one."""
    version: int = field(default=0, metadata=NOT_COMPILED)
    """Raised whenever ``fields`` or ``kinds`` change: other libraries have it in the names of environments."""

    @property
    def length(self) -> int:
        """How many numbers an observation has."""
        return sum(block.length for block in self.fields)

    @property
    def actions(self) -> int:
        """How many actions there are; they count from 0."""
        return sum(block.length for block in self.kinds)


class Explanation(NamedTuple):
    """What a thing is, here and now."""

    sentences: tuple[Message, ...]
    """The thing itself first, then what may be done with it or what it counts; sentences with their full stops."""
    anchor: str
    """Of the term on the game's rules page that tells more."""


class ScoreLine(NamedTuple):
    """A line of a score card: something that scores or counts."""

    key: str
    """Which line it is, for ``scored``."""
    name: Message
    worth: Fact
    """Its points, or another number that goes with it."""
    counts: tuple[Fact, ...] = ()
    """For each seat how often it has this, or how much of it; empty where nobody counts that."""


class ScoreCard(NamedTuple):
    """What scores in a game, and how far everybody is."""

    lines: tuple[ScoreLine, ...]
    notes: tuple[Message, ...]
    """What wins, and whatever else belongs on the card; sentences with their full stops."""
    worth: Message
    """The heading of the lines' ``worth``."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableHelp(Extra):
    """Explanations and a score card, of messages of the game's catalogue.

    All is worked out from a position as the viewer may know it.
    """

    explain: Callable[[Row, int, str], Explanation | None]
    """``explain(row, viewer, name)``: what a thing on the picture is; ``name`` is its name there, or ``seat-0`` … for a
    player. ``None`` for a name of nothing."""
    score_card: Callable[[Row], ScoreCard]
    """``score_card(row)``: what scores in this game."""
    scored: Callable[[Row, int], tuple[str, ...]] = lambda row, move: ()
    """``scored(row, move)``: the keys of the lines that a legal move would score."""
    task: Callable[[Row], Message | None] = lambda row: None
    """``task(row)``: what the seat to move has to do where this turn is unlike others, a clause for behind "Your turn";
    otherwise ``None``."""

    question: Callable[[Row, str], Message | None] = lambda row, name: None
    """``question(row, name)``: what is to be chosen next, after the thing called ``name`` has been picked."""
    standing: Callable[[Row, int], int] = lambda row, seat: -1
    """``standing(row, seat)``: the number to show beside a player where points do not decide; -1: show the points."""
    spell: Callable[[Row, Sequence[str]], str] = lambda row, picks: ""
    """``spell(row, picks)``: the text of the move that picks spell, legal or not, for ``Notation.read`` to say why not.
    Empty where they are too few to say anything of, or of dice to keep. Any names may be among them."""
    standing_name: Message | None = None
    """What that number counts."""


def seat_of(name: str, seats: int) -> int:
    """Return the seat that ``seat-0`` … names, -1 for anything else."""
    number = name.removeprefix("seat-")
    return int(number) if name.startswith("seat-") and number.isdecimal() and int(number) < seats else -1

"""What is settled before the first move: options, well-known sets of them, who plays."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One line of a ``TableOfNumbers``."""

    name: str
    """What the number is for, in words: no two the same."""
    example: tuple[int, ...]
    """Cards that show it, numbered as in ``parts.words``; empty where cards cannot."""
    default: int
    """What counts where this entry is blank, and those of ``fallbacks`` too."""
    fallbacks: tuple[str, ...] = ()
    """Names of the entries of which the largest number counts where this one is blank."""


@dataclass(frozen=True, slots=True)
class TableOfNumbers:
    """An option whose value is a whole table of numbers, one for each entry or blank.

    Written in records as ``3=13,80=-65``: entries by number from 1, ascending, the blank ones left out; ``default``
    where all are blank. In ``Choices`` the entry ``n`` of the option ``name`` is ``name.n``, missing where it is blank,
    and ``name`` itself is 0.
    """

    entries: Sequence[TableEntry]
    numbers: range
    """The whole numbers allowed."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice made before the first move, such as the size of the grid."""

    name: str
    meaning: str
    values: Mapping[str, int]
    """Value as written in records, to its code in ``Choices``; in the order to offer them."""
    explained: Mapping[str, str]
    """For each value a line that tells a player what it means."""
    default: str | None
    """``None``: drawn at random, once, when the match is made."""
    numbers: range | None = None
    """Where set, any whole number in it is allowed besides ``values`` and is its own code."""
    table: TableOfNumbers | None = None
    """Where set, the value is a table of numbers; ``values`` has only ``default``."""
    only: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Asked only where each of these options has one of these values; elsewhere it is its default, or its first value,
    and means nothing."""
    group: str = ""
    """A heading to ask it under, with others of the same group: "Player 2"."""
    seats: Mapping[str, int] = field(default_factory=dict)
    """Set where this option decides how many play: for each value how many."""
    earlier: str | None = None
    """What matches have that were made before there was this option, where that is not the default."""
    starts: bool = False
    """Whether this option decides which seat begins: its values are numbers of seats from 0."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """What pages call a value that says too little by itself."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A well-known set of options, offered before the options themselves."""

    name: str
    meaning: str
    """One sentence."""
    options: Mapping[str, str]
    """Values of the options that differ from their defaults."""


Values = Mapping[str, str]
"""For each option a value as records write it."""


def as_given(values: dict[str, str]) -> dict[str, str]:
    """Return the values as they are: any go together."""
    return values


def each_alone(values: Values, seat: int) -> tuple[int, ...]:
    """Return the seat itself: nobody has a partner."""
    return (seat,)


def thirty_moves(values: Values) -> int:
    """Return what a game has that doesn't say."""
    return 30


@dataclass(frozen=True, slots=True)
class Setup:
    """A game's options and what they mean together."""

    options: Sequence[Option] = ()
    """In the order to ask them."""
    presets: Sequence[Preset] = ()
    """The first is what all defaults give."""
    short: Values = field(default_factory=dict)
    """Options of a short game, of three minutes or so, that differ from the defaults: a deal of the day is one."""
    settle: Callable[[dict[str, str]], dict[str, str]] = as_given
    """Return a complete set of values without what is ignored among them.

    Raises ``InvalidOption`` where values, each valid by itself, do not go together.
    """
    team: Callable[[Values, int], tuple[int, ...]] = each_alone
    """The seats that win and lose together with this one, itself among them (who has lost when a seat resigns)."""
    usual_moves: Callable[[Values], int] = thirty_moves
    """How many moves each seat chooses in a usual game with these options: from it follows how long a game takes."""

    @property
    def seat_option(self) -> Option | None:
        """The option that decides how many play; a game without one is for two."""
        return next((option for option in self.options if option.seats), None)

    @property
    def starting_option(self) -> Option | None:
        """The option that decides which seat begins, if there is one."""
        return next((option for option in self.options if option.starts), None)

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """How many may play, fewest first."""
        option = self.seat_option
        return (2,) if option is None else tuple(sorted(set(option.seats.values())))

    def seats(self, values: Values) -> int:
        """Return how many seats a match with these options has."""
        option = self.seat_option
        return 2 if option is None or option.name not in values else option.seats[values[option.name]]

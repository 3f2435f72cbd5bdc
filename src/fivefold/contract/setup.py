"""What is settled before the first move: options, well-known sets of them, who plays."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from fivefold.contract.options import Option, Preset

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

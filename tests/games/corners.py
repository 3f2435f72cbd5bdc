"""Few sets of a game's options in which each two values that go together have met."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from random import Random

from fivefold.contract import Game, Option
from fivefold.contract.errors import InvalidOption
from fivefold.play import number_tables, options

MOST_VALUES = 8
"""Of an option with more values only some are tried: the first, the last, the default and one more, always the same."""
ORDERS = 12
"""Each set of options is the best of so many, made by asking the options in different orders."""

Chosen = tuple[str, str]
"""Name and value of an option."""
Pair = frozenset[Chosen]


def values(option: Option) -> list[str]:
    """Return the values to try: those on offer, the default, of numbers the second lowest, of tables an example."""
    numbers = () if option.numbers is None else (option.numbers[1],)
    tried = [*_representative(option), *([option.default] if option.default else []), *map(str, numbers)]
    return list(dict.fromkeys([*tried, *example_tables(option)]))


def _representative(option: Option) -> Sequence[str]:
    offered = list(option.values)
    if len(offered) <= MOST_VALUES:
        return offered
    return [offered[0], offered[-1], Random(option.name).choice(offered[1:-1])]


def example_tables(option: Option) -> Sequence[str]:
    """Return a table with its lowest number first, its highest last, one in between and the others blank."""
    if option.table is None:
        return ()
    count, numbers = len(option.table.entries), option.table.numbers
    return [number_tables.written({1: numbers[0], (count + 1) // 2: numbers[len(numbers) // 2], count: numbers[-1]})]


@cache
def corners(game: Game) -> Sequence[Mapping[str, str]]:
    """Return sets of options in which each two values that go together meet, the most new pairs first."""
    made, ordered, met = list(Pairwise(game).sets()) or [{}], [], set[Pair]()  # (a game may have no options)
    while made:
        best = max(made, key=lambda chosen: len(pairs(game, chosen) - met))
        made.remove(best)
        ordered.append(best)
        met |= pairs(game, best)
    return ordered


def pairs(game: Game, chosen: Mapping[str, str]) -> set[Pair]:
    """Return which values meet in a set of options, those left out that mean nothing there."""
    told = [(option.name, chosen[option.name]) for option in game.setup.options if options.matters(option, chosen)]
    return {frozenset(pair) for pair in combinations(told, min(2, len(told)))}


class Pairwise:
    """Sets of options, made one after another: each begins with a pair that is missing and adds the most others."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._values = {option.name: values(option) for option in game.setup.options}
        single = [frozenset({(name, value)}) for name in self._values for value in self._values[name]]
        both = [
            frozenset(pair)
            for one, other in combinations(self._values, 2)
            for pair in product(*([(name, value) for value in self._values[name]] for name in (one, other)))
        ]
        self._left = dict.fromkeys(both if len(self._values) > 1 else single)
        """Pairs that have not met, in order."""

    def sets(self) -> Iterator[Mapping[str, str]]:
        """Yield the sets."""
        while self._left:
            best = self._best()
            if best is None:
                continue
            for pair in pairs(self._game, best):
                self._left.pop(pair, None)
            yield best

    def _best(self) -> Mapping[str, str] | None:
        """Return the set with the most missing pairs, the first of them among it; without one give that pair up."""
        first = next(iter(self._left))
        base = self._together(dict(first))
        if base is None:
            del self._left[first]
            return None
        made = [self._filled(base, dict(first), Random(order)) for order in range(ORDERS)]
        return max(made, key=lambda chosen: len(self._left.keys() & pairs(self._game, chosen)))

    def _together(self, wanted: Mapping[str, str]) -> dict[str, str] | None:
        """Return options with these values that mean something there; ``None`` if no other single change allows it."""
        needed = self._needed(wanted)
        free = {name: values for name, values in {**self._values, **needed}.items() if name not in wanted}
        others = [(name, value) for name, values in free.items() for value in values]
        base = {name: values[0] for name, values in needed.items() if values}
        if len(base) < len(needed):
            return None
        for change in ({}, *({name: value} for name, value in others)):
            chosen = self._resolved({**base, **change, **wanted}, wanted)
            if chosen is not None:
                return chosen
        return None

    def _needed(self, wanted: Mapping[str, str]) -> dict[str, list[str]]:
        """Return for the options on which others depend the values that let all of these mean something."""
        needed: dict[str, list[str]] = {}
        asked = [option for option in self._game.setup.options if option.name in wanted]
        for option in asked:
            for name, allowed in option.only.items():
                values = [wanted[name]] if name in wanted else needed.get(name, self._values[name])
                needed[name] = [value for value in values if value in allowed]
        return needed

    def _filled(self, base: Mapping[str, str], fixed: dict[str, str], random: Random) -> Mapping[str, str]:
        """Return a set with the fixed values, the others chosen one by one, each the one with most missing pairs."""
        rest = [option for option in self._game.setup.options if option.name not in fixed]
        random.shuffle(rest)
        chosen = dict(base)
        for option in sorted(rest, key=lambda option: bool(option.only)):
            if options.matters(option, chosen):
                chosen = self._with(chosen, fixed, option, random)
        return chosen

    def _with(self, chosen: dict[str, str], fixed: dict[str, str], option: Option, random: Random) -> dict[str, str]:
        """Fix one more option, in ``fixed`` too, and return the set with it."""
        tried = self._values[option.name].copy()
        random.shuffle(tried)
        for value in sorted(tried, key=lambda value: -self._gain((option.name, value), fixed)):
            more = {**fixed, option.name: value}
            better = self._resolved({**chosen, **more}, more)
            if better is not None:
                fixed[option.name] = value
                return better
        return chosen

    def _gain(self, one: Chosen, fixed: Mapping[str, str]) -> int:
        return sum(frozenset((one, other)) in self._left for other in fixed.items())

    def _resolved(self, given: Mapping[str, str], wanted: Mapping[str, str]) -> dict[str, str] | None:
        """Return complete options, ``None`` if they are refused or one that is wanted changes or means nothing."""
        chosen = resolved(self._game, frozenset(given.items()))
        if chosen is None:
            return None
        kept = all(chosen[name] == value for name, value in wanted.items())
        asked = (option for option in self._game.setup.options if option.name in wanted)
        return dict(chosen) if kept and all(options.matters(option, chosen) for option in asked) else None


@cache
def resolved(game: Game, given: frozenset[Chosen]) -> Mapping[str, str] | None:
    """Return complete options, ``None`` if they are refused."""
    try:
        return options.resolve(game, dict(given))
    except InvalidOption:
        return None

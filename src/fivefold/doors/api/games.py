"""The games of the house, with all that can be chosen before one."""

from functools import cache

from fivefold.contract import Option
from fivefold.doors.api.bodies import Told
from fivefold.doors.api.routing import Routes
from fivefold.doors.web.static_files import find_game
from fivefold.play import catalogue

router = Routes("Games")


class NumbersTold(Told):
    """The whole numbers that an option takes besides its values."""

    least: int
    most: int


class ValueTold(Told):
    """A value that an option can have."""

    value: str
    """As it is sent."""
    meaning: str
    seats: int | None
    """How many play with it, where this option decides that."""


class OptionTold(Told):
    """A choice made before the first move."""

    name: str
    meaning: str
    values: list[ValueTold]
    numbers: NumbersTold | None
    table: bool
    """Whether it takes a table of numbers, `3=13,80=-65`: entries by number from 1, those left out as usual."""
    default: str | None
    """Null where it is drawn at random."""
    only: dict[str, list[str]]
    """It means something only where each of these options has one of these values."""
    group: str
    starts: bool
    """Whether it decides which seat begins."""


class PresetTold(Told):
    """A well-known set of options."""

    name: str
    meaning: str
    options: dict[str, str]
    """The options that differ from their defaults."""


class LevelTold(Told):
    """A computer opponent of the house."""

    level: int
    """From 1, the weakest."""
    name: str
    style: str


class GameTold(Told):
    """A game of the house."""

    key: str
    name: str
    tagline: str
    rules: str
    """Where its rules stand."""
    rules_version: int
    seats: list[int]
    """How many may play."""
    hidden: bool
    """Whether a seat may not see all of a position."""
    race: bool
    """Whether in some of its set-ups anyone may move, first come first served."""
    chance: str
    """When chance moves: `none`, `at the start`, `between moves` or `within turns`."""
    teams: bool
    doubles: bool
    """Whether a double match is offered: two games on the same deal, seats swapped."""
    same_cards: bool
    """Whether the same cards can be played again."""
    agreed_draw: bool
    scores_decide: bool
    """Whether whoever has most points wins."""
    levels: list[LevelTold]
    options: list[OptionTold]
    presets: list[PresetTold]


class GamesTold(Told):
    """All games of the house."""

    games: list[GameTold]


@router.on("GET /games")
def games() -> GamesTold:
    """List the games, with their options, presets and computer opponents."""
    return GamesTold(games=[told(key) for key in catalogue.keys()])  # noqa: SIM118  (a function)


@router.on("GET /games/{key}", "unknown-page")
def game(key: str) -> GameTold:
    """See one game."""
    return told(find_game(key).key)


@cache
def told(key: str) -> GameTold:
    """Return what the API tells of a game."""
    game = catalogue.find(key)
    found = {name: getattr(game, name) for name in ("key", "name", "tagline")}
    of_traits = ("seats", "hidden", "race", "teams", "doubles", "agreed_draw", "scores_decide")
    found |= {name: getattr(game.traits, name) for name in of_traits}
    found |= {"chance": game.traits.chance.value, "same_cards": game.traits.fixed_pack}
    found |= {"rules": f"/rules/{game.key}", "rules_version": game.rules.VERSION, "presets": game.setup.presets}
    levels = [LevelTold(level=level, name=each.name, style=each.style) for level, each in enumerate(game.personas, 1)]
    return GameTold.model_validate(
        found | {"levels": levels, "options": [_option(each) for each in game.setup.options]}
    )


def _option(option: Option) -> OptionTold:
    found = {name: getattr(option, name) for name in ("name", "meaning", "default", "group", "starts")}
    values = [
        ValueTold(value=value, meaning=option.explained.get(value, ""), seats=option.seats.get(value))
        for value in option.values
    ]
    numbers = option.numbers
    bounds = None if numbers is None else NumbersTold(least=min(numbers), most=max(numbers))
    only = {name: sorted(values) for name, values in option.only.items()}
    return OptionTold.model_validate(
        found | {"values": values, "numbers": bounds, "table": option.table is not None, "only": only}
    )

"""The games of the house, with all that can be chosen before one."""

from functools import cache

from fivefold.contract import Game, Option
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
    traits = game.traits
    return GameTold(
        key=game.key,
        name=game.name,
        tagline=game.tagline,
        rules=f"/rules/{game.key}",
        rules_version=game.rules.VERSION,
        seats=list(traits.seats),
        hidden=traits.hidden,
        race=traits.race,
        chance=traits.chance.value,
        teams=traits.teams,
        doubles=traits.doubles,
        same_cards=traits.fixed_pack,
        agreed_draw=traits.agreed_draw,
        scores_decide=traits.scores_decide,
        levels=_levels(game),
        options=[_option(option) for option in game.setup.options],
        presets=[
            PresetTold(name=each.name, meaning=each.meaning, options=dict(each.options)) for each in game.setup.presets
        ],
    )


def _levels(game: Game) -> list[LevelTold]:
    personas = enumerate(game.personas, start=1)
    return [LevelTold(level=level, name=persona.name, style=persona.style) for level, persona in personas]


def _option(option: Option) -> OptionTold:
    numbers = option.numbers
    return OptionTold(
        name=option.name,
        meaning=option.meaning,
        values=[
            ValueTold(value=value, meaning=option.explained.get(value, ""), seats=option.seats.get(value))
            for value in option.values
        ],
        numbers=None if numbers is None else NumbersTold(least=min(numbers), most=max(numbers)),
        table=option.table is not None,
        default=option.default,
        only={name: sorted(values) for name, values in option.only.items()},
        group=option.group,
        starts=option.starts,
    )

"""The form for a new match: who plays, who begins, and the game's options with their meanings."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game, Information, Option
from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import forms, request_parsing, responses
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import (
    DAYS,
    GAME_MINUTES,
    MINUTES,
    OPTION,
    OWN,
    OWN_DAYS,
    OWN_GAME,
    SECONDS,
    USUAL_NUMBERS,
    chosen_options,
)
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.errors import InvalidField
from fivefold.house.records.own_level import OWN_LEVEL, OwnLevel
from fivefold.parts.words import listed
from fivefold.play import catalogue, time_words
from fivefold.play.options import canonical, matters, resolve
from fivefold.play.set_ups import Options, chosen_preset, differing, settled
from fivefold.play.time_control import (
    DAY,
    FULL,
    HANDICAPS,
    LIVE,
    MINUTE,
    PER_MOVE,
    SLOW,
    WHOLE_GAME,
    Pace,
    Preset,
    TimeControl,
)
from fivefold.session.races import becomes_race

LONGEST_LINK: Final = 4000
PATH: Final = "/new/"


@dataclass(frozen=True, slots=True)
class PresetLink:
    """A preset with a link."""

    name: str
    meaning: str
    address: str
    """The form for a new match with this preset."""
    options: Options
    """The options that differ from the defaults."""
    chosen: bool


def preset_links(game: Game, options: Options | None) -> list[PresetLink]:
    """Return a game's presets; the one with these options is chosen."""
    now = None if options is None else chosen_preset(game, options)
    return [
        PresetLink(preset.name, preset.meaning, address(game, preset.options), preset.options, preset is now)
        for preset in game.setup.presets
    ]


def address(game: Game, options: Options) -> str:
    """Return the path of the form with these options chosen. Raises ``InvalidOption``."""
    named = differing(game, options)
    query = urlencode({OPTION + name: value for name, value in named.items()}, safe="/")
    return f"{PATH}{game.key}" + (f"?{query}" if query else "")


def _with_query(path: str, more: Options) -> str:
    query = urlencode(more)
    return f"{path}{'&' if '?' in path else '?'}{query}" if query else path


def read_link(link: str) -> tuple[Game, dict[str, str]]:
    """Return the game and the options of a set-up's address, with or without its host. Raises ``InvalidField`` for any
    other address, ``InvalidOption`` for options that do not go together."""
    if len(link) > LONGEST_LINK:
        raise InvalidField(
            f"link: {len(link)} characters are more than any set-up has; copy its link again", field="link"
        )
    parts = request_parsing.address(link)
    key = parts.path.removeprefix(PATH) if parts is not None and parts.path.startswith(PATH) else ""
    if parts is None or not key or "/" in key:
        raise InvalidField(
            f"link: {link[:60]}; paste the link of a set-up, as {PATH}… on the page of a new match", field="link"
        )
    game = find_game(key)
    options = chosen_options(game, request_parsing.read_pairs(parts.query))
    settled(game, options)
    return game, options


MOST_CARDS: Final = 8
"""Values shown side by side; more become a list to choose from."""


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One value of an option."""

    value: str
    title: str
    meaning: str
    seats: int | None = None
    """How many play, if the option decides that."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option."""

    name: str
    title: str
    meaning: str
    values: Sequence[OptionValue]
    numbers: range | None
    drawn: bool
    default: str
    chosen: str
    """Empty if it is drawn by lot."""
    only: Mapping[str, Sequence[str]]
    counts: bool
    """Whether it matters with the other options as chosen."""
    table: str
    """The path of its tables of numbers; empty if it takes none."""
    listed: bool
    """Whether to show a list."""

    @property
    def when(self) -> str:
        """When it matters, in words."""
        return _condition_words(self.only)


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options under one heading, folded away at first."""

    title: str
    of: str
    """Whose options these are, if each player has a group."""
    options: Sequence[OptionField]
    summary: str
    """The choices that differ from the defaults, in words."""
    open: bool

    @property
    def counts(self) -> bool:
        """Whether any of the options matters."""
        return any(option.counts for option in self.options)


Saved = Mapping[str, Sequence[tuple[str, str]]]
"""For each option that takes a table, the names and values of the visitor's own tables."""


def _option_fields(game: Game, chosen: Options, saved: Saved) -> list[OptionField]:
    """Return the questions, with what is chosen; the default for an option that is missing."""
    known = {option.name: chosen.get(option.name) or option.default or "" for option in game.setup.options}
    # Who begins is asked with the players.
    wanted = [option for option in game.setup.options if option is not game.setup.starting_option]
    return [_option_field(game, option, known, saved.get(option.name, ())) for option in wanted]


def _option_groups(asked: Sequence[tuple[str, OptionField]], about: str) -> list[OptionGroup]:
    """Return groups of options, given as ``(heading, option)`` in order; the group of ``about`` is open."""
    titles = list(dict.fromkeys(title for title, _ in asked if title))
    gathered = [(title, [option for _, option in each]) for title, each in groupby(asked, lambda pair: pair[0])]
    return [
        OptionGroup(
            title or "How to play",
            _whose_group(title, titles),
            each,
            ", ".join(_choice_words(option) for option in each if option.chosen != option.default and option.counts),
            any(option.name == about for option in each),
        )
        for title, each in gathered
    ]


def _whose_group(title: str, titles: Sequence[str]) -> str:
    if len(titles) < 2 or not title:
        return ""
    return "you" if title == titles[0] else "your rival"


def _choice_words(option: OptionField) -> str:
    """Return a choice in words: a table by its name, everything else by its value."""
    named = next((value.title for value in option.values if value.value == option.chosen), option.chosen)
    return f"{option.title.lower()} {named if option.table else option.chosen}"


def _option_field(game: Game, option: Option, known: Options, tables: Sequence[tuple[str, str]]) -> OptionField:
    values = _tables(option, known, tables) if option.table is not None else _values(game, option)
    return OptionField(
        name=option.name,
        title=_option_title(option),
        meaning=capitalized(option.meaning),
        values=values,
        numbers=option.numbers,
        drawn=option.default is None,
        default=option.default or "",
        chosen=known[option.name],
        only=conditions(game, option),
        counts=matters(option, known),
        table="" if option.table is None else f"/tables/{game.key}/{option.name}",
        listed=option.table is not None or len(values) > MOST_CARDS,
    )


def _values(game: Game, option: Option) -> list[OptionValue]:
    decides = option is game.setup.seat_option
    return [
        OptionValue(
            value,
            option.titles.get(value, capitalized(value)),
            capitalized(option.explained.get(value, "")),
            option.seats[value] if decides else None,
        )
        for value in option.values
    ]


def _tables(option: Option, known: Options, saved: Sequence[tuple[str, str]]) -> list[OptionValue]:
    """Return the tables to choose from: the blank one, the visitor's own, and one from the address."""
    plain = [OptionValue(value, capitalized(option.explained.get(value, value)), "") for value in option.values]
    own = [OptionValue(value, name, "") for name, value in saved]
    listed_already = {each.value for each in (*plain, *own)}
    current = known[option.name]
    return [*plain, *own, *([OptionValue(current, "As in this link", "")] if current not in listed_already else [])]


def conditions(game: Game, option: Option) -> dict[str, list[str]]:
    """Return the values of other options with which an option matters, in the order they are offered."""
    offered = {other.name: other.values for other in game.setup.options}
    return {name: [value for value in offered[name] if value in values] for name, values in option.only.items()}


def _condition_words(only: Mapping[str, Sequence[str]]) -> str:
    """Return in words when a question matters that depends on these values of options; empty for always."""
    conditions = [f"{name} {listed(values, 'or')}" for name, values in only.items()]
    return f"Matters only with {listed(conditions)}." if conditions else ""


def _option_title(option: Option) -> str:
    """Return an option's name as a heading; in a group without the group's number."""
    name = re.sub(r"[0-9]+$", "", option.name) if option.group else option.name
    return name.capitalize()


def capitalized(words: str) -> str:
    """Return words with a capital first letter."""
    return words[:1].upper() + words[1:]


EACH, WHOLE = "each", "whole"
"""For whom a time control can be: each player, or the game as a whole."""
NORMAL: Final = LIVE[1].control
"""What a table for strangers has unless its owner says otherwise."""


@dataclass(frozen=True, slots=True)
class TimeChoice:
    """A time control to choose."""

    value: str
    name: str
    words: str
    """What it means; empty where the name says it."""
    minutes: str
    """What it comes to a game; empty where that says nothing."""
    chosen: bool


@dataclass(frozen=True, slots=True)
class TimeGroup:
    """Time controls under one heading."""

    key: str
    title: str
    kind: str
    """``each`` or ``whole``."""
    choices: Sequence[TimeChoice]


def _time_context(game: Game, options: Options, fields: Fields) -> dict[str, Any]:
    chosen = _chosen(fields)
    given = _settled(game, options)
    groups = [
        TimeGroup(
            "live", "Live: everybody stays at the table", EACH, _choices(game, given, (*LIVE, *PER_MOVE), chosen)
        ),
        TimeGroup("slow", "Slow: come back when it suits you", EACH, _choices(game, given, SLOW, chosen)),
        TimeGroup("whole", "A limit for the whole game", WHOLE, _choices(game, given, WHOLE_GAME, chosen)),
    ]
    whole, kinds = _whole_values(game), _kinds(game, given)
    control = forms.readable(fields)
    deciding = game.setup.seat_option
    return {
        "time_groups": [group for group in groups if group.kind in kinds],
        "time_kind": _kind(game, given),
        "time_chosen": chosen,
        "time_given": forms.TIME_FIELD in fields,
        "time_summary": time_words.words(control),
        "time_other": _other(groups, chosen, control),
        "time_numbers": _numbers(fields, control),
        "time_decided_by": deciding.name if deciding is not None and whole else "",
        "time_whole": whole,
        "time_normal": NORMAL.text,
        "handicaps": [(percent, time_words.handicap_words(percent)) for percent in HANDICAPS],
        "handicap": fields.get("handicap", "") or str(FULL),
    }


def _time_query(fields: Fields) -> dict[str, str]:
    """Return how an address says the time that is chosen: nothing where there is no limit."""
    control = forms.readable(fields)
    if control is None:
        return {}
    handicap = fields.get("handicap", "")
    return {"time": control.text, **({"handicap": handicap} if handicap not in {"", str(FULL)} else {})}


def _chosen(fields: Fields) -> str:
    """Return which choice is made: the value of the field, an own one by its kind, else the canonical text."""
    value = fields.get(forms.TIME_FIELD, "").strip()
    if value in {OWN, OWN_DAYS, OWN_GAME}:
        return value
    control = forms.readable(fields)
    if control is None or any(control == preset.control for preset in (*LIVE, *PER_MOVE, *SLOW, *WHOLE_GAME)):
        return "" if control is None else control.text
    return _own_kind(control) or control.text


def _own_kind(control: TimeControl) -> str:
    """Return which of the own choices says this time control; empty if none does."""
    plain = not (control.delay or control.cap)
    if control.pace == Pace.TOTAL and not control.slow and plain and control.base % MINUTE == 0:
        return OWN
    if control.pace == Pace.MOVE and control.slow and control.base % DAY == 0:
        return OWN_DAYS
    return OWN_GAME if control.pace == Pace.GAME and control.base % MINUTE == 0 else ""


def _numbers(fields: Fields, control: TimeControl | None) -> Mapping[str, str]:
    """Return what stands in the fields for numbers of one's own."""
    known = {name: fields.get(name, "")[:10] for name in USUAL_NUMBERS if name in fields}
    kind = "" if control is None or fields.get(forms.TIME_FIELD) in {OWN, OWN_DAYS, OWN_GAME} else _own_kind(control)
    if control is not None and kind == OWN:
        known |= {MINUTES: str(control.base // MINUTE), SECONDS: str(control.increment)}
    elif control is not None and kind == OWN_DAYS:
        known |= {DAYS: str(control.base // DAY)}
    elif control is not None and kind == OWN_GAME:
        known |= {GAME_MINUTES: str(control.base // MINUTE)}
    return {**USUAL_NUMBERS, **known}


def _other(groups: Sequence[TimeGroup], chosen: str, control: TimeControl | None) -> TimeChoice | None:
    """Return the choice for a time control that came by a link and stands nowhere else."""
    listed = {choice.value for group in groups for choice in group.choices} | {"", OWN, OWN_DAYS, OWN_GAME}
    if control is None or chosen in listed:
        return None
    return TimeChoice(chosen, "As in the link", time_words.words(control), "", True)


def _choices(game: Game, values: Mapping[str, str], presets: Sequence[Preset], chosen: str) -> list[TimeChoice]:
    return [_choice(game, values, preset, chosen) for preset in presets]


def _choice(game: Game, values: Mapping[str, str], preset: Preset, chosen: str) -> TimeChoice:
    says_it = preset.control.pace != Pace.TOTAL
    said = "" if says_it else time_words.words(preset.control)
    minutes = time_words.game_minutes(preset.control, game.setup.usual_moves(values), game.setup.seats(values))
    return TimeChoice(
        preset.control.text,
        time_words.preset_name(preset),
        said[:1].upper() + said[1:],
        time_words.game_minutes_words(minutes),
        preset.control.text == chosen,
    )


def _settled(game: Game, options: Options) -> Mapping[str, str]:
    """Return all options; the usual ones where those given go wrong."""
    try:
        return resolve(game, options)
    except FivefoldError:
        return resolve(game, {})


def _kind(game: Game, values: Mapping[str, str]) -> str:
    return WHOLE if game.setup.seats(values) == 1 or becomes_race(game, values) else EACH


def _kinds(game: Game, values: Mapping[str, str]) -> set[str]:
    """Return the kinds there are, whatever decides how many play."""
    deciding = game.setup.seat_option
    if deciding is None:
        return {_kind(game, values)}
    return {_kind(game, _settled(game, {deciding.name: value})) for value in deciding.values}


def _whole_values(game: Game) -> list[str]:
    """Return for which values of the option that decides how many play there is only a limit for the whole game."""
    deciding = game.setup.seat_option
    if deciding is None:
        return []
    return [value for value in deciding.values if _kind(game, _settled(game, {deciding.name: value})) == WHOLE]


router = APIRouter()

DEFAULTS: Final[Mapping[str, str]] = {
    **{"begin": "draw", "double": "", "name": ""},
    **{"who": "link", "to": "", "met": "", "rated": "", "delay": ""},
}
OPPONENT: Final = 2
"""The level chosen at first for the first opponent; each further one is another."""
USUAL: Final = frozenset({"name", "nonce", "csrf", "who", "to", "met", "rated", "other-1"})
"""What the form asks at its top."""
PEOPLE: Final = ("here", "link")
"""Human opponents."""
ORDINALS: Final = ("", "Second ", "Third ", "Fourth ", "Fifth ", "Sixth ", "Seventh ")
QUESTIONS: Final[Mapping[str, str]] = {
    **{"others": "other-1", "begin": "begin", "double": "double", "name": "name", "seed": "seed"},
    **{"to": "to", "rated": "rated", "delay": "delay", "time": "time", "handicap": "handicap"},
}
"""For the field of an error that is about no option: which question of the form asks for it."""


@router.get("/new")
def choose_game(request: Request) -> Response:
    """Ask which game to play."""
    return responses.page(request, "games.html", {"games": catalogue.games(), "section": "new"})


@router.get("/new/{key}")
def set_up(request: Request, key: str) -> Response:
    """Ask for the set-up of a match; the choices in the address are made already."""
    game, fields = find_game(key), dict(request_parsing.query(request))
    try:
        options = chosen_options(game, fields)
        settled(game, options)
        forms.check_address(fields)
    except FivefoldError as error:
        return _form_page(request, game, fields, error)
    return _form_page(request, game, {**fields, **_canonical(game, options)}, None)


def form_with_error(request: Request, key: str, fields: Mapping[str, str], error: FivefoldError) -> Response:
    """Show the form again as it was filled in, with the error beside its question."""
    return _form_page(request, find_game(key), fields, error)


def _form_page(request: Request, game: Game, fields: Mapping[str, str], error: FivefoldError | None) -> Response:
    others = range(1, game.setup.seat_counts[-1])
    fields = {**_proposed_time(fields), **fields}
    own = house_of(request).own_level(visitor(request).id, game) if others else None
    context = {
        "game": game,
        "games": catalogue.games(),
        "section": "new",
        "chosen": {**_opponents(game, others, own), **DEFAULTS, **_double(game, fields), **fields},
        "others": [(seat, f"{ORDINALS[seat - 1]}opponent".capitalize()) for seat in others],
        "levels": list(enumerate(game.personas, start=1)),
        "own": own,
        "met": house_of(request).challenges.acquaintances(visitor(request).id),
        "hides": game.traits.information == Information.HIDDEN,
        "error": str(error) if error else "",
        "about": question_about(game, error),
        "seed": fields.get("seed", ""),
        "custom": _is_custom(game, fields, error),
        "daily": game.key in house_of(request).daily.keys(),  # noqa: SIM118  (no mapping)
        **_option_context(request, game, _given(game, fields), error),
        **_time_context(game, _given(game, fields), fields),
    }
    if context["shared"]:
        context["shared"] = _with_query(context["shared"], _time_query(fields))
    return responses.page(request, "new.html", context, status_of(error) if error else 200)


def _opponents(game: Game, seats: Iterable[int], own: OwnLevel | None) -> Mapping[str, str]:
    """Return the levels proposed for the other seats: another face for each, the first as strong as somebody whose
    strength is known."""
    levels = {f"other-{seat}": str(min(OPPONENT + seat - 1, len(game.personas))) for seat in seats}
    return {**levels, "other-1": OWN_LEVEL} if own is not None and (own.results or own.rated) else levels


def _is_custom(game: Game, fields: Mapping[str, str], error: FivefoldError | None) -> bool:
    """Tell whether there is something to see in the folded part of the form."""
    if error is not None:
        return question_about(game, error) not in {"to", "rated", "name", "other-1", ""}
    deciding, options = game.setup.seat_option, _given(game, fields)
    shown = {*USUAL, *([OPTION + deciding.name] if deciding is not None and not game.setup.presets else [])}
    if game.setup.presets and chosen_preset(game, options) is not None:
        shown |= {OPTION + name for name in options}
    return not shown.issuperset(fields)


def _proposed_time(fields: Mapping[str, str]) -> Mapping[str, str]:
    """Return the time that a table for strangers has at first."""
    strangers = fields.get("who") == "lobby" and "link" in {fields.get(f"other-{seat}") for seat in range(1, 8)}
    return {"time": NORMAL.text} if strangers else {}


def _double(game: Game, fields: Mapping[str, str]) -> Mapping[str, str]:
    """Return that two games are chosen at first between people, where moving first is an advantage: at once, where each
    has a screen."""
    with_people = game.traits.doubles and fields.get("other-1") in PEOPLE
    at_once = game.traits.duplicates and fields.get("other-1") == "link"
    return {"double": "duplicate" if at_once else "yes"} if with_people else {}


def _given(game: Game, fields: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name in _option_names(game) if (value := fields.get(OPTION + name, ""))}


def _option_context(request: Request, game: Game, options: Options, error: FivefoldError | None) -> dict[str, Any]:
    """Return the questions about the game itself; presets come first if it has any."""
    given = dict(options)
    every = _option_fields(game, given, _saved_tables(request, game))
    heading = {option.name: option.group for option in game.setup.options}
    folded = [(heading[option.name], option) for option in every] if game.setup.presets else []
    deciding = game.setup.seat_option
    first = [option for option in every if deciding is not None and option.name == deciding.name]
    begins = game.setup.starting_option
    when = {} if begins is None else conditions(game, begins)
    known = {option.name: option.chosen for option in every}
    return {
        "presets": preset_links(game, None if error else given),
        "table_options": [] if game.setup.presets else first,
        "options": [] if game.setup.presets else [option for option in every if option not in first],
        "groups": _option_groups(folded, question_about(game, error)),
        "seats": _seat_count(game, known),
        "begins_only": when,
        "begins_when": _condition_words(when),
        "begins": begins is None or matters(begins, known),
        "shared": "" if error else address(game, given),
    }


def _canonical(game: Game, options: Options) -> dict[str, str]:
    """Return the form fields of options, in canonical form; also those that do not matter with the others."""
    written = {name.strip().casefold(): value for name, value in options.items()}
    return {
        OPTION + option.name: canonical(game, option, written[option.name.casefold()])
        for option in game.setup.options
        if option.name.casefold() in written
    }


def _option_names(game: Game) -> list[str]:
    return [option.name for option in game.setup.options]


def _seat_count(game: Game, known: Options) -> int:
    """Return how many seats are chosen; the most possible if the value is invalid."""
    option = game.setup.seat_option
    if option is None or known[option.name] in option.values:
        return game.setup.seats(known)
    return game.setup.seat_counts[-1]


def _saved_tables(request: Request, game: Game) -> Saved:
    """Return the visitor's tables of numbers for each option that takes one."""
    person_id = visitor(request).id
    names = [option.name for option in game.setup.options if option.table is not None]
    saved = {name: house_of(request).number_tables.of_person(person_id, game.key, name) for name in names}
    return {name: [(table.name, table.text) for table in tables] for name, tables in saved.items()}


def question_about(game: Game, error: FivefoldError | None) -> str:
    """Return the name of the option or the field of the form that an error is about; empty for none."""
    field = error.problem.field.removeprefix(OPTION) if error else ""
    if (starting := game.setup.starting_option) is not None and field == starting.name:
        return "begin"
    return field if field in _option_names(game) else QUESTIONS.get(field, "")

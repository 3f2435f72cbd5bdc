"""Set-ups as addresses that can be shared."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from fivefold.contract import Game
from fivefold.doors.web import request_parsing
from fivefold.doors.web.errors import InvalidField
from fivefold.doors.web.forms import OPTION, chosen_options
from fivefold.doors.web.static_files import find_game
from fivefold.play.set_ups import Options, chosen_preset, differing, settled

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


def with_query(path: str, more: Options) -> str:
    """Return an address with more in its query."""
    query = urlencode(more)
    return f"{path}{'&' if '?' in path else '?'}{query}" if query else path


def read_link(link: str) -> tuple[Game, dict[str, str]]:
    """Return the game and the options of a set-up's address, with or without its host.

    Raises ``InvalidField`` for any other address, ``InvalidOption`` for options that do not go together.
    """
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

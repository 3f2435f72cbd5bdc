"""Whom a mail wants to play with: people by the names of their accounts, computers by their level or their name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.commands.choosing import LONGEST, plain
from fivefold.house.house import House
from fivefold.house.match_request import LINK
from fivefold.house.people.near_names import near_names
from fivefold.parts.words import listed

LEVEL: Final = re.compile(r"(?:level|computer|bot)[\s:=]*([0-9]{1,2})?", re.IGNORECASE)
ME: Final = ("me", "myself", "i")
MOST: Final = 8
"""Names in one command."""
LONGEST_NAME: Final = 3
"""Words of a name that stand apart."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """Who is to play."""

    others: tuple[str, ...]
    """As ``MatchRequest`` has them, in turn order after the person."""
    invited: tuple[str, ...]
    """The names of the people among them."""
    own: int | None
    """The place at which the person named themself: the order counts then, and the first one begins."""


def read_opponents(house: House, person_id: str, game: Game, arguments: Sequence[str]) -> Opponents:
    """Return who is meant. Raises ``InvalidOption`` for a name that nobody has, with those that come near."""
    own_name = house.person(person_id).shown
    found: list[tuple[str, str]] = []
    own = None
    for word in _words(house, own_name, game, arguments):
        if plain(word) in (*ME, plain(own_name)):
            own = len(found) if own is None else own
            continue
        found.append(_opponent(house, person_id, game, word))
    at = own or 0
    turned = found[at:] + found[:at]
    names = tuple(name for text, name in turned if text == LINK)
    return Opponents(tuple(text for text, _ in turned), names, own)


def _words(house: House, own_name: str, game: Game, arguments: Sequence[str]) -> Iterator[str]:
    """Yield what each opponent is called: names that stand in several words are put together."""
    rest = [part.strip() for argument in arguments[: 4 * MOST] for part in argument.split(",") if part.strip()]
    while rest:
        count = next((n for n in range(1, LONGEST_NAME + 1) if _is_known(house, own_name, game, rest[:n])), 1)
        if LEVEL.fullmatch(rest[0]) and len(rest) > 1 and rest[1].isdigit():
            count = 2
        yield " ".join(rest[:count])
        rest = rest[count:]


def _is_known(house: House, own_name: str, game: Game, words: Sequence[str]) -> bool:
    name = " ".join(words)
    known = plain(name) in (*ME, plain(own_name)) or LEVEL.fullmatch(name) is not None
    return known or _persona(game, name) is not None or house.accounts.by_name(name) is not None


def _opponent(house: House, person_id: str, game: Game, word: str) -> tuple[str, str]:
    """Return an opponent as ``MatchRequest.others`` has it, and the name of a person."""
    level = LEVEL.fullmatch(word)
    if level is not None:
        return _level(game, word, level.group(1)), ""
    persona = _persona(game, word)
    if persona is not None:
        return str(persona), ""
    found = house.accounts.by_name(word)
    if found is None:
        near = near_names(house, house.accounts, house.blocks, person_id, word)
        remedy = f"did you mean {listed(near, 'or')}" if near else "ask for list players"
        raise InvalidOption("nobody has an account of this name", subject=word[:LONGEST], field="to", remedy=remedy)
    return LINK, found.name


def _level(game: Game, word: str, number: str | None) -> str:
    highest = len(game.personas)
    if number is None or not 1 <= int(number) <= highest:
        remedy = f"write level 1 to level {highest}"
        raise InvalidOption("there is no such computer", subject=word[:LONGEST], field="to", remedy=remedy)
    return str(int(number))


def _persona(game: Game, word: str) -> int | None:
    names = [plain(persona.name) for persona in game.personas]
    return names.index(plain(word)) + 1 if plain(word) in names else None

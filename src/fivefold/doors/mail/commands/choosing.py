"""What a typed word means among the names there are: the name itself, or a beginning that only one of them has."""

from collections.abc import Collection
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.parts.words import listed

MOST_NAMED: Final = 24
"""Names that an error lists."""
LONGEST: Final = 40
"""Characters of what was typed that an error repeats."""


def plain(text: str) -> str:
    """Return a text as it is compared: without case, blanks and signs."""
    return "".join(character for character in text.casefold() if character.isalnum())


def found(typed: str, names: Collection[str]) -> list[str]:
    """Return the names that a word may mean: one for the name itself, in any case, else all that begin with it."""
    wanted = plain(typed)
    same = [name for name in names if plain(name) == wanted]
    return same[:1] or [name for name in names if wanted and plain(name).startswith(wanted)]


def only(typed: str, names: Collection[str], what: str, field: str) -> str:
    """Return the one name that a word means. Raises ``InvalidOption``, which names what there is."""
    meant = found(typed, names)
    if len(meant) == 1:
        return meant[0]
    raise unclear(typed, meant, names, what, field)


def unclear(typed: str, meant: Collection[str], names: Collection[str], what: str, field: str) -> InvalidOption:
    """Return the error for a word that means none of the names, or several."""
    if meant:
        wrong, remedy = "it can mean several", f"write {listed(_some(meant), 'or')}"
    else:
        wrong, remedy = f"there is no such {what}", f"there is {listed(_some(names))}" if names else ""
    return InvalidOption(wrong, subject=typed[:LONGEST], remedy=remedy, field=field)


def _some(names: Collection[str]) -> list[str]:
    shown = list(names)[:MOST_NAMED]
    return shown if len(shown) == len(names) else [*shown, "others"]

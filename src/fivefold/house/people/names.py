"""Names that one account has: what may be a name, and which names look alike.

Two names look alike if they have the same key: letters of either case, letters of other scripts that look like Latin
ones (Unicode's table of confusable characters, UTS 39), ``l I 1 |`` and ``O 0``, ``rn`` and ``m``; blanks and signs do
not count.
"""

import re
import unicodedata
from functools import cache
from typing import Final

from fivefold.house.errors import InvalidName
from fivefold.house.people.people import FORMER_PLAYER, LONGEST_NAME, tidy_name
from fivefold.play.catalogue import find, keys

SHORTEST_NAME: Final = 2
LOOK_ALIKE_SCRIPTS: Final = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE"})
"""Mixed in one name these are taken for each other."""
MOST_MARKS: Final = 2  # Accents on one letter.
UNSEEN: Final = re.compile("[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]")
"""Letters, by Unicode's classes, that are drawn as nothing."""
MARKS: Final = frozenset(map(chr, range(0x300, 0x370)))  # Accents, where they stand behind their letter.
LATIN: Final = re.compile("LATIN (?:SMALL LETTER|CAPITAL LETTER|LETTER SMALL CAPITAL) ([A-Z])(?: WITH .*)?")
"""Unicode's names of the letters that are drawn as one of A to Z, or with something added to it."""
PLAIN: Final = str.maketrans({"i": "l", "1": "l", "|": "l", "!": "l", "0": "o", "ı": "l"})
PAIRS: Final = (("rn", "m"), ("vv", "w"))
STAFF: Final = (
    *("admin", "administrator", "moderator", "mod", "staff", "support", "official", "fivefold", "house", "root"),
    *("system", "sysadmin", "server", "service", "security", "operator", "owner", "webmaster", "postmaster"),
    FORMER_PLAYER,
)
"""What the house itself is called, or calls somebody."""
NOBODY: Final = ("anonymous", "nobody", "somebody", "computer", "deleted", "you", "spectator")
GUEST: Final = re.compile(r"guest[lo\d]*")  # The key of a name such as the house gives to guests.


def name_key(name: str) -> str:
    """Return the key of a name: the same for all names that look alike; empty for one without letters and digits."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(_plain(character) for character in folded if _counts(character)).translate(PLAIN)
    for pair, letter in PAIRS:
        plain = plain.replace(pair, letter)
    return plain[: 2 * LONGEST_NAME]


def looks_like(name: str) -> set[str]:
    """Return the keys of names that a name could be taken for: its own, and that of the plain letters it is made of.
    ``Álice`` and ``ᴀlice`` have another key than ``Alice``: who is called so should not lose that name."""
    letters = (each for each in unicodedata.normalize("NFD", name) if each not in MARKS)
    return {name_key(name), name_key("".join(_bare(each) for each in letters))}


def check_account_name(name: str) -> str:
    """Return a name for an account as it is stored. Raises ``InvalidName``."""
    tidy = unicodedata.normalize("NFC", tidy_name(unicodedata.normalize("NFC", name)))
    if not tidy:
        raise InvalidName("an account needs one")
    if len(name_key(tidy)) < SHORTEST_NAME:
        raise InvalidName("it has hardly any letters", remedy=f"use at least {SHORTEST_NAME} letters or digits")
    if UNSEEN.search(tidy) or _marks(tidy) > MOST_MARKS:
        raise InvalidName("it has characters that cannot be shown", remedy="use letters, digits and spaces")
    if any(sign in tidy for sign in "/\\?#%"):
        raise InvalidName("/ \\ ? # and % don't go into the address of your page", remedy="leave them out")
    if len(_scripts(tidy) & LOOK_ALIKE_SCRIPTS) > 1:
        raise InvalidName("it mixes alphabets that look alike", remedy="use letters of one alphabet")
    refuse_staff(tidy)
    if looks_like(tidy) & _kept_back() or GUEST.fullmatch(name_key(tidy)):
        raise InvalidName(f"{tidy} could be taken for somebody else", remedy="choose another name")
    return tidy


def refuse_staff(name: str) -> None:
    """Raise ``InvalidName`` for a name that could be taken for whoever runs the house, or for its own word."""
    if looks_like(name) & {name_key(word) for word in STAFF}:
        raise InvalidName(f"{name} is kept for whoever runs this house", remedy="choose another name")


@cache
def _kept_back() -> frozenset[str]:
    computers = (persona.name for key in keys() for persona in find(key).personas)
    return frozenset(name_key(word) for word in (*NOBODY, *computers))


def _counts(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character).startswith("M") or character in "|!"


@cache
def _plain(character: str) -> str:
    """Return the ASCII letter or digit that a character looks like, or the character."""
    if character.isascii():
        return character
    for written in (character.upper(), character):
        alike = _alike(written)
        if alike.isascii() and alike.isalnum():
            return alike.casefold()
    return character


def _bare(character: str) -> str:
    """Return the plain letter that a Latin one is made of, or the character."""
    found = None if character.isascii() else LATIN.fullmatch(unicodedata.name(character, ""))
    return character if found is None else found[1]


def _alike(character: str) -> str:
    # It takes a while to read, so only whoever names somebody does.
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    found = confusables_data.get(character, ())
    return str(found[0]["c"]) if len(found) == 1 else character


def _scripts(name: str) -> set[str]:
    from confusable_homoglyphs.categories import alias  # noqa: PLC0415

    return {alias(character) for character in name if character.isalpha()}


def _marks(name: str) -> int:
    """Return the most accents that stand on one letter."""
    marks = "".join("+" if unicodedata.combining(character) else " " for character in name)
    return max(map(len, marks.split()), default=0)

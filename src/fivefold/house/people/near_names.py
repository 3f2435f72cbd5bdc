"""Names of players: those that come near to one that nobody has, and those that begin alike.

They are of people met before, and of those whose page anybody may see.
"""

from difflib import get_close_matches
from typing import Final

from sqlalchemy import Connection

from fivefold.house.database.schema import people
from fivefold.house.ledger import Ledger
from fivefold.house.meeting.challenges import people_met
from fivefold.house.people.accounts import Account, Accounts, alike
from fivefold.house.people.names import name_key
from fivefold.house.people.ties import Blocks

MOST: Final = 3
LOOKED_AT: Final = 200  # Names that begin alike.
PAIR: Final = 2  # Letters after the first by which names are looked for whose first letter is another.
MOST_SHOWN: Final = 60
NEAR: Final = 0.6  # How much alike names are that count as near, of 1.


def near_names(ledger: Ledger, accounts: Accounts, blocks: Blocks, person_id: str, typed: str) -> list[str]:
    """Return up to three names that somebody may have meant, the nearest first."""
    key = name_key(typed)
    if not key:
        return []
    with ledger.reading() as connection:
        met = {name_key(each.name): each.person for each in people_met(connection, person_id)}
        candidates = _beginning(connection, key[:1])
        if len(key) > PAIR:
            candidates += alike(connection, people.c.name_key.contains(key[1:3], autoescape=True), LOOKED_AT)
    hidden = {*blocks.around(person_id), person_id}
    known = {each.name_key: each for each in candidates if each.id not in hidden}
    found = []
    for near in get_close_matches(key, [*known, *(each for each in met if each not in known)], n=3 * MOST, cutoff=NEAR):
        account = accounts.account(known[near].id if near in known else met[near])
        public = account is not None and accounts.preferences(account.id).public_profile
        if account is not None and account.id not in hidden and (public or near in met):
            found.append(account.name)
    return found[:MOST]


def shown_names(
    ledger: Ledger, accounts: Accounts, blocks: Blocks, person_id: str, beginning: str
) -> tuple[list[str], bool]:
    """Return the names that begin so, as far as they are shown to a person, and whether there are more."""
    candidates = ledger.read(_beginning, name_key(beginning))
    hidden = blocks.around(person_id)
    names = [
        each.name
        for each in candidates
        if each.id not in hidden and (each.id == person_id or accounts.preferences(each.id).public_profile)
    ]
    return names[:MOST_SHOWN], len(names) > MOST_SHOWN or len(candidates) == LOOKED_AT


def _beginning(connection: Connection, letters: str) -> list[Account]:
    return alike(connection, people.c.name_key.startswith(letters, autoescape=True), LOOKED_AT)
